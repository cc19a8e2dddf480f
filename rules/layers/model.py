# SPDX-License-Identifier: MIT
"""From a config to an estimate: the size of the pictures, the model's wiring, what is there beside the activations."""

GIB = 1 << 30


def row_of(kind):
    """The function of a class: of this package (mmseg_ResNet), else the one of that name for all packages (ResNet); None: none."""
    kind = kind.split('.')[-1]
    return CLASSES.get(NOW['package'] + '_' + kind, CLASSES.get(kind))


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
        unknown('what comes into it')
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


def two_stage(x, backbone, neck=None, rpn_head=None, roi_head=None, train_cfg=None, **rest):
    maps = features(x, backbone, neck)
    if rpn_head is not None:
        build('rpn_head', rpn_head, maps)
    if roi_head is not None:
        build('roi_head', roi_head, maps, train_cfg=None if train_cfg is None else train_cfg.get('rcnn'))


FasterRCNN = MaskRCNN = CascadeRCNN = TwoStageDetector = HybridTaskCascade = MaskScoringRCNN = PointRend = GridRCNN = two_stage
RetinaNet = FCOS = ATSS = GFL = SingleStageDetector = FSAF = FOVEA = PAA = VFNet = RepPointsDetector = YOLOF = TOOD = single_stage
RPN = AutoAssign = DDOD = NASFCOS = YOLOX = RTMDet = single_stage


# --- pictures


def picture(pipeline, divisor):
    """(height, width) of the largest picture of a batch as the pipeline leaves it, None where that is not known."""
    size, fixed = None, False
    for step in pipeline:
        kind = step['type'].split('.')[-1]
        if kind in ('Resize', 'RandomResize', 'RandomChoiceResize', 'FixShapeResize'):
            scales = step.get('scale', step.get('scales', step.get('img_scale')))
            if kind == 'FixShapeResize':
                size, fixed = (step['height'], step['width']), not step.get('keep_ratio', True)
                continue
            if scales is None:
                return None
            if isinstance(scales, int):
                scales = (scales, scales)
            if not isinstance(scales[0], (list, tuple)):
                scales = [scales]
            longest = max([max(s) for s in scales])
            shortest = max([min(s) for s in scales])
            times = max(step.get('ratio_range', (1, 1))) if kind == 'RandomResize' or step.get('ratio_range') else 1
            size, fixed = (int(shortest * times), int(longest * times)), not step.get('keep_ratio', False)
            if fixed and len(scales) == 1:
                size = (scales[0][1], scales[0][0])
        elif kind == 'RandomCrop' and step.get('crop_type', 'absolute') == 'absolute':
            crop = step.get('crop_size', step.get('size'))
            size = crop if size is None else (min(crop[0], max(size)), min(crop[1], max(size)))
        elif kind == 'Pad':
            if step.get('size') is not None:
                size = (step['size'][1], step['size'][0])
    if size is None:
        return None
    return [(d + divisor - 1) // divisor * divisor for d in size]


def steps_of(dataset):
    """The steps of the data set's pipeline, those that it stands around first."""
    if isinstance(dataset, (list, tuple)):
        return steps_of(dataset[0])
    own = list(dataset.get('pipeline', []))
    inner = dataset.get('dataset', dataset.get('datasets'))
    return (steps_of(inner) if inner is not None else []) + own


# --- state


# Bytes per parameter that an optimizer holds beside the weight: torch/optim
STATE = {'SGD': 4, 'Adam': 8, 'AdamW': 8, 'RMSprop': 4, 'Adagrad': 4, 'Adamax': 8, 'NAdam': 8, 'RAdam': 8, 'Lion': 4}


def bytes_of_state(optimizer):
    """Bytes per trained parameter beside its weight: gradient, DDP's bucket, the optimizer's state."""
    kind = optimizer.get('type', 'SGD').split('.')[-1]
    return 8 + (4 if optimizer.get('momentum', 0) else 0 if kind == 'SGD' else STATE.get(kind, 8))


def estimate(task):
    """Bytes by part of one training step on one GPU. task:
      package    whose classes the model's are: mmdet, mmseg, ...; model: the config's model
      steps      the steps of the training pipeline; batch: samples per GPU
      divisor    to which pictures are padded; optimizer: the config's; half: autocast is on
    """
    size = picture(task['steps'], task['divisor'])
    if size is None:
        return {'known': False, 'why': 'size'}
    begin(task['half'], task['package'])
    model = dict(task['model'])
    model.pop('data_preprocessor', None)
    x = image((task['batch'], 3, size[0], size[1]))
    if row_of(model['type']) is None:
        return {'known': False, 'why': model['type']}
    build('', model, x)
    parts = NOW['parts']
    parameters = sum([p['parameters'] for p in parts])
    trained = sum([p['trained'] for p in parts])
    return {'known': True, 'size': size, 'parameters': parameters, 'trained': trained,
            'kept': sum([p['kept'] for p in parts]), 'again': max([p['again'] for p in parts]), 'flops': sum([p['flops'] for p in parts]),
            'weights': 4 * parameters, 'state': bytes_of_state(task['optimizer']) * trained, 'input': x['store']['bytes'],
            'parts': [p for p in parts if p['path']], 'unknown': [u for p in parts for u in p['unknown']]}
