// SPDX-License-Identifier: MIT
/* Word expansion, as in bash: variables, positionals, defaults, field splitting; and assignments. A part that is
 * unknown makes the field unknown, with the known text before and after it.
 *
 * Example: ${GPUS:-8}        with GPUS set to 4 in the script: 4
 *          "$@"              one field per positional
 *          out/$NAME.log     text NULL, begins "out/", ends ".log" */
#include "launch/priv.h"
#include "base/path.h"
#include <ctype.h>
#include <string.h>

struct expander {
	struct evaluation *e;
	struct shell_fields *out;
	const struct shell_word *word;
	bool split;
	struct buf text; /* of the current field */
	struct expanded now;
	size_t first, last;	      /* offsets in text of the first and last unknown part */
	bool begun, unknown, bracket; /* bracket: of an open pattern */
};

static void field_end(struct expander *x)
{
	struct expanded f = x->now;

	if (x->begun && x->out->n < FIELDS_MAX) {
		const char *text = arena_strndup(x->e->a, buf_str(&x->text), x->text.n <= TEXT_MAX ? x->text.n : 0);

		f.text = x->unknown || x->text.n > TEXT_MAX ? NULL : text;
		if (x->unknown && x->text.n <= TEXT_MAX) {
			f.begins = arena_strndup(x->e->a, text, x->first);
			f.ends = text + x->last;
		}
		f.gone = NULL;
		vec_push(x->out, f);
	} else if (x->begun) {
		x->out->at[FIELDS_MAX - 1].open = true;
	}
	buf_clear(&x->text);
	x->begun = x->unknown = x->bracket = false;
	x->now = (struct expanded){ .at = x->now.at, .origin = x->now.at };
}

static void add_text(struct expander *x, const char *text, bool quoted)
{
	x->begun = true;
	if (!quoted && x->split) {
		const char *open = x->bracket ? text : strchr(text, '[');

		x->bracket |= open != NULL;
		x->now.glob |= strpbrk(text, "*?") || (open && strchr(open, ']'));
	}
	if (x->text.n <= TEXT_MAX)
		buf_puts(&x->text, text);
}

static void add_unknown(struct expander *x, bool open)
{
	x->begun = true;
	if (!x->unknown)
		x->first = x->text.n;
	x->unknown = true;
	x->last = x->text.n;
	x->now.open |= open && x->split;
}

/* Unquoted text of a variable: its blanks separate words. */
static void add_split(struct expander *x, const char *text)
{
	for (const char *p = text; *p;) {
		size_t n = strcspn(p, " \t\n");

		if (n)
			add_text(x, arena_strndup(x->e->a, p, n), false);
		p += n;
		if (*p)
			field_end(x);
		p += strspn(p, " \t\n");
	}
}

static void add_known(struct expander *x, const char *text, bool quoted)
{
	if (quoted || !x->split)
		add_text(x, text, true);
	else
		add_split(x, text);
}

/* "$@": each item is a field; the first and the last join the neighbouring text. Without quotes bash splits each
 * item again, and an unknown one may be any number of words. A value has no fields: blanks join its items. */
static void add_items(struct expander *x, const struct expanded *item, uint32_t n, const struct shell_part *p)
{
	bool star = p->index ? *p->index == '*' : *p->text == '*', joined = !x->split || (star && p->quoted);

	for (uint32_t i = 0; i < n; i++) {
		if (i && joined)
			add_text(x, " ", true);
		else if (i)
			field_end(x);
		if (item[i].text)
			add_known(x, item[i].text, p->quoted);
		else
			add_unknown(x, item[i].open || !p->quoted);
		x->now.origin = item[i].origin;
	}
}

/* ---- values of variables ---- */

enum held { HELD_TEXT, HELD_UNKNOWN, HELD_NOTHING /* unset: the environment may set it */ };

static enum held positional(const struct evaluation *e, const char *name, const char **text, struct span *at)
{
	uint32_t i = 0;

	for (const char *p = name; *p && i < FIELDS_MAX; p++)
		i = i * 10 + (uint32_t)(*p - '0');
	*text = "";
	if (!i) {
		*text = e->file->path;
		return HELD_TEXT;
	}
	if (i > e->args.n)
		return e->args.known ? HELD_TEXT : HELD_NOTHING;
	*text = e->args.at[i - 1].text;
	*at = e->args.at[i - 1].origin;
	return *text ? HELD_TEXT : HELD_UNKNOWN;
}

static enum held scalar(const struct evaluation *e, const struct shell_part *p, const char **text, struct span *at)
{
	const struct shell_variable *v;
	uint32_t i = p->index && isdigit((unsigned char)*p->index) ? (uint32_t)(*p->index - '0') : 0;

	if (isdigit((unsigned char)*p->text))
		return positional(e, p->text, text, at);
	if (!isalpha((unsigned char)*p->text) && *p->text != '_')
		return HELD_UNKNOWN;
	v = state_find(&e->state, str_lit(p->text));
	if (!v)
		return HELD_NOTHING;
	*at = v->at;
	*text = v->text;
	if (v->array) {
		bool has = !v->open && i < v->n && (!p->index || !p->index[1]);

		*text = has ? v->item[i].text : NULL;
		*at = has ? v->item[i].at : v->at;
	} else if (p->index) {
		*text = NULL;
	}
	return *text ? HELD_TEXT : HELD_UNKNOWN;
}

static bool is_all(const char *s)
{
	return s && (s[0] == '@' || s[0] == '*') && !s[1];
}

static void expand_all(struct expander *x, const struct shell_part *p)
{
	const struct shell_variable *v = p->index ? state_find(&x->e->state, str_lit(p->text)) : NULL;
	const struct expanded *at = p->index ? (v ? v->item : NULL) : x->e->args.at;
	uint32_t n = p->index ? (v ? v->n : 0) : x->e->args.n,
		 from = p->from != UINT32_MAX && p->from ? p->from - 1 : 0;
	bool known = p->index ? v && v->array && !v->open : x->e->args.known;

	if (p->index && p->from != UINT32_MAX)
		from = p->from;
	if (!known || (p->op[0] && strcmp(p->op, ":")))
		add_unknown(x, true);
	else if (from < n)
		add_items(x, at + from, n - from, p);
	else if (p->quoted && x->word->n > 1)
		add_text(x, "", true);
}

static void expand_part(struct expander *x, const struct shell_part *p);

static void expand_default(struct expander *x, const struct shell_part *p)
{
	for (uint32_t i = 0; p->other && i < p->other->n; i++) {
		struct shell_part in = p->other->part[i];

		in.quoted |= p->quoted;
		expand_part(x, &in);
	}
	if (p->quoted)
		x->begun = true;
}

static void set_default(struct evaluation *e, const struct shell_part *p)
{
	struct shell_variable *v;
	struct expanded f;

	if (*p->op != '=' && p->op[1] != '=')
		return;
	f = p->other ? expand_value(e, p->other) : (struct expanded){ .text = "" };
	v = state_put(e->a, &e->state, str_lit(p->text));
	if (v) {
		v->text = f.text;
		v->at = f.at;
	}
}

static bool is_missing(const struct evaluation *e, const char *name)
{
	const struct shell_variable *v = isdigit((unsigned char)*name) ? NULL : state_find(&e->state, str_lit(name));

	return v ? v->missing : isdigit((unsigned char)*name) && e->args.known;
}

static void expand_variable(struct expander *x, const struct shell_part *p)
{
	const char *text = NULL;
	struct span at = x->now.at;
	enum held held;
	bool has_default = strpbrk(p->op, "-=") != NULL;

	if (is_all(p->text) || is_all(p->index)) {
		expand_all(x, p);
		return;
	}
	held = p->op[0] && !has_default ? HELD_UNKNOWN : scalar(x->e, p, &text, &at);
	if (has_default && (held == HELD_NOTHING || (held == HELD_TEXT && !*text && *p->op == ':'))) {
		expand_default(x, p);
		set_default(x->e, p);
	} else if (held != HELD_TEXT) {
		add_unknown(x, !p->quoted);
	} else {
		if (!*text && !p->quoted && x->split)
			x->now.gone = p->text;
		x->now.missing = x->word->n == 1 && is_missing(x->e, p->text);
		uint32_t from = (uint32_t)x->text.n;

		add_known(x, text, p->quoted);
		if (x->word->n == 1)
			x->now.origin = at;
		if (x->text.n == from + strlen(text)) { /* it wasn't split */
			x->now.last = at;
			x->now.from = from;
			x->now.to = (uint32_t)x->text.n;
		}
	}
}

static void expand_part(struct expander *x, const struct shell_part *p)
{
	if (!evaluation_step(x->e))
		return add_unknown(x, true);
	switch (p->kind) {
	case SHELL_TEXT:
		if (!p->quoted && x->split && strchr(p->text, '{') && strpbrk(p->text, ",."))
			add_unknown(x, true); /* braces */
		else
			add_text(x, p->text, p->quoted);
		break;
	case SHELL_FOLDER:
		add_text(x, path_dir(x->e->a, x->e->file->path), true);
		break;
	case SHELL_VARIABLE:
		expand_variable(x, p);
		break;
	default:
		add_unknown(x, !p->quoted);
	}
}

static void expand(struct evaluation *e, const struct shell_word *w, bool split, struct shell_fields *out)
{
	struct expander x = { .e = e, .out = out, .word = w, .split = split };
	const char *gone;

	x.now.at = x.now.origin = evaluation_span(e, w->lo, w->hi);
	for (uint32_t i = 0; i < w->n; i++)
		expand_part(&x, &w->part[i]);
	gone = x.now.gone;
	if (!split)
		x.begun = true;
	if (!x.begun && gone && out->n < FIELDS_MAX)
		vec_push(out, ((struct expanded){ .at = x.now.at,
						  .origin = x.now.at,
						  .text = "",
						  .gone = gone,
						  .missing = x.now.missing }));
	field_end(&x);
	buf_release(&x.text);
}

void expand_words(struct evaluation *e, const struct shell_word *w, uint32_t n, struct shell_fields *out)
{
	for (uint32_t i = 0; i < n && evaluation_step(e); i++)
		expand(e, &w[i], true, out);
}

struct expanded expand_value(struct evaluation *e, const struct shell_word *w)
{
	struct shell_fields all = { 0 };
	struct expanded f = { .at = evaluation_span(e, w->lo, w->hi) };

	expand(e, w, false, &all);
	if (all.n == 1)
		f = all.at[0];
	else if (all.n > 1)
		f.text = NULL;
	vec_release(&all);
	return f;
}

/* ---- a=b ---- */

static void assign_items(struct evaluation *e, const struct shell_assign *s, struct shell_variable *v)
{
	struct shell_fields all = { 0 };
	struct expanded *items;
	bool open = s->append && (!v->array || v->open);

	for (uint32_t i = 0; s->append && v->array && i < v->n; i++)
		vec_push(&all, v->item[i]);
	expand_words(e, s->item, s->nitems, &all);
	items = arena_array(e->a, struct expanded, all.n + 1);
	v->n = 0;
	for (size_t i = 0; i < all.n; i++)
		if (!all.at[i].gone)
			items[v->n++] = all.at[i];
	v->array = true;
	v->open = open;
	v->item = items;
	vec_release(&all);
}

void variable_forget(struct evaluation *e, const struct str *name)
{
	struct shell_variable *v = state_put(e->a, &e->state, name);

	if (v) {
		v->text = NULL;
		v->open = true;
	}
}

/* The end of `N` in N=1, N += 1, N++ and --N. */
static bool is_set_at(const char *text, const char *name, size_t n)
{
	const char *p = name + n + strspn(name + n, " \t");

	if (name - text >= 2 && (!strncmp(name - 2, "++", 2) || !strncmp(name - 2, "--", 2)))
		return true;
	if (!strncmp(p, "++", 2) || !strncmp(p, "--", 2))
		return true;
	p += !strncmp(p, "<<", 2) || !strncmp(p, ">>", 2) ? 2 : *p && strchr("*/%+-&^|", *p) ? 1 : 0;
	return p[0] == '=' && p[1] != '=';
}

void arithmetic_run(struct evaluation *e, const char *text)
{
	for (const char *p = text; *p;) {
		size_t n = 0;

		while (isalnum((unsigned char)p[n]) || p[n] == '_')
			n++;
		if (n && !isdigit((unsigned char)*p) && is_set_at(text, p, n))
			variable_forget(e, str_of(p, n));
		p += n ? n : 1;
	}
}

void variable_assign(struct evaluation *e, const struct shell_assign *s, bool exported)
{
	const struct str *name = str_lit(s->name);
	struct expanded f = s->array || s->element ? (struct expanded){ 0 } : expand_value(e, &s->value);
	const struct shell_variable *was = state_find(&e->state, name);
	bool known = was, marked = exported || (was && was->exported);
	struct shell_variable *v = *s->name ? state_put(e->a, &e->state, name) : NULL;

	if (!v)
		return;
	if (s->array) {
		assign_items(e, s, v);
	} else if (s->element) {
		v->array = v->open = true;
	} else if (s->append) {
		v->text = known && v->text && f.text && strlen(v->text) + strlen(f.text) < TEXT_MAX
				  ? arena_printf(e->a, "%s%s", v->text, f.text)
				  : NULL;
	} else {
		*v = (struct shell_variable){ .name = name,
					      .text = f.text,
					      .missing = f.missing && f.text && !*f.text };
	}
	v->exported = marked;
	v->set_here = e->file == e->main;
	v->at = evaluation_span(e, s->value.lo, s->value.hi);
	v->name_at = evaluation_span(e, s->lo, s->lo + (uint32_t)strlen(s->name));
	if (s->value.lo == s->value.hi)
		v->at = evaluation_span(e, s->lo, s->hi);
	if (e->file != e->main && f.text) /* GPUS=$2: the value comes from the call */
		v->at = f.origin;
}
