val_dataloader = dict(batch_size=1)
test_dataloader = val_dataloader
val_evaluator = dict(type='CocoMetric')
test_evaluator = val_evaluator
train_cfg = dict(by_epoch=True)
test_dataloader = dict(batch_size=2)
