# SPDX-License-Identifier: MIT
"""Heads that move the points at which they look, or learn which points count: mmdet/models/dense_heads/fovea_head.py, reppoints_head.py,
vfnet_head.py, tood_head.py, ddod_head.py, autoassign_head.py, fsaf_head.py, paa_head.py (3.x)."""

GROUPS = {'type': 'GN', 'num_groups': 32}


def FoveaHead(maps, num_classes, in_channels, stacked_convs=4, feat_channels=256, conv_cfg=None, norm_cfg=None, conv_bias='auto', with_deform=False,
              deform_groups=4, loss_cls=None, **rest):
    classes = []

    def on_map(x):
        reg = tower(x, stacked_convs, feat_channels, conv_cfg, norm_cfg, False, conv_bias)
        boxes = conv(reg, 4, 3, 1, 1)
        if with_deform:
            offset = conv(keeps_output(boxes), deform_groups * 18, bias=False)
            cls = relu_inplace(deformable_at(x, offset, feat_channels, 3, 1))
            cls = conv_module(cls, 4 * feat_channels, 3, 1, 1, conv_cfg=conv_cfg, norm_cfg=norm_cfg)
            cls = conv_module(cls, 4 * feat_channels, conv_cfg=conv_cfg, norm_cfg=norm_cfg)
        else:
            cls = tower(x, stacked_convs, feat_channels, conv_cfg, norm_cfg, False, conv_bias)
        classes.append(conv(cls, num_classes, 3, 1, 1))
        return x
    on_each(maps, on_map)
    scores(classes, num_classes, times_kept(loss_cls))


def RepPointsHead(maps, num_classes, in_channels, stacked_convs=4, feat_channels=256, point_feat_channels=256, num_points=9, conv_cfg=None, norm_cfg=None,
                  conv_bias='auto', use_grid_points=False, transform_method='moment', loss_cls={'type': 'FocalLoss', 'use_sigmoid': True}, **rest):
    n = classes_of(num_classes, loss_cls)
    kernel = int(round(num_points ** 0.5))
    out = 4 if use_grid_points else 2 * num_points
    outs = {'cls': [], 'pts': []}
    if transform_method == 'moment':
        weight(2)

    def on_map(x):
        cls = tower(x, stacked_convs, feat_channels, conv_cfg, norm_cfg, False)
        reg = tower(x, stacked_convs, feat_channels, conv_cfg, norm_cfg, False)
        first = conv(relu_inplace(conv(reg, point_feat_channels, 3, 1, 1)), out)
        where = copied(first, (first['shape'][0], 2 * num_points) + first['shape'][2:])
        outs['cls'].append(conv(relu_inplace(deformable_at(cls, where, point_feat_channels, kernel, kernel // 2)), n))
        refined = conv(relu_inplace(deformable_at(reg, where, point_feat_channels, kernel, kernel // 2)), out)
        outs['pts'] += [first, refined]
        return x
    on_each(maps, on_map)
    scores(outs['cls'], n, times_kept(loss_cls))
    scores(outs['pts'], 2 * num_points, 2)


def VFNetHead(maps, num_classes, in_channels, stacked_convs=4, feat_channels=256, conv_cfg=None, norm_cfg=GROUPS, conv_bias='auto', loss_cls=None,
              dcn_on_last_conv=False, **rest):
    classes = []

    def on_map(x):
        cls = tower(x, stacked_convs, feat_channels, conv_cfg, norm_cfg, dcn_on_last_conv, conv_bias)
        reg = tower(x, stacked_convs, feat_channels, conv_cfg, norm_cfg, dcn_on_last_conv, conv_bias)
        y = conv_module(reg, feat_channels, 3, 1, 1, bias=conv_bias, conv_cfg=conv_cfg, norm_cfg=norm_cfg)
        boxes = keeps_output(mul(conv(y, 4, 3, 1, 1), tensor((1,), True)))
        where = copied(boxes, (x['shape'][0], 18) + x['shape'][2:])
        reg = relu(deformable_at(reg, where, feat_channels, 3, 1))
        refined = keeps_output(mul(conv(reg, 4, 3, 1, 1), tensor((1,), True)))
        keep(copied(refined, refined['shape']))
        cls = relu(deformable_at(cls, where, feat_channels, 3, 1))
        classes.append(conv(cls, num_classes, 3, 1, 1))
        return x
    on_each(maps, on_map)
    weight(2 * len(maps))
    scores(classes, num_classes, times_kept(loss_cls or {'type': 'VarifocalLoss'}))


def task_decomposition(x, pooled, channels, stacked, norm_cfg):
    """A convolution over all layers' channels whose weight is scaled per layer by what the picture shows."""
    n, c, h, w = x['shape']
    y = conv(pooled, c // (8 * stacked))
    y = keeps_output(conv(relu_inplace(y), stacked))
    kernel = tensor((n, channels, c), weight(channels * c + (channels if norm_cfg is None else 0)))
    y = copied(matmul(kernel, view(x, (n, c, h * w))), (n, channels, h, w))
    keep(y) if norm_cfg else None
    return relu_inplace(norm(y, norm_cfg))


def TOODHead(maps, num_classes, in_channels, stacked_convs=4, feat_channels=256, conv_cfg=None, norm_cfg=GROUPS, num_dcn=0, anchor_type='anchor_free',
             anchor_generator=None, loss_cls=None, **rest):
    anchors = anchors_at(anchor_generator)
    classes = []

    def on_map(x):
        layers = []
        for i in range(stacked_convs):
            cfg = {'type': 'DCNv2', 'deform_groups': 4} if i < num_dcn else conv_cfg
            x = conv_module(x, feat_channels, 3, 1, 1, conv_cfg=cfg, norm_cfg=norm_cfg)
            layers.append(x)
        both = cat(layers)
        pooled = pool_to(both, 1)
        cls = task_decomposition(both, pooled, feat_channels, stacked_convs, norm_cfg)
        reg = task_decomposition(both, pooled, feat_channels, stacked_convs, norm_cfg)
        logits = conv(cls, anchors * num_classes, 3, 1, 1)
        prob = conv(relu_inplace(conv(both, feat_channels // 4)), 1, 3, 1, 1)
        # the geometric mean of two sigmoids
        product = mul(keeps_output(logits), keeps_output(prob))
        classes.append(keeps_output(product))
        boxes = conv(reg, anchors * 4, 3, 1, 1)
        boxes = mul(keeps_output(boxes) if anchor_type == 'anchor_free' else boxes, tensor((1,), True))
        offset = conv(relu_inplace(conv(both, feat_channels // 4)), 8, 3, 1, 1)
        for y in (boxes, offset):
            keep(copied(y, y['shape']))
        return x
    on_each(maps, on_map)
    weight(len(maps))
    scores(classes, num_classes, times_kept(loss_cls or {'type': 'QualityFocalLoss'}))


def DDODHead(maps, num_classes, in_channels, stacked_convs=4, feat_channels=256, conv_cfg=None, use_dcn=True, norm_cfg=GROUPS, anchor_generator=None,
             loss_cls=None, **rest):
    anchors = anchors_at(anchor_generator)
    classes = []

    def on_map(x):
        ends = []
        for branch in (0, 1):
            y = x
            for i in range(stacked_convs):
                cfg = {'type': 'DCN'} if i == 0 and use_dcn else conv_cfg
                y = conv_module(y, feat_channels, 3, 1, 1, conv_cfg=cfg, norm_cfg=norm_cfg)
            ends.append(y)
        classes.append(conv(ends[0], anchors * num_classes, 3, 1, 1))
        mul(conv(ends[1], anchors * 4, 3, 1, 1), tensor((1,), True))
        conv(ends[1], anchors, 3, 1, 1)
        return x
    on_each(maps, on_map)
    weight(len(maps))
    scores(classes, num_classes, times_kept(loss_cls))


def AutoAssignHead(maps, num_classes, in_channels, stacked_convs=4, feat_channels=256, conv_cfg=None, norm_cfg=GROUPS, **rest):
    """A loss over all points and classes, and center priors per class."""
    weight(4 * num_classes)
    outs = head_over(maps, stacked_convs, feat_channels, conv_cfg, norm_cfg, num_classes, 4, (1,), (), True, False, True)
    for x in outs['reg']:
        keeps_input(x)
    scores(outs['cls'], num_classes, 8)


def FSAFHead(maps, num_classes, in_channels, loss_cls={'type': 'FocalLoss', 'use_sigmoid': True}, **args):
    outs = RetinaHead(maps, num_classes, in_channels, loss_cls=loss_cls, **args)
    for x in outs['reg']:
        relu(x)


def PAAHead(maps, num_classes, in_channels, loss_cls=None, **args):
    """An ATSS head with a second loss of every positive's score."""
    ATSSHead(maps, num_classes, in_channels, loss_cls=loss_cls, **args)


def NASFCOSHead(maps, num_classes, in_channels, feat_channels=256, loss_cls=None, norm_cfg=GROUPS, **rest):
    """Towers of fixed kinds of convolutions: DCNv2, 3 x 3, DCNv2, 1 x 1."""
    outs = {'cls': [], 'reg': []}

    def searched(x):
        for kind, kernel in (('DCNv2', 3), ('Conv2d', 3), ('DCNv2', 3), ('Conv2d', 1)):
            cfg = {'type': 'DCNv2', 'deform_groups': 2} if kind == 'DCNv2' else None
            x = conv_module(x, feat_channels, kernel, 1, kernel // 2, bias=kind == 'DCNv2', conv_cfg=cfg, norm_cfg=norm_cfg)
        return x

    def on_map(x):
        cls, reg = searched(x), searched(x)
        outs['cls'].append(conv(cls, num_classes, 3, 1, 1))
        outs['reg'].append(keeps_output(mul(conv(reg, 4, 3, 1, 1), tensor((1,), True))))
        conv(cls, 1, 3, 1, 1)
        return x
    on_each(maps, on_map)
    weight(len(maps))
    scores(outs['cls'], num_classes, times_kept(loss_cls))
