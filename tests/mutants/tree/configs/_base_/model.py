model = dict(
    type='Detector',
    backbone=dict(type='PlainBackbone', depth=50, stem_width=64),
    neck=dict(type='PyramidNeck', in_widths=[256, 512, 1024, 2048], out_width=256),
    head=dict(type='CenterHead', num_classes=10, sigma=2.0, loss=dict(type='HeatmapLoss', alpha=2.0, beta=4.0)))
