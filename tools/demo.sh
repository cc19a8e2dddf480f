#!/bin/sh
# SPDX-License-Identifier: MIT
# Shows cfglint on the bundled project fixtures/bevseg: what slows a run, findings, fixes as a diff, variants. Nothing but build/demo is written.
# Run from anywhere; CFGLINT names another binary. Exit status 0 although there are findings; not 0 when cfglint itself fails.
set -eu
cd "$(dirname "$0")/.."
CFGLINT=${CFGLINT:-build/cfglint}
project=fixtures/bevseg/configs
baseline=$project/baseline/ground_r50_200k.py
slow=$project/experiments/slow_run.py
out=build/demo

if [ ! -x "$CFGLINT" ]; then
	echo "demo: $CFGLINT is not there; run make first" >&2
	exit 2
fi

say() { printf '\n%s\n' "$*"; }
# run MOST ARGUMENTS...: shows and runs a command; a status above MOST ends the demo
run() {
	most=$1
	shift
	printf '\n$ cfglint %s\n\n' "$*"
	status=0
	"$CFGLINT" "$@" 2>&1 || status=$?
	if [ "$status" -gt "$most" ]; then
		echo "demo: cfglint ended with status $status" >&2
		exit "$status"
	fi
}

say "1. A run takes two days instead of one, the GPU is at 40 %, and it stutters. What in its config costs the time, the worst
first, each with the diff that mends it. Nothing is run or imported: the config is merged with its bases as the training
code would do it, and the result is looked at. The machine is that of fixtures/bevseg/.cfglint.yaml: 1 GPU, 32 cores."
run 0 slow "$slow"

say "2. What can be changed together, as a small file that inherits from it; the config itself stays as it is:"
run 0 variant speed "$slow" --output-dir "$out" --force
printf '\n$ cat %s\n\n' "$out/slow_run_speed.py"
cat "$out/slow_run_speed.py"

say "3. All configs of the project: what crashes, is silently ignored or trains worse.
Each finding has its place, a rule (in brackets), and, where there is one, a fix; 'explain' documents the rule."
run 1 lint "$project"
run 0 explain RUN001

say "4. The safe fixes as a diff (--fix applies them; --unsafe-fixes adds those that change what training does).
Each is loaded and compared before it is offered: nothing changes but what the fix says. The files stay as they are. Two of
these configs don't load, and a diff doesn't list what is wrong with them: that is said, and the status is 2."
run 2 lint --diff "$project"

say "5. Variants of a config that is fine: a small file that inherits from it and says why it changes each value.
Each says what it assumed."
run 0 variant optimized,high-memory,stutter-free "$baseline" --output-dir "$out" --force

say "6. One of the files:"
written=$out/ground_r50_200k_high_memory.py
printf '\n$ cat %s\n\n' "$written"
cat "$written"

say "It is a config like any other; what is left to say are suggestions for speed:"
run 1 lint --extend-select perf --config fixtures/bevseg/.cfglint.yaml "$written"

say "What to try next:
    $CFGLINT lint your/configs --gpus 1 --cores 32
    $CFGLINT show --facts $baseline      what the rules know about a config
    $CFGLINT rules                       all rules
    $CFGLINT variant optimized $baseline --set budget=iters --stdout
The configs of this demo are in $project, its variants in $out; docs/writing-rules.md tells how to add a rule."
