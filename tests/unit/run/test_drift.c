// SPDX-License-Identifier: MIT
/* Which keys of two configs differ, and what that means (rules/drift.yaml). */
#include "config/graph.h"
#include "run/drift.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

static struct value load(struct graph **g, struct vfs *fs, struct pool *pool, const char *text)
{
	static const char *const path = "/p/configs/c.py";
	struct graph_opts o = { .loader = LOADER_MMCV1 };

	vfs_put(fs, path, text, strlen(text));
	*g = graph_load(fs, &path, 1, &o, pool);
	assert_int_equal(graph_find(*g, path)->state, MODULE_OK);
	return graph_find(*g, path)->merged;
}

/* want: "batch:data.samples_per_gpu !model:model.depth -:optimizer.lr", ! for other work; behind them " 2?" where two
 * are not known. */
static void check(const char *then, const char *now, const char *want)
{
	struct arena a = { 0 };
	struct vfs *fs[2] = { vfs_new_sealed(), vfs_new_sealed() };
	struct pool *pool = pool_new(1);
	struct graph *g[2];
	struct value x = load(&g[0], fs[0], pool, then), y = load(&g[1], fs[1], pool, now);
	struct drifts d;
	struct buf b = { 0 };

	drifts_find(&a, drift_words_load(&a), x, y, &d);
	for (size_t i = 0; i < d.list.n; i++) {
		const struct drift_kind *k = d.list.at[i].kind;

		buf_printf(&b, "%s%s%s:%s", i ? " " : "", k && k->other_work ? "!" : "", k ? k->word : "-",
			   keypath_text(&a, d.list.at[i].change.path));
	}
	if (d.more) {
		buf_clear(&b);
		buf_printf(&b, "%zu and %u more%s", d.list.n, d.more, d.other_work ? " !" : "");
	}
	if (d.unknown)
		buf_printf(&b, " %u?", d.unknown);
	assert_string_equal(buf_str(&b), want);
	assert_true(!d.other_work == !strchr(want, '!'));
	drifts_release(&d);
	buf_release(&b);
	for (int i = 0; i < 2; i++) {
		graph_free(g[i]);
		vfs_free(fs[i]);
	}
	pool_free(pool);
	arena_release(&a);
}

static void keys_have_kinds(void **state)
{
	(void)state;
	check("data = dict(samples_per_gpu=4, workers_per_gpu=2)", "data = dict(samples_per_gpu=8, workers_per_gpu=4)",
	      "batch:data.samples_per_gpu workers:data.workers_per_gpu");
	check("model = dict(backbone=dict(depth=50))", "model = dict(backbone=dict(depth=101))",
	      "!model:model.backbone.depth");
	check("model = dict(a=2, b=1)", "model = dict(a=2.0, b=True)", "!model:model.b");
	check("optimizer = dict(lr=0.1)", "optimizer = dict(lr=0.2)\nfp16 = dict(loss_scale=512.)",
	      "-:optimizer.lr precision:fp16");
	check("train_dataloader = dict(dataset=dict(pipeline=[dict(type='Resize', scale=(2048, 512)), "
	      "dict(type='A')]))",
	      "train_dataloader = dict(dataset=dict(pipeline=[dict(type='Resize', scale=(1024, 512)), "
	      "dict(type='B')]))",
	      "!resolution:train_dataloader.dataset.pipeline[0].scale[0] "
	      "!pipeline:train_dataloader.dataset.pipeline[1].type");
	check("data = dict(train=dict(dataset=dict(pipeline=[dict(type='A')])))",
	      "data = dict(train=dict(dataset=dict(pipeline=[dict(type='A'), dict(type='B')])))",
	      "!pipeline:data.train.dataset.pipeline[1]");
}

/* How the same work is done, and what isn't training. */
static void ways_are_of_no_kind(void **state)
{
	(void)state;
	check("model = dict(backbone=dict(with_cp=False, init_cfg=None), test_cfg=dict(mode='whole'))",
	      "model = dict(backbone=dict(with_cp=True, init_cfg=1), test_cfg=dict(mode='slide'))",
	      "checkpointing:model.backbone.with_cp -:model.backbone.init_cfg -:model.test_cfg.mode");
	check("test_pipeline = [dict(img_scale=1)]\ndata = dict(val=dict(pipeline=[1]))",
	      "test_pipeline = [dict(img_scale=2)]\ndata = dict(val=dict(pipeline=[2]))",
	      "-:test_pipeline[0].img_scale -:data.val.pipeline[0]");
}

static void where_it_runs_is_none(void **state)
{
	(void)state;
	check("work_dir = 'a'\ngpu_ids = range(0, 1)\nseed = 0\nresume_from = None\ndist_params = dict(backend='nccl')",
	      "work_dir = 'b'\ngpu_ids = [0]\nlauncher = 'slurm'\nload_from = 'x.pth'", "");
	check("data_root = '/home/a/data/ade/'\na = 'data/x.json'\nb = './data/c'",
	      "data_root = '/mnt/ssd/data/ade'\na = '/mnt/data/x.json'\nb = 'data/c'", "");
	check("a = 'runs/a/last.pth'\nb = '/data/ade/train'\nc = 'x.json'",
	      "a = 'runs/b/last.pth'\nb = '/data/coco/train'\nc = 'y.json'", "-:a -:b -:c");
}

static void the_unknown_is_not_claimed(void **state)
{
	(void)state;
	check("import os\nlr = float(os.environ['LR'])\nb = 1", "lr = 0.1\nb = 2", "-:b 1?");
}

/* Beyond the limit keys are counted, and what makes it other work is seen. */
static void more_of_them_are_counted(void **state)
{
	(void)state;
	struct buf b = { 0 };

	for (unsigned i = 0; i < DRIFTS_MOST + 12; i++)
		buf_printf(&b, "k%04u = 1\n", i);
	check(buf_str(&b), "", "1000 and 12 more");
	buf_puts(&b, "model = dict(depth=50)\n");
	check(buf_str(&b), "model = dict(depth=101)", "1000 and 13 more !");
	buf_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_have_kinds),	    cmocka_unit_test(ways_are_of_no_kind),
		cmocka_unit_test(where_it_runs_is_none),    cmocka_unit_test(the_unknown_is_not_claimed),
		cmocka_unit_test(more_of_them_are_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
