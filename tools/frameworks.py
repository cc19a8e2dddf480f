# SPDX-License-Identifier: MIT
"""The git directories of frameworks, for the tools that make tables from them."""
import os
import re
import subprocess

GITHUB = 'https://github.com/'
RELEASE = re.compile(r'v?(\d+)\.(\d+)\.(\d+)(?:(a|b|rc)(\d+))?$')


def release(text):
    """Sorts 1.0.0rc1 before 1.0.0; None: no release."""
    m = RELEASE.match(text or '')
    return m and (int(m[1]), int(m[2]), int(m[3]), m[4] or 'z', int(m[5] or 0))


class Repository:
    def __init__(self, folder):
        self.dir = folder
        self.cat = subprocess.Popen(self.git('cat-file', '--batch'), stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def git(self, *words):
        return ['git', '-C', self.dir, *words]

    def run(self, *words):
        return subprocess.run(self.git(*words), check=True, capture_output=True, text=True).stdout

    def read_bytes(self, name):
        """None: no such file."""
        self.cat.stdin.write(name.encode() + b'\n')
        self.cat.stdin.flush()
        head = self.cat.stdout.readline().split()
        if len(head) != 3:
            return None
        data = self.cat.stdout.read(int(head[2]) + 1)[:-1]
        return data if head[1] == b'blob' else None

    def read(self, name):
        data = self.read_bytes(name)
        return data if data is None else data.decode('utf-8', 'replace')

    def version(self, commit, package):
        text = self.read(f'{commit}:{package}/version.py') or self.read(f'{commit}:{package}/__init__.py') or ''
        m = re.search(r'''__version__\s*=\s*['"]([^'"]+)''', text)
        return m and m[1]

    def releases(self, package, oldest, untagged):
        """version: commit, of those that the package says itself."""
        found = {}
        for line in self.run('for-each-ref', '--format=%(refname:short) %(*objectname) %(objectname)',
                             'refs/tags').splitlines():
            tag, commit = line.split()[0], line.split()[1]
            if release(tag) and self.files(commit, package):
                version = self.version(commit, package) or tag.lstrip('v')
                if release(version) == release(tag):
                    found[version] = commit
        for commit in [] if not untagged else self.run('log', '--all', '--reverse', '--date-order', '--format=%H', '--',
                                                                f'{package}/version.py').split():
            version = self.version(commit, package)
            if release(version):
                found.setdefault(version, commit)
        return {v: found[v] for v in sorted(found, key=release) if release(v) >= release(oldest)}

    def files(self, commit, package):
        """module's file, relative to the package: blob"""
        out = {}
        for line in self.run('ls-tree', '-r', commit, f'{package}/').splitlines():
            head, path = line.split('\t', 1)
            if path.endswith('.py') and '/.mim/' not in path:
                out[path[len(package) + 1:]] = head.split()[2]
        return out


def linearized(key, above):
    """The order in which Python searches key's bases (C3), above: the same of each base, and the bases; None: there is none."""
    out, lists = [key], above
    while any(lists):
        head = next((l[0] for l in lists if l and not any(l[0] in m[1:] for m in lists)), None)
        if head is None:
            return None
        out.append(head)
        lists = [[x for x in l if x != head] for l in lists]
    return out


def open_repository(sources, where, kind=None):
    """The clone of a repository (owner/name; open-mmlab is the owner of a bare name) below sources, made where there is none. kind: a subclass
    of Repository."""
    owner, _, name = where.rpartition('/')
    kind = kind or Repository
    for folder in (f'{sources}/{name}', f'{sources}/{name}.git'):
        if os.path.isdir(folder):
            return kind(folder)
    os.makedirs(sources, exist_ok=True)
    subprocess.run(['git', 'clone', '--quiet', '--bare', f'{GITHUB}{owner or "open-mmlab"}/{name}.git', f'{sources}/{name}.git'], check=True)
    return kind(f'{sources}/{name}.git')
