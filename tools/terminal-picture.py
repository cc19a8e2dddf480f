#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""terminal-picture.py [--check] FOLDER: draws the terminal that README.md shows, as FOLDER/terminal-light.svg and FOLDER/terminal-dark.svg. The commands
run in fixtures/bevseg with $CFGLINT (default: build/cfglint); what the pictures show is what the program printed. With --check nothing is written;
exits 1 when a picture is no longer what the program prints.

Only text, rectangles and circles: no script, no link, no font from elsewhere. Each run of characters has its column and its length, so that it is in
place whatever monospace font there is."""
import os
import re
import subprocess
import sys
from xml.sax.saxutils import escape

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CFGLINT = os.path.abspath(os.environ.get("CFGLINT", TOP + "/build/cfglint"))
COMMANDS = [
    "cfglint configs/experiments/keep_three.py configs/experiments/all_the_workers.py configs/experiments/cosine_by_epoch.py",
]
COLUMNS = 100
CELL, LINE, SIZE, MARGIN, BAR = 8.4, 19, 14, 18, 34  # pixels: a column, a line, the font, around the text, the window's title
THEMES = {
    "light": {"paper": "#ffffff", "edge": "#d0d7de", "bar": "#f6f8fa", "text": "#1f2328", "31": "#cf222e", "32": "#116329", "33": "#8a5a00",
              "34": "#0969da", "35": "#8250df", "36": "#0f6d80", "2": "#656d76", "prompt": "#8250df"},
    "dark": {"paper": "#0d1117", "edge": "#30363d", "bar": "#161b22", "text": "#e6edf3", "31": "#ff7b72", "32": "#3fb950", "33": "#d29922",
             "34": "#58a6ff", "35": "#bc8cff", "36": "#39c5cf", "2": "#8b949e", "prompt": "#bc8cff"},
}


def output(command):
    env = {k: v for k, v in os.environ.items() if not k.startswith("CFGLINT_") and k not in ("NO_COLOR", "LC_ALL")}
    env.update(COLUMNS=str(COLUMNS), LC_ALL="C.UTF-8", XDG_CONFIG_HOME="/nonexistent", TERM="xterm-256color")
    p = subprocess.run([CFGLINT, "--color", "always", *command.split()[1:]], cwd=TOP + "/fixtures/bevseg", env=env, text=True,
                       stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if p.returncode > 1:
        sys.exit(f"{command}: exit status {p.returncode}\n{p.stdout}")
    return p.stdout.rstrip("\n").split("\n")


def wrapped(command):
    """A long command, continued on the next line at a word."""
    lines = [""]
    for word in command.split():
        if len(lines[-1]) + len(word) + 4 > COLUMNS:
            lines.append("   ")
        lines[-1] += (" " if lines[-1].strip() else "") + word
    return [line + (" \\" if i + 1 < len(lines) else "") for i, line in enumerate(lines)]


def runs(line):
    """(text, colour, bold) of each part of a line with its escape sequences read."""
    colour, bold = "text", False
    for part in re.split(r"(\x1b\[[0-9;]*[mK])", line):
        if not part.startswith("\x1b["):
            if part:
                yield part, colour, bold
            continue
        for code in part[2:-1].split(";") if part.endswith("m") else []:
            if code in ("", "0"):
                colour, bold = "text", False
            elif code == "1":
                bold = True
            elif code == "22":
                colour, bold = ("text" if colour == "2" else colour), False
            elif code == "39":
                colour = "text"
            elif code in THEMES["light"]:
                colour = code
            else:
                sys.exit(f"no colour for the code {code}")


def screen():
    lines = []
    for command in COMMANDS:
        first, *rest = wrapped(command)
        lines += [""] if lines else []
        lines += ["\x1b[prompt]" + first, *rest]
        lines += output(command)
    return lines


def row(line, y):
    column, spans = 0, []
    if line.startswith("\x1b[prompt]"):
        line = line[len("\x1b[prompt]"):]
        spans.append(("$ ", "prompt", True))
    spans += list(runs(line))
    made = []
    for text, colour, bold in spans:
        bare = text.strip(" ")
        if bare:
            x = MARGIN + (column + len(text) - len(text.lstrip(" "))) * CELL
            weight = ' font-weight="600"' if bold else ""
            made.append(f'<tspan x="{x:.1f}" textLength="{len(bare) * CELL:.1f}" class="c{colour}"{weight}>{escape(bare)}</tspan>')
        column += len(text)
    return f'<text y="{y}">{"".join(made)}</text>' if made else ""


def picture(lines, theme):
    longest = max(len(re.sub(r"\x1b\[(?:[0-9;]*[mK]|prompt\])", "", line)) for line in lines) + 2
    width, height = round(2 * MARGIN + longest * CELL), BAR + 2 * MARGIN + len(lines) * LINE
    colours = THEMES[theme]
    style = "".join(f".c{name}{{fill:{value}}}" for name, value in colours.items() if name not in ("paper", "edge", "bar"))
    rows = [row(line, BAR + MARGIN + i * LINE + SIZE) for i, line in enumerate(lines)]
    dots = "".join(f'<circle cx="{MARGIN + 4 + 20 * i}" cy="{BAR // 2}" r="6" fill="{fill}"/>' for i, fill in enumerate(("#ff5f57", "#febc2e", "#28c840")))
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-label="cfglint in a terminal">',
        f"<style>text{{font:{SIZE}px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace;white-space:pre}}{style}</style>",
        f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="9" fill="{colours["paper"]}" stroke="{colours["edge"]}"/>',
        f'<path d="M.5 {BAR}V9.5a9 9 0 0 1 9-9H{width - 9.5}a9 9 0 0 1 9 9V{BAR}z" fill="{colours["bar"]}" stroke="{colours["edge"]}"/>',
        dots, *filter(None, rows), "</svg>", ""])


def main():
    check = sys.argv[1:2] == ["--check"]
    folder = sys.argv[2 if check else 1]
    lines, stale = screen(), []
    for theme in THEMES:
        path, new = f"{folder}/terminal-{theme}.svg", picture(lines, theme)
        if check:
            with open(path, encoding="utf-8") as f:
                stale += [] if f.read() == new else [path]
        else:
            os.makedirs(folder, exist_ok=True)
            with open(path, "w", encoding="utf-8") as f:
                f.write(new)
    if stale:
        sys.exit(f"{', '.join(stale)}: not what the program prints now; `make pictures` draws it")


main()
