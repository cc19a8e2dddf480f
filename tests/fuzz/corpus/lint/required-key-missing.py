model = dict(type='EncoderDecoder')
data = dict(samples_per_gpu=2, workers_per_gpu=2, train=dict(), val=dict(), test=dict())
optimizer = dict(type='SGD', lr=0.01)
optimizer_config = dict()
lr_config = dict(policy='poly')
runner = dict(type='IterBasedRunner', max_iters=100)
checkpoint_config = dict(interval=10)
log_config = dict(interval=50, hooks=[])
load_from = None
resume_from = None
log_level = 'INFO'
