# SPDX-License-Identifier: MIT
"""Kinds of mistakes about classes, data and metrics."""
import re

from mistakes import KEYPOINT_HEADS, at, dicts, kind, type_of, typed


@kind('CLS00[128]|CLS009|CLS011')
def classes_of_one_head(c):
    heads = c.heads()
    if len(heads) > 1:
        c.rng.choice(heads)['num_classes'] += 5
        return True


@kind('CLS00[128]|CLS009|CLS011')
def classes_of_all_heads(c):
    heads, more = c.heads(), c.rng.choice((1, -1, 7))
    for h in heads:
        h['num_classes'] += more
    return heads and heads[0]['num_classes'] > 1


@kind('CLS00[167]|CLS019')
def classes_of_the_data(c):
    return c.takes_classes() and c.set_classes(('a', 'b'))


@kind('CLS00[147]')
def classes_as_text(c):
    return c.takes_classes() and c.set_classes('person')


@kind('CLS003')
def classes_in_capitals(c):
    # frameworks outside took capitals before their 3.0 and 1.0: a mistake for sure where the project's own code says it
    if c.engine and c.takes_classes() and not c.project.capitals and c.project.text['classes']:
        for h in c.heads():
            h['num_classes'] = 2
        for leaf in c.train + c.val:
            leaf['metainfo'] = {**(at(leaf, 'metainfo') or {}), 'CLASSES': ('a', 'b')}
        return not any('classes' in d['metainfo'] for d in c.train)


@kind('CLS00[167]')
def classes_at_the_top(c):
    if c.takes_classes() and not {'classes', 'metainfo'} & set(c.cfg):
        for h in c.heads():
            h['num_classes'] = 2
        c.cfg.update({'metainfo': {'classes': ('a', 'b')}} if c.engine else {'classes': ('a', 'b')})
        return True


@kind('CLS00[17]')
def classes_of_training_alone(c):
    if c.takes_classes() and c.val:
        for h in c.heads():
            h['num_classes'] = 2
        return c.set_classes(('a', 'b'), ['train'])


@kind('CLS017')
def class_named_twice(c):
    if c.takes_classes():
        for h in c.heads():
            h['num_classes'] = 3
        return c.set_classes(('car', 'bus', 'car'))


@kind('CLS005')
def classes_on_the_wrapper(c):
    for d in typed(c.cfg['train_dataloader'] if c.engine else c.cfg['data'], 'RepeatDataset|ClassBalancedDataset'):
        if c.heads():
            d.update({'metainfo': {'classes': ('a', 'b')}} if c.engine else {'classes': ('a', 'b')})
            return True


@kind('CLS018|CLS007')
def test_set_left_behind(c):
    if c.engine and c.takes_classes() and len(c.train) == len(c.val) == len(c.test) == 1:
        for h in c.heads():
            h['num_classes'] = 2
        return c.set_classes(('a', 'b'), ['train', 'val'])


@kind('CLS008')
def classes_of_the_augments(c):
    for p, d in dicts(c.model):
        if d.get('num_classes', 0) and c.heads() and d['num_classes'] == c.heads()[0]['num_classes'] and \
                re.search('Mixup|CutMix|LabelSmoothLoss', type_of(d)):
            d['num_classes'] += 1
            return True


@kind('CLS009')
def class_weight_length(c):
    for h in c.heads():
        loss = at(h, 'loss_decode' if c.seg else 'loss_cls')
        if isinstance(loss, dict) and type_of(loss) == 'CrossEntropyLoss' \
                and 'DETR' not in type_of(h) + type_of(c.model) and \
                not (loss.get('use_sigmoid') or 'class_weight' in loss):
            loss['class_weight'] = [1.0] * (h['num_classes'] + 2)
            return True


@kind('CLS010|CLS001')
def one_class_with_softmax(c):
    if c.seg and c.heads() and c.takes_classes() and all(at(h, 'loss_decode', 'type') == 'CrossEntropyLoss' \
            for h in c.heads()):
        for h in c.heads():
            h['num_classes'] = 1
            h['loss_decode']['use_sigmoid'] = False
        return c.set_classes(('a',))


@kind('CLS011')
def outputs_of_the_head(c):
    for h in c.heads() if c.seg else ():
        if re.fullmatch('FCNHead|UPerHead|PSPHead|ASPPHead|SegformerHead', type_of(h)):
            h['out_channels'] = h['num_classes'] - 1
            return h['out_channels'] > 1


@kind('CLS012')
def topk_beyond_classes(c):
    n = c.cls and c.heads() and c.heads()[0]['num_classes']
    if n and c.engine:
        for d in typed(c.cfg.get('val_evaluator'), 'Accuracy'):
            d['topk'] = (1, n + 5)
            return True
    elif n and at(c.cfg, 'evaluation', 'metric') in ('accuracy', None) and isinstance(c.cfg.get('evaluation'), dict):
        c.cfg['evaluation']['metric_options'] = {'topk': (1, n + 5)}
        return True


@kind('CLS013')
def keypoints_of_the_head(c):
    for d in typed(c.model, '.*'):
        if KEYPOINT_HEADS.match(type_of(d)) and at(d, 'out_channels') and not re.search('Bottom|3D|Lift', \
                type_of(c.model)):
            d['out_channels'] += 1
            return True


@kind('CLS014')
def task_forgotten(c):
    for _, d in dicts(c.model):
        if isinstance(d.get('tasks'), (list, tuple)) and len(d['tasks']) > 1 and re.search('Center', type_of(d)):
            d['tasks'] = d['tasks'][:-1]
            return True


@kind('CLS014')
def tasks_in_another_order(c):
    for _, d in dicts(c.model):
        if isinstance(d.get('tasks'), list) and len(d['tasks']) > 1 and at(d['tasks'], 0, 'class_names') \
                and re.search('Center', type_of(d)):
            d['tasks'] = d['tasks'][1:] + d['tasks'][:1]
            return True


@kind('CLS015')
def assigner_forgotten(c):
    for _, d in dicts(c.model):
        if isinstance(d.get('assigner'), list) and len(d['assigner']) > 1:
            d['assigner'] = d['assigner'][:-1]
            return True


@kind('CLS015')
def range_forgotten(c):
    for d in typed(c.model, '(Aligned)?Anchor3DRangeGenerator'):
        if len(at(d, 'ranges') or ()) > 2 and len(d['ranges']) == len(at(d, 'sizes') or ()):
            d['ranges'] = d['ranges'][:-1]
            return True


@kind('CLS016')
def zero_label(c):
    for p in c.pipelines():
        for t in p:
            if type_of(t) == 'LoadAnnotations' and c.seg and (c.engine or 'reduce_zero_label' in t):
                t['reduce_zero_label'] = not t.get('reduce_zero_label', any('ADE' in type_of(d) for d in c.train))
                return True


@kind('DAT101')
def mosaic_without_wrapper(c):
    wrapped = typed(c.cfg['train_dataloader'] if c.engine else c.cfg['data'], 'MultiImageMixDataset')
    for p in c.pipelines():
        i = next((i for i, t in enumerate(p) if type_of(t) == 'LoadAnnotations'), None)
        if i is not None and not wrapped and c.heads() and not c.seg and not c.cls \
                and not re.search('YOLOV?[5-8]|Recogn', type_of(c.model)) and c.cfg.get('default_scope') != 'mmyolo' and \
                'Mosaic3D' not in c.project.bases and c.project.bases.get('Mosaic', ['object'])[0] in ('object', \
                        'BaseTransform'):
            p.insert(i + 1, {'type': p[i]['type'].replace('LoadAnnotations', 'Mosaic'), 'img_scale': (640, 640)})
            return True


@kind('DAT102')
def masks_not_loaded(c):
    loaders = [t for p in c.pipelines() for t in p if type_of(t) == 'LoadAnnotations' and t.get('with_mask') is True]
    if loaders and any(isinstance(d.get('mask_head'), (dict, list)) for _, d in dicts(c.model)):
        for t in loaders:
            t['with_mask'] = False
        return True


@kind('DAT103')
def masks_collected(c):
    for p in c.pipelines() if not c.engine else ():
        loads, collects = (next((t for t in p if type_of(t) == n), None) for n in ('LoadAnnotations', 'Collect'))
        if loads and collects and loads.get('with_bbox') and not loads.get('with_mask') \
                and 'gt_masks' not in collects['keys']:
            collects['keys'] = list(collects['keys']) + ['gt_masks']
            return True


@kind('DAT104')
def endless_sampler(c):
    loop = at(c.cfg, 'train_cfg') or {}
    if c.engine and (type_of(loop) == 'EpochBasedTrainLoop' or loop.get('by_epoch') is True \
            and 'type' not in loop) and 'sampler' in c.cfg['train_dataloader']:
        c.cfg['train_dataloader']['sampler'] = {'type': 'InfiniteSampler', 'shuffle': True}
        return True


def normalizers(c, split):
    return [t for p in c.pipelines(split) for t in typed(p, 'Normalize') if isinstance(t.get('mean'), (list, tuple))]


@kind('DAT105')
def normalized_otherwise(c):
    a, b = normalizers(c, 'train'), normalizers(c, 'test') + normalizers(c, 'val')
    if not c.engine and len(a) == 1 and b and all(x['mean'] == a[0]['mean'] for x in b) \
            and 'to_rgb' not in str(c.train).replace("'to_rgb'", '', 1):
        for x in b:
            x['mean'] = c.rng.choice(([127.5, 127.5, 127.5], list(reversed(x['mean']))))
        return True


@kind('DAT106')
def normalized_twice(c):
    norm = {'type': 'Normalize', 'mean': [123.675, 116.28, 103.53], 'std': [58.395, 57.12, 57.375], 'to_rgb': True}
    mean = at(c.model, 'data_preprocessor', 'mean') or at(c.cfg, 'data_preprocessor', 'mean')
    for p in c.pipelines() if not re.search('3D|Recogn', type_of(c.model)) else ():
        there = [i for i, t in enumerate(p) if type_of(t) == 'Normalize']
        if there and not c.engine or c.engine and isinstance(mean, (list, tuple)) and any(mean):
            p.insert(there[0] if there else len(p) - 1, norm)
            return True


@kind('DAT107|KEY00[69]')
def wrapper_replaced(c):
    d = c.cfg['train_dataloader']['dataset'] if c.engine else at(c.cfg, 'data', 'train')
    wrapper = re.fullmatch('RepeatDataset|ClassBalancedDataset|CBGSDataset|MultiImageMixDataset', type_of(d))
    if isinstance(d, dict) and wrapper and c.train and c.val:
        d.update({'type': c.train[0]['type'], 'pipeline': []})
        return True


@kind('EVL101')
def metric_of_another_file(c):
    for d in typed(c.cfg.get('val_evaluator'), '(mmdet.)?(CocoMetric|LVISMetric|CrowdHumanMetric)'):
        if isinstance(d.get('ann_file'), str) and len(c.val) == 1:
            d['ann_file'] = re.sub(r'(\w+)\.(\w+)$', r'\1_old.\2', d['ann_file'])
            return True


@kind('EVL102')
def metric_of_another_set(c):
    if not c.engine and isinstance(c.cfg.get('evaluation'), dict) and c.val and re.match(
            r'Coco\w*Dataset|VOCDataset|Cityscapes|ADE20K|ImageNet$|LVIS|TopDown\w+Dataset|PascalVOC', \
                    type_of(c.val[0])):
        c.cfg['evaluation']['metric'] = 'bboxes'
        return True


@kind('EVL103')
def masks_evaluated(c):
    d = c.cfg.get('evaluation') if not c.engine else next(iter(typed(c.cfg.get('val_evaluator'), 'CocoMetric')), None)
    if isinstance(d, dict) and d.get('metric') in ('bbox', ['bbox']) and c.heads() \
            and not any('mask' in str(k) for _, x in dicts(c.model) for k in x) and \
            not re.search('SOLO|Inst|Mask|YOLACT', str(c.model)):
        d['metric'] = ['bbox', 'segm']
        return True


def usual_loop(c):
    """Without a val_cfg the runner refuses the rest."""
    return isinstance(c.cfg.get('val_cfg'), dict) and type_of(c.cfg['val_cfg']) in ('', 'ValLoop')


@kind('EVL104')
def best_of_another_metric(c):
    e = c.cfg.get('val_evaluator')
    hook = at(c.cfg, 'default_hooks', 'checkpoint') if c.engine else c.cfg.get('evaluation')
    if isinstance(hook, dict) and (not c.engine or isinstance(e, (dict, list)) and e and usual_loop(c)):
        coco = c.val and re.match('Coco', type_of(c.val[0]))
        if c.engine or coco or c.seg:
            hook['save_best'] = 'bleu/score' if c.engine else 'top1_acc'
            return True


@kind('EVL104')
def stopping_by_another_metric(c):
    if c.engine and c.cfg.get('val_evaluator') and usual_loop(c) and isinstance(c.cfg.get('custom_hooks', []), list):
        c.cfg['custom_hooks'] = list(c.cfg.get('custom_hooks', [])) + [{'type': 'EarlyStoppingHook', \
                'monitor': 'bleu/score'}]
        return True
