// SPDX-License-Identifier: MIT
/* Evaluates `if [ "$GPUS" == 1 ]` in a script that another one calls with its arguments. */
#include "launch/priv.h"
#include <stdlib.h>
#include <string.h>

static const char *one_word(struct evaluation *e, const struct shell_word *w)
{
	struct shell_fields f = { 0 };
	const char *text = NULL;

	expand_words(e, w, 1, &f);
	if (f.n == 1 && !f.at[0].open && !f.at[0].glob && !f.at[0].gone && !(f.at[0].missing && !*f.at[0].text))
		text = f.at[0].text;
	vec_release(&f);
	return text;
}

static bool is_number(const char *s)
{
	return *s && strlen(s) < 10 && !s[strspn(s, "0123456789")] && (*s != '0' || !s[1]); /* 010: octal in [[ ]] */
}

static enum decided decide(bool is)
{
	return is ? TEST_TRUE : TEST_FALSE;
}

static enum decided compare_numbers(const char *x, const char *by, const char *y)
{
	int d = is_number(x) && is_number(y) ? atoi(x) - atoi(y) : 0;

	if (!is_number(x) || !is_number(y))
		return TEST_OPEN;
	return !strcmp(by, "-eq")   ? decide(d == 0)
	       : !strcmp(by, "-ne") ? decide(d != 0)
	       : !strcmp(by, "-lt") ? decide(d < 0)
	       : !strcmp(by, "-le") ? decide(d <= 0)
	       : !strcmp(by, "-gt") ? decide(d > 0)
	       : !strcmp(by, "-ge") ? decide(d >= 0)
				    : TEST_OPEN;
}

/* A value that the script itself sets may be edited before the next run: the test stays open. */
enum decided test_decide(struct evaluation *e, const struct shell_node *condition)
{
	const struct shell_node *n =
		condition->kind == SHELL_BLOCK && condition->n == 1 ? condition->kid[0] : condition;
	const char *x, *y;

	if (e->file == e->main || e->looped || n->kind != SHELL_TEST || n->background || n->nwords != 2)
		return TEST_OPEN;
	x = one_word(e, &n->word[0]);
	y = one_word(e, &n->word[1]);
	if (!x || !y)
		return TEST_OPEN;
	if (n->name[0] == '-')
		return compare_numbers(x, n->name, y);
	if (strpbrk(y, "*?[(|\\")) /* [[ ]] treats it as a pattern */
		return TEST_OPEN;
	return !strcmp(n->name, "=") || !strcmp(n->name, "==") ? decide(!strcmp(x, y))
	       : !strcmp(n->name, "!=")			       ? decide(strcmp(x, y) != 0)
							       : TEST_OPEN;
}
