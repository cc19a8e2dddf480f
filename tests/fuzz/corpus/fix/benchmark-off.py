cudnn_benchmark = False
data = dict(train=dict(type='RoadDataset', pipeline=[dict(type='RandomCrop', crop_size=(512, 512)), dict(type='Pad', size=(512, 512))]))
