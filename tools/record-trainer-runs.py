#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Records what transformers' own Trainer makes of its arguments: fixtures/trainer-runs.jsonl.

    record-trainer-runs.py TRANSFORMERS_CLONE > fixtures/trainer-runs.jsonl

The functions are taken out of the releases' own files and run, with random arguments, without torch: the length of the run
(Trainer.set_initial_training_values; before 4.48 the same lines of _inner_training_loop), the warm-up (TrainingArguments.get_warmup_steps), what is
logged, evaluated and saved after which step (TrainerState.compute_steps, DefaultFlowCallback), and the learning rates (the lambdas of optimization.py).
A record is a line of JSON: version, arguments, samples, processes, and what came out.
"""
import ast
import json
import math
import random
import subprocess
import sys
import types

VERSIONS = ["4.38.2", "4.41.0", "4.46.0", "4.51.3", "4.57.0", "5.0.0", "5.3.0", "5.15.0"]
SEED, EACH = 7, 16
SOURCES = {"trainer": "src/transformers/trainer.py", "args": "src/transformers/training_args.py",
           "callback": "src/transformers/trainer_callback.py", "optimization": "src/transformers/optimization.py"}
LAMBDAS = {"linear": "_get_linear_schedule_with_warmup_lr_lambda", "cosine": "_get_cosine_schedule_with_warmup_lr_lambda",
           "constant_with_warmup": "_get_constant_schedule_with_warmup_lr_lambda", "inverse_sqrt": "_get_inverse_sqrt_schedule_lr_lambda",
           "cosine_with_restarts": "_get_cosine_with_hard_restarts_schedule_with_warmup_lr_lambda",
           "polynomial": "_get_polynomial_decay_schedule_with_warmup_lr_lambda", "constant": None}


class Word(str):
    """A strategy, as the classes of words compare."""


def words(**names):
    return types.SimpleNamespace(**{k: Word(v) for k, v in names.items()})


def source_of(clone, version, path):
    return subprocess.run(["git", "--git-dir", clone, "show", f"v{version}:{path}"], capture_output=True, text=True, check=True).stdout


def function(tree, name, owner=None):
    scope = next(n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == owner).body if owner else tree.body
    found = [n for n in scope if isinstance(n, ast.FunctionDef) and n.name == name]
    return found[0] if found else None


def compiled(node, names):
    node.returns = None
    node.decorator_list = []
    for a in node.args.args + node.args.kwonlyargs:
        a.annotation = None
    exec(compile(ast.Module([node], []), node.name, "exec"), names)
    return names[node.name]


def run_length(trees, names):
    """f(self, args, dataloader) -> steps of an epoch, steps, epochs"""
    whole = function(trees["trainer"], "set_initial_training_values", "Trainer")
    if whole:
        f = compiled(whole, names)

        def new(self, args, loader):
            if "total_train_batch_size" in f.__code__.co_varnames[:f.__code__.co_argcount]:
                out = f(self, args, loader, args.train_batch_size)
            else:
                out = f(self, args, loader)
            return out[1], out[-1], out[0]
        return new
    loop = function(trees["trainer"], "_inner_training_loop", "Trainer")
    part = next(n for n in loop.body if isinstance(n, ast.If) and "has_length" in ast.dump(n.test))
    code = compile(ast.Module([part], []), "loop", "exec")

    def old(self, args, loader):
        local = dict(names, self=self, args=args, train_dataloader=loader, total_train_batch_size=args.train_batch_size)
        exec(code, local)
        return local["num_update_steps_per_epoch"], local["max_steps"], local["num_train_epochs"]
    return old


def shapes(tree, names):
    out = {}
    for name, called in LAMBDAS.items():
        defs = [n for n in tree.body if called and isinstance(n, ast.FunctionDef) and n.name == called]
        out[name] = compiled(defs[0], dict(names)) if defs else None  # the first of a name: the plain cosine
    return out


def rates(shape, lr, kind, warm, steps, at):
    keywords = {"num_warmup_steps": warm}
    if kind in ("linear", "cosine", "cosine_with_restarts", "polynomial"):
        keywords["num_training_steps"] = steps
    keywords.update({"cosine": {"num_cycles": 0.5}, "cosine_with_restarts": {"num_cycles": 1}, "inverse_sqrt": {"timescale": warm or 10000},
                     "polynomial": {"lr_end": 1e-7, "power": 1.0, "lr_init": lr}}.get(kind, {}))
    return {str(i): lr * (shape(i, **keywords) if shape else 1.0) for i in at}


def events(flow, compute, args, steps, epoch_steps, epochs):
    """How often it logs, evaluates and saves, by its own callback. What is saved twice after one step counts once."""
    state = types.SimpleNamespace(global_step=0, max_steps=steps, epoch=0.0, logging_steps=args.logging_steps, eval_steps=args.eval_steps,
                                  save_steps=args.save_steps)
    compute(state, args, steps)
    count = {"log": set(), "evaluate": set(), "save": set()}
    for epoch in range(epochs):
        stop = False
        for i in range(epoch_steps):
            state.global_step += 1
            state.epoch = epoch + (i + 1) / epoch_steps
            stop = tell(flow.on_step_end, args, state, count)
            if stop:
                break
        tell(flow.on_epoch_end, args, state, count)
        if stop:
            break
    return {what: len(steps) for what, steps in count.items()}


def tell(hook, args, state, count):
    control = types.SimpleNamespace(should_log=False, should_evaluate=False, should_save=False, should_training_stop=False)
    hook(args, state, control)
    for what in count:
        if getattr(control, f"should_{what}"):
            count[what].add((state.global_step, hook.__name__) if what != "save" else state.global_step)
    return control.should_training_stop


def drawn(r, version):
    new = [int(x) for x in version.split(".")] >= [4, 41]
    kinds = [k for k in LAMBDAS if k != "inverse_sqrt" or [int(x) for x in version.split(".")] >= [4, 30]]
    args = {"per_device_train_batch_size": r.choice([1, 2, 3, 8]), "gradient_accumulation_steps": r.choice([1, 1, 2, 4, 7]),
            "learning_rate": r.choice([1e-4, 2e-5, 0.001]), "lr_scheduler_type": r.choice(kinds), "logging_steps": r.choice([1, 7, 50, 0.1]),
            "save_strategy": r.choice(["steps", "epoch", "no"]), "save_steps": r.choice([13, 100, 500, 0.25]),
            "eval_strategy" if new else "evaluation_strategy": r.choice(["steps", "epoch", "no"]), "eval_steps": r.choice([9, 40, 0.2])}
    if r.random() < 0.4:
        args["max_steps"] = r.choice([1, 60, 333])
    else:
        args["num_train_epochs"] = r.choice([1, 2, 3, 1.5, 0.3])
    if r.random() < 0.3:
        args["dataloader_drop_last"] = True
    warm = r.choice(["ratio", "steps", "none"])
    if warm == "steps":
        args["warmup_steps"] = r.choice([1, 10, 100])
    elif warm == "ratio":
        args["warmup_steps" if version.startswith("5") else "warmup_ratio"] = r.choice([0.03, 0.1])
    return args


def record(r, version, parts):
    args = drawn(r, version)
    samples, processes = r.choice([100, 997, 1000, 5003]), r.choice([1, 2, 4, 8])
    full = {"max_steps": -1, "num_train_epochs": 3.0, "warmup_steps": 0, "warmup_ratio": 0.0, "dataloader_drop_last": False, "logging_first_step": False,
            "eval_delay": 0, "logging_strategy": "steps", "include_tokens_per_second": False, **args}
    full["eval_strategy"] = full.get("eval_strategy", full.get("evaluation_strategy"))
    full["evaluation_strategy"] = full["eval_strategy"]
    a = types.SimpleNamespace(**full, world_size=processes)
    each = full["per_device_train_batch_size"]
    a.train_batch_size = each * full["gradient_accumulation_steps"] * processes
    # accelerate/data_loader.py: BatchSamplerShard.__len__ with even_batches
    batches = samples // each if full["dataloader_drop_last"] else -(-samples // each)
    length = batches // processes + (0 if full["dataloader_drop_last"] or batches % processes == 0 else 1)
    if not length:
        return None
    me = types.SimpleNamespace(num_examples=lambda loader: samples, num_tokens=lambda *more: 0, get_sp_size=lambda: 1,
                               get_total_train_batch_size=lambda args: args.train_batch_size)
    epoch_steps, steps, epochs = parts["length"](me, a, range(length))
    warm = parts["warmup"](a, steps)
    kind, lr = full["lr_scheduler_type"], full["learning_rate"]
    at = sorted({0, min(warm, steps - 1), steps // 2, steps - 1})
    return {"version": version, "arguments": args, "samples": samples, "processes": processes, "epoch_steps": epoch_steps, "steps": steps,
            "warmup_steps": warm if kind != "constant" else 0, "count": events(parts["flow"], parts["compute"], a, steps, epoch_steps, epochs),
            "rates": rates(parts["shape"][kind], lr, kind, warm, steps, at)}


def parts_of(clone, version):
    trees = {k: ast.parse(source_of(clone, version, path)) for k, path in SOURCES.items()}
    strategies = words(NO="no", STEPS="steps", EPOCH="epoch", BEST="best")
    names = {"math": math, "sys": sys, "has_length": lambda x: True, "IntervalStrategy": strategies, "SaveStrategy": strategies, "Optimizer": None}
    flow = types.SimpleNamespace(**{
        hook: (lambda f: lambda args, state, control: f(None, args, state, control))(
            compiled(function(trees["callback"], hook, "DefaultFlowCallback"), dict(names))) for hook in ("on_step_end", "on_epoch_end")})
    compute = function(trees["callback"], "compute_steps", "TrainerState")

    def ratios(state, args, steps):  # before 4.47 the same lines stand in the loop
        for kind in ("logging", "eval", "save"):
            given = getattr(args, f"{kind}_steps")
            setattr(state, f"{kind}_steps", math.ceil(steps * given) if given < 1 else given)
    return {"length": run_length(trees, dict(names)), "warmup": compiled(function(trees["args"], "get_warmup_steps", "TrainingArguments"), dict(names)),
            "flow": flow, "compute": compiled(compute, dict(names)) if compute else ratios, "shape": shapes(trees["optimization"], names)}


def main():
    r = random.Random(SEED)
    for version in VERSIONS:
        parts = parts_of(sys.argv[1], version)
        done = 0
        while done < EACH:
            one = record(r, version, parts)
            if one:
                print(json.dumps(one, sort_keys=True))
                done += 1


main()
