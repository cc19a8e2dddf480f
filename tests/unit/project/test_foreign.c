// SPDX-License-Identifier: MIT
/* Which files are whose, by the least that such a file has. */
#include "project/foreign.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

static void expect_said(const char *path, const char *text, enum foreign_said said, const char *want)
{
	struct vfs *fs = vfs_new_sealed();
	const struct foreign *got;

	vfs_put(fs, "/p/tools/train.py", "from torchpack.utils.config import configs\n", 43);
	vfs_put(fs, path, text, strlen(text));
	got = foreign_of(fs, strstr(path, "/p/") ? "/p" : NULL, path, said);
	assert_non_null(got);
	if (want && got->ours)
		fail_msg("%s: %s is ours", path, text);
	if (want)
		assert_string_equal(got->one, want);
	else if (!got->ours)
		fail_msg("%s: %s is a %s", path, text, got->one);
	vfs_free(fs);
}

static void expect(const char *path, const char *text, const char *want)
{
	expect_said(path, text, FOREIGN_UNSAID, want);
}

static void training(void **state)
{
	(void)state;
	expect("/p/work_dirs/a/20210101_101010.log.json",
	       "{\"mode\": \"train\", \"epoch\": 1}\n{\"mode\": \"train\"}\n",
	       "log of a run, which `cfglint log` reads");
	expect("/p/a.json", "{\"mode\": \"train\", \"epoch\": 1, \"iter\": 50, \"lr\": 0.1}\n",
	       "log of a run, which `cfglint log` reads");
	expect("/ds.json", "{\"optimizer\": {\"type\": \"AdamW\"}, \"zero_optimization\": {\"stage\": 2}}",
	       "DeepSpeed config");
	expect("/ds.yaml", "train_micro_batch_size_per_gpu: 4\n", "DeepSpeed config");
	expect("/a.yaml", "compute_environment: LOCAL_MACHINE\nnum_processes: 8\n", "accelerate config");
	expect("/a.yaml", "base_model: x\ndatasets:\n  - path: y\n    type: alpaca\nmicro_batch_size: 2\n",
	       "axolotl config");
	expect("/a.yaml", "base_model: x\nadapter: lora\n", "axolotl config");
	expect("/a.yaml", "base_model: x\nstage: sft\nfinetuning_type: lora\n", "LLaMA-Factory config");
	expect("/a.yaml", "model_name_or_path: x\nstage: sft\nfinetuning_type: lora\n", "LLaMA-Factory config");
	expect("/a.yaml", "model_name_or_path: x\ndataset_name: y\nlearning_rate: 1.0e-5\n", "TRL config");
	expect("/a.json", "{\"output_dir\": \"o\", \"per_device_train_batch_size\": 8}",
	       "Hugging Face TrainingArguments file");
	expect("/a.yaml", "tokenizer:\n  _component_: x\n", "torchtune config");
	expect("/a.yaml", "model: yolov8n.pt\nimgsz: 640\nepochs: 3\n", "ultralytics config");
	expect("/a.yaml", "train: a\nval: b\nnames: {0: x}\n", "data set of ultralytics");
	expect("/a.yaml", "opt: adamw\nsched: cosine\n", "timm config");
	expect("/a.yaml", "defaults:\n  - _self_\n  - db: mysql\n", "Hydra config");
	expect("/a.yaml", "model:\n  _target_: a.B\n", "Hydra config");
	expect("/a.yaml", "_BASE_: base.yaml\nMODEL:\n  WEIGHTS: x\n", "detectron2 config");
	expect("/a.yaml", "common:\n  fp16: true\ntask:\n  _name: x\ncriterion:\n  _name: y\n", "fairseq config");
	expect("/a.yaml", "trainer: {}\nexp_manager: {}\n", "NeMo config");
	expect("/a.yaml", "model:\n  class_path: lightning.pytorch.B\n", "Lightning CLI config");
	expect("/a.yaml", "model:\n  class_path: a.B\n", "YAML config whose reader is not known");
	expect("/a.yml", "TRAIN:\n  LEARNING_RATE: 0.1\nX: !!python/tuple [1]\n",
	       "YAML config whose reader is not known");
	expect("/a.toml", "[general]\n[[datasets]]\n[[datasets.subsets]]\n", "kohya sd-scripts dataset config");
	expect("/a.toml", "[model]\npretrained_model_name_or_path = \"a\"\n[net]\nnetwork_module = \"b\"\n",
	       "kohya sd-scripts config");
	expect("/a.toml", "dit = \"a\"\nnetwork_module = \"b\"\n", "musubi-tuner config");
	expect("/a.json", "{\"train_batch_size\": 1, \"gradient_accumulation_steps\": 1, \"LoRA_type\": \"Standard\"}",
	       "kohya_ss GUI preset");
	expect("/pyproject.toml", "[tool.x]\nlearning_rate = 1\n", "Python project file");
	expect("/a.toml", "[job]\ndump_folder = \"x\"\n[training]\n", "torchtitan config");
	expect("/p/configs/a.yaml", "lr_config: {policy: step}\nmodel: {type: X}\n", "torchpack config");
	/* a dump in a project that trains with something else */
	expect("/p/a.json", "{\"lr_config\": {}, \"optimizer\": {}}", "JSON config whose reader is not known");
	expect_said("/p/a.json", "{\"lr_config\": {}, \"optimizer\": {}}", FOREIGN_NAMES,
		    "JSON config whose reader is not known");
	expect_said("/a.json", "{\"lr_config\": {}, \"optimizer\": {}}", FOREIGN_NAMES, NULL);
	expect_said("/p/a.json", "{\"lr_config\": {}, \"optimizer\": {}}", FOREIGN_PROJECT, NULL);
	expect("/p/a.json", "{\"_base_\": \"b.json\"}", NULL);
	expect("/a.yaml", "lr: 1.0\n", "YAML config whose reader is not known");
}

/* Longer than what is looked at. */
static void large(void **state)
{
	struct buf b = { 0 };
	(void)state;
	buf_puts(&b, "{\"imgHeight\": 1, \"objects\": [");
	while (b.n < 300 << 10)
		buf_puts(&b, "{\"label\": \"pole\", \"learning_rate\": [1, 2]}, ");
	buf_puts(&b, "1]}");
	expect("/a.json", buf_str(&b), "JSON file");
	buf_release(&b);
}

/* A config of detectron2 may only change another. */
static void by_what_is_imported(void **state)
{
	static const char lazy[] = "from detectron2.config import LazyCall as L\nmodel = L(Net)()\n";
	static const char on[] = "from ..a import model\n", change[] = "from .b.on import model\nmodel.x = 1\n";
	struct vfs *fs = vfs_new_sealed();
	(void)state;
	vfs_put(fs, "/p/configs/a.py", lazy, strlen(lazy));
	vfs_put(fs, "/p/configs/b/on.py", on, strlen(on));
	assert_string_equal(foreign_program(fs, "/p/configs/c.py", change, strlen(change))->one, "detectron2 config");
	assert_true(foreign_program(fs, "/p/configs/c.py", "from .none import model\nmodel.x = 1\n",
				    strlen("from .none import model\nmodel.x = 1\n"))
			    ->ours);
	assert_true(foreign_program(fs, "/p/configs/c.py", "from .c import model\nmodel.x = 1\n",
				    strlen("from .c import model\nmodel.x = 1\n"))
			    ->ours);
	vfs_free(fs);
}

static void not_training(void **state)
{
	(void)state;
	expect("/r/.pre-commit-config.yaml", "repos: []\n", "pre-commit config");
	expect("/r/.github/workflows/x.yml", "jobs:\n  a: b\n", "GitHub workflow or settings file");
	expect("/r/docker-compose.yml", "version: '3'\n", "Docker Compose file");
	expect("/a.yaml", "apiVersion: v1\nkind: Job\n---\napiVersion: v1\nkind: Pod\n", "Kubernetes manifest");
	expect("/mkdocs.yml", "nav: []\n", "settings file of documentation");
	expect("/r/configs/x/metafile.yml", "Models:\n  - Name: x\n", "OpenMMLab metafile");
	expect("/a.json", "{\"images\": [], \"annotations\": [], \"categories\": []}", "annotation file");
	expect("/a.json", "[1, 2]", "JSON file");
	expect("/package.json", "{\"name\": \"x\"}", "npm or TypeScript file");
	expect("/a.yaml", "- 1\n", "YAML file");
	expect("/a.sh", "echo\n", "shell script that starts no training");
}

static void python(void **state)
{
	(void)state;
	expect("/a.py", "import sys\nprint(sys.argv)\n", "Python program");
	expect("/a.py", "#!/usr/bin/env python\nx = 1\n", "Python program");
	expect("/a.py", "def main():\n    model = dict(type='X')\nif __name__ == '__main__':\n    main()\n",
	       "Python program");
	expect("/a.py", "from detectron2.config import LazyCall as L\nmodel = L(X)()\n", "detectron2 config");
	expect("/a.py", "from yacs.config import CfgNode\n_C = CfgNode()\n", "yacs config");
	expect("/a.py", "x = 1\n", NULL);
	expect("/a.py", "import os\nfor f in os.listdir('.'):\n    print 'file', f\n", "Python program");
	expect("/a.py", "import sys\nfor f in sys.argv[1:]:\n    f.x = 1\n", "Python program");
	expect("/a.py", "model = dict(type='X')\nprint 'x'\n", NULL);
	expect("/a.py", "lr = 1  # from sys.argv\n", NULL);
	expect("/a.py", "import os\nmodel = dict(type='X')\nprint(model)\n", NULL);
	expect("/a.py", "_base_ = '../x.py'\nif __name__ == '__main__':\n    print(1)\n", NULL);
	expect("/a.py", "class Hook:\n    pass\noptimizer = dict(type='SGD')\n", NULL);
}

static void ours(void **state)
{
	(void)state;
	expect("/a.yaml", "_base_: ./x.py\nimgsz: 1\nepochs: 3\n", NULL);
	expect("/a.json", "{\"lr_config\": {\"policy\": \"step\"}, \"data\": {}}", NULL);
	expect("/p/configs/a.yaml", "_base_: ./x.py\n", NULL);
	expect_said("/a.yaml", "model: {type: X}\n", FOREIGN_PROJECT, "YAML config whose reader is not known");
	expect_said("/a.yaml", "model:\n  type: X\n", FOREIGN_PROJECT, NULL);
	expect_said("/a.yaml", "lr: 1\n", FOREIGN_PROJECT, "YAML config whose reader is not known");
	expect_said("/a.yaml", "lr: 1\n", FOREIGN_BY_USER, NULL);
	expect_said("/a.yaml", "zero_optimization: {}\n", FOREIGN_BY_USER, "DeepSpeed config");
}

static bool whole(const char *text)
{
	struct vfs *fs = vfs_new_sealed();
	bool is = foreign_is_whole_config(fs, "/p/a.py", text);

	vfs_free(fs);
	return is;
}

static void whole_configs(void **state)
{
	(void)state;
	assert_true(whole(
		"model = dict(type='A')\ndata = dict()\noptimizer = dict(lr=1)\nlr_config = dict(policy='step')\n"));
	assert_false(whole("model = dict(type='A')\ndata = dict()\noptimizer = dict(lr=1)\n"));
	assert_false(whole("data = dict()\noptimizer = dict(lr=1)\nlr_config = dict()\ntrain_cfg = dict()\n"));
	assert_false(
		whole("model = dict()\ndata = dict()\noptimizer = dict()\nlr_config = dict()\ndef f():\n    pass\n"));
	assert_false(
		whole("model = dict()\ndata = dict()\noptimizer = dict()\nlr_config = dict()\nprint(model)\n#!\n"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(training),	cmocka_unit_test(whole_configs), cmocka_unit_test(by_what_is_imported),
		cmocka_unit_test(not_training), cmocka_unit_test(large),	 cmocka_unit_test(python),
		cmocka_unit_test(ours),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
