runner = dict(type='IterBasedRunner', max_iters=80000)
evaluation = dict(interval=5000, by_epoch=False)
log_config = dict(interval=60, hooks=[dict(type='TextLoggerHook')])
