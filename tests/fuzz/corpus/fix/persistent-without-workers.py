train_dataloader = dict(batch_size=2, num_workers=0, persistent_workers=True)
val_dataloader = dict(batch_size=1, num_workers=0, persistent_workers=True)
test_dataloader = val_dataloader
