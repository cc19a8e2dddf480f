#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which names the modules of training libraries have had, and until or since which release.

    tools/package-exports.py [--sources DIR] [--only PACKAGE]... OUT

writes OUT/PACKAGE.yaml (in the repository: rules/exports) from the libraries' own sources. These are read with Python's
ast and never run. DIR holds one git directory per repository, as for tools/argument-schemas.py. Releases are the tags
X.Y.Z. The same commits give the same bytes.

Below a module, with the first and the last release that have it, stand its names with theirs, and where a name is today:

    [transformers.modeling_utils] - -
    apply_chunking_to_forward 4.0.0 4.56.2 transformers.pytorch_utils
    [transformers.deepspeed] 4.0.0 4.56.2

`-`: the oldest release that was read has it, or the newest. Left out is what all releases have, and of names that came
later those of modules that are no package. A module whose names can't be told from its text (`__getattr__`, a star of
another package) has none below it. Private names (`_x`) are rows of transformers alone, from which others import them.
"""
import argparse
import ast
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
# package: (repository, folders that hold it, in the order in which they count)
PACKAGES = {
    'transformers': ('transformers', ['src/transformers', 'transformers']),
    'trl': ('trl', ['trl']),
    'peft': ('peft', ['src/peft']),
    'accelerate': ('accelerate', ['src/accelerate']),
    'datasets': ('datasets', ['src/datasets']),
    'diffusers': ('diffusers', ['src/diffusers']),
    'pytorch_lightning': ('pytorch-lightning', ['src/lightning/pytorch', 'src/pytorch_lightning', 'pytorch_lightning']),
    'timm': ('timm', ['timm']),
    'torchtext': ('torchtext', ['torchtext']),
    'mmcv': ('mmcv', ['mmcv']),
}
LEAST = {'transformers': (3, 0), 'pytorch_lightning': (1, 0), 'mmcv': (1, 0), 'timm': (0, 3), 'torchtext': (0, 4)}
SKIPPED = re.compile(r'(^|/)(tests?|testing|examples|benchmarks?|templates|csrc|legacy_examples|commands)(/|$)|utils/dummy_')
# of the modules of single models only those of which others inherit or import parts
MODELS = re.compile(r'^models/(?!(auto|bart|bert|bloom|clip|gemma|gpt2|gpt_neo|gpt_neox|gptj|llama|llava|mistral|mixtral|opt|phi|phi3|'
                    r'qwen2|qwen2_vl|roberta|t5|vit|whisper)/)[^/]+/')
# names of other frameworks and long lists of checkpoints
# and classes for which transformers 5 gives another one (utils/import_utils.py: _LazyModule.__getattr__)
OTHERS = re.compile('^(TF|Flax|load_tf_|[A-Z0-9_]+$)|OnnxConfig$|PRETRAINED|_MAP$|(Tokenizer|ImageProcessor)(Fast)?$')
# since when `from .models import *` stands in its __init__
STARS = {'transformers': (4, 46)}
WIDE = ('transformers', 'diffusers')  # of these only names of packages and of the modules above are rows


class Text:
    """One file: its names."""

    def __init__(self, source):
        self.defs, self.imports, self.stars, self.open = set(), [], [], False
        self.strings, self.all = set(), None
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError):
            self.open = True
            return
        self.block(tree.body)

    def block(self, body):
        for n in body:
            if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                self.defs.add(n.name)
                self.open |= n.name == '__getattr__'
            elif isinstance(n, (ast.Assign, ast.AnnAssign)):
                for t in n.targets if isinstance(n, ast.Assign) else [n.target]:
                    for x in ast.walk(t):
                        if isinstance(x, ast.Name):
                            self.defs.add(x.id)
                            self.all = self.listed(n.value) if x.id == '__all__' else self.all
                self.texts(n)
            elif isinstance(n, ast.ImportFrom):
                for a in n.names:
                    if a.name == '*':
                        self.stars.append((n.level, n.module or ''))
                    else:
                        self.imports.append((n.level, n.module or '', a.name, a.asname or a.name))
            elif isinstance(n, ast.Import):
                for a in n.names:
                    self.imports.append((0, '', a.name, a.asname or a.name.split('.')[0]))
            elif isinstance(n, ast.Expr):
                self.texts(n)
            for part in ('body', 'orelse', 'finalbody'):
                if not isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                    self.block(getattr(n, part, []) if isinstance(getattr(n, part, []), list) else [])
            for h in getattr(n, 'handlers', []):
                self.block(h.body)

    def listed(self, value):
        """The names of `__all__ = [...]`; None: another form"""
        if isinstance(value, (ast.List, ast.Tuple)) and all(isinstance(x, ast.Constant) for x in value.elts):
            return {x.value for x in value.elts}
        return None

    def texts(self, n):
        for x in ast.walk(n):
            if isinstance(x, ast.Constant) and isinstance(x.value, str) and len(x.value) < 80:
                self.strings.add(x.value)


class Repository:
    def __init__(self, git):
        self.git = ['git', '--git-dir', git]
        self.cat = subprocess.Popen(self.git + ['cat-file', '--batch'], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.known = {}

    def out(self, *args):
        return subprocess.run(self.git + list(args), capture_output=True, text=True, check=True).stdout

    def releases(self, least):
        found = {}
        for tag in self.out('tag').split():
            m = re.fullmatch(r'v?(\d+)\.(\d+)(?:\.(\d+))?', tag)
            if m:
                key = (int(m[1]), int(m[2]), int(m[3] or 0))
                if key >= least:
                    found[key] = tag
        return sorted(found.items())

    def text(self, blob):
        if blob not in self.known:
            self.cat.stdin.write((blob + '\n').encode())
            self.cat.stdin.flush()
            head = self.cat.stdout.readline().split()
            if len(head) < 3 or head[1] == b'missing':
                self.known[blob] = None
            else:
                data = self.cat.stdout.read(int(head[2]))
                self.cat.stdout.read(1)
                self.known[blob] = Text(data.decode('utf-8', 'replace'))
        return self.known[blob]

    def files(self, tag, folder):
        """{path below the folder: blob} of its Python files"""
        found = {}
        for line in self.out('ls-tree', '-r', tag, '--', folder + '/').splitlines():
            meta, path = line.split('\t', 1)
            rel = path[len(folder) + 1:]
            if path.endswith('.py') and not SKIPPED.search(rel):
                found[rel] = meta.split()[2]
        return found


class Version:
    """The modules of one release: {dotted: names}, which of them are packages, and what any of them defines."""

    def __init__(self, package, repo, tag, folders, whole):
        best = max(([repo.files(tag, f) for f in folders]), key=len)
        self.modules, self.packages, self.defs, self.strings = {}, set(), {}, set()
        for rel, blob in best.items():
            if package in WIDE and MODELS.match(rel) and not whole:
                continue  # of newer releases they say what is defined at all
            text = repo.text(blob)
            if text is None:
                continue
            parts = rel[:-3].split('/')
            is_package = parts[-1] == '__init__'
            dotted = '.'.join([package] + (parts[:-1] if is_package else parts))
            self.modules[dotted] = text
            if is_package:
                self.packages.add(dotted)
            for d in text.defs:
                self.defs.setdefault(d, []).append(dotted)
            if rel == '__init__.py':
                self.strings = text.strings
        # their names are found when they are loaded
        self.dynamic = {m for m, t in self.modules.items() if any(x[2] == 'define_import_structure' for x in t.imports)}
        self.package = package
        self.prefixes = (package, 'lightning.pytorch') if package == 'pytorch_lightning' else (package,)
        self.done = {}
        self.own = {}  # by module: names that are the package's own, not those of others that it imports
        self.opened = set()  # modules with a star of modules that weren't read

    def absolute(self, module, level, of):
        if not level:
            return of
        base = module.split('.')
        if module not in self.packages:
            base = base[:-1]
        base = base[:len(base) - level + 1]
        return '.'.join(base + ([of] if of else []))

    def names(self, module, depth=0):
        """None: they can't be told"""
        if module in self.done:
            return self.done[module]
        text = self.modules[module]
        if text.open or depth > 5:
            return None
        all_ = set(text.defs)
        self.done[module] = None
        self.own.setdefault(module, set()).update(text.defs)
        for level, of, name, as_ in text.imports:
            all_.add(as_)
            if level or of.startswith(self.prefixes):
                self.own[module].add(as_)
        for level, of in text.stars:
            target = self.absolute(module, level, of)
            target = self.package + target[len('lightning.pytorch'):] if target.startswith('lightning.pytorch') else target
            inner = self.names(target, depth + 1) if target in self.modules else None
            if inner is None and (level or of.startswith(self.prefixes)):
                self.opened.add(module)
            elif inner is None:
                return None
            else:
                chosen = self.modules[target].all
                all_ |= inner if chosen is None else inner & chosen
                self.own[module] |= self.own.get(target, set()) & (inner if chosen is None else chosen)
                if target in self.opened:
                    self.opened.add(module)
        self.done[module] = all_
        return all_


def rows_of(package, versions):
    """versions: [(text, Version)], oldest first"""
    newest = versions[-1][1]
    seen, modules, unsure, own = {}, {}, set(), {}
    for i, (_, v) in enumerate(versions):
        for m in v.modules:
            modules.setdefault(m, [i, i])[1] = i
            names = v.names(m)
            if names is None:
                unsure.add(m)
                continue
            own.setdefault(m, set()).update(v.own.get(m, ()))
            for n in names:
                if not n.startswith('__' if package == 'transformers' else '_'):
                    seen.setdefault((m, n), [i, i])[1] = i
    for i, (_, v) in enumerate(versions):
        for m, n in seen:
            if m in v.opened and n in v.defs:
                at = seen[m, n]
                at[:] = [min(at[0], i), max(at[1], i)]
    newest.dynamic |= newest.opened
    last = len(versions) - 1
    out = []

    def when(first, until):
        return (versions[first][0] if first else '-', versions[until][0] if until < last else '-')

    for m, (first, until) in modules.items():
        tail = m.split('.')[-1]
        if until < last and any(s == tail or s.endswith('.' + tail) for s in newest.strings):
            continue
        if m != package and (first or until < last) and not hidden(package, m, newest, until == last):
            out.append((m, '*', *when(first, until), '-'))
    for (m, n), (first, until) in seen.items():
        if m in unsure or hidden(package, m, newest, False) or (package == 'transformers' and OTHERS.search(n)):
            continue
        if m == 'transformers.models' or n not in own.get(m, ()):
            continue
        gone = until < modules[m][1] or (until < last and m in newest.modules)
        gone = gone and not (m in newest.dynamic and n in newest.defs)
        # that of a package may have been loaded in a way that isn't seen before
        came = first > modules[m][0] and m in newest.packages and m.count('.') <= 1
        if until < last and not gone:
            came = False
        if not gone and not came:
            continue
        now = [x for x in newest.defs.get(n, []) if x != m and 'models' not in x.split('.')]
        f, u = when(first, until)
        out.append((m, n, f if came or gone else '-', u, now[0] if gone and len(now) == 1 else '-'))
    return sorted(set(out))


def hidden(package, m, newest, is_there):
    rest = m.split('.', 1)[1].replace('.', '/') + '/' if '.' in m else ''
    return package in WIDE and bool(MODELS.match(rest))


def text_of(key):
    return '.'.join(map(str, key))


def write(package, sources, out):
    repo_name, folders = PACKAGES[package]
    repo = Repository(os.path.join(sources, repo_name))
    versions = []
    releases = repo.releases(LEAST.get(package, (0, 0)))
    for key, tag in releases:
        v = Version(package, repo, tag, folders, tag == releases[-1][1] or key >= STARS.get(package, (999,)))
        if v.modules:
            versions.append((text_of(key), v))
    made = repo.out('log', '-1', '--format=%cs', dict(repo.releases((0, 0)))[
        max(k for k, _ in repo.releases((0, 0)))]).strip()
    rows = rows_of(package, versions)
    with open(os.path.join(out, package + '.yaml'), 'w', encoding='utf-8') as f:
        f.write(f'# Names of {package} by release: first, last, where it is now. Made by tools/package-exports.py,\n'
                '# whose --help says how to read a row.\n')
        f.write(f'package: {package}\nmade: {made}\noldest: {versions[0][0]}\nnewest: {versions[-1][0]}\nrows: |\n')
        at = None
        for m, n, *rest in rows:
            if m != at:
                own = next((r[2:4] for r in rows if r[0] == m and r[1] == '*'), ('-', '-'))
                f.write(f'  [{m}] {" ".join(own)}\n')
            at = m
            if n != '*':
                f.write('  ' + ' '.join([n] + [x for x in rest[:2]] + [x for x in rest[2:] if x != '-']) + '\n')
    print(package, len(versions), 'releases,', len(rows), 'rows', file=sys.stderr)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--sources', default=os.path.join(HERE, '..', 'build', 'frameworks'))
    p.add_argument('--only', action='append', choices=sorted(PACKAGES))
    p.add_argument('out')
    args = p.parse_args()
    for package in args.only or sorted(PACKAGES):
        write(package, args.sources, args.out)


if __name__ == '__main__':
    main()
