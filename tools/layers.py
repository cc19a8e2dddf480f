#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""rules/layers under CPython: `layers.load()` gives the names of all its files, as cfglint's evaluator has them.

    tools/layers.py TASK.json [FUNCTION]     # prints what the function (estimate) answers about the task, as JSON"""
import json
import os
import sys

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "rules", "layers")


def load(folder=FOLDER):
    """The files share their names, as they do in cfglint, which evaluates a file when a name of it is asked for."""
    names = {}
    for name in sorted(os.listdir(folder)):
        if name.endswith(".py"):
            path = os.path.join(folder, name)
            with open(path, encoding="utf-8") as f:
                exec(compile(f.read(), path, "exec"), names)
    names["row_named"] = names.get
    return names


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        print(json.dumps(load()[sys.argv[2] if len(sys.argv) > 2 else "estimate"](json.load(file))))
