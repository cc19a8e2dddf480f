#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What torch itself says: the examples of rules about scripts are run on the CPU (`bad` ones must raise or warn as the rule says, `fixed` and
`good` ones must not), and a toy training before and after `cfglint variant script-speed`. `make test-torch` installs Debian's torch for it;
examples that need another version, or a GPU, are left out by the table below. -v names each that ran and each that couldn't."""
import argparse
import ast
import builtins
import contextlib
import io
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import types
import unittest.mock
import warnings

import numpy
import torch
import yaml
from torch import nn

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
CFGLINT = os.path.abspath(os.environ.get("CFGLINT", TOP + "/build/cfglint"))
VERBOSE = "-v" in sys.argv
VERSION = tuple(int(x) for x in re.findall(r"\d+", torch.__version__)[:2])
failed = False

# Rule: what a bad example raises or warns of, and what its text has. least, most: of torch's version. runs: how many bad examples must have
# run, so that the table can't come to stand for nothing. good: False where the rule is silent of some that torch warns of, on purpose.
SAYS = {
    "PYT001": {"raises": ValueError, "text": "persistent_workers", "runs": 2},
    "PYT002": {"raises": ValueError, "text": "prefetch_factor", "runs": 1},
    "PYT005": {"raises": ValueError, "text": "mutually exclusive", "runs": 2},
    "PYT020": {"warns": "`lr_scheduler.step\\(\\)` before `optimizer.step\\(\\)`", "runs": 2, "good": False},
    "PYT033": {"raises": (TypeError, RuntimeError), "text": "", "runs": 3},
    "PYT042": {"raises": TypeError, "text": "metrics", "runs": 1},
    "PYT043": {"warns": "get_last_lr", "runs": 3, "good": False},
    "PYT050": {"raises": ValueError, "text": "attribute should not be set", "runs": 1},
    "PYT051": {"raises": ValueError, "text": "IterableDataset", "runs": 1},
    "PYT055": {"raises": IndexError, "text": "0-dim tensor", "runs": 1},
    "PYT054": {"raises": ImportError, "text": "_six", "least": (2, 0), "runs": 1},
}


class Net(nn.Module):
    """A model, a loss or a transform: takes anything, gives a number that depends on its weight."""

    def __init__(self, *_, **__):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(1))

    def forward(self, *_, **__):
        return (self.weight * 2).sum()


class Samples(torch.utils.data.Dataset):
    def __init__(self, *_, **__):
        pass

    def __len__(self):
        return 8

    def __getitem__(self, i):
        return torch.zeros(2), torch.zeros(1)


# Names that examples leave open, and what they stand for here.
def stand_in(name):
    known = {
        "args": types.SimpleNamespace(lr=0.1, epochs=2, workers=2, num_workers=2, batch_size=4, amp=False, gpu=None, resume="",
                                      seed=3),
        "rank": 1, "seed": 5, "local_rank": 0,
        "opt": None, "n": 2, "workers": 2, "epochs": 2, "amp": False, "use": False, "x": torch.ones(2, requires_grad=True), "y": torch.ones(1),
        "loader": [(torch.ones(2), torch.ones(1))] * 2, "val_loss": torch.ones(()), "loss": torch.ones((), requires_grad=True),
    }
    if name in known and known[name] is not None:
        return known[name]
    if "data" in name or name in ("Data", "train_set", "Set", "ds"):
        return Samples if name[0].isupper() else Samples()
    if "opt" in name:
        return torch.optim.SGD(Net().parameters(), 0.1)
    if "sched" in name:
        return torch.optim.lr_scheduler.StepLR(torch.optim.SGD(Net().parameters(), 0.1), 30)
    if name in ("validate", "evaluate", "test"):
        return lambda *_, **__: 0.5
    if name == "tqdm":
        return lambda x, **__: x
    if "sampler" in name:
        return torch.utils.data.SequentialSampler(Samples())
    if name in ("net", "model", "criterion", "loss_fn", "f", "g"):
        return Net()
    if name in ("Net", "Model"):
        return Net
    return unittest.mock.MagicMock(name=name)


def open_names(tree):
    bound = {a.asname or a.name.split(".")[0] for n in ast.walk(tree) if isinstance(n, (ast.Import, ast.ImportFrom)) for a in n.names}
    bound |= {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)}
    bound |= {n.name for n in ast.walk(tree) if isinstance(n, (ast.FunctionDef, ast.ClassDef))}
    used = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    return sorted(used - bound - set(dir(builtins)))


def call_functions(tree, names):
    """What an example defines and nobody calls is called once, with stand-ins by the names of its parameters."""
    called = {n.func.id for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name not in called:
            names[node.name](*[stand_in(a.arg) for a in node.args.args])


def run(text):
    """-> (exception or None, warnings)"""
    tree = ast.parse(text)
    names = {name: stand_in(name) for name in open_names(tree)}
    names["__name__"] = "example"
    torch.manual_seed(0)
    with warnings.catch_warnings(record=True) as told, contextlib.redirect_stdout(io.StringIO()), \
            unittest.mock.patch.object(sys, "argv", ["train.py"]):
        warnings.simplefilter("always")
        try:
            exec(compile(tree, "example.py", "exec"), names)
            call_functions(tree, names)
        except Exception as e:  # pylint: disable=broad-except
            return e, [str(w.message) for w in told]
    return None, [str(w.message) for w in told]


def fits(says, error, told):
    if "warns" in says:
        return any(re.search(says["warns"], w) for w in told)
    return isinstance(error, says["raises"]) and re.search(says["text"], str(error)) is not None


def report(name, problems):
    global failed
    failed |= bool(problems)
    print(f"not ok {name} {len(problems)}: " + "; ".join(problems[:4]) if problems else f"ok {name}")


def examples(path):
    with open(path, encoding="utf-8") as f:
        rule = yaml.safe_load(f)
    return rule["id"], rule["tests"]


def judge_rule(rule, tests):
    says, problems, ran = SAYS[rule], [], 0
    if VERSION < says.get("least", (0,)) or VERSION > says.get("most", (99,)):
        print(f"ok {rule} # skip: torch is {torch.__version__}")
        return
    for number, test in enumerate(tests, 1):
        for key in ("bad", "fixed", "good"):
            if key not in test or (key == "good" and "files" in test):  # what is right because of another file
                continue
            error, told = run(test[key])
            is_so = fits(says, error, told)
            if VERBOSE:
                print(f"# {rule} test {number} {key}: {type(error).__name__ if error else 'no error'} {str(error or '')[:90]!r} {told[:1]}")
            if key == "bad":
                ran += is_so
            elif is_so and (key == "fixed" or says.get("good", True)):
                problems.append(f"test {number}: the {key} example says it too: {error or told}")
    if ran < says["runs"]:
        problems.append(f"{ran} bad examples say it, {says['runs']} should")
    report(f"{rule}_is_as_torch_says", problems)


def judge_rules():
    folder = TOP + "/rules/script"
    seen = set()
    for name in sorted(os.listdir(folder)):
        rule, tests = examples(os.path.join(folder, name))
        if rule in SAYS:
            seen.add(rule)
            judge_rule(rule, tests)
    report("each_rule_of_the_table_is_there", sorted(set(SAYS) - seen))


# ---- workers' seeds

# Rule: (worker, epoch) twice, which draw the same where the rule finds something.
DRAWS = {"PYT045": ((0, 0), (1, 0)), "PYT044": ((0, 0), (0, 1))}


def seeders(text):
    """The `worker_init_fn` of all loaders that an example makes."""
    found = []

    class Loader:
        def __init__(self, *_, worker_init_fn=None, **__):
            found.append(worker_init_fn)

        def __iter__(self):
            return iter(())

        def __len__(self):
            return 0

    with unittest.mock.patch.object(torch.utils.data, "DataLoader", Loader):
        run(text)
    return [f for f in found if f]


def drawn(seeder, worker, epoch):
    """What a worker draws: the loader has seeded it with its own number and the epoch's."""
    base = 100 * (epoch + 1)
    torch.manual_seed(base + worker)
    random.seed(base + worker)
    numpy.random.seed(base + worker)
    seeder(worker)
    return random.random(), float(numpy.random.rand()), float(torch.rand(()))


def judge_seeds():
    folder = TOP + "/rules/script"
    for name in sorted(os.listdir(folder)):
        rule, tests = examples(os.path.join(folder, name))
        if rule not in DRAWS:
            continue
        problems, ran = [], 0
        for number, test in enumerate(tests, 1):
            for key in ("bad", "fixed"):
                for seeder in seeders(test[key]) if key in test else []:
                    one, other = (drawn(seeder, *which) for which in DRAWS[rule])
                    same = any(x == y for x, y in zip(one, other))
                    ran += 1
                    if same != (key == "bad"):
                        problems.append(f"test {number}: {key}, and they draw {'the same' if same else 'differently'}")
        report(f"{rule}_draws_as_the_rule_says", problems if ran else ["no example has a worker_init_fn"])


# ---- rewritings that promise the same

# Rule: how many of its examples must run, print the same before and after, and call the same of what they leave open.
SAME = {"RWR007": 2, "RWR011": 2, "RWR013": 1, "RWR014": 2}


def printed(text):
    """-> what it prints, or None where it doesn't run here"""
    out = io.StringIO()
    names = {name: stand_in(name) for name in open_names(ast.parse(text))}
    names["__name__"] = "example"
    torch.manual_seed(0)
    with contextlib.redirect_stdout(out), unittest.mock.patch.object(sys, "argv", ["train.py"]), \
            unittest.mock.patch.object(torch.Tensor, "cuda", lambda self, *_, **__: self), warnings.catch_warnings(), \
            tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder) if hasattr(contextlib, "chdir") else contextlib.nullcontext(), \
            unittest.mock.patch.object(torch, "save", lambda *_: print("saved")):
        warnings.simplefilter("ignore")
        try:
            exec(compile(text, "example.py", "exec"), names)
            call_functions(ast.parse(text), names)
        except Exception as e:  # pylint: disable=broad-except
            if VERBOSE:
                print(f"# {type(e).__name__}: {e}", file=sys.stderr)
            return None
    return re.sub(r"id='\d+'", "id", out.getvalue())


def judge_rewritings():
    folder = TOP + "/rules/rewrite"
    seen = {}
    for name in sorted(os.listdir(folder)):
        rule, tests = examples(os.path.join(folder, name))
        if rule in SAME:
            both = [(printed(t["bad"]), printed(t["fixed"])) for t in tests if "fixed" in t]
            ran = [pair for pair in both if pair[0] is not None]
            problems = [f"before: {was!r}, after: {now!r}" for was, now in ran if was != now]
            if len(ran) < SAME[rule]:
                problems.append(f"{len(ran)} examples run, {SAME[rule]} should")
            seen[rule] = True
            report(f"{rule}_prints_the_same_before_and_after", problems)
    report("each_rewriting_of_the_table_is_there", sorted(set(SAME) - set(seen)))


# ---- a training before and after

def train(folder, script, *args):
    r = subprocess.run([sys.executable, script, *args], cwd=folder, capture_output=True, text=True, timeout=300, check=False,
                       env={**os.environ, "PYTHONWARNINGS": "ignore"})
    losses = dict(re.findall(r"^(first|last) ([\d.]+)$", r.stdout, re.M))
    return {k: float(v) for k, v in losses.items()}, r


def judge_toy():
    folder = tempfile.mkdtemp()
    try:
        shutil.copy(HERE + "/toy.py", folder)
        r = subprocess.run([CFGLINT, "variant", "script-speed", "toy.py", "--isolated"], cwd=folder, capture_output=True, text=True, check=False)
        made = os.path.join(folder, "toy_speed.py")
        report("the_toy_has_a_variant", [] if os.path.exists(made) else [r.stderr])
        if not os.path.exists(made):
            return
        runs = {"before": ("toy.py",), "after": ("toy_speed.py",), "after, with workers": ("toy_speed.py", "--workers", "2"),
                "after, with --amp": ("toy_speed.py", "--amp"), "resumed from the old one's": ("toy_speed.py", "--resume", "--checkpoint", "old.pth")}
        train(folder, "toy.py", "--epochs", "2", "--checkpoint", "old.pth")
        losses, problems = {}, []
        for name, args in runs.items():
            loss, r = train(folder, *args)
            losses[name] = loss
            if set(loss) != {"first", "last"}:
                problems.append(f"{name}: {r.stderr[-300:]}")
            elif not name.startswith("resumed") and not loss["last"] < loss["first"] / 2:
                problems.append(f"{name}: the loss goes from {loss['first']} to {loss['last']}")
        report("its_loss_falls_before_and_after", problems)
        report("without_flags_it_trains_as_before", [] if losses["before"] == losses["after"] else [f"{losses['before']} and {losses['after']}"])
        again, r = train(folder, "toy_speed.py", "--resume", "--epochs", "1")
        report("it_goes_on_from_its_own_checkpoint", [] if again else [r.stderr[-300:]])
    finally:
        shutil.rmtree(folder)


def lines(folder, script, *args):
    r = subprocess.run([sys.executable, script, *args], cwd=folder, capture_output=True, text=True, timeout=300, check=False,
                       env={**os.environ, "PYTHONWARNINGS": "ignore"})
    return r.stdout.splitlines() if not r.returncode else [r.stderr[-300:]]


def judge_loud():
    """All it prints stays to the last digit. With --eval-interval other numbers come: each pass over a loader draws from torch's generator."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(HERE + "/loud.py", folder)
        subprocess.run([CFGLINT, "variant", "script-speed", "loud.py", "--isolated"], cwd=folder, capture_output=True, text=True, check=False)
        was, now = lines(folder, "loud.py"), lines(folder, "loud_speed.py")
        report("every_digit_stays", [] if was == now and len(was) > 80 else [f"{a} and {b}" for a, b in zip(was, now) if a != b] or [str(now)])
        rare = lines(folder, "loud_speed.py", "--eval-interval", "3")
        held = [line.split()[2] for line in rare if line.startswith("held out")]
        report("evaluated_less_often_the_last_epoch_is", [] if held == ["3", "6", "7"] else held)
        rare = lines(folder, "loud_speed.py", "--log-interval", "10")
        report("a_mean_is_that_of_so_many", [] if sum("running" in x for x in rare) * 2 == sum("running" in x for x in was) else rare[:3])


def main():
    global VERBOSE
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-v", action="store_true")
    VERBOSE = parser.parse_args().v
    judge_rules()
    judge_seeds()
    judge_rewritings()
    judge_toy()
    judge_loud()
    sys.exit(failed)


if __name__ == "__main__":
    main()
