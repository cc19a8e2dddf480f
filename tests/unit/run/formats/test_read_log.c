// SPDX-License-Identifier: MIT
/* Each form of line, by the version that wrote it; fixtures are written by hand after the frameworks' sources. */
#include "run/formats.h"
#include <stdlib.h>
#include <string.h>

static void read_limited(const char *bytes, size_t n, const struct run_limits *limits)
{
	runs_release(&all);
	assert_true(runs_read_bytes(&all, &formats, "/r/x.log", bytes, n, limits, &e));
}

static const struct run *read_text(const char *text)
{
	read_limited(text, strlen(text), NULL);
	return all.n ? &all.at[all.n - 1] : NULL;
}

static const struct train_record *last(const struct run *r)
{
	assert_non_null(r);
	assert_true(r->train.n > 0);
	return &r->train.at[r->train.n - 1];
}

#define M "2021-04-16 14:30:22,123 - mmdet - INFO - "
#define E "2023/06/04 16:54:35 - mmengine - INFO - "

/* ---- mmcv */

static void mmcv_epoch_line(void **state)
{
	const struct run *r =
		read_text(M "Epoch [2][50/7330]\tlr: 1.978e-03, eta: 1 day, 2:03:04, time: 0.412, data_time: 0.050, "
			    "memory: 3844, loss_cls: 0.5, loss: 1.2345, grad_norm: 12.3\n");
	const struct train_record *t = last(r);

	(void)state;
	assert_string_equal(r->format->id, "mmcv1");
	assert_true(r->epochs && r->dated && r->clock_step == 0.001);
	assert_int_equal(t->iter, 7380);
	assert_int_equal(t->epoch, 2);
	assert_int_equal(t->inner, 50);
	assert_int_equal(t->length, 7330);
	assert_true(near(t->lr, 1.978e-3) && near(t->lr_half, 5e-7) && isnan(t->base_lr));
	assert_true(t->eta == 86400 + 2 * 3600 + 3 * 60 + 4);
	assert_true(near(t->time, 0.412) && near(t->data_time, 0.05) && t->memory == 3844);
	assert_true(near(t->loss, 1.2345) && near(t->grad_norm, 12.3));
	assert_true(near(t->clock, 1618583422.123));
	assert_int_equal(t->line, 1);
}

static void mmcv_iteration_line(void **state)
{
	const struct run *r = read_text(M "workflow: [('train', 1)], max: 160000 iters\n" M
					  "Iter [50/160000]\tlr: 6.0e-05, eta: -1 day, 4:39:18, time: 0.5, data_time: "
					  "0.1, loss: nan, grad_norm: inf\n");
	const struct train_record *t = last(r);

	(void)state;
	assert_false(r->epochs);
	assert_int_equal(r->max_iters, 160000);
	assert_int_equal(run_iterations(r), 160000);
	assert_int_equal(t->iter, 50);
	assert_true(t->eta == -69642);
	assert_true(isnan(t->loss) && t->has & HAS_LOSS && isinf(t->grad_norm));
	assert_false(t->has & HAS_MEMORY);
	assert_true(isnan(t->memory));
}

static void mmcv0_has_no_name(void **state)
{
	const struct run *r = read_text("2019-06-28 11:31:20,906 - INFO - Start running, host: a@b, work_dir: /w\n"
					"2019-06-28 11:31:20,906 - INFO - workflow: [('train', 1)], max: 12 epochs\n"
					"2019-06-28 11:31:43,600 - INFO - Epoch [1][50/7330]	lr: 0.00399, eta: "
					"10:54:01, time: 0.451, data_time: 0.024, memory: 3822, loss: 1.0\n");

	(void)state;
	assert_true(near(last(r)->lr, 0.00399) && near(last(r)->lr_half, 5e-6));
	assert_int_equal(run_iterations(r), 12 * 7330);
	assert_true(near(last(r)->clock - r->first_clock, 22.694));
}

static void several_optimizers(void **state)
{
	const struct run *r = read_text(
		M "Iter [10/20]\tlr_generator: 1.0e-04 lr_disc: 2.0e-04, eta: 0:00:01, time: 0.1, data_time: 0.0\n");

	(void)state;
	assert_true(near(last(r)->lr, 1e-4));
	assert_true(last(r)->eta == 1);
}

static void mmcv_validation(void **state)
{
	const struct run *r = read_text(
		M "Iter [50/100]\tlr: 1e-3, eta: 0:00:01, time: 0.1, data_time: 0.0\n" M
		  "Saving checkpoint at 50 iterations\n" M "Iter(val) [40]\tmIoU: 0.34, aAcc: 0.5\n" M
		  "Epoch(val) [3][117]\tbbox_mAP: 0.2, bbox_mAP_copypaste: 0.2 0.3 0.1\n" M
		  "Now best checkpoint is saved as best_mIoU_iter_50.pth.\n" M "Best mIoU is 0.3400 at 50 iter.\n");

	(void)state;
	assert_int_equal(r->val.n, 2);
	assert_true(r->val.at[0].result && r->val.at[1].result);
	assert_int_equal(r->val.at[0].of, 40);
	assert_int_equal(r->val.at[0].after, 1);
	assert_int_equal(r->val.at[1].epoch, 3);
	assert_int_equal(r->event.n, 2);
	assert_int_equal(r->event.at[0].kind, EVENT_SAVING);
	assert_int_equal(r->event.at[0].iter, 50);
	assert_int_equal(r->event.at[0].after, 1);
	assert_int_equal(r->event.at[1].kind, EVENT_SAVED);
	assert_string_equal(r->event.at[1].text, "best_mIoU_iter_50.pth.");
}

static void mmcv_resume(void **state)
{
	const struct run *r =
		read_text(M "load checkpoint from local path: /w/iter_100.pth\n" M "resumed from epoch: 1, iter 99\n" M
			    "Iter [100/300]\tlr: 1e-2, eta: 0:03:31, time: 0.1, data_time: 0.0\n");

	(void)state;
	assert_true(r->resumed);
	assert_int_equal(r->resumed_iter, 99);
	assert_int_equal(r->event.at[0].kind, EVENT_LOADED);
	assert_int_equal(r->event.at[1].kind, EVENT_RESUMED);
}

static void mmcv_header(void **state)
{
	const struct run *r = read_text(
		M "Environment info:\n------------\nsys.platform: linux\nGPU 0,1,2,3: TITAN Xp\nPyTorch: 1.11.0\n"
		  "PyTorch compiling details: PyTorch built with:\n  - GCC 7.3\n\nMMCV: 1.5.0\n------------\n\n" M
		  "Distributed training: True\n" M "Config:\nmodel = dict(\n    a=1)\nx = 2\n\n" M
		  "Set random seed to 7, deterministic: False\n" M "Loaded 2975 images\n" M "Loaded 500 images\n" M
		  "initialize\n\nbackbone.stem.0.weight - torch.Size([32, 3, 3, 3]): "
		  "\nKaimingInit\n\nbackbone.stem.0.bias - "
		  "torch.Size([32]): \n" M
		  "Hooks will be executed in the following order:\nbefore_run:\n(VERY_HIGH   ) StepLrUpdaterHook   \n"
		  " -------------------- \nafter_train_iter:\n(LOW         ) IterTimerHook\n" M
		  "Start running, host: a@b\n");
	uint32_t cards;

	(void)state;
	assert_int_equal(all.n, 1);
	assert_string_equal(run_gpu(r, &cards), "TITAN Xp");
	assert_int_equal(cards, 4);
	assert_string_equal(run_fact(r, "pytorch"), "1.11.0");
	assert_string_equal(run_fact(r, "framework"), "1.5.0");
	assert_string_equal(run_fact(r, "seed"), "7");
	assert_string_equal(run_fact(r, "distributed"), "True");
	assert_null(run_fact(r, "launcher"));
	assert_string_equal(r->config, "model = dict(\n    a=1)\nx = 2\n");
	assert_int_equal(r->config_line, 14);
	assert_int_equal(r->images, 2975);
	assert_int_equal(r->parameters, 32 * 27 + 32);
	assert_int_equal(r->hooks.n, 2);
	assert_string_equal(r->hooks.at[1].stage, "after_train_iter");
	assert_string_equal(r->hooks.at[1].priority, "LOW");
	assert_string_equal(r->hooks.at[1].name, "IterTimerHook");
}

/* Windows writes GBK: each byte that is no UTF-8 is one `?`. */
static void a_config_in_another_encoding(void **state)
{
	const struct run *r = read_text(M "Config:\nname = '\xc9\xcf'\nx = '\xc3\xa9'\n\n" M "Loaded 9 images\n");

	(void)state;
	assert_int_equal(all.n, 1);
	assert_string_equal(r->config, "name = '?"
				       "?'\nx = '\xc3\xa9'\n");
	assert_int_equal(r->config_line, 2);
}

/* What a loader's process raised stands behind what the training raised for it. */
static void the_exception_of_a_loaders_process(void **state)
{
	const struct run *r = read_text(M "Iter [10/90]\tlr: 1.000e-02, time: 0.1, data_time: 0.0, loss: 0.5\n"
					  "Traceback (most recent call last):\n  File\nKeyError: Caught KeyError in "
					  "DataLoader worker process 0.\n"
					  "Original Traceback (most recent call last):\n  File\nKeyError: 'img'\n");

	(void)state;
	assert_int_equal(all.n, 1);
	assert_string_equal(r->exception, "KeyError: 'img'");
}

static void no_gpu_is_what_the_log_says(void **state)
{
	(void)state;
	assert_null(run_no_gpu(read_text(M "Start running, host: a@b\n")));
	assert_null(run_no_gpu(read_text(M "Environment info:\n-----\nCUDA available: True\n-----\n\n")));
	assert_string_equal(run_no_gpu(read_text(M "Environment info:\n-----\nCUDA available: False\n-----\n\n")),
			    "no GPU");
}

/* ---- MMEngine */

static void mmengine_lines(void **state)
{
	const struct run *r =
		read_text(E "Iter(train) [   50/40000]  base_lr: 1.0000e-02 lr: 1.0000e-03  eta: 5:50:30  time: 0.5264 "
			    " data_time: 0.0021  memory: 5044  grad_norm: 0.27  loss: 2.5\n" E
			    "Iter(val) [20/40]    eta: 0:00:00  time: 0.0155  data_time: 0.0153  \n" E
			    "Iter(val) [40/40]    mIoU: 0.3400  data_time: 0.0187  time: 0.0190\n");
	const struct train_record *t = last(r);

	(void)state;
	assert_string_equal(r->format->id, "mmengine");
	assert_true(r->clock_step == 1 && r->format->eta_is_exact && r->format->window == 10);
	assert_true(near(t->lr, 1e-3) && near(t->base_lr, 1e-2) && near(t->base_lr_half, 5e-7));
	assert_true(t->memory == 5044 && t->eta == 21030);
	assert_int_equal(r->max_iters, 40000);
	assert_int_equal(r->val.n, 2);
	assert_false(r->val.at[0].result);
	assert_true(r->val.at[1].result);
	assert_int_equal(r->val.at[0].at, 20);
	assert_int_equal(r->val.at[0].of, 40);
}

static void mmengine_epoch_line(void **state)
{
	const struct run *r =
		read_text(E "Epoch(train)  [1][10/37]  lr: 1e-2  time: 0.5  data_time: 0.1  loss: 1\n" E
			    "Epoch(train)  [2][ 3/37]  lr: 1e-2  eta: 0:00:06  time: 0.5  data_time: 0.1  loss: 1\n" E
			    "Reach the end of the dataloader, it will be restarted\n" E
			    "Advance dataloader 99 steps to skip data that has already been trained\n" E
			    "resumed epoch: 3, iter: 111\n");

	(void)state;
	assert_true(isnan(r->train.at[0].eta));
	assert_int_equal(last(r)->iter, 40);
	assert_int_equal(r->event.at[0].kind, EVENT_PASS_END);
	assert_true(r->event.at[1].value == 99);
	assert_int_equal(r->resumed_epoch, 3);
}

static void mmengine_terminal(void **state)
{
	const struct run *r = read_text("12/31 23:59:58 - mmengine - \033[4m\033[97mINFO\033[0m - Iter(train) [ 1/9]  "
					"lr: 1e-2  time: 0.5  data_time: 0.1\r\n"
					"01/01 00:00:03 - mmengine - \033[4m\033[97mINFO\033[0m - Iter(train) [ 2/9]  "
					"lr: 1e-2  time: 0.5  data_time: 0.1\r\n");

	(void)state;
	assert_int_equal(r->train.n, 2);
	assert_false(r->dated);
	assert_true(r->train.at[1].clock - r->train.at[0].clock == 5);
}

static void mmengine_header(void **state)
{
	const char *text = E "\n------------\nSystem environment:\n    sys.platform: win32\n    GPU 0: NVIDIA GeForce "
			     "RTX 3060 Ti\n\n"
			     "Runtime environment:\n    seed: 42\n    Distributed training: True\n    GPU number: "
			     "8\n------------\n\n";
	const struct run *r = read_text(text);

	(void)state;
	assert_int_equal(all.n, 1);
	assert_int_equal(r->first_line, 1);
	assert_int_equal(r->world, 8);
	assert_string_equal(run_fact(r, "platform"), "win32");
	assert_string_equal(run_fact(r, "seed"), "42");
	read_text(arena_printf(&a, "%s" E "Iter(train) [1/9]  lr: 1e-2  time: 0.5\n%s", text, text));
	assert_int_equal(all.n, 2);
	assert_int_equal(all.at[0].train.n, 1);
	assert_int_equal(all.at[1].first_line, 14);
	assert_int_equal(all.at[0].last_line, 13);
	assert_ptr_equal(runs_last(&all), &all.at[0]);
}

static void a_first_line_belongs_to_one_run(void **state)
{
	(void)state;
	read_text(E "\nSystem environment:\nSystem environment:\n");
	assert_int_equal(all.n, 2);
	assert_int_equal(all.at[0].first_line, 1);
	assert_int_equal(all.at[0].last_line, 2);
	assert_int_equal(all.at[1].first_line, 3);
	read_text(E "\n" E "Iter(train) [1/9]  time: 0.5\nSystem environment:\n");
	assert_int_equal(all.at[0].last_line, 2);
	assert_int_equal(all.at[1].first_line, 3);
}

/* ---- json */

static void mmcv_json(void **state)
{
	const struct run *r = read_text(
		"{\"env_info\": \"sys.platform: linux\\nPyTorch: 1.8.0\", \"config\": \"a = 1\\n\\u00e9 = "
		"'\\ud83d\\ude00'\", \"seed\": 3, \"exp_name\": \"x.py\"}\n"
		"{\"mode\": \"train\", \"epoch\": 1, \"iter\": 10, \"lr\": 0.01, \"memory\": 5344, \"data_time\": "
		"0.05, \"loss\": NaN, \"time\": 0.61234}\n"
		"{\"mode\": \"train\", \"epoch\": 1, \"iter\": 20, \"lr\": {\"g\": 0.02, \"d\": 0.1}, \"time\": 0.6, "
		"\"grad_norm\": Infinity}\n"
		"{\"mode\": \"val\", \"epoch\": 1, \"iter\": 25, \"lr\": 0.01, \"mIoU\": 0.5}\n"
		"{\"mode\": \"train\", \"epoch\": 2, \"iter\": 10, \"lr\": 0.01, \"time\": 0.6}\n{\"mode\": \"tra");
	const struct train_record *t = r->train.at;

	(void)state;
	assert_int_equal(all.n, 1);
	assert_int_equal(r->train.n, 3);
	assert_true(isnan(t->clock) && near(t->time, 0.61234) && isnan(t->loss) && t->has & HAS_LOSS);
	assert_true(near(t[0].lr, 0.01) && near(t[0].lr_half, 5e-6) && near(t[1].lr, 0.02) && isinf(t[1].grad_norm));
	assert_true(r->epochs);
	assert_int_equal(t[2].iter, 30); /* the highest of an epoch is 20 */
	assert_int_equal(t[2].length, 0);
	assert_string_equal(r->config, "a = 1\n\xC3\xA9 = '\xF0\x9F\x98\x80'");
	assert_string_equal(run_fact(r, "pytorch"), "1.8.0");
	assert_string_equal(run_fact(r, "seed"), "3");
	assert_int_equal(r->val.n, 1);
	assert_int_equal(r->val.at[0].after, 2);
}

static void resumed_json_begins_anew(void **state)
{
	read_text("{\"env_info\": \"a: b\", \"seed\": 3}\n"
		  "{\"mode\": \"train\", \"epoch\": 1, \"iter\": 10, \"lr\": 0.01, \"time\": 0.6}\n"
		  "{\"env_info\": \"a: b\", \"seed\": 3, \"epoch\": 1, \"iter\": 10, \"time\": \"Thu Apr 1 10:00:00 "
		  "2021\"}\n"
		  "{\"mode\": \"train\", \"epoch\": 1, \"iter\": 20, \"lr\": 0.01, \"time\": 0.6}\n");
	(void)state;
	assert_int_equal(all.n, 2);
	assert_int_equal(all.at[1].train.n, 1);
	assert_false(all.at[1].epochs);
	assert_int_equal(last(&all.at[1])->iter, 20);
}

static void mmengine_json(void **state)
{
	const struct run *r = read_text(
		"{\"lr\": 0.0039, \"data_time\": 0.0015, \"loss\": 0.68, \"time\": 0.05, \"iter\": 20, \"memory\": "
		"100, \"step\": 20}\n"
		"{\"mIoU\": 0.34, \"data_time\": 0.01, \"time\": 0.02, \"step\": 20}\n"
		"{\"train/lr\": 0.0039, \"train/time\": 0.07, \"train/loss\": 1, \"epoch\": 2, \"step\": 40}\n");

	(void)state;
	assert_string_equal(r->format->id, "mmengine");
	assert_int_equal(r->train.n, 2);
	assert_true(r->train.at[0].lr_half == 0);
	assert_int_equal(last(r)->iter, 40);
	assert_true(near(last(r)->time, 0.07));
	assert_int_equal(r->val.n, 1);
}

/* ---- what a file may hold besides */

static void records_that_go_back_begin_a_run(void **state)
{
	read_text(M "Iter [10/20]\tlr: 1, time: 1\n" M "Iter [20/20]\tlr: 1, time: 1\n" M
		    "Iter [20/20]\tlr: 1, time: 1\n" M "Iter [10/20]\tlr: 1, time: 1\n");
	(void)state;
	assert_int_equal(all.n, 2);
	assert_int_equal(all.at[0].train.n, 2);
	assert_int_equal(all.at[0].lines_left, 1);
	assert_int_equal(all.at[1].train.n, 1);
}

static void epochs_may_differ_in_length(void **state)
{
	const struct run *r = read_text(M "Epoch [1][100/100]\ttime: 1\n" M "Epoch [2][10/50]\ttime: 1\n" M
					  "Epoch [3][10/50]\ttime: 1\n");

	(void)state;
	assert_int_equal(all.n, 1);
	assert_int_equal(r->train.at[1].iter, 110);
	assert_int_equal(r->train.at[2].iter, 160);
}

static void out_of_memory(void **state)
{
	const struct run *r = read_text(M "Start running, host: a@b\nTraceback (most recent call last):\n  File "
					  "\"x.py\", line 1, in <module>\n    main()\n"
					  "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 10.76 "
					  "GiB total capacity; 8.10 GiB already allocated; "
					  "1.20 GiB free; 9.00 GiB reserved in total by PyTorch)\n");

	(void)state;
	assert_int_equal(r->event.n, 1);
	assert_int_equal(r->event.at[0].kind, EVENT_OUT_OF_MEMORY);
	assert_true(run_event_bad(EVENT_OUT_OF_MEMORY) && !run_event_bad(EVENT_SAVING));
	assert_true(r->oom.requested == 2048 && near(r->oom.total, 10.76 * 1024) && near(r->oom.allocated, 8.1 * 1024));
	assert_true(near(r->oom.free, 1.2 * 1024) && r->oom.reserved == 9216);
	assert_true(strstr(r->exception, "RuntimeError: CUDA") == r->exception);
	r = read_text(M "Start running, host: a@b\nTraceback (most recent call last):\n  File \"x.py\"\n"
			"torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 300.00 MiB. GPU 0 has a "
			"total capacity of 10.75 GiB of which "
			"1.20 GiB is free. Including non-PyTorch memory, this process has 9.5 GiB memory in use. Of "
			"the allocated memory 8.10 GiB is "
			"allocated by PyTorch, and 300.00 MiB is reserved by PyTorch but unallocated.\n");
	assert_true(r->oom.requested == 300 && r->oom.total == 11008 && near(r->oom.reserved, 8.1 * 1024 + 300));
}

static void printed_models(void **state)
{
	static const char model[] =
		"Net(\n  (backbone): Net(\n    (conv1): Conv2d(3, 64, kernel_size=(7, 7), stride=(2, 2), padding=(3, "
		"3), bias=False)\n"
		"    (bn1): BatchNorm2d(64, eps=1e-05, momentum=0.1, affine=True, track_running_stats=True)\n"
		"    (dw): Conv2d(64, 64, kernel_size=(3, 3), groups=64)\n    (relu): ReLU(inplace=True)\n"
		"    (blocks): ModuleList(\n      (0-2): 3 x Block(\n        (fc): Linear(in_features=8, "
		"out_features=4, bias=True)\n"
		"        (pair): 2 x Linear(in_features=2, out_features=2, bias=False)\n      )\n"
		"      (gn): GroupNorm(32, 256, eps=1e-05, affine=True)\n    )\n"
		"    (ln): LayerNorm((96,), eps=1e-05, elementwise_affine=True)\n    (emb): Embedding(10, 5)\n  )\n)\n";
	uint64_t want = 3 * 64 * 49 + 2 * 64 + 64 * 9 + 64 + 3 * (8 * 4 + 4 + 2 * 4) + 2 * 256 + 2 * 96 + 50;
	const struct run *r =
		read_text(arena_printf(&a, M "Start running, host: a\n" M "%s" M "again\n%s", model, model));

	(void)state;
	assert_int_equal(r->layers, want);
	assert_int_equal(r->parameters, 0);
}

static void ends_of_runs(void **state)
{
	const struct run *r =
		read_text(M "Start running, host: a@b\nTraceback (most recent call last):\n  File\nRuntimeError: "
			    "DataLoader worker (pid 4711) is killed by signal: Killed. \n"
			    "Traceback (most recent call last):\n  File\nKeyError: 'data_time'\nTraceback (most recent "
			    "call last):\n  File\n"
			    "subprocess.CalledProcessError: Command died\nKilled\n");

	(void)state;
	assert_int_equal(r->event.n, 3);
	assert_int_equal(r->event.at[0].kind, EVENT_WORKER_KILLED);
	assert_true(r->event.at[0].value == 4711);
	assert_string_equal(r->event.at[0].text, "Killed.");
	assert_int_equal(r->event.at[1].kind, EVENT_EXCEPTION);
	assert_string_equal(r->exception, "KeyError: 'data_time'");
	assert_int_equal(r->event.at[2].kind, EVENT_KILLED);
}

static void daylight_saving(void **state)
{
	const struct run *r = read_text("2021-10-31 02:59:50,000 - mmdet - INFO - Iter [10/90]\ttime: 1\n"
					"2021-10-31 02:00:00,000 - mmdet - INFO - Iter [20/90]\ttime: 1\n"
					"2022-03-27 01:59:50,000 - mmdet - INFO - Iter [30/90]\ttime: 1\n"
					"2022-03-27 03:00:00,000 - mmdet - INFO - Iter [40/90]\ttime: 1\n"
					"2022-03-27 03:00:10,000 - mmdet - INFO - Iter [50/90]\ttime: 1\n");
	const struct train_record *t = r->train.at;

	(void)state;
	assert_true(t[1].clock - t[0].clock == 10);
	assert_true(t[3].clock - t[2].clock == 10);
	assert_true(t[4].clock - t[3].clock == 10);
	assert_int_equal(r->event.n, 2);
	assert_int_equal(r->event.at[0].kind, EVENT_CLOCK);
	assert_true(r->event.at[0].value == -3600 && r->event.at[1].value == 3600);
}

static void cut_and_dirty(void **state)
{
	static const char text[] = "garbage \xff\xfe\n\n" M "Iter [10/90]\ttime: 1, loss: 2\n[>>] 1/40\r[>>>] 40/40\r" M
				   "Iter [20/90]\ttime: 1\n" M "Iter [30/90]\tti";

	(void)state;
	read_limited(text, sizeof text - 1, NULL);
	assert_int_equal(all.n, 1);
	assert_int_equal(all.at[0].train.n, 2);
	assert_int_equal(all.lines, 5);
}

static void broken_counters(void **state)
{
	(void)state;
	read_text(M "Iter [0/90]\ttime: 1\n" M "Epoch [0][1/9]\ttime: 1\n" M "Epoch [1][10/9]\ttime: 1\n" M
		    "Epoch [4294967295][9/4294967295]\ttime: 1\n" M
		    "Iter [1111111111111111111111111111111111111111/9]\ttime: 1\n");
	for (uint32_t i = 0; i < all.n; i++)
		assert_int_equal(all.at[i].train.n, 0);
	read_text("{\"env_info\": \"\"}\n{\"mode\": \"train\", \"iter\": 10, \"time\": 1}\n"
		  "{\"mode\": \"train\", \"epoch\": 1, \"iter\": 100000, \"time\": 1}\n"
		  "{\"mode\": \"train\", \"epoch\": 90000, \"iter\": 10, \"time\": 1}\n"
		  "{\"mode\": \"val\", \"epoch\": 1, \"iter\": 10}\n");
	assert_int_equal(all.n, 1);
	assert_int_equal(all.at[0].train.n, 1);
	assert_int_equal(all.at[0].lines_left, 1);
	assert_int_equal(all.at[0].val.at[0].after, 1);
}

static void limits_hold(void **state)
{
	struct run_limits small = RUN_LIMITS;
	struct buf b = { 0 };

	(void)state;
	small.records = 3;
	small.line = 100;
	for (int i = 1; i < 10; i++)
		buf_printf(&b, M "Iter [%d/90]\ttime: 1\n", i);
	buf_printf(&b, "%100000s", "longer");
	read_limited(b.s, b.n, &small);
	assert_int_equal(all.at[0].train.n, 3);
	assert_int_equal(all.at[0].lines_left, 6);
	assert_true(all.full);
	buf_clear(&b);
	buf_puts(&b, M "Iter [10/90]\ttime: 1, ");
	buf_printf(&b, "%100s: 1, data_time: 2", "loss_x");
	read_limited(b.s, b.n, NULL);
	assert_true(last(all.at)->data_time == 2);
	for (int i = 0; i < 2; i++, buf_putc(&b, '\n')) { /* a line is cut, whether its end comes or not */
		read_limited(b.s, b.n, &small);
		assert_true(isnan(last(all.at)->data_time));
	}
	small.bytes = 10;
	runs_release(&all);
	assert_false(runs_read_bytes(&all, &formats, "/x", b.s, b.n, &small, &e));
	buf_release(&b);
}

static void lines_of_processes(void **state)
{
	const struct run *r = read_text("0: " M "Iter [10/90]\ttime: 1\n0: " M "Iter [20/90]\ttime: 1\n");

	(void)state;
	assert_int_equal(r->train.n, 2);
}

/* ---- formats */

/* Of how many iterations MMEngine's `time` is a mean: what the config says, at that very key. */
static void the_timers_window_is_the_configs(void **state)
{
	static const struct {
		const char *config;
		uint32_t window;
	} of[] = {
		{ "log_processor = dict(type='LogProcessor', window_size=50, by_epoch=True)", 50 },
		{ "log_processor = dict(\n    custom_cfg=[dict(data_src='loss', window_size=7)],\n    window_size=1)",
		  1 },
		{ "log_processor = dict(by_epoch=True, name='a(window_size=3')", 10 },
		{ "model = dict(window_size=7)\nlog_processor = dict(by_epoch=True)", 10 },
		{ "log_processor = dict(by_epoch=True", 10 },
		{ "log_processor = dict(window_size=99999999999)", UINT32_MAX },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(of); i++) {
		char *text =
			arena_printf(&a,
				     E "Config:\n%s\n\n" E
				       "Iter(train) [ 20/500]  lr: 1.0e-02  eta: 0:00:27  time: 0.0560  loss: 0.7\n",
				     of[i].config);

		assert_int_equal(run_window(read_text(text)), of[i].window);
	}
}

static void what_the_timers_mean(void **state)
{
	const struct log_format *f = read_text(M "Iter [10/90]\ttime: 1\n")->format;

	(void)state;
	assert_int_equal(f->lands[0][0][COST_CHECKPOINT], LANDS_TIME);
	assert_int_equal(f->lands[0][0][COST_EVALUATION], LANDS_DATA_NEXT);
	assert_int_equal(f->lands[1][1][COST_CHECKPOINT], LANDS_NOWHERE);
	assert_int_equal(f->lands[0][1][COST_CHECKPOINT], LANDS_UNKNOWN);
	assert_true(f->window == 0 && !f->eta_is_exact && f->memory_ranks == RANKS_ALL && !f->memory_is_reset);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mmcv_epoch_line),
		cmocka_unit_test(mmcv_iteration_line),
		cmocka_unit_test(mmcv0_has_no_name),
		cmocka_unit_test(several_optimizers),
		cmocka_unit_test(mmcv_validation),
		cmocka_unit_test(mmcv_resume),
		cmocka_unit_test(mmcv_header),
		cmocka_unit_test(a_config_in_another_encoding),
		cmocka_unit_test(the_exception_of_a_loaders_process),
		cmocka_unit_test(no_gpu_is_what_the_log_says),
		cmocka_unit_test(mmengine_lines),
		cmocka_unit_test(mmengine_epoch_line),
		cmocka_unit_test(mmengine_terminal),
		cmocka_unit_test(mmengine_header),
		cmocka_unit_test(a_first_line_belongs_to_one_run),
		cmocka_unit_test(mmcv_json),
		cmocka_unit_test(resumed_json_begins_anew),
		cmocka_unit_test(mmengine_json),
		cmocka_unit_test(records_that_go_back_begin_a_run),
		cmocka_unit_test(epochs_may_differ_in_length),
		cmocka_unit_test(out_of_memory),
		cmocka_unit_test(printed_models),
		cmocka_unit_test(ends_of_runs),
		cmocka_unit_test(daylight_saving),
		cmocka_unit_test(cut_and_dirty),
		cmocka_unit_test(broken_counters),
		cmocka_unit_test(limits_hold),
		cmocka_unit_test(lines_of_processes),
		cmocka_unit_test(what_the_timers_mean),
		cmocka_unit_test(the_timers_window_is_the_configs),
	};

	return cmocka_run_group_tests(tests, formats_begin, formats_end);
}
