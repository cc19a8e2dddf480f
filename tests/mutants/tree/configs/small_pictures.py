_base_ = './plain.py'
steps = [
    dict(type='ReadPicture', color='gray'),
    dict(type='Shrink', size=(320, 240), interpolation='area'),
]
data = dict(
    samples_per_gpu=4,
    train=dict(dataset=dict(type='Pictures', suffix='.jpg', least_size=16, pipeline=steps)))
