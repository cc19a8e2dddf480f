#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes docs/source-map.md and docs/images/rooms.svg from the table of rooms in docs/architecture.md and from what each file of src/
says of itself first, and docs/images/ways.svg from the steps of its chapters "The way of one config" and "The way of one edit".
source-map.py [--check]: with --check nothing is written; exits 1 when one of them is not what it would write.

A file's line is the first sentence of the opening comment of its header, or of its .c file where it has no header."""
import html
import os
import re
import sys

ARCHITECTURE, MAP, PICTURE, WAYS = 'docs/architecture.md', 'docs/source-map.md', 'docs/images/rooms.svg', 'docs/images/ways.svg'
WIDTH, ROW, GAP = 940, 44, 8  # of the picture, in pixels
LONG = 150  # characters of a file's line


def room_table():
    """[(group, room, purpose)], lowest first, as the table `| group | room | purpose |` has them."""
    rows, group = [], ''
    for line in open(ARCHITECTURE):
        m = re.match(r'\| ([\w ]*) \| `src/([\w/]*)` \| (.*) \|$', line)
        if m:
            group = m.group(1).strip() or group
            rows.append((group, m.group(2) or '.', m.group(3)))
    return rows


def first_sentence(path):
    m = re.match(r'// SPDX[^\n]*\n/\*(.*?)\*/', open(path).read(), re.S)
    if not m:
        return ''
    lines = [re.sub(r'^ \*', '', line) for line in m.group(1).split('\n')]
    end = next((i for i, line in enumerate(lines) if i and (not line.strip() or line.startswith('\t'))), len(lines))
    text = ' '.join(' '.join(lines[:end]).split())
    text = re.split(r'(?<=[a-z0-9)`\'"])\. (?=[A-Z`])', text)[0]
    for mark in (': ', '; ', ', '):
        if len(text) > LONG and mark in text[:LONG]:
            text = text[:text.rindex(mark, 0, LONG)]
    return text.strip().rstrip('.:').replace('|', '\\|')


def files_of(room):
    """Names without their endings; a header stands for its .c file."""
    folder = os.path.join('src', room)
    return sorted({os.path.splitext(f)[0] for f in os.listdir(folder) if f.endswith(('.c', '.h'))})


def line_of(room, name):
    base = os.path.join('src', room, name)
    ends = [e for e in ('.h', '.c') if os.path.exists(base + e)]
    text = next((t for t in (first_sentence(base + e) for e in ends) if t), '')
    return f'| [`{name}`](../{os.path.normpath(base)}{ends[0]}) | {text} |'


def write_map(rows):
    out = ['# Source map', '',
           'Every file of `src/`, room by room, lowest first, with the first sentence of its own comment. '
           '[architecture.md](architecture.md) says how the rooms work together.', '',
           '<!-- Written by tools/source-map.py: `make source-map`. -->', '']
    for _, room, purpose in rows:
        out += [f'## src/{room}' if room != '.' else '## src', '', purpose[0].upper() + purpose[1:] + '.', '', '| file | |', '|---|---|',
                *(line_of(room, name) for name in files_of(room)), '']
    return '\n'.join(out)


def svg_head(height):
    return [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="13">',
            '<style>rect{fill:#eef3fa;stroke:#7a8ea8}text{fill:#1c2733}.band{fill:none;stroke:none}.name{font-weight:bold}path{stroke:#7a8ea8;fill:none}'
            '@media(prefers-color-scheme:dark){rect{fill:#22303f;stroke:#7a8ea8}text{fill:#e6edf5}}</style>']


def steps_of(chapter):
    """[(title, functions)] of the steps `N. **Title.** ... `name` ...`; a function is named once, by the first step that has it."""
    text = open(ARCHITECTURE).read().partition(f'\n## {chapter}\n')[2].partition('\n## ')[0]
    seen, steps = set(), []
    for step in re.findall(r'^\d+\. .*?(?=^\d+\. |\Z)', text, re.M | re.S):
        names = [n for n in re.findall(r'`([a-z]+(?:_[a-z]+)+)`', step) if n not in seen and not seen.add(n)]
        steps.append((re.match(r'(\d+\. )\*\*(.*?)\.\*\*', step).expand(r'\1\2'), names))
    return steps


def write_ways():
    """A box a step, from the top to the bottom, and beside it the functions in the order of the text."""
    chapters = [(name, steps_of(f'The way of {name}')) for name in ('one config', 'one edit')]
    out = svg_head(sum(ROW + GAP for _, steps in chapters for _ in steps) + GAP)
    y = GAP
    for name, steps in chapters:
        for i, (title, functions) in enumerate(steps):
            if i == 0:
                out.append(f'<text class="name" x="8" y="{y + 27}">{html.escape(name)}</text>')
            if y > GAP:
                out.append(f'<path d="M195 {y - GAP}v{GAP}"/>')
            out.append(f'<rect x="100" y="{y}" width="190" height="{ROW}" rx="4"/>')
            out.append(f'<text x="195" y="{y + 27}" text-anchor="middle">{html.escape(title)}</text>')
            half = (len(functions) + 1) // 2 if len(', '.join(functions)) > 80 else len(functions)
            for line, part in enumerate(p for p in (functions[:half], functions[half:]) if p):
                out.append(f'<text x="304" y="{y + (18 if half < len(functions) else 27) + 18 * line}">{html.escape(", ".join(part))}</text>')
            y += ROW + GAP
    return '\n'.join([*out, '</svg>', ''])


def write_picture(rows):
    """A box a room, in bands of a group each, the lowest at the bottom."""
    bands = []
    for group, room, _ in rows:
        if not bands or bands[-1][0] != group:
            bands.append((group, []))
        bands[-1][1].append(room)
    height = len(bands) * (ROW + GAP) + GAP
    out = svg_head(height)
    for i, (group, rooms) in enumerate(reversed(bands)):
        y = GAP + i * (ROW + GAP)
        out.append(f'<text class="name" x="8" y="{y + 27}">{html.escape(group)}</text>')
        left, each = 130, (WIDTH - 130 - GAP) / len(rooms)
        for k, room in enumerate(rooms):
            x = left + k * each
            name = html.escape(room if room != '.' else 'main')
            out.append(f'<rect x="{x:.0f}" y="{y}" width="{each - GAP:.0f}" height="{ROW}" rx="4"/>')
            out.append(f'<text x="{x + (each - GAP) / 2:.0f}" y="{y + 27}" text-anchor="middle">{name}</text>')
    return '\n'.join([*out, '</svg>', ''])


def main():
    rows = room_table()
    stale = False
    for path, text in ((MAP, write_map(rows)), (PICTURE, write_picture(rows)), (WAYS, write_ways())):
        same = os.path.exists(path) and open(path).read() == text
        if not same and '--check' in sys.argv:
            print(f'{path} is not what tools/source-map.py writes: make source-map')
            stale = True
        elif not same:
            open(path, 'w').write(text)
    return int(stale)


if __name__ == '__main__':
    sys.exit(main())
