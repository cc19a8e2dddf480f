// SPDX-License-Identifier: MIT
#include "cli/shared/argument_option.h"
#include "base/near.h"
#include "cli/messages.h"
#include <stdlib.h>
#include <string.h>

static const struct span nowhere;

/* As YAML and the command line write values. */
static struct value value_from(struct session *s, const char *text)
{
	static const struct {
		const char *word;
		struct value v;
	} words[] = { { "true", { .kind = VALUE_BOOL, .as.b = true } },
		      { "True", { .kind = VALUE_BOOL, .as.b = true } },
		      { "false", { .kind = VALUE_BOOL } },
		      { "False", { .kind = VALUE_BOOL } },
		      { "null", { .kind = VALUE_NONE } },
		      { "None", { .kind = VALUE_NONE } } };
	char *end;
	long long i = strtoll(text, &end, 10);

	for (size_t k = 0; k < ARRAY_SIZE(words); k++)
		if (!strcmp(words[k].word, text))
			return words[k].v;
	if (*text && !*end)
		return value_int(i, nowhere);
	double f = strtod(text, &end);

	return *text && !*end ? value_float(f, nowhere) : value_text(arena_strdup(&s->arena, text), nowhere);
}

/* "cosine" of `linear|cosine|constant` */
static bool is_choice(const char *choices, const char *text)
{
	size_t n = strlen(text);

	for (const char *at = choices; *at; at += *at == '|') {
		size_t len = strcspn(at, "|");

		if (len == n && !strncmp(at, text, n))
			return true;
		at += len;
	}
	return false;
}

/* What the argument takes, for messages; NULL: the value is such a one. */
static const char *takes(struct session *s, const char *type, struct value v, const char *text)
{
	if (v.kind == VALUE_NONE)
		return NULL;
	if (!strcmp(type, "int"))
		return v.kind == VALUE_INT ? NULL : "a whole number";
	if (!strcmp(type, "float"))
		return v.kind == VALUE_INT || v.kind == VALUE_FLOAT ? NULL : "a number";
	if (!strcmp(type, "bool"))
		return v.kind == VALUE_BOOL ? NULL : "true or false";
	if (strchr(type, '|') && !is_choice(type, text))
		return arena_printf(&s->arena, "one of %s", type);
	return NULL;
}

bool argument_from_option(struct session *s, const struct argument_sets *all, const struct argument_set *x,
			  const char *name, const char *text, struct value *out)
{
	const struct schema_argument *row =
		x->x.class ? schema_argument(all->from.schemas, x->x.class, str_lit(name)) : NULL;
	const char *wanted, *least = meaning_least(all->from.meanings, name);

	*out = value_from(s, text);
	wanted = takes(s, row && row->type ? row->type : "", *out, text);
	if (wanted)
		complain(s, "--set %s=%s: %s takes %s", name, text, name, wanted);
	else if (least && value_is_number(*out) && value_number(*out) < strtod(least, NULL))
		complain(s, "--set %s=%s: %s must be %s", name, text, name,
			 strchr(least, '.')	   ? "more than 0"
			 : strcmp(least, "0") != 0 ? "1 at least"
						   : "0 at least");
	else
		return true;
	return false;
}

/* A name that begins or ends with it, as num_train_epochs does with epochs; NULL: there is none. */
static const char *longer(const struct argument_set *x, const char *name)
{
	size_t n = strlen(name);

	for (uint32_t i = 0; n > 2 && i < x->x.n; i++) {
		const struct str *one = x->x.at[i].name;
		bool ends = one->len > n && one->s[one->len - n - 1] == '_' && !strcmp(one->s + one->len - n, name);

		if (ends || (!strncmp(one->s, name, n) && one->s[n] == '_'))
			return one->s;
	}
	return NULL;
}

void argument_report_unknown(struct session *s, const char *word, const struct argument_set *x, const char *name)
{
	const char **names = arena_array(&s->arena, const char *, x->x.n + 1);

	for (uint32_t i = 0; i < x->x.n; i++)
		names[i] = x->x.at[i].name->s;
	const char *near = near_find(name, names, x->x.n), *meant = near ? near : longer(x, name);

	complain(s, "%s: %s has no argument '%s'%s%s%s", word, argument_set_name(x), name,
		 meant ? "; did you mean " : "", meant ? meant : "", meant ? "?" : "");
}
