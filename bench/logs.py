#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times `cfglint log` on made logs of mmcv and on what mmdetection's analyze_logs.py reads of the same run: its json lines, by Python.

    logs.py [--cfglint PATH] [--rounds 5] [--mb 1 100]

Per size and command: median CPU time (user + system), its ratio to Python's json.loads of every line, and the largest resident memory.
"""
import argparse
import os
import statistics
import sys
import tempfile

from compare import HERE, once

HEAD = """2024-05-01 10:00:00,000 - mmseg - INFO - Environment info:
sys.platform: linux
GPU 0: Tesla V100-SXM2-16GB
MMCV: 1.7.2

2024-05-01 10:00:00,000 - mmseg - INFO - Config:
data = dict(samples_per_gpu=4, workers_per_gpu=2)
optimizer = dict(type='SGD', lr=0.01, momentum=0.9)
lr_config = dict(policy='poly', power=0.9, min_lr=1e-4, by_epoch=False)
runner = dict(type='IterBasedRunner', max_iters=9000000)

2024-05-01 10:00:00,000 - mmseg - INFO - Start running, host: me@there, work_dir: /runs/a
"""
READ = "import json,sys\nfor line in open(sys.argv[1]):\n    json.loads(line)\n"


def make(folder, mb):
    """(text log, json log) of one run; the text has that many megabytes"""
    text, records = os.path.join(folder, f"{mb}.log"), os.path.join(folder, f"{mb}.json")
    with open(text, "w", encoding="utf-8") as t, open(records, "w", encoding="utf-8") as j:
        t.write(HEAD)
        i = 0
        while t.tell() < mb * 1e6:
            i += 10
            ms = 5600 * i // 100 + i * 7919 % 13
            lr = (0.01 - 1e-4) * (1 - (i - 1) / 9e6) ** 0.9 + 1e-4
            t.write(f"2024-05-{1 + ms // 86400000:02d} {ms // 3600000 % 24:02d}:{ms // 60000 % 60:02d}:{ms // 1000 % 60:02d},{ms % 1000:03d} - mmseg - INFO - "
                    f"Iter [{i}/9000000]\tlr: {lr:.3e}, eta: 5 days, 19:59:00, time: 0.056, data_time: 0.003, memory: 8044, "
                    f"decode.loss_ce: 0.4312, decode.acc_seg: 81.2000, loss: 0.4312, grad_norm: 1.2041\n")
            j.write(f'{{"mode": "train", "epoch": 1, "iter": {i}, "lr": {lr:.5f}, "memory": 8044, "data_time": 0.003, "decode.loss_ce": 0.4312, '
                    f'"decode.acc_seg": 81.2, "loss": 0.4312, "grad_norm": 1.2041, "time": 0.056}}\n')
    return text, records


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--cfglint", default=os.path.join(os.path.dirname(HERE), "build", "cfglint"))
    ap.add_argument("--rounds", type=int, default=5)
    ap.add_argument("--mb", type=int, nargs="+", default=[1, 100])
    a = ap.parse_args()
    print(f'{"":22} {"CPU s":>8} {"ratio":>7} {"MB":>7}')
    with tempfile.TemporaryDirectory() as folder:
        for mb in a.mb:
            text, records = make(folder, mb)
            runs = {}
            for _ in range(a.rounds):
                runs.setdefault("python json.loads", []).append(once([sys.executable, "-c", READ, records], folder))
                for form in ("jsonl", "text", "html"):
                    runs.setdefault(f"log --format {form}", []).append(once([a.cfglint, "log", "--format", form, text], folder))
            base = runs["python json.loads"]
            print(f"{mb} MB of text, {os.path.getsize(records) / 1e6:.0f} MB of json")
            for name, rows in runs.items():
                ratio = statistics.median(r[0] / b[0] for r, b in zip(rows, base))
                print(f"{name:22} {statistics.median(r[0] for r in rows):8.3f} {ratio:7.2f} {statistics.median(r[2] for r in rows) / 1024:7.1f}")


if __name__ == "__main__":
    main()
