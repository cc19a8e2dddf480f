// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "launch/launch.h"
#include "launch/starts.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct other {
	const char *path, *text;
};
static const struct other others[] = {
	{ "/p/tools/dist_train.sh",
	  "CONFIG=$1\nGPUS=$2\npython -m torch.distributed.launch --nproc_per_node=$GPUS --master_port=${PORT:-29500} "
	  "$(dirname \"$0\")/train.py $CONFIG --launcher pytorch ${@:3}\n" },
	{ "/p/tools/one_or_more.sh", "if [ $# -lt 3 ]\nthen\n  exit\nfi\nCONFIG=$1\nGPUS=$3\nif [ ${GPUS} == 1 ]; "
				     "then\n  python tools/train.py $CONFIG\n"
				     "else\n  torchrun --nproc_per_node=$GPUS tools/train.py $CONFIG\nfi\n" },
	{ "/p/tools/train.py", "loss.backward()\n" },
	{ "/p/pkg/main.py", "for x in loader:\n    loss.backward()\n" },
	{ "/p/mm/train.py",
	  "import argparse\np = argparse.ArgumentParser()\np.add_argument('config')\n"
	  "p.add_argument('--launcher', default='none')\np.add_argument('--gpus')\np.parse_args()\n" },
	{ "/p/share.py", "set_sharing_strategy('file_system')\nloss.backward()\n" },
	{ "/p/configs/a.py", "lr = 1\n" },
	{ "/p/env.sh", "export GPUS=3\nDATA=/data\n" },
	{ "/p/shift.sh", "while [ $1 ]; do shift; done\n" },
	{ "/p/loop.sh", "bash loop.sh\n" },
};

static struct value at(struct value v, const char *path)
{
	char *copy = strdup(path), *save, *word = strtok_r(copy, ".", &save);

	for (; word; word = strtok_r(NULL, ".", &save)) {
		if (v.kind == VALUE_LIST && atoi(word) < (int)v.as.list->n) {
			v = v.as.list->at[atoi(word)].val;
		} else {
			const struct entry *e = v.kind == VALUE_DICT ? dict_find_lit(v.as.dict, word) : NULL;

			v = e ? e->val : value_text("absent", (struct span){ 0 });
		}
	}
	free(copy);
	return v;
}

/* Pairs of a path into the tree and the text of the value there; "?" is Unknown. */
static void expect(const char *text, ...)
{
	struct arena a = { 0 };
	struct vfs *fs = vfs_new_sealed();
	struct sources *all = sources_new();
	struct launched l = { 0 };
	struct buf b = { 0 };
	va_list ap;

	for (size_t i = 0; i < ARRAY_SIZE(others); i++)
		vfs_put(fs, others[i].path, others[i].text, strlen(others[i].text));
	launches_of(&a, fs, all, sources_add(all, "/p/run.sh", text, strlen(text)), "/p", &l);
	va_start(ap, text);
	for (const char *path; (path = va_arg(ap, const char *));) {
		struct value v = at(l.tree, path);

		buf_clear(&b);
		if (v.kind == VALUE_UNKNOWN || !op_str(&b, v))
			buf_puts(&b, "?");
		assert_string_equal(buf_str(&b), va_arg(ap, const char *));
	}
	va_end(ap);
	buf_release(&b);
	sources_free(all);
	vfs_free(fs);
	arena_release(&a);
}
#define END (const char *)NULL

static void commands_are_told(void **state)
{
	(void)state;
	expect("python -u tools/train.py a.py --lr 0.1 --amp -x=3 k v", "launches.0.program", "python",
	       "launches.0.script", "tools/train.py", "launches.0.script_path", "tools/train.py", "launches.0.config",
	       "a.py", "launches.0.flag.--amp", "True", "launches.0.flags.2.values", "['3', 'k', 'v']",
	       "launches.0.trains", "True", END);
	expect("torchrun --nproc_per_node=4 --master_port 1234 -m pkg.main", "launches.0.nproc", "4",
	       "launches.0.master_port", "1234", "launches.0.launcher", "torchrun", "launches.0.script_path",
	       "pkg/main.py", "launches.0.trains", "True", END);
	expect("python -m torch.distributed.launch --nproc_per_node $N t.py", "launches.0.nproc", "?", "launches.0.by",
	       "torch.distributed.launch", "launches.0.default_port", "29500", END);
	expect("accelerate launch --num_processes=2 t.py", "launches.0.launcher", "accelerate", "launches.0.nproc", "2",
	       END);
	expect("./tools/train.py a.py", "launches.0.program", "", "launches.0.config", "a.py", END);
	expect("$PYTHON -m torch.distributed.launch --nproc_per_node=2 t.py", "launches.0.nproc", "2", END);
	expect("python setup.py develop; echo python x.py; pip install y", "launches.1", "absent", "launches.0.trains",
	       "?", END);
	expect("python -c 'import x'", "launches", "[]", END);
	expect("python $CODE_DIR/run.py --lr 0.1", "launches.0.script", "?", "launches.0.flag.--lr", "0.1", END);
	expect("python $OPTIONS t.py --lr 0.1", "launches.0.script", "t.py", END);
}

static void wrappers_are_peeled(void **state)
{
	(void)state;
	expect("CUDA_VISIBLE_DEVICES=0,1 nohup env A=b numactl -N 0 python t.py &", "launches.0.script", "t.py",
	       "launches.0.env.CUDA_VISIBLE_DEVICES", "0,1", "launches.0.env.A", "b", "launches.0.background", "True",
	       END);
	expect("srun -p x --gres=gpu:8 -n16 --ntasks-per-node=8 $SRUN_ARGS python -u t.py", "launches.0.slurm.gres",
	       "gpu:8", "launches.0.slurm.ntasks", "16", "launches.0.slurm.ntasks_per_node", "8", "launches.0.script",
	       "t.py", END);
	expect("srun bash -c 'python t.py --a b' ", "launches.0.flag.--a", "b", "launches.0.slurm", "{}", END);
	expect("docker run --gpus all -e A=1 -v a:b image python t.py", "launches.0.elsewhere", "True",
	       "launches.0.env.A", "1", END);
	expect("mpirun -np 4 -x A=1 --mca btl x python t.py", "launches.0.nproc", "4", "launches.0.script", "t.py",
	       END);
	expect("#SBATCH --nodes=2 --gres gpu:4\nsrun python t.py", "launches.0.slurm.nodes", "2", "sbatch.gres",
	       "gpu:4", END);
}

#define MM "mm/train.py configs/a.py "

/* mm/train.py has a flag that says who starts its processes, t.py has none. */
static void processes_are_counted(void **state)
{
	static const char *const two[] = { "launches.0.gpus", "launches.0.machines" };
	static const struct {
		const char *text, *gpus, *machines;
	} row[] = {
		{ "torchrun --nproc_per_node=4 t.py", "4", "1" },
		{ "torchrun --nnodes 2 --nproc_per_node=4 t.py", "4", "2" },
		{ "torchrun --nnodes 1:4 --nproc_per_node=4 t.py", "absent", "absent" },
		{ "torchrun --nproc_per_node=$N t.py", "absent", "absent" },
		{ "torchrun --nproc_per_node=gpu t.py", "absent", "absent" },
		{ "python t.py", "absent", "absent" },
		{ "python " MM, "1", "1" },
		{ "python " MM "--launcher none", "1", "1" },
		{ "python " MM "--gpus 4", "absent", "absent" },
		{ "python " MM "$ARGS", "absent", "absent" },
		{ "torchrun --nproc_per_node=4 " MM "--launcher pytorch", "4", "1" },
		{ "torchrun --nproc_per_node=4 " MM, "absent", "absent" },
		{ "srun -n16 --ntasks-per-node=8 python " MM "--launcher=slurm", "8", "2" },
		{ "srun -n4 --ntasks-per-node=8 python " MM "--launcher=slurm", "4", "1" },
		{ "srun -n12 --ntasks-per-node=8 python " MM "--launcher=slurm", "absent", "absent" },
		{ "srun --nodes=2 --ntasks-per-node=8 python " MM "--launcher=slurm", "8", "2" },
		{ "srun -n16 python " MM "--launcher=slurm", "absent", "absent" },
		{ "srun -n8 --ntasks-per-node=8 python t.py", "absent", "absent" },
		{ "accelerate launch --num_processes=8 --num_machines 2 t.py", "4", "2" },
		{ "mpirun -np 8 python t.py", "absent", "absent" },
		{ "echo a b | xargs -n1 torchrun --nproc_per_node=4 t.py", "absent", "absent" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(row); i++)
		expect(row[i].text, two[0], row[i].gpus, two[1], row[i].machines, END);
	expect("python " MM, "launches.0.config_path", "configs/a.py", END);
	expect("python mm/train.py b.py", "launches.0.config_path", "absent", END);
}

static void variables_are_followed(void **state)
{
	(void)state;
	expect("N=${N:-4}\nCMD=\"torchrun --nproc_per_node=$N t.py\"\n$CMD --x $Y", "launches.0.nproc", "4",
	       "launches.0.flag.--x", "?", END);
	expect("export A=1\nB=2\npython t.py", "launches.0.env", "{'A': '1'}", "env.0.name", "A", END);
	expect("args=(--a 1 '--b' $C)\npython t.py \"${args[@]}\"", "launches.0.flag.--a", "1", "launches.0.flag.--b",
	       "?", END);
	expect("if [ $X ]; then A=1; else A=2; fi\npython t.py --a $A", "launches.0.flag.--a", "?", END);
	expect("if [ $# -lt 1 ]; then exit; fi\nA=1\npython t.py --a $A", "launches.0.flag.--a", "1",
	       "launches.0.sometimes", "False", END);
	expect("A=1\nwhile read x; do A=$x; done\npython t.py --a $A", "launches.0.flag.--a", "?", END);
	expect("for s in 1 2; do python t.py --s $s; done", "launches.0.flag.--s", "1", "launches.1.flag.--s", "2",
	       "launches.1.repeated", "True", END);
	expect(". env.sh\npython t.py --g $GPUS --d $DATA", "launches.0.flag.--g", "3", "launches.0.flag.--d", "/data",
	       END);
	expect("f() { python t.py --a $1 \"${@:2}\"; }\nf 7 --b 8", "launches.0.flag.--a", "7", "launches.0.flag.--b",
	       "8", END);
	expect("f() { python t.py --a $1 ${@:2}; }\nf 7 '--b 8' ''  '--c'", "launches.0.flag.--b", "8",
	       "launches.0.flag.--c", "True", END);
	expect("f() { python t.py --a $1 ${@:2}; }\nf 7 \"--b $X\"", "launches.0.open", "True", END);
	expect("a=('--b 8' --c)\npython t.py ${a[@]}", "launches.0.flag.--b", "8", END);
	expect("f() { local rest=${@:2}\npython t.py --a $1 $rest; }\nf 7 '--b 8' --c", "launches.0.flag.--b", "8",
	       "launches.0.flag.--c", "True", END);
	expect("f() { local rest=\"$@\"\npython t.py \"$rest\"; }\nf --b 8", "launches.0.flag.--b 8", "True", END);
	expect("f() { $@; }\nf 'python t.py --b 8'", "launches.0.flag.--b", "8", END);
	expect("set -- 5 6\nshift\npython t.py --a $1", "launches.0.flag.--a", "6", END);
	expect("set -- 5 6\n. shift.sh\npython t.py --a $1", "launches.0.flag.--a", "?", END);
	expect("set -- 5 6\n. shift.sh 7\npython t.py --a $1", "launches.0.flag.--a", "5", END);
	expect("set -- 5 6\n. unseen.sh\npython t.py --a $1", "launches.0.flag.--a", "?", END);
	expect("(A=1)\npython t.py --a=$A --b=\"$A\"", "launches.0.flag.--a", "?", END);
	expect("A=1; A=2 true; python t.py --a $A", "launches.0.flag.--a", "1", END);
	expect("a && exit 1\npython t.py", "launches.0.script", "t.py", END);
	expect("C=\"A=1 python t.py --a '2 3'\"\neval $C", "launches.0.env.A", "1", "launches.0.flag.--a", "2 3", END);
	expect("exit 0\npython t.py", "launches", "[]", END);
}

static void what_only_the_run_tells_is_not_known(void **state)
{
	static const char *const row[] = {
		"read -r -p 'how many ' N",
		"let N=N*2",
		"let 'N *= 2' M=1",
		"((N *= 2))",
		"(( --N ))",
		"while (( N++ < 8 )); do :; done",
		"for ((N=0; N<8; N++)); do :; done",
		"select N in 1 2; do break; done",
		"printf -v N %d 8",
		"mapfile -t N < f",
		"while getopts n: N; do :; done",
		"while read N; do torchrun --nproc_per_node=2 t.py; done",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(row); i++) {
		char text[200];

		snprintf(text, sizeof text, "N=4\n%s\npython t.py --n=$N --m=${N:-1}", row[i]);
		expect(text, i + 1 == ARRAY_SIZE(row) ? "launches.1.flag.--n" : "launches.0.flag.--n", "?", END);
	}
	expect("N=4\n((N == 4 && N <= 8 && N != 3)); ((M = N))\npython t.py --n=$N", "launches.0.flag.--n", "4", END);
	expect("N=4\necho 8 | read N\npython t.py --n=$N", "launches.0.flag.--n", "4", END);
	expect("read N\npython t.py --n=${N:-8}", "launches.0.flag.--n", "?", END);
}

static void scripts_of_the_project_are_walked(void **state)
{
	(void)state;
	expect("CUDA_VISIBLE_DEVICES=0,1 bash tools/dist_train.sh a.py 4 --seed 1", "launches.0.nproc", "4",
	       "launches.0.via", "tools/dist_train.sh", "launches.0.env.CUDA_VISIBLE_DEVICES", "0,1",
	       "launches.0.flag.--seed", "1", "launches.0.config", "a.py", "launches.0.at", "1",
	       "launches.0.script_path", "tools/train.py", "launches.0.master_port", "29500", END);
	expect("\nGPUS=2 ./tools/dist_train.sh a.py", "launches.0.nproc", "", "launches.0.at", "2", END);
	expect("bash loop.sh; sh ../x.sh", "launches", "[]", END);
}

static void folders_of_scripts_are_told(void **state)
{
	(void)state;
	expect("HERE=\"$(cd \"$(dirname \"${BASH_SOURCE[0]}\")\" >/dev/null 2>&1 && pwd)\"\n"
	       "ROOT=\"$(cd \"${HERE}/../p\" && pwd)\"\ncd \"$ROOT\"\npython tools/train.py\n",
	       "launches.0.script_path", "tools/train.py", END);
	expect("ROOT=$(cd $(dirname $0)/tools; pwd -P)\npython $ROOT/train.py\n", "launches.0.script_path",
	       "tools/train.py", END);
	/* on another machine: what the path ends with lies here */
	expect("python /home/me/code/q/tools/train.py /home/me/code/q/configs/a.py\n", "launches.0.script_path",
	       "tools/train.py", "launches.0.config_path", "configs/a.py", END);
	expect("python /home/me/p/share.py\n", "launches.0.script_path", "share.py", END);
	expect("python /home/me/q/share.py\n", "launches.0.script_path", "absent", END);
	expect("cd $HOME/code/p\npython tools/train.py\n", "launches.0.script_path", "tools/train.py", END);
	expect("cd ~/code/p\npython share.py\n", "launches.0.script_path", "share.py", END);
	expect("cd $HOME/p/tools\npython train.py\n", "launches.0.script_path", "tools/train.py", END);
	expect("cd $X\npython tools/train.py\n", "launches.0.script_path", "absent", END);
	/* what else is done there, or from where, isn't known */
	expect("ROOT=$(cd /p/tools || pwd)\npython $ROOT/train.py\n", "launches.0.script", "?", END);
	expect("ROOT=$(cd tools && pwd)\npython $ROOT/train.py\n", "launches.0.script", "?", END);
	expect("ROOT=$(cd /p/tools && ls)\npython $ROOT/train.py\n", "launches.0.script", "?", END);
	expect("ROOT=$(cd -P /p/tools && pwd)\npython $ROOT/train.py\n", "launches.0.script", "?", END);
}

static void comparisons_are_decided(void **state)
{
	(void)state;
	/* a script that is called with its arguments */
	expect("tools/one_or_more.sh a.py work 8", "launches.0.nproc", "8", "launches.0.config", "a.py", "launches.1",
	       "absent", END);
	expect("tools/one_or_more.sh a.py work 1", "launches.0.script", "tools/train.py", "launches.0.nproc", "absent",
	       "launches.1", "absent", END);
	/* by whom is open, or the value: both are looked at */
	expect("tools/one_or_more.sh $1 work $2", "launches.0.nproc", "absent", "launches.1.nproc", "?", "launches.2",
	       "absent", END);
	expect("N=8\nif [[ $N -gt 1 ]]; then torchrun --nproc_per_node=$N tools/train.py; else python tools/train.py; "
	       "fi",
	       "launches.0.nproc", "8", "launches.1.nproc", "absent", "launches.2", "absent", END);
}

static void what_runs_when(void **state)
{
	(void)state;
	expect("ulimit -n 64\npython t.py\n(ulimit -n 9; python t.py)\nulimit -Hn 7; ulimit -n $X\npython t.py",
	       "launches.0.files", "64", "launches.1.files", "9", "launches.2.files", "absent", END);
	expect("set -eo pipefail\npython t.py | tee x", "launches.0.pipe", "['tee']", "launches.0.pipefail", "True",
	       "launches.0.errexit", "True", "launches.0.last", "True", END);
	expect("python t.py && python u.py", "launches.0.relied", "True", "launches.1.relied", "False",
	       "launches.0.last", "False", "launches.1.last", "True", END);
	expect("python a.py &\npython b.py &\nwait\npython c.py &\npython d.py", "launches.1.beside", "[0]",
	       "launches.2.beside", "[]", "launches.3.beside", "[2]", "launches.3.before", "[0, 1, 2]", END);
	expect("(python a.py; python b.py) &\npython c.py", "launches.1.beside", "[]", "launches.2.beside", "[0, 1]",
	       END);
	expect("if x; then python a.py & else python b.py & fi\nif y; then python c.py; exit; fi\npython d.py",
	       "launches.1.before", "[]", "launches.2.before", "[0, 1]", "launches.3.before", "[0, 1]", END);
	expect("case $1 in a) python a.py ;; *) python b.py ;; esac", "launches.1.before", "[]", "launches.1.sometimes",
	       "True", END);
}

/* The text `from`, n times `of`, and the text `to`. */
static const char *repeated(const char *from, const char *of, unsigned n, const char *to)
{
	static struct buf b;

	buf_clear(&b);
	buf_puts(&b, from);
	for (unsigned i = 0; i < n; i++)
		buf_puts(&b, of);
	buf_puts(&b, to);
	return buf_str(&b);
}

/* Whether more may be there than is reported. */
static bool is_spent(const char *text, uint32_t launches)
{
	struct arena a = { 0 };
	struct vfs *fs = vfs_new_sealed();
	struct sources *all = sources_new();
	struct launched l = { 0 };

	launches_of(&a, fs, all, sources_add(all, "/p/run.sh", text, strlen(text)), "/p", &l);
	assert_int_equal(l.launches, launches);
	assert_true(a.used < (size_t)128 << 20);
	sources_free(all);
	vfs_free(fs);
	arena_release(&a);
	return l.spent;
}

static void more_than_the_budget_is_told(void **state)
{
	(void)state;
	assert_false(is_spent(repeated("", "python t.py\n", 600, ""), 600));
	assert_true(is_spent(repeated("", "python t.py\n", 601, ""), 600));
	assert_true(is_spent(repeated("python t.py\n", "a=1\n", 60000, "python t.py\n"), 1));
	assert_true(is_spent(repeated("a=(1)\n", "a+=(1 2 3 4 5 6 7 8)\n", 3000, "python t.py\n"), 0));
	expect(repeated("python t.py ", "-a 1 ", 3000, ""), "launches.0.open", "True", END);
}

/* What wasn't looked for isn't absent. */
static void what_was_cut_is_open(void **state)
{
	struct buf b = { 0 };

	(void)state;
	for (int i = 0; i < 70; i++)
		buf_printf(&b, "export V%d=1\n", i);
	buf_puts(&b, "python t.py #");
	for (int i = 0; i < 600000; i++)
		buf_putc(&b, 'x');
	expect(buf_str(&b), "env.0.read", "False", "env.60.read", "?", "statuses", "?", END);
	buf_release(&b);
}

static void limits_hold(void **state)
{
	(void)state;
	expect("a=xxxxxxxxxxxxxxxx\nfor i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 "
	       "28 29 30 "
	       "31 32 33; do a=$a$a; done\npython t.py --a=$a",
	       "launches.0.flag.--a", "?", END);
	expect("f() { f; f; }\nf\npython t.py", "launches.0.script", "t.py", END);
}

static void put(struct vfs *fs, const char *path, const char *text)
{
	vfs_put(fs, path, text, strlen(text));
}

static void each_launch_has_what_its_script_says(void **state)
{
	(void)state;
	expect("python share.py a\npython mm/train.py configs/a.py\npython share.py b\n",
	       "launches.0.says.set_sharing_strategy", "True", "launches.0.trains", "True",
	       "launches.1.says.set_sharing_strategy", "False", "launches.2.says.set_sharing_strategy", "True",
	       "launches.2.trains", "True", END);
}

static void what_starts_is_worked_out_once(void **state)
{
	struct vfs *fs = vfs_new_sealed();
	const struct starts_brief *first, *changed;
	struct starts all = { 0 };

	(void)state;
	put(fs, "/p/tools/train.py", "loss.backward()\n");
	put(fs, "/p/run.sh", "python tools/train.py configs/a.py --cfg-options lr=2\npython tools/train.py x.py\n");
	put(fs, "/p/configs/a.py", "lr = 1\n");
	first = starts_of(fs, "/p/run.sh", "/p");
	assert_true(first->counts);
	assert_int_equal(first->n, 2);
	assert_string_equal(first->at[0].config, "/p/configs/a.py");
	assert_string_equal(first->at[0].script, "/p/tools/train.py");
	assert_int_equal(first->at[0].noverrides, 1);
	assert_int_equal(first->at[0].at.file, 0); /* places belong to none */
	assert_ptr_equal(starts_of(fs, "/p/run.sh", "/p"), first);
	starts_below(fs, "/p", (const char *const[]){ "/q/run.sh", "/p/run.sh", NULL }, &all);
	assert_int_equal(all.n, 2);
	vec_release(&all);
	put(fs, "/p/run.sh", "echo\n");
	changed = starts_of(fs, "/p/run.sh", "/p");
	assert_false(changed->counts);
	assert_int_equal(changed->n, 0);
	assert_int_equal(first->n, 2); /* who has it keeps it */
	assert_false(starts_of(fs, "/p/absent.sh", "/p")->counts);
	vfs_free(fs);
}

static void lines_of_a_file_are_found(void **state)
{
	struct vfs *fs = vfs_new_sealed();
	struct script_starts all = { 0 };

	(void)state;
	put(fs, "/p/train.py", "loss.backward()\n");
	put(fs, "/p/a.yaml", "lr: 1\n");
	put(fs, "/p/other.py", "loss.backward()\n");
	put(fs, "/p/run.sh",
	    "#SBATCH --nodes=2\npython other.py\nif [ $SLURM_NNODES -gt 1 ]; then python train.py; "
	    "fi\npython train.py --eval\nllamafactory-cli train a.yaml\n");
	script_starts_add(fs, "/p/run.sh", "/p", "/p/train.py", &all);
	assert_int_equal(all.n, 1); /* the other one trains nothing */
	assert_string_equal(all.at[0].in, "/p/run.sh");
	assert_int_equal(all.at[0].number, 1);
	assert_false(all.at[0].config);
	script_starts_add(fs, "/p/run.sh", "/p", "/p/a.yaml", &all);
	assert_int_equal(all.n, 2);
	assert_int_equal(all.at[1].number, 3);
	assert_true(all.at[1].config);
	vec_release(&all);
	vfs_free(fs);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(commands_are_told),
		cmocka_unit_test(lines_of_a_file_are_found),
		cmocka_unit_test(wrappers_are_peeled),
		cmocka_unit_test(processes_are_counted),
		cmocka_unit_test(variables_are_followed),
		cmocka_unit_test(what_only_the_run_tells_is_not_known),
		cmocka_unit_test(scripts_of_the_project_are_walked),
		cmocka_unit_test(folders_of_scripts_are_told),
		cmocka_unit_test(comparisons_are_decided),
		cmocka_unit_test(what_runs_when),
		cmocka_unit_test(more_than_the_budget_is_told),
		cmocka_unit_test(what_was_cut_is_open),
		cmocka_unit_test(limits_hold),
		cmocka_unit_test(each_launch_has_what_its_script_says),
		cmocka_unit_test(what_starts_is_worked_out_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
