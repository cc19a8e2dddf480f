// SPDX-License-Identifier: MIT
/* What was written of an index and read back answers as the index does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "trained.h"
#include "code/gather.h"
#include "code/index.h"
#include "code/code_know.h"
#include "code/registry.h"
#include "code/registry_scope.h"
#include "code/tables.h"
#include <stdio.h>

#define TYPES \
	REGISTRY \
	"LOCAL = Registry('local')\n" MODEL "class Net:\n    def __init__(self, width, depth=1, **kwargs):\n" \
	"        super().__init__(width=2, **kwargs)\n" MODEL "class Two(Net, Far):\n    pass\n" \
	"@LOCAL.register_module()\nclass Apart:\n    pass\n" MODEL "def make(x):\n    pass\nclass Loose:\n    pass\n" \
	"def build(cfg):\n    if cfg['type'] == 'Net':\n        return Net(width=cfg['w'])\n    cfg.pop('gone')\n" \
	"def loader(dataset, workers, batch):\n    pass\n"
#define BODY \
	"    a = dict(cfg.loader)\n    a.pop('extra')\n    loader(None, **a)\n    for k in cfg.walked:\n        " \
	"print(k)\n" \
	"    for x in cfg.list:\n        print(x.inner)\n    build(cfg.model)\n    import far\n    far.go(cfg.far)\n" \
	"    if cfg.get('maybe'):\n        cfg.seed = 1\n    cfg.opt.merge(cfg.opt.other)\n    args.thing['looked']\n"

static const char *const keys[] = {
	"loader",    "loader.workers", "loader.extra", "loader.more", "walked",	      "walked.x", "list", "list.inner",
	"model",     "model.w",	       "model.new",    "far",	      "far.x",	      "maybe",	  "seed", "opt",
	"opt.other", "opt.new",	       "looked",       "new",	      "deep.er.still"
};
static const char *const types[] = { "Net", "Two", "Apart", "make", "Loose", "New", "build" };

static struct trained t;
static struct knowledge know;
static struct index *built, *read;
static struct buf bytes;

static struct index *files(void)
{
	const char *why;
	struct index *x = index_new((struct index_of){ .root = "/p", .fs = t.fs, .know = &know });
	assert_true(index_gather(x, NULL, &why));
	return x;
}

static int begin(void **state)
{
	(void)state;
	trained_project(&t, NULL, TYPES, BODY);
	trained_script(&t, "/p/tools/test.py", "    print(cfg.other.key)\n");
	knowledge_load(&t.arena, &know);
	built = files();
	index_build(built);
	tables_write(built, &bytes);
	read = tables_read(built, bytes.s, bytes.n);
	assert_non_null(read);
	return 0;
}

static int end(void **state)
{
	(void)state;
	index_free(read);
	index_free(built);
	buf_release(&bytes);
	trained_end(&t);
	return 0;
}

static struct keypath path_of(const char *key)
{
	struct keypath p = { 0 };
	assert_true(!*key || keypath_parse(&t.arena, key, &p, NULL));
	return p;
}

static void same_text(const char *a, const char *b)
{
	assert_string_equal(a ? a : "nothing", b ? b : "nothing");
}

static void same_place(struct code_place a, struct code_place b)
{
	same_text(a.file ? a.file->path : NULL, b.file ? b.file->path : NULL);
	assert_true(a.lo == b.lo && a.hi == b.hi);
}

static void same_key(const char *key)
{
	struct keypath p = path_of(key);
	struct code_answer a = index_key(built, &t.arena, p), b = index_key(read, &t.arena, p);
	struct code_use *use, *other;
	size_t n = index_uses(built, &t.arena, p, &use);
	assert_int_equal(a.fate, b.fate);
	same_text(a.why, b.why);
	same_place(a.at, b.at);
	same_text(index_reader(built, &t.arena, p), index_reader(read, &t.arena, p));
	assert_int_equal(index_reads_elsewhere(built, p), index_reads_elsewhere(read, p));
	assert_int_equal(index_uses(read, &t.arena, p, &other), n);
	for (size_t i = 0; i < n; i++) {
		same_place(use[i].at, other[i].at);
		same_text(use[i].how, other[i].how);
		same_text(use[i].where, other[i].where);
		assert_true(use[i].training == other[i].training && use[i].sets == other[i].sets);
	}
}

static void test_keys(void **state)
{
	bool fate[5] = { 0 };
	(void)state;
	same_key("");
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		same_key(keys[i]);
		fate[index_key(read, &t.arena, path_of(keys[i])).fate] = true;
		assert_int_equal(index_mentions(built, str_lit(keys[i])), index_mentions(read, str_lit(keys[i])));
		assert_int_equal(index_takes(built, str_lit("model"), str_lit(keys[i])),
				 index_takes(read, str_lit("model"), str_lit(keys[i])));
	}
	assert_true(fate[CODE_NOT_KNOWN] && fate[CODE_READ] && fate[CODE_UNREAD] && fate[CODE_REJECTED]);
	assert_true(index_trains(read));
}

static void same_params(const struct code_params *a, const struct code_params *b)
{
	assert_int_equal(!a, !b);
	if (!a)
		return;
	assert_true(a->n == b->n && a->ntwice == b->ntwice && a->open == b->open && a->swallows == b->swallows);
	for (uint32_t i = 0; i < a->n; i++)
		assert_ptr_equal(a->name[i], b->name[i]);
	for (uint32_t i = 0; i < a->ntwice; i++)
		assert_ptr_equal(a->twice[i], b->twice[i]);
	same_text(a->why, b->why);
	same_text(a->by, b->by);
	same_place(a->at, b->at);
	same_place(a->twice_at, b->twice_at);
}

static void test_types(void **state)
{
	const struct str *const *all, *const *other;
	size_t n = index_types(built, &all);
	(void)state;
	assert_int_equal(index_types(read, &other), n);
	for (size_t i = 0; i < n; i++)
		assert_ptr_equal(all[i], other[i]);
	same_text(index_types_open(built), index_types_open(read));
	same_text(index_foreign(built), index_foreign(read));
	same_text(index_stranger(built), index_stranger(read));
	for (size_t i = 0; i < ARRAY_SIZE(types); i++) {
		const struct str *type = str_lit(types[i]);
		struct code_place a = { 0 }, b = { 0 };
		assert_int_equal(index_knows_type(built, type), index_knows_type(read, type));
		same_params(index_type(built, type), index_type(read, type));
		assert_int_equal(index_special(built, type, &a), index_special(read, type, &b));
		same_place(a, b);
		same_text(registry_modules(built, &t.arena, type, NULL), registry_modules(read, &t.arena, type, NULL));
		const struct type_query asked = { .name = type, .scope = str_lit("pkg") },
					pipeline = { .name = type,
						     .anywhere = true,
						     .among = builds_of(know.builds, "mmengine"),
						     .place = builds_at(builds_of(know.builds, "mmengine"),
									trained_path(&t, "train_pipeline")) };
		assert_int_equal(scope_types(built, &asked).found, scope_types(read, &asked).found);
		assert_int_equal(scope_types(built, &pipeline).found, scope_types(read, &pipeline).found);
		for (size_t k = 0; k < ARRAY_SIZE(types); k++)
			assert_int_equal(index_is_framework_type(built, str_lit(types[k]), type),
					 index_is_framework_type(read, str_lit(types[k]), type));
	}
	assert_non_null(index_type(read, str_lit("Two")));
	assert_null(index_class(read, str_lit("New")));
}

/* Whatever the bytes are: tables, or none. */
static void test_other_bytes(void **state)
{
	(void)state;
	assert_null(tables_read(built, bytes.s, 0));
	for (size_t i = 0; i < bytes.n; i++) {
		char was = bytes.s[i];
		for (int bit = 0; bit < 8; bit += 3) {
			bytes.s[i] = (char)(was ^ 1 << bit);
			struct index *x = tables_read(built, bytes.s, bytes.n);
			for (size_t k = 0; k < ARRAY_SIZE(keys) && x; k++) {
				struct code_use *use;
				index_key(x, &t.arena, path_of(keys[k]));
				index_uses(x, &t.arena, path_of(keys[k]), &use);
				index_reader(x, &t.arena, path_of(keys[k]));
			}
			for (size_t k = 0; k < ARRAY_SIZE(types) && x; k++) {
				registry_modules(x, &t.arena, str_lit(types[k]), NULL);
				index_is_framework_type(x, str_lit("New"), str_lit(types[k]));
			}
			if (x)
				index_free(x);
		}
		bytes.s[i] = was;
		assert_null(tables_read(built, bytes.s, i));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_keys),
		cmocka_unit_test(test_types),
		cmocka_unit_test(test_other_bytes),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
