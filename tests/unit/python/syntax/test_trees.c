// SPDX-License-Identifier: MIT
/* Kept trees: what is read again is what was parsed, for every kind of node; and what is damaged isn't there. */
#include "base/hash.h"
#include "python/syntax/trees.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "same_tree.h"

#define LINE "what these are"

static const char *const texts[] = {
	"",
	"a = 1\n",
	"# a comment\nx = [1, 2.5e-3, 3j, 'a' 'b', b'c', None, True, ...]  # another\n",
	"x: int = 3\ny: str\nx += 0x1f\na = b = (1, *c)\ndel a, b[0]\n",
	"d = {'k': 1, **e}\ns = {1, 2}\nt = ()\nf'{d!r:>{w}} {x=} {{}}'\n",
	"f(1, *a, k=2, **b)\ng(x for x in y if x)\na.b[1:2:3, ::, 4].c\n",
	"-a + ~b * (not c) ** 2 // d % e @ f << 1 | 2 & 3 ^ 4\na < b <= c != d in e is not f not in g is h\n",
	"x = a if b else c\ny = lambda a, *b, c=1, **d: a\nz = [i for i in a for j in b if i]\n{i for i in a}\n{k: v "
	"for k, v in a}\n",
	"if (n := 3):\n    pass\nelif b:\n    x\nelse:\n    y\n",
	"for a, b in c:\n    continue\nelse:\n    pass\nwhile x:\n    break\nelse:\n    pass\n",
	"try:\n    pass\nexcept (A, B) as e:\n    raise X from e\nexcept C:\n    raise\nelse:\n    pass\nfinally:\n    "
	"assert x, 'y'\n",
	"try:\n    pass\nfinally:\n    pass\n",
	"with a as b, c:\n    pass\n",
	"@d\n@e(1)\ndef f(a, /, b: int = 2, *, c, **k) -> int:\n    global g, h\n    return a\n",
	"def f():\n    def g():\n        nonlocal x\n        yield x\n    return\n",
	"async def f():\n    await x\n    async for i in y:\n        yield i\n",
	"@d\nclass A(B, metaclass=C):\n    x = 1\nclass D:\n    pass\n",
	"import a, b.c as d\nfrom ..e import f as g, h\nfrom . import i\nfrom j import *\n",
	"match x:\n    case [1, y]:\n        pass\n    case _:\n        pass\ntype T = int\n",
	"\xe5\xad\xa6 = '\xe7\x8e\x87'\n",
};

struct fixture {
	struct parser *p;
	struct arena a;
};

static int setup(void **state)
{
	struct fixture *f = calloc(1, sizeof *f);

	f->p = parser_new();
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	parser_free(f->p);
	arena_release(&f->a);
	free(f);
	return 0;
}

static struct parsed parsed_of(struct fixture *f, const char *text)
{
	struct parsed out;

	parse_module(f->p, &f->a, text, (uint32_t)strlen(text), NULL, &out);
	return out;
}

static bool found(struct trees *t, struct fixture *f, const char *text, struct parsed *out)
{
	return trees_find(t, text, (uint32_t)strlen(text), &f->a, out);
}

static void take(struct trees *t, bool rest, struct buf *out)
{
	const struct buf *w = trees_write(t, rest);

	buf_add(out, w->s, w->n);
}

/* As a run leaves them. */
static struct buf written(struct fixture *f)
{
	struct trees *t = trees_new(LINE);
	struct buf out = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		struct parsed p = parsed_of(f, texts[i]);

		assert_int_equal(p.nerrors, 0);
		trees_keep(t, texts[i], (uint32_t)strlen(texts[i]), &p);
	}
	assert_true(trees_grew(t));
	take(t, false, &out);
	trees_free(t);
	return out;
}

static void every_kind_of_node_comes_back(void **state)
{
	struct fixture *f = *state;
	struct buf b = written(f);
	struct trees *t = trees_new(LINE);
	struct parsed again;

	trees_read(t, &b);
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		struct parsed p = parsed_of(f, texts[i]);

		if (!found(t, f, texts[i], &again))
			fail_msg("not found: %s", texts[i]);
		same_tree(p.root, again.root);
		assert_int_equal(p.ncomments, again.ncomments);
		for (uint32_t k = 0; k < p.ncomments; k++)
			assert_memory_equal(&p.comment[k], &again.comment[k], sizeof p.comment[k]);
	}
	assert_false(found(t, f, "a = 2\n", &again));
	assert_false(trees_grew(t));
	trees_free(t);
}

static void an_unparsable_text_is_not_kept(void **state)
{
	struct fixture *f = *state;
	struct trees *t = trees_new(LINE);
	struct parsed p = parsed_of(f, "x = (\n");

	trees_keep(t, "x = (\n", 6, &p);
	assert_false(trees_grew(t));
	trees_free(t);
}

/* What was found is written, what wasn't only where the rest is asked for. */
static void the_rest_is_written_or_not(void **state)
{
	struct fixture *f = *state;

	for (int rest = 0; rest < 2; rest++) {
		struct buf b = written(f);
		struct trees *t = trees_new(LINE), *then = trees_new(LINE);
		struct parsed p;

		trees_read(t, &b);
		assert_true(found(t, f, texts[1], &p));
		take(t, rest, &b);
		trees_free(t);
		trees_read(then, &b);
		assert_true(found(then, f, texts[1], &p));
		assert_int_equal(found(then, f, texts[2], &p), rest);
		trees_free(then);
	}
}

static void damaged_ones_are_not_there(void **state)
{
	struct fixture *f = *state;
	struct buf good = written(f);

	for (size_t at = sizeof LINE; at + 1 < good.n; at++) {
		struct buf b = { 0 };
		struct trees *t = trees_new(LINE);
		struct parsed again;
		uint32_t lost = 0;

		buf_add(&b, good.s, good.n);
		b.s[at] ^= 0x55;
		trees_read(t, &b);
		for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
			struct parsed p = parsed_of(f, texts[i]);

			if (at % 97)
				continue; /* parsing takes long */
			if (!found(t, f, texts[i], &again))
				lost++;
			else
				same_tree(p.root, again.root);
		}
		assert_true(at % 97 || lost);
		trees_free(t);
	}
	buf_release(&good);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(every_kind_of_node_comes_back, setup, teardown),
		cmocka_unit_test_setup_teardown(an_unparsable_text_is_not_kept, setup, teardown),
		cmocka_unit_test_setup_teardown(the_rest_is_written_or_not, setup, teardown),
		cmocka_unit_test_setup_teardown(damaged_ones_are_not_there, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
