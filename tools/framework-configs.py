#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which configs are a framework's own: every text that a .py file in a folder that may hold configs has had in its repository.

    tools/framework-configs.py [--sources DIR] [--untagged REPOSITORY=PACKAGE]... OUT

writes OUT/REPOSITORY.yaml (in cfglint's repository: rules/shipped): the first ten digits of each text's SHA-1, sorted, one a line.
Forks are often reformatted, so layout doesn't count (src/project/shipped.c does the same): comments, blanks, line ends and
backslashes outside of strings go, a comma before a closing bracket goes, and all quotes are '. DIR is as for
tools/framework-signatures.py. Of a copy without tags (a fork) only what leads to the last commit that wrote a version into the
package counts, so that its owner's configs don't. The same commits give the same bytes.
"""
import argparse
import hashlib
import os
import re

from frameworks import open_repository, release

REPOSITORIES = ('mmaction2', 'mmagic', 'mmdetection', 'mmdetection3d', 'mmfewshot', 'mmflow', 'mmgeneration', 'mmocr', 'mmpose',
                'mmpretrain', 'mmrazor', 'mmrotate', 'mmsegmentation', 'mmselfsup', 'mmtracking', 'mmyolo')
CONFIG = re.compile(r'(^|/)([\w.-]*configs?[\w-]*|projects|demo|tests/data)/.*\.py$')
DIGITS = 10
HEAD = '''\
# The configs of {name}, as its repository has had them: made by tools/framework-configs.py, read line by line.
blobs:
'''


def last_release(repo, package):
    for commit in repo.run('log', '--all', '--date-order', '--format=%H', '--', f'{package}/version.py').split():
        if release(repo.version(commit, package)):
            return commit
    raise SystemExit(f'{repo.dir}: no commit writes a version into {package}/version.py')


def blobs(repo, heads):
    found = set()
    for line in repo.run('log', heads, '-m', '--raw', '--no-abbrev', '--no-renames', '--diff-filter=AM', '--pretty=format:',
                         '--', '*.py').splitlines():
        if line:
            head, path = line.split('\t', 1)
            if CONFIG.search(path):
                found.add(head.split()[3])
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


def names(repo, blobs):
    found = set()
    for blob in blobs:
        text = normal(repo.read_bytes(blob))
        if text:
            found.add(hashlib.sha1(text).hexdigest()[:DIGITS])
    return found


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
        found = blobs(repo, last_release(repo, untagged[name]) if name in untagged else '--all')
        with open(f'{o.out}/{name}.yaml', 'w', encoding='utf-8') as f:
            f.write(HEAD.format(name=name) + ''.join(f'- {x}\n' for x in sorted(names(repo, found))))


if __name__ == '__main__':
    main()
