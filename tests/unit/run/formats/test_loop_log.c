// SPDX-License-Identifier: MIT
/* Logs of training loops in the forms that people's scripts print, and texts that are none. */
#include "run/formats.h"
#include "base/buf.h"
#include <stdlib.h>
#include <string.h>

static struct buf text;

static const struct run *read_text(void)
{
	runs_release(&all);
	if (!runs_read_bytes(&all, &formats, "/r/x.log", buf_str(&text), text.n, NULL, &e))
		fail_msg("%s", e.msg);
	buf_release(&text);
	return runs_last(&all);
}

static const struct train_record *at(const struct run *r, size_t i)
{
	assert_non_null(r);
	assert_true(i < r->train.n);
	return &r->train.at[i];
}

static const char *as(const struct run *r, const char *role)
{
	for (const struct run_fact *f = r->read_as; f && f->key; f++)
		if (!strcmp(f->key, role))
			return f->value;
	return "";
}

static void steps_of_a_run(void **state)
{
	const struct run *r;

	(void)state;
	for (int i = 1; i <= 20; i++)
		buf_printf(&text, "step %06d/200; rtime %.2f; itime %.2f; loss = %.4f\n", i, 0.03 + i % 3 * 0.01,
			   2.0 + i % 2 * 0.1, 9.5 - i);
	r = read_text();
	assert_int_equal(at(r, 19)->iter, 20);
	assert_int_equal(r->max_iters, 200);
	assert_true(near(at(r, 0)->time, 2.1) && near(at(r, 0)->data_time, 0.04) && near(at(r, 0)->loss, 8.5));
	assert_true(near(at(r, 1)->clock, 4.1) && !r->dated && !(at(r, 0)->has & HAS_LR)); /* each step has a line */
	assert_string_equal(as(r, "step"), "step N/M");
	assert_string_equal(as(r, "data_time"), "rtime");
	assert_string_equal(as(r, "lr"), "");
}

/* torchvision, and what is built on its MetricLogger. */
static void epochs_from_zero(void **state)
{
	const struct run *r;

	(void)state;
	buf_puts(&text, "Namespace(lr=0.1, batch_size=32)\n");
	for (int ep = 0; ep < 3; ep++) {
		for (int i = 0; i < 50; i += 7)
			buf_printf(&text,
				   "Epoch: [%d]  [%2d/50]  eta: 0:00:%02d  lr: 0.100  loss: %.4f (7.1)  time: 0.5%d  "
				   "data: 0.2%d  max mem: 5021\n",
				   ep, i, i, 6.5 - ep, i % 4, i % 3);
		buf_puts(&text, "Test:  [ 0/20]  eta: 0:00:01  loss: 5.1 (5.1)  time: 0.2  data: 0.1  max mem: 5021\n"
				"Test:  Acc@1 10.1 Acc@5 30.2\n");
	}
	r = read_text();
	assert_int_equal(r->train.n, 24);
	assert_true(r->epochs);
	assert_int_equal(at(r, 8)->iter, 51);
	assert_int_equal(at(r, 8)->epoch, 2);
	assert_int_equal(at(r, 23)->iter, 150);
	assert_int_equal(at(r, 0)->length, 50);
	assert_true(at(r, 0)->memory == 5021 && near(at(r, 0)->lr, 0.1));
	assert_int_equal(r->val.n, 6);
	assert_false(r->val.at[0].result);
	assert_true(r->val.at[1].result);
	assert_int_equal(r->val.at[0].after, 8);
}

/* timm, Swin: the epoch is a pair or a number behind a word. */
static void epochs_with_other_names(void **state)
{
	const struct run *r;

	(void)state;
	for (int ep = 0; ep < 2; ep++)
		for (int i = 0; i < 100; i += 10)
			buf_printf(&text,
				   "Train: %d [%4d/100 (%3d%%)]  Loss: %.3f (6.95)  Time: 0.4%ds,  621.12/s  (0.430s, "
				   "595.02/s)  LR: 1.000e-03  Data: 0.01%d (0.020)\n",
				   ep, i, i, 6.9 - ep, i / 10 % 3, i / 10 % 4);
	r = read_text();
	assert_int_equal(at(r, 19)->iter, 191);
	assert_string_equal(as(r, "lr"), "LR");
	assert_string_equal(as(r, "time"), "Time");
	for (int ep = 0; ep < 2; ep++)
		for (int i = 0; i < 100; i += 10)
			buf_printf(&text,
				   "[2022-03-01 10:0%d:%02d swin](main.py 200): INFO Train: [%d/300][%d/100]\teta "
				   "0:10:00 lr 0.0001\ttime 0.5 (0.5)\tloss %.4f (6.9)\tmem 8000MB\n",
				   ep, i / 2, ep, i, 6.9 - ep);
	r = read_text();
	assert_int_equal(at(r, 19)->iter, 191);
	assert_int_equal(r->max_epochs, 300);
	assert_true(r->dated && r->clock_step == 1 && at(r, 1)->clock - at(r, 0)->clock == 5);
	assert_true(near(at(r, 0)->time, 0.5));
}

/* The step falls where an epoch begins, and no line names the epoch; `[1,  2000]` has no names at all. */
static void numbers_without_names(void **state)
{
	const struct run *r;

	(void)state;
	for (int ep = 1; ep <= 2; ep++)
		for (int i = 2000; i <= 12000; i += 2000)
			buf_printf(&text, "[%d, %5d] loss: %.3f\n", ep, i, 2.5 - ep);
	r = read_text();
	assert_int_equal(at(r, 11)->iter, 24000);
	assert_int_equal(at(r, 11)->epoch, 2);
	for (int ep = 1; ep <= 2; ep++)
		for (int i = 1; i <= 10; i++)
			buf_printf(&text, "\r %d%%|#| %d/10 [00:0%d<00:01,  4.%d0it/s, loss=%.2f]", i * 10, i, i / 4,
				   i % 3, 2.5 - ep);
	r = read_text();
	assert_int_equal(at(r, 19)->iter, 20);
	assert_true(near(at(r, 0)->time, 1 / 4.1));
}

static void a_clock_from_seconds(void **state)
{
	const struct run *r;

	(void)state;
	for (int i = 1; i <= 30; i++) /* since the start */
		buf_printf(&text, "iter %d | loss %.2f | time %.1f\n", i * 10, 3.5 - i * 0.1, i * 5.0 + i % 3 * 0.1);
	r = read_text();
	assert_true(near(at(r, 1)->clock, 10.2) && r->first_clock == 0 && !r->dated);
	assert_true(!(at(r, 0)->has & HAS_TIME));
	for (int i = 1; i <= 30; i++) /* since the last line: the log's dates tell */
		buf_printf(&text, "2024-05-01 10:%02d:%02d iter %d loss %.2f time %.2f\n", i / 6, i % 6 * 10, i * 100,
			   3.5 - i * 0.1, 10 + i % 3 * 0.01);
	r = read_text();
	assert_true(isnan(at(r, 0)->time) && near(at(r, 1)->time, 0.1002));
}

static void dicts_beside_a_bar(void **state)
{
	const struct run *r;

	(void)state;
	for (int i = 1; i <= 50; i++) {
		buf_printf(&text, "\r %d%%|#  | %d/50 [00:%02d<01:00,  1.00it/s]", i * 2, i, i);
		if (i % 10 == 0)
			buf_printf(&text, "\r{'loss': %.2f, 'grad_norm': 1.1, 'learning_rate': %.1e, 'epoch': %.1f}\n",
				   2.3 - i * 0.01, 5e-5 - i * 1e-6, i / 10 * 0.2);
		if (i == 30)
			buf_puts(&text,
				 "{'eval_loss': 1.9, 'eval_runtime': 2.5, 'eval_steps_per_second': 12.0, 'epoch': "
				 "0.6}\n");
	}
	buf_puts(&text, "{'train_runtime': 52.3, 'train_steps_per_second': 0.97, 'train_loss': 1.5, 'epoch': 1.0}\n");
	r = read_text();
	assert_int_equal(r->train.n, 5);
	assert_int_equal(at(r, 4)->iter, 50);
	assert_int_equal(r->max_iters, 50);
	assert_true(at(r, 4)->clock == 50);
	assert_int_equal(r->val.n, 1);
	assert_true(near(r->val.at[0].seconds, 2.5) && r->val.at[0].result);
	for (int i = 1; i <= 5; i++) /* without the bar the lines are counted */
		buf_printf(&text, "{'loss': %.2f, 'learning_rate': 5e-05, 'epoch': 0.%d}\n", 2.3 - i * 0.1, i);
	r = read_text();
	assert_int_equal(at(r, 4)->iter, 5);
	assert_string_equal(run_counts(r), "line");
}

static void a_document(void **state)
{
	const struct run *r;

	(void)state;
	buf_puts(&text, "{\n  \"best_metric\": null,\n  \"log_history\": [\n");
	for (int i = 10; i <= 50; i += 10)
		buf_printf(
			&text,
			"    {\n      \"epoch\": 0.%d,\n      \"loss\": %.2f,\n      \"learning_rate\": 5e-05,\n      "
			"\"step\": %d\n    },\n",
			i, 2.3 - i * 0.01, i);
	buf_puts(&text,
		 "    {\n      \"eval_loss\": 1.9,\n      \"eval_runtime\": 2.5,\n      \"step\": 50\n    }\n  ],\n"
		 "  \"eval_steps\": 50,\n  \"max_steps\": 80\n}\n");
	r = read_text();
	assert_int_equal(r->train.n, 5);
	assert_int_equal(at(r, 1)->iter, 20);
	assert_int_equal(at(r, 1)->line, 10);
	assert_int_equal(r->max_iters, 80);
	assert_int_equal(r->val.n, 1);
	buf_puts(&text, "{\n \"cells\": [\n"); /* a notebook: what it printed is text */
	for (int i = 1; i <= 9; i++)
		buf_printf(&text, "  {\"n\": %d, \"text\": [\"step %d/9 loss 0.%d\\n\"]},\n", i, i, i);
	buf_puts(&text, " ]\n}\n");
	assert_null(read_text());
	for (int i = 1; i <= 9; i++) /* some trainers print figures as texts */
		buf_printf(&text, "{\"epoch\": %d, \"loss\": \"0.%d\", \"note\": \"a \\\"b\\\" 5/6\"}\n", i, i);
	r = read_text();
	assert_int_equal(at(r, 8)->iter, 9);
	assert_true(near(at(r, 8)->loss, 0.9));
}

static void tables(void **state)
{
	const struct run *r;

	(void)state;
	buf_puts(&text, "epoch,step,train_loss,val_loss,lr-AdamW\n");
	for (int i = 49; i < 500; i += 50)
		buf_printf(&text, "%d,%d,%.3f,,\n,%d,,,0.001\n%d,%d,,2.1,\n", i / 250, i, 3.0 - i * 0.001, i, i / 250,
			   i);
	r = read_text();
	assert_int_equal(r->train.n, 10);
	assert_int_equal(at(r, 9)->iter, 499);
	assert_int_equal(r->val.n, 10);
	buf_puts(&text, "                  epoch,       time,       train/box_loss,       val/box_loss,   lr/pg0\n");
	for (int i = 1; i <= 10; i++)
		buf_printf(&text, "      %d,   %.3f,     %.4f,     1.4000,    0.0%d\n", i, i * 21.3, 1.5 - i * 0.01,
			   10 - i);
	r = read_text();
	assert_int_equal(at(r, 9)->iter, 10);
	assert_true(near(at(r, 9)->clock, 213) && near(at(r, 0)->loss, 1.49) && near(at(r, 0)->lr, 0.09));
	assert_string_equal(run_counts(r), "epoch");
	assert_string_equal(as(r, "loss"), "train/box_loss");
	buf_puts(&text, "samples read, 93 of them used, 7 left out\n"); /* no header */
	for (int i = 1; i <= 10; i++)
		buf_printf(&text, "epoch=%d i=%d/10 total_loss=1.%d%d\n", i / 6, i, 9 - i % 9, i % 9);
	assert_int_equal(at(read_text(), 9)->iter, 10);
}

/* What happens between the lines. */
static void events(void **state)
{
	const struct run *r;

	(void)state;
	for (int i = 0; i < 40; i++) {
		buf_printf(&text, "iter %d: loss %.4f, time %.2fms\n", i, 9.5 - i * 0.1, 250.0 + i % 3);
		if (i == 20)
			buf_puts(&text, "step 20: train loss 7.1, val loss 7.2\nsaving checkpoint to out\n"
					"Configuration saved in out/model.json\n");
	}
	buf_puts(&text, "Traceback (most recent call last):\n  File \"t.py\", line 3, in <module>\n"
			"torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 284.00 MiB\n");
	r = read_text();
	assert_int_equal(r->event.n, 2);
	assert_int_equal(r->event.at[0].kind, EVENT_SAVING);
	assert_int_equal(r->event.at[0].iter, 21);
	assert_int_equal(r->event.at[1].kind, EVENT_OUT_OF_MEMORY);
	assert_true(r->oom.requested == 284);
	assert_int_equal(r->val.n, 1);
	assert_true(near(at(r, 0)->time, 0.25));
	assert_int_equal(r->first_line, 1);
}

static void nothing(const char *format, int n)
{
	for (int i = 0; i < n; i++)
		buf_printf(&text, format, i, 0.5 + i % 7 * 0.01, i % 60);
	if (read_text())
		fail_msg("taken for training: %s", format);
}

#pragma GCC diagnostic ignored "-Wformat-nonliteral"
/* Texts with figures that rise, and no training. */
static void what_trains_nothing(void **state)
{
	(void)state;
	nothing("\r   ---- %d.0/619.9 MB %.1f MB/s eta 0:00:%02d", 100);
	nothing("Downloading: %d%%|#| %.1f/1.00G [00:%02d<00:05, 31.2MB/s]\n", 100);
	nothing("[%d/200] Building CXX object loss%.2f.dir/%d.cpp.o\n", 100);
	nothing("10.0.0.%d - - [10/Oct/2023:13:55:01 +0000] \"GET /step?loss=%.2f&n=%d HTTP/1.1\" 200 17\n", 100);
	nothing("64 bytes from 1.1.1.1: icmp_seq=%d ttl=57 time=%.2f ms%d\n", 100);
	nothing("Test: [%d/196]  Loss %.2f (5.2) Time 0.%d Acc@1 10.1\n", 100);
	nothing("trial %d/20: loss=%.2f lr=0.%d\n", 100);
	nothing("\r %d/20 [00:01<00:10, 2.0trial/s, best loss: %.2f, n=%d]", 100);
	nothing("iter %d/100 time %.2f s %d\n", 100);
	nothing("step %d/100 loss %.0f n %d\n", 100);	    /* no loss is always a whole number */
	nothing("step %d loss %.2f n %d\n", 2);		    /* two lines show nothing */
	nothing("step 3 loss %2$.2f n %3$d at %1$d\n", 50); /* nothing rises */
	buf_puts(&text, "time,temperature,humidity\n");
	nothing("%d,%.2f,%d.5\n", 50);
	buf_puts(&text, "trial,lr,loss\n");
	nothing("%d,%.2f,%d.5\n", 50);
}

static void hostile_bytes(void **state)
{
	const struct run *r;

	(void)state;
	for (int i = 0; i < 100000; i++)
		buf_putc(&text, (char)(i * 7919 >> 3));
	assert_null(read_text());
	for (int i = 0; i < 300000; i++)
		buf_puts(&text, "{\"a\":[");
	assert_null(read_text());
	for (int i = 0; i < 3; i++) {
		buf_printf(&text, "step %d loss 0.%d ", i, i + 5);
		for (int k = 0; k < 1 << 20; k++)
			buf_putc(&text, 'x');
		buf_putc(&text, '\n');
	}
	r = read_text();
	assert_int_equal(at(r, 2)->iter, 3);
	for (int i = 0; i < 3000; i++) /* more shapes than are stored */
		buf_printf(&text, "a%d [%d/%d] loss 0.%d\n", i, i, i, i);
	for (int i = 1; i < 10; i++)
		buf_printf(&text, "step %d loss 0.%d\n", i, i);
	assert_int_equal(at(read_text(), 8)->iter, 9);
	buf_puts(&text, "step 4294967299 loss 0.5\nstep 4294967300 loss 0.5\nstep 99999999999999999999 loss 0.5\n"
			"step 1e9 loss 0.5\nstep -3 loss nan\n");
	assert_null(read_text());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(steps_of_a_run),
		cmocka_unit_test(epochs_from_zero),
		cmocka_unit_test(epochs_with_other_names),
		cmocka_unit_test(numbers_without_names),
		cmocka_unit_test(a_clock_from_seconds),
		cmocka_unit_test(dicts_beside_a_bar),
		cmocka_unit_test(a_document),
		cmocka_unit_test(tables),
		cmocka_unit_test(events),
		cmocka_unit_test(what_trains_nothing),
		cmocka_unit_test(hostile_bytes),
	};

	return cmocka_run_group_tests(tests, formats_begin, formats_end);
}
