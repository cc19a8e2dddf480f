optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.1))
fp16 = dict(loss_scale='dynamic')
