#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which configs are a framework's own, and which lines of them: from every text that a .py file in a folder that may hold
configs has had in its repository.

    tools/framework-configs.py [--sources DIR] [--untagged REPOSITORY=PACKAGE]... OUT

writes OUT/REPOSITORY.yaml (in cfglint's repository: rules/shipped). `blobs` are whole texts: the first ten digits of each one's
SHA-1, sorted, one a line. Forks are often reformatted, so layout doesn't count (src/project/shipped.c does the same): comments,
blanks, line ends and backslashes outside of strings go, a comma before a closing bracket goes, and all quotes are '.

`entries` are what files are made of, each once, ten digits each: 12 bits of the key's SHA-1 and 48 of the value's. An entry is
`lr=0.02` and where it stands: the brackets around it, each with what comes before it and with its first entry where that is a type.
Brackets without keys inside (`(1333, 800)`) are text. src/project/entries.c splits texts as Entries does.

`files` is a row a file: digits of its name with its folder (`_base_/default_runtime.py`), then three digits for each entry that any
version of it has had: the entry's place in `entries`, and in the last bit whether every version has had the key. Digits are of base64.

DIR is as for tools/framework-signatures.py. Of a copy without tags (a fork) only what leads to the last commit that wrote a version
into the package counts, so that its owner's configs don't. The same commits give the same bytes.
"""
import argparse
import collections
import hashlib
import os
import re

from frameworks import open_repository, release

REPOSITORIES = ('mmaction2', 'mmagic', 'mmdetection', 'mmdetection3d', 'mmfewshot', 'mmflow', 'mmgeneration', 'mmocr', 'mmpose',
                'mmpretrain', 'mmrazor', 'mmrotate', 'mmsegmentation', 'mmselfsup', 'mmtracking', 'mmyolo')
CONFIG = re.compile(r'(^|/)([\w.-]*configs?[\w-]*|projects|demo|tests/data)/.*\.py$')
DIGITS = 10
ENTRIES = 1 << 17
BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
HEAD = '''\
# The configs of {name}, as its repository has had them until {date} ({commit}): made by tools/framework-configs.py, read line by line.
'''


def last_release(repo, package):
    for commit in repo.run('log', '--all', '--date-order', '--format=%H', '--', f'{package}/version.py').split():
        if release(repo.version(commit, package)):
            return commit
    raise SystemExit(f'{repo.dir}: no commit writes a version into {package}/version.py')


def blobs(repo, heads):
    """The texts of each file: {folder/name: {blob}}."""
    found = collections.defaultdict(set)
    for line in repo.run('log', heads, '-m', '--raw', '--no-abbrev', '--no-renames', '--diff-filter=AM', '--pretty=format:',
                         '--', '*.py').splitlines():
        if line:
            head, path = line.split('\t', 1)
            if CONFIG.search(path):
                found['/'.join(path.split('/')[-2:])].add(head.split()[3])
    return found


TOKEN = re.compile(rb"""\'\'\'|\"\"\"|['"]|\#[^\n]*|[\s\\]+|,|[^'"\#\s\\,]+""")
STRING = {q: re.compile(rb'(?:\\.|(?!%b)[^\\])*%b' % (q, q), re.S) for q in (b"'", b'"', b"'''", b'"""')}


def normal(text):
    """Without layout; None: a string doesn't end."""
    out, at, comma = [], 0, False
    while at < len(text):
        word = TOKEN.match(text, at)[0]
        at += len(word)
        if word[:1] == b'#' or word[:1].isspace() or word[:1] == b'\\':
            continue
        if comma and word[:1] not in b')]}':
            out.append(b',')
        comma = word == b','
        if word in STRING:
            end = STRING[word].match(text, at)
            if not end:
                return None
            out.append(b"'" + end[0][:-len(word)] + b"'")
            at = end.end()
        elif not comma:
            out.append(word)
    return b''.join(out) + (b',' if comma else b'')


# ---- entries ----

WORD = re.compile(rb"""\'\'\'|\"\"\"|['"]|\#[^\n]*|\\\r?\n|\n|[ \t\r\f\v\\]+|[,;()\[\]{}=:]|[^'"\#\s\\,;()\[\]{}=:]+""")


def words(text):
    """Without layout, and the places of those brackets that have a key inside; None: brackets or strings don't end."""
    out, opened, keyed, at = [], [], set(), 0
    while at < len(text):
        word = WORD.match(text, at)[0]
        at += len(word)
        if word[:1] in b'# \t\r\f\v\\' or (word == b'\n' and opened):
            continue
        if word in STRING:
            end = STRING[word].match(text, at)
            if not end:
                return None
            at = end.end()
            word = b"'" + end[0][:-len(word)] + b"'"
        elif word in (b'(', b'[', b'{'):
            opened.append(len(out))
        elif word in (b')', b']', b'}'):
            if not opened:
                return None
            opened.pop()
        elif word in (b'=', b':'):
            keyed.update(opened)
        out.append(word)
    return None if opened else (out, keyed)


def digest(context, text):
    return hashlib.sha1(context + text).digest()[:8]


KEY = re.compile(rb"[^=:]*")


class Entries:
    def __init__(self, text):
        self.found = []                # (bits of the key, bits of the value), as they come
        self.context, self.first = bytes(8), True
        self.text = b''
        split = words(text)
        if split:
            self.split(*split)

    def end(self, inside):
        if self.text.endswith(b','):
            self.text = self.text[:-1]
        if self.text:
            key = KEY.match(self.text)[0]
            k = digest(self.context, key)
            v = digest(k, self.text[len(key):])
            self.found.append((int.from_bytes(k[:2], 'big') >> 4, int.from_bytes(v[:6], 'big')))
            if self.first and inside and key in (b'type', b"'type'"):
                self.context = digest(self.context, self.text)
        self.text, self.first = b'', False

    def split(self, out, keyed):
        stack = []                     # of open brackets: None for one that is text
        for i, word in enumerate(out):
            if word in (b'(', b'[', b'{'):
                self.text += word
                if i not in keyed:
                    stack.append(None)
                    continue
                stack.append((self.context, self.first))
                self.context, self.first, self.text = digest(self.context, self.text), True, b''
            elif word in (b')', b']', b'}'):
                around = stack.pop()
                if around:
                    self.end(True)
                    self.context, self.first = around
                else:
                    self.text = self.text.removesuffix(b',') + word
            elif word in (b',', b'\n', b';') and not (stack and stack[-1] is None):
                self.end(bool(stack))
            else:
                self.text += word
        self.end(False)


def base64(bits, digits):
    return ''.join(BASE64[bits >> 6 * i & 63] for i in reversed(range(digits)))


def row(name, texts, entries):
    """texts: of all its versions; entries: {entry: its place}, gets those that are new. None: nothing is known of them."""
    versions = [v for v in (Entries(t).found for t in texts) if v]
    if not versions:
        return None
    always = set.intersection(*({k for k, _ in v} for v in versions))
    found = dict.fromkeys(entry for v in versions for entry in v)
    places = [entries.setdefault(x, len(entries)) << 1 | (x[0] in always) for x in found]
    return base64(int.from_bytes(digest(b'', name.encode())[:6], 'big') >> 6, 7) + ' ' + ''.join(base64(p, 3) for p in places)


def table(blobs, entries, files):
    """Its text, but for the first line."""
    if len(entries) > ENTRIES:
        raise SystemExit(f'{len(entries)} entries have no place in three digits')
    return 'blobs:\n' + ''.join(f'- {x}\n' for x in sorted(blobs)) + 'entries: ' + ''.join(
        base64(k << 48 | v, 10) for k, v in entries) + '\nfiles:\n' + ''.join(f'- {x}\n' for x in sorted(files))


def tables(repo, found):
    """The rows of blobs, the entries and the rows of files."""
    blob_rows, entries, file_rows = set(), {}, set()
    for name in sorted(found):
        texts = {normal(t): t for t in sorted(filter(None, map(repo.read_bytes, found[name])))}
        blob_rows.update(hashlib.sha1(t).hexdigest()[:DIGITS] for t in texts if t)
        line = row(name, [texts[t] for t in sorted(filter(None, texts))], entries)
        if line:
            file_rows.add(line)
    return blob_rows, entries, file_rows


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--sources', default='build/frameworks', metavar='DIR')
    p.add_argument('--untagged', action='append', default=[], metavar='REPOSITORY=PACKAGE')
    p.add_argument('out', metavar='OUT')
    o = p.parse_args()
    untagged = dict(x.split('=', 1) for x in o.untagged)
    os.makedirs(o.out, exist_ok=True)
    for name in REPOSITORIES:
        repo = open_repository(o.sources, name)
        head = last_release(repo, untagged[name]) if name in untagged else '--all'
        commit, date = repo.run('log', '-1', '--date-order', '--format=%h %cs', '--abbrev=12', head).split()
        with open(f'{o.out}/{name}.yaml', 'w', encoding='utf-8') as f:
            f.write(HEAD.format(name=name, commit=commit, date=date) + table(*tables(repo, blobs(repo, head))))


if __name__ == '__main__':
    main()
