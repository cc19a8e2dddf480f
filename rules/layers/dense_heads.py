# SPDX-License-Identifier: MIT
"""Heads on every point of the maps: mmdet/models/dense_heads (3.x)."""


def classes_of(num_classes, loss):
    """Outputs per anchor: a background beside the classes where a softmax decides."""
    return num_classes if loss.get('use_sigmoid', False) or loss['type'] in ('FocalLoss', 'QualityFocalLoss', 'GHMC', 'VarifocalLoss') else num_classes + 1


def anchors_at(generator):
    """Anchors per point of a map."""
    if generator is None:
        return 9
    ratios = len(generator.get('ratios', (1,)))
    return ratios * (generator['scales_per_octave'] if generator.get('octave_base_scale') is not None else len(generator.get('scales', (1,))))


def scores(maps, channels, times=1):
    """A loss over predictions of all points: they are put in rows of one anchor, and the loss keeps that copy, times over."""
    for x in maps:
        y = copied(full_of(x), (elements(x['shape']) // channels, channels))
        if x['grad']:
            keep(y)
            keep_bytes((times - 1) * elements(y['shape']) * 4)


def tower(x, n, channels, conv_cfg, norm_cfg, dcn_on_last=False, bias='auto'):
    for i in range(n):
        cfg = {'type': 'DCNv2'} if dcn_on_last and i == n - 1 else conv_cfg
        x = conv_module(x, channels, 3, 1, 1, bias=bias, conv_cfg=cfg, norm_cfg=norm_cfg)
    return x


def head_over(maps, stacked_convs, feat_channels, conv_cfg, norm_cfg, cls_out, reg_out, more_on_reg=(), more_on_cls=(), scaled=False, dcn_on_last=False, bias='auto'):
    """Two towers and their predictions on each map; scaled: the boxes are multiplied by a number per level."""
    outs = {'cls': [], 'reg': [], 'more': []}

    def on_map(x):
        cls = tower(x, stacked_convs, feat_channels, conv_cfg, norm_cfg, dcn_on_last, bias)
        reg = tower(x, stacked_convs, feat_channels, conv_cfg, norm_cfg, dcn_on_last, bias)
        outs['cls'].append(conv(cls, cls_out, 3, 1, 1))
        boxes = conv(reg, reg_out, 3, 1, 1)
        if scaled:
            boxes = mul(boxes, tensor((1,), True))
        outs['reg'].append(boxes)
        outs['more'] += [conv(cls, n, 3, 1, 1) for n in more_on_cls] + [conv(reg, n, 3, 1, 1) for n in more_on_reg]
        return x
    on_each(maps, on_map)
    if scaled:
        weight(len(maps))
    return outs


def RetinaHead(maps, num_classes, in_channels, stacked_convs=4, feat_channels=256, conv_cfg=None, norm_cfg=None, anchor_generator=None,
               loss_cls={'type': 'FocalLoss', 'use_sigmoid': True}, **rest):
    n = classes_of(num_classes, loss_cls)
    anchors = anchors_at(anchor_generator)
    outs = head_over(maps, stacked_convs, feat_channels, conv_cfg, norm_cfg, anchors * n, anchors * 4)
    scores(outs['cls'], n)
    scores(outs['reg'], 4)


def RPNHead(maps, in_channels, num_classes=1, feat_channels=256, num_convs=1, anchor_generator=None, loss_cls={'type': 'CrossEntropyLoss', 'use_sigmoid': True}, **rest):
    n = classes_of(num_classes, loss_cls)
    anchors = anchors_at(anchor_generator)
    outs = {'cls': [], 'reg': []}

    def on_map(x):
        for i in range(num_convs):
            x = relu(conv(x, feat_channels, 3, 1, 1))
        outs['cls'].append(conv(x, anchors * n))
        outs['reg'].append(conv(x, anchors * 4))
        return x
    on_each(maps, on_map)
    scores(outs['cls'], n, 2)
    scores(outs['reg'], 4, 2)


def FCOSHead(maps, num_classes, in_channels, stacked_convs=4, feat_channels=256, conv_cfg=None, norm_cfg={'type': 'GN', 'num_groups': 32},
             dcn_on_last_conv=False, conv_bias='auto', centerness_on_reg=False, norm_on_bbox=False, loss_cls={'type': 'FocalLoss', 'use_sigmoid': True}, **rest):
    outs = head_over(maps, stacked_convs, feat_channels, conv_cfg, norm_cfg, num_classes, 4, (1,) if centerness_on_reg else (),
                     () if centerness_on_reg else (1,), True, dcn_on_last_conv, conv_bias)
    for x in outs['reg']:
        keeps_input(x) if norm_on_bbox else keeps_output(x)
    scores(outs['cls'], num_classes)


def ATSSHead(maps, num_classes, in_channels, stacked_convs=4, feat_channels=256, conv_cfg=None, norm_cfg={'type': 'GN', 'num_groups': 32},
             anchor_generator=None, **rest):
    anchors = anchors_at(anchor_generator)
    outs = head_over(maps, stacked_convs, feat_channels, conv_cfg, norm_cfg, anchors * num_classes, anchors * 4, (anchors,), (), True)
    scores(outs['cls'], num_classes)


def GFLHead(maps, num_classes, in_channels, stacked_convs=4, feat_channels=256, conv_cfg=None, norm_cfg={'type': 'GN', 'num_groups': 32}, reg_max=16, **rest):
    outs = head_over(maps, stacked_convs, feat_channels, conv_cfg, norm_cfg, num_classes, 4 * (reg_max + 1), (), (), True)
    scores(outs['cls'], num_classes, 3)
    scores(outs['reg'], reg_max + 1)
