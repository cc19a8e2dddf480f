// SPDX-License-Identifier: MIT
/* Figures and their names in one line of any text. */
#include "run/formats.h"
#include "run/formats/loop_line.h"
#include "base/buf.h"
#include <stdlib.h>
#include <string.h>

static struct loop_names *names;
static struct loop_line line;

static void scan(const char *text)
{
	const struct loop_words *words = NULL;

	for (uint32_t i = 0; i < formats.n; i++)
		words = formats.at[i].loop ? formats.at[i].loop : words;
	if (!names)
		names = calloc(1, sizeof *names);
	assert_non_null(words);
	loop_names_begin(names, words);
	loop_line_scan(names, text, text + strlen(text), &line);
}

/* The nth figure; of < 0: it is no pair. */
static void is(uint32_t n, const char *name, double value, double of)
{
	const struct loop_item *i = &line.at[n];

	assert_true(n < line.n);
	assert_string_equal(names->at[loop_key_name(i->key)].text, name);
	assert_true(near(i->value, value) || (isnan(value) && isnan(i->value)));
	assert_true(of < 0 ? isnan(i->of) : i->of == of);
	assert_true(loop_key_pair(i->key) == !isnan(i->of));
}

static void names_and_pairs(void **state)
{
	(void)state;
	scan("Epoch: [3]  [ 10/1252]  eta: 1 day, 0:00:10  loss: 6.9 (7.0)  max mem: 5021");
	is(0, "epoch", 3, -1);
	is(1, "", 10, 1252);
	is(2, "eta", 86410, -1);
	is(3, "loss", 6.9, -1);
	is(4, "", 7.0, -1);
	is(5, "max mem", 5021, -1);
	assert_true(line.at[0].bracket && line.at[2].duration && line.at[3].half == 0.05);
	scan("{'loss': nan, 'learning_rate': 5e-05, \"trainLoss\": \"9.5\"}");
	is(0, "loss", NAN, -1);
	is(1, "learning rate", 5e-5, -1);
	is(2, "train loss", 9.5, -1);
	scan("iter:   2,800, lr:1.000e-04> [1,  2000] loss -0.5");
	is(0, "iter", 2800, -1);
	is(2, "", 1, -1);
	is(3, "", 2000, -1);
	is(4, "loss", -0.5, -1);
}

static void units(void **state)
{
	(void)state;
	scan("iter 100: loss 3.2, time 250.34ms, mfu 12.34%, mem 8000MB, 4.00it/s, 1.5 s, b 3 steps");
	assert_int_equal(line.at[2].unit, UNIT_SECONDS);
	assert_true(line.at[2].factor == 0.001);
	is(3, "mem", 8000, -1); /* a share of something is left out */
	assert_int_equal(line.at[3].unit, UNIT_MEMORY);
	assert_int_equal(line.at[4].unit, UNIT_RATE);
	assert_int_equal(line.at[5].unit, UNIT_SECONDS);
	is(6, "", 3, -1);
	assert_int_equal(loop_key_name(line.at[6].key), LOOP_OTHER);
	assert_int_equal(line.at[6].unit, UNIT_NONE);
	scan("elapsed time per iteration (ms): 1234.5");
	is(0, "elapsed time per iteration", 1234.5, -1);
	assert_true(names->at[loop_key_name(line.at[0].key)].factor == 0.001);
}

static void what_is_no_figure(void **state)
{
	(void)state;
	scan("1_8_128_I6_3e-4_A_09:08:52 at 127.0.0.1:29500 of 12.3/619.9 on 05/01/2024 in 2023:13:55:01 v1.2");
	assert_int_equal(line.n, 2); /* 12.3 and 619.9 */
	scan("2023-03-22 09:30:39,250 iter 2920: loss 3.98");
	assert_true(line.dated && line.stamp.number[FIELD_DAY] == 22 && near(line.stamp.number[FIELD_MS], 0.25));
	is(0, "iter", 2920, -1);
	scan("Test: [ 0/50] loss 5.1");
	assert_true(line.val);
	scan("(main.py 270): INFO Test: [0/98] Loss 5.1");
	assert_true(line.val);
	scan("Epoch 3 train loss 5.1 val loss 5.2");
	assert_false(line.val);
	assert_true(names->at[loop_key_name(line.at[2].key)].val);
	assert_int_equal(names->at[loop_key_name(line.at[1].key)].role, LOOP_LOSS);
	scan("step 3 best loss 0.5");
	assert_int_equal(names->at[loop_key_name(line.at[1].key)].role, LOOP_NO_ROLE);
}

static void bars(void **state)
{
	(void)state;
	scan("Epoch 1:  12%|##  | 120/1000 [1:00:30<03:40,  4.00it/s, loss=2.31]");
	assert_true(line.bar_at == 120 && line.bar_of == 1000 && line.bar_elapsed == 3630);
	is(3, "loss", 2.31, -1);
	scan("  0%|          | 0/500 [00:00<?, ?it/s]");
	assert_true(line.bar_of == 500 && line.n == 1);
	scan("Train: [0/300][10/1251]");
	assert_true(isnan(line.bar_of));
}

/* More names and figures than are distinguished, bytes that are no text. */
static void any_bytes(void **state)
{
	struct buf b = { 0 };

	(void)state;
	for (int i = 0; i < 20000; i++)
		buf_printf(&b, "a%db %d/%d [%d:%d<]", i, i, i, i, i);
	scan(buf_str(&b));
	assert_int_equal(line.n, LOOP_ITEMS);
	for (size_t i = 0; i < b.n; i++)
		b.s[i] = (char)(i * 7919 >> 3);
	loop_line_scan(names, b.s, b.s + b.n, &line);
	for (int i = 0; i < 2 * LOOP_NAMES; i++) {
		buf_clear(&b);
		buf_printf(&b, "a%d loss 1", i);
		loop_line_scan(names, b.s, b.s + b.n, &line);
	}
	assert_int_equal(loop_key_name(line.at[0].key), LOOP_OTHER);
	loop_line_scan(names, b.s, b.s, &line);
	assert_int_equal(line.n, 0);
	buf_release(&b);
}

static int end(void **state)
{
	free(names);
	return formats_end(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_and_pairs),   cmocka_unit_test(units),
		cmocka_unit_test(what_is_no_figure), cmocka_unit_test(bars),
		cmocka_unit_test(any_bytes),
	};

	return cmocka_run_group_tests(tests, formats_begin, end);
}
