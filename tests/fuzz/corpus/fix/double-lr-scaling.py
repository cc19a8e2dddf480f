_base_ = './base.py'
train_dataloader = dict(batch_size=4)
optim_wrapper = dict(optimizer=dict(lr=0.04))
auto_scale_lr = dict(enable=True, base_batch_size=16)
