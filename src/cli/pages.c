// SPDX-License-Identifier: MIT
/* What `cfglint help COMMAND` prints for each command besides its options. */
#include "cli/commands.h"
#include <stddef.h>

/* clang-format off */
const struct command_page command_pages[COMMAND_COUNT] = {
	[COMMAND_LINT] = {
		.about = "Find mistakes in configs, training scripts and launch scripts, and with --fix fix what is "
		"safe. Without PATH: the project of the working directory.",
		.examples = "cfglint configs/\n"
			"cfglint configs/ --fix\tapply safe fixes\n"
			"cfglint configs/ --diff | git apply\tthe same through git\n"
			"cfglint configs/ --add-baseline\tonly new findings fail from now on",
		.zero = "no finding of level warning or error (--fail-on), or all are fixed",
		.one = "such findings; changes that --diff prints",
	},
	[COMMAND_SLOW] = {
		.about = "List what slows a run of the configs down, the worst first: what, why, where, and "
			 "the diff that fixes it. Nothing is written.",
		.examples = "cfglint slow configs/net.py --gpus 8 --cores 64\n"
			"cfglint slow configs/net.py --evidence work_dirs/net\twith what it cost that run",
		.zero = "done, whatever is found",
	},
	[COMMAND_PLAN] = {
		.about = "Count what a run of a config will do, without running it: samples, steps, evaluations, "
		"checkpoints, memory, learning rate, and with a measured speed the time. Of a script, launch script "
		"or file with arguments of a known trainer each figure says which argument or default it follows from.",
		.examples = "cfglint plan configs/net.py --gpus 8\n"
			"cfglint plan configs/net.py --gpu-mem 24\twhether a step fits, and which batch does\n"
			"cfglint plan sft.yaml --gpus 8 --samples 50000\tof LLaMA-Factory\n"
			"cfglint plan sft.yaml --gpu-mem 24 -f html\tas a page with the memory as a picture\n"
			"cfglint plan configs/net.py --gpus 4 --was-gpus 8\twhat has to change\n"
			"cfglint plan configs/net.py --log work_dirs/net\twith the speed of a run",
		.zero = "done",
	},
	[COMMAND_SHOW] = {
		.about = "Print the effective config, with its bases merged, as the training code gets it. Of a "
		"folder: of each config in it. Of a script, launch script or file with arguments of a known trainer: "
		"the arguments that it gets, with the place of each (-v: defaults of the library, too).",
		.examples = "cfglint show configs/net.py\n"
			"cfglint show run.sh\targuments that a launch line brings, processes, batch\n"
			"cfglint show configs/net.py --provenance\twith file and line of each value\n"
			"cfglint show configs/ -f jsonl\tall configs, an object a line\n"
			"cfglint show configs/net.py --model\twhat it builds",
		.zero = "done",
	},
	[COMMAND_WHERE] = {
		.about = "Print which files set a key of the effective config, the base first: the last line is what "
		"counts. Of a folder: a line for each config that has the key. Of arguments of a known trainer: the "
		"defaults, too, and of a file that they name what fills in \"auto\".",
		.examples = "cfglint where optimizer.lr configs/net.py\n"
			"cfglint where learning_rate run.sh\tdefault, class, file, flag\n"
			"cfglint where optimizer.lr configs/\tin each config\n"
			"cfglint where 'pipeline[0].type' configs/net.py",
		.zero = "the key is there",
		.one = "the key is absent",
	},
	[COMMAND_TRACE] = {
		.about = "Print where a key is set, and each place of the project's training code that reads or sets "
		"it.",
		.examples = "cfglint trace optimizer.lr configs/net.py\n"
			"cfglint trace work_dir\tin the training code alone",
		.zero = "training code reads or sets the key",
		.one = "none does",
	},
	[COMMAND_UNREAD] = {
		.about = "List the keys of effective configs that no training code reads; of arguments of a known "
		"trainer, and of files that they name: those that nothing takes.",
		.examples = "cfglint unread configs/net.py\n"
			"cfglint unread ds_config.json",
		.zero = "all keys are read",
		.one = "there are such keys",
	},
	[COMMAND_DIFF] = {
		.about = "Compare two effective configs, or the arguments of two scripts, launch scripts or files, key "
		"by key, with both places. REV:FILE is the file in a git revision.",
		.examples = "cfglint diff configs/a.py configs/b.py\n"
			"cfglint diff main:configs/a.py configs/a.py\tsince a revision",
		.zero = "they are the same",
		.one = "they differ",
	},
	[COMMAND_IMPACT] = {
		.about = "Print which keys of which effective configs changed since a git revision (default: HEAD): an "
		"edited base counts in all that inherit from it. Of a named script or file with arguments of a known "
		"trainer: which scripts, launch lines and files use it, and what changed in it.",
		.examples = "cfglint impact\n"
			"cfglint impact main configs/\n"
			"cfglint impact ds_config.json\twho uses it",
		.zero = "nothing changed",
		.one = "something changed",
	},
	[COMMAND_DEPS] = {
		.about = "Print the tree of what configs inherit from. Of a folder: of all its configs.",
		.examples = "cfglint deps configs/net.py\n"
			"cfglint deps --reverse configs/_base_/data.py\twhat inherits from it",
		.zero = "done",
	},
	[COMMAND_LAUNCHES] = {
		.about = "List what launch scripts start, a row each: place, script, config, processes, flags about "
		"batches.",
		.examples = "cfglint launches tools/\n"
			"cfglint launches train.sh -f json",
		.zero = "done",
	},
	[COMMAND_LOG] = {
		.about = "Print a report of training runs from their logs: how far a run came, where its "
			 "time went, memory, checkpoints, and findings of rules about runs. PATH: a log, "
			 "a work_dir, or - for standard input.",
		.examples = "cfglint log work_dirs/net\n"
			"cfglint log work_dirs/net -f html -o run.html\ta page with pictures",
		.zero = "no error or warning is found (--fail-on)",
		.one = "such findings",
	},
	[COMMAND_COMPARE] = {
		.about = "Print whether runs train faster than the first, in samples a second, with the range in which "
		"that lies. RUN: a log, a work_dir, or a speed such as 7.45x4.",
		.examples = "cfglint compare work_dirs/before work_dirs/after\n"
			"cfglint compare 7.45x4 work_dirs/after",
		.zero = "no run is slower than the first",
		.one = "a run is slower by more than --tolerance",
	},
	[COMMAND_EXPLAIN] = {
		.about = "Document a rule, or list the rules of a family (CKP). "
			 "With files: print why the rule has no finding there.",
		.examples = "cfglint explain CKP001\n"
			"cfglint explain CKP\tthe rules of a family\n"
			"cfglint explain CKP001 configs/net.py\twhy it has no finding",
		.zero = "done",
	},
	[COMMAND_RULES] = {
		.about = "List all rules, or those that --select names: id, name, level, fix, summary.",
		.examples = "cfglint rules\n"
			"cfglint rules --select CKP,perf",
		.zero = "done",
	},
	[COMMAND_VARIANT] = {
		.about = "Write a child config for each profile and file, such as net_speed.py beside net.py; of a "
		"training script: a changed copy. A profile that can't hold its promise is refused with the "
		"reason.",
		.examples = "cfglint variant high-memory configs/net.py --gpus 8 --gpu-mem 80\n"
			"cfglint variant smoke configs/net.py --stdout\tprint it\n"
			"cfglint variant speed configs/net.py --explain\twhat would change, and why\n"
			"cfglint variant smoke configs/net.py --set iters=20",
		.zero = "done",
		.one = "a profile was refused; changes that --diff prints",
	},
	[COMMAND_SERVER] = {
		.about = "Language server for editors, on standard input and output. "
			 "docs/editors.md describes how to set up yours.",
		.examples = "cfglint server",
		.zero = "the editor ended it",
	},
	[COMMAND_TEST_RULES] = {
		.about = "Run the tests in rule files.",
		.examples = "cfglint test-rules\n"
			"cfglint test-rules --rules my-rules",
		.zero = "all tests passed",
		.one = "a test failed",
	},
	[COMMAND_NEW_RULE] = {
		.about = "Write a commented rule file, which loads and passes its tests, into the folder of --rules or "
		"of `rules:` in the settings.",
		.examples = "cfglint new-rule --rules my-rules team/lr-range",
		.zero = "done",
	},
	[COMMAND_INIT] = {
		.about = "Write .cfglint.yaml into a folder (default: this one), with the training machine and what is "
		"detected.",
		.examples = "cfglint init\n"
			"cfglint init --gpus 8 --cores 64",
		.zero = "done",
	},
	[COMMAND_CONFIG] = {
		.about = "Print the settings that apply to files (default: this folder), with the file and line, or "
		"the option, that sets them and what that replaced; and which rules are on.",
		.examples = "cfglint config configs/net.py\n"
			"cfglint config configs/net.py -v\twith every rule that is on\n"
			"cfglint config machine.gpus\tone setting",
		.zero = "done",
	},
	[COMMAND_HELP] = {
		.about = "Print the help of a command, or list a topic: dialects, profiles.",
		.examples = "cfglint help lint\n"
			"cfglint help profiles",
		.zero = "done",
	},
	[COMMAND_VERSION] = {
		.about = "Print the version; with -v also where the pages of the rules are.",
		.examples = "cfglint version -f json",
		.zero = "done",
	},
};
/* clang-format on */
