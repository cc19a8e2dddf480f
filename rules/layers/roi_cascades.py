# SPDX-License-Identifier: MIT
"""Heads on regions with more than boxes and masks: mmdet/models/roi_heads/htc_roi_head.py, scnet_roi_head.py, mask_scoring_roi_head.py, grid_roi_head.py,
point_rend_roi_head.py, double_roi_head.py, multi_instance_roi_head.py, sparse_roi_head.py and their heads in bbox_heads/ and mask_heads/ (3.x)."""

NO_NORM = {'conv_cfg': None, 'norm_cfg': None}


def FusedSemanticHead(maps, num_ins, fusion_level, num_convs=4, in_channels=256, conv_out_channels=256, num_classes=183, conv_cfg=None, norm_cfg=None,
                      residual=False, **rest):
    """(features, predictions) of a semantic segmentation at one level, into which all others are added."""
    size = maps[fusion_level]['shape'][2:]
    act_cfg = {'type': 'ReLU', 'inplace': False}
    sides = [conv_module(x if i == fusion_level else resize(x, size), in_channels, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg) for i, x in enumerate(maps)]
    x = copied(sides[0], sides[0]['shape'])
    if residual:
        x = simplified_blocks(x, conv_out_channels, num_convs // 2, conv_cfg, norm_cfg)
    else:
        x = mask_tower(x, {'num_convs': num_convs, 'conv_out_channels': conv_out_channels, 'conv_cfg': conv_cfg, 'norm_cfg': norm_cfg})
    predicted = conv(x, num_classes)
    if NOW['losses']:
        softmax(predicted)
    return conv_module(x, conv_out_channels, conv_cfg=conv_cfg, norm_cfg=norm_cfg)


def SCNetSemanticHead(maps, conv_to_res=True, **args):
    return FusedSemanticHead(maps, residual=conv_to_res, **args)


def simplified_blocks(x, out, blocks, conv_cfg, norm_cfg):
    """ResLayer of SimplifiedBasicBlock: no activation behind the sum."""
    for i in range(blocks):
        around = x
        y = relu_inplace(norm(conv_of(conv_cfg, x, out, 3, 1, 1, bias=norm_cfg is None), norm_cfg))
        y = norm(conv_of(conv_cfg, y, out, 3, 1, 1, bias=norm_cfg is None), norm_cfg)
        if i == 0 and x['shape'][1] != out:
            around = norm(conv_of(conv_cfg, x, out, bias=False), norm_cfg)
        x = add(y, around)
    return x


def with_semantic(x, semantic, extractor, count):
    """Regions with those of the semantic features added, which are made smaller where they are larger."""
    if semantic is None:
        return x
    y = regions([semantic], extractor, count)
    if y['shape'][2:] != x['shape'][2:]:
        y = pool_to(y, x['shape'][2:])
    return add(x, y)


def htc_mask_features(x, before, cfg):
    """The tower of a mask head of HTC on regions and the tower before it."""
    if before is not None and cfg.get('with_conv_res', True):
        x = add(x, conv_module(before, cfg.get('conv_out_channels', 256), conv_cfg=cfg.get('conv_cfg'), norm_cfg=cfg.get('norm_cfg')))
    elif cfg.get('with_conv_res', True):
        n = cfg.get('conv_out_channels', 256)
        weight(n * n + n)
    return mask_tower(x, {'num_convs': cfg.get('num_convs', 4), 'conv_out_channels': cfg.get('conv_out_channels', 256), 'conv_cfg': cfg.get('conv_cfg'),
                          'norm_cfg': cfg.get('norm_cfg')})


def HTCMaskHead(x, before=None, num_classes=80, conv_out_channels=256, class_agnostic=False, upsample_cfg={'type': 'deconv', 'scale_factor': 2}, **cfg):
    cfg.update(conv_out_channels=conv_out_channels)
    return mask_end(htc_mask_features(x, before, cfg), num_classes, conv_out_channels, class_agnostic, upsample_cfg)


def HybridTaskCascadeRoIHead(maps, train_cfg, num_stages, bbox_roi_extractor=None, bbox_head=None, mask_roi_extractor=None, mask_head=None, semantic_roi_extractor=None,
                             semantic_head=None, semantic_fusion=('bbox', 'mask'), mask_info_flow=True, **rest):
    semantic = None if semantic_head is None else build('semantic_head', semantic_head, maps)
    for i in range(num_stages):
        count, positive = sampled(train_cfg[i], maps[0]['shape'][0])
        x = regions(maps, at_stage(bbox_roi_extractor, i), count)
        if 'bbox' in semantic_fusion:
            x = with_semantic(x, semantic, semantic_roi_extractor, count)
        build('bbox_head[' + str(i) + ']', at_stage(bbox_head, i), x)
        if mask_head is None:
            continue
        x = regions(maps, at_stage(mask_roi_extractor or bbox_roi_extractor, i), positive)
        if 'mask' in semantic_fusion:
            x = with_semantic(x, semantic, semantic_roi_extractor, positive)
        before = None
        enter(ledger_path('mask_head[' + str(i) + ']'), 'mask_info_flow')
        NOW['shared'] += 1
        for k in range(i if mask_info_flow else 0):
            before = htc_mask_features(x, before, at_stage(mask_head, k))
        NOW['shared'] -= 1
        leave()
        build('mask_head[' + str(i) + ']', at_stage(mask_head, i), x, before=before)


def ledger_path(path):
    return NOW['open'][-1]['path'] + '.' + path if NOW['open'] and NOW['open'][-1]['path'] else path


def GlobalContextHead(maps, num_convs=4, in_channels=256, conv_out_channels=256, num_classes=80, conv_cfg=None, norm_cfg=None, conv_to_res=False, **rest):
    x = maps[-1]
    if conv_to_res:
        x = simplified_blocks(x, conv_out_channels, num_convs // 2, conv_cfg, norm_cfg)
    else:
        x = mask_tower(x, {'num_convs': num_convs, 'conv_out_channels': conv_out_channels, 'conv_cfg': conv_cfg, 'norm_cfg': norm_cfg})
    x = pool_to(x, 1)
    linear(view(x, x['shape'][:2]), num_classes)
    return x


def FeatureRelayHead(x, in_channels=1024, out_conv_channels=256, roi_feat_size=7, scale_factor=2, **rest):
    y = linear(x, roi_feat_size ** 2 * out_conv_channels)
    size = roi_feat_size * scale_factor
    return copied(y, (x['shape'][0], out_conv_channels, size, size))


def SCNetBBoxHead(x, num_classes, num_shared_convs=0, num_shared_fcs=0, conv_out_channels=256, fc_out_channels=1024, conv_cfg=None, norm_cfg=None, with_avg_pool=False,
                  **args):
    """A head that also returns what its shared layers give."""
    shared = convs_and_fcs(x, num_shared_convs, conv_out_channels, num_shared_fcs, fc_out_channels, conv_cfg, norm_cfg, with_avg_pool, False)
    ConvFCBBoxHead(shared, num_classes, conv_out_channels=conv_out_channels, fc_out_channels=fc_out_channels, conv_cfg=conv_cfg, norm_cfg=norm_cfg,
                   with_avg_pool=with_avg_pool, **args)
    return shared


def SCNetMaskHead(x, conv_to_res=True, num_classes=80, num_convs=4, conv_out_channels=256, class_agnostic=False, upsample_cfg={'type': 'deconv', 'scale_factor': 2},
                  conv_cfg=None, norm_cfg=None, **rest):
    if conv_to_res:
        x = simplified_blocks(x, conv_out_channels, num_convs // 2, conv_cfg, norm_cfg)
    else:
        x = mask_tower(x, {'num_convs': num_convs, 'conv_out_channels': conv_out_channels, 'conv_cfg': conv_cfg, 'norm_cfg': norm_cfg})
    return mask_end(x, num_classes, conv_out_channels, class_agnostic, upsample_cfg)


def SCNetRoIHead(maps, train_cfg, num_stages, bbox_roi_extractor=None, bbox_head=None, mask_roi_extractor=None, mask_head=None, semantic_roi_extractor=None,
                 semantic_head=None, feat_relay_head=None, glbctx_head=None, **rest):
    semantic = None if semantic_head is None else build('semantic_head', semantic_head, maps)
    if glbctx_head is not None:
        build('glbctx_head', glbctx_head, maps)
    for i in range(num_stages):
        count, positive = sampled(train_cfg[i], maps[0]['shape'][0])
        x = with_semantic(regions(maps, at_stage(bbox_roi_extractor, i), count), semantic, semantic_roi_extractor, count)
        shared = build('bbox_head[' + str(i) + ']', at_stage(bbox_head, i), x)
    if feat_relay_head is not None and shared is not None:
        build('feat_relay_head', feat_relay_head, copied(shared, (positive,) + shared['shape'][1:]))
    if mask_head is not None:
        x = with_semantic(regions(maps, mask_roi_extractor, positive), semantic, semantic_roi_extractor, positive)
        build('mask_head', mask_head, copied(x, x['shape']))


def MaskIoUHead(x, masks, num_convs=4, num_fcs=2, conv_out_channels=256, fc_out_channels=1024, num_classes=80, **rest):
    """x: the regions' features; masks: the mask of the right class of each, twice as large."""
    y = max_pool(view(keeps_output(masks), (masks['shape'][0], 1) + masks['shape'][1:]), 2, 2)
    x = cat([x, y])
    for i in range(num_convs):
        x = relu(conv(x, conv_out_channels, 3, 2 if i == num_convs - 1 else 1, 1))
    x = view(x, (x['shape'][0], elements(x['shape'][1:])))
    for i in range(num_fcs):
        x = relu(linear(x, fc_out_channels))
    linear(x, num_classes)


def MaskScoringRoIHead(maps, train_cfg, mask_iou_head=None, bbox_roi_extractor=None, mask_roi_extractor=None, **args):
    count, positive = sampled(train_cfg, maps[0]['shape'][0])
    StandardRoIHead(maps, train_cfg, bbox_roi_extractor=bbox_roi_extractor, mask_roi_extractor=mask_roi_extractor, **args)
    x = tensor((positive, 256, 14, 14), True, maps[0]['size'])
    x['store']['kept'] = True  # by the mask head
    build('mask_iou_head', mask_iou_head, x, masks=tensor((positive, 28, 28), True, maps[0]['size']))


def GridHead(x, grid_points=9, num_convs=8, in_channels=256, conv_kernel_size=3, point_feat_channels=64, deconv_kernel_size=4, conv_cfg=None,
             norm_cfg={'type': 'GN', 'num_groups': 36}, **rest):
    out = point_feat_channels * grid_points
    for i in range(num_convs):
        x = conv_module(x, out, conv_kernel_size, 2 if i == 0 else 1, (conv_kernel_size - 1) // 2, bias=True, conv_cfg=conv_cfg, norm_cfg=norm_cfg)
    n, c, h, w = x['shape']
    side = int(round(grid_points ** 0.5))
    edges = 4 * side * (side - 1)
    first = [tensor((n, point_feat_channels, h, w), True, x['size']) for i in range(grid_points)]

    def moved(y):
        return conv(conv(y, point_feat_channels, 5, 1, 2, groups=point_feat_channels), point_feat_channels)
    for i in range(edges):
        moved(view(x, (n, point_feat_channels, h, w)))
    for i in range(edges):
        moved(first[i % grid_points])
    ends = []
    for i, y in enumerate((copied(x, x['shape']), x)):
        NOW['shared'] += i
        y = deconv(y, out, deconv_kernel_size, 2, (deconv_kernel_size - 2) // 2, groups=grid_points)
        y = relu_inplace(group_norm(y, grid_points))
        ends.append(deconv(y, grid_points, deconv_kernel_size, 2, (deconv_kernel_size - 2) // 2, groups=grid_points))
        NOW['shared'] -= i
    scores(ends, grid_points, 3)


def GridRoIHead(maps, train_cfg, grid_roi_extractor=None, grid_head=None, **args):
    count, positive = sampled(train_cfg, maps[0]['shape'][0])
    StandardRoIHead(maps, train_cfg, **args)
    x = regions(maps, grid_roi_extractor or args['bbox_roi_extractor'], min(positive, train_cfg.get('max_num_grid', 192)))
    build('grid_head', grid_head, x)


def CoarseMaskHead(x, num_convs=0, num_fcs=2, fc_out_channels=1024, downsample_factor=2, conv_out_channels=256, num_classes=80, conv_cfg=None, norm_cfg=None, **rest):
    x = mask_tower(x, {'num_convs': num_convs, 'conv_out_channels': conv_out_channels, 'conv_cfg': conv_cfg, 'norm_cfg': norm_cfg})
    if downsample_factor > 1:
        x = conv_module(x, conv_out_channels, downsample_factor, downsample_factor, conv_cfg=conv_cfg, norm_cfg=norm_cfg)
    n, c, h, w = x['shape']
    x = view(x, (n, c * h * w))
    for i in range(num_fcs):
        x = relu(linear(x, fc_out_channels))
    return view(linear(x, num_classes * h * w), (n, num_classes, h, w))


def MaskPointHead(x, coarse, num_classes, num_fcs=3, in_channels=256, fc_channels=256, class_agnostic=False, coarse_pred_each_layer=True, norm_cfg=None, **rest):
    """x, coarse: (N, C, points): fine features of points and the coarse prediction there."""
    n, c, points = x['shape']

    def column(y):
        return view(y, y['shape'] + (1,))
    x, coarse = column(x), column(coarse)
    x = cat([x, coarse])
    for i in range(num_fcs):
        x = conv_module(x, fc_channels, norm_cfg=norm_cfg)
        if coarse_pred_each_layer:
            x = cat([x, coarse])
    conv(x, 1 if class_agnostic else num_classes)


def PointRendRoIHead(maps, train_cfg, point_head=None, mask_head=None, **args):
    count, positive = sampled(train_cfg, maps[0]['shape'][0])
    StandardRoIHead(maps, train_cfg, mask_head=mask_head, **args)
    points = train_cfg.get('num_points', 196)
    build('point_head', point_head, tensor((positive, point_head.get('in_channels', 256), points), True), coarse=tensor((positive, point_head['num_classes'], points), True))


def DoubleConvFCBBoxHead(x, reg=None, num_classes=80, num_convs=0, num_fcs=0, conv_out_channels=1024, fc_out_channels=1024, conv_cfg=None, norm_cfg={'type': 'BN'},
                         with_avg_pool=True, reg_class_agnostic=False, **rest):
    """x: regions for the classes; reg: larger ones for the boxes."""
    reg = x if reg is None else reg
    y = conv_module(reg, reg['shape'][1], 3, 1, 1, bias=False, norm_cfg={'type': 'BN'})
    y = conv_module(y, conv_out_channels, bias=False, norm_cfg={'type': 'BN'}, act_cfg=None)
    y = relu_inplace(add(y, conv_module(reg, conv_out_channels, norm_cfg={'type': 'BN'}, act_cfg=None)))
    block = residual_block('BOTTLENECK', conv_cfg, {'type': 'BN'}, False)
    y = residual_stage(y, conv_out_channels // 4, num_convs, 1, 1, block)
    if with_avg_pool:
        y = avg_pool(y, y['shape'][2:])
    y = view(y, (y['shape'][0], elements(y['shape'][1:])))
    x = view(x, (x['shape'][0], elements(x['shape'][1:])))
    for i in range(num_fcs):
        x = relu(linear(x, fc_out_channels))
    cls = linear(x, num_classes + 1)
    linear(y, 4 if reg_class_agnostic else 4 * num_classes)
    if NOW['losses']:
        softmax(cls)


def DoubleHeadRoIHead(maps, train_cfg, bbox_roi_extractor=None, bbox_head=None, mask_roi_extractor=None, mask_head=None, **rest):
    count, positive = sampled(train_cfg, maps[0]['shape'][0])
    build('bbox_head', bbox_head, regions(maps, bbox_roi_extractor, count), reg=regions(maps, bbox_roi_extractor, count))
    if mask_head is not None:
        build('mask_head', mask_head, regions(maps, mask_roi_extractor, positive))


def MultiInstanceBBoxHead(x, num_classes, num_instance=2, with_refine=False, num_shared_convs=0, num_shared_fcs=2, conv_out_channels=256, fc_out_channels=1024,
                          with_avg_pool=False, reg_class_agnostic=False, **rest):
    x = convs_and_fcs(x, num_shared_convs, conv_out_channels, num_shared_fcs, fc_out_channels, None, None, with_avg_pool, False)
    boxes = 4 if reg_class_agnostic else 4 * num_classes
    first = [(linear(x, num_classes + 1), linear(x, boxes)) for i in range(num_instance)]
    for i in range(num_instance if with_refine else 0):
        cls = softmax(first[i][0])
        NOW['shared'] += i
        y = relu_inplace(linear(tensor((x['shape'][0], x['shape'][1] + 20), True, x['size']), x['shape'][1]))
        NOW['shared'] -= i
        linear(y, num_classes + 1)
        linear(y, boxes)
