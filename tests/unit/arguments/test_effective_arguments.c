// SPDX-License-Identifier: MIT
/* What is given over what the project's classes and the library say; "auto" in files; processes and batch. */
#include "arguments/global_batch.h"
#include "launch/launch_subject.h"
#include "plain/arguments_subject.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include "script/script_subject.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

struct world {
	struct arena a;
	struct vfs *fs;
	const struct subject_set *set;
	struct effective_sources from;
	struct effective_set x;
};

static void put(struct world *w, const char *path, const char *text)
{
	vfs_put(w->fs, path, text, strlen(text));
}

static void begin(struct world *w)
{
	*w = (struct world){ .fs = vfs_new_sealed() };
	w->from = (struct effective_sources){ &w->a, schemas_of(w->fs), meanings_of(w->fs) };
}

/* Loads the file, and takes its set of that number. */
static void look(struct world *w, const struct subject_kind *kind, const char *path, uint32_t i)
{
	const struct subject_load l = { .fs = w->fs, .path = &path, .n = 1 };
	struct value launches, element;

	w->set = kind->load(&l);
	assert_true(w->set->at[0]->good);
	launches = dict_get(w->set->at[0]->tree, "launches");
	element = dict_get(w->set->at[0]->tree, "arguments").as.list->at[i].val;
	effective_of(&w->from, element,
		     launches.kind == VALUE_LIST ? launches.as.list->at[dict_get(element, "number").as.i].val
						 : (struct value){ 0 },
		     &w->x);
}

static void end(struct world *w)
{
	w->set->kind->free(w->set);
	vfs_free(w->fs);
	arena_release(&w->a);
}

/* "value at line" or "value, what is said"; "?": not known */
static void expect(struct world *w, const struct effective_set *x, const char *name, const char *as)
{
	const struct effective *e = effective_find(x, name);
	struct buf b = { 0 };

	assert_non_null(e);
	if (!op_repr(&b, e->value)) {
		buf_clear(&b);
		buf_puts(&b, "?");
	}
	if (e->at.file) {
		const struct source *src = sources_get(w->set->sources, e->at.file);

		buf_printf(&b, " at %s:%u", strrchr(src->path, '/') + 1, source_point(src, e->at.lo).line + 1);
	}
	if (e->says)
		buf_printf(&b, ", %s", e->says);
	assert_string_equal(buf_str(&b), as);
	buf_release(&b);
}

static void a_call_in_a_script(void **state)
{
	struct world w;

	(void)state;
	begin(&w);
	put(&w, "/p/requirements.txt", "transformers>=4.51,<4.54\ntrl==0.19.1\n");
	put(&w, "/p/train.py",
	    "import torch\nfrom transformers import TrainingArguments\n"
	    "args = TrainingArguments('out',\n    learning_rate=2e-5, num_train_epochs=N)\n");
	look(&w, &script_kind, "/p/train.py", 0);
	expect(&w, &w.x, "learning_rate", "2e-05 at train.py:4");
	expect(&w, &w.x, "num_train_epochs", "? at train.py:4");
	expect(&w, &w.x, "gradient_accumulation_steps", "1, default of transformers 4.51-4.53.3");
	expect(&w, &w.x, "load_best_model_at_end", "False, default of transformers 4.51-4.53.3");
	assert_null(effective_find(&w.x, "evaluation_strategy")); /* gone in all of these versions */
	end(&w);
}

static void classes_of_the_project(void **state)
{
	struct world w;

	(void)state;
	begin(&w);
	put(&w, "/p/own.py",
	    "from dataclasses import dataclass, field\nimport transformers\n\n"
	    "@dataclass\nclass Own(transformers.TrainingArguments):\n"
	    "    rank: int = field(default=8)\n    weight_decay: float = 0.1\n    must: str\n");
	put(&w, "/p/train.py",
	    "import torch\nfrom own import Own\nargs = Own('out', rank=4)\nmore = Own('out', **kwargs)\n");
	look(&w, &script_kind, "/p/train.py", 0);
	expect(&w, &w.x, "rank", "4 at train.py:3");
	expect(&w, &w.x, "weight_decay", "0.1 at own.py:7");
	expect(&w, &w.x, "must", "? at own.py:8");
	expect(&w, &w.x, "adam_beta1", "0.9, default of transformers up to 5.15.0");
	w.set->kind->free(w.set);
	look(&w, &script_kind, "/p/train.py", 1); /* more may be given */
	expect(&w, &w.x, "weight_decay", "? at own.py:7");
	expect(&w, &w.x, "adam_beta1", "?, default of transformers up to 5.15.0");
	end(&w);
}

static void defaults_that_changed(void **state)
{
	struct world w;

	(void)state;
	begin(&w);
	put(&w, "/p/train.py", "import torch\nfrom trl import SFTConfig\nargs = SFTConfig('out')\n");
	look(&w, &script_kind, "/p/train.py", 0);
	expect(&w, &w.x, "learning_rate",
	       "?, by version: 5e-05 (transformers up to 5.15.0) or 2e-05 (trl 0.12.0-1.9.0)");
	expect(&w, &w.x, "max_grad_norm", "1.0, default of transformers up to 5.15.0");
	end(&w);
	begin(&w);
	put(&w, "/p/requirements.txt", "trl==0.25.0\n");
	put(&w, "/p/train.py", "import torch\nfrom trl import SFTConfig\nargs = SFTConfig('out')\n");
	look(&w, &script_kind, "/p/train.py", 0);
	expect(&w, &w.x, "learning_rate", "2e-05, default of trl 0.25.0");
	end(&w);
	begin(&w);
	put(&w, "/p/requirements.txt", "trl==0.15.0\n");
	put(&w, "/p/train.py", "import torch\nfrom trl import SFTConfig\nargs = SFTConfig('out')\n");
	look(&w, &script_kind, "/p/train.py", 0);
	expect(&w, &w.x, "max_seq_length", "1024, default of trl 0.15.0");
	assert_null(effective_find(&w.x, "max_length")); /* later */
	end(&w);
}

/* Its own row of an argument ended before the version: there it is the base's again. */
static void defaults_of_the_base_again(void **state)
{
	struct world w;

	(void)state;
	begin(&w);
	put(&w, "/p/requirements.txt", "ms-swift==3.12.0\n");
	put(&w, "/p/sft.yaml", "model: a/b\ntuner_type: lora\n");
	look(&w, &arguments_kind, "/p/sft.yaml", 0);
	expect(&w, &w.x, "max_steps", "-1, default of transformers up to 5.15.0");
	expect(&w, &w.x, "lr_scheduler_type", "'cosine', default of ms-swift 3.12.0");
	end(&w);
}

static void a_launch_line(void **state)
{
	struct effective_set file;
	struct global_batch batch;
	struct world w;

	(void)state;
	begin(&w);
	put(&w, "/p/train.py",
	    "from dataclasses import dataclass, field\nfrom transformers import HfArgumentParser, TrainingArguments\n\n"
	    "@dataclass\nclass Own(TrainingArguments):\n    optim: str = field(default='sgd', metadata={})\n\n"
	    "args = HfArgumentParser(Own).parse_args_into_dataclasses()\n");
	put(&w, "/p/ds.json",
	    "{\"train_batch_size\": \"auto\", \"gradient_clipping\": \"auto\", \"bf16\": {\"enabled\": \"auto\"},\n"
	    "\"optimizer\": {\"params\": {\"lr\": \"auto\", \"betas\": \"auto\", \"eps\": 1e-6}},\n"
	    "\"zero_optimization\": {\"stage\": 2, \"reduce_bucket_size\": \"auto\"}}\n");
	put(&w, "/p/acc.yaml", "compute_environment: LOCAL_MACHINE\nnum_processes: 8\n");
	put(&w, "/p/run.sh",
	    "accelerate launch --config_file acc.yaml --num_processes 4 train.py --output_dir out --bf16 \\\n"
	    "  --per_device_train_batch_size 2 --per_device_train_batch_size 4 --deepspeed ds.json \\\n"
	    "  --gradient_accumulation_steps 8 --learning_rate 1e-4\n");
	look(&w, &launch_kind, "/p/run.sh", 0);
	expect(&w, &w.x, "per_device_train_batch_size", "4 at run.sh:2");
	expect(&w, &w.x, "optim", "'sgd' at train.py:6");
	expect(&w, &w.x, "adam_beta2", "0.999, default of transformers up to 5.15.0");
	batch = effective_batch(&w.from, &w.x);
	assert_int_equal(batch.per_process, 32);
	assert_int_equal(batch.total, 128);
	assert_int_equal(batch.processes.n, 4);
	assert_int_equal(batch.processes.beaten, 8); /* the line wins */
	effective_of_file(&w.from, dict_get(dict_get(w.x.element, "files"), "deepspeed"), &w.x, &file);
	expect(&w, &file, "train_batch_size",
	       "128 at ds.json:1, per_device_train_batch_size x gradient_accumulation_steps x processes");
	expect(&w, &file, "gradient_clipping", "1.0 at ds.json:1, max_grad_norm");
	expect(&w, &file, "bf16.enabled", "True at ds.json:1, bf16 or bf16_full_eval");
	expect(&w, &file, "optimizer.params.lr", "0.0001 at ds.json:2, learning_rate");
	expect(&w, &file, "optimizer.params.betas", "[0.9, 0.999] at ds.json:2, adam_beta1, adam_beta2");
	expect(&w, &file, "optimizer.params.eps", "1e-06 at ds.json:2");
	expect(&w, &file, "zero_optimization.reduce_bucket_size",
	       "? at ds.json:3, hidden_size x hidden_size of the model");
	end(&w);
}

/* `from pack.train import train` and `train()` */
static void a_script_that_calls_another(void **state)
{
	struct world w;

	(void)state;
	begin(&w);
	put(&w, "/p/pack/__init__.py", "");
	put(&w, "/p/pack/train.py",
	    "from transformers import HfArgumentParser, TrainingArguments\n\n"
	    "def train():\n    args = HfArgumentParser(TrainingArguments).parse_args_into_dataclasses()\n");
	put(&w, "/p/pack/train_mem.py", "from pack.train import train\n\nif __name__ == '__main__':\n    train()\n");
	put(&w, "/p/run.sh", "torchrun --nproc_per_node 2 pack/train_mem.py --output_dir out --learning_rate 1e-4\n");
	look(&w, &launch_kind, "/p/run.sh", 0);
	expect(&w, &w.x, "learning_rate", "0.0001 at run.sh:1");
	expect(&w, &w.x, "adam_beta1", "0.9, default of transformers up to 5.15.0");
	end(&w);
}

static void processes(void **state)
{
	static const struct {
		const char *line;
		int64_t n;
	} row[] = {
		{ "accelerate launch --config_file acc.yaml", 8 },
		{ "accelerate launch --num_processes 6 --num_machines 3", 6 }, /* of all machines */
		{ "accelerate launch --config_file acc.yaml --num_processes $N", 0 },
		{ "accelerate launch", 0 }, /* a file in the user's home */
		{ "torchrun --nproc_per_node 4 --nnodes 2", 8 },
		{ "torchrun --nproc_per_node gpu", 0 },
		{ "deepspeed --num_gpus 2", 2 },
		{ "deepspeed", 0 }, /* all there are */
		{ "python", 0 },    /* all GPUs that it sees */
		{ "CUDA_VISIBLE_DEVICES=1 python", 1 },
		{ "CUDA_VISIBLE_DEVICES=0,1 python", 0 },
		{ "NPROC_PER_NODE=4 python", 0 }, /* nothing reads it */
	};
	static const struct {
		const char *line;
		int64_t n;
	} command[] = {
		{ "NPROC_PER_NODE=4 swift sft --model m", 4 },
		{ "export NPROC_PER_NODE=4 NNODES=2; swift sft --model m", 8 },
		{ "NPROC_PER_NODE=$N swift sft --model m", 0 },
		{ "CUDA_VISIBLE_DEVICES=0 swift sft --model m", 1 },
		{ "FORCE_TORCHRUN=1 NPROC_PER_NODE=2 llamafactory-cli train --stage sft", 2 },
	};
	struct world w;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(row); i++) {
		char text[200];

		begin(&w);
		put(&w, "/p/train.py",
		    "from transformers import HfArgumentParser, TrainingArguments\n"
		    "args = HfArgumentParser(TrainingArguments).parse_args_into_dataclasses()\n");
		put(&w, "/p/acc.yaml", "compute_environment: LOCAL_MACHINE\nnum_processes: 8\n");
		snprintf(text, sizeof text, "%s train.py --output_dir out\n", row[i].line);
		put(&w, "/p/run.sh", text);
		look(&w, &launch_kind, "/p/run.sh", 0);
		if (effective_processes(&w.from, w.x.launch).n != row[i].n)
			fail_msg("%s: %d", row[i].line, (int)effective_processes(&w.from, w.x.launch).n);
		end(&w);
	}
	for (size_t i = 0; i < ARRAY_SIZE(command); i++) {
		begin(&w);
		put(&w, "/p/run.sh", command[i].line);
		look(&w, &launch_kind, "/p/run.sh", 0);
		if (effective_processes(&w.from, w.x.launch).n != command[i].n)
			fail_msg("%s: %d", command[i].line, (int)effective_processes(&w.from, w.x.launch).n);
		end(&w);
	}
}

static void what_is_not_known(void **state)
{
	struct global_batch batch;
	struct world w;

	(void)state;
	begin(&w);
	put(&w, "/p/sft.yaml",
	    "stage: sft\nfinetuning_type: lora\nmodel_name_or_path: m\ntemplate: qwen\noutput_dir: out\n"
	    "per_device_train_batch_size: 2\ngradient_accumulation_steps: 4\n");
	look(&w, &arguments_kind, "/p/sft.yaml", 0);
	batch = effective_batch(&w.from, &w.x);
	assert_int_equal(batch.per_process, 8);
	assert_int_equal(batch.total, 0); /* nothing says how many processes */
	end(&w);
	begin(&w);
	put(&w, "/p/train.py",
	    "import torch\nfrom transformers import TrainingArguments\n"
	    "args = TrainingArguments('out', per_device_train_batch_size=4, auto_find_batch_size=True)\n");
	look(&w, &script_kind, "/p/train.py", 0);
	batch = effective_batch(&w.from, &w.x);
	assert_int_equal(batch.per_process, 0);
	assert_string_equal(batch.unsettled->name->s, "auto_find_batch_size");
	end(&w);
	begin(&w); /* a copy of the library: its defaults are its own */
	put(&w, "/p/src/transformers/__init__.py", "");
	put(&w, "/p/train.py",
	    "import torch\nfrom transformers import TrainingArguments\nargs = TrainingArguments('out')\n");
	look(&w, &script_kind, "/p/train.py", 0);
	if (effective_find(&w.x, "learning_rate"))
		assert_int_equal(effective_find(&w.x, "learning_rate")->value.kind, VALUE_UNKNOWN);
	end(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_call_in_a_script),
		cmocka_unit_test(classes_of_the_project),
		cmocka_unit_test(defaults_that_changed),
		cmocka_unit_test(defaults_of_the_base_again),
		cmocka_unit_test(a_launch_line),
		cmocka_unit_test(a_script_that_calls_another),
		cmocka_unit_test(processes),
		cmocka_unit_test(what_is_not_known),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
