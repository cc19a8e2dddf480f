# SPDX-License-Identifier: MIT
"""Rotated boxes: mmrotate/models (1.x, and 0.x where classes have other names): dense_heads, detectors, layers/align.py, utils/orconv.py, utils/ripool.py."""


def angles_of(coder):
    """Numbers that stand for an angle: mmrotate/models/task_modules/coders/angle_coder.py."""
    kind = (coder or {}).get('type', '').split('.')[-1]
    if kind == 'CSLCoder':
        return int((90 if coder.get('angle_version') == 'oc' else 180) // coder.get('omega', 1))
    if kind == 'PSCCoder':
        return coder.get('num_step', 3) * (2 if coder.get('dual_freq', True) else 1)
    return 1


def RotatedRetinaHead(maps, num_classes, in_channels, numbers=5, **args):
    return RetinaHead(maps, num_classes, in_channels, numbers=numbers, **args)


KFIoURRetinaHead = RotatedATSSHead = mmrotate_RetinaHead = R3Head = S2AHead = RotatedRetinaHead


def AngleBranchRetinaHead(maps, num_classes, in_channels, angle_coder=None, loss_angle=None, anchor_generator=None, stacked_convs=4, feat_channels=256, conv_cfg=None,
                          norm_cfg=None, loss_cls={'type': 'FocalLoss', 'use_sigmoid': True}, **rest):
    anchors, n, angles = anchors_at(anchor_generator), classes_of(num_classes, loss_cls), angles_of(angle_coder or {'type': 'CSLCoder'})
    outs = head_over(maps, stacked_convs, feat_channels, conv_cfg, norm_cfg, anchors * n, anchors * 5, (anchors * angles,))
    assigned(maps, anchors)
    scores(outs['cls'], n, times_kept(loss_cls))
    scores(outs['reg'], 5)
    scores(outs['more'], angles, times_kept(loss_angle or {'type': 'CrossEntropyLoss', 'use_sigmoid': True}))
    if NOW['losses']:  # targets of all anchors, encoded: zeros, and what a window makes of them
        moment(3 * anchors * angles * sum([elements(x['shape'][2:]) for x in maps]) * 4)


def CSLRRetinaHead(maps, num_classes, in_channels, **args):
    return AngleBranchRetinaHead(maps, num_classes, in_channels, **args)


# Bytes per pair of a point and an object while FCOS decides which object is whose: areas, distances to four sides, the same as one tensor, their extremes;
# of rotated objects the matrices of their angles and the points in their coordinates, too
POINT_PAIR, ROTATED_POINT_PAIR = 44, 88


def points_assigned(maps, pair):
    if NOW['losses']:
        moment(pair * crowd() * sum([elements(x['shape'][2:]) for x in maps]))


def RotatedFCOSHead(maps, num_classes, in_channels, angle_coder=None, scale_angle=True, **args):
    outs = FCOSHead(maps, num_classes, in_channels, more=(angles_of(angle_coder),), **args)
    weight(1 if scale_angle else 0)
    points_assigned(maps, ROTATED_POINT_PAIR)
    return outs


CSLRFCOSHead = RotatedFCOSHead


def H2RBoxHead(maps, num_classes, in_channels, others=None, conv_cfg=None, norm_cfg={'type': 'GN', 'num_groups': 32}, stacked_convs=4, feat_channels=256, **args):
    """others: maps of the second view, of which boxes and angles alone are predicted."""
    RotatedFCOSHead(maps, num_classes, in_channels, conv_cfg=conv_cfg, norm_cfg=norm_cfg, stacked_convs=stacked_convs, feat_channels=feat_channels, **args)
    NOW['shared'] += 1
    for x in others or []:
        y = tower(x, stacked_convs, feat_channels, conv_cfg, norm_cfg)
        keeps_input(mul(conv(y, 4, 3, 1, 1), tensor((1,), True)))
        conv(y, 1, 3, 1, 1)
    NOW['shared'] -= 1


def H2RBoxV2Head(maps, num_classes, in_channels, angle_coder=None, **args):
    """Three views of each picture are one batch; the classes of the first alone are judged."""
    RotatedFCOSHead(maps, num_classes, in_channels, angle_coder=angle_coder, **args)


def cut_out(x, crop_size):
    """A view's middle."""
    n, c, h, w = x['shape']
    return tensor((n, c, min(h, crop_size[0]), min(w, crop_size[1])), False)


def H2RBoxDetector(x, backbone, neck=None, bbox_head=None, crop_size=(768, 768), **rest):
    maps = features(cut_out(x, crop_size), backbone, neck)
    NOW['shared'] += 1
    others = features(cut_out(x, crop_size), backbone, neck)
    NOW['shared'] -= 1
    build('bbox_head', bbox_head, maps, others=others)


def H2RBoxV2Detector(x, backbone, neck=None, bbox_head=None, crop_size=(768, 768), **rest):
    y = cut_out(x, crop_size)
    build('bbox_head', bbox_head, features(tensor((3 * y['shape'][0],) + y['shape'][1:], False), backbone, neck))


# --- refined by a second head: R3Det, S2ANet


def RefineSingleStageDetector(x, backbone, neck=None, bbox_head_init=None, bbox_head_refine=(), **rest):
    maps = features(x, backbone, neck)
    build('bbox_head_init', bbox_head_init, maps)
    for i, head in enumerate(bbox_head_refine):
        maps = build('bbox_head_refine[' + str(i) + ']', head, maps)


def R3Det(x, backbone, neck=None, bbox_head=None, frm_cfgs=(), refine_heads=(), **rest):
    """R3Det and S2ANet of 0.x: the layers that move the features to the boxes stand beside the heads."""
    maps = features(x, backbone, neck)
    build('bbox_head', bbox_head, maps)
    for i, head in enumerate(refine_heads):
        if maps is not None and frm_cfgs:
            maps = moved_to_boxes(maps, frm_cfgs[i])
        maps = build('refine_head[' + str(i) + ']', head, maps, frm_cfg=None)


def S2ANet(x, backbone, neck=None, fam_head=None, align_cfgs=None, odm_head=None, **rest):
    maps = features(x, backbone, neck)
    build('fam_head', fam_head, maps)
    if maps is not None:
        maps = moved_to_boxes(maps, {'type': 'AlignConv', 'feat_channels': (align_cfgs or {}).get('channels', 256)})
    build('odm_head', odm_head, maps, frm_cfg=None)


def moved_to_boxes(maps, cfg):
    """What stands at the boxes of each point: FRM adds the features of five points of the box, AlignConv is a convolution at points of the box."""
    kind = cfg.get('type', 'FRM').split('.')[-1]
    c = cfg.get('feat_channels', cfg.get('featmap_channels', 256))
    if kind == 'AlignConv':
        return on_each(maps, lambda x: relu_inplace(deformable_at(x, tensor((x['shape'][0], 18) + x['shape'][2:], False), c, 3, 1)))
    if kind == 'PseudoAlignModule':
        return maps
    if kind not in ('FRM', 'FeatureRefineModule'):
        unknown(kind)
        return maps

    def refined(x):
        y = add(conv(conv(x, c, (1, 5), 1, (0, 2)), c, (5, 1), 1, (2, 0)), conv(x, c))
        keep_bytes(20 * x['shape'][0] * elements(x['shape'][2:]))
        return copied(y, y['shape'])
    return on_each(maps, refined)


def R3RefineHead(maps, num_classes, in_channels, frm_cfg=None, **args):
    maps = moved_to_boxes(maps, frm_cfg) if frm_cfg is not None else maps
    RotatedRetinaHead(maps, num_classes, in_channels, **args)
    return maps


RotatedRetinaRefineHead = KFIoURRetinaRefineHead = R3RefineHead


def S2ARefineHead(maps, num_classes, in_channels, frm_cfg=None, stacked_convs=2, feat_channels=256, conv_cfg=None, norm_cfg=None, anchor_generator=None,
                  loss_cls={'type': 'FocalLoss', 'use_sigmoid': True}, **rest):
    """A convolution with its weights in eight rotations; classes come from the largest of the eight results."""
    n, anchors = classes_of(num_classes, loss_cls), anchors_at(anchor_generator)
    maps = moved_to_boxes(maps, frm_cfg) if frm_cfg is not None else maps
    outs = {'cls': [], 'reg': []}

    def on_map(x):
        width = feat_channels // 8
        weight(width * in_channels * 9)
        if not NOW['shared']:  # the weights are there eight times, and the convolution has none of its own
            keep_bytes(feat_channels * in_channels * 9 * 4)
        NOW['shared'] += 1
        reg = conv(x, feat_channels, 3, 1, 1, bias=False)
        NOW['shared'] -= 1
        cls = tensor((x['shape'][0], width) + x['shape'][2:], True, reg['size'])
        keep_bytes(8 * elements(cls['shape']))
        cls = tower(cls, stacked_convs, feat_channels, conv_cfg, norm_cfg)
        reg = tower(reg, stacked_convs, feat_channels, conv_cfg, norm_cfg)
        outs['cls'].append(conv(cls, anchors * n, 3, 1, 1))
        outs['reg'].append(conv(reg, anchors * 5, 3, 1, 1))
        return x
    on_each(maps, on_map)
    assigned(maps, anchors)
    scores(outs['cls'], n, times_kept(loss_cls))
    scores(outs['reg'], 5)
    return maps


ODMRefineHead = KFIoUODMRefineHead = S2ARefineHead


# --- points


def RotatedRepPointsHead(maps, num_classes, in_channels, transform_method='rotrect', **args):
    return RepPointsHead(maps, num_classes, in_channels, transform_method=transform_method, **args)


CFAHead = OrientedRepPointsHead = SAMRepPointsHead = KLDRepPointsHead = RotatedRepPointsHead


# --- regions


def OrientedRPNHead(maps, in_channels, numbers=6, **args):
    """Six numbers per anchor: a box, and where its corners lie on the sides."""
    return RPNHead(maps, in_channels, numbers=numbers, **args)


def RotatedRPNHead(maps, in_channels, version='oc', **args):
    return RPNHead(maps, in_channels, **args)


RotatedFasterRCNN = OrientedRCNN = RoITransformer = GlidingVertex = ReDet = two_stage
RotatedRetinaNet = RotatedFCOS = RotatedRepPoints = single_stage
RotatedStandardRoIHead = OrientedStandardRoIHead = GVRatioRoIHead = StandardRoIHead


def RoITransRoIHead(maps, train_cfg, num_stages=2, **args):
    CascadeRoIHead(maps, train_cfg, num_stages, **args)


def RotatedShared2FCBBoxHead(x, num_classes, reg_class_agnostic=False, **args):
    Shared2FCBBoxHead(x, num_classes, numbers=5, reg_class_agnostic=reg_class_agnostic, **args)


RotatedKFIoUShared2FCBBoxHead = RotatedShared2FCBBoxHead


def GVBBoxHead(x, num_classes, num_shared_fcs=2, fc_out_channels=1024, reg_class_agnostic=True, fix_dim=4, ratio_dim=1, **rest):
    """Four numbers for where the corners lie, and one for how large the box is in its frame."""
    y = convs_and_fcs(x, 0, 0, num_shared_fcs, fc_out_channels, None, None, False, True)
    cls = linear(y, num_classes + 1)
    for n in (4, 4, 1):
        linear(y, n if reg_class_agnostic else n * num_classes)
    if NOW['losses']:
        softmax(cls)
