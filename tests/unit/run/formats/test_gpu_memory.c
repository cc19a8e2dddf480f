// SPDX-License-Identifier: MIT
/* GPU memory by the batch: public runs of one model with batches of 4, 16, 28 and 32, and which lines of a log count.
 */
#include "run/formats.h"
#include "run/dumped_config.h"
#include "run/formats/gpu_memory.h"
#include "base/buf.h"
#include <stdlib.h>
#include <string.h>

#define E "2023/06/04 16:54:35 - mmengine - INFO - "
#define M "2021-04-16 14:30:22,123 - mmdet - INFO - "
#define PARAMETERS E "Name of parameter - Initialization information\n\nlayer.weight - torch.Size([4870, 1000]): \n"
#define CARD(name) "2023/06/04 16:54:35 - mmengine - INFO - \nSystem environment:\n    GPU 0: " name "\n"
#define CONFIG(optimizer) \
	E "Config:\ntrain_dataloader = dict(batch_size=4)\noptim_wrapper = dict(optimizer=dict(type='" optimizer \
	  "'))\n\n"

static struct buf text;

static void lines(const int *memory, size_t n)
{
	for (size_t i = 0; i < n; i++)
		buf_printf(&text,
			   "2023/06/04 16:54:%02zu - mmengine - INFO - Iter(train) [%3zu/900]  lr: 1.0000e-02  eta: "
			   "0:00:06  "
			   "time: 0.0306  data_time: 0.0053  memory: %d  loss: 1.0\n",
			   i % 60, 10 * (i + 1), memory[i]);
}

static const struct run *run_of(void)
{
	runs_release(&all);
	assert_true(runs_read_bytes(&all, &formats, "/r/x.log", buf_str(&text), text.n, NULL, &e));
	buf_clear(&text);
	assert_int_equal(all.n, 1);
	return &all.at[0];
}

static struct memory_use use_of(const char *header, const int *memory, size_t n)
{
	struct memory_use out;
	const struct run *r;
	struct value config = { 0 };

	buf_puts(&text, header);
	lines(memory, n);
	r = run_of();
	if (r->config)
		config = run_config(&a, r, sources, sources_add(sources, "/r/x.log", "", 0));
	memory_use_of(&a, r, config, &out);
	return out;
}

static const int of_batch_4[] = { 5044, 1335, 1335, 1335, 1335, 1335 };

/* RTMDet-tiny at 640 x 640 with AdamW: what those with 16, 28 and 32 took truly stands behind. */
static void larger_batches_of_public_runs(void **state)
{
	struct memory_use m = use_of(CONFIG("AdamW") PARAMETERS, of_batch_4, 6);

	(void)state;
	assert_null(m.silent);
	assert_true(m.training == 1335 && m.most == 5044 && m.batch == 4 && !m.varies && !m.evaluated);
	assert_true(near(m.fixed, 4870000 * 16.0 / (1 << 20)));
	assert_true(fabs(memory_of_batch(&m, 16) - 5133) < 0.02 * 5133);
	assert_true(fabs(memory_of_batch(&m, 28) - 8782) < 0.02 * 8782);
	assert_true(fabs(memory_of_batch(&m, 32) - 9988) < 0.02 * 9988);
	assert_true(memory_of_batch(&m, 4) == 1335);
}

static void what_the_optimizer_keeps(void **state)
{
	(void)state;
	assert_true(near(use_of(CONFIG("SGD") PARAMETERS, of_batch_4, 6).fixed, 4870000 * 8.0 / (1 << 20)));
	assert_true(near(use_of(CONFIG("Nobodys") PARAMETERS, of_batch_4, 6).fixed, 4870000 * 8.0 / (1 << 20)));
	assert_true(near(use_of(CARD("x") PARAMETERS, of_batch_4, 6).fixed, 4870000 * 4.0 / (1 << 20)));
	assert_true(use_of("", of_batch_4, 6).fixed == 0);
	/* parts that aren't trained have no gradient */
	assert_true(near(
		use_of(E "Config:\nmodel = dict(backbone=dict(frozen_stages=1))\n\n" PARAMETERS, of_batch_4, 6).fixed,
		4870000 * 4.0 / (1 << 20)));
	assert_true(near(
		use_of(E "Config:\nmodel = dict(backbone=dict(frozen_stages=-1))\n\n" PARAMETERS, of_batch_4, 6).fixed,
		4870000 * 8.0 / (1 << 20)));
	/* more than there is: parts of the model lie elsewhere */
	assert_true(
		use_of(CONFIG("AdamW") E "x\n\nlayer.weight - torch.Size([400000, 1000]): \n", of_batch_4, 6).fixed ==
		0);
}

static void the_largest_batch(void **state)
{
	struct memory_use m = use_of(CONFIG("AdamW") PARAMETERS, of_batch_4, 6);
	struct batch_range r;

	(void)state;
	assert_true(memory_batch(&m, 11 * 1024, &r)); /* 32 took 9988 and held */
	assert_int_equal(r.low, 29);
	assert_int_equal(r.high, 31);
	assert_true(memory_of_batch(&m, r.low) * 1.15 + 600 <= 11 * 1024);
	assert_true(memory_batch(&m, 2048, &r)); /* it was trained with */
	assert_true(r.low == 4 && r.high == 4);
	assert_true(memory_batch(&m, 1000, &r));
	assert_true(r.low == 0 && r.high < 4);
	assert_true(memory_batch(&m, 1e12, &r) && r.high == MEMORY_TIMES * 4);
	m.ran_out = true; /* with this batch */
	assert_false(memory_batch(&m, 11 * 1024, &r));
	m.ran_out = false;
	assert_false(memory_batch(&m, NAN, &r));
	m.batch = 0;
	assert_false(memory_batch(&m, 8192, &r));
}

static void inputs_of_many_shapes(void **state)
{
	static const int varied[] = { 1335, 1100, 1335, 1500, 1200, 1300 };
	struct memory_use m = use_of(CONFIG("AdamW") PARAMETERS, varied, 6), fixed;
	struct batch_range r, s;

	(void)state;
	assert_true(m.varies && m.training == 1500);
	fixed = m;
	fixed.varies = false;
	assert_true(memory_batch(&m, 11 * 1024, &r) && memory_batch(&fixed, 11 * 1024, &s));
	assert_true(r.low < s.low && r.high == s.high);
}

static void a_run_that_ran_out(void **state)
{
	struct memory_use m;

	(void)state;
	lines(of_batch_4, 6);
	buf_puts(&text, "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 10.76 GiB total "
			"capacity; 8.10 GiB "
			"already allocated; 1.20 GiB free; 9.00 GiB reserved in total by PyTorch)\n");
	memory_use_of(&a, run_of(), (struct value){ 0 }, &m);
	assert_true(!m.silent && m.ran_out);
}

/* mmcv's figure is never reset. */
static const struct run *mmcv(const char *validation)
{
	buf_puts(&text, M "Start running, host: a@b\n");
	for (int i = 1; i <= 6; i++) {
		buf_printf(&text, M "Iter [%d/900]\tlr: 1.0e-02, time: 0.1, data_time: 0.01, memory: %d, loss: 1.0\n",
			   i * 10, i < 4 ? 3000 : 4500);
		if (i == 3)
			buf_puts(&text, validation);
	}
	return run_of();
}

static void evaluations_of_mmcv_do_not_count(void **state)
{
	struct memory_use m;

	(void)state;
	memory_use_of(&a, mmcv(M "Iter(val) [20]\tmIoU: 0.4\n"), (struct value){ 0 }, &m);
	assert_true(!m.silent && m.training == 3000 && m.most == 4500 && !m.varies && !m.evaluated);
	memory_use_of(&a, mmcv(""), (struct value){ 0 }, &m);
	assert_true(!m.silent && m.training == 4500 && m.varies);
}

static void too_little_is_told(void **state)
{
	struct memory_use m = use_of("", of_batch_4, 2);

	(void)state;
	assert_string_equal(m.silent, "fewer than 3 lines have the GPU's memory");
	buf_puts(&text, M "Iter [10/900]\tlr: 1.0e-02, time: 0.1, data_time: 0.01, loss: 1.0\n");
	memory_use_of(&a, run_of(), (struct value){ 0 }, &m);
	assert_string_equal(m.silent, "no line has the GPU's memory");
}

static struct card card_of(const char *header)
{
	buf_puts(&text, header);
	lines(of_batch_4, 6);
	return memory_card(&a, run_of());
}

static void cards_by_name(void **state)
{
	(void)state;
	assert_true(card_of(CARD("NVIDIA GeForce GTX 1080 Ti")).total == 11 * 1024);
	assert_true(card_of(CARD("GeForce RTX 2080 Ti")).total == 11 * 1024);
	assert_true(card_of(CARD("NVIDIA Tesla T4")).total == 14.75 * 1024);
	assert_true(isnan(card_of(CARD("NVIDIA GeForce RTX 3060")).total));    /* 8 and 12 GB */
	assert_true(isnan(card_of(CARD("NVIDIA GeForce GTX 1050 Ti")).total)); /* has 4, and 5044 MiB were in use */
	assert_true(isnan(card_of(CARD("TITAN Xp\n    GPU 1: NVIDIA TITAN RTX")).total));
	assert_true(card_of(CARD("TITAN Xp\n    GPU 1: TITAN Xp")).total == 12 * 1024);
	assert_true(isnan(card_of("").total));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(larger_batches_of_public_runs),
		cmocka_unit_test(what_the_optimizer_keeps),
		cmocka_unit_test(the_largest_batch),
		cmocka_unit_test(inputs_of_many_shapes),
		cmocka_unit_test(a_run_that_ran_out),
		cmocka_unit_test(evaluations_of_mmcv_do_not_count),
		cmocka_unit_test(too_little_is_told),
		cmocka_unit_test(cards_by_name),
	};
	int failed = cmocka_run_group_tests(tests, formats_begin, formats_end);

	buf_release(&text);
	return failed;
}
