_base_ = ['./_base_/model.py', './_base_/data.py', './_base_/schedule.py']
model = dict(
    backbone=dict(type='PlainBackbone', depth=101, dilation=2),
    neck=dict(type='PyramidNeck', out_width=512, num_levels=5),
    head=dict(type='CenterHead', in_width=512, loss=dict(type='HeatmapLoss', weight=0.5)))
runner = dict(type='EpochBasedRunner', max_epochs=24)
lr_config = dict(policy='step', step=[16, 22])
