# SPDX-License-Identifier: MIT
"""What kinds of mistakes ask about a config, for tools/inject-mistakes.py.

A kind is a function that changes `c.cfg`, the effective config, and returns True; of a config in which the change
would be no mistake (or none for sure) it returns something false. It decides that from the config and from the names
of classes in the project's code."""
import ast
import collections
import os
import re

KINDS, CONTROLS = {}, {}
# how many classes the frameworks' own data sets have, where a checkout lacks their code
COUNTS = dict(CocoDataset=80, ADE20KDataset=150, ImageNet=1000, CIFAR10=10, CIFAR100=100, NuScenesDataset=10, \
        DOTADataset=15, VOCDataset=20,
              LVISV1Dataset=1203, PascalVOCDataset=21, PascalContextDataset59=59, COCOStuffDataset=171, \
                      LoveDADataset=7, PotsdamDataset=6)
RESNET = re.compile(r'ResNet(V1[cd])?$|ResNeXt$')
KEYPOINT_HEADS = re.compile(
    r'HeatmapHead$|SimCCHead$|RTMCCHead$|Topdown\w*Head$|DeepposeRegressionHead$|ViPNASHeatmapSimpleHead$')


def kind(rules):
    return lambda f: KINDS.setdefault(f.__name__.replace('_', '-'), (re.compile(rules), f)) and f


def control(f):
    return CONTROLS.setdefault('ok-' + f.__name__.replace('_', '-'), f)


def at(x, *keys):
    for k in keys:
        x = x.get(k) if isinstance(x, dict) else x[k] if isinstance(x, (list, tuple)) and isinstance(k, int) \
                and k < len(x) else None
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
        self.trainable = set()
        for d, folders, files in os.walk(top):
            folders[:] = [f for f in folders if f not in ('.git', 'configs', 'node_modules')]
            for f in files:
                if f.endswith('.py') and os.path.isfile(os.path.join(d, f)):  # no link to nowhere
                    with open(os.path.join(d, f), encoding='utf-8', errors='replace') as file:
                        self.read(file.read())
        self.capitals = self.text['CLASSES'] > self.text['classes']

    def read(self, text):
        for m in re.finditer(r'^class (\w+)\(([^)]*)\)', text, re.M):
            self.bases[m[1]] = [b.strip().rsplit('.', 1)[-1] for b in m[2].split(',')]
            body = re.split(r'\n(?=[^\s#)])', text[m.end():], maxsplit=1)[0]
            if re.search(r'\n    def (_?forward\w*train|loss\w*|_?losses|train_step|_run_forward|forward)\(', body):
                self.trainable.add(m[1])
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

    def trains(self, name, seen=()):
        """Whether models of the class have a step of training: by a method of theirs, or perhaps by a base elsewhere
        that is more than a frame for others."""
        if name not in self.bases or name in seen:
            return not name.startswith('Base')
        return not name.startswith('Base') and name in self.trainable or \
            any(self.trains(b, seen + (name,)) for b in self.bases[name])

    def size(self, v):
        """How many names; None: not told."""
        if isinstance(v, ast.Call) and not v.args or isinstance(v, ast.Dict):
            pairs = [(k.arg, k.value) for k in v.keywords] if isinstance(v, ast.Call) else \
                [(k.value, x) for k, x in zip(v.keys, v.values) if isinstance(k, ast.Constant)]
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
        self.backbone, self.neck = (x if isinstance(x, dict) else {} for x in (at(self.model, 'backbone'), \
                at(self.model, 'neck')))
        self.train, self.val, self.test = (self.data(s) for s in ('train', 'val', 'test'))
        self.seg = re.search('EncoderDecoder', type_of(self.model)) is not None
        self.cls = type_of(self.model) == 'ImageClassifier'

    def data(self, split):
        x = at(self.cfg, split + '_dataloader', 'dataset') if self.engine else at(self.cfg, 'data', split)
        return [d for _, d in dicts(x) if 'type' in d and re.search('Data[Ss]et|^CIFAR|^ImageNet', type_of(d))
                and not isinstance(d.get('dataset'), (dict, list)) and not isinstance(d.get('datasets'), list)]

    def classes(self, leaf):
        """How many classes a data set has; None: not told."""
        names = at(leaf, 'metainfo', 'classes') or at(leaf, 'metainfo', 'CLASSES') if self.engine else at(leaf, \
                'classes')
        return len(names) if isinstance(names, (list, tuple)) else None if names else self.project.count(type_of(leaf))

    def heads(self):
        """Those that tell the classes of the data apart."""
        counts = {self.classes(d) for d in self.train}
        # a model of language tells as many apart as a text has words; nothing reads the number of a KernelUpdateHead, nor one
        # that stands beside those of things and stuff
        n = counts.pop() if len(counts) == 1 and self.train and 'language_model' not in self.model else None
        return [d for p, d in dicts(self.model) if n and d.get('num_classes') == n and 'type' in d \
                and 'num_things_classes' not in d and not {'rpn_head', 'semantic_head'} & set(p)
                and re.search(r'Head(Module)?$', type_of(d)) and type_of(d) != 'KernelUpdateHead' and not any(re.search('loss|train_cfg|preproc', \
                        str(k)) for k in p)]

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
        return [v for v in (at(self.model, 'pretrained'), at(self.backbone, 'init_cfg', 'checkpoint')) \
                if isinstance(v, str)]
