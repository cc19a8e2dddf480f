#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fuzzes whole projects: folders of several files of all kinds, each made by a grammar (grammar.py) or by mutation of a fixture, go
through the commands of the sanitized program and through a session of its server.

    projects.py [--seed N] [--first N] [--count N | --seconds N] [--keep FOLDER] [--go-on]

What must hold of each: exit status 0, 1 or 2 within a time, no report of a sanitizer, nothing written outside the project, nothing at
all by a command that only looks, no output line that begins with a workflow command of the project's where a CI runner would take it.
The first that breaks one is left in the FOLDER with the command; `--seed N --first I --count 1` makes project I of seed N again.
"""
import argparse
import collections
import json
import os
import queue
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
import grammar  # noqa: E402
import lsp  # noqa: E402

CFGLINT = os.environ.get("CFGLINT", TOP + "/build/asan/cfglint")
LIMIT = 30  # seconds of a command, sanitized, on a busy machine
RUNNERS = [{}, {"GITHUB_ACTIONS": "true"}, {"TF_BUILD": "True"}, {"TEAMCITY_VERSION": "1"}]
SIGNS = ("AddressSanitizer", "runtime error:", "LeakSanitizer", "ThreadSanitizer", "internal error", "BUG")
EXTENSION = {"script": ".py", "config": ".py", "json": ".json", "yaml": ".yaml", "settings": ".yaml", "sh": ".sh", "log": ".log", "text": ".txt", "rule": ".yaml"}
PATHS = {"script": ["{}.py", "tools/{}.py", "lib/{}.py", "tools/train.py", "lib/__init__.py", "{}/__init__.py"], "config": ["configs/{}.py", "{}.py", "configs/{}/{}.py"],
         "json": ["{}.json", "configs/{}.json", "work_dirs/{}/x.log.json", "annotations.json"], "yaml": ["{}.yaml", "configs/{}.yaml", "{}.yml"],
         "settings": [".cfglint.yaml", "configs/.cfglint.yaml"], "sh": ["{}.sh", "tools/{}.sh", "run.sh"], "log": ["{}.log", "work_dirs/{}/x.log"],
         "text": ["requirements.txt", ".gitignore", "pyproject.toml", "setup.py", ".ignore", "README.md"], "rule": ["rules/{}.yaml", "rules/fam/{}.yaml"]}
WEIGHTS = {"script": 8, "config": 7, "sh": 3, "yaml": 2, "json": 2, "settings": 1, "text": 1, "log": 1, "rule": 1}


class Broken(Exception):
    pass


# --- a project

def fixtures():
    """Texts by kind, in an order that is the same everywhere."""
    found = collections.defaultdict(list)
    for top in ("fixtures/semantics", "fixtures/cli", "fixtures/bevseg", "tests/fuzz/corpus", "tests/fuzz/crashers", "rules"):
        for folder, below, files in os.walk(os.path.join(TOP, top)):
            below.sort()
            for f in sorted(files):
                path = os.path.join(folder, f)
                if os.path.islink(path) or not os.path.isfile(path) or os.path.getsize(path) > 100000 or f in ("cmd", "expected.stdout"):
                    continue
                kind = kind_of(path)
                if kind:
                    found[kind].append(path)
    return found


def kind_of(path):
    end = os.path.splitext(path)[1]
    if "/rules/" in path and end == ".yaml":
        return "rule"
    if end == ".py" or "/corpus/script/" in path or "/crashers/script/" in path:
        with open(path, encoding="utf-8", errors="replace") as f:
            return "script" if re.search(r"^(import|from) +(torch|argparse|mmcv\b(?!.*read_base))|^class |^def ", f.read(), re.M) else "config"
    return {".json": "json", ".yaml": "settings" if path.endswith(".cfglint.yaml") else "yaml", ".yml": "yaml", ".sh": "sh", ".log": "log", ".txt": "text"}.get(end)


class Project:
    def __init__(self, r, known, folder):
        self.r, self.known, self.folder, self.files = r, known, folder, {}
        for _ in range(r.choice([1, 2, 3, 4, 6, 9])):
            kind = r.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
            self.files[self.place(kind)] = kind, self.text(kind)
        for path, (_, text) in self.files.items():
            self.write(path, text)
        self.surround()

    def text(self, kind):
        r = self.r
        if kind in grammar.GRAMMAR and r.random() < 0.6:
            return grammar.text(r, kind)
        known = self.known[kind] or self.known["yaml"]
        return grammar.mutated(r, self.read_fixture(r.choice(known)), self.read_fixture(r.choice(known)))

    @staticmethod
    def read_fixture(path):
        with open(path, encoding="utf-8", errors="surrogateescape", newline="") as f:
            return f.read()

    def place(self, kind):
        r = self.r
        path = r.choice(PATHS[kind])
        word = r.choice(["a", "b"]) if r.random() < 0.9 else r.choice([h for h in grammar.HOSTILE if "/" not in h])
        path = path.replace("{}", word)
        if r.random() < 0.03:
            path = f"{r.choice(grammar.HOSTILE)}/{path}"
        return path

    def write(self, path, text):
        whole = os.path.join(self.folder, path)
        try:
            os.makedirs(os.path.dirname(whole), exist_ok=True)
            with open(whole, "w", encoding="utf-8", errors="surrogatepass", newline="") as f:
                f.write(text)
        except (FileExistsError, IsADirectoryError, NotADirectoryError):
            pass
        except UnicodeEncodeError:
            with open(whole, "wb") as f:
                f.write(text.encode("utf-8", "surrogateescape" if "\ud800" not in text else "replace"))

    def git(self, *words):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "core.hooksPath=/nonexistent", "-C", self.folder, *words],
                       check=False, capture_output=True, timeout=60)

    def surround(self):
        """Links, a repository (real, damaged or made up), modes."""
        r, f = self.r, self.folder
        kind = r.randrange(8)
        if kind == 0:
            self.git("init", "-q")
            self.git("add", "-A")
            self.git("commit", "-qm", "a")
            for path in r.sample(sorted(self.files), 1):
                self.write(path, self.text(self.files[path][0]))
        elif kind == 1:
            for name in r.sample(["HEAD", "config", "shallow", "index", "refs/heads/main", "packed-refs"], r.randint(1, 4)):
                self.write(".git/" + name, r.choice(["", "ref: refs/heads/main\n", "ref: ../../outside/x\n", "0" * 40 + "\n", "[core]\n\tbare = maybe\n", "\0" * 100]))
        elif kind == 2:
            self.write(".git", r.choice(["gitdir: ../outside\n", "gitdir: .git\n", "x"]))
        if r.random() < 0.15:
            try:
                os.symlink(r.choice(["../outside/secret.py", "../outside", ".", "..", "a.py", "link.py", "/dev/zero"]), os.path.join(f, r.choice(["link.py", "configs/link.py", "lib"])))
            except OSError:
                pass
        if r.random() < 0.03:
            try:
                os.mkfifo(os.path.join(f, "pipe.py"))
            except OSError:
                pass

    def named(self, *kinds):
        some = [p for p, (k, _) in self.files.items() if k in kinds]
        return self.r.choice(some) if some else self.r.choice([".", *self.files, "gone.py"])

    def key(self):
        return ".".join(self.r.choice(grammar.KEYS) for _ in range(self.r.randint(1, 3)))


# --- what is run

LOOK, WRITE = False, True


def commands(p):
    """Calls of the program: (kind, may it write, words)."""
    r = p.r
    formats = ["full", "concise", "json", "jsonl", "sarif", "github", "gitlab", "junit", "gcc"]
    configs, scripts, any_file = p.named("config", "json", "yaml"), p.named("script"), p.named(*WEIGHTS)
    machine = ["--gpus", "8", "--cores", "64"] if r.random() < 0.5 else []
    yield "lint", LOOK, [".", *machine]
    yield r.choice([
        ("lint file", LOOK, ["--", any_file]), ("lint format", LOOK, ["-f", r.choice(formats), "."]), ("lint all", LOOK, ["--select", "ALL", "--pedantic", "--carried", "."]),
        ("silence", LOOK, ["--explain-silence", "."]), ("lint rules", LOOK, ["--rules", "rules", "."]), ("diff of fixes", LOOK, ["--diff", "--unsafe-fixes", "."]),
        ("stdin", LOOK, ["--stdin-filename", any_file, "-"]), ("hook", LOOK, ["--hook", "--", any_file])])
    yield r.choice([
        ("slow", LOOK, ["slow", *machine, "."]), ("plan", LOOK, ["plan", *machine, "--", configs]), ("show", LOOK, ["show", "-f", r.choice(["py", "yaml", "json", "jsonl"]), "--", configs]),
        ("show", LOOK, ["show", r.choice(["--provenance", "--unknown", "--model", "--facts", "--keys"]), "--", configs]), ("where", LOOK, ["where", p.key(), "."]),
        ("trace", LOOK, ["trace", p.key()]), ("trace", LOOK, ["trace", p.key(), "--", configs]), ("unread", LOOK, ["unread", "--", configs]), ("deps", LOOK, ["deps", "."]),
        ("diff", LOOK, ["diff", "--", configs, p.named("config")]), ("launches", LOOK, ["launches", "-f", r.choice(["text", "json"]), "."]), ("impact", LOOK, ["impact", "HEAD"]),
        ("log", LOOK, ["log", "--", p.named("log", "json")]), ("compare", LOOK, ["compare", "--", p.named("log", "json"), p.named("log", "json")]),
        ("config", LOOK, ["config", "--", any_file]), ("explain", LOOK, ["explain", r.choice(["KEY001", "DAT101", "SCR101", "CFG005"]), "--", any_file]),
        ("variant stdout", LOOK, ["variant", r.choice(["speed", "smoke", "high-memory"]), "--stdout", "--", configs]),
        ("variant script", LOOK, ["variant", "script-speed", "--stdout", "--", scripts]), ("show of all", LOOK, ["show", "."]), ("slow script", LOOK, ["slow", "--", scripts])])
    if r.random() < 0.7:
        yield r.choice([("fix", WRITE, ["--fix", "."]), ("fix all", WRITE, ["--fix", "--unsafe-fixes", "--edit-bases", "--edit-code", *machine, "."]),
                        ("fix file", WRITE, ["--fix", "--unsafe-fixes", "--", any_file]), ("fix again", WRITE, ["--fix-only", "--select", "ALL", "--unsafe-fixes", "."]),
                        ("variant", WRITE, ["variant", r.choice(["speed", "smoke"]), *machine, "--", configs]), ("init", WRITE, ["init"])])


def seen(folder):
    """What stands there, with its times."""
    out = {}
    for at, below, files in os.walk(folder):
        if ".git" in below:
            below.remove(".git")
        for f in below + files:
            st = os.lstat(os.path.join(at, f))
            out[os.path.join(at, f)] = (st.st_mode, st.st_size, st.st_mtime_ns) if f in files else st.st_mode
    return out


def judge_text(text, err, status, runner):
    sign = next((s for s in SIGNS if s in err or s in text), None)
    if sign and ("SUMMARY" in err or sign in ("runtime error:", "internal error", "BUG")) and status not in (0, 1, 2) or "SUMMARY: " in err:
        raise Broken(f"{sign} (status {status})")
    if status not in (0, 1, 2):
        raise Broken(f"status {status}")
    if runner:
        for line in text.split("\n") + err.split("\n"):
            if re.match(r"\s*(::(notice|set-output)::owned|##vso\[task|##teamcity\[owned)", line):
                raise Broken(f"a workflow command begins a line: {line[:100]!r}")


class Trial:
    def __init__(self, o, known, index):
        self.o, self.index, self.r = o, index, random.Random(f"{o.seed}:{index}")
        self.top = tempfile.mkdtemp(prefix="cfglint-projects-")
        self.folder = self.top + "/project"
        for d in ("project", "outside", "home"):
            os.mkdir(f"{self.top}/{d}")
        for f in ("secret.py", "x.py", "x.yaml", "HEAD"):
            with open(f"{self.top}/outside/{f}", "w", encoding="utf-8") as out:
                out.write("secret = 1\n")
        self.p = Project(self.r, known, self.folder)
        self.words, self.said, self.sent = None, "", []

    def env(self, runner):
        env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "CFGLINT_RULES", "GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION")}
        return dict(env, HOME=self.top + "/home", XDG_CONFIG_HOME=self.top + "/home/c", CFGLINT_CACHE_DIR=self.o.cache, ASAN_OPTIONS="detect_stack_use_after_return=0",
                    UBSAN_OPTIONS="halt_on_error=1:print_stacktrace=1", **runner)

    def run(self, count):
        for kind, writes, words in commands(self.p):
            self.one(kind, writes, words)
            count[kind] += 1
        if self.r.random() < 0.25:
            before = seen(self.top)
            self.words = ["server"]
            count["requests"] += session(self)
            count["server"] += 1
            self.same(before, seen(self.top), LOOK)

    def one(self, kind, writes, words):
        runner = self.r.choice(RUNNERS)
        self.words = words
        before = seen(self.top)
        text = self.p.files.get(words[1], ("", ""))[1] if kind == "stdin" else ""
        try:
            done = subprocess.run([CFGLINT, *words], cwd=self.folder, capture_output=True, timeout=LIMIT, env=self.env(runner), check=False,
                                  input=text.encode("utf-8", "replace"))
        except subprocess.TimeoutExpired:
            raise Broken(f"not done within {LIMIT} s") from None
        except ValueError:  # a NUL in a name
            return
        self.said = done.stderr.decode(errors="replace")
        judge_text(done.stdout.decode(errors="replace"), self.said, done.returncode, runner)
        self.same(before, seen(self.top), writes)

    def same(self, before, after, writes):
        for path in sorted(before.keys() | after.keys()):
            if before.get(path) != after.get(path) and not (writes and path.startswith(self.folder + "/")) and path != self.folder:
                raise Broken(f"{os.path.relpath(path, self.top)} was written")

    def keep(self, why):
        to = os.path.join(self.o.keep, f"projects-{self.o.seed}-{self.index}")
        shutil.rmtree(to, ignore_errors=True)
        shutil.copytree(self.top, to, symlinks=True, ignore=lambda d, names: [n for n in names if n == "pipe.py"])
        with open(to + "/requests", "w", encoding="utf-8") as f:
            f.writelines(line + "\n" for line in self.sent)
        with open(to + "/why", "w", encoding="utf-8") as f:
            f.write(f"{why}\ncfglint {shlex.join(self.words or [])}\n{self.said[:20000]}")
        return to

    def end(self):
        shutil.rmtree(self.top, ignore_errors=True)


# --- the server

def small(data):
    """Without numbers that JSON of 64 bits has not: a server can't tell whose request that was."""
    return json.loads(json.dumps(data), parse_int=lambda n: int(n) % 2 ** 31)


def requests(r, path):
    place = {"line": r.choice([0, 1, 2, 3, 5, 10, 99999]), "character": r.choice([0, 1, 2, 5, 9, 40, 99999])}
    to = {"line": place["line"] + r.choice([0, 1, 5]), "character": r.choice([0, 3, 80])}
    doc = {"textDocument": {"uri": lsp.uri(path)}}
    at = dict(doc, position=place)
    return r.choice([
        ("textDocument/hover", at), ("textDocument/completion", at), ("textDocument/definition", at), ("textDocument/references", dict(at, context={"includeDeclaration": True})),
        ("textDocument/prepareRename", at), ("textDocument/rename", dict(at, newName=r.choice(grammar.NAMES + ["1x", ""] + grammar.HOSTILE))), ("textDocument/documentSymbol", doc),
        ("textDocument/foldingRange", doc), ("textDocument/documentLink", doc), ("textDocument/diagnostic", doc), ("textDocument/inlayHint", dict(doc, range={"start": place, "end": to})),
        ("textDocument/codeAction", dict(doc, range={"start": place, "end": to}, context={"diagnostics": []})),
        ("workspace/executeCommand", {"command": r.choice(["cfglint.fixAll", "cfglint.show", "cfglint.plan", "x"]), "arguments": [lsp.uri(path)]}),
        ("textDocument/x", at), ("textDocument/hover", small(grammar.data(r)))])


class Recorder(lsp.Client):
    """Keeps what it sends: a line each in `sent`."""
    sent = ()

    def send(self, *messages):
        self.sent = [*self.sent, *map(json.dumps, messages)]
        super().send(*messages)

    def take(self, seconds=LIMIT):
        return super().take(seconds)


def session(trial):
    """An editor's: documents are opened, edited, closed and asked about; the number of requests."""
    r, p, asked, opened = trial.r, trial.p, 0, []
    client = Recorder(CFGLINT, trial.folder, env=trial.env({}), options={}, unit=r.choice(["utf-16", "utf-8", "utf-32"]))
    paths = [os.path.join(trial.folder, x) for x in p.files] + [os.path.join(trial.folder, "new.py")]
    try:
        for _ in range(r.randint(3, 25)):
            path = r.choice(opened or paths)
            kind = r.randrange(8)
            if kind == 0 or not opened:
                path = r.choice(paths + ["untitled:Untitled-1"])
                client.text[path] = p.files.get(os.path.relpath(path, trial.folder), ("", ""))[1].encode("utf-8", "replace").decode()
                client.version[path] = client.version.get(path, 0) + 1
                address = path if path.startswith("untitled:") else lsp.uri(path)
                client.tell("textDocument/didOpen", {"textDocument": {"uri": address, "languageId": "python", "version": client.version[path], "text": client.text[path]}})
                opened.append(path)
            elif kind < 3:
                change(client, r, p, path)
            elif kind == 3 and r.random() < 0.3:
                client.tell("textDocument/didClose", {"textDocument": {"uri": path if path.startswith("untitled:") else lsp.uri(path)}})
                opened = [x for x in opened if x != path]
            elif kind == 4 and r.random() < 0.3:
                client.tell(*r.choice([("workspace/didChangeWatchedFiles", {"changes": [{"uri": lsp.uri(path), "type": r.choice([1, 2, 3])}]}),
                                       ("workspace/didChangeConfiguration", {"settings": small(grammar.data(r))}), ("textDocument/didSave", {"textDocument": {"uri": lsp.uri(path)}})]))
            else:
                method, params = requests(r, path)
                client.request(method, params)
                asked += 1
        status = client.end()
    except (EOFError, BrokenPipeError):
        status = client.process.wait(LIMIT)
    except (queue.Empty, subprocess.TimeoutExpired):
        client.process.kill()
        raise Broken(f"the server gives no answer within {LIMIT} s") from None
    finally:
        if client.process.poll() is None:
            client.process.kill()
        trial.said = b"".join(client.said).decode(errors="replace")
        trial.sent = client.sent
    judge_text("", trial.said, status, {})
    if status:
        raise Broken(f"status {status} of the server")
    return asked


def change(client, r, p, path):
    t = client.text[path]
    edits = []
    for _ in range(r.choice([1, 1, 1, 3, 50])):
        lo = r.randint(0, len(t))
        hi = min(len(t), lo + r.choice([0, 0, 1, 5, 100, 10 ** 6]))
        new = r.choice(["", "a", "\n", grammar.circle(r), grammar.statement(r), "é𝄞", "\r\n", "\0", "("])
        edits.append((lo, hi, new))
        t = t[:lo] + new + t[hi:]
    if r.random() < 0.1:
        edits = [p.text("script").encode("utf-8", "replace").decode()]
    if path.startswith("untitled:"):
        client.version[path] += 1
        client.text[path] = t = edits[-1] if isinstance(edits[-1], str) else t
        client.tell("textDocument/didChange", {"textDocument": {"uri": path, "version": client.version[path]}, "contentChanges": [{"text": t}]})
        return
    try:
        client.change(path, *edits)
    except IndexError:  # a position that the client's idea of lines has not
        client.change(path, t)


# --- all of them

def main():
    o = argparse.ArgumentParser()
    o.add_argument("--seed", type=int, default=1)
    o.add_argument("--first", type=int, default=0)
    o.add_argument("--count", type=int, default=10 ** 9)
    o.add_argument("--seconds", type=float, default=10 ** 9)
    o.add_argument("--keep", default="build/fuzz")
    o.add_argument("--go-on", action="store_true", help="after one that breaks something")
    o = o.parse_args()
    known, count, broken, end = fixtures(), collections.Counter(), 0, time.monotonic() + o.seconds
    o.keep = os.path.abspath(o.keep)
    os.makedirs(o.keep, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="cfglint-cache-") as o.cache:
        for index in range(o.first, o.first + o.count):
            trial = Trial(o, known, index)
            try:
                trial.run(count)
            except Broken as e:
                broken += 1
                print(f"project {index} of seed {o.seed}: {e}: cfglint {shlex.join(trial.words)}: {trial.keep(e)}", flush=True)
            finally:
                trial.end()
            count["projects"] += 1
            for kind, _ in trial.p.files.values():
                count["file " + kind] += 1
            if (broken and not o.go_on) or time.monotonic() > end:
                break
    print(f"projects: {count.pop('projects')} of seed {o.seed}, {broken} broke something: " + ", ".join(f"{n} {kind}" for kind, n in sorted(count.items())))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
