# SPDX-License-Identifier: MIT
"""Changes that are no mistakes, for tools/inject-mistakes.py: both sides of what belongs together."""
import re

from mistakes import at, control, dicts, type_of, typed
from mistakes_in_data import endless_sampler, normalizers
from mistakes_in_models import iou_loss_of_deltas, sliding_without_stride


@control
def classes_everywhere(c):
    # more than these two would have to change: the best k of an accuracy, names that a filter keeps
    plain = not c.cls and not typed(c.train, 'ObjectNameFilter')
    heads = c.heads() if plain and c.takes_classes() and not c.project.capitals else []
    for _, h in dicts(c.model):
        if any(h is x for x in heads):
            if at(h, 'loss_cls', 'class_weight') or at(h, 'loss_decode', 'class_weight') or 'tasks' in h \
                    or at(h, 'assigner'):
                return False
            h['num_classes'] = 2
    others = "num_classes': %d|LabelSmooth" % c.classes(c.train[0]) if heads else ''
    if heads and not re.search(others, str(c.model)) and not (c.engine and 'palette' in str(c.train + c.val + c.test)):
        return c.set_classes(('a', 'b'))


@control
def depth_and_channels(c):
    if type_of(c.backbone) == 'ResNet' and c.backbone.get('depth') == 50 and type_of(c.neck) == 'FPN' \
            and c.neck.get('in_channels') == [256, 512, 1024, 2048] and not re.search('caffe|detectron', str(c.model)):
        c.backbone.update(depth=18)
        c.neck['in_channels'] = [64, 128, 256, 512]
        for d, k in ((c.model, 'pretrained'), (c.backbone.get('init_cfg') or {}, 'checkpoint')):
            if isinstance(d.get(k), str):
                d[k] = 'torchvision://resnet18'
        return 'resnet50' not in str(c.model).lower()


@control
def input_and_channels(c):
    h = c.model.get('auxiliary_head')
    if c.seg and isinstance(h, dict) and re.match('ResNet', type_of(c.backbone)) and h.get('in_index') == 2 \
            and h.get('in_channels') == 1024:
        h.update(in_index=1, in_channels=512)
        return True


@control
def nothing_frozen(c):
    if 'frozen_stages' in c.backbone and c.strings():
        c.backbone.update(frozen_stages=-1, **({'init_cfg': None} if 'init_cfg' in c.backbone else {}))
        if 'pretrained' in c.model:
            c.model['pretrained'] = None
        return True


@control
def iou_loss_of_boxes(c):
    return iou_loss_of_deltas(c) and [d.update(reg_decoded_bbox=True) for d in typed(c.model, '.*Head') \
            if type_of(d.get('loss_bbox')) == 'GIoULoss']


@control
def sliding_with_stride(c):
    if sliding_without_stride(c):
        c.model['test_cfg'].update(crop_size=(512, 512), stride=(341, 341))
        return True


@control
def endless_sampler_of_iterations(c):
    if endless_sampler(c):
        c.cfg['train_cfg'] = {'type': 'IterBasedTrainLoop', 'max_iters': 90000, 'val_interval': 9000}
        return True


@control
def normalized_alike(c):
    found = [t for t in typed(c.cfg.get('data'), r'\w*Normalize\w*') if 'mean' in t]
    if any(t.get('std') != found[0].get('std') for t in found):  # they differ as it is
        return False
    for t in found:
        t['mean'] = [100.0, 110.0, 120.0]
    return found and not c.engine


@control
def strides_and_outputs(c):
    if type_of(c.neck) == 'FPN' and type_of(c.model.get('bbox_head')) == 'RetinaHead' and len(at(c.model, \
            'bbox_head', 'anchor_generator', 'strides') or ()) == 5:
        g, c.neck['num_outs'] = c.model['bbox_head']['anchor_generator'], 4
        g['strides'] = list(g['strides'])[:4]
        return True


@control
def best_by_itself(c):
    hook = at(c.cfg, 'default_hooks', 'checkpoint') if c.engine else c.cfg.get('evaluation')
    if isinstance(hook, dict):
        hook['save_best'] = 'auto'
        return True


@control
def topk_within_classes(c):
    for d in typed(c.cfg.get('val_evaluator'), 'Accuracy') if c.cls else ():
        d['topk'] = (1,)
        return True
