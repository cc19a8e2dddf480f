// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "server/cursor/context.h"
#include <stdio.h>
#include <string.h>

/* "KEY a.b call given=x,y type=T word=2": of the place of | in the text. */
static void expect(const char *text, const char *want)
{
	static const char *const name[] = { "NONE", "KEY", "TYPE", "VALUE", "BASE", "PART", "MODULE" };
	struct arena a = { 0 };
	struct context c;
	const char *bar = strchr(text, '|');
	const char *whole = arena_printf(&a, "%.*s%s", (int)(bar - text), text, bar + 1);
	struct buf b = { 0 };

	context_at(&a, whole, (uint32_t)strlen(whole), (uint32_t)(bar - text), &c);
	buf_puts(&b, name[c.in]);
	if (c.in == CONTEXT_MODULE)
		buf_printf(&b, " %s", c.module);
	if (c.in == CONTEXT_VALUE)
		buf_printf(&b, " %s", c.key);
	if (c.in == CONTEXT_KEY || c.in == CONTEXT_TYPE || c.in == CONTEXT_VALUE || c.in == CONTEXT_PART)
		buf_printf(&b, " %s", c.container.n ? keypath_text(&a, c.container) : "-");
	if (c.in == CONTEXT_KEY) {
		buf_puts(&b, c.call ? " call" : " literal");
		for (const char **g = c.given; *g; g++)
			buf_printf(&b, " %s", *g);
		if (c.type)
			buf_printf(&b, " type=%s", c.type);
	}
	if (strcmp(buf_str(&b), want) != 0)
		fail_msg("%s: %s, not %s", text, buf_str(&b), want);
	buf_release(&b);
	arena_release(&a);
}

static void keys_of_calls_and_literals(void **state)
{
	(void)state;
	expect("a = dict(|)", "KEY a call");
	expect("a = dict(x=1, |)", "KEY a call x");
	expect("a = dict(x=1, y|, z=2)", "KEY a call x z");
	expect("a = dict(type='T', b=dict(|", "KEY a.b call");
	expect("a = dict(type='T', |", "KEY a call type type=T");
	expect("a = dict(|, type='T')", "KEY a call type type=T");
	expect("a = {'x': 1, '|'}", "KEY a literal x");
	expect("a = {'b': {'x': 1, '|': 2}}", "KEY a.b literal x");
	expect("a = dict(b=[dict(), dict(x=1, |)])", "KEY a.b[1] call x");
	expect("a = dict(b=(1, 2), |)", "KEY a call b");
}

static void the_top_level(void **state)
{
	(void)state;
	expect("a = 1\n|", "KEY - call a");
	expect("a = 1\nb|\nc = 2", "KEY - call a");
	expect("a = dict(\n  x=1)\n|", "KEY - call a");
}

static void classes_and_bases(void **state)
{
	(void)state;
	expect("a = dict(type='|')", "TYPE a");
	expect("a = dict(policy='|')", "VALUE policy a");
	expect("a = dict(policy='st|ep', step=[1])", "VALUE policy a");
	expect("a = {'b': '|'}", "VALUE b a");
	expect("a = dict(b=['|'])", "NONE");
	expect("a = dict(b=dict(type=\"T|", "TYPE a.b");
	expect("_base_ = '|'", "BASE");
	expect("_base_ = ['x.py', '../|']", "BASE");
	expect("a = dict(_base_='|')", "VALUE _base_ a");
}

static void the_imported_style(void **state)
{
	(void)state;
	expect("model.update(|)", "KEY model call");
	expect("model.update(a=1, b=dict(|", "KEY model.b call");
	expect("model.neck.merge(dict(a=1, |", "KEY model.neck call a");
	expect("model['neck'].update(|", "KEY model.neck call");
	expect("model.update({'|", "KEY model literal");
	expect("x.append(dict(|", "NONE");
	expect("model['|", "KEY model literal");
	expect("model['a']['|'] = 1", "KEY model.a literal");
	expect("a = dict(type=|", "TYPE a");
	expect("a = dict(type=B, |", "KEY a call type type=B");
	expect("a = dict(type=b.C, |", "KEY a call type type=C");
	expect("a = dict(type=b.|", "PART b");
	expect("model.|", "PART model");
	expect("x = _base_.a.|b", "PART _base_.a");
	expect("x = model['a'].|", "PART model.a");
	expect("f(x).|", "NONE");
	expect("x = 'a'.|", "NONE");
	expect("with read_base():\n    from .|", "MODULE .");
	expect("from ..b.c|", "MODULE ..b.");
	expect("from .a import |", "KEY - call");
}

static void values_texts_and_comments_are_left_alone(void **state)
{
	(void)state;
	expect("a = dict(x=|)", "NONE");
	expect("a = dict(x='|')", "VALUE x a");
	expect("# a = dict(|", "NONE");
	expect("a = 1  # dict(|\nb = 2", "NONE");
	expect("a = '''dict(\n|'''", "VALUE a -");
	expect("a = f(|)", "NONE");
	expect("a = f(dict(|))", "NONE"); /* under which key, f knows */
	expect("a = b == dict(|)", "KEY a call");
	expect("a['b'] = dict(|)", "NONE");
}

static void what_never_ends(void **state)
{
	static char deep[3000];

	(void)state;
	memset(deep, '(', sizeof deep - 2);
	deep[sizeof deep - 2] = '|';
	expect(deep, "NONE");
	expect("a = dict(x='unfinished\nb = dict(|", "KEY a.b call");
	expect("'|", "NONE");
	expect("a = \"\\|", "VALUE a -");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_of_calls_and_literals),
		cmocka_unit_test(the_top_level),
		cmocka_unit_test(classes_and_bases),
		cmocka_unit_test(the_imported_style),
		cmocka_unit_test(values_texts_and_comments_are_left_alone),
		cmocka_unit_test(what_never_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
