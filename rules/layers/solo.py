# SPDX-License-Identifier: MIT
"""Instance segmentation without regions: mmdet/models/dense_heads/solo_head.py, solov2_head.py, yolact_head.py, condinst_head.py, boxinst_head.py (3.x)."""


def solo_feats(maps):
    """The first map at half its size, the last one at that of the one before."""
    maps = list(maps)
    first, last = maps[0], maps[-1]
    return [resize(first, [d // 2 for d in first['shape'][2:]])] + maps[1:-1] + [resize(last, maps[-2]['shape'][2:])]


def with_coordinates(x, count=2):
    n, c, h, w = x['shape']
    return tensor((n, c + count, h, w), x['grad'], x['size'])


def solo_tower(x, n, channels, norm_cfg, last_cfg=None):
    for i in range(n):
        x = conv_module(x, channels, 3, 1, 1, conv_cfg=last_cfg if i == n - 1 else None, norm_cfg=norm_cfg)
    return x


def solo_classes(x, grid, cfg):
    for i in range(cfg['convs']):
        if i == cfg['down']:
            x = resize(x, (grid, grid))
        x = conv_module(x, cfg['width'], 3, 1, 1, conv_cfg=cfg['last'] if i == cfg['convs'] - 1 else None, norm_cfg=cfg['norm'])
    return conv(x, cfg['classes'], 3, 1, 1)


def SOLOHead(maps, num_classes, in_channels, feat_channels=256, stacked_convs=4, num_grids=(40, 36, 24, 16, 12), cls_down_index=0, norm_cfg=None, loss_cls=None,
             branches=1, dcn_cfg=None, light=False, **rest):
    """Every cell of a grid has a mask of the picture; decoupled: every row and every column (branches 2; light: of one tower)."""
    cfg = {'convs': stacked_convs, 'width': feat_channels, 'norm': norm_cfg, 'classes': num_classes, 'down': cls_down_index, 'last': dcn_cfg}
    classes, masks, n = [], 0, maps[0]['shape'][0]
    for i, x in enumerate(solo_feats(maps)):
        NOW['shared'] += 1 if i else 0
        ends = [solo_tower(with_coordinates(x, 2 if branches == 1 or light else 1), stacked_convs, feat_channels, norm_cfg, dcn_cfg) for b in range(1 if light else branches)]
        ends = [resize(y, [2 * d for d in y['shape'][2:]]) for y in ends]
        classes.append(solo_classes(x, num_grids[i], cfg))
        NOW['shared'] -= 1 if i else 0
        for b in range(branches):
            y = ends[0 if light else b]
            y = conv(y, num_grids[i] ** 2) if branches == 1 else conv(y, num_grids[i], 3, 1, 1)
            masks += y['store']['bytes']
    scores(classes, num_classes, times_kept(loss_cls))
    if NOW['losses']:
        h, w = maps[0]['shape'][2:]
        # the positives' masks: sigmoid, targets; decoupled: both sides of a product
        keep_bytes(SOLO_CELLS * objects(n) * h * w * 4 * (2 if branches == 1 else 5))
        moment(masks)


# Cells of the grids that are an object's, its middle on one or two levels
SOLO_CELLS = 4


def DecoupledSOLOHead(maps, num_classes, in_channels, **args):
    return SOLOHead(maps, num_classes, in_channels, branches=2, **args)


def DecoupledSOLOLightHead(maps, num_classes, in_channels, **args):
    return SOLOHead(maps, num_classes, in_channels, branches=2, light=True, **args)


def mask_feature_maps(maps, cfg, norm_cfg):
    """SOLOv2's mask features: levels are made larger step by step and added."""
    start, end = cfg['start_level'], cfg['end_level']
    used = maps[start:end + 1]
    total = None
    for i, x in enumerate(used):
        level = start + i
        x = with_coordinates(x) if level == end else x
        for j in range(max(level, 1)):
            x = conv_module(x, cfg['feat_channels'], 3, 1, 1, conv_cfg=cfg.get('conv_cfg'), norm_cfg=norm_cfg, act_cfg={'type': 'ReLU', 'inplace': False})
            if level > 0:
                x = resize(x, [2 * d for d in x['shape'][2:]])
        total = x if total is None else add(total, x)
    return conv_module(total, cfg['out_channels'], conv_cfg=cfg.get('conv_cfg'), norm_cfg=norm_cfg)


def SOLOV2Head(maps, num_classes, in_channels, mask_feature_head=None, feat_channels=256, stacked_convs=4, num_grids=(40, 36, 24, 16, 12), norm_cfg=None, dcn_cfg=None,
               dcn_apply_to_all_conv=True, dynamic_conv_size=1, loss_cls=None, **rest):
    feats = mask_feature_maps(maps, mask_feature_head, mask_feature_head.get('norm_cfg'))
    n = maps[0]['shape'][0]
    classes = []
    for i, x in enumerate(solo_feats(maps)):
        NOW['shared'] += 1 if i else 0
        cell = resize(x, (num_grids[i], num_grids[i]))
        ends = []
        for y in (with_coordinates(cell), copied(cell, cell['shape'])):
            for k in range(stacked_convs):
                conv_cfg = dcn_cfg if dcn_apply_to_all_conv or k == stacked_convs - 1 else None
                y = conv_module(y, feat_channels, 3, 1, 1, bias=norm_cfg is None, conv_cfg=conv_cfg, norm_cfg=norm_cfg)
            ends.append(y)
        conv(ends[0], mask_feature_head['out_channels'] * dynamic_conv_size ** 2, 3, 1, 1)
        classes.append(conv(ends[1], num_classes, 3, 1, 1))
        NOW['shared'] -= 1 if i else 0
    scores(classes, num_classes, times_kept(loss_cls))
    if NOW['losses']:
        keep(feats)
        keep_bytes(2 * SOLO_CELLS * objects(n) * elements(feats['shape'][2:]) * 4)


def YOLACTHead(maps, num_classes, in_channels, num_head_convs=1, num_protos=32, feat_channels=256, conv_cfg=None, norm_cfg=None, anchor_generator=None,
               loss_cls={'type': 'CrossEntropyLoss'}, **rest):
    anchors = anchors_at(anchor_generator)
    n = classes_of(num_classes, loss_cls)
    outs = []

    def on_map(x):
        x = tower(x, num_head_convs, feat_channels, conv_cfg, norm_cfg)
        outs.append(conv(x, anchors * n, 3, 1, 1))
        conv(x, anchors * 4, 3, 1, 1)
        keeps_output(conv(x, anchors * num_protos, 3, 1, 1))
        return x
    on_each(maps, on_map)
    scores(outs, n, 2 if NOW['old_softmax'] else 1)


def YOLACTProtonet(maps, num_classes, in_channels=256, proto_channels=(256, 256, 256, None, 256, 32), proto_kernel_sizes=(3, 3, 3, -2, 3, 1), include_last_relu=True,
                   with_seg_branch=True, max_masks_to_train=100, **rest):
    x = maps[0]
    n = x['shape'][0]
    if with_seg_branch:
        seg = conv(x, num_classes)
        if NOW['losses']:
            keep_bytes(2 * elements(seg['shape']) * 4)
    for i, (out, kernel) in enumerate(zip(proto_channels, proto_kernel_sizes)):
        if kernel > 0:
            x = conv(x, out, kernel, 1, kernel // 2)
        elif out is None:
            x = resize(x, [-kernel * d for d in x['shape'][2:]])
        else:
            x = deconv(x, out, -kernel, 1, kernel // 2)
        if include_last_relu or i < len(proto_channels) - 1:
            x = relu_inplace(x)
    if NOW['losses']:  # up to so many masks a picture: sigmoid, crop, product, cross entropy and its targets
        h, w = x['shape'][2:]
        keep(copied(x, x['shape']))
        keep_bytes(min(3 * objects(n), max_masks_to_train * n) * h * w * 4 * 5)


def CondInstBboxHead(maps, num_classes, in_channels, num_params=169, **args):
    """FCOS with one more prediction: the weights of a mask's convolutions."""
    return FCOSHead(maps, num_classes, in_channels, more=(num_params,), **args)


BoxInstBboxHead = CondInstBboxHead


def CondInstMaskHead(maps, mask_feature_head=None, num_layers=3, feat_channels=8, mask_out_stride=4, max_masks_to_train=-1, topk_masks_per_img=-1, pairwise=0, **rest):
    cfg = mask_feature_head
    used = maps[cfg['start_level']:cfg['end_level'] + 1]
    act_cfg = {'type': 'ReLU', 'inplace': False}
    total = None
    for x in used:
        x = conv_module(x, cfg['feat_channels'], 3, 1, 1, bias=False, conv_cfg=cfg.get('conv_cfg'), norm_cfg=cfg.get('norm_cfg'), act_cfg=act_cfg)
        total = x if total is None else add(total, resize(x, total['shape'][2:]))
    for i in range(cfg.get('num_stacked_convs', 4)):
        total = conv_module(total, cfg['feat_channels'], 3, 1, 1, bias=False, conv_cfg=cfg.get('conv_cfg'), norm_cfg=cfg.get('norm_cfg'))
    feats = conv(total, cfg['out_channels'])
    if NOW['losses']:
        n = maps[0]['shape'][0]
        count = 64 * n if topk_masks_per_img > 0 else 10 * objects(n)
        count = min(count, topk_masks_per_img * n) if topk_masks_per_img > 0 else count
        count = min(count, max_masks_to_train * n) if max_masks_to_train > 0 else count
        area = elements(feats['shape'][2:])
        keep_bytes(count * area * 4 * (cfg['out_channels'] + 2 + feat_channels * (num_layers - 1) + 4 * 4 + pairwise * 4))


def BoxInstMaskHead(maps, pairwise_size=3, **args):
    """Each mask's logits are compared with those of the points around them."""
    return CondInstMaskHead(maps, pairwise=6 * (pairwise_size ** 2 - 1), **args)
