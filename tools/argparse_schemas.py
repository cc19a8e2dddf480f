# SPDX-License-Identifier: MIT
"""The keys of files whose reader makes them defaults of an argparse parser, for tools/argument-schemas.py. A reader that does so refuses no key:
one that is no argument becomes an attribute. So a key counts as taken if it is an argument of some script, or if code of the project reads or
sets the attribute of that name."""
import ast

from python_classes import called, choice_text, dotted, keywords, text_of

KINDS = {'int', 'float', 'str'}
NAMESPACES = ('args', 'cfg', 'self.args')


def argument(package, module, call):
    """[(name, type, default)] of an add_argument call"""
    words = [a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    more = keywords(call)
    names = [w[2:].replace('-', '_') for w in words if w.startswith('--')][:1] or [w for w in words if w[0] != '-'][:1]
    target = package.constant(more.get('dest'), module)
    names = [target[0]] if target else names
    action = package.constant(more.get('action'), module)
    kind = dotted(more.get('type')) if more.get('type') is not None else 'str'
    default = text_of(package.constant(more['default'], module)) if 'default' in more else 'None'
    if action and action[0] in ('store_true', 'store_false'):
        kind, default = 'bool', 'False' if action[0] == 'store_true' else 'True'
    elif kind not in KINDS or 'nargs' in more or 'action' in more:
        kind = 'any'
    choices = package.constant(more.get('choices'), module)
    if choices and isinstance(choices[0], list):
        kind = choice_text([c for c in choices[0] if c is not None]) or kind
    return [(n, kind, default) for n in names]


def arguments(package, modules):
    """{name: (type, default, '')} of all add_argument calls of these modules; several that differ are one of any type."""
    rows = {}
    for module, m in sorted(package.modules.items()):
        if not modules(module):
            continue
        for call in ast.walk(m.tree):
            if isinstance(call, ast.Call) and called(call) == 'add_argument':
                for n, kind, default in argument(package, module, call):
                    old = rows.setdefault(n, (kind, default, ''))
                    if old[:2] != (kind, default):
                        rows[n] = (old[0] if old[0] == kind else 'any', old[1] if old[1] == default else '?', '')
    return rows


def attributes(package, modules):
    """Names of attributes of the parsed arguments, and of texts that getattr and hasattr get"""
    out = set()
    for module, m in sorted(package.modules.items()):
        for n in ast.walk(m.tree) if modules(module) else []:
            if isinstance(n, ast.Attribute) and dotted(n.value) in NAMESPACES:
                out.add(n.attr)
            elif isinstance(n, ast.Call) and called(n) in ('getattr', 'hasattr', 'setattr') and len(n.args) > 1 \
                    and dotted(n.args[0]) in NAMESPACES and isinstance(n.args[1], ast.Constant):
                out.add(n.args[1].value)
    return {n for n in out if isinstance(n, str) and n.isidentifier() and n[0] != '_'}


def taken(package, scripts, readers):
    rows = arguments(package, scripts)
    for n in attributes(package, readers):
        rows.setdefault(n, ('any', '?', ''))
    return rows


# ---- timm's train.py ----

def timm(package, _):
    rows = taken(package, lambda m: m == 'timm.train',
                 lambda m: m == 'timm.train' or m.startswith(('timm.timm.utils', 'timm.timm.optim', 'timm.timm.scheduler')))
    return {'timm.yaml': ((rows, []), ['timm.yaml'])} if rows else {}


# ---- kohya's sd-scripts: the file of --config_file, whose sections are only for people, and that of --dataset_config ----

def trains(module):
    name = module.partition('.')[2]
    return name.startswith('library.') or ('.' not in name and 'train' in name) or name == 'fine_tune'


def schema_keys(package):
    """{name of a table of class ConfigSanitizer: {key: type}}"""
    cls = next((m.classes['ConfigSanitizer'] for m in package.modules.values() if 'ConfigSanitizer' in m.classes), None)
    out = {}
    for n in cls.body if cls else []:
        if not (isinstance(n, ast.Assign) and isinstance(n.value, ast.Dict) and isinstance(n.targets[0], ast.Name)):
            continue
        table = out.setdefault(n.targets[0].id, {})
        for k, v in zip(n.value.keys, n.value.values):
            k = k.args[0] if isinstance(k, ast.Call) and k.args else k
            if isinstance(k, ast.Constant) and isinstance(k.value, str):
                kind = dotted(v) if not isinstance(v, ast.Call) else None
                table[k.value] = kind if kind in ('int', 'float', 'str', 'bool', 'dict') else 'any'
    return out


def kohya_dataset(package):
    tables, rows = schema_keys(package), {}
    of_both = [k for n, t in tables.items() if n in ('SUBSET_ASCENDABLE_SCHEMA', 'DO_SUBSET_ASCENDABLE_SCHEMA', 'DB_SUBSET_ASCENDABLE_SCHEMA',
                                                     'CN_SUBSET_ASCENDABLE_SCHEMA') for k in t.items()]
    of_dataset = list(tables.get('DATASET_ASCENDABLE_SCHEMA', {}).items())
    of_subset = [k for n, t in tables.items() if n.endswith('SUBSET_DISTINCT_SCHEMA') for k in t.items()]
    if not of_dataset:
        return {}
    rows = {'general': 'dict', 'datasets': 'list', 'datasets.subsets': 'list'}
    for n, kind in of_both:
        rows.update({f'general.{n}': kind, f'datasets.{n}': kind, f'datasets.subsets.{n}': kind})
    for n, kind in of_dataset:
        rows.update({f'general.{n}': kind, f'datasets.{n}': kind})
    for n, kind in of_subset:
        rows[f'datasets.subsets.{n}'] = kind
    return {n: (kind, 'None', '') for n, kind in rows.items()}


def kohya(package, _):
    out, rows = {}, taken(package, trains, trains)
    if rows:
        out['kohya.toml'] = ((rows, []), ['kohya.toml'])
    rows = kohya_dataset(package)
    if rows:
        out['kohya.dataset'] = ((rows, []), ['kohya.dataset'])
    return out
