# SPDX-License-Identifier: MIT
"""The program under test: what it finds in each of many cases, in one run."""
import collections
import json
import os
import shutil
import subprocess
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ENV = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "CFGLINT_RULES")}
OPTIONS = "--cfg-options"  # the name of the file that overrides stand in


def fast():
    """The environment's CFGLINT; where that is built with sanitizers, the usual build, if it isn't older than the sources."""
    named, usual = os.environ.get("CFGLINT", f"{TOP}/build/cfglint"), f"{TOP}/build/cfglint"
    with open(named, "rb") as f:
        if b"__asan_init" not in f.read() or not os.path.exists(usual):
            return named
    newest = max(os.path.getmtime(os.path.join(d, f)) for top in ("src", "rules") for d, _, files in os.walk(f"{TOP}/{top}") for f in files)
    return usual if os.path.getmtime(usual) >= newest else named


CFGLINT = fast()


class Finding:
    def __init__(self, path, j):
        self.path, self.rule, self.message, self.severity = path, j["code"], j["message"], j["severity"]
        self.row, self.at = j["location"]["row"], j["byte_range"]["start"]


def output(*args, cwd=None):
    run = subprocess.run([CFGLINT, *args], cwd=cwd, env=ENV, capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1, 2):
        raise SystemExit(f"not ok mutants {CFGLINT} ends with {run.returncode}: {run.stderr[-2000:]}")
    return run.stdout


def findings(*args, cwd):
    """Those of a run as JSON, without what it says of checks that were not made."""
    return json.loads(output("--output-format", "json", *args, cwd=cwd))


def rules():
    """Those about configs: what is wrong in a run's log is no mistake that can be made in a tree."""
    return [r for r in json.loads(output("rules", "--output-format", "json")) if r["on"] == "config"]


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as f:
        f.write(data)


def lint(cases, keep=None):
    """Each case is a project in a folder of its own. Returns a list of findings for each."""
    found, groups = [[] for _ in cases], collections.defaultdict(list)
    if keep:
        shutil.rmtree(keep, ignore_errors=True)
    top = keep or tempfile.mkdtemp(prefix="cfglint-mutants.")
    try:
        for i, case in enumerate(cases):
            for path, text in case.files.items():
                write(f"{top}/{i}/{path}", text.bytes())
            os.makedirs(f"{top}/{i}/.git", exist_ok=True)  # else all of them would be one project
            write(f"{top}/{i}/.cfglint.yaml", f"{case.settings}select: [{', '.join(case.rules)}]\n".encode())
            groups[case.options] += [f"{i}/{p}" for p in case.named()]
        for options, paths in groups.items():
            for j in findings(*(a for o in options for a in (OPTIONS, o)), "--", *paths, cwd=top):
                for where in j["roots"] if j["filename"] == OPTIONS else [j["filename"]]:
                    number, path = where.split("/", 1)
                    found[int(number)].append(Finding(OPTIONS if j["filename"] == OPTIONS else path, j))
    finally:
        if not keep:
            shutil.rmtree(top)
    return found
