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


# Objects in the most crowded picture of a data set (of COCO: up to 93; 7 is the mean), those that each further picture of the most crowded batch has, and
# objects times share of the batch's area of the picture whose assignment takes most. Of COCO, few logs saw the most crowded one.
# Of OpenImages it has 742, and is 4 wide and 3 high; those of Objects365, LVIS and DOTA (in pieces of 1024 x 1024) follow from what two-stage detectors take there.
# A run's maximum of memory is that of its most crowded batch. Of other data sets: as COCO.
CROWDS = {'YouTubeVISDataset': (10, 5, 5), 'DeepFashionDataset': (8, 5, 4), 'OpenImagesDataset': (742, 60, 594), 'OpenImagesChallengeDataset': (742, 60, 594),
          'Objects365V1Dataset': (750, 60, 600), 'Objects365V2Dataset': (750, 60, 600), 'DOTADataset': (565, 60, 565), 'DOTAv15Dataset': (565, 60, 565),
          'DOTAv2Dataset': (565, 60, 565), 'YOLOv5DOTADataset': (565, 60, 565), 'LVISV1Dataset': (675, 60, 540)}
CROWD_OF_COCO = (80, 15, 60)


# Where classes are separated and not objects, a picture has as many masks as classes: the picture (a crop) with most, and further ones of its batch
CLASSES_IN_PICTURE = {'CityscapesDataset': (17, 14), 'ADE20KDataset': (25, 18)}


def objects(batch):
    if NOW['package'] == 'mmseg':
        first, more = CLASSES_IN_PICTURE.get(NOW['data'], (20, 15))
    else:
        first, more = CROWDS.get(NOW['data'], CROWD_OF_COCO)[:2]
    return first + more * (batch - 1)


def crowd():
    """Objects that all points of a batch's largest picture are compared with."""
    return CROWDS.get(NOW['data'], CROWD_OF_COCO)[2]


# Bytes per pair of an anchor and an object while overlaps are computed: two corners and a size of two numbers each, overlap, union, quotient
# (mmdet/structures/bbox/bbox_overlaps.py), which the assigners do on the GPU for one picture after the other; of rotated boxes one operation gives the quotient
PAIR, ROTATED_PAIR = 36, 4


def pair_of_assigner(train_cfg):
    """Those bytes for the assigner of the first stage."""
    cfg = train_cfg
    for stage in ('rpn', 'init', 's0', 'fam_cfg'):
        cfg = cfg.get(stage, cfg) if isinstance(cfg, dict) else None
    assigner = cfg.get('assigner') if isinstance(cfg, dict) else None
    calculator = assigner.get('iou_calculator') if isinstance(assigner, dict) else None
    kind = calculator.get('type', '') if isinstance(calculator, dict) else ''
    return ROTATED_PAIR if kind.split('.')[-1] == 'RBboxOverlaps2D' else PAIR


def most_on_gpu(train_cfg):
    """Of pictures with more objects than gpu_assign_thr the CPU compares them."""
    cfg = train_cfg.get('rpn', train_cfg) if isinstance(train_cfg, dict) else None
    assigner = cfg.get('assigner') if isinstance(cfg, dict) else None
    most = assigner.get('gpu_assign_thr', -1) if isinstance(assigner, dict) else -1
    return most if isinstance(most, int) and most > 0 else 1 << 20


def assigned(maps, anchors):
    """All anchors of a picture are compared with all of its objects."""
    if NOW['losses']:
        moment(NOW['pair'] * min(crowd(), NOW['on_gpu']) * anchors * sum([elements(x['shape'][2:]) for x in maps]))


# How many tensors of the size of the predictions a loss keeps, which are one copy in rows: mmdet/models/losses
LOSS_KEEPS = {'FocalLoss': 1, 'CrossEntropyLoss': 1, 'QualityFocalLoss': 5, 'VarifocalLoss': 6, 'GHMC': 3, 'GHMR': 3, 'DistributionFocalLoss': 3, 'GaussianFocalLoss': 6}


def times_kept(loss):
    """Tensors that a loss on scores keeps: a sigmoid's cross entropy has the targets and the weights in the predictions' size, too."""
    loss = loss or {'type': 'FocalLoss'}
    if loss['type'] == 'CrossEntropyLoss' and loss.get('use_sigmoid', False):
        return 3
    return LOSS_KEEPS.get(loss['type'], 1)


def scores(maps, channels, times=1):
    """A loss over predictions of all points: they are put in rows of one anchor, and the loss keeps that copy, times over. The predictions themselves
    are there until it is computed."""
    if not NOW['losses']:
        return
    for x in maps:
        if x['grad']:
            keep_bytes(times * elements(x['shape']) * 4)
    moment(sum([x['store']['bytes'] for x in maps]))


def tower(x, n, channels, conv_cfg, norm_cfg, dcn_on_last=False, bias='auto'):
    for i in range(n):
        cfg = {'type': 'DCNv2'} if dcn_on_last and i == n - 1 else conv_cfg
        x = conv_module(x, channels, 3, 1, 1, bias=bias, conv_cfg=cfg, norm_cfg=norm_cfg)
    return x


def head_over(maps, stacked_convs, feat_channels, conv_cfg, norm_cfg, cls_out, reg_out, more_on_reg=(), more_on_cls=(), scaled=False, dcn_on_last=False, bias='auto', kernel=3):
    """Two towers and their predictions on each map; scaled: the boxes are multiplied by a number per level."""
    outs = {'cls': [], 'reg': [], 'more': []}

    def on_map(x):
        cls = tower(x, stacked_convs, feat_channels, conv_cfg, norm_cfg, dcn_on_last, bias)
        reg = tower(x, stacked_convs, feat_channels, conv_cfg, norm_cfg, dcn_on_last, bias)
        outs['cls'].append(conv(cls, cls_out, kernel, 1, kernel // 2))
        boxes = conv(reg, reg_out, kernel, 1, kernel // 2)
        if scaled:
            boxes = mul(boxes, tensor((1,), True))
        outs['reg'].append(boxes)
        outs['more'] += [conv(cls, n, kernel, 1, kernel // 2) for n in more_on_cls] + [conv(reg, n, kernel, 1, kernel // 2) for n in more_on_reg]
        return x
    on_each(maps, on_map)
    if scaled:
        weight(len(maps))
    return outs


def RetinaHead(maps, num_classes, in_channels, stacked_convs=4, feat_channels=256, conv_cfg=None, norm_cfg=None, anchor_generator=None,
               loss_cls={'type': 'FocalLoss', 'use_sigmoid': True}, numbers=4, **rest):
    n = classes_of(num_classes, loss_cls)
    anchors = anchors_at(anchor_generator)
    outs = head_over(maps, stacked_convs, feat_channels, conv_cfg, norm_cfg, anchors * n, anchors * numbers)
    assigned(maps, anchors)
    scores(outs['cls'], n, times_kept(loss_cls))
    scores(outs['reg'], numbers, 3 if rest.get('loss_bbox', {}).get('type') == 'GHMR' else 1)
    return outs


def FreeAnchorRetinaHead(maps, num_classes, in_channels, **args):
    """The loss over all anchors as negatives: sigmoid, one minus the box's probability, product, clamped, its power, cross entropy and its zeros."""
    args.update(loss_cls={'type': 'FocalLoss', 'use_sigmoid': True})
    outs = RetinaHead(maps, num_classes, in_channels, **args)
    scores(outs['cls'], num_classes, 6)


def level_convs(x, level, n, channels, conv_cfg, norm_cfg, act_cfg, share, depthwise=False):
    """Convolutions that all levels share, with norms that each level has for itself."""
    own = NOW['shared']
    for i in range(n):
        if depthwise:
            x = depthwise_separable(x, channels, 3, 1, 1, norm_cfg=norm_cfg, act_cfg=act_cfg)
            continue
        NOW['shared'] = own + (1 if share and level > 0 else 0)
        x = conv_of(conv_cfg, x, channels, 3, 1, 1, bias=norm_cfg is None)
        NOW['shared'] = own
        x = act(norm(x, norm_cfg), act_cfg)
    return x


def RetinaSepBNHead(maps, num_classes, num_ins, in_channels, stacked_convs=4, feat_channels=256, conv_cfg=None, norm_cfg=None, anchor_generator=None,
                    loss_cls={'type': 'FocalLoss', 'use_sigmoid': True}, **rest):
    n = classes_of(num_classes, loss_cls)
    anchors = anchors_at(anchor_generator)
    outs = {'cls': [], 'reg': []}
    for i, x in enumerate(maps):
        cls = level_convs(x, i, stacked_convs, feat_channels, conv_cfg, norm_cfg, {'type': 'ReLU'}, True)
        reg = level_convs(x, i, stacked_convs, feat_channels, conv_cfg, norm_cfg, {'type': 'ReLU'}, True)
        NOW['shared'] += 1 if i > 0 else 0
        outs['cls'].append(conv(cls, anchors * n, 3, 1, 1))
        outs['reg'].append(conv(reg, anchors * 4, 3, 1, 1))
        NOW['shared'] -= 1 if i > 0 else 0
    assigned(maps, anchors)
    scores(outs['cls'], n, times_kept(loss_cls))
    scores(outs['reg'], 4)


def RPNHead(maps, in_channels, num_classes=1, feat_channels=256, num_convs=1, anchor_generator=None, loss_cls={'type': 'CrossEntropyLoss', 'use_sigmoid': True},
            numbers=4, **rest):
    n = classes_of(num_classes, loss_cls)
    anchors = anchors_at(anchor_generator)
    outs = {'cls': [], 'reg': []}

    def on_map(x):
        for i in range(num_convs):
            x = relu_inplace(conv(x, feat_channels, 3, 1, 1))
        outs['cls'].append(conv(x, anchors * n))
        outs['reg'].append(conv(x, anchors * numbers))
        return x
    on_each(maps, on_map)
    assigned(maps, anchors)
    scores(outs['cls'], n, 2)
    scores(outs['reg'], numbers, 2)


def FCOSHead(maps, num_classes, in_channels, stacked_convs=4, feat_channels=256, conv_cfg=None, norm_cfg={'type': 'GN', 'num_groups': 32},
             dcn_on_last_conv=False, conv_bias='auto', centerness_on_reg=False, norm_on_bbox=False, loss_cls={'type': 'FocalLoss', 'use_sigmoid': True}, more=(), **rest):
    outs = head_over(maps, stacked_convs, feat_channels, conv_cfg, norm_cfg, num_classes, 4, ((1,) if centerness_on_reg else ()) + more,
                     () if centerness_on_reg else (1,), True, dcn_on_last_conv, conv_bias)
    for x in outs['reg']:
        keeps_input(x) if norm_on_bbox else keeps_output(x)
    scores(outs['cls'], num_classes, times_kept(loss_cls))
    return outs


def ATSSHead(maps, num_classes, in_channels, stacked_convs=4, feat_channels=256, conv_cfg=None, norm_cfg={'type': 'GN', 'num_groups': 32},
             anchor_generator=None, loss_cls=None, pred_kernel_size=3, **rest):
    anchors = anchors_at(anchor_generator)
    outs = head_over(maps, stacked_convs, feat_channels, conv_cfg, norm_cfg, anchors * num_classes, anchors * 4, (anchors,), (), True, kernel=pred_kernel_size)
    assigned(maps, anchors)
    scores(outs['cls'], num_classes, times_kept(loss_cls))
    return outs


def GFLHead(maps, num_classes, in_channels, stacked_convs=4, feat_channels=256, conv_cfg=None, norm_cfg={'type': 'GN', 'num_groups': 32}, reg_max=16,
            anchor_generator=None, loss_cls=None, **rest):
    anchors = anchors_at(anchor_generator)
    outs = head_over(maps, stacked_convs, feat_channels, conv_cfg, norm_cfg, anchors * num_classes, anchors * 4 * (reg_max + 1), (), (), True)
    assigned(maps, anchors)
    scores(outs['cls'], num_classes, times_kept(loss_cls or {'type': 'QualityFocalLoss'}))
    scores(outs['reg'], reg_max + 1)
    return outs
