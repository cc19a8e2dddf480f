# SPDX-License-Identifier: MIT
"""Training runs as mmcv 1.x and MMEngine would log them, made up second by second in the order in which their hooks run, so that the truth is known.

    run = simulate(framework="mmcv1", epochs=False, length=37, iterations=300, every=10, checkpoint=(25, 0.8), evaluation=(60, 1.5), ...)
    run.text, run.json_lines    what the log files hold
    run.truth                   seconds by cause: start, compute, data, checkpoint, evaluation, pass, stall; wall: from the first line to the last

What happens where is that of mmcv/runner/{iter_based_runner,epoch_based_runner}.py with hooks iter_timer, checkpoint, evaluation and logger of
1.7, and of mmengine/runner/loops.py with iter_timer_hook, checkpoint_hook and logger_hook."""
import collections
import datetime
import json
import random

BEGIN = datetime.datetime(2024, 3, 1, 12, 0, 0)
SLEEP = 2.0  # of mmcv's IterLoader and EpochBasedRunner, of MMEngine's finite loaders


class Run:
    """One start. checkpoint, evaluation: (interval, seconds), 0: never; by epochs in loops of epochs where by_epoch is set."""

    def __init__(self, seed, framework, epochs, length, iterations, every, checkpoint, evaluation, by_epoch=False, step=0.05, wait=0.002,
                 restart=0.3, start=1.5, stalls=(), stall=0, noise=0.02, grow=0, vary=0.05, name="a"):
        self.o = dict(locals())
        self.mmengine = framework == "mmengine"
        self.epochs, self.length, self.iterations, self.every = epochs, length, iterations, every
        self.checkpoint, self.evaluation, self.by_epoch = checkpoint, evaluation, by_epoch and epochs
        self.restart, self.stalls, self.stall = restart, set(stalls), stall or (6 if self.mmengine else 1.3)
        self.random = random.Random(seed)
        self.noise, self.drift, self.step, self.wait = noise, 0.0, step, wait
        self.vary = vary  # part by which one checkpoint takes longer or shorter than another, and one evaluation
        self.grow = grow  # seconds by which the loader takes longer from one iteration to the next, behind the 80th
        self.now, self.t0 = 0.0, 0.0
        self.truth = collections.defaultdict(float)
        self.count = collections.Counter()
        self.lines, self.json = [], []
        self.times, self.data_times = [], []
        self.first = self.last = None
        self.run(start)
        self.truth = collections.defaultdict(float, self.told)  # up to the last line

    # --- the clock and the files

    def spend(self, what, seconds):
        self.now += seconds
        self.truth[what] += seconds

    def say(self, message, level="INFO"):
        at = BEGIN + datetime.timedelta(seconds=self.now)
        if self.mmengine:
            self.lines.append(f"{at:%Y/%m/%d %H:%M:%S} - mmengine - {level} - {message}")
        else:
            self.lines.append(f"{at:%Y-%m-%d %H:%M:%S},{at.microsecond // 1000:03d} - mmseg - {level} - {message}")
        self.first = self.now if self.first is None else self.first
        self.last, self.told = self.now, dict(self.truth)

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"

    @property
    def json_lines(self):
        return "".join(json.dumps(o) + "\n" for o in self.json)

    # --- what runners do

    def due(self, what, i):
        return what[0] and i % what[0] == 0

    def save(self, i, unit):
        self.say(f"Saving checkpoint at {i} {unit}")
        self.spend("checkpoint", self.checkpoint[1] * self.random.uniform(1 - self.vary, 1 + self.vary))
        self.count["checkpoint"] += 1

    def evaluate(self, i, epoch):
        seconds, of = self.evaluation[1] * self.random.uniform(1 - self.vary, 1 + self.vary), 40
        label = f"[{epoch}]" if self.epochs else ""
        self.count["evaluation"] += 1
        if not self.mmengine:
            self.spend("evaluation", seconds)
            self.say(f"Epoch(val) {label}[{of}]\tmIoU: 0.3400" if self.epochs else f"Iter(val) [{of}]\tmIoU: 0.3400")
            self.json.append({"mode": "val", "epoch": epoch, "iter": of, "mIoU": 0.34})
            return
        kind = "Epoch(val) " if self.epochs else "Iter(val) "
        for at in (of // 2, of):
            self.spend("evaluation", seconds * 0.45)
            self.say(f"{kind}{label}[{at}/{of}]    eta: 0:00:00  time: {seconds * 0.9 / of:.4f}  data_time: 0.0140  ")
        self.spend("evaluation", seconds * 0.1)
        self.say(f"{kind}{label}[{of}/{of}]    mIoU: 0.3400  data_time: 0.0160  time: 0.0170")
        self.json.append({"mIoU": 0.34, "data_time": 0.016, "time": 0.017, "step": epoch if self.epochs else i})

    def train_line(self, i, epoch, inner):
        n = 10 if self.mmengine else self.every
        time = sum(self.times[-n:]) / len(self.times[-n:])
        data = sum(self.data_times[-n:]) / len(self.data_times[-n:])
        eta = datetime.timedelta(seconds=int(time * (self.iterations - i)))
        if self.mmengine:
            width = len(str(self.length if self.epochs else self.iterations))
            where = f"Epoch(train)  [{epoch}][{inner:{width}}/{self.length}]" if self.epochs else f"Iter(train) [{i:{width}}/{self.iterations}]"
            self.say(f"{where}  lr: 1.0000e-02  eta: {eta}  time: {time:.4f}  data_time: {data:.4f}  loss: 0.6900")
            self.json.append({"lr": 0.01, "data_time": data, "loss": 0.69, "time": time, **({"epoch": epoch} if self.epochs else {}), "iter": i, "step": i})
        else:
            where = f"Epoch [{epoch}][{inner}/{self.length}]" if self.epochs else f"Iter [{i}/{self.iterations}]"
            self.say(f"{where}\tlr: 1.000e-02, eta: {eta}, time: {time:.3f}, data_time: {data:.3f}, loss: 0.6900")
            self.json.append({"mode": "train", "epoch": epoch, "iter": inner if self.epochs else i, "lr": 0.01, "data_time": round(data, 5),
                              "loss": 0.69, "time": round(time, 5)})
            self.times, self.data_times = [], []

    def iteration(self, i, restarted):
        """From the timer's start to its end; the seconds of what comes before an iteration are data_time's."""
        if restarted:
            self.spend("pass", self.restart)
        if i in self.stalls:
            self.spend("stall", self.stall)
            self.count["stall"] += 1
        self.spend("data", self.wait + self.grow * max(i - 80, 0))
        data_time = self.now - self.t0
        self.drift = 0.5 * self.drift + 0.75 ** 0.5 * self.random.gauss(0, 1)
        self.spend("compute", self.step * max(1 + self.noise * self.drift, 0.1))
        return data_time

    def stop_timer(self, data_time):
        self.times.append(self.now - self.t0)
        self.data_times.append(data_time)
        self.t0 = self.now

    def run(self, start):
        self.say("Environment info:" if not self.mmengine else "")
        if self.mmengine:
            self.lines[-1:] = [self.lines[-1].rstrip(), "-" * 60, "System environment:", "    sys.platform: linux", "", "Runtime environment:",
                               "    GPU number: 1", "-" * 60, ""]
        else:
            self.lines += ["-" * 60, "sys.platform: linux", "PyTorch: 1.13.0", "-" * 60, ""]
        self.spend("start", start)
        if not self.mmengine:
            self.say("Start running, host: a@b, work_dir: /w")
            self.say(f"workflow: [('train', 1)], max: {self.iterations // self.length} epochs" if self.epochs else
                     f"workflow: [('train', 1)], max: {self.iterations} iters")
        self.t0 = self.now
        (self.run_epochs if self.epochs else self.run_iterations)()

    def after(self, i, epoch, inner, data_time):
        """The hooks after an iteration, in their order."""
        logs = inner % self.every == 0 if self.epochs else i % self.every == 0
        saves, evaluates = (not self.by_epoch and self.due(w, i) for w in (self.checkpoint, self.evaluation))
        if self.mmengine:
            self.stop_timer(data_time)
            if logs:
                self.train_line(i, epoch, inner)
            if saves:
                self.save(i, "iterations")
        else:
            if saves:
                self.save(i, "iterations")
            self.stop_timer(data_time)
            if logs:
                self.train_line(i, epoch, inner)
        if evaluates:
            if not self.mmengine:
                self.times, self.data_times = [], []
            self.evaluate(i, epoch)

    def run_iterations(self):
        for i in range(1, self.iterations + 1):
            restarted = i > 1 and (i - 1) % self.length == 0
            if restarted:
                self.count["pass"] += 1
                if self.mmengine and self.count["pass"] == 1:  # MMEngine says it once
                    self.say("Reach the end of the dataloader, it will be restarted and continue to iterate.", "WARNING")
                self.spend("pass", SLEEP)
            self.after(i, (i - 1) // self.length + 1, i, self.iteration(i, restarted))

    def run_epochs(self):
        for epoch in range(1, self.iterations // self.length + 1):
            self.t0 = self.now
            if not self.mmengine:
                self.spend("pass" if epoch > 1 else "start", SLEEP)
            self.count["pass"] += epoch > 1
            for inner in range(1, self.length + 1):
                i = (epoch - 1) * self.length + inner
                self.after(i, epoch, inner, self.iteration(i, inner == 1 and epoch > 1))
            if not self.mmengine:
                self.times, self.data_times = [], []
            if self.by_epoch and self.due(self.checkpoint, epoch):
                self.save(epoch, "epochs")
            if self.by_epoch and self.due(self.evaluation, epoch):
                self.evaluate(epoch * self.length, epoch)


def options(seed):
    """A random run, as arguments of Run."""
    r = random.Random(seed)
    epochs = r.random() < 0.4
    every = r.choice((1, 5, 10, 20, 50))
    length = r.choice((37, 60, 97, 150, 250))
    iterations = max(30 * every, 300) // length * length + length if epochs else r.randrange(max(30 * every, 300), max(60 * every, 600))
    by_epoch = epochs and r.random() < 0.7
    interval = (lambda *of: r.choice(of))
    return dict(seed=seed, framework=r.choice(("mmcv1", "mmengine")), epochs=epochs, length=length if epochs or r.random() < 0.5 else 10 ** 6,
                iterations=iterations, every=every, by_epoch=by_epoch,
                checkpoint=(interval(0, 1, 2) if by_epoch else interval(0, 25, 40, every * 4, every * 7 + 3), r.uniform(0.3, 3)),
                evaluation=(interval(0, 1, 2) if by_epoch else interval(0, 60, every * 5, every * 9), r.uniform(0.5, 5)),
                step=r.uniform(0.03, 0.4), wait=r.choice((0.001, 0.01, 0.1)), restart=r.uniform(0.05, 1), start=r.uniform(0.5, 20),
                stalls=[r.randrange(20, iterations) for _ in range(r.choice((0, 0, 1, 3)))], noise=r.choice((0.005, 0.02, 0.04)))
