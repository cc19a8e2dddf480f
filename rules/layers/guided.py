# SPDX-License-Identifier: MIT
"""Heads whose anchors come from the picture, and others of the RetinaNet kind: mmdet/models/dense_heads/guided_anchor_head.py, ga_rpn_head.py, ga_retina_head.py,
cascade_rpn_head.py, sabl_retina_head.py, centernet_update_head.py, ld_head.py, roi_heads/bbox_heads/sabl_head.py, seg_heads/panoptic_fpn_head.py,
necks/nasfcos_fpn.py (3.x)."""


def feature_adaption(x, shape, channels, deform_groups):
    """Offsets from the predicted shapes, through which no gradient flows back."""
    offset = conv(tensor(shape['shape'], False), deform_groups * 18, bias=False)
    return relu_inplace(deformable_at(x, offset, channels, 3, 1))


def guided(x, feat_channels, deform_groups, classes, outs):
    conv(x, 1)
    shape = conv(x, 2)
    y = feature_adaption(x, shape, feat_channels, deform_groups)
    outs['cls'].append(conv(y, classes))
    outs['reg'].append(conv(y, 4))


def GARPNHead(maps, in_channels, num_classes=1, feat_channels=256, deform_groups=4, approx_anchor_generator=None,
              loss_cls={'type': 'CrossEntropyLoss', 'use_sigmoid': True}, **rest):
    """What is compared with the objects are several anchors around each point, though one is predicted."""
    n = classes_of(num_classes, loss_cls)
    outs = {'cls': [], 'reg': []}

    def on_map(x):
        guided(relu_inplace(conv(x, feat_channels, 3, 1, 1)), feat_channels, deform_groups, n, outs)
        return x
    on_each(maps, on_map)
    assigned(maps, anchors_at(approx_anchor_generator))
    scores(outs['cls'], n, 3)
    scores(outs['reg'], 4, 2)


def GARetinaHead(maps, num_classes, in_channels, stacked_convs=4, feat_channels=256, conv_cfg=None, norm_cfg=None, deform_groups=4, approx_anchor_generator=None,
                 loss_cls={'type': 'FocalLoss', 'use_sigmoid': True}, **rest):
    n = classes_of(num_classes, loss_cls)
    classes = []

    def on_map(x):
        cls = tower(x, stacked_convs, feat_channels, conv_cfg, norm_cfg)
        reg = tower(x, stacked_convs, feat_channels, conv_cfg, norm_cfg)
        conv(cls, 1)
        shape = conv(reg, 2)
        classes.append(conv(feature_adaption(cls, shape, feat_channels, deform_groups), n, 3, 1, 1))
        conv(feature_adaption(reg, shape, feat_channels, deform_groups), 4, 3, 1, 1)
        return x
    on_each(maps, on_map)
    assigned(maps, anchors_at(approx_anchor_generator))
    scores(classes, n, times_kept(loss_cls))


def SABLRetinaHead(maps, num_classes, in_channels, stacked_convs=4, feat_channels=256, conv_cfg=None, norm_cfg=None, bbox_coder={'num_buckets': 14},
                   loss_cls={'type': 'FocalLoss', 'use_sigmoid': True}, **rest):
    n = classes_of(num_classes, loss_cls)
    sides = (bbox_coder['num_buckets'] + 1) // 2 * 4
    outs = {'cls': [], 'reg': []}

    def on_map(x):
        cls = tower(x, stacked_convs, feat_channels, conv_cfg, norm_cfg)
        reg = tower(x, stacked_convs, feat_channels, conv_cfg, norm_cfg)
        outs['cls'].append(conv(cls, n, 3, 1, 1))
        outs['reg'] += [conv(reg, sides, 3, 1, 1), conv(reg, sides, 3, 1, 1)]
        return x
    on_each(maps, on_map)
    scores(outs['cls'], n, times_kept(loss_cls))
    scores(outs['reg'], sides, 3)


def SABLHead(x, num_classes, cls_in_channels=256, reg_in_channels=256, roi_feat_size=7, reg_feat_up_ratio=2, reg_pre_kernel=3, reg_post_kernel=3, reg_pre_num=2,
             reg_post_num=1, cls_out_channels=1024, reg_offset_out_channels=256, reg_cls_out_channels=256, num_cls_fcs=1, num_reg_fcs=0, norm_cfg=None, **rest):
    """Boxes by their sides: rows and columns of the regions, each larger by a deconvolution of one dimension."""
    n, c, h, w = x['shape']
    cls = view(x, (n, c * h * w))
    for i in range(num_cls_fcs):
        cls = relu_inplace(linear(cls, cls_out_channels))
    cls = linear(cls, num_classes + 1)
    reg = x
    for i in range(reg_pre_num):
        reg = conv_module(reg, reg_in_channels, reg_pre_kernel, 1, reg_pre_kernel // 2, norm_cfg=norm_cfg)
    lines = []
    for axis in (0, 1):
        gate = keeps_output(conv(reg, 1))
        keep(gate)
        mul(reg, copied(gate, gate['shape']))
        y = tensor((n, reg_in_channels) + ((1, w) if axis == 0 else (h, 1)), True, x['size'])
        for i in range(reg_post_num):
            kernel = (1, reg_post_kernel) if axis == 0 else (reg_post_kernel, 1)
            y = conv_module(y, reg_in_channels, kernel, 1, [k // 2 for k in kernel], norm_cfg=norm_cfg)
        if reg_feat_up_ratio > 1:
            y = view(y, (n, reg_in_channels, 1, elements(y['shape'][2:])))
            y = relu_inplace(deconv(y, reg_in_channels, (1, reg_feat_up_ratio), (1, reg_feat_up_ratio)))
        lines.append(copied(y, (n * elements(y['shape'][2:]), reg_in_channels)))
    for i, y in enumerate(lines):
        NOW['shared'] += i
        for out in (reg_offset_out_channels, reg_cls_out_channels):
            z = y
            for k in range(num_reg_fcs):
                z = relu_inplace(linear(z, out))
            linear(z, 1)
        NOW['shared'] -= i
    if NOW['losses']:
        softmax(cls)


def CascadeRPNHead(maps, num_stages, stages, num_classes=1, **rest):
    """Stages on the same maps; those behind the first look where its anchors moved to."""
    for i in range(num_stages):
        again = build('stages[' + str(i) + ']', stages[i], maps)
        maps = maps if again is None else again


def StageCascadeRPNHead(maps, in_channels, feat_channels=256, anchor_generator={'type': 'AnchorGenerator', 'scales': [8], 'ratios': [1.0]},
                        adapt_cfg={'type': 'dilation', 'dilation': 3}, bridged_feature=False, with_cls=True, loss_cls={'type': 'CrossEntropyLoss', 'use_sigmoid': True},
                        **rest):
    anchors = anchors_at(anchor_generator)
    n = classes_of(1, loss_cls)
    outs, bridged = [], []

    def on_map(x):
        if adapt_cfg['type'] == 'offset':
            where = tensor((x['shape'][0], 18) + x['shape'][2:], False)
            y = relu_inplace(deformable_at(x, where, feat_channels, 3, 1))
        else:
            d = adapt_cfg.get('dilation', 3)
            y = relu_inplace(conv(x, feat_channels, 3, 1, d, d))
        bridged.append(y)
        if with_cls:
            outs.append(conv(y, anchors * n))
        conv(y, anchors * 4)
        return x
    on_each(maps, on_map)
    scores(outs, n, 3)
    return bridged if bridged_feature else None


def CenterNetUpdateHead(maps, num_classes, in_channels, stacked_convs=4, feat_channels=256, conv_cfg=None, norm_cfg={'type': 'GN', 'num_groups': 32},
                        conv_bias='auto', loss_cls=None, **rest):
    outs = head_over(maps, stacked_convs, feat_channels, conv_cfg, norm_cfg, num_classes, 4, (), (), True, False, conv_bias)
    for x in outs['reg']:
        keeps_input(x)
    scores(outs['cls'], num_classes, 6)


def PISARetinaHead(maps, num_classes, in_channels, **args):
    """Its loss looks at each anchor's loss before it is summed."""
    outs = RetinaHead(maps, num_classes, in_channels, **args)
    scores(outs['cls'], num_classes, 2)
    return outs


def LDHead(maps, num_classes, in_channels, reg_max=16, **args):
    outs = GFLHead(maps, num_classes, in_channels, reg_max=reg_max, **args)
    scores(outs['reg'], reg_max + 1, 2)
    return outs


LADHead = PAAHead


def PanopticFPNHead(maps, num_things_classes=80, num_stuff_classes=53, in_channels=256, inner_channels=128, start_level=0, end_level=4, conv_cfg=None,
                    norm_cfg={'type': 'GN', 'num_groups': 32, 'requires_grad': True}, **rest):
    total, n = None, maps[0]['shape'][0]
    for level in range(start_level, end_level):
        x = maps[level]
        for i in range(max(level, 1)):
            x = conv_module(x, inner_channels, 3, 1, 1, conv_cfg=conv_cfg, norm_cfg=norm_cfg)
            if level > 0:
                x = resize(x, [2 * d for d in x['shape'][2:]])
        total = x if total is None else add(total, x)
    predicted = conv(total, num_stuff_classes + 1)
    if NOW['losses']:
        softmax(predicted)


def concat_cell(a, b, channels, with_first, with_second):
    size = max(a['shape'][2:], b['shape'][2:])
    a = conv_module(a, channels, 3, 1, 1, bias=True) if with_first else a
    b = conv_module(b, channels, 3, 1, 1, bias=True) if with_second else b
    y = cat([merge_sizes(a, size), merge_sizes(b, size)])
    return conv(relu_inplace(norm(y, {'type': 'BN'})), channels, groups=channels, bias=False)


def NASFCOS_FPN(maps, in_channels, out_channels, num_outs, start_level=1, end_level=-1, add_extra_convs=False, conv_cfg=None, norm_cfg=None, **rest):
    end = len(maps) if end_level in (-1, len(maps) - 1) else end_level + 1
    feats = [conv_module(x, out_channels, bias=False, norm_cfg={'type': 'BN'}, act_cfg={'type': 'ReLU', 'inplace': False}) for x in maps[start_level:end]]
    for a, b, first, second in ((2, 2, True, True), (2, 2, True, True), (3, 2, True, False), (0, 2, True, False), (4, 2, True, True), (3, 6, True, True), (6, 1, True, True)):
        feats.append(concat_cell(feats[a], feats[b], out_channels, first, second))
    outs = []
    for a, level in ((9, 1), (8, 2), (7, 3)):
        y = add(feats[a], resize(feats[5], feats[a]['shape'][2:]))
        outs.append(resize(y, maps[level]['shape'][2:]))
    while len(outs) < num_outs:
        x = outs[-1]
        outs.append(conv(relu(x) if len(outs) > 3 else x, out_channels, 3, 2, 1))
    return outs
