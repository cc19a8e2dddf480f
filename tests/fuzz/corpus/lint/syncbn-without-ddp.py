norm_cfg = dict(type='SyncBN', requires_grad=True)
model = dict(type='EncoderDecoder', backbone=dict(type='ResNetV1c', norm_cfg=norm_cfg), head=dict(norm_cfg=norm_cfg))
data = dict(samples_per_gpu=4)
