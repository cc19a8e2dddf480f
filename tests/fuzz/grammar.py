# SPDX-License-Identifier: MIT
"""Makes files for tests/fuzz/projects.py: text(RANDOM, KIND) writes one by a grammar whose few names meet one another all the time,
so circles are common; mutated(RANDOM, TEXT, OTHER) changes one that exists."""
import json
import re

NAMES = ["a", "b", "c", "cfg", "model", "net", "data", "opt", "self", "args", "x", "f", "g", "run", "A", "B", "Net", "loader", "loss", "parser"]
ODD = ["_", "__init__", "__call__", "_base_", "é", "名", "l" * 300, "print", "type", "None_", "dict", "super", "config", "import_", "__getattr__"]
MEMBERS = ["a", "b", "x", "dataset", "model", "items", "get", "step", "backward", "cuda", "to", "train", "parse_args", "append", "build", "__init__"]
MODULES = ["a", "b", "lib", "lib.a", "lib.b", "configs.base", "torch", "torch.nn", "argparse", "os", "mmcv", "mmengine", "yaml", "numpy"]
CALLS = ["torch.optim.SGD(net.parameters(), lr=0.1)", "torch.utils.data.DataLoader(data, batch_size=4, num_workers=2)", "argparse.ArgumentParser()",
         "argparse.ArgumentParser(parents=[parser, a])", "yaml.safe_load(open('a.yaml'))", "json.load(open(args.x))", "torch.load(a.b)",
         "torch.cuda.amp.GradScaler()", "nn.Sequential(a, b)", "Config.fromfile(args.config)", "parser.parse_args()", "build_from_cfg(cfg, MODELS)",
         "torch.nn.parallel.DistributedDataParallel(net)", "Registry('models')", "super().__init__(**kwargs)", "dict(type='Net', a=1)",
         "copy.deepcopy(cfg)", "functools.partial(f, a)", "subprocess.run(['torchrun', 'a.py', '--x', a])", "os.environ['A']"]
KEYS = ["model", "backbone", "type", "data", "train", "a", "b", "optimizer", "lr", "samples_per_gpu", "workers_per_gpu", "_delete_", "_base_",
        "pipeline", "lr_config", "total_epochs", "train_dataloader", "batch_size", "num_workers", "param_scheduler", "img_norm_cfg", "work_dir"]
HOSTILE = ["::notice::owned", "##vso[task.setvariable]owned", "##teamcity[owned]", "\x1b[31mred", "a\nb", "\u202e", "--fix", "-", "`id`", "$(id)", "%s%n"]
DEEP = 3000


def name(r):
    return r.choice(ODD) if r.random() < 0.03 else r.choice(NAMES[:r.choice([3, 6, len(NAMES)])])


def lengthened(r, low, high):
    """Mostly the least; seldom very many."""
    return low if r.random() < 0.6 else r.randint(low, high) if r.random() < 0.97 else r.choice([40, 300, DEEP])


def circle(r):
    """Statements that each need the next, and the last the first: of names, attributes, calls, items, classes, defaults, loops."""
    some = [name(r) for _ in range(lengthened(r, r.randint(1, 4), 12))]
    if len(some) > 12:
        some = [f"n{i}" for i in range(len(some))]
    shapes = r.sample(["{0} = {1}.{m}", "{0} = {1}", "{0} = {1}()", "{0} = {1}.{m}()", "{0} = {1}[0]", "{0} = {1}['{m}']", "def {0}(p={1}):\n    return {1}(p)",
                       "def {0}(*p, **k):\n    return {1}(*p, **k)", "class {0}({1}):\n    def __init__(self):\n        self.{m} = {1}.{n}",
                       "class {0}:\n    {m} = {1}\n    def {m}(self):\n        return {1}().{m}()", "for {0} in {1}.{m}():\n    pass", "{0}, {1} = {1}, {0}",
                       "with {1}.{m}() as {0}:\n    {0}.{n}()", "{0} = [{1} for {1} in {0}]", "{0} = {1} if {0} else {1}.{m}", "{0} = lambda: {1}()",
                       "{0} += {1}", "{0}.{m} = {1}.{n}", "{0} = f'{{{1}}}'", "import {0}.{1} as {1}", "from {0} import {1}", "{0} = argparse.ArgumentParser(parents=[{1}])",
                       "{0}.add_argument('--{m}', default={1}.parse_args().{n})", "{0} = copy.deepcopy({1})", "{0} = dict(a={1}, **{1})", "{0} = {1}.to({0})",
                       "def {0}({1}):\n    {1} = {0}({1}.{m})\n    return {1}, {0}", "{0} = ({1} := {0}.{m})", "try:\n    {0} = {1}.{m}\nexcept {1}:\n    {0} = {1}",
                       "while {0}.{m}:\n    {0} = {1}.{m}", "setattr({0}, '{m}', getattr({1}, '{n}'))", "{0} = {1}.{m}.{n}.{m}"], r.choice([1, 2, 5]))
    lines = [r.choice(shapes).format(some[i], some[(i + 1) % len(some)], m=r.choice(MEMBERS), n=r.choice(MEMBERS)) for i in range(len(some))]
    return "\n".join(lines) + "\n" + use(r)


def use(r):
    a, m, n = name(r), r.choice(MEMBERS), r.choice(MEMBERS)
    return r.choice(["for k in {a}.{m}.items(): pass", "{a}.{m}.{n}()", "{a}.{m}()", "{a}()", "print({a}.{m})", "for k in {a}: k.{m}()", "{a}.zero_grad()", "{a}.step()",
                     "loss = {a}({m})\nloss.backward()", "x = {a}[{a}.{m}]", "assert {a}.{m} == {a}", "{a}.{m}.{n} = {a}", "torch.save({a}.{m}(), 'x')",
                     "if {a}.{m}:\n    {a}.{n}()"]).format(a=a, m=m, n=n) + "\n"


def expr(r, depth=0):
    kind = r.randrange(16 if depth < 5 else 4)
    if kind < 2:
        return name(r)
    if kind < 4:
        return r.choice(["1", "0.1", "None", "True", "'a'", "'{{ _base_.a }}'", "1e9999", "-1", "b'x'", "...", "'{{$A:b}}'", repr(r.choice(HOSTILE))])
    below = [expr(r, depth + 1) for _ in range(r.randint(1, 3))]
    return r.choice([f"{below[0]}.{r.choice(MEMBERS)}", f"{name(r)}({', '.join(below)})", f"[{', '.join(below)}]", f"({below[0]} + {below[-1]})",
                     f"{{'{r.choice(KEYS)}': {below[0]}}}", f"dict({r.choice(KEYS)}={below[0]})", f"{below[0]}[{below[-1]}]", f"(lambda {name(r)}: {below[0]})",
                     f"({below[0]} if {below[-1]} else {name(r)})", f"[{below[0]} for {name(r)} in {below[-1]}]", r.choice(CALLS), f"(not {below[0]})",
                     f"f'{{{name(r)}}}'", f"{name(r)}(**{below[0]})", f"({below[0]},)"])


def statement(r, indent="", depth=0):
    inner = "".join(statement(r, indent + "    ", depth + 1) for _ in range(r.randint(1, 3))) if depth < 4 else indent + "    pass\n"
    return indent + r.choice([
        f"{name(r)} = {expr(r)}\n", f"{name(r)}.{r.choice(MEMBERS)} = {expr(r)}\n", f"{expr(r)}\n", f"{name(r)} = {r.choice(CALLS)}\n", f"import {r.choice(MODULES)}\n",
        f"from {r.choice(MODULES)} import {r.choice(['*', name(r)])}\n", f"from .{r.choice(['', '.', 'b', 'lib'])} import {name(r)}\n", f"return {expr(r)}\n",
        f"for {name(r)} in {expr(r)}:\n{inner}", f"if {expr(r)}:\n{inner}", f"while {expr(r)}:\n{inner}", f"def {name(r)}({name(r)}, *args, **kwargs):\n{inner}",
        f"class {name(r)}({name(r)}):\n{inner}", f"with {expr(r)} as {name(r)}:\n{inner}", f"try:\n{inner}{indent}except {name(r)}:\n{inner}",
        f"@{r.choice(['MODELS.register_module()', 'torch.no_grad()', name(r)])}\n{indent}def {name(r)}({name(r)}={expr(r)}):\n{inner}",
        f"del {name(r)}\n", f"global {name(r)}\n", f"{name(r)} += {expr(r)}\n", f"parser.add_argument('--{r.choice(MEMBERS)}', type={name(r)}, default={expr(r)})\n"])


def deep(r):
    n, a, m = r.choice([50, 300, DEEP]), name(r), r.choice(MEMBERS)
    return r.choice([f"{a} = " + "[" * n + "]" * n, f"{a} = {a}" + f".{m}" * n, f"{a} = {a}" + f".{m}()" * n, f"{a} = " + f"{a}(" * n + ")" * n, f"{a} = {a}" + "[0]" * n,
                     "".join(" " * i + f"if {a}:\n" for i in range(min(n, 300))) + " " * min(n, 300) + "pass", f"{a} = " + "-" * n + "1", f"{a} = 1" + f" + {a}" * n,
                     "".join(f"n{i} = n{i + 1}.{m}\n" for i in range(n)) + "n0.a()", "".join(f"def n{i}(p):\n    return n{i + 1}(p)\n" for i in range(n)) + "n0(1)",
                     "".join(f"class n{i}(n{i - 1}): pass\n" for i in range(1, n)), "".join(f"n{i} = n{i + 1}\n" for i in range(n)),
                     "".join(f"n{i}, k = n{i + 1}.x, n{i}\n" for i in range(n)), f"{a} = " + f"{a} if {a} else " * n + a, f"{a} = " + "lambda: " * n + a,
                     "import argparse\n" + "".join(f"p{i} = argparse.ArgumentParser()\np{i}.add_argument('--x', default=a{i + 1}.x)\na{i} = p{i}.parse_args()\n" for i in range(n))
                     + "print(a0.x)"]) + "\n"


def script(r):
    head = r.choice(["import torch\n", "import torch, argparse, copy, json, yaml, os\nfrom torch import nn\n", "from mmcv import Config\nimport torch\n", "import torch\nimport lib.a, lib.b\n", ""])
    parts = [r.choice([circle, circle, use, statement, statement, deep if r.random() < 0.2 else use])(r) for _ in range(r.randint(1, 8))]
    if r.random() < 0.3:
        at = r.randrange(len(parts))
        parts[at] = f"class {name(r)}:\n    def {r.choice(MEMBERS)}(self):\n" + re.sub("(?m)^", "        ", parts[at]).rstrip() + "\n"
    if r.random() < 0.3:
        parts.append("if __name__ == '__main__':\n    main()\n    " + use(r).split("\n", maxsplit=1)[0] + "\n")
    return head + "".join(parts)


def config(r):
    bases = [r.choice(["a.py", "b.py", "./a.py", "../configs/b.py", "../../outside/secret.py", "gone.py", "a.yaml", "a.json", "mmdet::a.py", "."]) for _ in range(r.randint(1, 3))]
    head = r.choice(["", f"_base_ = {bases!r}\n", f"_base_ = {bases[0]!r}\n", "from mmengine.config import read_base\nwith read_base():\n    from .b import *\n    from .a import a\n"])
    return head + "".join(f"{r.choice(KEYS + NAMES)} = {expr(r)}\n" if r.random() < 0.8 else circle(r) if r.random() < 0.7 else deep(r) for _ in range(r.randint(1, 10)))


def data(r, depth=0):
    if depth > 4 or r.random() < 0.3:
        return r.choice([1, 0.5, None, True, "a", "a.py", "{{ _base_.a }}", 10 ** 30, r.choice(HOSTILE), -1, ""])
    if r.random() < 0.3:
        return [data(r, depth + 1) for _ in range(r.randint(0, 3))]
    return {r.choice(KEYS): data(r, depth + 1) for _ in range(r.randint(0, 4))}


def as_json(r):
    return r.choice([json.dumps(data(r), indent=r.choice([None, 2])), '{"a":' * DEEP, "[" * DEEP + "]" * DEEP] if r.random() < 0.1 else [json.dumps(data(r))])


def as_yaml(r):
    lines = []
    for _ in range(r.randint(1, 8)):
        k, a = r.choice(KEYS), r.choice("abc")
        lines.append(r.choice([f"{k}: &{a} {json.dumps(data(r))}", f"{k}: *{a}", f"{k}:\n  <<: *{a}\n  {r.choice(KEYS)}: *{r.choice('abc')}", f"{k}: &{a} [*{a}, *b]",
                               f"{k}: &{a}\n  x: *{a}", f"{k}: !!python/object:os.system x", f"{k}: |\n  x", f"- {k}", f"{k}: {json.dumps(data(r))}", "---", f"_base_: {a}.yaml"]))
    return "\n".join(lines) + "\n"


def settings(r):
    keys = {"select": ["ALL"], "ignore": "KEY", "exclude": ["**/a.py"], "extends": r.choice(["a.yaml", ".cfglint.yaml", "../outside/x.yaml"]), "limits": {"seconds": r.choice([1, 5])},
            "loader": r.choice(["mmcv1", "mmengine", "x"]), "machine": {"gpus": 8, "cores": 64}, "rules": ["rules"], "env": {"A": "b"}, "files": data(r), "dialect": "mmdet2"}
    return json.dumps({k: keys[k] if r.random() < 0.8 else data(r) for k in r.sample(sorted(keys), r.randint(0, 4))}) + "\n"


def shell(r):
    v = ["A", "B", "C", "D", "@", "1"]
    out = []
    for _ in range(r.randint(1, 10)):
        a, b = r.choice(v[:4]), r.choice(v)
        out.append(r.choice([f"{a}=${b}", f"{a}=${{{b}:-${a}}}", f"{a}=\"${a} ${b}\"", f"{a}() {{ {b} \"$@\"; {a}; }}", f"{a} ${b}", f"eval \"${a}\"", f"source ./{r.choice(['a', 'b'])}.sh",
                             f"bash {r.choice(['a', 'b'])}.sh ${b} &", f"for {a} in ${b} 1 2; do {a} ${a}; done", f"if [ ${a} = ${b} ]; then ${a}; else {b}; fi",
                             f"torchrun --nproc_per_node=${a} a.py --x ${b} --config configs/a.py", f"python a.py --{r.choice(MEMBERS)} ${{{a}%%${b}}}", f"{a}=$(( {b} + ${a} ))",
                             f"python -m torch.distributed.launch --nproc_per_node=8 tools/train.py configs/{r.choice('ab')}.py --launcher pytorch", f"while true; do {a}; done",
                             f"case ${a} in {b}) {a};; *) exit;; esac", f"srun -n 8 python -u a.py configs/a.py ${{@:2}}", f"{a}=({b} ${{{a}[@]}})", f"alias {a}='{b} {a}'",
                             f"cat <<EOF\n${a}\nEOF", f"set -- ${a} ${b}", f"{a}=`echo ${b}`", "$(" * 60 + ")" * 60, f"export {a}=${b}; exec ${a}", f"xargs -n1 bash -c '${a}'",
                             "".join(f"v{i}=\"$v{i + 1}$v{i + 1}\"\n" for i in range(r.choice([30, 300]))), "{ " * 90 + f"{a}; " + "}; " * 90]))
    return "#!/bin/bash\n" + "\n".join(out) + "\n"


GRAMMAR = {"script": script, "config": config, "json": as_json, "yaml": as_yaml, "settings": settings, "sh": shell}


def text(r, kind):
    return GRAMMAR[kind](r)


def mutated(r, old, other):
    """A few changes: names for one another's, lines that move, repeat, nest or come from the other text, odd bytes."""
    for _ in range(r.choice([1, 1, 2, 4, 8, 30])):
        lines = old.split("\n")
        at, other_line = r.randrange(len(lines)), r.choice(other.split("\n"))
        kind = r.randrange(12)
        words = list(re.finditer(r"\w+", old)) if kind < 4 else []
        if words:
            one, two = r.choice(words), r.choice(words)
            word = two[0] if kind < 3 else r.choice(NAMES + KEYS + ["0", "1", "99999999999999999999", "None"])
            old = old[:one.start()] + word + old[one.end():]
            continue
        if kind < 5:
            lines[at:at] = circle(r).split("\n") if r.random() < 0.5 else [other_line]
        elif kind == 5:
            del lines[at:at + r.randint(1, 4)]
        elif kind == 6:
            lines[at:at] = [lines[at]] * r.choice([1, 2, 40])
        elif kind == 7:
            to = r.randrange(len(lines))
            lines[at], lines[to] = lines[to], lines[at]
        elif kind == 8:
            lines[at] = r.choice(["    ", "\t", " "]) + lines[at]
        elif kind == 9:
            n = r.randrange(len(lines[at]) + 1)
            lines[at] = lines[at][:n] + r.choice(["(", ")", "[", "{", "'", '"""', "\\", "\0", "\ufeff", "\r", "*", ":", "=", ".", "$", "`", "#", "é", "\ud800", "&", "|"]) + lines[at][n:]
        elif kind == 10:
            lines[at] = lines[at].strip()
        else:
            lines[at:] = other.split("\n")[r.randrange(other.count("\n") + 1):]
        old = "\n".join(lines)[:200000]
    return old
