#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the libraries themselves say about their arguments, for hover and completion in editors.

    tools/argument-help.py [--sources DIR] [--only PACKAGE]... OUT

writes OUT/PACKAGE.yaml (in the repository: rules/help) for the newest release that rules/schemas/PACKAGE.yaml knows. The sources are read as by
tools/argument-schemas.py, never run: `help` and `description` of a field, the text behind a field, the arguments' part of a docstring, and `help` of a flag.
Of each text the first sentence counts, 200 characters at most. The same commit gives the same bytes.

A row is `[name, text]`, or `[name, text, CLASS...]` where these classes alone say so. One row is one line: the program finds it in the text and parses
nothing else.
"""
import argparse
import ast
import importlib.util
import json
import os
import re
import sys
from collections import Counter

from frameworks import open_repository
from python_classes import Module, Package, called, keywords

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LONGEST = 200
SECTION = re.compile(r'^\s*(Args|Arguments|Parameters|Attributes|> .*|Configuration.*):?\s*$')
ENTRY = re.compile(r'^(\s*)(?:[-*]\s+)?[`*]*([A-Za-z_][\w.]*)[`*]*\s*(?:\(([^\n]*)\))?\s*:\s*(.*)$')


def tool(name):
    spec = importlib.util.spec_from_file_location(name, os.path.join(TOP, 'tools', f'{name}.py'))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SCHEMAS = tool('argument-schemas')


# ---- texts ----

def first_sentence(text):
    """None: it says nothing."""
    text = re.sub(r'\[`?~?([^\]`]*)`?\](\([^)]*\))?', lambda m: m[1].rpartition('.')[2] or m[1], text)
    text = re.sub(r'``([^`]*)``', r'`\1`', ' '.join(text.split())).strip(' \t"')
    m = re.match(r'(.*?[^.\s])\.(?=\s+[A-Z`(\[]|$)', text)
    while m and re.search(r'\b(e\.g|i\.e|etc|vs|cf|approx)$', m[1]) and m.end() < len(text):
        longer = re.match(r'.{%d}.*?[^.\s]\.(?=\s+[A-Z`(\[]|$)' % m.end(), text)
        if not longer:
            break
        text_of_it, m = longer[0][:-1], None
        return cut(text_of_it)
    return cut(m[1] if m else text)


def cut(text):
    text = text.rstrip(' .:')
    if len(text) > LONGEST:
        text = text[:LONGEST - 3].rsplit(' ', 1)[0].rstrip(' ,;(') + '...'
    elif text:
        text += '.'
    return text if len(text) > 4 and re.search('[A-Za-z]', text) else None


def of_docstring(doc):
    """{name: text} of entries `name (type): text`, and `name (type):` with the text below."""
    out, lines = {}, (doc or '').expandtabs(4).splitlines()
    inside, i = False, 0
    while i < len(lines):
        if SECTION.match(lines[i]):
            inside = True
        m = ENTRY.match(lines[i])
        i += 1
        if not m or not inside or not (m[3] or m[4]):
            continue
        indent, name, said = len(m[1]), m[2], [m[4]]
        while i < len(lines) and (not lines[i].strip() or len(lines[i]) - len(lines[i].lstrip()) > indent):
            if not lines[i].strip() and ' '.join(said).strip():
                break
            if re.match(r'\s*[-*] ', lines[i]) and ' '.join(said).strip():
                break
            said.append(lines[i].strip())
            i += 1
        out.setdefault(name, ' '.join(said))
    return out


def constant(package, node, module):
    value = package.constant(node, module) if node is not None else None
    if value and isinstance(value[0], str):
        return value[0]
    if isinstance(node, ast.JoinedStr):  # what is filled in is left out
        return ''.join(p.value for p in node.values if isinstance(p, ast.Constant))
    return None


def said_of_field(package, value, module):
    """The help of field(metadata=...) or Field(description=...)"""
    if not isinstance(value, ast.Call):
        return None
    more = keywords(value)
    for given in (more.get('metadata'), more.get('json_schema_extra')):
        if isinstance(given, ast.Dict):
            for k, v in zip(given.keys, given.values):
                if isinstance(k, ast.Constant) and k.value in ('help', 'description'):
                    return constant(package, v, module)
    for name in ('description', 'help'):
        if name in more:
            return constant(package, more[name], module)
    return None


def of_class(package, key):
    """{name: text} of one class, without its bases"""
    module, node = key[0], package.modules[key[0]].classes[key[1]]
    init = next((f for f in node.body if isinstance(f, ast.FunctionDef) and f.name == '__init__'), None)
    out = of_docstring(ast.get_docstring(init)) if init else {}
    out.update(of_docstring(ast.get_docstring(node)))
    for n, behind in zip(node.body, [*node.body[1:], None]):
        target = n.target if isinstance(n, ast.AnnAssign) else n.targets[0] if isinstance(n, ast.Assign) else None
        if not isinstance(target, ast.Name):
            continue
        text = said_of_field(package, n.value, module)
        if not text and isinstance(behind, ast.Expr) and isinstance(behind.value, ast.Constant) and isinstance(behind.value.value, str):
            text = behind.value.value
        if text:
            out[target.id] = text
            for alias in package.aliases(keywords(n.value), module) if isinstance(n.value, ast.Call) else ():
                out[alias] = text
    return out


class Texts:
    """The texts of a package, by class and by name alone."""

    def __init__(self, package, read):
        self.package, self.read, self.own = package, read, {}
        for module, m in sorted(package.modules.items()):
            for name in m.classes:
                self.own[module, name] = of_class(package, (module, name))
        self.flags = {}
        for module, m in sorted(package.modules.items()):
            for call in ast.walk(m.tree):
                if isinstance(call, ast.Call) and called(call) == 'add_argument' and 'help' in keywords(call):
                    text = constant(package, keywords(call)['help'], module)
                    for a in call.args:
                        if text and isinstance(a, ast.Constant) and str(a.value).startswith('--'):
                            self.flags.setdefault(module, {}).setdefault(a.value[2:].replace('-', '_'), text)

    def of(self, key, name):
        for k in self.package.mro(key) or [key]:
            if not isinstance(k, str) and name in self.own.get(k, ()):
                return self.own[k][name]
        return None

    def anywhere(self, name, modules):
        """The text that most classes of these modules give the name; classes of commands that do not train count only where no other has it."""
        found = Counter()
        for (module, cls), own in self.own.items():
            if name in own and re.fullmatch(modules, module):
                found[own[name]] += 1 if OTHER_COMMANDS.match(cls) else 100
        for module, flags in self.flags.items():
            if name in flags and re.fullmatch(modules, module):
                found[flags[name]] += 1
        return max(sorted(found), key=found.get) if found else None


# ---- tables ----

WHOLE = {  # tables of files: where their arguments are said
    'llamafactory.yaml': r'llamafactory\.hparams\..*', 'llamafactory.v1': r'llamafactory\.v1\..*', 'swift.yaml': r'swift\.(?!megatron).*',
    'swift.megatron': r'swift\.megatron\..*', 'accelerate.yaml': r'accelerate\.(commands\.launch|commands\.config.*|utils\.dataclasses)',
    'accelerate.launch': r'accelerate\.commands\.launch', 'deepspeed.json': r'deepspeed\..*', 'axolotl.yaml': r'axolotl\..*'}
OTHER_COMMANDS = re.compile('(Export|Infer|Eval|Deploy|App|WebUI|Sampling|Rollout|Merge|Megatron)')
DEEPSPEED = {section: name for section, name in SCHEMAS.MODELS}
DEEPSPEED.update({'zero_optimization.offload_param': 'DeepSpeedZeroOffloadParamConfig', 'zero_optimization.offload_optimizer': 'DeepSpeedZeroOffloadOptimizerConfig'})
AXOLOTL = {'datasets': 'SFTDataset', 'peft': 'PeftConfig', 'fsdp_config': 'FSDPConfig', 'trl': 'TRLConfig', 'vllm': 'VllmConfig', 'quantization': 'QATConfig'}


def of_section(texts, file, name):
    """The text of a key of a file; one with dots is asked of the section's class first."""
    section, _, last = name.rpartition('.')
    known = DEEPSPEED if file == 'deepspeed.json' else AXOLOTL if file == 'axolotl.yaml' else {}
    for (module, cls), own in texts.own.items():
        if section and cls == known.get(section) and last in own:
            return own[last]
    if section and file in ('deepspeed.json', 'axolotl.yaml'):
        return None
    if file == 'accelerate.yaml':
        prefix = {'fsdp_config': 'fsdp_', 'fp8_config': 'fp8_', 'dynamo_config': 'dynamo_'}.get(section, '')
        for one in (last, prefix + last):
            found = texts.anywhere(one, WHOLE['accelerate.launch']) or texts.anywhere(one, WHOLE[file])
            if found:
                return found
        return None
    if file == 'axolotl.yaml':
        for (module, cls), own in sorted(texts.own.items()):
            if '.schemas.' in module and last in own and re.fullmatch(r'AxolotlInputConfig|.*(Config|Input|Hyper\w*)', cls):
                return own[last]
    if file == 'deepspeed.json':
        return texts.of(next((k for k in texts.own if k[1] == 'DeepSpeedConfig'), ('', '')), last) if not section else None
    return texts.anywhere(last, WHOLE[file])


def rows_of(table, texts):
    """{(name, text): [class]} of all arguments that the newest release takes"""
    out = {}
    for dotted, entry in table['classes'].items():
        places = [tuple(p.rsplit('.', 1)) for p in [dotted, *entry.get('also', [])] if '.' in p]
        key = next((p for p in places if p in texts.own), None)
        for row in entry['arguments']:
            name = row.split(' ', 1)[0]
            text = of_section(texts, dotted, name) if dotted in WHOLE else texts.of(key, name) if key else None
            text = first_sentence(text) if text else None
            if text:
                out.setdefault((name, text), [])
                if dotted not in out[name, text]:
                    out[name, text].append(dotted)
    return out


def read_yaml(path):
    import yaml
    with open(path, encoding='utf-8') as f:
        return yaml.load(f, yaml.BaseLoader)


def text_of_package(name, table, sources):
    _, where, folders, imported, oldest, _, _ = SCHEMAS.PACKAGES[name]
    repo = open_repository(sources, where, SCHEMAS.Source)
    version = table['versions'][-1]
    commit = repo.releases_of(oldest, folders)[version]
    blobs = repo.blobs(commit, folders, SCHEMAS.PACKAGES[name][5] if name == 'transformers' else '.*')
    package = Package(imported, {p: Module(repo.read(b) or '') for p, b in blobs.items()})
    rows = rows_of(table, Texts(package, repo.read))
    by_name = {}
    for (argument, text), classes in rows.items():
        by_name.setdefault(argument, []).append((text, classes))
    out = [f'# What {name} says about its arguments: its own texts, under the Apache license 2.0. Made by tools/argument-help.py;\n# its --help says how to read a row.\n',
           f'package: {table["package"]}\nversion: {version}\nmade: {repo.day(commit)}\nhelp:\n']
    for argument in sorted(by_name):
        said = sorted(by_name[argument], key=lambda x: (len(x[1]), x[0]))
        takers = sum(any(r.split(' ', 1)[0] == argument for r in e['arguments']) for e in table['classes'].values())
        for text, classes in said:
            alone = len(said) == 1 and len(classes) == takers
            out.append(f'- {json.dumps([argument, text, *([] if alone else classes)], ensure_ascii=False)}\n')
    takes = {r.split(' ', 1)[0] for e in table['classes'].values() for r in e['arguments'] if r.split(' ')[1].endswith('-')}
    print(f'{name} {version}: {len(by_name)} of {len(takes)} names, {sum(map(len, out))} bytes', file=sys.stderr)
    repo.cat.stdin.close()
    repo.cat.wait()
    return ''.join(out)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--sources', default='build/frameworks', metavar='DIR')
    p.add_argument('--only', action='append', metavar='PACKAGE', choices=list(SCHEMAS.PACKAGES))
    p.add_argument('out', metavar='OUT')
    o = p.parse_args()
    os.makedirs(o.out, exist_ok=True)
    for name in o.only or SCHEMAS.PACKAGES:
        text = text_of_package(name, read_yaml(os.path.join(TOP, 'rules', 'schemas', f'{name}.yaml')), o.sources)
        with open(os.path.join(o.out, f'{name}.yaml'), 'w', encoding='utf-8') as f:
            f.write(text)


if __name__ == '__main__':
    main()
