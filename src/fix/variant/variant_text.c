// SPDX-License-Identifier: MIT
/* The text of a variant: its source, the assumptions, `_base_`, and one statement per top-level key with the reason of
 * each override above it. A lazy config's child imports its base instead and updates what it imported; if the base's
 * name can't be imported, the variant holds the base's text. */
#include "fix/variant/priv.h"
#include "base/path.h"
#include "python/value/print.h"
#include "python/value/repr.h"
#include <string.h>

/* A comment is one line, whatever the text holds. */
static void put_comment(struct buf *b, const struct manner *m, const char *text)
{
	buf_puts(b, "# ");
	for (; *text; text++)
		buf_putc(b, (unsigned char)*text < ' ' || *text == 0x7f ? ' ' : *text);
	buf_puts(b, m->eol);
}

static void put_figure(struct buf *b, const char *name, struct value v, const char *why)
{
	buf_printf(b, ", %s ", name);
	if (!value_is_known(v) || !op_repr(b, v))
		buf_puts(b, "not given");
	else if (why)
		buf_printf(b, " (%s)", why);
}

static void put_assumptions(struct buf *b, const struct manner *m, const struct variant_ctx *ap)
{
	struct buf line = { 0 };

	buf_printf(&line, "Assumed: dialect %s", ap->dialect->name);
	put_figure(&line, "GPUs per node", ap->hw.gpus, value_is_known(ap->hw.gpus) ? ap->hw.gpus_why : NULL);
	put_figure(&line, "nodes", ap->hw.nodes, NULL);
	put_figure(&line, "CPU cores per node", ap->hw.cores, NULL);
	put_comment(b, m, buf_str(&line));
	buf_release(&line);
}

static void put_header(struct buf *b, const struct manner *m, const struct variant_ctx *ap)
{
	struct buf line = { 0 };

	buf_printf(&line, "Made by cfglint from %s, profile %s: %s.", path_base(ap->m->path), ap->pr->name,
		   ap->pr->summary);
	put_comment(b, m, buf_str(&line));
	buf_clear(&line);
	buf_printf(&line, "cfglint: profile=%s", ap->pr->name);
	put_comment(b, m, buf_str(&line));
	put_assumptions(b, m, ap);
	for (size_t i = 0; i < ap->unexpressible.n; i++) {
		buf_clear(&line);
		buf_printf(&line, "Not changed: %s", ap->unexpressible.at[i]);
		put_comment(b, m, buf_str(&line));
	}
	buf_release(&line);
}

static void put_base(struct buf *b, const struct manner *m, const char *base)
{
	struct pystyle style = { .quote = m->quote };

	buf_puts(b, "_base_ = [");
	print_python(b, value_text(base, (struct span){ 0 }), &style);
	buf_printf(b, "]%s", m->eol);
}

static void put_import(struct buf *b, const struct manner *m, const char *base)
{
	const char *name = path_base(base);

	buf_printf(b, "from mmengine.config import read_base%s%swith read_base():%s    from .%.*s import *%s", m->eol,
		   m->eol, m->eol, (int)(strlen(name) - strlen(path_ext(name))), name, m->eol);
}

static void put_copy(struct buf *b, const struct manner *m, const struct variant_ctx *ap)
{
	const struct source *s = ap->m->src;

	buf_add(b, s->bytes, s->len);
	if (s->len && s->bytes[s->len - 1] != '\n')
		buf_puts(b, m->eol);
}

static struct as_written spelling_of(const struct variant_ctx *ap, struct keypath path)
{
	struct slot s = keypath_get(ap->a, ap->m->merged, path);
	const struct source *src = graph_source(ap->g, s.val.at.file);

	if (!src || s.found != path.n || !(s.val.flags & VF_LITERAL) || s.val.at.hi > src->len ||
	    s.val.at.hi <= s.val.at.lo)
		return (struct as_written){ 0 };
	return (struct as_written){ src->bytes + s.val.at.lo, s.val.at.hi - s.val.at.lo };
}

static bool tree_of(struct variant_ctx *ap, struct override **list)
{
	for (size_t i = 0; i < ap->promise.n; i++) {
		const struct promise *pr = &ap->promise.at[i];

		if (!override_add(ap->a, list, pr->path, pr->want, spelling_of(ap, pr->path)))
			return false;
	}
	return true;
}

static void put_reasons(struct buf *b, const struct manner *m, const struct variant_ctx *ap, struct value key)
{
	for (size_t i = 0; i < ap->promise.n; i++) {
		const struct promise *pr = &ap->promise.at[i];
		struct buf line = { 0 };

		if (!key_same(pr->path.part[0], key))
			continue;
		keypath_print(&line, pr->path);
		buf_printf(&line, ": %s", pr->comment);
		put_comment(b, m, buf_str(&line));
		buf_release(&line);
	}
}

static bool has_elements(const struct override *o)
{
	for (const struct override *kid = o->kid; kid; kid = kid->next)
		if (kid->key.kind == VALUE_INT || has_elements(kid))
			return true;
	return false;
}

/* Not reached by an `update` of what holds it: elements of lists; and in a copy, where dicts that the text itself wrote
 * are plain ones, whose `update` doesn't go down. */
static bool stands_apart(const struct variant_ctx *ap, const struct override *kid, struct keypath path)
{
	if (kid->key.kind == VALUE_INT || !kid->kid)
		return kid->key.kind == VALUE_INT;
	if (!ap->copied)
		return has_elements(kid);
	struct slot s = keypath_get(ap->a, ap->m->merged, path);
	return s.found == path.n && s.val.kind == VALUE_DICT;
}

/* What is imported is updated in place; `update` of the loader's dicts goes down through nested dicts. */
static bool put_update(struct buf *b, const struct manner *m, const struct variant_ctx *ap, const struct override *o,
		       struct keypath path, const char *name)
{
	struct override whole = *o, **end = &whole.kid;
	bool ok = true;

	whole.kid = NULL;
	for (struct override *kid = o->kid, *next; ok && kid; kid = next) {
		struct keypath below = keypath_add(ap->a, path, kid->key);
		struct buf part = { 0 };

		next = kid->next;
		if (!stands_apart(ap, kid, below)) {
			*end = kid;
			end = &kid->next;
			continue;
		}
		buf_printf(&part, "%s[", name);
		ok = op_repr(&part, kid->key);
		buf_putc(&part, ']');
		ok = ok && put_update(b, m, ap, kid, below, buf_str(&part));
		buf_release(&part);
	}
	*end = NULL;
	if (!ok || (o->kid && !whole.kid))
		return ok;
	buf_printf(b, whole.kid ? "%s.update(" : "%s = ", name);
	ok = override_print(b, &whole, m, (struct margin){ .column = (unsigned)strlen(name) + (whole.kid ? 8 : 3) });
	buf_printf(b, "%s%s", whole.kid ? ")" : "", m->eol);
	return ok;
}

static bool put_statement(struct buf *b, const struct manner *m, const struct variant_ctx *ap, const struct override *o)
{
	struct keypath top = { .part = &o->key, .n = 1 };

	if (ap->m->imported && o->kid && keypath_get(ap->a, ap->m->merged, top).found == 1)
		return put_update(b, m, ap, o, top, o->key.as.s->s);
	buf_printf(b, "%s = ", o->key.as.s->s);
	if (!override_print(b, o, m, (struct margin){ .column = o->key.as.s->len + 3 }))
		return false;
	buf_puts(b, m->eol);
	return true;
}

const char *variant_text(struct variant_ctx *ap, const char *base)
{
	struct manner m = manner_of(ap->m);
	struct override *list = NULL;
	struct buf b = { 0 };
	const char *text = NULL;
	bool ok = tree_of(ap, &list);

	m.dict_calls = true;
	put_header(&b, &m, ap);
	if (ap->copied)
		put_copy(&b, &m, ap);
	else if (ap->m->imported)
		put_import(&b, &m, base);
	else
		put_base(&b, &m, base);
	for (const struct override *o = list; ok && o; o = o->next) {
		buf_puts(&b, m.eol);
		put_reasons(&b, &m, ap, o->key);
		ok = put_statement(&b, &m, ap, o);
	}
	if (ok)
		text = arena_strndup(ap->a, buf_str(&b), b.n);
	buf_release(&b);
	return text;
}
