// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"
#include "base/util.h"
#include "python/syntax/parse.h"
#include "python/value/keypath.h"
#include "python/value/repr.h"
#include "python/value/value.h"
#include "rules.h"
#include "text/source.h"
#include "trained.h"

#define CONFIG "/project/configs/net_8xb4.py"

static struct project p;
static struct facts *facts;
static struct parser *parser;
static const struct names *names; /* NULL: none */

static int begin(void **state)
{
	(void)state;
	parser = parser_new();
	return !project_quiet(&p);
}

static int end(void **state)
{
	(void)state;
	parser_free(parser);
	project_end(&p);
	return 0;
}

static void config(const char *text, const struct machine *hw)
{
	if (p.g)
		graph_free(p.g);
	project_file(&p, CONFIG, text);
	const struct module *m = project_config(&p, CONFIG);
	assert_non_null(m);
	assert_int_equal(m->state, MODULE_OK);
	facts = facts_new(&p.arena, &m->subject, p.rs->dialects.vocab, dialect_by_name(&p.rs->dialects, "plain"), hw);
}

static const struct node *parsed(const char *text)
{
	struct err e = { 0 };
	const struct node *n = parse_expr(parser, &p.arena, text, (uint32_t)strlen(text), 0, &e);
	assert_non_null(n);
	return n;
}

static struct value eval(const char *text)
{
	return facts_eval(facts, parsed(text), names, NULL);
}

static void gives(const char *expr, const char *repr)
{
	struct value v = eval(expr);
	struct buf b = { 0 };
	if (v.kind == VALUE_UNKNOWN)
		buf_puts(&b, v.as.cause && v.as.cause->why == WHY_ABSENT ? "absent" : "unknown");
	else
		assert_true(op_repr(&b, v));
	if (strcmp(buf_str(&b), repr))
		fprintf(stderr, "%s\n", expr);
	assert_string_equal(buf_str(&b), repr);
	buf_release(&b);
}

static const char sample[] =
	"# cfglint: base-batch=16 lr-tuned\n"
	"optimizer = dict(type='SGD', lr=2e-4, weight=[1, 2])\n"
	"data = dict(batch=4, pin=True, train=dict(type='A', pipeline=[dict(type='LoadX'), dict(k=1)]))\n"
	"runner = dict(typ=1)\nunknown = __import__('x').y\n";

static void each_takes(const char *expr, uint32_t known, bool open)
{
	struct value v = facts_eval_each(facts, parsed(expr), names, NULL);
	uint32_t n = 0;

	assert_int_equal(v.kind, VALUE_LIST);
	for (uint32_t i = 0; i < v.as.list->n; i++)
		n += !(v.as.list->at[i].flags & EF_MAYBE);
	assert_int_equal(n, known);
	assert_int_equal(v.as.list->open, open);
}

/* What is known of a list stands, and what is not known opens it. */
static void each_takes_what_is_known(void **state)
{
	(void)state;
	config(sample, NULL);
	each_takes("[k for k in [1, 2, 3]]", 3, false);
	each_takes("[k for k in [1, 2, 3] if k == 1 or cfg.unknown == k]", 1, true);
	each_takes("[k for d in [cfg.unknown, [4, 5]] for k in d]", 2, true);
	each_takes("[k for k in [[1], [cfg.unknown]] if k[0] == 1]", 1, true);
	gives("1 in [k for k in [1, 2, 3] if k == 1 or cfg.unknown == k]", "unknown");
	gives("len([[k for k in [1, 2] if cfg.unknown == k] for d in [1, 2]])", "2");
}

static void concepts_are_found(void **state)
{
	(void)state;
	config(sample, NULL);
	gives("lr", "0.0002");
	gives("batch", "4");
	gives("two", "8");
	gives("missing", "unknown");
	gives("world", "unknown");
	gives("loop", "unknown");
	config("lr = 3\n", NULL);
	gives("lr", "3");
	gives("batch", "1");
	gives("has(batch)", "False");
	gives("has(lr)", "True");
	assert_int_equal(facts_get(facts, str_lit("batch"))->state, FACT_DEFAULT);
	assert_null(facts_get(facts, str_lit("nonsense")));
}

/* Who asks second gets the places, too: what a rule tells must not depend on which others were judged. */
static void code_behind_concepts_is_told_each_time(void **state)
{
	struct trained t;
	const struct code_seen *seen;

	(void)state;
	trained_project(&t, NULL, "", "    print(cfg.model)\n");
	config(sample, NULL);
	facts_code(facts, trained_code(&t));
	for (int i = 0; i < 2; i++) {
		gives("idle", "True");
		assert_int_equal(facts_code_seen(facts, &seen), 1);
		assert_string_equal(seen->at.file->path, "/p/tools/train.py");
	}
	trained_end(&t);
}

static void presence_is_certain_or_unknown(void **state)
{
	(void)state;
	config(sample, NULL);
	gives("has(cfg.optimizer.lr)", "True");
	gives("has(cfg.optimizer.momentum)", "False");
	gives("has(cfg.optimizer.momentum.x)", "False");
	gives("has(cfg.unknown)", "True");
	gives("has(cfg.unknown.x)", "unknown");
	gives("has(missing)", "unknown");
	gives("default(cfg.optimizer.momentum, 0.9)", "0.9");
	gives("default(cfg.optimizer.lr, 1)", "0.0002");
	gives("default(cfg.unknown, 1)", "unknown");
	gives("cfg.nothing.at.all", "absent");
	gives("cfg.optimizer.lr > 1 and cfg.unknown", "False");
}

static void own_and_base_differ(void **state)
{
	(void)state;
	project_file(&p, "/project/configs/base.py",
		     "data = dict(batch=2, train=dict(x=1))\noptimizer = dict(lr=0.1)\n");
	config("_base_ = './base.py'\ndata = dict(batch=8)\n", NULL);
	gives("batch", "8");
	gives("own(batch)", "8");
	gives("base(batch)", "2");
	gives("own(lr)", "absent");
	gives("base(lr)", "0.1");
	gives("own(cfg.data.train.x)", "absent");
	gives("base(cfg.data.train.x)", "1");
	gives("own(batch) / base(batch)", "4.0");
	gives("at_level(batch, lr)", "2");
	gives("base_names()", "['base']");
	gives("at_level(lr, batch)", "0.1");
	gives("own(two)", "16");
	gives("base(two)", "4");
}

struct lets {
	const struct str *name[2];
	const struct node *expr[2];
	struct names names;
};

static bool let_value(void *ctx, const struct facts_ctx *by, const struct str *name, struct value *out)
{
	const struct lets *l = ctx;
	for (size_t i = 0; i < ARRAY_SIZE(l->name); i++)
		if (l->name[i] == name) {
			*out = facts_eval_in(by, l->expr[i], &l->names, NULL);
			return true;
		}
	return false;
}

static void lets_look_where_those_do_who_name_them(void **state)
{
	(void)state;
	struct lets l = { .name = { str_lit("keys_here"), str_lit("endless") },
			  .expr = { parsed("len(cfg.data)"), parsed("endless") } };
	l.names = (struct names){ .lookup = let_value, .ctx = &l };
	names = &l.names;
	project_file(&p, "/project/configs/base.py", "data = dict(batch=2, train=dict(x=1))\n");
	config("_base_ = './base.py'\ndata = dict(batch=8, pin=True, extra=1)\n", NULL);
	gives("keys_here", "4");
	gives("[own(keys_here + 0), keys_here, base(keys_here + 0), keys_here]", "[3, 4, 2, 4]");
	gives("[own(keys_here + k) for k in [1, 2]]", "[4, 5]");
	gives("own([keys_here, own(two), batch, two])", "[3, 16, 8, 16]");
	gives("base([batch, two]) + [batch, two]", "[2, 4, 8, 16]");
	gives("endless", "unknown");
	gives("own(endless + 0)", "unknown");
	names = NULL;
}

static void types_are_compared_by_name(void **state)
{
	(void)state;
	config("a = dict(type='pkg.Net')\nb = dict(x=1)\nc = 5\n", NULL);
	gives("type_is(cfg.a, 'Net')", "True");
	gives("type_is(cfg.a, 'N*', 'X')", "True");
	gives("type_is(cfg.a, '*et')", "True");
	gives("type_is(cfg.a, 'Ne')", "False");
	gives("type_is(cfg.b, 'Net')", "False");
	gives("type_is(cfg.c, 'Net')", "False");
	gives("type_is(cfg.none, 'Net')", "absent");
	gives("type_name(cfg.a)", "'Net'");
	gives("type_name(cfg.b)", "absent");
	gives("dicts_of(cfg, 'SGD', 'N*')", "[{'type': 'pkg.Net'}]");
	gives("dicts_of(cfg, 'SGD')", "[]");
	gives("dicts_of(cfg.c, 'Net')", "[]");
	gives("dicts_of(cfg.none, 'Net')", "absent");
	gives("dicts_not(cfg, 'SGD', 'N*')", "[]");
	gives("dicts_not(cfg, 'Ne')", "[{'type': 'pkg.Net'}]");
	gives("dicts_not(cfg)", "[{'type': 'pkg.Net'}]"); /* b has no type */
	gives("dicts_not(cfg.none, 'Net')", "absent");
}

static void elements_know_their_paths(void **state)
{
	(void)state;
	static const struct {
		const char *expr, *path;
	} cases[] = {
		{ "first(keys(cfg.data))", "data.batch" },
		{ "first([k for k in keys(cfg.data) if k == 'pin'])", "data.pin" },
		{ "first([d for d in dicts(cfg) if type_is(d, 'LoadX')])", "data.train.pipeline[0]" },
		{ "first([d for d in dicts(cfg.data) if has(d.k)]).k", "data.train.pipeline[1].k" },
		{ "first(dicts_of(cfg, 'LoadX'))", "data.train.pipeline[0]" },
		{ "first(dicts_not(cfg.data, 'A'))", "data.train.pipeline[0]" },
		{ "first(misfits(cfg))", "optimizer" },
		{ "first(near_words(keys(cfg.data), ['pins']))", "data.pin" },
		{ "cfg.data[first(keys(cfg.data))]", "data.batch" },
		{ "lr", "optimizer.lr" },
		{ "lr if batch > 100 else batch", "data.batch" },
		{ "first(cfg.data.train.pipeline)", "data.train.pipeline[0]" },
	};
	config(sample, NULL);
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		const struct node *n =
			parse_expr(parser, &p.arena, cases[i].expr, (uint32_t)strlen(cases[i].expr), 0, NULL);
		struct keypath path;
		struct buf b = { 0 };
		assert_true(facts_path(facts, n, NULL, &path));
		keypath_print(&b, path);
		assert_string_equal(buf_str(&b), cases[i].path);
		buf_release(&b);
	}
	gives("len(dicts(cfg))", "7");
	gives("keys(cfg.data)", "['batch', 'pin', 'train']");
}

static void reads_are_those_of_the_dialect(void **state)
{
	(void)state;
	config(sample, NULL);
	gives("reads('data', 'batch')", "True");
	gives("reads('data', 'pin')", "False");
	gives("[k for k in keys(cfg.data) if not reads('data', k)]", "['pin']");
	gives("rejects('data', 'pin')", "False");
	gives("rejects('runner', 'typ')", "True");
	gives("reads('', 'fp16')", "False");
	gives("reads('', 'other')", "unknown");
	gives("reads('nowhere', 'x')", "unknown");
	gives("actual('data', 'pin')", "'True'");
	gives("actual('data', 'batch')", "''");
	gives("read_by('data')", "'train.py'");
	gives("required_missing()", "['model', 'work_dir']");
	gives("accepts('SGD', 'lr')", "True");
	gives("accepts('SGD', 'betas')", "False");
	gives("accepts('Any', 'b')", "unknown");
	gives("accepts('Unheard', 'b')", "unknown");
	gives("of_package('mmdet.Mosaic', None, 'mmseg', 'mmdet')", "True");
	gives("of_package('mmyolo.Mosaic', 'mmdet', 'mmdet')", "False");
	gives("of_package('Mosaic', 'mmyolo', 'mmdet')", "False");
	gives("of_package('Mosaic', cfg.none, 'mmdet')", "True");
	gives("of_package('Mosaic', cfg.unknown, 'mmdet')", "unknown");
	gives("of_package(cfg.data, None, 'mmdet')", "False"); /* it has no type */
	gives("choices('SGD', 'evaluate', 'allowed')", "unknown");
	gives("params(cfg.optimizer)", "['lr', 'momentum']");
	gives("misfits(cfg)", "[{'type': 'SGD', 'lr': 0.0002, 'weight': [1, 2]}]");
	gives("misfits(cfg.data)", "[]"); /* A and LoadX are not known */
	gives("misfits(cfg.none)", "absent");
}

static void words_and_numbers(void **state)
{
	(void)state;
	config(sample, NULL);
	gives("nearest('momentun', ['lr', 'momentum'])", "'momentum'");
	gives("nearest('zzzz', ['lr', 'momentum'])", "None");
	gives("distance('typ', 'type')", "1");
	gives("near_words(['momentun', 'lr', 'zzzz', 3, 'momentum', 'l'], ['lr', 'momentum'])", "['momentun', 'l']");
	gives("near_words(keys(cfg), ['dat', 'runner', 'optimiser', 'pin'])", "['optimizer', 'data']");
	gives("near_words(keys(cfg.none), [])", "absent");
	gives("near_words([], cfg.unknown)", "unknown");
	gives("first([])", "absent");
	gives("num(2e-4)", "'2e-4'");
	gives("num(0.01)", "'0.01'");
	gives("num(200000)", "'200000'");
	gives("num(512.0)", "'512'");
	gives("num(0.00028284271247)", "'2.828e-4'");
	gives("num(133333.3333)", "'133333'");
	gives("num(1.25e-7)", "'1.25e-7'");
	gives("num(1 / 3)", "'0.3333'");
	gives("num(1e22)", "'1e22'");
	gives("plain('x')", "\"'x'\"");
	gives("at_least('0.30', '0.20')", "True");
	gives("at_least(package('nope'), '0.20')", "absent");
	gives("file.tag('gpus')", "8");
	gives("file.tag('batch')", "4");
	gives("file.tag('batch', 'net_16xb2_roads')", "2");
	gives("file.tag('gpus', 'net')", "absent");
	gives("base_names()", "[]");
	gives("signature('build', 'k', 3)", "3");
	gives("file.name", "'net_8xb4'");
	gives("dialect.family", "'mmcv1'");
	gives("directive('base-batch')", "'16'");
	gives("directive('lr-tuned')", "''");
	gives("has(directive('nothing'))", "False");
	gives("settings.lr.base_lr", "absent");
}

static void machine_figures_are_known_when_given(void **state)
{
	(void)state;
	struct machine hw;
	machine_init(&hw, &p.arena);
	hw.gpus = value_int(8, (struct span){ 0 });
	hw.nodes = value_int(2, (struct span){ 0 });
	config(sample, &hw);
	gives("world", "16");
	gives("known(machine.gpus)", "True");
	gives("known(machine.cores)", "False");
	gives("machine.cores > 1", "unknown");
	hw.gpus_guessed = true;
	gives("known(machine.gpus)", "False");
}

static void mistakes_never_crash(void **state)
{
	(void)state;
	static const char *const odd[] = { "keys(3)",
					   "dicts(3)",
					   "first(3)",
					   "nearest(3, 4)",
					   "num(None)",
					   "type_is(lr, 3)",
					   "has(1 + 1)",
					   "own(1)",
					   "base(lr + batch)",
					   "at_level(3, 4)",
					   "reads(1, 2)",
					   "keys(cfg.unknown)",
					   "params(3)",
					   "file.tag('x')",
					   "cfg[cfg]",
					   "has(cfg[[1]])",
					   "[x.y for x in dicts(cfg)]",
					   "loop" };
	config(sample, NULL);
	for (size_t i = 0; i < ARRAY_SIZE(odd); i++)
		eval(odd[i]);
}

static void roots_are_complete_and_no_fragments(void **state)
{
	(void)state;
	config("model = dict()\n", NULL);
	assert_true(facts_is_root(facts, false));
	config("lr = 1\n", NULL);
	assert_false(facts_is_root(facts, false));
	assert_true(facts_is_root(facts, true)); /* the user names it: it is meant */
}

static void dialects_are_detected(void **state)
{
	(void)state;
	struct project q;
	const char *why;
	project_begin(&q);
	project_rule(&q, "data/a.yaml", "id: AAA001\nsummary: s\nwhen: 'False'\nat: lr\nmessage: m\n");
	project_rule(&q, "dialects/special.yaml",
		     "extends: plain\npriority: 9\ndetect: has(cfg.special)\nconcepts:\n  batch: {paths: "
		     "[special.batch]}\n");
	project_load(&q);
	assert_non_null(q.rs);
	project_file(&q, "/project/a.py", "special = dict(batch=5)\n");
	const struct module *m = project_config(&q, "/project/a.py");
	const struct dialect *d = dialect_detect(&q.rs->dialects, m, &why);
	assert_string_equal(d->name, "special");
	assert_string_equal(why, "has(cfg.special)");
	struct facts *f = facts_new(&q.arena, &m->subject, q.rs->dialects.vocab, d, NULL);
	assert_int_equal(facts_get(f, str_lit("batch"))->val.as.i, 5);
	assert_int_equal(facts_get(f, str_lit("world"))->state, FACT_UNKNOWN);
	graph_free(q.g);
	project_file(&q, "/project/a.py", "a = 1\n");
	m = project_config(&q, "/project/a.py");
	assert_string_equal(dialect_detect(&q.rs->dialects, m, &why)->name, "plain");
	project_end(&q);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_takes_what_is_known),
		cmocka_unit_test(concepts_are_found),
		cmocka_unit_test(code_behind_concepts_is_told_each_time),
		cmocka_unit_test(presence_is_certain_or_unknown),
		cmocka_unit_test(own_and_base_differ),
		cmocka_unit_test(lets_look_where_those_do_who_name_them),
		cmocka_unit_test(types_are_compared_by_name),
		cmocka_unit_test(elements_know_their_paths),
		cmocka_unit_test(reads_are_those_of_the_dialect),
		cmocka_unit_test(words_and_numbers),
		cmocka_unit_test(machine_figures_are_known_when_given),
		cmocka_unit_test(mistakes_never_crash),
		cmocka_unit_test(roots_are_complete_and_no_fragments),
		cmocka_unit_test(dialects_are_detected),
	};
	return cmocka_run_group_tests(tests, begin, end);
}
