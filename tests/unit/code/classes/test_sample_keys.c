// SPDX-License-Identifier: MIT
/* Keys that code puts into samples and takes out of them, as code_member tells them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/buf.h"
#include "code/classes/member.h"
#include "python/value/repr.h"
#include "trained.h"

static struct trained t;

static struct code_member ask(const char *type, const char *how)
{
	const struct code_class_name of = { .type = str_lit(type) };
	return code_member(trained_code(&t), CODE_KEYS, &of, str_lit(how));
}

static void is_text(struct code_member m, const char *want)
{
	struct buf b = { 0 };
	if (m.is != CODE_MEMBER_KNOWN)
		fail_msg("not known: %s", m.why ? m.why : "no such class or name");
	assert_true(op_repr(&b, m.val));
	assert_string_equal(buf_str(&b), want);
	buf_release(&b);
}

static void test_keys_of_samples(void **state)
{
	(void)state;
	trained_types(&t,
		      REGISTRY "def read(path):\n    return {'depth': path}\n"
			       "class Top:\n    def more(self, x):\n        x.update(mask=1)\n" MODEL
			       "class Low(Top):\n    def __call__(self, x):\n        x['a'], y = x['b'], dict(c=2)\n"
			       "        x['d'] = self.flip(x['d'])\n        x.setdefault('e', 3)\n");
	is_text(ask("Low", "class"), "['=a', 'b', '=c', 'a', 'd', '=e', 'e', '=mask']");
	struct code_member whole = ask("Low", "file");
	bool depth = false;
	for (uint32_t i = 0; i < whole.val.as.list->n; i++)
		depth |= whole.val.as.list->at[i].val.as.s == str_lit("=depth");
	assert_true(depth);
	trained_end(&t);
}

/* The only method of a transform, x its sample. */
static void step(const char *body, const char *want)
{
	struct buf b = { 0 };
	buf_printf(&b,
		   REGISTRY MODEL "class Low:\n    def __call__(self, x):\n%s\n    def more(self, y):\n"
				  "        y['more'] = y['less']\n        return y\n",
		   body);
	trained_types(&t, buf_str(&b));
	buf_release(&b);
	is_text(ask("Low", "step transform __call__"), want);
	trained_end(&t);
}

static void test_steps(void **state)
{
	(void)state;
	step("        a = x['a']\n        x['b'] = a\n        return x", "['!a', '=b']");
	step("        a = x.get('a') or x['b']\n        return x", "[]");
	step("        x['a'] = 1\n        b = x['a']\n        return x", "['=a']");
	step("        x['a'] = x['a'] + 1\n        return x", "['!a']");
	step("        if self.off:\n            return x\n        a = x['a']\n        return x", "[]");
	step("        x = self.more(x.copy())\n        a = x['more']\n        return x", "['?']");
	step("        x = self.more(x)\n        a = x['more']\n        return x", "['=more']");
	step("        x.update(a=1)\n        x.setdefault('b', 2)\n        return x", "['=a', '=b']");
	step("        for k in x.get('fields', ['img']):\n            x[k] = 1\n        return x", "['=img']");
	step("        for k in self.keys:\n            x[k] = 1\n        return x", "['?']");
	step("        if x is None or 'a' in x:\n            pass\n        return x", "[]");
}

static void test_steps_that_are_open(void **state)
{
	(void)state;
	step("        return {'a': x['a']}", "['?']");
	step("        y = x\n        y['a'] = 1\n        return x", "['?']");
	step("        load(x)\n        return x", "['?']");
	step("        x.merge(1)\n        return x", "['?']");
	step("        self.seen = [x]\n        return x", "['?']");
	step("        a = x['a']\n        load(x)\n        return x", "['!a', '?']");
	step("        def f():\n            x['a'] = 1\n        f()\n        return x", "['=a', '?']");
}

int main(void)
{
	const struct CMUnitTest all[] = {
		cmocka_unit_test(test_keys_of_samples),
		cmocka_unit_test(test_steps),
		cmocka_unit_test(test_steps_that_are_open),
	};
	return cmocka_run_group_tests(all, NULL, NULL);
}
