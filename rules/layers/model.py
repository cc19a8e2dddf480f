# SPDX-License-Identifier: MIT
"""From a config to an estimate: the size of the pictures, the model's wiring, what is there beside the activations."""

GIB = 1 << 30
BEHIND = 'what comes into it'  # of a part behind one that is not known


def row_of(kind):
    """The function of a class: of this package (mmseg_ResNet), else the one of that name for all packages (ResNet); None: none."""
    names = kind.split('.')
    if names[-1] in NOW['own']:
        return None
    package = NOW['package'] if len(names) == 1 else 'mmpretrain' if names[0] == 'mmcls' else names[0]
    return row_named(package + '_' + names[-1]) or row_named(names[-1])


def build(path, cfg, *inputs, **more):
    """A part of the model on its inputs. Of a class that is not known here, nothing is known of what comes behind it either."""
    kind = cfg['type']
    if NOW['open'] and NOW['open'][-1]['path']:
        path = NOW['open'][-1]['path'] + '.' + path
    enter(path, kind)
    row = row_of(kind)
    if row is None:
        unknown(kind)
        leave()
        return None
    args = dict(cfg)
    args.pop('type')
    args.update(more)
    if any([x is None for x in inputs]):
        unknown(BEHIND)
        leave()
        return None
    y = row(*inputs, **args)
    leave()
    return y


# --- detectors: mmdet/models/detectors (3.x)


def features(x, backbone, neck):
    maps = build('backbone', backbone, x)
    for i, cfg in enumerate([] if neck is None else neck if isinstance(neck, (list, tuple)) else [neck]):
        maps = build('neck' if i == 0 else 'neck[' + str(i) + ']', cfg, maps)
    return maps


def single_stage(x, backbone, neck=None, bbox_head=None, mask_head=None, train_cfg=None, **rest):
    maps = features(x, backbone, neck)
    if bbox_head is not None:
        build('bbox_head', bbox_head, maps)
    if mask_head is not None:
        build('mask_head', mask_head, maps)


def two_stage(x, backbone, neck=None, rpn_head=None, roi_head=None, semantic_head=None, train_cfg=None, **rest):
    maps = features(x, backbone, neck)
    more = {'train_cfg': None if train_cfg is None else train_cfg.get('rcnn')}
    if semantic_head is not None:
        build('semantic_head', semantic_head, maps)
    if rpn_head is not None:
        build('rpn_head', rpn_head, maps)
        if rpn_head['type'].split('.')[-1] == 'EmbeddingRPNHead':
            more.update(proposals=rpn_head.get('num_proposals', 100))
    if roi_head is not None:
        build('roi_head', roi_head, maps, **more)


FasterRCNN = MaskRCNN = CascadeRCNN = TwoStageDetector = HybridTaskCascade = MaskScoringRCNN = PointRend = GridRCNN = two_stage
RetinaNet = FCOS = ATSS = GFL = SingleStageDetector = FSAF = FOVEA = PAA = VFNet = RepPointsDetector = YOLOF = TOOD = single_stage
AutoAssign = DDOD = NASFCOS = YOLOX = RTMDet = CornerNet = CenterNet = YOLOV3 = SOLO = SOLOv2 = YOLACT = CondInst = BoxInst = single_stage
SCNet = QueryInst = SparseRCNN = CrowdDet = FastRCNN = TridentFasterRCNN = PanopticFPN = two_stage
SingleStageInstanceSegmentor = single_stage


def RPN(x, backbone, neck=None, rpn_head=None, **rest):
    build('rpn_head', rpn_head, features(x, backbone, neck))


def without_gradients(run):
    """A teacher: its weights are there, nothing of it is kept or trained."""
    NOW['off'] += 1
    NOW['frozen'] += 1
    run()
    NOW['off'] -= 1
    NOW['frozen'] -= 1


def KnowledgeDistillationSingleStageDetector(x, backbone, neck=None, bbox_head=None, teacher_config=None, **rest):
    """mmdet/models/detectors/kd_one_stage.py. A teacher that is only named by its config's path is not known."""
    single_stage(x, backbone, neck, bbox_head)
    if isinstance(teacher_config, dict):
        without_gradients(lambda: build('teacher_model', teacher_config['model'], x))
    else:
        unknown('teacher_config')


def LAD(x, backbone, neck=None, bbox_head=None, teacher_backbone=None, teacher_neck=None, teacher_bbox_head=None, **rest):
    single_stage(x, backbone, neck, bbox_head)
    without_gradients(lambda: single_stage(x, teacher_backbone, teacher_neck, teacher_bbox_head))


def ByteTrack(x, detector=None, **rest):
    build('detector', detector, x)


OCSORT = ByteTrack


def MaskTrackRCNN(x, detector=None, track_head=None, **rest):
    """Two frames: boxes and masks of the first, and an embedding of the regions of both: mmdet/models/vis/mask_track_rcnn.py (1.x of mmtracking)."""
    n, c, h, w = x['shape']
    maps = features(tensor((2 * n, c, h, w), False), detector['backbone'], detector.get('neck'))
    first = [copied(m, (n,) + m['shape'][1:]) for m in maps]
    train_cfg = detector.get('train_cfg') or {}
    build('detector.rpn_head', detector['rpn_head'], first)
    build('detector.roi_head', detector['roi_head'], first, train_cfg=train_cfg.get('rcnn'))
    build('track_head', track_head, first)


def RoITrackHead(maps, roi_extractor=None, embed_head=None, train_cfg=None, **rest):
    count, positive = sampled(train_cfg, maps[0]['shape'][0])
    x = regions(maps, roi_extractor, count)
    build('embed_head', embed_head, x)
    NOW['shared'] += 1
    build('embed_head', embed_head, regions(maps, roi_extractor, positive))
    NOW['shared'] -= 1


def RoIEmbedHead(x, num_convs=0, num_fcs=0, conv_out_channels=256, fc_out_channels=1024, conv_cfg=None, norm_cfg=None, **rest):
    convs_and_fcs(x, num_convs, conv_out_channels, num_fcs, fc_out_channels, conv_cfg, norm_cfg, False, True)


# --- pictures


def pair_of(v):
    return (v, v) if isinstance(v, (int, float)) else tuple(v)


def picture(pipeline, divisor, batch_augments=()):
    """(height, width) of the largest picture of a batch as the pipeline leaves it and the data preprocessor pads it, None where that is not known."""
    size, fixed = None, False
    for at, step in enumerate(pipeline):
        kind = step['type'].split('.')[-1]
        if kind in ('RandomChoice', 'AutoAugment'):  # the choice that gives the largest pictures
            choices = step.get('transforms', step.get('policies', []))
            if isinstance(choices, str):  # mmpretrain: colours and small turns by the name of a policy
                continue
            sizes = [picture(pipeline[:at] + flat_steps(choice if isinstance(choice, (list, tuple)) else [choice]), 1) for choice in choices]
            known = [s for s in sizes if s is not None]
            if known and len(known) == len(sizes):
                areas = [s[0] * s[1] for s in known]
                size = known[areas.index(max(areas))]
                size = [max(size[0], turned(choices)), size[1]]
        elif kind in ('Resize', 'RandomResize', 'RandomChoiceResize', 'FixShapeResize', 'RResize'):
            scales = step.get('scale', step.get('scales', step.get('img_scale', step.get('size'))))
            if kind == 'FixShapeResize':
                size, fixed = (step['height'], step['width']), not step.get('keep_ratio', True)
                continue
            if scales is None:
                return None
            if isinstance(scales, int):
                scales = (scales, scales)
            if kind == 'RandomChoiceResize' and isinstance(scales[0], int) and step.get('resize_type', '').endswith('ResizeShortestEdge'):
                size = (max(scales), step.get('max_size') or max(scales))  # each of them is a shorter side
                continue
            if not isinstance(scales[0], (list, tuple)):
                scales = [scales]
            scales = [(max(s), max(s)) if min(s) < 0 else s for s in scales]  # mmcls: the shorter side alone
            longest = max([max(s) for s in scales])
            shortest = max([min(s) for s in scales])
            times = max(step.get('ratio_range', (1, 1))) if kind == 'RandomResize' or step.get('ratio_range') else 1
            size, fixed = (int(shortest * times), int(longest * times)), not step.get('keep_ratio', kind == 'RResize')
            if fixed and len(scales) == 1:
                size = (scales[0][1], scales[0][0])
        elif kind == 'RandomCrop' and step.get('crop_type', 'absolute') in ('absolute', 'absolute_range'):
            crop = pair_of(step.get('crop_size', step.get('size')))
            size = crop if size is None else (min(crop[0], max(size)), min(crop[1], max(size)))
        elif kind in ('RandomResizedCrop', 'EfficientNetRandomCrop', 'CenterCrop', 'MultiScaleCrop'):
            crop = step.get('scale', step.get('crop_size', step.get('size', step.get('input_size'))))
            size = size if crop is None else pair_of(crop)  # mmaction's says only where to cut
        elif kind in ('TopdownAffine', 'BottomupRandomAffine', 'TopDownAffine', 'BottomupResize') and step.get('input_size') is not None:
            size = (step['input_size'][1], step['input_size'][0])
        elif kind in ('Mosaic', 'CachedMosaic', 'Mosaic9'):
            side = pair_of(step.get('img_scale', (640, 640)))
            size = (2 * side[1], 2 * side[0])
        elif kind in ('RandomAffine', 'YOLOv5RandomAffine') and size is not None:
            border = step.get('border', (0, 0))
            size = (size[0] + 2 * border[0], size[1] + 2 * border[1])
        elif kind == 'ResizeEdge':
            size = (step['scale'], step['scale'])
        elif kind == 'Pad':
            divisor = max(divisor, step.get('size_divisor') or 1)
            if step.get('size') is not None and (size is None or sorted(size) != sorted(step['size'])):
                size = (step['size'][1], step['size'][0])
    for step in batch_augments or []:
        kind = step['type'].split('.')[-1]
        if kind == 'BatchFixedSizePad':
            size = step['size'] if size is None else [max(d, wanted) for d, wanted in zip(size, step['size'])]
        elif kind in ('BatchSyncRandomResize', 'YOLOXBatchSyncRandomResize', 'PPYOLOEBatchRandomResize'):
            size = [max(step['random_size_range'])] * 2 if isinstance(step['random_size_range'][0], int) else size
        elif kind == 'BatchResize':
            size = (min(step['scale']), max(step['scale']))
            divisor = step.get('pad_size_divisor', 1)
    if size is None:
        return None
    return [(d + divisor - 1) // divisor * divisor for d in size]


def turned(choices):
    """The height of pictures that are cut out upright and made larger again: in a batch beside one that is not, both sides are the longest ones."""
    height = 0
    for choice in choices:
        crop = None
        for step in choice if isinstance(choice, (list, tuple)) else [choice]:
            kind = step['type'].split('.')[-1]
            if kind == 'RandomCrop' and step.get('crop_type') == 'absolute_range':
                crop = step.get('crop_size')
            elif crop is not None and kind in ('Resize', 'RandomResize', 'RandomChoiceResize'):
                scales = step.get('scale', step.get('scales', step.get('img_scale')))
                scales = scales if isinstance(scales[0], (list, tuple)) else [scales]
                height = max([height] + [min(max(s), int(min(s) * max(crop) / min(crop))) for s in scales])
    return height


def steps_of(dataset):
    """The steps of the data set's pipeline, those that it stands around first."""
    if isinstance(dataset, (list, tuple)):
        return steps_of(dataset[0])
    own = flat_steps(dataset.get('pipeline', []))
    inner = dataset.get('dataset', dataset.get('datasets'))
    return (steps_of(inner) if inner is not None else []) + own


def class_of(dataset):
    """The class of a data set, of the innermost where it is wrapped."""
    inner = dataset[0] if isinstance(dataset, (list, tuple)) else dataset.get('dataset', dataset.get('datasets'))
    return class_of(inner) if inner is not None else str(dataset.get('type', '')).split('.')[-1]


def flat_steps(pipeline):
    """The steps, those that a step applies to all frames among them."""
    result = []
    for step in pipeline:
        result.append(step)
        if step['type'].split('.')[-1] in ('TransformBroadcaster', 'ProposalBroadcaster', 'RandomApply'):
            result += flat_steps(step['transforms'])
    return result


# --- state


# Bytes per parameter that an optimizer holds beside the weight: torch/optim
STATE = {'SGD': 4, 'Adam': 8, 'AdamW': 8, 'RMSprop': 4, 'Adagrad': 4, 'Adamax': 8, 'NAdam': 8, 'RAdam': 8, 'Lion': 4}


def bytes_of_state(optimizer):
    """Bytes per trained parameter beside its weight: gradient, DDP's bucket, the optimizer's state."""
    kind = optimizer.get('type', 'SGD').split('.')[-1]
    return 8 + (4 if optimizer.get('momentum', 0) else 0 if kind == 'SGD' else STATE.get(kind, 8))


def own_model(x, model):
    """A model class that is not known, with a backbone for pictures: at least that, and its neck, on each picture of the batch."""
    enter('', model['type'])
    unknown(model['type'])
    before = 'img_' if 'img_backbone' in model else ''
    maps = build(before + 'backbone', model[before + 'backbone'], x)
    neck = model.get(before + 'neck')
    if isinstance(neck, dict):
        build(before + 'neck', neck, maps)
    leave()


def estimate(task):
    """Bytes by part of one training step on one GPU. task:
      packages   whose classes the model's are, the likeliest first: mmdet, mmseg, ...; own: classes that are the project's own
      model      the config's model; data: its training data set; batch: samples per GPU
      optimizer  the config's; half: autocast is on; gpu: the card's name, or ''; old_softmax: PyTorch is older than 1.11,
      or may be; old_norm: it may be older than 1.6; benchmark: cudnn_benchmark is on
    """
    begin(task['half'], task['packages'][0] if task['packages'] else '', task['own'])
    NOW.update(old_softmax=task.get('old_softmax', True), data=class_of(task['data']), pair=pair_of_assigner(task['model'].get('train_cfg')), on_gpu=most_on_gpu(task['model'].get('train_cfg')))
    model = dict(task['model'])
    before = model.pop('data_preprocessor', None) or {}
    own = row_of(model['type']) is None
    parts = [part for part in model.values() if isinstance(part, dict) and part.get('type')]
    if not parts or own and 'backbone' not in model and 'img_backbone' not in model:
        return {'known': False, 'why': 'class', 'unknown': [model['type']]}
    if model['type'].split('.')[-1] in VOXEL_MODELS:
        size, x = None, voxels_of(before.get('voxel_layer', model.pop('pts_voxel_layer', model.pop('voxel_layer', None))), task['batch'])
    elif model['type'].split('.')[-1] in POINT_MODELS and NOW['package'] == 'mmdet3d':
        size, x = None, points_of(task, model)
    else:
        size = picture(steps_of(task['data']), before.get('pad_size_divisor', 1) or 1, before.get('batch_augments'))
        x = None if size is None else clips_of(task, size, model) if is_video(task, model['type'].split('.')[-1]) else image((task['batch'], 3, size[0], size[1]))
    if x is None:
        return {'known': False, 'why': 'size'}
    if own:
        own_model(x, model)
    else:
        build('', model, x)
    return bill(task, size, x)


# What no layer explains, as bytes and as a share of the activations: the loss's small tensors, what the allocator rounds up; where boxes are found (in all
# packages but FEW, and not from points alone), the overlaps of anchors with boxes, too. Both were fitted to the published figures (configs/*/metafile.yml) of mmsegmentation (429) and
# mmdetection (268). Nine of ten lie within LEAST and MOST times the estimate, of mmdetection counted with 143 of families that nothing was fitted to.
# cudnn_benchmark tries algorithms that need more, of numbers in full precision up to BENCHMARK_MOST.
OTHERS_IN_FEW, SHARE_IN_FEW = 0.05 * GIB, 0.01
OTHERS, SHARE = 0.35 * GIB, 0.06
FEW = ('mmseg', 'mmpretrain', 'mmcls', 'mmpose', 'mmyolo', 'mmaction', 'mmrotate')
LEAST_IN_FEW, MOST_IN_FEW = 0.9, 1.13
LEAST, MOST, BENCHMARK_MOST = 0.88, 1.3, 3.0


def bill(task, size, x):
    """The sums over all parts."""
    parts = NOW['parts']
    parameters = sum([p['parameters'] for p in parts])
    trained = sum([p['trained'] for p in parts])
    kept = sum([p['kept'] for p in parts])
    activations = kept + max([p['again'] for p in parts])
    picture_bytes = 0 if x['store']['kept'] else x['store']['bytes']
    activations += picture_bytes
    workspace = max(0, NOW['peak'] + picture_bytes - activations)
    state = bytes_of_state(task['optimizer']) * trained
    few = NOW['package'] in FEW or task['model']['type'].split('.')[-1] in POINT_MODELS
    others = OTHERS_IN_FEW if few else OTHERS
    workspace += (SHARE_IN_FEW if few else SHARE) * activations
    weights = (6 if task['half'] else 4) * parameters  # autocast keeps a copy in half precision
    fixed = weights + state + others
    total = fixed + activations + workspace
    older = NOW['older'] if task.get('old_norm') else 0
    least, most = (LEAST_IN_FEW, MOST_IN_FEW) if few else (LEAST, MOST)
    most = BENCHMARK_MOST if task.get('benchmark') and not task['half'] and not few else most
    work = sum([p['work'] for p in parts])
    return {'known': True, 'work': work, 'seconds': seconds(work, task['gpu'], task['half']), 'size': size, 'batch': task['batch'], 'parameters': parameters, 'trained': trained, 'flops': sum([p['flops'] for p in parts]),
            'activations': activations, 'largest': max([p['largest'] for p in parts]), 'weights': weights, 'state': state, 'workspace': int(workspace + others), 'fixed': int(fixed),
            'total': int(total), 'low': int(least * total), 'high': int(most * (total + older)), 'per_sample': int((activations + workspace) / task['batch']),
            'parts': [{'path': p['path'], 'type': p['type'], 'parameters': None if p['unknown'] else p['parameters'],
                       'kept': None if p['unknown'] else p['kept']} for p in parts if p['path']],
            'unknown': [u for p in parts for u in p['unknown'] if u != BEHIND]}


def estimate_changed(change):
    """The same with another batch and precision: change is (task, batch, half)."""
    task = dict(change[0])
    task.update(batch=change[1], half=change[2])
    return estimate(task)
