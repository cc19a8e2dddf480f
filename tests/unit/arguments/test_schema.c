// SPDX-License-Identifier: MIT
/* The tables that are shipped, checked by what holds in them for sure; and files that arguments name. */
#include "arguments/element.h"
#include "arguments/named_file.h"
#include "python/value/dict.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

static const struct schema_argument *argument(const struct schemas *s, const char *class, const char *name)
{
	const struct schema_class *c = schema_class(s, str_lit(class));

	assert_non_null(c);
	return schema_argument(s, c, str_lit(name));
}

static void versions(void **state)
{
	struct vfs *fs = vfs_new_sealed();
	const struct schemas *s = schemas_of(fs);
	const struct schema_argument *x = argument(s, "transformers.TrainingArguments", "evaluation_strategy");

	(void)state;
	assert_string_equal(x->package->s, "transformers");
	assert_string_equal(x->until, "4.50.3");
	assert_string_equal(x->becomes->s, "eval_strategy");
	x = argument(s, "transformers.training_args.TrainingArguments",
		     "eval_strategy"); /* another name of the class */
	assert_string_equal(x->since, "4.41.0");
	assert_null(x->until);
	x = argument(s, "transformers.TrainingArguments", "learning_rate");
	assert_null(x->since); /* the first version that was read has it */
	assert_null(x->until);
	assert_string_equal(x->type, "float");
	assert_null(argument(s, "transformers.TrainingArguments", "learning_rat"));
	assert_null(schema_class(s, str_lit("transformers.NoSuchClass")));
	vfs_free(fs);
}

static void classes_that_are_others(void **state)
{
	struct vfs *fs = vfs_new_sealed();
	const struct schemas *s = schemas_of(fs);
	const struct schema_argument *x = argument(s, "trl.SFTConfig", "dataloader_num_workers");
	struct arena a = { 0 };
	uint32_t own, base;

	(void)state;
	assert_string_equal(x->package->s, "transformers"); /* of its base */
	/* SFTConfig declares it anew, and its base has it in every version */
	x = argument(s, "trl.SFTConfig", "logging_steps");
	assert_string_equal(x->package->s, "transformers");
	assert_null(x->since);
	x = argument(s, "trl.SFTConfig", "max_seq_length");
	assert_string_equal(x->package->s, "trl");
	assert_string_equal(x->becomes->s, "max_length");
	schema_names(&a, s, schema_class(s, str_lit("transformers.TrainingArguments")), &base);
	schema_names(&a, s, schema_class(s, str_lit("trl.SFTConfig")), &own);
	assert_true(own > base);
	arena_release(&a);
	vfs_free(fs);
}

static struct value files_of(struct arena *a, struct vfs *fs, struct sources *all, const char *name)
{
	struct value args = value_dict(a, (struct span){ 0 });
	const struct named_files q = { schemas_of(fs), fs, all, "/p/scripts/train.py", "/p" };

	dict_put(a, args.as.dict, value_text("deepspeed", args.at), value_text(name, args.at), args.at);
	return dict_get(arguments_files(a, &q, NULL, args), "deepspeed");
}

static void named_files(void **state)
{
	static const char text[] = "{\"fp16\": {\"enabled\": true}, \"n\": [1, 2.5, null, \"auto\"]}";
	struct vfs *fs = vfs_new_sealed();
	struct sources *all = sources_new();
	struct arena a = { 0 };
	struct value f, n;

	(void)state;
	vfs_put(fs, "/p/conf/ds.json", text, strlen(text));
	vfs_put(fs, "/secret.json", text, strlen(text));
	vfs_put(fs, "/p/list.json", "[1]", 3);
	vfs_put(fs, "/p/broken.json", "{", 1);
	f = files_of(&a, fs, all, "conf/ds.json"); /* from the project's folder */
	assert_string_equal(dict_get(f, "class").as.s->s, "deepspeed.json");
	assert_true(dict_get(dict_get(dict_get(f, "args"), "fp16"), "enabled").as.b);
	n = dict_get(dict_get(f, "args"), "n");
	assert_int_equal(n.as.list->at[0].val.kind, VALUE_INT);
	assert_int_equal(n.as.list->at[1].val.kind, VALUE_FLOAT);
	assert_int_equal(n.as.list->at[2].val.kind, VALUE_NONE);
	assert_int_equal(n.as.list->at[3].val.kind, VALUE_STR);
	assert_int_equal(files_of(&a, fs, all, "../../secret.json").kind, VALUE_UNKNOWN); /* above the project */
	assert_int_equal(files_of(&a, fs, all, "/secret.json").kind, VALUE_UNKNOWN);
	assert_int_equal(files_of(&a, fs, all, "list.json").kind, VALUE_UNKNOWN);
	assert_int_equal(files_of(&a, fs, all, "broken.json").kind, VALUE_UNKNOWN);
	assert_int_equal(files_of(&a, fs, all, "none.json").kind, VALUE_UNKNOWN);
	assert_int_equal(files_of(&a, fs, all, "stage3").kind, VALUE_UNKNOWN);
	sources_free(all);
	arena_release(&a);
	vfs_free(fs);
}

static uint32_t copies(struct arena *a, const struct vfs *fs, const char *path, const char *root, const char *class)
{
	const struct schemas *s = schemas_of(fs);
	const struct span nowhere = { 0 };

	return arguments_copies(a, fs, path, root, s, schema_class(s, str_lit(class)), nowhere).as.list->n;
}

static void forks(void **state)
{
	struct vfs *fs = vfs_new_sealed();
	struct arena a = { 0 };

	(void)state;
	vfs_put(fs, "/p/src/transformers/__init__.py", "", 0);
	assert_int_equal(copies(&a, fs, "/p/train.py", "/p", "transformers.TrainingArguments"), 1);
	assert_int_equal(copies(&a, fs, "/p/train.py", "/p", "trl.SFTConfig"), 1);
	assert_int_equal(copies(&a, fs, "/p/train.py", "/p", "deepspeed.json"), 0);
	vfs_put(fs, "/r/train/src/transformers/__init__.py", "", 0);
	assert_int_equal(copies(&a, fs, "/r/train/examples/full/a.py", "/r", "transformers.TrainingArguments"), 1);
	assert_int_equal(copies(&a, fs, "/r/other/a.py", "/r", "transformers.TrainingArguments"), 0);
	assert_int_equal(copies(&a, fs, "/q/train.py", "/q", "trl.SFTConfig"), 0);
	assert_int_equal(copies(&a, fs, "/q/train.py", NULL, "trl.SFTConfig"), 0);
	arena_release(&a);
	vfs_free(fs);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(versions),
		cmocka_unit_test(classes_that_are_others),
		cmocka_unit_test(named_files),
		cmocka_unit_test(forks),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
