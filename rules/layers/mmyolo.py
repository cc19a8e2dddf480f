# SPDX-License-Identifier: MIT
"""mmyolo/models: YOLOv5, YOLOv8, YOLOX and RTMDet as MMYOLO writes them: backbones/csp_darknet.py, cspnext.py, necks/yolov5_pafpn.py, yolov8_pafpn.py, yolox_pafpn.py,
cspnext_pafpn.py, dense_heads."""


def YOLODetector(x, backbone, neck=None, bbox_head=None, **rest):
    maps = features(x, backbone, neck)
    build('bbox_head', bbox_head, maps)


def widened(c, factor):
    """make_divisible of MMYOLO: rounded up to a multiple of 8."""
    return -int(-(c * factor) // 8) * 8


def deepened(n, factor):
    return max(round(n * factor), 1) if n > 1 else n


def yolo_bottleneck(x, kernels, identity, cfg, depthwise=False, next_block=False):
    """DarknetBottleneck: two convolutions; CSPNeXtBlock: the second one is of 5 x 5, channel by channel."""
    c = x['shape'][1]
    if next_block:
        y = separable(conv_module(x, c, 3, 1, 1, norm_cfg=cfg['norm'], act_cfg=cfg['act']), c, 5, cfg['norm'], 2, act_cfg=cfg['act'])
    else:
        y = conv_module(x, c, kernels[0], 1, kernels[0] // 2, norm_cfg=cfg['norm'], act_cfg=cfg['act'])
        y = conv_module(y, c, kernels[1], 1, kernels[1] // 2, norm_cfg=cfg['norm'], act_cfg=cfg['act'])
    return add(y, x) if identity else y


def cross_stage(x, out, blocks, identity, cfg, next_block=False, attention=False):
    """CSPLayer: half of the channels through blocks, half around them."""
    width = out // 2
    around = conv_module(x, width, norm_cfg=cfg['norm'], act_cfg=cfg['act'])
    y = conv_module(x, width, norm_cfg=cfg['norm'], act_cfg=cfg['act'])
    for i in range(blocks):
        y = yolo_bottleneck(y, (1, 3), identity, cfg, False, next_block)
    y = cat([y, around])
    if attention:
        y = mul(y, keeps_input(conv(pool_to(y, 1), 2 * width)))
    return conv_module(y, out, norm_cfg=cfg['norm'], act_cfg=cfg['act'])


def cross_stage_of_all(x, out, blocks, identity, cfg):
    """CSPLayerWithTwoConv of YOLOv8: the results of all blocks go into the last convolution."""
    n, c, h, w = x['shape']
    width = out // 2
    both = conv_module(x, 2 * width, norm_cfg=cfg['norm'], act_cfg=cfg['act'])
    parts = [view(both, (n, width, h, w)), view(both, (n, width, h, w))]
    for i in range(blocks):
        parts.append(yolo_bottleneck(parts[-1], (3, 3), identity, cfg))
    return conv_module(cat(parts), out, norm_cfg=cfg['norm'], act_cfg=cfg['act'])


def pooled_pyramid(x, kernels, cfg):
    """SPPFBottleneck: one pooling three times, or several poolings."""
    c = x['shape'][1]
    x = conv_module(x, c // 2, norm_cfg=cfg['norm'], act_cfg=cfg['act'])
    outs = [x]
    for k in ([kernels] * 3 if isinstance(kernels, int) else kernels):
        outs.append(max_pool(outs[-1] if isinstance(kernels, int) else x, k, 1, k // 2))
    return conv_module(cat(outs), c, norm_cfg=cfg['norm'], act_cfg=cfg['act'])


# widths out, blocks, whether blocks add what they got, whether pooling belongs to it
YOLO_STAGES = {
    'v5P5': ((128, 3, True, False), (256, 6, True, False), (512, 9, True, False), (1024, 3, True, True)),
    'v5P6': ((128, 3, True, False), (256, 6, True, False), (512, 9, True, False), (768, 3, True, False), (1024, 3, True, True)),
    'v8P5': ((128, 3, True, False), (256, 6, True, False), (512, 6, True, False), (1024, 3, True, True)),
    'xP5': ((128, 3, True, False), (256, 9, True, False), (512, 9, True, False), (1024, 3, False, True)),
    'nextP5': ((128, 3, True, False), (256, 6, True, False), (512, 6, True, False), (1024, 3, False, True)),
    'nextP6': ((128, 3, True, False), (256, 6, True, False), (512, 6, True, False), (768, 3, True, False), (1024, 3, False, True))}


def yolo_backbone(x, stages, width_of, deepen, kernels, out_indices, frozen, cfg, kind, last=None, attention=False):
    """All stages behind the stem, which stands for index 0."""
    maps = [x] if 0 in out_indices else []
    for i, stage in enumerate(stages):
        out, blocks, identity, pooled = stage
        out = width_of(last if last and i == len(stages) - 1 else out)
        NOW['frozen'] += 1 if i < frozen else 0
        x = conv_module(x, out, 3, 2, 1, norm_cfg=cfg['norm'], act_cfg=cfg['act'])
        if pooled and kind in ('x', 'next'):
            x = pooled_pyramid(x, kernels, cfg)
        if kind == 'v8':
            x = cross_stage_of_all(x, out, deepened(blocks, deepen), identity, cfg)
        else:
            x = cross_stage(x, out, deepened(blocks, deepen), identity, cfg, kind == 'next', attention)
        if pooled and kind in ('v5', 'v8'):
            x = pooled_pyramid(x, kernels, cfg)
        NOW['frozen'] -= 1 if i < frozen else 0
        if i + 1 in out_indices:
            maps.append(x)
    return maps


SILU = {'type': 'SiLU'}


def YOLOv5CSPDarknet(x, arch='P5', deepen_factor=1.0, widen_factor=1.0, out_indices=(2, 3, 4), frozen_stages=-1, norm_cfg={'type': 'BN'}, act_cfg=SILU, **rest):
    cfg = {'norm': norm_cfg, 'act': act_cfg}
    x = conv_module(x, widened(64, widen_factor), 6, 2, 2, norm_cfg=norm_cfg, act_cfg=act_cfg)
    return yolo_backbone(x, YOLO_STAGES['v5' + arch], lambda c: widened(c, widen_factor), deepen_factor, 5, out_indices, frozen_stages, cfg, 'v5')


def YOLOv8CSPDarknet(x, arch='P5', last_stage_out_channels=1024, deepen_factor=1.0, widen_factor=1.0, out_indices=(2, 3, 4), frozen_stages=-1, norm_cfg={'type': 'BN'}, act_cfg=SILU,
                     **rest):
    cfg = {'norm': norm_cfg, 'act': act_cfg}
    x = conv_module(x, widened(64, widen_factor), 3, 2, 1, norm_cfg=norm_cfg, act_cfg=act_cfg)
    return yolo_backbone(x, YOLO_STAGES['v8' + arch], lambda c: widened(c, widen_factor), deepen_factor, 5, out_indices, frozen_stages, cfg, 'v8', last_stage_out_channels)


def YOLOXCSPDarknet(x, arch='P5', deepen_factor=1.0, widen_factor=1.0, out_indices=(2, 3, 4), frozen_stages=-1, spp_kernal_sizes=(5, 9, 13), use_depthwise=False,
                    norm_cfg={'type': 'BN'}, act_cfg=SILU, **rest):
    if use_depthwise:
        unknown('use_depthwise')
    cfg = {'norm': norm_cfg, 'act': act_cfg}
    n, c, h, w = x['shape']
    x = conv_module(copied(x, (n, 4 * c, h // 2, w // 2)), widened(64, widen_factor), 3, 1, 1, norm_cfg=norm_cfg, act_cfg=act_cfg)
    return yolo_backbone(x, YOLO_STAGES['x' + arch], lambda c: widened(c, widen_factor), deepen_factor, spp_kernal_sizes, out_indices, frozen_stages, cfg, 'x')


def mmyolo_CSPNeXt(x, arch='P5', deepen_factor=1.0, widen_factor=1.0, out_indices=(2, 3, 4), frozen_stages=-1, channel_attention=True, use_depthwise=False, norm_cfg={'type': 'BN'},
                   act_cfg=SILU, **rest):
    if use_depthwise:
        unknown('use_depthwise')
    cfg = {'norm': norm_cfg, 'act': act_cfg}
    c = int(64 * widen_factor // 2)
    for out, stride in ((c, 2), (c, 1), (int(64 * widen_factor), 1)):
        x = conv_module(x, out, 3, stride, 1, norm_cfg=norm_cfg, act_cfg=act_cfg)
    return yolo_backbone(x, YOLO_STAGES['next' + arch], lambda c: int(c * widen_factor), deepen_factor, 5, out_indices, frozen_stages, cfg, 'next', None, channel_attention)


# --- necks


def yolo_neck(maps, cfg, stage, reduces, outs_of=None):
    """Down from the lowest resolution and up again. reduces: convolutions make the upper maps as narrow as those below before they go down."""
    inner = [conv_module(maps[-1], maps[-2]['shape'][1], norm_cfg=cfg['norm'], act_cfg=cfg['act']) if reduces else maps[-1]]
    for i in range(len(maps) - 1, 0, -1):
        low = maps[i - 1]
        y = stage(cat([resize(inner[0], low['shape'][2:]), low]), i - 1)
        if reduces and i > 1:
            y = conv_module(y, maps[i - 2]['shape'][1], norm_cfg=cfg['norm'], act_cfg=cfg['act'])
        inner.insert(0, y)
    outs = [inner[0]]
    for i in range(len(maps) - 1):
        down = conv_module(outs[-1], outs[-1]['shape'][1], 3, 2, 1, norm_cfg=cfg['norm'], act_cfg=cfg['act'])
        outs.append(stage(cat([down, inner[i + 1]]), i + 1))
    return outs


def YOLOv5PAFPN(maps, in_channels, out_channels, deepen_factor=1.0, widen_factor=1.0, num_csp_blocks=1, freeze_all=False, norm_cfg={'type': 'BN'}, act_cfg=SILU, **rest):
    cfg = {'norm': norm_cfg, 'act': act_cfg}
    return yolo_neck(maps, cfg, lambda x, i: cross_stage(x, maps[i]['shape'][1], deepened(num_csp_blocks, deepen_factor), False, cfg), True)


def YOLOv8PAFPN(maps, in_channels, out_channels, deepen_factor=1.0, widen_factor=1.0, num_csp_blocks=3, freeze_all=False, norm_cfg={'type': 'BN'}, act_cfg=SILU, **rest):
    cfg = {'norm': norm_cfg, 'act': act_cfg}
    return yolo_neck(maps, cfg, lambda x, i: cross_stage_of_all(x, widened(out_channels[i], widen_factor), deepened(num_csp_blocks, deepen_factor), False, cfg), False)


def mmyolo_YOLOXPAFPN(maps, in_channels, out_channels, deepen_factor=1.0, widen_factor=1.0, num_csp_blocks=3, norm_cfg={'type': 'BN'}, act_cfg=SILU, **rest):
    cfg = {'norm': norm_cfg, 'act': act_cfg}
    outs = yolo_neck(maps, cfg, lambda x, i: cross_stage(x, maps[i]['shape'][1], round(num_csp_blocks * deepen_factor), False, cfg), True)
    return [conv_module(x, int(out_channels * widen_factor), norm_cfg=norm_cfg, act_cfg=act_cfg) for x in outs]


def mmyolo_CSPNeXtPAFPN(maps, in_channels, out_channels, deepen_factor=1.0, widen_factor=1.0, num_csp_blocks=3, norm_cfg={'type': 'BN'}, act_cfg=SILU, **rest):
    cfg = {'norm': norm_cfg, 'act': act_cfg}
    outs = yolo_neck(maps, cfg, lambda x, i: cross_stage(x, maps[i]['shape'][1], round(num_csp_blocks * deepen_factor), False, cfg, True), True)
    return [conv_module(x, int(out_channels * widen_factor), 3, 1, 1, norm_cfg=norm_cfg, act_cfg=act_cfg) for x in outs]


# --- heads: the module makes the predictions, the head judges them


def judged_points(maps, classes):
    """Binary cross entropy over the classes of all points: keeps predictions, targets and weights in full precision."""
    points = sum([x['shape'][0] * elements(x['shape'][2:]) for x in maps])
    keep_bytes(3 * 4 * points * classes)
    moment(2 * 4 * points * classes)


def YOLOv5Head(maps, head_module, **rest):
    build('head_module', head_module, maps)


def YOLOv5HeadModule(maps, num_classes, in_channels, num_base_priors=3, **rest):
    for x in maps:
        y = conv(x, num_base_priors * (5 + num_classes))
        keep_bytes(2 * 4 * num_base_priors * elements(y['shape']) // y['shape'][1])
        moment(2 * y['store']['bytes'])


# What the losses need depends on the boxes of a batch: with mosaics of COCO up to about 100 per picture
BOXES = 100


def YOLOv8Head(maps, head_module, **rest):
    """The assigner compares all points with all boxes: overlaps, scores, distances and their products, some 16 numbers for each pair, none of which stay."""
    build('head_module', head_module, maps)
    moment(16 * 4 * BOXES * sum([x['shape'][0] * elements(x['shape'][2:]) for x in maps]))


def YOLOv5InsHead(maps, head_module, **rest):
    """The masks of some two positive points per box, at half the size of the first map's stride: products, targets, and what their loss keeps."""
    build('head_module', head_module, maps)
    n, c, h, w = maps[0]['shape']
    keep_bytes(5 * 4 * n * 2 * BOXES * 4 * h * w)


def YOLOv5InsHeadModule(maps, num_classes, in_channels, num_base_priors=3, mask_channels=32, proto_channels=256, widen_factor=1.0, norm_cfg={'type': 'BN'}, act_cfg=SILU, **rest):
    for x in maps:
        moment(2 * conv(x, num_base_priors * (5 + num_classes + mask_channels))['store']['bytes'])
    c = widened(proto_channels, widen_factor)
    y = conv_module(maps[0], c, 3, 1, 1, norm_cfg=norm_cfg, act_cfg=act_cfg)
    y = resize(y, [2 * d for d in y['shape'][2:]])
    y = conv_module(y, c, 3, 1, 1, norm_cfg=norm_cfg, act_cfg=act_cfg)
    conv_module(y, mask_channels, norm_cfg=norm_cfg, act_cfg=act_cfg)


def YOLOv8HeadModule(maps, num_classes, in_channels, widen_factor=1.0, reg_max=16, norm_cfg={'type': 'BN'}, act_cfg=SILU, **rest):
    first = widened(in_channels[0], widen_factor)
    for x in maps:
        for c, out in ((max(16, first // 4, reg_max * 4), 4 * reg_max), (max(first, num_classes), num_classes)):
            y = conv_module(x, c, 3, 1, 1, norm_cfg=norm_cfg, act_cfg=act_cfg)
            y = conv(conv_module(y, c, 3, 1, 1, norm_cfg=norm_cfg, act_cfg=act_cfg), out)
            if out == 4 * reg_max:
                softmax(copied(y, y['shape']))
    judged_points(maps, num_classes)


def mmyolo_YOLOXHead(maps, head_module, **rest):
    build('head_module', head_module, maps)


mmyolo_RTMDetHead = mmyolo_YOLOXPoseHead = mmyolo_YOLOXHead


def RTMDetRotatedHead(maps, head_module, **rest):
    """All points of the batch are compared with as many objects as its most crowded picture has: as YOLOv8's, some 16 numbers for each pair."""
    build('head_module', head_module, maps)
    moment(16 * 4 * crowd() * sum([x['shape'][0] * elements(x['shape'][2:]) for x in maps]))


def YOLOXHeadModule(maps, num_classes, in_channels, widen_factor=1.0, feat_channels=256, stacked_convs=2, norm_cfg={'type': 'BN'}, act_cfg=SILU, **rest):
    c = int(feat_channels * widen_factor)
    for x in maps:
        for out in ((num_classes,), (4, 1)):
            y = x
            for i in range(stacked_convs):
                y = conv_module(y, c, 3, 1, 1, norm_cfg=norm_cfg, act_cfg=act_cfg)
            for n in out:
                conv(y, n)
    keep_bytes(4 * sum([x['shape'][0] * elements(x['shape'][2:]) for x in maps]) * (num_classes + 5))


def YOLOXPoseHeadModule(maps, num_classes, in_channels, num_keypoints, widen_factor=1.0, feat_channels=256, stacked_convs=2, norm_cfg={'type': 'BN'}, act_cfg=SILU, **rest):
    """A branch of twice as many convolutions for where keypoints are and whether they are seen."""
    YOLOXHeadModule(maps, num_classes, in_channels, widen_factor, feat_channels, stacked_convs, norm_cfg, act_cfg)
    c = int(feat_channels * widen_factor)
    for x in maps:
        for i in range(2 * stacked_convs):
            x = conv_module(x, c, 3, 1, 1, norm_cfg=norm_cfg, act_cfg=act_cfg)
        conv(x, 2 * num_keypoints)
        conv(x, num_keypoints)
        keep_bytes(4 * 4 * 3 * num_keypoints * x['shape'][0] * elements(x['shape'][2:]))


def RTMDetSepBNHeadModule(maps, num_classes, in_channels, widen_factor=1.0, feat_channels=256, stacked_convs=2, share_conv=True, pred_kernel_size=1, angle_out_dim=0, norm_cfg={'type': 'BN'},
                          act_cfg=SILU, **rest):
    c = int(feat_channels * widen_factor)
    for level, x in enumerate(maps):
        for out in ((num_classes,), (4, angle_out_dim)):
            y = x
            for i in range(stacked_convs):
                NOW['shared'] += 1 if share_conv and level else 0
                y = conv(y, c, 3, 1, 1, bias=False)
                NOW['shared'] -= 1 if share_conv and level else 0
                y = act(norm(y, norm_cfg), act_cfg)
            for n in out:
                if n:
                    conv(y, n, pred_kernel_size, 1, pred_kernel_size // 2)
    judged_points(maps, num_classes)


def RTMDetRotatedSepBNHeadModule(maps, num_classes, in_channels, angle_out_dim=1, **args):
    RTMDetSepBNHeadModule(maps, num_classes, in_channels, angle_out_dim=angle_out_dim, **args)
