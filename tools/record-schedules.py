#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Records what the frameworks' own schedulers do: fixtures/schedules.txt.

    record-schedules.py MMCV_1.x_CHECKOUT MMENGINE_CHECKOUT > fixtures/schedules.txt

100 random schedules of each, every policy and class among them, each followed step by step as the runners' hooks do it. Needs PyTorch.
Only the modules that schedule are imported. A record is one line for the run, one for the config, one for the values:

    mmcv1 epochs 12 50 0.01 0.9          framework, what the run counts, its length, iterations an epoch, the optimizer's lr and momentum
    lr_config = dict(...)                as the config says it
    lr 0:0.001 1:0.00101 2 ...           value in force in iterations counted from 0: the first and last, around breaks, others; 9 digits;
                                         a number alone: the same value again
    momentum ...                         where the config has a schedule of it
"""
import importlib.util
import math
import random
import sys
import types
import warnings

import torch

SEED, EACH, LENGTH, SHOWN = 44, 100, 2000, 40
LR, MOMENTUM = 0.01, 0.9


def stand_in(name, path=None, **names):
    module = types.ModuleType(name)
    module.__dict__.update(names)
    if path is not None:
        module.__path__ = [path]
    sys.modules[name] = module
    return module


def load(name, path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


class Registered:
    """A registry that only keeps classes."""

    def __init__(self):
        self.classes = {}

    def register_module(self, *_, **__):
        return lambda cls: self.classes.setdefault(cls.__name__, cls)


def optimizer():
    return torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=LR, momentum=MOMENTUM)


class Run:
    def __init__(self, counts, length, epoch):
        self.counts, self.length, self.epoch_length = counts, length, epoch
        self.max_epochs = length if counts == 'epochs' else None
        self.max_iters = length * epoch if counts == 'epochs' else length
        self.optimizer = optimizer()
        self.iter = self.epoch = 0
        self.data_loader = range(epoch)

    def values(self):
        g = self.optimizer.param_groups[0]
        return g['lr'], g['momentum']


# ---- mmcv 1.x ----

def mmcv_hooks(sources):
    registry = Registered()
    folder = f'{sources}/mmcv/runner/hooks'
    mmcv = stand_in('mmcv', is_list_of=lambda x, t: isinstance(x, list) and all(isinstance(i, t) for i in x))
    mmcv.runner = stand_in('mmcv.runner', BaseRunner=object)
    stand_in('hooks', folder)
    stand_in('hooks.hook', HOOKS=registry, Hook=object)
    load('hooks.lr_updater', f'{folder}/lr_updater.py')
    load('hooks.momentum_updater', f'{folder}/momentum_updater.py')
    return registry.classes


def mmcv_run(hooks, run, configs):
    """As EpochBasedRunner and IterBasedRunner call the hooks."""
    built = []
    for key, cfg in configs.items():
        cfg = dict(cfg)
        if key == 'lr_config' and run.counts == 'iterations':
            cfg.setdefault('by_epoch', False)
        policy = cfg.pop('policy')
        policy = policy.title() if policy == policy.lower() else policy
        built.append(hooks[policy + ('LrUpdaterHook' if key == 'lr_config' else 'MomentumUpdaterHook')](**cfg))
    for h in built:
        h.before_run(run)
    for run.iter in range(run.max_iters):
        if run.counts == 'epochs' and run.iter % run.epoch_length == 0:
            run.epoch = run.iter // run.epoch_length
            for h in built:
                h.before_train_epoch(run)
        for h in built:
            h.before_train_iter(run)
        yield run.values()


def mmcv_config(r, run, number):
    def floor(name):
        return {f'min_{name}': r.choice([0, 1e-6, 0.003])} if r.random() < 0.5 else {f'min_{name}_ratio': r.choice([1e-2, 0.1, 1e-5])}

    def common(c, name):
        by_epoch = r.choice([True, False, None])
        span = run.length if run.counts == 'epochs' and by_epoch is not False else run.max_iters
        if by_epoch is not None:
            c['by_epoch'] = by_epoch
        if r.random() < 0.6:
            c.update(warmup=r.choice(['constant', 'linear', 'exp']), warmup_iters=r.choice([1, 5, 37, run.max_iters // 3 + 1, run.max_iters + 9]),
                     warmup_ratio=r.choice([0.001, 1.0 / 3, 0.1, 1.0]))
            if name == 'lr' and run.counts == 'epochs' and r.random() < 0.3:
                c.update(warmup_by_epoch=True, warmup_iters=r.choice([1, 2]))
        return span

    def one(policy, name):
        c = dict(policy=policy)
        if policy in ('cyclic', 'OneCycle'):
            c['anneal_strategy'] = r.choice(['cos', 'linear'])
            if policy == 'cyclic':
                if r.random() < 0.8:
                    c['target_ratio'] = r.choice([(10, 1e-4), (3.0,), 5.0, (0.85 / 0.95, 1)])
                c.update(cyclic_times=r.choice([1, 2, 3]), step_ratio_up=r.choice([0.4, 0.25, 0.0]), gamma=r.choice([1, 0.5, 0.9]))
            else:
                c.update(pct_start=r.choice([0.3, 0.1, 0.45]), three_phase=r.choice([True, False]))
                if name == 'lr':
                    c.update(max_lr=r.choice([0.1, 0.02]), div_factor=r.choice([25, 10.0]), final_div_factor=r.choice([1e4, 100]))
                    if r.random() < 0.3:
                        c['total_steps'] = run.max_iters + r.choice([0, 50])
                else:
                    c.update(base_momentum=r.choice([0.85, 0.8]), max_momentum=0.95)
            return c
        span = common(c, name)
        if policy == 'step':
            c['step'] = r.choice([max(1, span // 3), sorted(r.sample(range(1, span + 5), min(3, span)))])
            c['gamma'] = r.choice([0.1, 0.5, 0.97])
            if r.random() < 0.4:
                c[f'min_{name}'] = 0.002
        elif policy == 'exp':
            c['gamma'] = r.choice([0.99, 0.9])
        elif policy == 'poly':
            c.update(power=r.choice([0.9, 1, 2.0]))
            c[f'min_{name}'] = r.choice([0, 1e-4])
        elif policy == 'inv':
            c.update(gamma=r.choice([0.01, 0.5]), power=r.choice([0.75, 1]))
        elif policy in ('CosineAnnealing', 'LinearAnnealing'):
            c.update(floor(name))
        elif policy == 'FlatCosineAnnealing':
            c.update(floor(name), start_percent=r.choice([0.75, 0.5, 0.33, 0.0]))
        elif policy == 'CosineRestart':
            first = max(1, span // 4)
            c.update(floor(name), periods=[first, first, span], restart_weights=[1, 0.5, 0.7])
        return c

    lr = ['fixed', 'step', 'exp', 'poly', 'inv', 'CosineAnnealing', 'FlatCosineAnnealing', 'CosineRestart', 'cyclic', 'OneCycle', 'LinearAnnealing']
    momentum = ['step', 'CosineAnnealing', 'LinearAnnealing', 'cyclic', 'OneCycle']
    configs = dict(lr_config=one(lr[number % len(lr)], 'lr'))
    if number % 3 == 0:
        configs['momentum_config'] = one(momentum[number // 3 % len(momentum)], 'momentum')
    return configs



# ---- MMEngine ----

def mmengine_classes(sources):
    registry = Registered()
    stand_in('mmengine', f'{sources}/mmengine')
    stand_in('mmengine.logging', print_log=lambda *a, **k: None)
    stand_in('mmengine.registry', PARAM_SCHEDULERS=registry)
    stand_in('mmengine.optim', f'{sources}/mmengine/optim', BaseOptimWrapper=type('BaseOptimWrapper', (), {}),
             OptimWrapper=type('OptimWrapper', (), {}))
    stand_in('mmengine.optim.optimizer', BaseOptimWrapper=sys.modules['mmengine.optim'].BaseOptimWrapper)
    folder = f'{sources}/mmengine/optim/scheduler'
    stand_in('mmengine.optim.scheduler', folder)
    for name in ('param_scheduler', 'lr_scheduler', 'momentum_scheduler'):
        load(f'mmengine.optim.scheduler.{name}', f'{folder}/{name}.py')
    return registry.classes


def mmengine_run(classes, run, configs):
    """As Runner._build_param_scheduler, build_scheduler_from_cfg, both loops and ParamSchedulerHook do it."""
    built = []
    for cfg in configs['param_scheduler']:
        cfg = dict(cfg)
        max_epochs = run.length if run.counts == 'epochs' else 1
        cfg.setdefault('end', max_epochs if cfg.get('by_epoch', True) else run.max_iters)
        cls = classes[cfg.pop('type')]
        if cfg.pop('convert_to_iter_based', False):
            built.append(cls.build_iter_from_epoch(optimizer=run.optimizer, epoch_length=run.epoch_length, **cfg))
        else:
            built.append(cls(optimizer=run.optimizer, **cfg))
    for i in range(run.max_iters):
        yield run.values()
        for s in built:
            if not s.by_epoch:
                s.step()
        if run.counts == 'epochs' and (i + 1) % run.epoch_length == 0:
            for s in built:
                if s.by_epoch:
                    s.step()


def mmengine_config(r, run, number):
    def one(name, suffix):
        c = dict(type=name + suffix)
        by_epoch = r.choice([True, False]) if run.counts == 'epochs' else r.random() < 0.1
        convert = by_epoch and r.random() < 0.4
        span = (run.length if run.counts == 'epochs' else 1) if by_epoch else run.max_iters
        if not by_epoch or r.random() < 0.5:
            c['by_epoch'] = by_epoch
        if convert:
            c['convert_to_iter_based'] = True
        begin, end = 0, span
        if span > 3 and r.random() < 0.6:
            begin, end = sorted(r.sample(range(0, span + 3), 2))
            c.update(begin=begin, end=end)
        if name == 'Constant':
            c['factor'] = r.choice([0.1, 1.0 / 3, 1.0])
        elif name == 'Linear':
            c.update(start_factor=r.choice([0.001, 0.1, 1.0 / 3, 1.0]), end_factor=r.choice([1.0, 0.5]))
        elif name == 'Exponential':
            c['gamma'] = r.choice([0.99, 0.9])
        elif name == 'Step':
            c.update(step_size=max(1, (end - begin) // 4), gamma=r.choice([0.1, 0.5]))
        elif name == 'MultiStep':
            c.update(milestones=sorted(r.choices(range(1, span + 2), k=2) * r.choice([1, 2])), gamma=0.5)
        elif name == 'Poly':
            c.update(power=r.choice([0.9, 1.0, 2]), eta_min=r.choice([0, 1e-4]))
        elif name == 'CosineAnnealing':
            c.update(r.choice([dict(eta_min=1e-5), dict(eta_min_ratio=0.05), {}, dict(eta_min=0.0, T_max=max(2, (end - begin) // 3))]))
        elif name == 'CosineRestart':
            first = max(2, (end - begin) // 3)
            c.update(periods=[first, first + 1], restart_weights=[1, 0.5])
            c.update(r.choice([dict(eta_min=1e-5), dict(eta_min_ratio=0.05)]))
        elif name == 'OneCycle':
            c.update(eta_max=r.choice([0.1, 0.05]), pct_start=r.choice([0.3, 0.1]), anneal_strategy=r.choice(['cos', 'linear']),
                     three_phase=r.choice([True, False]))
            if r.random() < 0.4:
                c['total_steps'] = end - begin + 5
        return c

    names = ['Constant', 'Linear', 'Exponential', 'Step', 'MultiStep', 'Poly', 'CosineAnnealing', 'CosineRestart', 'OneCycle']
    chosen = [names[number % len(names)]] + r.choices(names[:8], k=r.choice([0, 1, 1, 2, 4]))
    all_of = [one(n, 'LR') for n in chosen]
    if number % 4 == 0:
        all_of.insert(r.randrange(len(all_of) + 1), one(r.choice(names[:8]), 'Momentum'))
    return dict(param_scheduler=all_of)



# ---- recording ----

def shown(r, values):
    """Iterations that are written down: the ends, both sides of where the curve bends most, and others."""
    n = len(values)
    bends = sorted(range(1, n - 1), key=lambda i: -abs(values[i + 1] - 2 * values[i] + values[i - 1]))[:7]
    at = {i for i in {0, 1, n - 2, n - 1} | {i + d for i in bends for d in (-1, 0, 1)} if 0 <= i < n}
    rest = [i for i in range(n) if i not in at]
    return sorted(at | set(r.sample(rest, min(len(rest), SHOWN - len(at)))))


def values_text(values, at):
    """i:value; i alone: the same value again."""
    words, last = [], None
    for i in at:
        word = f'{values[i]:.9g}'
        words.append(str(i) if word == last else f'{i}:{word}')
        last = word
    return ' '.join(words)


def text(configs):
    def value(v):
        if isinstance(v, dict):
            return 'dict(' + ', '.join(f'{k}={value(x)}' for k, x in v.items()) + ')'
        if isinstance(v, list):
            return '[' + ', '.join(map(value, v)) + ']'
        return repr(v)
    return '; '.join(f'{k} = {value(v)}' for k, v in configs.items())


def record(r, name, make, follow, number):
    while True:
        counts = r.choice(['iterations', 'epochs'])
        epoch = r.choice([1, 7, 50, 83])
        length = r.choice([1, 2, 5, 12, LENGTH // epoch]) if counts == 'epochs' else r.choice([20, 150, 777, LENGTH])
        run = Run(counts, max(1, min(length, LENGTH // epoch if counts == 'epochs' else LENGTH)), epoch)
        configs = make(r, run, number)
        try:
            got = list(follow(run, configs))
        except (ValueError, ZeroDivisionError, TypeError, AssertionError, KeyError, OverflowError):
            continue
        if all(isinstance(v, float) and math.isfinite(v) for pair in got for v in pair):
            break
    print(name, counts, run.length, epoch, LR, MOMENTUM)
    print(text(configs))
    for k, quantity in enumerate(('lr', 'momentum')):
        values = [pair[k] for pair in got]
        if quantity == 'lr' or any(v != MOMENTUM for v in values):
            print(quantity, values_text(values, shown(r, values)))


def main():
    mmcv, mmengine = sys.argv[1:]
    warnings.simplefilter('ignore')
    r = random.Random(SEED)
    print('# tools/record-schedules.py wrote this: what the frameworks\' own schedulers do')
    hooks, classes = mmcv_hooks(mmcv), mmengine_classes(mmengine)
    for i in range(EACH):
        record(r, 'mmcv1', mmcv_config, lambda run, c: mmcv_run(hooks, run, c), i)
    for i in range(EACH):
        record(r, 'mmengine', mmengine_config, lambda run, c: mmengine_run(classes, run, c), i)


if __name__ == '__main__':
    main()
