#!/bin/sh
# SPDX-License-Identifier: MIT
# Shows cfglint on the bundled project fixtures/bevseg: findings, fixes as a diff, variants. Nothing but build/demo is written.
# Run from anywhere; CFGLINT names another binary. Exit status 0 although there are findings; not 0 when cfglint itself fails.
set -eu
cd "$(dirname "$0")/.."
CFGLINT=${CFGLINT:-build/cfglint}
project=fixtures/bevseg/configs
baseline=$project/baseline/ground_r50_200k.py
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

say "1. A project's configs. Nothing in it is run or imported; each config is merged with its bases as the training code
would do it, and the result is checked. Rules about speed are off unless asked for; here they are on.
Each finding has its place, a rule (in brackets), and, where there is one, a fix."
run 1 lint --extend-select perf "$project"

say "2. What a rule is about, and what happens at run time:"
run 0 explain RUN001

say "3. The safe fixes as a diff (--fix applies them; --unsafe-fixes adds those that change what training does).
Each is loaded and compared before it is offered: nothing changes but what the fix says. The files stay as they are."
run 1 lint --diff "$project"

say "4. Variants of a config that is fine: a small file that inherits from it and says why it changes each value.
They suppose the machine of fixtures/bevseg/.cfglint.yaml: 1 GPU, 32 cores."
run 0 variant optimized,high-memory,speed,stutter-free "$baseline" --output-dir "$out" --force

say "5. One of the files:"
written=$out/ground_r50_200k_high_memory.py
printf '\n$ cat %s\n\n' "$written"
cat "$written"

say "It is a config like any other, and it has no findings but the log interval that it inherits:"
run 1 lint --extend-select perf --config fixtures/bevseg/.cfglint.yaml "$written"

say "What to try next:
    $CFGLINT lint your/configs --gpus 1 --cores 32
    $CFGLINT show --facts $baseline      what the rules know about a config
    $CFGLINT rules                       all rules
    $CFGLINT variant optimized $baseline --set budget=iters --stdout
The configs of this demo are in $project, its variants in $out; docs/writing-rules.md tells how to add a rule."
