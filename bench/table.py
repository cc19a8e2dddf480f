#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""All figures about speed side by side: one table for each repository, and how cost grows with the number of configs.

    table.py [--cfglint PATH] [--rounds 5] [--ast-grep PATH] [--growth growth.svg] REPOSITORY...

A repository is copied, so that files can be changed; each run has a cache folder of the copy's own. Medians of CPU time (user + system), and the
largest resident memory; `x parse` is the ratio to tree-sitter alone over the repository's Python files in the same round. What isn't there
(ast-grep, the loaders) is left out.
"""
import argparse
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(HERE)
YOUNG = 2.5  # seconds in which a change keeps a run from being kept
LOADER = {"mmcv": "from mmcv import Config", "mmengine": "from mmengine.config import Config"}


def once(argv, cwd, stdin=None, **env):
    """(CPU seconds, MB) of one process"""
    with tempfile.TemporaryFile() as given:
        given.write(stdin or b"")
        given.seek(0)
        p = subprocess.Popen(argv, cwd=cwd, stdin=given, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **env})
        _, _, use = os.wait4(p.pid, 0)
        p.returncode = 0
    return use.ru_utime + use.ru_stime, use.ru_maxrss / 1024


def floor_program(folder):
    """tree-sitter alone, of the sources that cfglint is built from."""
    lib, grammar = (os.path.join(TOP, "node_modules", x) for x in ("tree-sitter/vendor/tree-sitter/lib", "tree-sitter-python/src"))
    out = os.path.join(folder, "floor")
    sources = [os.path.join(HERE, "treesitter.c"), f"{lib}/src/lib.c", f"{grammar}/parser.c", f"{grammar}/scanner.c"]
    subprocess.run(["gcc", "-O2", "-w", "-D_DEFAULT_SOURCE", f"-I{lib}/include", f"-I{lib}/src", f"-I{grammar}", "-o", out, *sources], check=True)
    return out


class Repository:
    def __init__(self, path, work):
        self.top = os.path.join(work, os.path.basename(path.rstrip("/")))
        self.cache = self.top + ".cache"
        shutil.copytree(path, self.top, symlinks=True, ignore_dangling_symlinks=True)
        os.makedirs(os.path.join(self.top, ".git"), exist_ok=True)
        self.python = [os.path.join(d, f) for d, _, fs in os.walk(self.top) for f in fs if f.endswith(".py")]
        self.names = "".join(x + "\n" for x in self.python).encode()
        self.base, self.child = self.most_inherited()
        time.sleep(YOUNG)

    def most_inherited(self):
        """The base that most configs name, and one of them."""
        named = {}
        for path in self.python:
            with open(path, encoding="utf-8", errors="replace") as f:
                head = f.read(4000)
            for name in re.findall(r"['\"]([^'\"]*\.py)['\"]", head[:1500] if "_base_" in head else ""):
                base = os.path.normpath(os.path.join(os.path.dirname(path), name))
                if os.path.isfile(base):
                    named.setdefault(base, []).append(path)
        base = max(named, key=lambda b: len(named[b]), default=self.python[0])
        return base, named.get(base, [base])[0]

    def run(self, a, *args):
        return once([a.cfglint, "-q", *args], self.top, CFGLINT_CACHE_DIR=self.cache)

    def forget(self):
        shutil.rmtree(self.cache, ignore_errors=True)

    def settle(self, a, *args):
        """A run that is kept."""
        time.sleep(YOUNG)
        self.run(a, *args)

    def edited(self, a):
        self.settle(a, ".")
        with open(self.base, "a", encoding="utf-8") as f:
            f.write("# one line more\n")
        return self.run(a, ".")

    def first(self, a, *args):
        self.forget()
        return self.run(a, *args)

    def rows(self, a, floor):
        yield "tree-sitter alone", lambda: once([floor], self.top, self.names)
        if a.ast_grep:
            yield "ast-grep, ten patterns", lambda: once([a.ast_grep, "scan", "-c", os.path.join(HERE, "ast-grep", "sgconfig.yml"), "."], self.top)
        yield "parse only", lambda: self.run(a, "--parse-only", ".")
        yield "lint, nothing kept", lambda: self.run(a, "--no-cache", ".")
        yield "lint, first run", lambda: self.first(a, ".")
        yield "lint, a base edited", lambda: self.edited(a)
        yield "lint, nothing changed", lambda: (self.settle(a, "."), self.run(a, "."))[1]
        yield "one config, first run", lambda: self.first(a, self.child)
        yield "one config, nothing changed", lambda: (self.settle(a, self.child), self.run(a, self.child))[1]


def loading(repo):
    """What the loaders take for the configs, where they are installed."""
    for package, line in LOADER.items():
        script = f"{line}\nimport sys\nfor p in sys.stdin.read().split('\\n'):\n  try: Config.fromfile(p)\n  except Exception: pass\n"
        configs = "\n".join(p for p in repo.python if "/configs/" in p).encode()
        if subprocess.run([sys.executable, "-c", line], capture_output=True, check=False).returncode == 0:
            yield f"{package}'s Config.fromfile", lambda s=script, c=configs: once([sys.executable, "-c", s], repo.top, c)


def table(a, repo, floor):
    rows, runs = [*repo.rows(a, floor), *loading(repo)], {}
    for _ in range(a.rounds):
        for name, run in rows:
            runs.setdefault(name, []).append(run())
    print(f"\n{os.path.basename(repo.top)}: {len(repo.python)} Python files; the base is {os.path.relpath(repo.base, repo.top)}\n")
    print("| | CPU s | x parse | MB |\n|---|---|---|---|")
    for name, got in runs.items():
        cpu, memory = (statistics.median(r[i] for r in got) for i in (0, 1))
        ratio = statistics.median(r[0] / f[0] for r, f in zip(got, runs["tree-sitter alone"]))
        print(f"| {name} | {cpu:.3f} | {ratio:.2f} | {memory:.0f} |", flush=True)


# --- growth

def children(top, n):
    """n configs that inherit from one base of 2,000 keys."""
    os.makedirs(top)
    with open(f"{top}/base.py", "w", encoding="utf-8") as f:
        f.writelines(f"k{i} = dict(a={i}, b=[1, 2, 3])\n" for i in range(2000))
    for i in range(n):
        with open(f"{top}/c{i}.py", "w", encoding="utf-8") as f:
            f.write(f"_base_ = './base.py'\nk{i % 2000} = dict(a=-1)\n")


def files(top, n):
    """n small configs that inherit from nothing, 1,000 a folder."""
    for i in range(n):
        if i % 1000 == 0:
            os.makedirs(f"{top}/d{i // 1000}")
        with open(f"{top}/d{i // 1000}/c{i}.py", "w", encoding="utf-8") as f:
            f.write(f'_base_ = []\nmodel = dict(type="M{i}", depth={i % 100}, stages=[1, 2, 3])\n')


CURVES = (("children of a base with 2,000 keys", children, (1250, 2500, 5000, 10000)),
          ("small files", files, (1000, 10000, 30000, 100000)))


def polyline(points, box, color):
    left, width, height = box
    most = [max(p[i] for p in points) or 1 for i in (0, 1)]
    at = " ".join(f"{left + 60 + (width - 80) * x / most[0]:.0f},{height - 40 - (height - 70) * y / most[1]:.0f}" for x, y in points)
    return f'<polyline points="{at}" fill="none" stroke="{color}" stroke-width="2"/>'


def panel(name, points, box):
    """Straight lines are linear growth: CPU time (blue) and memory (orange), each up to its own largest."""
    left, width, height = box
    last = points[-1]
    return (f'<path d="M{left + 60} 20V{height - 40}H{left + width - 20}" fill="none" stroke="#888"/>'
            + polyline([(n, cpu) for n, cpu, _ in points], box, "#1f77b4") + polyline([(n, mb) for n, _, mb in points], box, "#ff7f0e")
            + f'<text x="{left + 70}" y="34" fill="#1f77b4">CPU: {last[1]:.2f} s</text>'
            f'<text x="{left + 70}" y="52" fill="#ff7f0e">memory: {last[2]:.0f} MB</text>'
            f'<text x="{left + width - 20}" y="{height - 16}" text-anchor="end">{last[0]:,} {name}</text>')


def picture(path, curves):
    width, height = 480, 320
    with open(path, "w", encoding="utf-8") as f:
        f.write(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width * len(curves)} {height}" font-family="sans-serif" font-size="13">'
                f'<rect width="{width * len(curves)}" height="{height}" fill="#fff"/>'
                + "".join(panel(name, points, (i * width, width, height)) for i, (name, points) in enumerate(curves)) + "</svg>\n")


def curve(a, work, name, make, counts):
    points = []
    print(f"\n{name}, nothing kept\n\n| configs | CPU s | us each | MB |\n|---|---|---|---|")
    for n in counts:
        top = os.path.join(work, f"growth{n}")
        os.makedirs(os.path.join(top, ".git"))
        make(os.path.join(top, "configs"), n)
        got = [once([a.cfglint, "-q", "--no-cache", top], work) for _ in range(a.rounds)]
        shutil.rmtree(top)
        cpu, memory = (statistics.median(r[i] for r in got) for i in (0, 1))
        points.append((n, cpu, memory))
        print(f"| {n:,} | {cpu:.2f} | {cpu / n * 1e6:.0f} | {memory:.0f} |", flush=True)
    return points


def growth(a, work):
    picture(a.growth, [(name, curve(a, work, name, make, counts)) for name, make, counts in CURVES])


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--cfglint", default=os.path.join(TOP, "build", "cfglint"))
    ap.add_argument("--rounds", type=int, default=5)
    ap.add_argument("--ast-grep")
    ap.add_argument("--growth", metavar="SVG")
    ap.add_argument("repository", nargs="*")
    a = ap.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    a.cfglint = os.path.abspath(a.cfglint)
    work = os.path.realpath(tempfile.mkdtemp())
    try:
        floor = floor_program(work)
        for path in a.repository:
            table(a, Repository(os.path.abspath(path), work), floor)
        if a.growth:
            growth(a, work)
    finally:
        shutil.rmtree(work)


if __name__ == "__main__":
    main()
