// SPDX-License-Identifier: MIT
/* Texts in double braces: what stands there afterwards, and where it came from. */
#include "config/subst.h"
#include "python/value/dict.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
// cmocka needs the four above
#include <cmocka.h>

struct fixture {
	struct arena a;
	struct sources *all;
	struct substituted sub;
};

static void substitute(struct fixture *f, enum loader loader, const struct graph_opts *o, const char *text)
{
	*f = (struct fixture){ .all = sources_new() };
	const struct source *s = sources_add(f->all, "/p/conf/main.v2.py", text, strlen(text));
	subst_text(&f->a, s, loader, o, &f->sub);
}

static void release(struct fixture *f)
{
	sources_free(f->all);
	arena_release(&f->a);
}

static void gives(enum loader loader, const char *const *env, const char *text, const char *want)
{
	struct fixture f;
	struct graph_opts o = { .env = env };
	substitute(&f, loader, &o, text);
	assert_null(f.sub.refusal);
	assert_string_equal(f.sub.text, want);
	assert_int_equal(f.sub.len, strlen(want));
	release(&f);
}

static void refuses(const char *const *env, const char *text, const char *want)
{
	struct fixture f;
	struct graph_opts o = { .env = env };
	substitute(&f, LOADER_MMENGINE, &o, text);
	assert_string_equal(f.sub.refusal, want);
	release(&f);
}

static void variables_of_the_file(void **state)
{
	(void)state;
	gives(LOADER_MMCV1, NULL, "x = 1\n", "x = 1\n");
	gives(LOADER_MMCV1, NULL, "'{{ fileDirname }}' '{{fileBasename}}'", "'/p/conf' 'main.v2.py'");
	gives(LOADER_MMCV1, NULL, "'{{\tfileBasenameNoExtension\n}}' '{{ fileExtname }}'", "'main.v2' '.py'");
	gives(LOADER_MMCV1, NULL, "'{{ fileName }}' '{ fileExtname }'", "'{{ fileName }}' '{ fileExtname }'");
	gives(LOADER_MMCV1, NULL, "'{{\u2003fileExtname }}'", "'.py'"); /* re's \s knows an em space */
}

/* Every place of the new text tells its place in the old one: what was put in, that of the braces. */
static void places_are_kept(void **state)
{
	(void)state;
	static const char text[] = "a = '{{ fileBasename }}'\nb = {{ _base_.x.y }}\nc = 3\n";
	struct fixture f;
	struct graph_opts o = { 0 };
	substitute(&f, LOADER_MMCV1, &o, text);
	const char *name = strstr(f.sub.text, "main.v2.py"), *c = strstr(f.sub.text, "c = 3");
	assert_non_null(name);
	assert_int_equal(textmap_back(&f.sub.map, (uint32_t)(c - f.sub.text), false), strstr(text, "c = 3") - text);
	assert_int_equal(textmap_back(&f.sub.map, (uint32_t)(name - f.sub.text), false),
			 strstr(text, "{{ file") - text);
	assert_int_equal(textmap_back(&f.sub.map, (uint32_t)(name + 10 - f.sub.text), true),
			 strstr(text, "'\nb") - text);
	assert_int_equal(f.sub.ntokens, 1);
	assert_string_equal(f.sub.token[0].path, "x.y");
	assert_memory_equal(text + f.sub.token[0].at.lo, "{{ _base_.x.y }}", 16);
	release(&f);
}

/* MMEngine only; given names before defaults; a value is re.sub's template. */
static void environment(void **state)
{
	(void)state;
	const char *const env[] = { "PORT=81", "TAB=a\\tb", "BAD=C:\\data", "NONE=", NULL };
	gives(LOADER_MMENGINE, env, "a = '{{$PORT:80}}' '{{ $HOST:there }}'", "a = '81' 'there'");
	gives(LOADER_MMENGINE, env, "a = {{'$PORT:80'}}", "a = 81");
	gives(LOADER_MMENGINE, env, "'{{$TAB:}}'", "'a\tb'");
	gives(LOADER_MMCV1, env, "'{{$PORT:80}}'", "'{{$PORT:80}}'");
	refuses(env, "'{{$BAD:x}}'", "error: bad escape in the value of BAD");
	refuses(env, "'{{$NONE:x}}'",
		"KeyError: '`NONE` cannot be found in `os.environ`. Please set `NONE` in "
		"environment or give a default value.'");
	refuses(env, "'{{$PORT:(}}'", "error: the default of PORT is no valid regular expression");
}

/* A name without a default: on a bare machine it is certainly not set, elsewhere it may be. */
static void environment_that_may_be_set(void **state)
{
	(void)state;
	struct fixture f;
	struct graph_opts o = { .packages_none = true };
	substitute(&f, LOADER_MMENGINE, &o, "b = '{{$HOST:}}'\n");
	assert_non_null(strstr(f.sub.refusal, "KeyError"));
	release(&f);
	o.packages_none = false;
	substitute(&f, LOADER_MMENGINE, &o, "b = '{{$HOST:}}'\n");
	assert_null(f.sub.refusal);
	assert_int_equal(f.sub.ntokens, 1);
	assert_true(f.sub.token[0].unsure && !f.sub.token[0].path);
	release(&f);
}

/* One token a path, however often it stands there; a path whose dots, as a pattern, match another one is unsure. */
static void tokens_of_paths(void **state)
{
	(void)state;
	struct fixture f;
	struct graph_opts o = { 0 };
	substitute(&f, LOADER_MMENGINE, &o, "{{_base_.a}} {{ _base_.a }} {{ _base_.m.x }} {{ _base_.m_x }}");
	assert_int_equal(f.sub.ntokens, 3);
	assert_false(f.sub.token[0].unsure);
	assert_false(f.sub.token[1].unsure);
	assert_true(f.sub.token[2].unsure);
	release(&f);
}

/* A dict of texts, of which one is the token of `_base_.m.x`, one has it inside, and one is in a list. */
static struct value with_tokens(struct fixture *f, const char *path)
{
	struct graph_opts o = { 0 };
	struct buf text = { 0 };
	buf_printf(&text, "{{ _base_.%s }}", path);
	substitute(f, LOADER_MMENGINE, &o, buf_str(&text));
	buf_release(&text);
	struct span at = { 0 };
	struct value v = value_dict(&f->a, at), list = value_list(&f->a, VALUE_LIST, 1, at);
	struct value token = value_str(f->sub.token[0].text, at);
	list_push(&f->a, list.as.list, token, at);
	dict_put(&f->a, v.as.dict, value_text("all", at), token, at);
	dict_put(&f->a, v.as.dict, value_text("part", at),
		 value_text(arena_printf(&f->a, "x/%s", f->sub.token[0].text->s), at), at);
	dict_put(&f->a, v.as.dict, value_text("list", at), list, at);
	dict_put(&f->a, v.as.dict, value_text("other", at), value_text("same", at), at);
	return v;
}

static struct value bases_of(struct fixture *f)
{
	struct span at = { 0 };
	struct value v = value_dict(&f->a, at), m = value_dict(&f->a, at);
	dict_put(&f->a, m.as.dict, value_text("x", at), value_int(7, at), at);
	dict_put(&f->a, v.as.dict, value_text("m", at), m, at);
	dict_put(&f->a, v.as.dict, value_text("s", at), value_text("text", at), at);
	return v;
}

static void tokens_become_values(void **state)
{
	(void)state;
	struct fixture f = { 0 };
	struct value v = with_tokens(&f, "m.x");
	assert_true(subst_tokens(&f.a, &v, &f.sub, bases_of(&f), true));
	const struct entry *all = dict_find_lit(v.as.dict, "all"), *part = dict_find_lit(v.as.dict, "part");
	assert_int_equal(all->val.as.i, 7);
	assert_true(all->val.flags & VF_TEMPLATE);
	assert_int_equal(part->val.kind, VALUE_UNKNOWN);
	assert_int_equal(part->val.as.cause->why, WHY_TEMPLATE);
	assert_int_equal(dict_find_lit(v.as.dict, "list")->val.as.list->at[0].val.as.i, 7);
	assert_string_equal(dict_find_lit(v.as.dict, "other")->val.as.s->s, "same");
	release(&f);
	v = with_tokens(&f, "m.x"); /* mmcv without bases: the tokens stay in the config, and nothing fills them in */
	assert_true(subst_tokens(&f.a, &v, &f.sub, bases_of(&f), false));
	assert_int_equal(dict_find_lit(v.as.dict, "all")->val.kind, VALUE_UNKNOWN);
	release(&f);
}

static void paths_that_lead_nowhere(void **state)
{
	(void)state;
	static const char *const row[][2] = {
		{ "m.y", "KeyError: 'y'" },
		{ "nothing", "KeyError: 'nothing'" },
		{ "s.x", "TypeError: 'str' object is not subscriptable by 'x' (placeholder _base_.s.x)" },
	};
	for (size_t i = 0; i < ARRAY_SIZE(row); i++) {
		struct fixture f = { 0 };
		struct value v = with_tokens(&f, row[i][0]), bases = bases_of(&f);
		assert_false(subst_tokens(&f.a, &v, &f.sub, bases, true));
		assert_string_equal(f.sub.refusal, row[i][1]);
		bases.as.dict->open = true; /* then the key may be there */
		v = value_str(f.sub.token[0].text, (struct span){ 0 });
		if (i == 1) {
			assert_true(subst_tokens(&f.a, &v, &f.sub, bases, true));
			assert_int_equal(v.kind, VALUE_UNKNOWN);
		}
		release(&f);
	}
}

/* Promise 10: a default is a pattern too; one that takes too long is no answer, and the file has spent its budget. */
static void gives_up(const char *text, bool spent)
{
	struct sources *all = sources_new();
	struct budget budget = { .steps = BUDGET_STEPS, .bytes = UINT64_MAX };
	struct arena a = { .budget = &budget };
	struct substituted sub;
	const struct source *s = sources_add(all, "/p/a.py", text, strlen(text));
	subst_text(&a, s, LOADER_MMENGINE, &(struct graph_opts){ 0 }, &sub);
	assert_null(sub.refusal);
	assert_int_equal(budget.spent, spent);
	assert_int_equal(budget.steps == 0, spent);
	arena_release(&a);
	sources_free(all);
}

static void patterns_give_up(void **state)
{
	(void)state;
	struct buf b = { 0 };
	gives_up("x = '{{ $A:aaaa }}'\n", false);
	buf_puts(&b, "x = '{{ $A:(a|aa)+$ }}'\ny = '{{ $A:");
	for (int i = 0; i < 2000; i++)
		buf_putc(&b, 'a');
	buf_puts(&b, "! }}'\n");
	gives_up(buf_str(&b), true);
	buf_clear(&b);
	buf_puts(&b, "x = '{{ $A:([a-z]+[a-z]?)*$ }}'\ny = '{{ $A:");
	for (int i = 0; i < 2000; i++)
		buf_putc(&b, 'w');
	buf_puts(&b, "! }}'\n");
	gives_up(buf_str(&b), true);
	buf_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(patterns_give_up),
		cmocka_unit_test(variables_of_the_file),
		cmocka_unit_test(places_are_kept),
		cmocka_unit_test(environment),
		cmocka_unit_test(environment_that_may_be_set),
		cmocka_unit_test(tokens_of_paths),
		cmocka_unit_test(tokens_become_values),
		cmocka_unit_test(paths_that_lead_nowhere),
	};
	return cmocka_run_group_tests_name("subst", tests, NULL, NULL);
}
