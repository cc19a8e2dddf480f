#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which arguments classes and config files of training libraries take, release by release.

    tools/argument-schemas.py [--sources DIR] [--only PACKAGE]... OUT

writes OUT/PACKAGE.yaml (in the repository: rules/schemas) from the libraries' own sources. These are read with Python's
ast and never run. DIR holds one git directory per repository (`trl`, `accelerate` ..., bare or not); what it lacks is
cloned into it. The default is build/frameworks, which git ignores. Releases are the tags X.Y.Z, and commits called
`Release X.Y.Z` that lack one; candidates and post releases are left out. The same commits give the same bytes: `made` is
the day of the newest release that was read.

A row says: name, versions, type, default. `0.9.3-0.19.1` are the first and the last release that take the name; `0.16.0-`
means that the newest one does. A name has a row for each type and default that it had, so a name is gone only where its
last row ends. Where a class was removed as a whole its rows stay open. A name that the oldest release has may be older.

Types are int, float, bool, str, list, dict, any (several, or unknown), or the values of a closed choice with `|`: what the
annotation says, and what the parser of the command line or an enumeration allows. Python itself enforces none of it: a text
in the place of a list is often taken. A choice too long for a line is str. A default `?` is computed or has
spaces; `-` means that there is none: the argument must be given. A name with dots stands in a section of a file:
`zero_optimization.stage`; a section of type dict without such names takes any. A word `stage=3` says which stage of ZeRO
alone reads the key.

`also` are other names of a class. `is` are classes of other packages whose arguments it takes, too; of a package without a
file here it can't be told what those are. `renames`, at the end of a file, is written by hand and kept.
"""
import argparse
import ast
import os
import re
import sys

import argparse_schemas
from frameworks import Repository, open_repository, release
from python_classes import Module, Package, called, choice_text, dotted, is_dataclass, keywords, own_init, text_of

WIDTH = 118
BASES = {'abc.ABC', 'typing.Generic', 'typing.Protocol', 'object', 'transformers.utils.PushToHubMixin', 'dict', 'str',
         'transformers.PushToHubMixin', 'huggingface_hub.ModelHubMixin', 'enum.Enum', 'ABC'}


# ---- the classes of one version: {name: ({argument: (type, default, more)}, {other bases}, {other names})} ----

def is_open(found):
    return found is None or any(b.startswith('?') for b in found[1])


def describe(package, key):
    """(arguments, bases) of a dataclass or of what an __init__ takes; None: it can't be told."""
    node = package.modules[key[0]].classes[key[1]]
    if own_init(node):
        return package.parameters(key)
    mro = package.mro(key) or []
    if any(not isinstance(k, str) and is_dataclass(package.modules[k[0]].classes[k[1]]) for k in mro):
        return package.fields(key)
    return package.parameters(key)


def short(name):
    """transformers.training_args.TrainingArguments as scripts call it"""
    root, _, rest = name.partition('.')
    return f'{root}.{rest.rpartition(".")[2]}' if root in PACKAGES and not name.startswith('trl.experimental') else name


def row(found):
    return {n: (t, d, '') for n, (t, d) in found.items() if not n.startswith('_') and n != 'self'}


def exported(package, pattern):
    """{(module, class): dotted names that import it}, of classes that an __init__ hands on"""
    out = {}
    for module in sorted(package.inits, key=lambda m: (m.count('.'), m)):
        names = list(package.modules[module].names)
        for level, star in package.modules[module].stars:
            source = package.modules.get(package.absolute(module, level, star))
            names += list(source.names) if source else []
        for name in dict.fromkeys(names):
            at = package.member(module, name) if re.fullmatch(pattern, name) else None
            if at and at[0] == 'class':
                out.setdefault(at[1:], []).append(f'{module}.{name}')
    for key, names in out.items():
        if '.'.join(key) not in names:
            names.append('.'.join(key))
    return out


def exported_classes(pattern):
    def read(package, _):
        out = {}
        for key, names in exported(package, pattern).items():
            found = describe(package, key)
            out['.'.join(key)] = (found, names)
        return out
    return read


def these_classes(classes):
    """classes: {name in scripts: (other names, names that its definition has in some version)}"""
    def read(package, _):
        out = {}
        for name, (others, places) in classes.items():
            for place in places:
                module, _, cls = place.rpartition('.')
                if cls in getattr(package.modules.get(module), 'classes', ()):
                    out.setdefault(place, (describe(package, (module, cls)), [name, *others]))
        return out
    return read


def merged(name, modules, bases):
    """One format of files whose keys are the fields of all *Arguments dataclasses of these modules."""
    def read(package, _):
        rows = {}
        for module, m in sorted(package.modules.items()):
            for cls in [c for c in m.classes if re.fullmatch(r'\w*Arguments(Mixin)?', c)] if re.fullmatch(modules, module) else []:
                mro = package.mro((module, cls))
                found = package.fields((module, cls)) if mro and is_dataclass(m.classes[cls]) else None
                for n, (t, d, more) in row(found[0] if found else {}).items():
                    old = rows.setdefault(n, (t, d, more))
                    if old != (t, d, more):
                        rows[n] = (old[0] if old[0] == t else 'any', old[1] if old[1] == d else '?', more)
        return {name: ((rows, bases), [name])} if rows else {}
    return read


def llamafactory(package, _):
    """Files for its newer trainer (v1) have no mark: where both take a name, what one of them takes is no mistake."""
    out = merged('llamafactory.yaml', r'llamafactory\.hparams\..*',
                 ['transformers.Seq2SeqTrainingArguments', 'llamafactory.v1'])(package, None)
    out.update(merged('llamafactory.v1', r'llamafactory\.v1\.config\..*', [])(package, None))
    rows, newer = (out[n][0][0] if n in out else {} for n in ('llamafactory.yaml', 'llamafactory.v1'))
    for n in set(rows) & set(newer):
        if rows[n][0] != newer[n][0]:
            rows[n] = ('any', *rows[n][1:])
    return out


# ---- accelerate: flags of its launcher, and the YAML file that gives them their defaults ----

def flags(package, module):
    """{flag: (type, default, group)} of add_argument calls"""
    out, m = {}, package.modules.get(module)
    for call in ast.walk(m.tree) if m else []:
        if not isinstance(call, ast.Call) or called(call) != 'add_argument':
            continue
        words = [a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
        more = keywords(call)
        long = [w[2:].replace('-', '_') for w in words if w.startswith('--')]
        if not long and words and words[0][0] == '-':
            continue
        kind = dotted(more.get('type')) if more.get('type') is not None else None
        action = package.constant(more.get('action'), module)
        kind = kind if kind in ('int', 'float', 'str') else 'any'
        if action and action[0] in ('store_true', 'store_false'):
            kind, default = 'bool', 'False' if action[0] == 'store_true' else 'True'
        else:
            default = text_of(package.constant(more['default'], module)) if 'default' in more else 'None'
        choices = package.constant(more.get('choices'), module)
        if choices and isinstance(choices[0], list):
            kind = choice_text(choices[0]) or kind
        group = dotted(call.func.value) or ''
        for name in long or words[:1]:
            out[name] = (kind, default, group)
    return out


SECTIONS = {  # section of the YAML file: groups of flags, prefix
    'deepspeed_config': ('deepspeed_args', ''), 'fsdp_config': ('fsdp_args', 'fsdp_'),
    'megatron_lm_config': ('megatron_lm_args', 'megatron_lm_'), 'fp8_config': ('fp8_args', 'fp8_'),
    'mpirun_config': ('mpirun_args', ''), 'parallelism_config': ('parallelism_config_args', ''),
    'dynamo_config': ('', 'dynamo_'), 'ipex_config': ('ipex_args', ''),
}
BARE = {'fsdp_config': 'fsdp_', 'fp8_config': 'fp8_', 'dynamo_config': 'dynamo_'}


def asked(package, module):
    """Keys that `accelerate config` writes: {section: {key}}"""
    out, m = {}, package.modules.get(module)
    for n in ast.walk(m.tree) if m else []:
        if isinstance(n, ast.Subscript) and isinstance(n.value, ast.Name) and n.value.id in SECTIONS:
            key = n.slice
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                out.setdefault(n.value.id, set()).add(key.value)
            elif isinstance(key, ast.BinOp) and isinstance(key.right, ast.Constant):
                prefix = 'parallelism_config_' if n.value.id == 'parallelism_config' else n.value.id[:-6]
                out.setdefault(n.value.id, set()).add(prefix + key.right.value)
    return out


def accelerate_file(package, text_of_file):
    module, rows = 'accelerate.commands.config.config_args', {}
    for cls in ('SageMakerConfig', 'ClusterConfig'):
        if package.modules.get(module) and cls in package.modules[module].classes:
            rows.update(row(package.fields((module, cls))[0]))
    for name in ('compute_environment', 'mixed_precision', 'use_cpu', 'debug'):  # set where a file lacks them
        if name in rows:
            rows[name] = (rows[name][0], '?', '')
    if 'downcast_bf16' in rows:  # `accelerate config` writes 'no'
        rows['downcast_bf16'] = ('any', rows['downcast_bf16'][1], '')
    for n in ast.walk(package.modules[module].tree) if module in package.modules else []:
        if isinstance(n, ast.Compare) and isinstance(n.left, ast.Constant) and isinstance(n.ops[0], (ast.In, ast.NotIn)) \
                and dotted(n.comparators[0]) == 'config_dict':
            rows.setdefault(n.left.value, ('any', 'None', ''))
    given, written = flags(package, 'accelerate.commands.launch'), asked(package, 'accelerate.commands.config.cluster')
    launch, used = text_of_file('commands/launch.py'), text_of_file('utils/launch.py')
    for section, (group, prefix) in SECTIONS.items():
        if section not in rows:
            continue
        keys = {n: (t if t != 'str' else 'any', d) for n, (t, d, g) in given.items()
                if (group and g == group) or (prefix and n.startswith(prefix))}
        for n in written.get(section, ()):
            t, d, _ = given.get(n, ('any', '?', ''))
            keys.setdefault(n, (t if t != 'str' else 'any', d))
        # the launcher sets every key of the section on its arguments, and reads some that are no flags
        for n in re.findall(rf'(?:getattr\(args, "|args\.)({prefix}\w+)', used) if prefix else ():
            keys.setdefault(n, ('any', '?'))
        if section == 'deepspeed_config':  # "auto" is a value of all of them
            keys = {n: ('any' if t in ('int', 'float') else t, d) for n, (t, d) in keys.items()}
        rows[section] = ('dict', 'None', '')
        bare = BARE.get(section)
        for n, (t, d) in keys.items():
            rows[f'{section}.{n}'] = (t, d, '')
            if bare and n.startswith(bare) and f'"{bare}" + ' in launch:
                rows[f'{section}.{n[len(bare):]}'] = (t, d, '')
    return rows


def accelerate(package, text_of_file):
    out = exported_classes(r'Accelerator|\w+(Plugin|Kwargs|Configuration)|\w+Config')(package, None)
    out = {k: v for k, v in out.items() if any(re.fullmatch(r'accelerate(\.utils)?\.\w+', n) for n in v[1])}
    rows = accelerate_file(package, text_of_file)
    if rows:
        out['accelerate.yaml'] = ((rows, []), ['accelerate.yaml'])
    rows = {n: (t, d, '') for n, (t, d, _) in flags(package, 'accelerate.commands.launch').items()}
    if rows:
        out['accelerate.launch'] = ((rows, []), ['accelerate.launch'])
    return out


# ---- ms-swift: its own arguments, and those of its Megatron commands ----

def swift(package, _):
    out = {}
    for name, modules, bases in (
            ('swift.yaml', r'swift\.(?!megatron|llm\.megatron)(.*\.)?\w*arg\w*(\..*)?',
             ['transformers.Seq2SeqTrainingArguments']),
            ('swift.megatron', r'swift\.(llm\.)?megatron\.(.*\.)?\w*arg\w*(\..*)?', [])):
        out.update(merged(name, modules, bases)(package, None))
        readers = [m for n, m in package.modules.items() if n == 'swift.cli.main' or (n.startswith('swift.ray') and not bases)]
        if name in out and any("'--config'" in m.text for m in readers):  # taken away before the others are parsed
            out[name][0][0].setdefault('config', ('str', 'None', ''))
    return out


# ---- DeepSpeed: keys that its config's readers ask for, and its pydantic models ----

MODELS = [  # section, class
    ('zero_optimization', 'DeepSpeedZeroConfig'), ('fp16', 'DeepSpeedFP16Config'), ('bf16', 'DeepSpeedBF16Config'),
    ('bfloat16', 'DeepSpeedBF16Config'), ('comms_logger', 'CommsLoggerConfig'), ('tensorboard', 'TensorBoardConfig'),
    ('wandb', 'WandbConfig'), ('csv_monitor', 'CSVConfig'), ('comet', 'CometConfig'),
    ('hybrid_engine', 'HybridEngineConfig'), ('compile', 'CompileConfig'), ('tensor_parallel', 'TPTrainingConfig')]
# Sections that are read key by key, so a key that nothing reads has no effect. All others take any.
READ_BY_KEY = {'fp16', 'bf16', 'bfloat16', 'activation_checkpointing', 'flops_profiler', 'aio', *(s for s, _ in MODELS)}
READERS = {'get_scalar_param', 'get_list_param', 'get_dict_param'}
# Keys of zero_optimization that only the optimizer and the parameter partitioning of stage 3 read (runtime/engine.py hands
# them to no other), and all that is named after it.
STAGE_3 = {'max_live_parameters', 'max_reuse_distance', 'prefetch_bucket_size', 'param_persistence_threshold',
           'model_persistence_threshold', 'module_granularity_threshold', 'gather_16bit_weights_on_model_save',
           'use_all_reduce_for_fetch_params', 'sub_group_size', 'offload_param', 'cpu_offload_param'}


class Readers:
    """What the functions read from the parsed file that DeepSpeedConfig hands on: {key with dots: (type, default)}"""

    def __init__(self, package):
        self.package, self.rows, self.seen = package, {}, set()
        module = 'deepspeed.runtime.config'
        cls = package.modules[module].classes.get('DeepSpeedConfig')
        for f in cls.body if cls else []:
            if isinstance(f, ast.FunctionDef) and f.name == '__init__':
                self.function(module, f, {'_param_dict': '', 'config': ''}, {}, cls)
        for module, m in sorted(package.modules.items()):
            for f in m.functions_with('_param_dict'):
                self.function(module, f, {'_param_dict': ''}, {}, None)

    def constants(self, node, module, texts):
        """The texts that an expression can be."""
        if isinstance(node, ast.Name) and node.id in texts:
            return texts[node.id]
        value = self.package.constant(node, module)
        if value and isinstance(value[0], list):
            return [v for v in value[0] if isinstance(v, str)]
        return [value[0]] if value and isinstance(value[0], str) else []

    def place(self, node, module, where, texts):
        """The paths of the dicts that an expression can be; [] is none of the config's."""
        if isinstance(node, ast.Call) and called(node) in ('copy', 'deepcopy') and node.args:
            return self.place(node.args[0], module, where, texts)
        if isinstance(node, (ast.Name, ast.Attribute)):
            name = (dotted(node) or '').rpartition('.')[2]
            return where[name] if isinstance(where.get(name), list) else [where[name]] if name in where else []
        if isinstance(node, ast.Subscript):
            base, key = self.place(node.value, module, where, texts), node.slice
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == 'get' and node.args:
            base, key = self.place(node.func.value, module, where, texts), node.args[0]
        else:
            return []
        return [f'{b}.{k}'.lstrip('.') for b in base for k in self.constants(key, module, texts)]

    def note(self, bases, key, default, module, texts, is_scalar=False):
        for b in bases:
            for k in self.constants(key, module, texts):
                value = self.package.constant(default, module) if default is not None else None
                kind = type(value[0]).__name__ if value else 'any'
                kind = kind if kind == 'dict' or (is_scalar and kind in ('bool', 'list')) else 'any'
                path = f'{b}.{k}'.lstrip('.')
                if self.rows.get(path, ('any', '?')) == ('any', '?'):
                    self.rows[path] = (kind, text_of(value))

    def function(self, module, f, where, texts, cls):
        mark = (module, f.name, f.lineno, str(sorted(where.items())), str(sorted(texts.items())))
        if mark in self.seen:
            return
        self.seen.add(mark)
        where, texts = dict(where), dict(texts)
        for x, d in zip(f.args.args[len(f.args.args) - len(f.args.defaults):], f.args.defaults):
            if x.arg not in where and x.arg not in texts and self.constants(d, module, {}):
                texts[x.arg] = self.constants(d, module, {})
        for n in ast.walk(f):
            if isinstance(n, (ast.For, ast.comprehension)) and isinstance(n.target, ast.Name):
                found = self.constants(n.iter, module, texts)
                if found:
                    texts[n.target.id] = found
            elif isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name):
                found = self.place(n.value, module, where, texts)
                if found:
                    where[n.targets[0].id] = found
        for n in ast.walk(f):
            self.read(n, module, where, texts)
            if isinstance(n, ast.Call):
                self.follow(n, module, where, texts, cls)

    def read(self, n, module, where, texts):
        def at(x):
            return self.place(x, module, where, texts)
        if isinstance(n, ast.Call) and called(n) in READERS and len(n.args) > 1:
            self.note(at(n.args[0]), n.args[1], n.args[2] if len(n.args) > 2 else None, module, texts, True)
        elif isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and n.func.attr in ('get', 'pop') and n.args:
            self.note(at(n.func.value), n.args[0], n.args[1] if len(n.args) > 1 else None, module, texts)
        elif isinstance(n, ast.Subscript) and isinstance(n.ctx, ast.Load):
            self.note(at(n.value), n.slice, None, module, texts)
        elif isinstance(n, ast.Compare) and isinstance(n.ops[0], (ast.In, ast.NotIn)):
            c = n.comparators[0]
            self.note(at(c.func.value if isinstance(c, ast.Call) and called(c) == 'keys' else c), n.left, None, module, texts)

    def follow(self, call, module, where, texts, cls):
        """On to a function of the package that gets a dict of the config."""
        if called(call) in READERS or called(call) in ('copy', 'deepcopy'):
            return
        name = dotted(call.func) or ''
        if name.startswith('self.'):
            target = next((x for x in cls.body if isinstance(x, ast.FunctionDef) and x.name == name[5:]), None) if cls else None
            owner, skip = (module, cls), 1
        else:
            at = self.package.find(module, name)
            if not at or at[0] not in ('function', 'class'):
                return
            node = self.package.node(at)
            owner, skip, target = (at[1], None), 0, node
            if at[0] == 'class':
                target = next((x for x in node.body if isinstance(x, ast.FunctionDef) and x.name == '__init__'), None)
                owner, skip = (at[1], node), 1
        if target is None:
            return
        params = [x.arg for x in target.args.args][skip:]
        pairs = list(zip(params, call.args)) + [(k.arg, k.value) for k in call.keywords if k.arg in params]
        to = {p: self.place(a, module, where, texts) for p, a in pairs}
        to = {p: found for p, found in to.items() if found}
        if to:
            given = {p: self.constants(a, module, texts) for p, a in pairs if p not in to}
            if '_param_dict' in where:
                to['_param_dict'] = ['']
            self.function(owner[0], target, to, {p: v for p, v in given.items() if v}, owner[1])


def model(package, name):
    return next(((module, name) for module, m in sorted(package.modules.items()) if name in m.classes), None)


def nested(package, key, prefix, rows, depth=0):
    """The fields of a pydantic model as keys of a section ('': of the top), with those of models that are fields."""
    found = package.fields(key)
    if found is None or depth > 3:
        return
    for name, (kind, default) in found[0].items():
        if name.startswith('_') or name == 'Config':
            continue
        owner = next((k for k in package.mro(key) if not isinstance(k, str) and own_annotation(package, k, name)), None)
        inner = inner_model(package, owner, own_annotation(package, owner, name)) if owner else None
        place = f'{prefix}.{name}' if prefix else name
        rows[place] = ('dict' if inner else kind, default, '')
        if inner:
            nested(package, inner, place, rows, depth + 1)


def own_annotation(package, key, name):
    for n in package.modules[key[0]].classes[key[1]].body:
        if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name):
            more = keywords(n.value) if isinstance(n.value, ast.Call) else {}
            if n.target.id == name or name in package.aliases(more, key[0]):
                return n.annotation
    return None


def inner_model(package, owner, note):
    names = [dotted(x) for x in ast.walk(note) if isinstance(x, (ast.Name, ast.Attribute))]
    found = [package.find(owner[0], n) for n in names if n]
    found = [f[1:] for f in found if f and f[0] == 'class' and package.choices_of_enum(f[1], f[2]) is None]
    plain = {'bool', 'str', 'int', 'float', 'list', 'dict', 'List', 'Dict', 'Any'}
    return found[0] if len(found) == 1 and not plain & {n for n in names if n} else None


def stage(name):
    first, _, rest = name.partition('.')
    key = rest.split('.')[0]
    return 'stage=3' if first == 'zero_optimization' and (key.startswith('stage3_') or key in STAGE_3) else ''


def deepspeed(package, _):
    read = Readers(package).rows
    rows = {}
    for n, (t, d) in read.items():
        section = n.split('.')[0]
        if '.' not in n:
            rows[n] = (t, d, '')
        elif section in READ_BY_KEY and n.count('.') == 1:
            rows[n] = (t, d, '')
    for n in {n.split('.')[0] for n in read if '.' in n}:
        rows[n] = ('dict', rows.get(n, ('', '?'))[1], '')
    for section, name in MODELS:
        key = model(package, name)
        if key and section in rows:
            for n in [n for n in rows if n.startswith(section + '.')]:
                del rows[n]
            nested(package, key, section, rows)
            rows[section] = ('dict', '?', '')
    rows = {n: (t, d, stage(n)) for n, (t, d, _) in rows.items()}
    return {'deepspeed.json': ((rows, []), ['deepspeed.json'])}


# ---- axolotl: the pydantic model of its file, and those that its own plugins add to it ----

def plugin_models(package):
    """The models that plugins name in get_input_args; without their plugin in the file their keys are dropped."""
    for module, m in sorted(package.modules.items()):
        if '.integrations.' not in module:
            continue
        for f in [n for n in ast.walk(m.tree) if isinstance(n, ast.FunctionDef) and n.name == 'get_input_args']:
            for n in ast.walk(f):
                text = package.constant(n.value, module) if isinstance(n, ast.Return) else None
                where, _, name = text[0].rpartition('.') if text and isinstance(text[0], str) else ('', '', '')
                at = package.member(where, name) if name else None
                if at and at[0] == 'class':
                    yield at[1:]


ENTRIES = {'axolotl.datasets': ['SFTDataset', 'DPODataset', 'KTODataset', 'StepwiseSupervisedDataset', 'SyntheticDataset'],
           'axolotl.pretraining_dataset': ['PretrainingDataset']}


def axolotl(package, _):
    key, rows = model(package, 'AxolotlInputConfig'), {}
    if key is None:
        return {}
    plugins = list(plugin_models(package))
    for one in [*plugins, key]:
        nested(package, one, '', rows)
    if plugins:  # read before the model is made; that of 0.5.0 has no such field
        rows.setdefault('plugins', ('list', 'None', ''))
    # one of its validators takes off the prefix
    for n in [n for n in rows if n.startswith('fsdp_config.') and not n.startswith('fsdp_config.fsdp_')]:
        rows.setdefault('fsdp_config.fsdp_' + n[len('fsdp_config.'):], rows[n])
    out = {'axolotl.yaml': ((rows, []), ['axolotl.yaml'])}
    for name, classes in ENTRIES.items():  # an entry of these lists becomes the model that takes the most of its keys
        own = {}
        for cls in filter(None, (model(package, c) for c in classes)):
            found = {}
            nested(package, cls, '', found)
            for n, (t, d, more) in found.items():
                old = own.get(n, (t, d))
                own[n] = (t if old[0] == t else 'any', d if old[1] == d else '?', more)
        out[name] = (({n: row for n, row in own.items() if '.' not in n}, []), [name])
    return out


# ---- ultralytics: its own YAML file of all settings with their defaults, which get_cfg holds every name against ----

def words_in(text, pattern):
    found = re.search(pattern, text, re.S)
    return re.findall(r'["\'](\w+)["\']', found[1]) if found else []


def ultralytics_types(text):
    """{name: type} of what check_cfg refuses in another type"""
    out = {}
    for group, kind in (('FLOAT', 'float'), ('FRACTION', 'float'), ('INT', 'int'), ('BOOL', 'bool')):
        for n in words_in(re.sub(r'#.*', '', text), rf'\nCFG_{group}_KEYS\s*=(.*?)\n(?:CFG_|\n|def )'):
            out.setdefault(n, kind)
    return out


def old_names(text):
    """What _handle_deprecation takes off with a warning, and turns into other names or drops."""
    found = re.search(r'\ndef _handle_deprecation\(.*?\n    """.*?"""(.*?)\ndef ', text, re.S)
    body = found[1] if found else ''
    return dict.fromkeys([*re.findall(r'key == ["\'](\w+)["\']', body), *re.findall(r'["\'](\w+)["\']: \(', body),
                          *words_in(body, r'removed_keys = \{(.*?)\}')])


METHODS = {'train': ['trainer'], 'val': ['validator'], 'predict': ['source', 'stream', 'predictor', 'prompts'], 'export': [],
           'track': ['source', 'stream', 'persist', 'predictor', 'prompts'], 'tune': ['use_ray', 'iterations', 'gpu_per_trial', 'space', 'grace_period', 'search_alg', 'max_samples']}


def ultralytics(package, text_of_file):
    defaults = text_of_file('cfg/default.yaml') or text_of_file('yolo/cfg/default.yaml')
    code = text_of_file('cfg/__init__.py') or text_of_file('yolo/cfg/__init__.py')
    kinds, rows = ultralytics_types(code), {}
    for name, value in re.findall(r'^(\w+):[ \t]*([^#\n]*)', defaults, re.M):
        value = value.strip().strip('"\'') or 'None'
        rows[name] = (kinds.get(name, 'any'), value if ' ' not in value else '?', '')
    for name in [*old_names(code), *words_in(code, r'allowed_custom_keys = \{(.*?)\}')]:
        rows.setdefault(name, ('any', 'None', ''))
    if not rows:
        return {}
    # a data set's file may hold any key: its rules ask for a few
    data = {n: ('any', 'None', '') for n in ('train', 'val', 'test', 'path', 'names', 'nc')}
    out = {'ultralytics.yaml': ((rows, []), ['ultralytics.yaml']), 'ultralytics-data.yaml': ((data, []), ['ultralytics-data.yaml'])}
    for method, own in METHODS.items():
        mine = {n: ('any', 'None', '') for n in own if n not in rows}
        out[f'ultralytics.YOLO.{method}'] = ((mine, ['ultralytics.yaml']), [f'ultralytics.YOLO.{method}'])
    return out


# ---- packages ----

TRANSFORMERS = {f'transformers.{c}': ([f'transformers.{m}.{c}'], [f'transformers.{m}.{c}']) for c, m in (
    ('TrainingArguments', 'training_args'), ('Seq2SeqTrainingArguments', 'training_args_seq2seq'),
    ('Trainer', 'trainer'), ('Seq2SeqTrainer', 'trainer_seq2seq'))}
TRAINING_FILES = r'(training_args|training_args_seq2seq|trainer|trainer_seq2seq|trainer_utils|file_utils|debug_utils)\.py|' \
    r'utils/(__init__|generic|deprecation)\.py'

PACKAGES = {  # file: name in requirements, repository, folders, what they import as, oldest version, files, reader
    'trl': ('trl', 'huggingface/trl', ['trl'], 'trl', '0.4.2', '.*',
            exported_classes(r'\w+(Config|Arguments|Trainer)')),
    'transformers': ('transformers', 'huggingface/transformers', ['src/transformers'], 'transformers', '4.0.0',
                     TRAINING_FILES, these_classes(TRANSFORMERS)),
    'accelerate': ('accelerate', 'huggingface/accelerate', ['src/accelerate'], 'accelerate', '0.17.0', '.*', accelerate),
    'deepspeed': ('deepspeed', 'deepspeedai/DeepSpeed', ['deepspeed'], 'deepspeed', '0.8.0',
                  r'(?!inference/v2|module_inject|ops|model_implementations).*', deepspeed),
    'llamafactory': ('llamafactory', 'hiyouga/LLaMA-Factory', ['src/llamafactory', 'src/llmtuner'], 'llamafactory', '0.2.0',
                     r'(hparams|v1/config|extras)/.*',
                     llamafactory),
    'axolotl': ('axolotl', 'axolotl-ai-cloud/axolotl', ['src/axolotl'], 'axolotl', '0.5.0', r'utils/(schemas|config)/.*|integrations/.*', axolotl),
    'ultralytics': ('ultralytics', 'ultralytics/ultralytics', ['ultralytics'], 'ultralytics', '8.0.20',
                    r'(yolo/)?cfg/(__init__\.py|default\.yaml)', ultralytics),
    'peft': ('peft', 'huggingface/peft', ['src/peft'], 'peft', '0.3.0', '.*',
             exported_classes(r'\w+Config')),
    'ms-swift': ('ms-swift', 'modelscope/ms-swift', ['swift'], 'swift', '2.0.0', r'(?!ui|aigc|template|model|dataset|tuners|plugin|agent).*',
                 swift),
    'timm': ('timm', 'huggingface/pytorch-image-models', [''], 'timm', '0.4.0', r'train\.py|timm/(utils|optim|scheduler)/.*', argparse_schemas.timm),
    'kohya': ('sd-scripts', 'kohya-ss/sd-scripts', [''], 'kohya', '0.4.0', r'(\w*train\w*|fine_tune)\.py|library/\w+\.py', argparse_schemas.kohya),
    'lightning': ('lightning', 'Lightning-AI/pytorch-lightning', ['src/lightning', 'src/pytorch_lightning'], 'lightning',
                  '1.8.0', r'(pytorch/)?(trainer/trainer|__init__|trainer/__init__)\.py',
                  these_classes({'lightning.Trainer': (
                      ['lightning.pytorch.Trainer', 'lightning.pytorch.trainer.Trainer',
                       'lightning.pytorch.trainer.trainer.Trainer'],
                      ['lightning.pytorch.trainer.trainer.Trainer', 'lightning.trainer.trainer.Trainer'])})),
    'pytorch-lightning': ('pytorch-lightning', 'Lightning-AI/pytorch-lightning',
                          ['src/lightning/pytorch', 'src/pytorch_lightning', 'pytorch_lightning'], 'pytorch_lightning',
                          '1.4.0', r'(trainer/trainer|__init__|trainer/__init__)\.py',
                          these_classes({'pytorch_lightning.Trainer': (
                              ['pytorch_lightning.trainer.Trainer', 'pytorch_lightning.trainer.trainer.Trainer'],
                              ['pytorch_lightning.trainer.trainer.Trainer'])})),
}


class Source(Repository):
    """A repository's releases, and the files of a package in one of them."""

    def releases_of(self, oldest, folders):
        found = {}
        for line in self.run('for-each-ref', '--format=%(refname:short) %(*objectname) %(objectname)',
                             'refs/tags').splitlines():
            tag, commit = line.split()[0], line.split()[1]
            v = release(tag)
            if v and v[3] == 'z' and v >= release(oldest):
                found.setdefault(v, (tag.lstrip('v'), commit))
        for line in self.run('log', '--all', '--format=%H %s').splitlines():  # tags that were forgotten
            m = re.fullmatch(r'(\w+) Release:? v?(\d+\.\d+\.\d+)(?: \(#\d+\))?', line)
            v = release(m and m[2])
            if v and v not in found and release(oldest) <= v < max(found) and self.says(m[1], folders, m[2]):
                found[v] = (m[2], m[1])
        if not found:  # a copy without tags: the first commit of each version that the package says
            for line in self.run('log', '--first-parent', '--reverse', '-G^__version__', '--format=%H', '--',
                                 *[f'{f}/__init__.py' for f in folders]).splitlines():
                m = re.search(r"""^__version__ = ['"]([\d.]+)['"]""", self.read(f'{line}:{folders[0]}/__init__.py') or '', re.M)
                v = release(m and m[1])
                if v and v >= release(oldest):
                    found.setdefault(v, (m[1], line))
        return {found[v][0]: found[v][1] for v in sorted(found)}

    def says(self, commit, folders, version):
        texts = [self.read(f'{commit}:{f}/__init__.py') or '' for f in folders]
        return any(re.search(rf"""^__version__ = ['"]{re.escape(version)}['"]""", t, re.M) for t in texts)

    def blobs(self, commit, folders, files):
        for folder in folders:
            out = {}
            for line in self.run('ls-tree', '-r', commit, *([f'{folder}/'] if folder else [])).splitlines():
                head, path = line.split('\t', 1)
                below = path[len(folder) + 1:] if folder else path
                if path.endswith(('.py', '.yaml')) and re.fullmatch(files, below):
                    out[below] = head.split()[2]
            if any(not p.endswith('__init__.py') for p in out):
                return out
        return {}

    def day(self, commit):
        return self.run('log', '-1', '--format=%cs', commit).strip()


def read_package(name, sources):
    """versions, day of the newest, [classes of a version]"""
    _, where, folders, imported, oldest, files, reader = PACKAGES[name]
    repo, parsed, out = open_repository(sources, where, Source), {}, []
    commits = repo.releases_of(oldest, folders)
    for commit in commits.values():
        blobs = repo.blobs(commit, folders, files)
        for blob in set(blobs.values()) - set(parsed):
            parsed[blob] = Module(repo.read(blob) or '')
        package = Package(imported, {p: parsed[b] for p, b in blobs.items()})
        out.append(reader(package, lambda p, b=blobs: repo.read(b[p]) if p in b else ''))
    print(f'{name}: {len(commits)} versions, {len(parsed)} files', file=sys.stderr)
    day = repo.day(list(commits.values())[-1])
    repo.cat.stdin.close()
    repo.cat.wait()
    return list(commits), day, out


# ---- all versions of a class ----

def families(per_version):
    """[{name}]: names that mean one class in some version and nowhere two; the first is what scripts write"""
    together, apart = {}, set()
    for classes in per_version:
        owner = {}
        for place, (_, names) in classes.items():
            for n in names:
                owner[n] = place
        for place, (_, names) in classes.items():
            for n in names:
                together.setdefault(n, {}).update(dict.fromkeys(names))
        for n, friends in together.items():
            apart.update((n, f) for f in friends if n in owner and f in owner and owner[n] != owner[f])
    rank = {n: (n.count('.'), n) for n in together}
    out, done = [], set()
    for n in sorted(together, key=rank.get):
        if n in done:
            continue
        group, queue = [n], [n]
        while queue:
            for f in together[queue.pop()]:
                if f not in group and f not in done and not any((f, g) in apart or (g, f) in apart for g in group):
                    group.append(f)
                    queue.append(f)
        done.update(group)
        out.append(sorted(group, key=rank.get))
    return out


def history(names, per_version):
    """(rows, bases) of a class over all versions, None where a version's can't be told"""
    lives, bases, seen = {}, [], []
    for i, classes in enumerate(per_version):
        by_name = {n: found for found, given in classes.values() for n in given}
        name = next((n for n in names if n in by_name), None)
        if name is None:
            continue
        found = by_name[name]
        if is_open(found):
            return i
        seen.append(i)
        args = found[0] if all(len(v) == 3 for v in found[0].values()) else row(found[0])
        for n, what in args.items():
            if len(f'    - {n} 10.10.10-10.10.10 {" ".join(what)}') > WIDTH:
                what = ('str' if '|' in what[0] else what[0], what[1], what[2])
            lives.setdefault(n, {})[i] = what
        bases += [b for b in map(short, found[1]) if b not in bases and b not in BASES]
    rows = []
    for n in sorted(lives, key=lambda n: (n.split('.')[0], n.count('.') > 0, n)):
        life = lives[n]
        for i in seen:
            if i not in life:
                continue
            at = seen.index(i)
            if rows and rows[-1][0] == n and rows[-1][2] == seen[at - 1] and at and rows[-1][3] == life[i]:
                rows[-1][2] = i
            else:
                rows.append([n, i, i, life[i]])
    return rows, bases, seen


def wrapped(head, words, indent):
    out, line = [], f'{head}['
    for i, w in enumerate(words):
        w += ', ' if i + 1 < len(words) else ']'
        if len(line) + len(w) > WIDTH:
            out.append(line.rstrip())
            line = ' ' * indent
        line += w
    return '\n'.join([*out, line]) + '\n'


HEAD = '''\
# What arguments {title} takes, release by release. Made by tools/argument-schemas.py;
# its --help says how to read a row.
package: {package}
made: {day}
'''


def text_of_package(name, versions, day, per_version):
    out = [HEAD.format(title=name, package=PACKAGES[name][0], day=day), wrapped('versions: ', versions, 2), 'classes:\n']
    count = 0
    for names in families(per_version):
        found = history(names, per_version)
        if isinstance(found, int):
            print(f'  {names[0]}: left out, takes what can\'t be told in {versions[found]}', file=sys.stderr)
            continue
        rows, bases, seen = found
        if not rows and not bases:
            continue
        count += 1
        out.append(f'  {names[0]}:\n')
        if names[1:]:
            out.append(wrapped('    also: ', names[1:], 6))
        if bases:
            out.append(wrapped('    is: ', bases, 6))
        out.append('    arguments:\n' if rows else '    arguments: []\n')
        for n, first, last, (kind, default, more) in rows:
            span = versions[first] + '-' + ('' if last == seen[-1] else versions[last])
            out.append(f'    - {" ".join([n, span, kind, default] + ([more] if more else []))}\n')
    print(f'  {count} classes, {sum(x.startswith("    - ") for x in out)} rows', file=sys.stderr)
    return ''.join(out)


def kept(path):
    """What is written by hand at the end of a file."""
    if not os.path.exists(path):
        return ''
    with open(path, encoding='utf-8') as f:
        text = f.read()
    at = re.search(r'^(?:#[^\n]*\n)*renames:', text, re.M)
    return text[at.start():] if at else ''


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--sources', default='build/frameworks', metavar='DIR')
    p.add_argument('--only', action='append', metavar='PACKAGE', choices=list(PACKAGES))
    p.add_argument('out', metavar='OUT')
    o = p.parse_args()
    os.makedirs(o.out, exist_ok=True)
    for name in o.only or PACKAGES:
        path = f'{o.out}/{name}.yaml'
        text = text_of_package(name, *read_package(name, o.sources)) + kept(path)
        with open(path, 'w', encoding='utf-8') as f:
            f.write(text)


if __name__ == '__main__':
    main()
