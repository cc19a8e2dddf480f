# SPDX-License-Identifier: MIT
"""Heads of the YOLO kind: mmdet/models/dense_heads/yolox_head.py, yolof_head.py, yolo_head.py, rtmdet_head.py, rtmdet_ins_head.py,
backbones/darknet.py, necks/yolo_neck.py, necks/dilated_encoder.py (3.x)."""

NORM = {'type': 'BN'}


def YOLOXHead(maps, num_classes, in_channels, feat_channels=256, stacked_convs=2, use_depthwise=False, dcn_on_last_conv=False, conv_bias='auto', conv_cfg=None,
              norm_cfg=NORM, act_cfg={'type': 'Swish'}, **rest):
    classes = []
    for x in maps:
        ends = []
        for branch in (0, 1):
            y = x
            for i in range(stacked_convs):
                cfg = {'type': 'DCNv2'} if dcn_on_last_conv and i == stacked_convs - 1 else conv_cfg
                if use_depthwise:
                    y = depthwise_separable(y, feat_channels, 3, 1, 1, 1, norm_cfg, act_cfg, cfg, conv_bias)
                else:
                    y = conv_module(y, feat_channels, 3, 1, 1, bias=conv_bias, conv_cfg=cfg, norm_cfg=norm_cfg, act_cfg=act_cfg)
            ends.append(y)
        classes.append(conv(ends[0], num_classes))
        conv(ends[1], 4)
        conv(ends[1], 1)
    scores(classes, num_classes, 1)


def YOLOFHead(maps, num_classes, in_channels, num_cls_convs=2, num_reg_convs=4, norm_cfg=NORM, anchor_generator=None, loss_cls=None, **rest):
    anchors = anchors_at(anchor_generator)
    x = maps[0]
    cls, reg = tower(x, num_cls_convs, in_channels, None, norm_cfg), tower(x, num_reg_convs, in_channels, None, norm_cfg)
    n, c, h, w = x['shape']
    cls = view(conv(cls, anchors * num_classes, 3, 1, 1), (n, anchors, num_classes, h * w))
    conv(reg, anchors * 4, 3, 1, 1)
    objectness = view(conv(reg, anchors, 3, 1, 1), (n, anchors, 1, h * w))
    # log(1 + clamped exp(a) + clamped exp(b))
    keeps_input(keeps_output(cls))
    keeps_input(keeps_output(objectness))
    keep(copied(cls, cls['shape']))
    scores([cls], num_classes, times_kept(loss_cls))


def DilatedEncoder(maps, in_channels, out_channels, block_mid_channels, num_residual_blocks, block_dilations, **rest):
    x = batch_norm(conv(maps[-1], out_channels))
    x = batch_norm(conv(x, out_channels, 3, 1, 1))
    for i in range(num_residual_blocks):
        y = conv_module(x, block_mid_channels, norm_cfg=NORM)
        y = conv_module(y, block_mid_channels, 3, 1, block_dilations[i], block_dilations[i], norm_cfg=NORM)
        x = add(conv_module(y, out_channels, norm_cfg=NORM), x)
    return [x]


def rtm_level(x, level, cfg):
    """(scores, boxes) of a level of RTMDetSepBNHead or RTMDetInsSepBNHead, whose branches for boxes are those for classes once more."""
    cls = level_convs(x, level, cfg['convs'], cfg['width'], cfg['conv'], cfg['norm'], cfg['act'], cfg['share'], cfg['depthwise'])
    NOW['shared'] += 1 if cfg['one_branch'] else 0
    reg = level_convs(x, level, cfg['convs'], cfg['width'], cfg['conv'], cfg['norm'], cfg['act'], cfg['share'], cfg['depthwise'])
    NOW['shared'] -= 1 if cfg['one_branch'] else 0
    kernel = cfg['kernel']
    cls = conv(cls, cfg['anchors'] * cfg['classes'], kernel, 1, kernel // 2)
    boxes = conv(reg, cfg['anchors'] * 4, kernel, 1, kernel // 2)
    if cfg['objectness']:
        one = conv(reg, 1, kernel, 1, kernel // 2)
        cls = keeps_output(mul(keeps_output(cls), keeps_output(one)))
        for i in range(5):  # inverse_sigmoid: clamps on both sides, their quotient, its logarithm
            keep(copied(cls, cls['shape']))
    return cls, boxes


def RTMDetHead(maps, num_classes, in_channels, with_objectness=True, act_cfg={'type': 'ReLU'}, share_conv=True, each=False, stacked_convs=4, feat_channels=256,
               conv_cfg=None, norm_cfg=NORM, pred_kernel_size=3, exp_on_reg=True, use_depthwise=False, anchor_generator=None, loss_cls=None, **rest):
    """each: a level has norms and predictions of its own."""
    cfg = {'convs': stacked_convs, 'width': feat_channels, 'conv': conv_cfg, 'norm': norm_cfg, 'act': act_cfg, 'share': share_conv, 'depthwise': use_depthwise,
           'kernel': pred_kernel_size, 'anchors': anchors_at(anchor_generator), 'classes': num_classes, 'objectness': with_objectness, 'one_branch': False}
    classes = []
    for i, x in enumerate(maps):
        NOW['shared'] += 1 if i > 0 and not each else 0
        cls, boxes = rtm_level(x, i, cfg)
        NOW['shared'] -= 1 if i > 0 and not each else 0
        if exp_on_reg:
            boxes = keeps_output(boxes)
        if not each:
            mul(boxes, tensor((1,), True))
        classes.append(cls)
    weight(0 if each else len(maps))
    scores(classes, num_classes, times_kept(loss_cls or {'type': 'QualityFocalLoss'}))


def RTMDetSepBNHead(maps, num_classes, in_channels, act_cfg={'type': 'SiLU'}, pred_kernel_size=1, exp_on_reg=False, **args):
    return RTMDetHead(maps, num_classes, in_channels, act_cfg=act_cfg, each=True, pred_kernel_size=pred_kernel_size, exp_on_reg=exp_on_reg, **args)


# Positives per picture whose masks RTMDet's loss computes: up to 13 per object (DynamicSoftLabelAssigner's topk), of objects as COCO has them after mosaic and mixup
RTM_POSITIVES = 200


def mask_features(maps, channels, feat_channels, prototypes, norm_cfg, act_cfg):
    """Mask prototypes from all levels at the resolution of the first."""
    x = cat([resize(m, maps[0]['shape'][2:]) for m in maps])
    x = conv(x, channels)
    for i in range(4):
        x = conv_module(x, feat_channels, 3, 1, 1, norm_cfg=norm_cfg, act_cfg=act_cfg)
    return conv(x, prototypes)


def dynamic_masks(features, count, channels, layers):
    """Masks of count objects by convolutions of their own over the features and two coordinates."""
    n, c, h, w = features['shape']
    x = tensor((count, c + 2, h, w), True)
    keep(x)
    for i in range(layers - 1):
        keep(tensor((count, channels, h, w), True))
    # twice as large, and what the Dice loss keeps: sigmoid, targets, products
    keep_bytes(4 * count * 4 * h * w * 4)


def RTMDetInsSepBNHead(maps, num_classes, in_channels, share_conv=True, with_objectness=False, norm_cfg=NORM, act_cfg={'type': 'SiLU'}, pred_kernel_size=1,
                       stacked_convs=4, feat_channels=256, conv_cfg=None, num_prototypes=8, dyconv_channels=8, num_dyconvs=3, anchor_generator=None,
                       loss_cls=None, **rest):
    features = mask_features(maps, in_channels, feat_channels, num_prototypes, norm_cfg, act_cfg)
    cfg = {'convs': stacked_convs, 'width': feat_channels, 'conv': conv_cfg, 'norm': norm_cfg, 'act': act_cfg, 'share': share_conv, 'depthwise': False,
           'kernel': pred_kernel_size, 'anchors': anchors_at(anchor_generator), 'classes': num_classes, 'objectness': with_objectness, 'one_branch': True}
    generated = (num_prototypes + 2) * dyconv_channels + (num_dyconvs - 2) * dyconv_channels ** 2 + dyconv_channels + (num_dyconvs - 1) * dyconv_channels + 1
    classes = []
    for i, x in enumerate(maps):
        cls, boxes = rtm_level(x, i, cfg)
        relu(boxes)
        classes.append(cls)
        y = level_convs(x, i, stacked_convs, feat_channels, conv_cfg, norm_cfg, act_cfg, False)
        conv(y, generated, pred_kernel_size, 1, pred_kernel_size // 2)
    scores(classes, num_classes, times_kept(loss_cls or {'type': 'QualityFocalLoss'}))
    if NOW['losses']:
        dynamic_masks(features, RTM_POSITIVES * maps[0]['shape'][0], dyconv_channels, num_dyconvs)


DARKNETS = {53: ((1, 32, 64), (2, 64, 128), (8, 128, 256), (8, 256, 512), (4, 512, 1024))}


def Darknet(x, depth=53, out_indices=(3, 4, 5), frozen_stages=-1, conv_cfg=None, norm_cfg=NORM, act_cfg={'type': 'LeakyReLU'}, norm_eval=True, **rest):
    NOW['eval_norm'] += 1 if norm_eval else 0
    maps = []
    NOW['frozen'] += 1 if frozen_stages > 0 else 0
    x = conv_module(x, 32, 3, 1, 1, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg)
    NOW['frozen'] -= 1 if frozen_stages > 0 else 0
    for i, (blocks, before, out) in enumerate(DARKNETS[depth]):
        NOW['frozen'] += 1 if i + 1 < frozen_stages else 0
        x = conv_module(x, out, 3, 2, 1, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg)
        for k in range(blocks):
            y = conv_module(x, out // 2, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg)
            x = add(conv_module(y, out, 3, 1, 1, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg), x)
        NOW['frozen'] -= 1 if i + 1 < frozen_stages else 0
        if i + 1 in out_indices:
            maps.append(x)
    NOW['eval_norm'] -= 1 if norm_eval else 0
    return maps


def YOLOV3Neck(maps, num_scales, in_channels, out_channels, conv_cfg=None, norm_cfg=NORM, act_cfg={'type': 'LeakyReLU'}, **rest):
    outs = []
    x = maps[-1]
    for i in range(num_scales):
        if i > 0:
            y = conv_module(outs[-1], out_channels[i], conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg)
            side = maps[-1 - i]
            x = cat([resize(y, side['shape'][2:]), side])
        for k in range(5):
            width = out_channels[i] * (2 if k % 2 else 1)
            x = conv_module(x, width, 3 if k % 2 else 1, 1, 1 if k % 2 else 0, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg)
        outs.append(x)
    return outs


def YOLOV3Head(maps, num_classes, in_channels, out_channels=(1024, 512, 256), anchor_generator=None, conv_cfg=None, norm_cfg=NORM, act_cfg={'type': 'LeakyReLU'}, **rest):
    anchors = len((anchor_generator or {'base_sizes': [[1, 2, 3]]})['base_sizes'][0])
    outs = []
    for i, x in enumerate(maps):
        y = conv_module(x, out_channels[i], 3, 1, 1, conv_cfg=conv_cfg, norm_cfg=norm_cfg, act_cfg=act_cfg)
        outs.append(conv(y, anchors * (5 + num_classes)))
    scores(outs, 5 + num_classes, 4)
