train_pipeline = [
    dict(type='ReadPicture', to_float=True),
    dict(type='Shrink', size=(640, 480), keep_ratio=True),
    dict(type='Mirror', probability=0.5),
]
data = dict(
    samples_per_gpu=4,
    workers_per_gpu=4,
    train=dict(
        type='Often',
        times=3,
        dataset=dict(type='Pictures', folder='data/train', annotations='data/train.json', pipeline=train_pipeline)))
