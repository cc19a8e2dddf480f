// SPDX-License-Identifier: MIT
/* A profile's `requires` and `set` on one config: the promises of the variant, and the table with the reasons. */
#include "fix/variant/priv.h"
#include "base/path.h"
#include "config/differ.h"
#include "python/value/print.h"
#include "python/value/repr.h"
#include "python/value/shape.h"
#include <string.h>

/* --- conditions */

static bool requirements_hold(struct variant_ctx *ap)
{
	for (uint32_t i = 0; i < ap->pr->nrequires; i++) {
		const struct profile_said *s = &ap->pr->require[i];
		struct value v;
		enum profile_answer yes = profile_ask(ap, s->when, &v);
		const char *text;

		if (yes == PROFILE_YES)
			continue;
		text = profile_message(ap, s->message);
		if (!text)
			text = "a requirement of the profile does not hold";
		return profile_refuse(ap,
				      yes == PROFILE_NO ? text
							: arena_printf(ap->a, "%s: %s", text, profile_cause(ap, v)),
				      s->allow ? profile_message(ap, s->allow) : NULL);
	}
	return true;
}

static void collect_said(struct variant_ctx *ap, const struct profile_said *said, uint32_t n, struct texts *out)
{
	for (uint32_t i = 0; i < n; i++) {
		struct value v;
		const char *text;

		if (profile_ask(ap, said[i].when, &v) != PROFILE_YES)
			continue;
		text = profile_message(ap, said[i].message);
		if (text)
			vec_push(out, text);
	}
}

/* --- new values */

static bool for_dialect(const struct variant_ctx *ap, const struct profile_setting *s)
{
	for (uint32_t i = 0; i < s->ndialects; i++)
		if (strcmp(s->dialect[i], ap->dialect->name) == 0 || strcmp(s->dialect[i], ap->dialect->family->s) == 0)
			return true;
	return s->ndialects == 0;
}

static void note_once(struct variant_ctx *ap, const char *text)
{
	for (size_t i = 0; i < ap->note.n; i++)
		if (strcmp(ap->note.at[i], text) == 0)
			return;
	vec_push(&ap->note, text);
}

static bool wanted(struct variant_ctx *ap, const struct profile_setting *s)
{
	struct value v;
	enum profile_answer yes;

	if (!for_dialect(ap, s))
		return false;
	if (!s->when)
		return true;
	yes = profile_ask(ap, s->when, &v);
	if (yes == PROFILE_UNKNOWN)
		note_once(ap, arena_printf(ap->a, "%s is left as it is: %s", s->text, profile_cause(ap, v)));
	return yes == PROFILE_YES;
}

static bool equal_values(struct value x, struct value y)
{
	if (value_is_number(x) && value_is_number(y) && (x.kind == VALUE_BOOL) == (y.kind == VALUE_BOOL))
		return value_number(x) == value_number(y);
	return config_same(x, y);
}

/* What the training code would use now, defaults of the dialect included. */
static bool already(struct variant_ctx *ap, const struct profile_setting *s, struct keypath path, struct value to)
{
	struct slot now = keypath_get(ap->a, ap->m->merged, path);
	const struct fact *f;

	if (now.found == path.n)
		return equal_values(now.val, to);
	f = s->path->kind == NODE_NAME ? facts_get(ap->facts, s->path->text) : NULL;
	return f && (f->state == FACT_KNOWN || f->state == FACT_DEFAULT) && equal_values(f->val, to);
}

static const char *where_text(struct variant_ctx *ap, struct span at)
{
	const struct source *s = graph_source(ap->g, at.file);

	return s ? arena_printf(ap->a, "%s:%u", path_base(s->path), source_point(s, at.lo).line + 1) : "the base";
}

/* A child reaches through dicts only; what a lazy one imported it updates in place, elements of lists too. */
static bool reachable(struct variant_ctx *ap, struct keypath path)
{
	for (uint32_t i = 1; i < path.n; i++) {
		struct keypath prefix = { .part = path.part, .n = i };
		struct slot s = keypath_get(ap->a, ap->m->merged, prefix);
		const char *name = keypath_text(ap->a, prefix);

		if (s.found < i)
			break;
		if (s.val.kind == VALUE_LIST && ap->m->imported)
			continue;
		if (s.val.kind == VALUE_LIST || s.val.kind == VALUE_TUPLE)
			return profile_refuse(
				ap,
				arena_printf(ap->a,
					     "%s would have to change inside the list %s (%s), and lists don't merge",
					     keypath_text(ap->a, path), name, where_text(ap, s.use)),
				"a config that imports the list (`with read_base():`) can have its elements set");
		if (s.val.kind != VALUE_DICT)
			return profile_refuse(ap,
					      arena_printf(ap->a, "%s can't be set: %s is %s, not a dict (%s)",
							   keypath_text(ap->a, path), name,
							   value_is_known(s.val) ? value_type_name(s.val) : "not known",
							   where_text(ap, s.use)),
					      arena_printf(ap->a, "write %s as a dict", name));
	}
	if (path.part[0].kind != VALUE_STR || !print_is_identifier(path.part[0].as.s))
		return profile_refuse(ap,
				      arena_printf(ap->a, "%s can't be written as a statement",
						   keypath_text(ap->a, path)),
				      "a top-level name is letters, digits and _");
	return true;
}

static const char *old_and_new(struct variant_ctx *ap, struct keypath path, struct value to)
{
	struct slot s = keypath_get(ap->a, ap->m->merged, path);
	struct buf b = { 0 };
	const char *text;

	if (s.found != path.n || !op_repr(&b, s.val)) {
		buf_clear(&b);
		buf_puts(&b, "not set");
	}
	buf_puts(&b, " -> ");
	if (!op_repr(&b, to))
		buf_puts(&b, "new value");
	text = arena_strdup(ap->a, buf_str(&b));
	buf_release(&b);
	return text;
}

static size_t promise_at(const struct variant_ctx *ap, struct keypath path)
{
	size_t i = 0;

	while (i < ap->promise.n && !keypath_same(ap->promise.at[i].path, path))
		i++;
	return i;
}

/* A later entry for the same path takes the place of an earlier one. */
static void promise(struct variant_ctx *ap, const struct profile_setting *s, struct keypath path, struct value to)
{
	const char *why = s->why ? profile_message(ap, s->why) : NULL;
	struct promise pr = { .kind = PROMISE_SET, .path = path, .want = to, .comment = why };
	struct slot now = keypath_get(ap->a, ap->m->merged, path);
	const struct fact *f = s->path->kind == NODE_NAME ? facts_get(ap->facts, s->path->text) : NULL;
	struct variant_row row = { .path = path, .now = to, .formula = s->formula };
	size_t i = promise_at(ap, path);

	if (!why)
		pr.comment = old_and_new(ap, path, to);
	row.why = pr.comment;
	if (now.found == path.n)
		row.was = now.val;
	else if (f && f->state == FACT_DEFAULT)
		row.by_default = f->val;
	if (i == ap->promise.n) {
		vec_push(&ap->promise, pr);
		vec_push(&ap->row, row);
	}
	ap->promise.at[i] = pr;
	ap->row.at[i] = row;
}

static void unpromise(struct variant_ctx *ap, struct keypath path)
{
	size_t i = promise_at(ap, path);

	if (i == ap->promise.n)
		return;
	ap->promise.n--, ap->row.n--;
	memmove(&ap->promise.at[i], &ap->promise.at[i + 1], (ap->promise.n - i) * sizeof *ap->promise.at);
	memmove(&ap->row.at[i], &ap->row.at[i + 1], (ap->row.n - i) * sizeof *ap->row.at);
}

static bool apply_setting(struct variant_ctx *ap, const struct profile_setting *s)
{
	struct keypath path;
	struct value to;

	if (!wanted(ap, s))
		return true;
	to = facts_eval(ap->facts, s->to, &ap->names, NULL);
	if (value_shape(to) != SHAPE_TREE) /* it is written out, and shared values are repeated each time */
		to = value_unknown(ap->a, WHY_FUEL, to.at, NULL);
	if (!value_is_deep_known(to))
		return profile_refuse(ap,
				      arena_printf(ap->a, "the new value of %s is unknown: %s", s->text,
						   profile_cause(ap, to)),
				      "written as a plain value it is");
	if (!facts_path(ap->facts, s->path, &ap->names, &path) || path.n == 0)
		return profile_refuse(ap,
				      arena_printf(ap->a, "%s has no key path in dialect %s", s->text,
						   ap->dialect->name),
				      "--dialect NAME names the training code that reads it");
	vec_push(&ap->touched, keypath_text(ap->a, path));
	if (already(ap, s, path, to)) {
		unpromise(ap, path);
		return true;
	}
	if (!reachable(ap, path))
		return false;
	promise(ap, s, path, to);
	return true;
}

static bool apply_each(struct variant_ctx *ap, const struct profile_setting *s)
{
	struct value all = facts_eval(ap->facts, s->elements, &ap->names, NULL);
	bool ok = true;

	if (all.kind != VALUE_LIST)
		return profile_refuse(ap,
				      arena_printf(ap->a, "the items of %s are not known one by one: %s", s->text,
						   profile_cause(ap, all)),
				      "written as plain values they can");
	ap->each = s->each;
	for (uint32_t i = 0; ok && i < all.as.list->n; i++) {
		ap->element = all.as.list->at[i].val;
		ok = apply_setting(ap, s);
	}
	ap->each = NULL;
	return ok;
}

bool profile_promise(struct variant_ctx *ap)
{
	if (!requirements_hold(ap))
		return false;
	for (uint32_t i = 0; i < ap->pr->nsets; i++)
		if (!(ap->pr->set[i].each ? apply_each(ap, &ap->pr->set[i]) : apply_setting(ap, &ap->pr->set[i])))
			return false;
	collect_said(ap, ap->pr->warn, ap->pr->nwarns, &ap->warning);
	collect_said(ap, ap->pr->unexpressible, ap->pr->nunexpressible, &ap->unexpressible);
	return true;
}
