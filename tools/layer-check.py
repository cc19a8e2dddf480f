#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the rows of rules/layers to PyTorch: builds the frameworks' own classes on the CPU and counts what autograd keeps of them.

    tools/layer-check.py --source mmdet=FOLDER [--source mmcv=FOLDER ...] [--only REGEX] [--record] [CASES...]

FOLDER contains the package's folder (mmdet/), a checkout or an archive of one. Packages that are missing (compiled operations, pycocotools,
addict ...) are replaced by stand-ins: a compiled operation does nothing here, its autograd function still says what it keeps.
CASES: files such as tests/layers/mmdet.yaml, a list of
  class   PACKAGE.CLASS; given: its arguments; inputs: shapes (one: [2, 3, 64, 96], several in a list: [[2, 8, 32, 48], [2, 8, 16, 24]])
          'samples 2 64 96': annotations of two pictures; null: None
  tuples  arguments that are tuples, not lists
  call    another method than forward; wrap: other arguments of it, by name; eval: the class is measured in eval mode
Without CASES: all of them. Printed: what differs from the row by more than 5 % (kept bytes) or at all (parameters). --record
writes tests/layers/measured.json, to which tests/layers.test holds the rows where there is no torch.

Differences between CPU and CUDA: dropout keeps a mask of four bytes per element here, of one there (cases set drop rates to 0);
cuDNN's batch norm and attention kernels may keep a little more there.
"""
import argparse
import datetime
import gc
import glob
import importlib.abc
import importlib.machinery
import json
import os
import re
import sys
import types

import torch
import yaml

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MEASURED = TOP + '/tests/layers/measured.json'


class Anything(type):
    """A class that has every attribute."""

    def __getattr__(cls, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return stand_in(name)

    def __or__(cls, other):
        return cls

    def __getitem__(cls, key):
        return cls

    def __iter__(cls):
        return iter(())


def stand_in(name):
    """Class, decorator and function that does nothing."""
    def new(cls, *args, **kwargs):
        if cls.__dict__.get('stands_in') and len(args) == 1 and not kwargs and callable(args[0]):
            return args[0]
        if cls.__dict__.get('stands_in') and len(args) == 1 and isinstance(args[0], str):
            return stand_in(args[0])  # a decorator that is called with a name first
        return object.__new__(cls) if not cls.__dict__.get('stands_in') else None
    return Anything(name, (), {'__new__': new, '__init__': lambda self, *a, **k: None, 'stands_in': True})


class AttrDict(dict):
    """addict's Dict as far as building a model needs it."""

    def __init__(self, *args, **kwargs):
        super().__init__()
        for key, value in dict(*args, **kwargs).items():
            self[key] = self._hook(value)

    @classmethod
    def _hook(cls, v):
        if isinstance(v, dict) and not isinstance(v, cls):
            return cls(v)
        return type(v)(cls._hook(e) for e in v) if type(v) in (list, tuple) else v

    def __getattr__(self, name):
        if name not in self:
            raise AttributeError(name)
        return self[name]

    def __setattr__(self, name, value):
        self[name] = value

    def __deepcopy__(self, memo):
        import copy
        return type(self)({k: copy.deepcopy(v, memo) for k, v in self.items()})


class StandIns(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Modules that are missing, and those of the frameworks that need more than a model does."""

    ALWAYS = re.compile(r'(mmcv\.(_ext|image|video|visualization|arraymisc)|mmengine\.(visualization|hub|analysis|_strategy|infer|testing)'
                        r'|mm(?:det|action|rotate|yolo|pretrain)\.(apis|datasets|evaluation|visualization|engine|testing|models\.(multimodal|utils\.huggingface|utils\.tokenizer)|utils\.dependency)|cv2|matplotlib|pycocotools|transformers|timm)(\..*)?$')

    def find_spec(self, name, path, target=None):
        if name.startswith('torch_'):
            return None  # whether one is there decides about devices
        if self.ALWAYS.match(name) or (path is None or getattr(sys.modules.get(name.split('.')[0]), 'stood_in', False)):
            if not self.ALWAYS.match(name) and (name in sys.stdlib_module_names or self.real(name)):
                return None
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    @staticmethod
    def real(name):
        return importlib.machinery.PathFinder.find_spec(name.split('.')[0], None) is not None

    def create_module(self, spec):
        module = types.ModuleType(spec.name)
        module.stood_in, module.__version__, module.__all__ = True, '99.0', []
        def get(name):
            if name.startswith('__'):
                raise AttributeError(name)
            return AttrDict if (spec.name, name) == ('addict', 'Dict') else stand_in(name)
        module.__getattr__ = get
        return module

    def exec_module(self, module):
        pass


def pool_to_points(x, output_size, own=torch.nn.functional.adaptive_avg_pool2d):
    """A mean keeps its input in PyTorch 1.13 alone (its backward asked for self.numel()); a sum doesn't."""
    if output_size in (1, (1, 1), [1, 1]):
        return x.sum((-1, -2), keepdim=True) / (x.shape[-1] * x.shape[-2])
    return own(x, output_size)


class PointsOfLevels(torch.autograd.Function):
    """MultiScaleDeformableAttnFunction as it keeps tensors on a GPU; what it computes doesn't matter here."""

    @staticmethod
    def forward(ctx, value, shapes, places, weights):
        ctx.save_for_backward(value, shapes, places, weights)
        return value.new_zeros(places.shape[0], places.shape[1], value.shape[2] * value.shape[3])

    @staticmethod
    def backward(ctx, grad):
        return grad, None, None, None


def prepare(sources):
    sys.meta_path.insert(0, StandIns())
    for folder in sources.values():
        sys.path.insert(0, folder)
    torch.backends.mkldnn.enabled = False
    torch.set_num_threads(1)
    for package in sources:
        if package not in ('mmcv', 'mmengine'):  # without the checks of versions that its __init__ makes
            stub = types.ModuleType(package)
            stub.__path__, stub.__version__ = [f'{sources[package]}/{package}'], '3.0'
            sys.modules[package] = stub
    torch.nn.functional.adaptive_avg_pool2d = pool_to_points
    if 'mmcv' in sources:
        import mmcv.ops.multi_scale_deform_attn as attn
        attn.multi_scale_deformable_attn_pytorch = PointsOfLevels.apply
    for package in sources:
        for part in ('.models', '.ops', '.structures'):
            if package not in ('mmcv', 'mmengine') and os.path.isdir(f'{sources[package]}/{package}{part.replace(".", "/")}'):
                importlib.import_module(package + part)
    if 'mmdet' in sources:
        without_more('mmdet')


def without_more(package):
    """Heads whose forward refuses what their detectors hand over for the loss, too."""
    for kind in ('DeformableDETRHead', 'DINOHead', 'DDQDETRHead'):
        head = importlib.import_module(package + '.models').__dict__.get(kind)
        if head is not None:
            own = head.forward
            head.forward = lambda self, hidden_states, references, own=own, **rest: own(self, hidden_states, references)


def build(package, kind, given):
    from mmengine.config import ConfigDict
    from mmengine.registry import DefaultScope
    registry = importlib.import_module(package + '.registry').MODELS
    with_scope = DefaultScope.get_current_instance()
    if with_scope is None or with_scope.scope_name != package:
        DefaultScope.get_instance('check-' + package, scope_name=package)
    return registry.build(ConfigDict(given, type=kind))


def tensors(shape):
    """A shape or a list of shapes as tensors through which gradients flow, but for pictures."""
    if shape is None or isinstance(shape, str):
        return samples(shape)
    if isinstance(shape[0], list):
        return [tensors(s) for s in shape]
    x = torch.rand(shape)
    return x if len(shape) == 4 and shape[1] == 3 or len(shape) == 1 else x.requires_grad_() * 1.0


def samples(size):
    """What 'samples 2 64 96' stands for: annotations of so many pictures, each a little smaller than the batch, with three objects."""
    if size is None:
        return None
    n, h, w = [int(v) for v in size.split()[1:]]
    result = []
    for i in range(n):
        objects = types.SimpleNamespace(bboxes=torch.tensor([[4.0, 4.0, 20.0 + k, 20.0 + k] for k in range(3)]), labels=torch.tensor([0, 1, 2]))
        info = {'batch_input_shape': (h, w), 'img_shape': (h - 8, w - 8)}
        result.append(types.SimpleNamespace(metainfo=info, gt_instances=objects, **info))
    return result


def saved_bytes(run, module):
    """Bytes of the memories that autograd keeps during run, parameters and buffers excepted."""
    own = {t.storage().data_ptr() for t in list(module.parameters()) + list(module.buffers())}
    seen, alive = {}, []

    def pack(t):
        t = t.detach()  # with its graph it would keep itself alive
        alive.append(t)
        if t.storage().data_ptr() not in own:
            seen[t.storage().data_ptr()] = t.storage().nbytes() if hasattr(t.storage(), 'nbytes') else t.storage().size() * t.element_size()
        return t
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
        result = run()
    alive.append(result)  # no memory may be used twice before it is counted
    return sum(seen.values())


def with_tuples(v, names):
    """What classes want as a tuple, which YAML doesn't have."""
    if isinstance(v, dict):
        return {k: tuple(e) if k in names else with_tuples(e, names) for k, e in v.items()}
    return [with_tuples(e, names) for e in v] if isinstance(v, list) else v


def measure(case):
    package, kind = case['class'].split('.')
    module = build(package, kind, with_tuples(case.get('given', {}), ['order', 'basesize_ratio_range'] + case.get('tuples', [])))
    module.train(not case.get('eval'))
    inputs = [tensors(s) for s in case['inputs']]
    call = getattr(module, case['call']) if 'call' in case else module
    kept = saved_bytes(lambda: call(*inputs, **case.get('wrap', {})), module)
    parameters = sum(p.numel() for p in module.parameters())
    del module, inputs, call
    gc.collect()
    return {'parameters': parameters, 'kept': int(kept)}


def load_rows(package):
    """The files of rules/layers in one namespace, as the program loads them."""
    space = {}
    for path in sorted(glob.glob(TOP + '/rules/layers/*.py')):
        with open(path, encoding='utf-8') as f:
            exec(compile(f.read(), path, 'exec'), space)
    space['row_named'] = lambda n: space.get(n) if n[0].isupper() or '_' in n and n.split('_')[1][:1].isupper() else None
    space['begin'](False, package, [])
    return space


def as_rows(space, shape):
    if isinstance(shape[0], list):
        return [as_rows(space, s) for s in shape]
    return space['tensor'](shape, not (len(shape) == 4 and shape[1] == 3 or len(shape) == 1))


def row_of(case):
    """What the row of rules/layers says of a case; losses are left out, as forward leaves them."""
    package, kind = case['class'].split('.')
    space = load_rows(package)
    space['NOW']['losses'] = False
    space['enter']('', kind)
    row = space['row_of'](kind)
    if row is None:
        return None
    row(*[as_rows(space, s) for s in case['inputs'] if isinstance(s, list)], **case.get('row', case.get('given', {})))
    parts = space['NOW']['parts']
    return {'parameters': sum(p['parameters'] for p in parts), 'kept': sum(p['kept'] for p in parts),
            'unknown': [u for p in parts for u in p['unknown']]}


def name_of(case):
    return case['class'] + ' ' + json.dumps({k: v for k, v in case.items() if k != 'class'}, sort_keys=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--source', action='append', default=[], metavar='PACKAGE=FOLDER')
    parser.add_argument('--commit', action='append', default=[], metavar='PACKAGE=COMMIT', help='recorded with the figures')
    parser.add_argument('--only', default='')
    parser.add_argument('--record', action='store_true')
    parser.add_argument('-v', '--verbose', action='store_true', help='all cases, and the reason why one failed')
    parser.add_argument('cases', nargs='*')
    args = parser.parse_args()
    sources = {k: os.path.abspath(v) for k, v in (s.split('=', 1) for s in args.source)}
    prepare(sources)
    commits = dict(c.split('=', 1) for c in args.commit)
    measured = json.load(open(MEASURED, encoding='utf-8')) if os.path.exists(MEASURED) else {}
    bad = count = 0
    for path in args.cases or sorted(glob.glob(TOP + '/tests/layers/*.yaml')):
        with open(path, encoding='utf-8') as f:
            cases = yaml.safe_load(f)
        for case in cases:
            if not re.search(args.only, name_of(case)) or case['class'].split('.')[0] not in sources:
                continue
            count += 1
            bad += not check(case, args, measured, commits)
    if args.record:
        with open(MEASURED, 'w', encoding='utf-8') as f:
            f.write('{\n' + ',\n'.join(f'{json.dumps(k)}: {json.dumps(v)}' for k, v in sorted(measured.items())) + '\n}\n')
    print(f'{count} cases, {bad} differ')
    sys.exit(bad > 0)


def check(case, args, measured, commits):
    try:
        truth = measure(case)
    except Exception as e:  # whatever the framework raises
        if args.verbose:
            import traceback
            traceback.print_exc()
        print('failed  ', name_of(case)[:150], repr(e)[:200])
        return False
    package = case['class'].split('.')[0]
    measured[name_of(case)] = {**truth, 'torch': torch.__version__, 'source': package + ' ' + commits.get(package, '?'),
                               'date': datetime.date.today().isoformat()}
    row = row_of(case)
    good = row is not None and not row['unknown'] and row['parameters'] == truth['parameters'] and abs(row['kept'] - truth['kept']) <= 0.05 * truth['kept']
    if not good or args.verbose:
        said = 'no row' if row is None else f"parameters {row['parameters']} kept {row['kept']} ({row['kept'] / max(1, truth['kept']) - 1:+.1%}) {row['unknown'] or ''}"
        print('same    ' if good else 'differs ', name_of(case)[:150], f"\n    torch: parameters {truth['parameters']} kept {truth['kept']}; row:", said)
    return good


if __name__ == '__main__':
    main()
