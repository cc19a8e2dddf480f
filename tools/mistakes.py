# SPDX-License-Identifier: MIT
"""Kinds of mistakes that tools/inject-mistakes.py makes, and of changes that are none.

Each is a function that changes `c.cfg`, the effective config, and returns True; of a config in which the change would be no mistake (or
none for sure) it returns something false. It decides that from the config and from the names of classes in the project's code."""
import ast
import collections
import os
import re

KINDS, CONTROLS = {}, {}
# how many classes the frameworks' own data sets have, where a checkout lacks their code
COUNTS = dict(CocoDataset=80, ADE20KDataset=150, ImageNet=1000, CIFAR10=10, CIFAR100=100, NuScenesDataset=10, DOTADataset=15, VOCDataset=20,
              LVISV1Dataset=1203, PascalVOCDataset=21, PascalContextDataset59=59, COCOStuffDataset=171, LoveDADataset=7, PotsdamDataset=6)
RESNET = re.compile(r'ResNet(V1[cd])?$|ResNeXt$')
KEYPOINT_HEADS = re.compile(r'HeatmapHead$|SimCCHead$|RTMCCHead$|Topdown\w*Head$|DeepposeRegressionHead$|ViPNASHeatmapSimpleHead$')


def kind(rules):
    return lambda f: KINDS.setdefault(f.__name__.replace('_', '-'), (re.compile(rules), f)) and f


def control(f):
    return CONTROLS.setdefault('ok-' + f.__name__.replace('_', '-'), f)


def at(x, *keys):
    for k in keys:
        x = x.get(k) if isinstance(x, dict) else x[k] if isinstance(x, (list, tuple)) and isinstance(k, int) and k < len(x) else None
    return x


def dicts(x, path=()):
    if isinstance(x, dict):
        yield path, x
    for k, v in x.items() if isinstance(x, dict) else enumerate(x) if isinstance(x, (list, tuple)) else ():
        yield from dicts(v, path + (k,))


def type_of(d):
    return str(at(d, 'type') or '').rsplit('.', 1)[-1]


def typed(x, pattern):
    return [d for _, d in dicts(x) if re.fullmatch(pattern, type_of(d))]


class Project:
    """Classes of data sets in a checkout, with how many names theirs have."""

    def __init__(self, top):
        self.bases, self.counts, self.sized, self.text = {}, {}, {}, collections.Counter()
        for d, folders, files in os.walk(top):
            folders[:] = [f for f in folders if f not in ('.git', 'configs', 'node_modules')]
            for f in files:
                if f.endswith('.py'):
                    with open(os.path.join(d, f), encoding='utf-8', errors='replace') as file:
                        self.read(file.read())
        self.capitals = self.text['CLASSES'] > self.text['classes']

    def read(self, text):
        for m in re.finditer(r'^class (\w+)\(([^)]*)\)', text, re.M):
            self.bases[m[1]] = [b.strip().rsplit('.', 1)[-1] for b in m[2].split(',')]
        self.text.update(re.findall(r'METAINFO[^=\n]*=\s*(?:dict\(|\{)\s*[\'"]?(CLASSES|classes)\b', text))
        if not re.search(r'CLASSES|METAINFO|CATEGORIES', text):
            return
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError):
            return
        for node in tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self.sized[node.targets[0].id] = self.size(node.value)
            for s in node.body if isinstance(node, ast.ClassDef) else ():
                if isinstance(s, ast.Assign) and getattr(s.targets[0], 'id', '') in ('CLASSES', 'METAINFO'):
                    self.counts[node.name] = s.value

    def size(self, v):
        """How many names; None: not told."""
        if isinstance(v, ast.Call) and not v.args or isinstance(v, ast.Dict):
            pairs = [(k.arg, k.value) for k in v.keywords] if isinstance(v, ast.Call) else zip(map(ast.literal_eval, v.keys), v.values)
            return next((self.size(x) for k, x in pairs if k in ('classes', 'CLASSES')), None)
        if isinstance(v, ast.Name):
            return self.sized.get(v.id)
        return len(v.elts) if isinstance(v, (ast.Tuple, ast.List)) else None

    def count(self, name, seen=()):
        if name in self.counts:
            return self.size(self.counts[name])
        for base in self.bases.get(name, []) if name not in seen else ():
            n = self.count(base, seen + (name,))
            if n:
                return n
        return None if name in self.bases else COUNTS.get(name)


class Config:
    def __init__(self, cfg, project, rng):
        self.cfg, self.project, self.rng, self.engine = cfg, project, rng, 'train_dataloader' in cfg
        self.model = cfg['model']
        self.backbone, self.neck = (x if isinstance(x, dict) else {} for x in (at(self.model, 'backbone'), at(self.model, 'neck')))
        self.train, self.val, self.test = (self.data(s) for s in ('train', 'val', 'test'))
        self.seg = re.search('EncoderDecoder', type_of(self.model)) is not None
        self.cls = type_of(self.model) == 'ImageClassifier'

    def data(self, split):
        x = at(self.cfg, split + '_dataloader', 'dataset') if self.engine else at(self.cfg, 'data', split)
        return [d for _, d in dicts(x) if 'type' in d and re.search('Data[Ss]et|^CIFAR|^ImageNet', type_of(d))
                and not isinstance(d.get('dataset'), (dict, list)) and not isinstance(d.get('datasets'), list)]

    def classes(self, leaf):
        """How many classes a data set has; None: not told."""
        names = at(leaf, 'metainfo', 'classes') or at(leaf, 'metainfo', 'CLASSES') if self.engine else at(leaf, 'classes')
        return len(names) if isinstance(names, (list, tuple)) else None if names else self.project.count(type_of(leaf))

    def heads(self):
        """Those that tell the classes of the data apart."""
        counts = {self.classes(d) for d in self.train}
        n = counts.pop() if len(counts) == 1 and self.train else None
        return [d for p, d in dicts(self.model) if n and d.get('num_classes') == n and 'type' in d and not {'rpn_head', 'semantic_head'} & set(p)
                and re.search(r'Head(Module)?$', type_of(d)) and not any(re.search('loss|train_cfg|preproc', str(k)) for k in p)]

    def set_classes(self, names, splits=('train', 'val', 'test')):
        """On the data sets of these splits; None: they take none."""
        for leaf in sum((getattr(self, s) for s in splits), []):
            if self.engine:
                leaf['metainfo'] = dict(at(leaf, 'metainfo') or {}, **{'classes': names})
            else:
                leaf['classes'] = names
        return True

    def takes_classes(self):
        return self.heads() and not (self.cls and not self.engine) and self.classes(self.train[0]) not in (None, 2) \
            and not any(re.search('Pose|Video|Few|NWay|Meta', type_of(d)) for d in self.train + [self.model])

    def pipelines(self, split='train'):
        for leaf in getattr(self, split):
            if isinstance(leaf.get('pipeline'), list):
                yield leaf['pipeline']

    def strings(self):
        """Keys that say where weights come from."""
        return [v for v in (at(self.model, 'pretrained'), at(self.backbone, 'init_cfg', 'checkpoint')) if isinstance(v, str)]


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
    if c.engine and c.takes_classes() and not c.project.capitals:
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
        if isinstance(loss, dict) and type_of(loss) == 'CrossEntropyLoss' and 'DETR' not in type_of(h) + type_of(c.model) and \
                not (loss.get('use_sigmoid') or 'class_weight' in loss):
            loss['class_weight'] = [1.0] * (h['num_classes'] + 2)
            return True


@kind('CLS010|CLS001')
def one_class_with_softmax(c):
    if c.seg and c.heads() and c.takes_classes() and all(at(h, 'loss_decode', 'type') == 'CrossEntropyLoss' for h in c.heads()):
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
        if KEYPOINT_HEADS.match(type_of(d)) and at(d, 'out_channels') and not re.search('Bottom|3D|Lift', type_of(c.model)):
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
        if isinstance(d.get('tasks'), list) and len(d['tasks']) > 1 and at(d['tasks'], 0, 'class_names') and re.search('Center', type_of(d)):
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


@kind('MDL00[123]')
def neck_channels(c):
    v = c.neck.get('in_channels')
    if isinstance(v, (list, tuple)) and len(v) > 1:
        c.neck['in_channels'] = list(v[:-1]) + [v[-1] * 2]
        return True


@kind('MDL00[123]')
def neck_inputs(c):
    v = c.neck.get('in_channels')
    if isinstance(v, (list, tuple)) and len(v) > 2 and type_of(c.neck) not in ('SSDNeck', 'SECONDFPN') and 'start_level' not in c.neck:
        c.neck['in_channels'] = list(v[1:])
        return True


@kind('MDL00[1-6]')
def outputs_of_the_backbone(c):
    v = c.backbone.get('out_indices')
    if isinstance(v, (list, tuple)) and len(v) > 2 and isinstance(c.neck.get('in_channels'), (list, tuple)) and type_of(c.neck) != 'SSDNeck' \
            and type_of(c.backbone)[:1].isupper():
        c.backbone['out_indices'] = tuple(v[1:])
        return True


@kind('MDL00[138]')
def depth_alone(c):
    if RESNET.match(type_of(c.backbone)) and c.backbone.get('depth') in (50, 101, 152) and (c.neck.get('in_channels') or c.seg):
        c.backbone['depth'] = 18 if type_of(c.backbone) != 'ResNeXt' else 50 if c.backbone['depth'] != 50 else 101
        return type_of(c.backbone) != 'ResNeXt' or bool(c.strings())


@kind('MDL008')
def depth_of_the_checkpoint(c):
    if type_of(c.backbone) == 'ResNet' and c.backbone.get('depth') == 50 and any(re.search(r'resnet50|resnet_?v1[cd]_?50', s) for s in c.strings()):
        c.backbone['depth'] = 101
        return True


@kind('MDL003')
def channels_of_a_head(c):
    for key in ('decode_head', 'auxiliary_head', 'bbox_head', 'head', 'pts_bbox_head', 'keypoint_head'):
        h = c.model.get(key)
        if isinstance(h, dict) and isinstance(h.get('in_channels'), int) and 'transformer' not in h and \
                not re.search('DETR|PETR|BEVFormer|MapTR|DINO|RHINO|Transformer', type_of(h) + type_of(c.model)):
            h['in_channels'] *= 2
            return True


@kind('MDL00[34]')
def input_of_a_head(c):
    h = c.model.get('auxiliary_head') or c.model.get('decode_head')
    if c.seg and isinstance(h, dict) and h.get('in_index') in (2, 3) and re.match('ResNet|MixVis|Swin|mit', type_of(c.backbone)) and not c.neck:
        h['in_index'] = 1
        return True


@kind('MDL004')
def input_out_of_range(c):
    h = c.model.get('decode_head')
    if c.seg and isinstance(h, dict) and isinstance(h.get('in_index'), int):
        h['in_index'] = 7
        return True


@kind('MDL00[1-6]')
def outputs_out_of_range(c):
    if re.match('ResNet|Swin|MixVis', type_of(c.backbone)) and isinstance(c.backbone.get('out_indices'), (list, tuple)):
        c.backbone['out_indices'] = (1, 2, 3, 4)
        return True


@kind('MDL006|MDL003')
def channels_of_regions(c):
    for _, d in dicts(c.model):
        if isinstance(d.get('bbox_roi_extractor'), dict) and d['bbox_roi_extractor'].get('out_channels'):
            d['bbox_roi_extractor']['out_channels'] //= 2
            return True


@kind('MDL006')
def size_of_regions(c):
    for _, d in dicts(c.model):
        if isinstance(d.get('bbox_head'), dict) and d['bbox_head'].get('roi_feat_size') == 7 and 'bbox_roi_extractor' in d:
            d['bbox_head']['roi_feat_size'] = 14
            return True


@kind('MDL006')
def maps_of_regions(c):
    for _, d in dicts(c.model):
        x = d.get('bbox_roi_extractor')
        if isinstance(x, dict) and len(x.get('featmap_strides') or ()) == 4 and c.neck.get('num_outs') in (4, 5):
            x['featmap_strides'] = [4, 8, 16, 32, 64, 128]
            return True


@kind('MDL005')
def strides_of_anchors(c):
    for _, d in dicts(c.model):
        for key in ('anchor_generator', 'prior_generator'):
            v = at(d, key, 'strides')
            if isinstance(v, (list, tuple)) and len(v) > 2 and c.neck:
                d[key]['strides'] = list(v[:-1])
                return True


@kind('MDL005')
def outputs_of_the_neck(c):
    anchors = [d for _, d in dicts(c.model) if len(at(d, 'anchor_generator', 'strides') or at(d, 'strides') or ()) == c.neck.get('num_outs')]
    if isinstance(c.neck.get('num_outs'), int) and anchors and re.search('Head$', type_of(anchors[0])) and not re.search('D[EI][TN][RO]', type_of(anchors[0])):
        c.neck['num_outs'] -= 1
        return True


@kind('MDL007')
def pretrained_beside_init(c):
    if not c.cls and isinstance(c.backbone.get('init_cfg'), dict) and not c.model.get('pretrained') and re.match('ResNe|Swin', type_of(c.backbone)) \
            and not re.search('TopDown|Topdown', type_of(c.model)):
        c.backbone['pretrained'] = 'torchvision://resnet50'
        return True


@kind('MDL007')
def init_beside_pretrained(c):
    if not c.cls and isinstance(c.model.get('pretrained'), str) and 'init_cfg' not in c.backbone and not re.search('Down|Recogn', type_of(c.model)) \
            and re.match('ResNe', type_of(c.backbone)) and 'ResNet' in c.project.bases and 'BaseModule' in c.project.bases['ResNet']:
        c.backbone['init_cfg'] = {'type': 'Pretrained', 'checkpoint': 'torchvision://resnet50'}
        return True


@kind('MDL009')
def frozen_of_nothing(c):
    if at(c.backbone, 'frozen_stages') in (1, 2, 3, 4) and c.strings() and not c.cfg.get('load_from') and RESNET.match(type_of(c.backbone)):
        if c.model.get('pretrained'):
            c.model['pretrained'] = None
        if c.backbone.get('init_cfg'):
            c.backbone['init_cfg'] = None
        return True


@kind('MDL010')
def iou_loss_of_deltas(c):
    for _, d in dicts(c.model):
        if re.fullmatch('RPNHead|RetinaHead|Shared2FCBBoxHead|SSDHead', type_of(d)) and not d.get('reg_decoded_bbox') and \
                type_of(d.get('loss_bbox')) in ('L1Loss', 'SmoothL1Loss'):
            d['loss_bbox'] = {'type': 'GIoULoss', 'loss_weight': 10.0}
            return True


@kind('MDL011')
def sigmoid_of_focal_loss(c):
    for d in typed(c.model, 'FocalLoss|QualityFocalLoss|VarifocalLoss'):
        if d.get('use_sigmoid') is True and 'FocalLoss' not in c.project.bases or c.project.text['mmdet']:
            d['use_sigmoid'] = False
            return True


@kind('MDL012')
def voxel_size(c):
    for _, d in dicts(c.model):
        if len(at(d, 'voxel_layer', 'voxel_size') or ()) == 3 and typed(c.model, 'PointPillarsScatter|SparseEncoder'):
            d['voxel_layer']['voxel_size'] = [v * 2 for v in d['voxel_layer']['voxel_size']]
            return True


@kind('MDL012')
def grid_of_the_middle(c):
    for d in typed(c.model, 'PointPillarsScatter|SparseEncoder'):
        key = 'output_shape' if 'output_shape' in d else 'sparse_shape'
        if isinstance(d.get(key), (list, tuple)) and any('voxel_layer' in x for _, x in dicts(c.model)):
            d[key] = list(d[key][:-1]) + [d[key][-1] // 2]
            return True


@kind('MDL013')
def custom_key_misspelt(c):
    where = 'optim_wrapper' if c.engine else 'optimizer'
    keys = at(c.cfg, where, 'paramwise_cfg', 'custom_keys')
    if isinstance(keys, dict) and 'constructor' not in c.cfg[where]:
        for k in keys:
            if re.fullmatch('backbone|head|relative_position_bias_table|pos_block', k):
                keys[k[0] + k[2] + k[1] + k[3:]] = keys.pop(k)
                return True


@kind('MDL014')
def sliding_without_stride(c):
    if c.seg and isinstance(c.model.get('test_cfg'), dict) and '3D' not in type_of(c.model):
        c.model['test_cfg'] = {'mode': 'slide'}
        return True


@kind('MDL014')
def stride_beyond_crop(c):
    if c.seg and isinstance(c.model.get('test_cfg'), dict) and '3D' not in type_of(c.model):
        c.model['test_cfg'] = {'mode': 'slide', 'crop_size': (512, 512), 'stride': (768, 768)}
        return True


@kind('MDL015')
def batch_without_size(c):
    d = c.model.get('data_preprocessor')
    if type_of(d) == 'SegDataPreProcessor' and ('size' in d or 'size_divisor' in d):
        for k in {'size', 'size_divisor'} & set(d):
            d[k] = None
        return True


@kind('MDL016')
def crop_of_another_size(c):
    d = c.model.get('data_preprocessor')
    for t in typed(list(c.pipelines()), 'RandomCrop') if type_of(d) == 'SegDataPreProcessor' and isinstance(d.get('size'), (tuple, list)) else ():
        if tuple(t.get('crop_size') or ()) == tuple(d['size']):
            t['crop_size'] = tuple(v // 2 for v in d['size'])
            return True


@kind('DAT101')
def mosaic_without_wrapper(c):
    wrapped = typed(c.cfg['train_dataloader'] if c.engine else c.cfg['data'], 'MultiImageMixDataset')
    for p in c.pipelines():
        i = next((i for i, t in enumerate(p) if type_of(t) == 'LoadAnnotations'), None)
        if i is not None and not wrapped and c.heads() and not c.seg and not c.cls and not re.search('YOLOV?[5-8]|Recogn', type_of(c.model)) and \
                'Mosaic3D' not in c.project.bases and c.project.bases.get('Mosaic', ['object'])[0] in ('object', 'BaseTransform'):
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
        if loads and collects and loads.get('with_bbox') and not loads.get('with_mask') and 'gt_masks' not in collects['keys']:
            collects['keys'] = list(collects['keys']) + ['gt_masks']
            return True


@kind('DAT104')
def endless_sampler(c):
    loop = at(c.cfg, 'train_cfg') or {}
    if c.engine and (type_of(loop) == 'EpochBasedTrainLoop' or loop.get('by_epoch') is True and 'type' not in loop) and 'sampler' in c.cfg['train_dataloader']:
        c.cfg['train_dataloader']['sampler'] = {'type': 'InfiniteSampler', 'shuffle': True}
        return True


def normalizers(c, split):
    return [t for p in c.pipelines(split) for t in typed(p, 'Normalize') if isinstance(t.get('mean'), (list, tuple))]


@kind('DAT105')
def normalized_otherwise(c):
    a, b = normalizers(c, 'train'), normalizers(c, 'test') + normalizers(c, 'val')
    if not c.engine and len(a) == 1 and b and all(x['mean'] == a[0]['mean'] for x in b) and 'to_rgb' not in str(c.train).replace("'to_rgb'", '', 1):
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
    if isinstance(d, dict) and re.fullmatch('RepeatDataset|ClassBalancedDataset|CBGSDataset|MultiImageMixDataset', type_of(d)) and c.train and c.val:
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
            r'Coco\w*Dataset|VOCDataset|Cityscapes|ADE20K|ImageNet$|LVIS|TopDown\w+Dataset|PascalVOC', type_of(c.val[0])):
        c.cfg['evaluation']['metric'] = 'bboxes'
        return True


@kind('EVL103')
def masks_evaluated(c):
    d = c.cfg.get('evaluation') if not c.engine else next(iter(typed(c.cfg.get('val_evaluator'), 'CocoMetric')), None)
    if isinstance(d, dict) and d.get('metric') in ('bbox', ['bbox']) and c.heads() and not any('mask' in str(k) for _, x in dicts(c.model) for k in x) and \
            not re.search('SOLO|Inst|Mask|YOLACT', str(c.model)):
        d['metric'] = ['bbox', 'segm']
        return True


PREFIXES = 'coco/bbox_mAP', 'pascal_voc/mAP', 'accuracy/top1', 'mIoU', 'coco/AP', 'NuScenes metric/NDS', 'dota/mAP', 'icdar/hmean'


@kind('EVL104')
def best_of_another_metric(c):
    e = c.cfg.get('val_evaluator')
    hook = at(c.cfg, 'default_hooks', 'checkpoint') if c.engine else c.cfg.get('evaluation')
    if isinstance(hook, dict) and (not c.engine or isinstance(e, (dict, list)) and e and type_of(c.cfg.get('val_cfg')) in ('', 'ValLoop')):
        coco = c.val and re.match('Coco', type_of(c.val[0]))
        if c.engine or coco or c.seg:
            hook['save_best'] = 'bleu/score' if c.engine else 'top1_acc'
            return True


@kind('EVL104')
def stopping_by_another_metric(c):
    if c.engine and c.cfg.get('val_evaluator') and type_of(c.cfg.get('val_cfg')) in ('', 'ValLoop') and isinstance(c.cfg.get('custom_hooks', []), list):
        c.cfg['custom_hooks'] = list(c.cfg.get('custom_hooks', [])) + [{'type': 'EarlyStoppingHook', 'monitor': 'bleu/score'}]
        return True


@control
def classes_everywhere(c):
    heads = c.heads() if c.takes_classes() and not c.project.capitals else []
    for _, h in dicts(c.model):
        if any(h is x for x in heads):
            if at(h, 'loss_cls', 'class_weight') or at(h, 'loss_decode', 'class_weight') or 'tasks' in h or at(h, 'assigner'):
                return False
            h['num_classes'] = 2
    return heads and not re.search("num_classes': %d|LabelSmooth" % c.classes(c.train[0]), str(c.model)) and not c.engine | ('palette' in str(c.train)) \
        and c.set_classes(('a', 'b'))


@control
def depth_and_channels(c):
    if type_of(c.backbone) == 'ResNet' and c.backbone.get('depth') == 50 and type_of(c.neck) == 'FPN' and c.neck.get('in_channels') == [256, 512, 1024, 2048]:
        c.backbone.update(depth=18)
        c.neck['in_channels'] = [64, 128, 256, 512]
        for d, k in ((c.model, 'pretrained'), (c.backbone.get('init_cfg') or {}, 'checkpoint')):
            if isinstance(d.get(k), str):
                d[k] = 'torchvision://resnet18'
        return 'resnet50' not in str(c.model).lower()


@control
def input_and_channels(c):
    h = c.model.get('auxiliary_head')
    if c.seg and isinstance(h, dict) and re.match('ResNet', type_of(c.backbone)) and h.get('in_index') == 2 and h.get('in_channels') == 1024:
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
    return iou_loss_of_deltas(c) and [d.update(reg_decoded_bbox=True) for d in typed(c.model, '.*Head') if type_of(d.get('loss_bbox')) == 'GIoULoss']


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
    for t in found:
        t['mean'] = [100.0, 110.0, 120.0]
    return found and not c.engine


@control
def strides_and_outputs(c):
    if type_of(c.neck) == 'FPN' and type_of(c.model.get('bbox_head')) == 'RetinaHead' and len(at(c.model, 'bbox_head', 'anchor_generator', 'strides') or ()) == 5:
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
