# SPDX-License-Identifier: MIT
"""Files in which what stands for what is a circle, or a chain as long as a file may be: in(COUNT) gives names and texts of a folder. For
tests/reliability.test and whoever tries what a change does to recursion: `python3 tests/circles.py FOLDER [LINKS]` writes them."""
import os
import sys

# n{i} is made from n{j}
LINKS = {
    "attribute": 'n{i} = n{j}.x', "name": 'n{i} = n{j}', "call": 'n{i} = n{j}()', "method": 'n{i} = n{j}.m()', "item": 'n{i} = n{j}[0]',
    "key": "n{i} = n{j}['k']", "deep_attribute": 'n{i} = n{j}.a.b.c.d.e', "set_attribute": 'n{i}.x = n{j}.x', "tuple": 'n{i}, k = n{j}, n{j}.x',
    "cond": 'n{i} = n{j} if k else n{j}.x', "sum": 'n{i} = n{j} + n{j}.x', "loop": 'for n{i} in n{j}.items(): pass',
    "loop_name": 'for n{i} in n{j}: pass', "with": 'with n{j}.x as n{i}: pass', "lambda": 'n{i} = lambda p=n{j}: n{j}(p)',
    "function": 'def n{i}(p):\n return n{j}(p)', "forward": 'def n{i}(*p, **k):\n return n{j}(*p, **k)', "default": 'def n{i}(p=n{j}):\n return p.x',
    "decorated": '@n{j}\ndef n{i}(p):\n return p', "body": 'def n{i}():\n n{j}()\n loss.backward()',
    "handed": 'def n{i}(p):\n p = n{j}(p.x)\n return p, p', "returned": 'def n{i}():\n a = n{j}()\n return a.x',
    "generator": 'def n{i}():\n yield from n{j}()', "class": 'class n{i}(n{j}): pass', "class_attribute": 'class n{i}(n{j}.x):\n x = n{j}',
    "member": 'class n{i}:\n x = n{j}.x', "self": 'class n{i}:\n def __init__(self):\n  self.x = n{j}().x\n  self.y = self.x.y',
    "own": 'class n{i}:\n def x(self):\n  return n{j}().x()', "super": 'class n{i}(n{j}):\n def __init__(self, **k):\n  super().__init__(**k)',
    "call_self": 'class n{i}:\n def __call__(self):\n  return n{j}()()', "meta": 'class n{i}(metaclass=n{j}): pass',
    "registered": '@n{j}.register_module()\nclass n{i}: pass',
    "parser": "p{i} = argparse.ArgumentParser()\np{i}.add_argument('--x', default=n{j}.x)\nn{i} = p{i}.parse_args()",
    "parents": "n{i} = argparse.ArgumentParser(parents=[n{j}])\nn{i}.add_argument('--x')",
    "defaults": "p{i} = argparse.ArgumentParser()\np{i}.add_argument('--x')\np{i}.set_defaults(x=n{j}.x)\nn{i} = p{i}.parse_args()",
    "to": 'n{i} = n{j}.to(d)', "made": 'n{i} = torch.nn.Sequential(n{j})', "wrapped": 'n{i} = torch.nn.DataParallel(n{j})',
    "loader": 'n{i} = torch.utils.data.DataLoader(n{j}, batch_size=n{j}.x)', "optimizer": 'n{i} = torch.optim.SGD(n{j}.parameters(), lr=n{j}.lr)',
    "walrus": '(n{i} := n{j}.x)', "augmented": 'n{i} = k\nn{i} += n{j}', "comprehension": 'n{i} = [q.x for q in n{j}]',
    "global": 'def g{i}():\n global n{i}\n n{i} = n{j}.x', "getattr": "n{i} = getattr(n{j}, 'x')", "partial": 'n{i} = functools.partial(n{j}, n{j})',
    "fstring": "n{i} = f'{{n{j}}}'", "spread": 'n{i} = dict(**n{j})', "deepcopy": 'n{i} = copy.deepcopy(n{j})',
    "yaml": 'n{i} = yaml.safe_load(open(n{j}.x))', "merged": 'n{i} = dict(a=1)\nn{i}.update(n{j})',
    "dataclass": '@dataclass\nclass n{i}:\n x: int = n{j}().x', "namedtuple": "n{i} = collections.namedtuple('n{i}', n{j})",
    "if": 'if n{j}:\n n{i} = n{j}.x\nelse:\n n{i} = n{j}', "while": 'while n{j}.x:\n n{i} = n{j}.x',
    "try": 'try:\n n{i} = n{j}.x\nexcept n{j}:\n n{i} = n{j}', "nested": 'def n{i}(f=n{j}):\n def g():\n  return n{j}(f)\n return g',
    "loss": 'n{i} = n{j} * n{j}.loss', "build": 'n{i} = build_from_cfg(n{j}, n{j})', "registry": "n{i} = Registry('n{i}', parent=n{j})",
    "dict": "n{i} = dict(type='n{j}', x=n{j})", "property": 'class n{i}:\n @property\n def x(self):\n  return n{j}().x',
    "str": 'n{i} = n{j} % n{j}.x', "launch": "n{i} = subprocess.run(['torchrun', n{j}.x])",
}
SHELL = {"variable": 'n{i}="$n{j}"', "default": "n{i}=${{n{j}:-$n{i}}}", "doubled": 'n{i}="$n{j} $n{j}"', "function": 'n{i}() {{ n{j} "$@"; }}',
         "eval": 'n{i}() {{ eval "n{j} $1"; }}', "script": "bash a{j}.sh", "source": "source ./a{j}.sh", "array": 'n{i}=("${{n{j}[@]}}")', "alias": "alias n{i}=n{j}",
         "text": "n{i}() {{ bash -c 'n{j}'; }}", "loop": "for n{i} in $n{j}; do $n{i}; done", "case": "case $n{j} in $n{i}) n{j};; esac"}
YAML = {"anchor": "k{i}: &n{i} {{x: *n{j}}}", "merge": "k{i}: &n{i}\n  <<: *n{j}", "itself": "k{i}: &n{i} [*n{i}, *n{j}]"}
BASES = {"base": "_base_ = './base_{name}_{j}.py'\nx{i} = 1\n", "two": "_base_ = ['./base_{name}_{j}.py', './base_{name}_0.py']\n", "lazy":
         "from mmengine.config import read_base\nwith read_base():\n    from .base_{name}_{j} import *\n", "reused": "_base_ = './base_{name}_{j}.py'\na = {{{{_base_.a}}}}\n",
         "import": "from base_{name}_{j} import n\nclass N{i}(n): pass\nn = N{i}\n", "star": "from base_{name}_{j} import *\nimport torch\ntorch.save(n, 'x')\n"}
HEAD = ("import torch, argparse, functools, copy, yaml, collections, subprocess\nfrom torch import nn\nfrom dataclasses import dataclass\n"
        "from mmcv import Config, Registry, build_from_cfg\n")
USES = """
for k in n0.model.items(): pass
n0.x.z.go()
n0.x.backward()
n0().m()
n0.step()
n0(1)
loss = n0.x
loss.backward()
args = n0
print(args.x, n0.x, n0)
for batch in n0:
 loss = n0(batch)
 loss.backward()
 n0.zero_grad()
 n0.step()
 if n0.x:
  torch.save(n0.state_dict(), n0.path)
cfg = Config.fromfile(n0.x)
model = build(cfg.n0)
"""


def linked(link, count, closed):
    """Closed: the last is made from the first."""
    return [link.format(i=i, j=(i + 1) % count if closed else i + 1) + "\n" for i in range(count)]


def circles(counts=(1, 2, 3, 9)):
    for count in counts:
        for name, link in LINKS.items():
            yield f"{name}_{count}.py", HEAD + "".join(linked(link, count, True)) + USES
        for name, link in SHELL.items():
            yield f"{name}_{count}.sh", "#!/bin/bash\n" + "".join(linked(link, count, True)) + "n0 $n0\npython a.py $n0 ${n0[@]}\nbash a0.sh\n"
        for name, link in YAML.items():
            yield f"{name}_{count}.yaml", "".join(linked(link, count, True))
        for name, link in BASES.items():
            for i in range(count):
                yield f"configs/base_{name}_{count}_{i}.py", link.format(name=f"{name}_{count}", i=i, j=(i + 1) % count)
    for i in range(9):
        yield f"a{i}.sh", f"source a{(i + 1) % 9}.sh\nbash a{(i + 1) % 9}.sh \"$@\"\n"


def chains(size, names=()):
    """Of that many bytes, named first to last and last to first."""
    for name, link in LINKS.items():
        if not names or name in names:
            count = size // (len(link.format(i=10000, j=10000)) + 1)
            lines = linked(link, count, False)
            yield f"{name}_down.py", HEAD + "".join(lines) + USES
            yield f"{name}_up.py", HEAD + "".join(reversed(lines)) + USES
    for name, link in SHELL.items():
        if not names or name in names:
            yield f"{name}_down.sh", "".join(linked(link, size // 30, False)) + "n0 $n0\npython a.py $n0\n"


def main():
    for name, text in [*circles(), *chains(900000, sys.argv[2:])]:
        path = os.path.join(sys.argv[1], name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)


if __name__ == "__main__":
    main()
