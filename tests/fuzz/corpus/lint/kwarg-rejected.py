optim_wrapper = dict(type='OptimWrapper', optimizer=dict(type='SGD', lr=0.01, momentun=0.9, batch_size_per_gpu=16), constructor='YOLOv5OptimizerConstructor')
