runner = dict(type='IterBasedRunner', max_iters=20000)
log_config = dict(interval=50, hooks=[dict(type='TextLoggerHook', by_epoch=True)])
