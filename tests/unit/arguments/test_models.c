// SPDX-License-Identifier: MIT
/* Names of checkpoints and cards, by the tables that the program has. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "arguments/models.h"
#include <string.h>

static struct vfs *fs;

static int begin(void **state)
{
	(void)state;
	fs = vfs_new_sealed();
	return 0;
}

static int end(void **state)
{
	(void)state;
	vfs_free(fs);
	return 0;
}

static void a_checkpoint_has_the_type_of_the_longest_row(void **state)
{
	static const struct {
		const char *name, *type;
	} row[] = {
		{ "meta-llama/Llama-2-7b-hf", "llama" },
		{ "meta-llama/Llama-4-Scout-17B-16E", NULL }, /* a longer row that says it is something else */
		{ "Qwen/Qwen2-7B-Instruct", "qwen2" },
		{ "Qwen/Qwen2-VL-7B-Instruct", NULL },
		{ "gpt2", "gpt2" },
		{ "gpt2-mine", NULL }, /* that row is a whole name */
		{ "t5-base", "t5" },
		{ "someone/llama", NULL },
	};
	const struct models *m = models_of(fs);
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(row); i++) {
		const struct str *type = model_by_name(m, str_lit(row[i].name));
		assert_string_equal(type ? type->s : "-", row[i].type ? row[i].type : "-");
	}
	assert_non_null(model_modules(m, str_lit("llama")));
	assert_null(model_modules(m, str_lit("lama")));
	assert_true(model_layer_known(m, str_lit("GPT2Block")));
	assert_false(model_layer_known(m, str_lit("MyBlock")));
}

static void a_card_has_the_capability_of_its_name(void **state)
{
	static const struct {
		const char *name;
		double is;
	} row[] = {
		{ "gpu:v100:8", 7.0 },
		{ "Tesla V100-SXM2-32GB", 7.0 },
		{ "T4", 7.5 },
		{ "v100|p100", 7.0 },
		{ "v100|a100", 8.0 },
		{ "v100|any", 0 },
		{ "gpu:8", 0 },
		{ "NVIDIA A100-PCIE-40GB", 8.0 },
		{ "", 0 },
		{ "RTX 2080 Ti", 7.5 },
		{ "rtx6000", 0 },
	};
	const struct models *m = models_of(fs);
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(row); i++)
		if (card_capability(m, row[i].name) - row[i].is > 0.01 ||
		    row[i].is - card_capability(m, row[i].name) > 0.01)
			fail_msg("%s: %g", row[i].name, card_capability(m, row[i].name));
}

static void a_name_says_the_size(void **state)
{
	static const struct {
		const char *name;
		double is;
	} row[] = {
		{ "Qwen/Qwen2.5-7B-Instruct", 7e9 },
		{ "meta-llama/Llama-3.2-1B", 1e9 },
		{ "facebook/opt-125m", 125e6 },
		{ "google/gemma-3-4b-it", 4e9 },
		{ "Qwen3-30B-A3B", 30e9 },
		{ "Qwen2.5-0.5B", 5e8 },
		{ "mistralai/Mixtral-8x7B-v0.1", 0 },
		{ "a-7B-to-1B", 0 },
		{ "gpt2", 0 },
		{ "Llama-3-8B-4bit", 8e9 },
		{ "phi-3-mini-128k", 0 },
		{ "7B/model", 0 },
	};
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(row); i++)
		if (model_size_by_name(row[i].name) < row[i].is * 0.999 ||
		    model_size_by_name(row[i].name) > row[i].is * 1.001)
			fail_msg("%s: %g", row[i].name, model_size_by_name(row[i].name));
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(a_checkpoint_has_the_type_of_the_longest_row),
					    cmocka_unit_test(a_card_has_the_capability_of_its_name),
					    cmocka_unit_test(a_name_says_the_size) };
	return cmocka_run_group_tests(tests, begin, end);
}
