fp16 = dict(loss_scale='dynamic')
optimizer_config = dict(type='OptimizerHook', grad_clip=None)
