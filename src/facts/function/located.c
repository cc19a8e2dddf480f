// SPDX-License-Identifier: MIT
/* Finds the row of rules/parts/ for the class behind a dict. The project's own code comes before the tables. A class
 * at another place than the table's is another class; it may derive from the class of a row, and inherit some of its
 * facts. */
#include "facts/function/located.h"
#include "base/buf.h"
#include "facts/mark.h"
#include "facts/type_scope.h"
#include "facts/search_cache.h"
#include "python/value/dict.h"
#include <string.h>

static const struct span nowhere;
const char part_no_row[] = "nothing is known of its class";

const struct str *part_family(const struct facts *f)
{
	return f->dialect ? f->dialect->family : NULL;
}

bool part_of_other_version(struct facts *f, const struct str *package)
{
	const struct fact *other = facts_get(f, f->vocab->other_versions);
	bool found = false;
	for (uint32_t i = 0; other && value_is_listlike(other->val) && i < other->val.as.list->n && !found; i++) {
		struct value p = other->val.as.list->at[i].val;
		found = p.kind == VALUE_STR && p.as.s == package;
	}
	return found;
}

static const struct part_row *row_in(struct facts *f, const struct str *package, const struct str *name)
{
	return part_of_other_version(f, package) ? NULL : parts_find(&f->vocab->parts, package, part_family(f), name);
}

/* "mmdet.models.ResNet": the package that it names, if any */
static const struct str *head_of(const char *dotted)
{
	const char *dot = strchr(dotted, '.');
	return dot ? str_of(dotted, (size_t)(dot - dotted)) : NULL;
}

/* NULL: the class has no name with a package. */
static const struct str *package_of(const struct ref *r)
{
	const struct str *head = r->module ? head_of(r->module->s) : NULL;
	return head ? head : r->module;
}

/* The package that the type itself names, or a key of its dict or of the nearest one around it. */
static const struct str *package_given(struct facts *f, struct value dict, struct value type)
{
	struct keypath p;
	if (type.kind == VALUE_STR && strchr(type.as.s->s, '.'))
		return head_of(type.as.s->s);
	if (type.kind == VALUE_REF)
		return package_of(type.as.ref);
	if (!part_scoped(f) || !facts_marked(f, dict, &p))
		return NULL;
	return scope_at(&f->vocab->parts, f->arena, f->subject->tree, p, (struct scope_said){ 0 }).name;
}

/* The row of the first class in the resolution order that has one; *of: that class, as the lineage writes it. */
static const struct part_row *row_of_line(struct facts *f, const char *lineage, const struct str **of)
{
	for (const char *s = lineage; *s; s += strcspn(s, " "), s += *s == ' ') {
		bool abroad = *s == '~';
		const struct str *dotted = str_of(s + abroad, strcspn(s, " ") - abroad);
		const char *last = strrchr(dotted->s, '.');
		const struct str *name = last ? str_lit(last + 1) : NULL;
		*of = str_of(s, strcspn(s, " "));
		if (!last || !parts_have(&f->vocab->parts, name))
			continue;
		for (const char *at = dotted->s; at < last; at = strchr(at, '.') + 1) {
			const struct part_row *p = row_in(f, str_of(at, strcspn(at, ".")), name);
			if (p)
				return p;
		}
		const struct part_row *any = row_in(f, str_lit("*"), name);
		if (any)
			return any;
	}
	return NULL;
}

/* A class of the resolution order is outside the project, and a table knows it: the project's code alone doesn't
 * decide what it takes. */
static bool goes_abroad(struct facts *f, const char *lineage)
{
	for (const char *s = strchr(lineage, '~'); s; s = strchr(s + 1, '~')) {
		const struct str *dotted = str_of(s + 1, strcspn(s + 1, " "));
		const char *last = strrchr(dotted->s, '.');
		const struct str *head = head_of(dotted->s);
		if (head && row_in(f, head, str_lit(last + 1)))
			return true;
	}
	return false;
}

/* The config imports code, which may define classes of any name. */
static bool is_plugged(const struct facts *f)
{
	const struct code_texts *keys = &code_habits(f->code)->import_keys;
	for (uint32_t i = 0; i < keys->n; i++)
		if (f->subject->tree.kind == VALUE_DICT && dict_find_lit(f->subject->tree.as.dict, keys->at[i]))
			return true;
	return false;
}

/* What the subclass does itself: without an answer the row is not used for it. */
static void see_changes(const struct facts *f, struct located *at, const char *ancestor)
{
	const char *words = f->vocab->parts.words->s;
	const struct str *q = str_lit(arena_printf(f->arena, "%s %s", ancestor, words));
	struct code_member m = code_member(f->code, CODE_CHANGES, &at->class, q);
	if (m.is == CODE_MEMBER_KNOWN && value_is_listlike(m.val))
		at->changes = m.val.as.list;
	else
		at->part = NULL;
}

/* entered: the class may be outside the package if it is in the package's registry */
static struct located by_lineage(struct facts *f, const struct str *package, bool entered, const struct str *name,
				 const char *why)
{
	struct located out = { .class = { .type = name, .package = package, .entered = entered }, .why = why };
	struct code_member m = { 0 };
	const struct str *of = NULL;
	out.class.plugged = f->code && is_plugged(f);
	if (f->code)
		m = code_member(f->code, CODE_LINEAGE, &out.class, NULL);
	out.own = m.is == CODE_MEMBER_KNOWN;
	if (out.own)
		out.part = row_of_line(f, m.val.as.s->s, &of);
	bool abroad = of && *of->s == '~';
	if (out.part && !out.part->subclasses)
		see_changes(f, &out, of->s + abroad);
	out.coded = out.part && !abroad && !goes_abroad(f, m.val.as.s->s);
	out.class.trusted = out.part ? out.part->package : NULL;
	if (m.is == CODE_MEMBER_UNKNOWN)
		out.why = m.why;
	return out;
}

/* Types without a package are looked up in this package's registries first. */
static bool is_scope(const struct facts *f, const struct str *package)
{
	const struct entry *e =
		f->subject->tree.kind == VALUE_DICT
			? dict_find(f->subject->tree.as.dict, value_str(code_habits(f->code)->scope_key, nowhere))
			: NULL;
	return e && !(e->flags & EF_MAYBE) && e->val.kind == VALUE_STR && e->val.as.s == package;
}

static struct located in_package(struct facts *f, const struct str *package, const struct str *name, bool given)
{
	struct located out = { .part = row_in(f, package, name),
			       .class = { name, package, package },
			       .why = part_no_row };
	out.class.explicit_package = given;
	out.class.plugged = f->code && is_plugged(f);
	struct code_member m = { 0 };
	if (out.part && f->code)
		m = code_member(f->code, CODE_LINEAGE, &out.class, NULL);
	if (m.is == CODE_MEMBER_UNKNOWN && !given && is_scope(f, package)) { /* the others may be in other registries */
		struct code_class_name own = out.class;
		own.scope = true;
		struct code_member first = code_member(f->code, CODE_LINEAGE, &own, NULL);
		if (first.is != CODE_MEMBER_UNKNOWN) {
			out.class = own;
			m = first;
		}
	}
	out.coded = m.is == CODE_MEMBER_KNOWN && !goes_abroad(f, m.val.as.s->s);
	if (m.is == CODE_MEMBER_UNKNOWN) {
		out.part = NULL;
		out.why = m.why;
	}
	return out;
}

/* FPN for "FPN", "mmdet.FPN" and the class itself; NULL: unknown. */
static const struct str *name_of(struct value type)
{
	const char *text = value_is_known(type) ? rule_type_text(type) : NULL;
	const struct str *whole = type.kind == VALUE_STR   ? type.as.s
				  : type.kind == VALUE_REF ? type.as.ref->name
							   : NULL;
	return whole && text == whole->s ? whole : text ? str_lit(text) : NULL;
}

/* given: by package_given() */
static struct located look_for(struct facts *f, const struct str *name, const struct str *given)
{
	struct located out = { .why = part_no_row };
	const struct fact *packages = given ? NULL : facts_get(f, f->vocab->packages);
	if (given) {
		out = in_package(f, given, name, true);
		if (!out.part && out.why == part_no_row) { /* a project class that derives from one in a table */
			out = by_lineage(f, given, false, name, part_no_row);
			return out.own ? out : by_lineage(f, given, true, name, part_no_row);
		}
	}
	for (uint32_t i = 0; packages && value_is_listlike(packages->val) && i < packages->val.as.list->n; i++) {
		struct value p = packages->val.as.list->at[i].val;
		bool row = p.kind == VALUE_STR && row_in(f, p.as.s, name);
		if (row && !out.part)
			out = in_package(f, p.as.s, name, false);
		if (p.kind == VALUE_STR && !row && !i && f->code && is_scope(f, p.as.s)) { /* before its parents' */
			const struct located own = by_lineage(f, p.as.s, false, name, part_no_row);
			if (own.own)
				return own;
		}
	}
	const struct located made = out.part ? out : by_lineage(f, NULL, false, name, out.why);
	const struct part_row *row = out.class.package ? row_in(f, out.class.package, name) : NULL;
	return made.part || !row || (made.own && row->yields) ? made : out;
}

bool part_scoped(struct facts *f)
{
	const struct part_list *all = &f->vocab->parts;
	struct rulecall c = { .facts = f };
	for (uint32_t i = 0; !f->scoped && i < all->nscopes; i++)
		if (rule_has_key(&c, f->subject->tree, all->scope[i]))
			f->scoped = FACTS_SCOPED;
	if (!f->scoped)
		f->scoped = FACTS_NOT_SCOPED;
	return f->scoped == FACTS_SCOPED;
}

bool part_scopes(struct facts *f, const struct str **under)
{
	enum { MOST = 4096 };
	if (!part_scoped(f))
		return true;
	const struct tree *t = facts_tree(f);
	struct buf b = { 0 };
	buf_puts(&b, (*under)->s);
	for (uint32_t i = 0; i < t->n && b.n < MOST; i++) {
		const struct str *given = scope_in(&f->vocab->parts, t->at[i].val, (struct scope_said){ 0 }).name;
		if (!given)
			continue;
		buf_puts(&b, "\n");
		keypath_print(&b, tree_path(f->arena, t, (struct keypath){ 0 }, 0, i));
		buf_printf(&b, "=%s", given->s);
	}
	bool all = b.n < MOST;
	if (all)
		*under = str_of(b.s, b.n);
	buf_release(&b);
	return all;
}

const struct str *part_under(struct facts *f)
{
	const struct fact *packages = facts_get(f, f->vocab->packages);
	struct buf b = { 0 };
	if (f->located_under || !packages || !value_is_listlike(packages->val) || packages->val.as.list->open)
		return f->located_under;
	buf_printf(&b, "%p %d %s", (const void *)f->code, f->code && is_plugged(f),
		   part_family(f) ? part_family(f)->s : "");
	bool texts = true;
	for (uint32_t i = 0; texts && i < packages->val.as.list->n; i++) {
		struct value p = packages->val.as.list->at[i].val;
		texts = p.kind == VALUE_STR;
		if (texts)
			buf_printf(&b, " %s%s", f->code && is_scope(f, p.as.s) ? "=" : "", p.as.s->s);
		if (texts && part_of_other_version(f, p.as.s))
			buf_puts(&b, "!");
	}
	f->located_under = texts ? str_of(b.s, b.n) : NULL;
	buf_release(&b);
	return f->located_under;
}

struct located_in {	  /* classes of the types with one given package, or none */
	struct map class; /* by name */
	const struct str *under;
};

static struct located_in *located_in(struct facts *f, const struct str *given)
{
	const void *key = given ? (const void *)given : f;
	struct located_in *in = map_get(&f->located, key);
	if (in)
		return in;
	in = arena_new(f->arena, struct located_in);
	in->under = f->search_cache ? part_under(f) : NULL;
	if (in->under && given)
		in->under = str_lit(arena_printf(f->arena, "%s of %s", in->under->s, given->s));
	map_put(f->arena, &f->located, key, in);
	return in;
}

/* Another config has found it, or this one does so for all. */
static struct located located_by_all(struct facts *f, const struct str *under, const struct str *name,
				     const struct str *given)
{
	const struct located *known = under ? search_cache_data(f->search_cache, name, under) : NULL;
	if (known)
		return *known;
	struct located out = look_for(f, name, given);
	if (under)
		search_cache_put_data(f->search_cache, name, under, &out, sizeof out);
	return out;
}

/* All dicts whose types have the same name and the same package are of the same class, which is determined once. */
static const struct located *located(struct rulecall *c, struct value dict)
{
	static const struct located unknown_type = { .why = "its type is not known" };
	struct facts *f = c->facts;
	struct value type = rule_type_value(c, dict);
	const struct str *name = name_of(type), *given = package_given(f, dict, type);
	if (!name)
		return &unknown_type;
	struct located_in *in = located_in(f, given);
	struct located *known = map_get(&in->class, name);
	if (!known) {
		known = arena_new(f->arena, struct located);
		*known = located_by_all(f, in->under, name, given);
		map_put(f->arena, &in->class, name, known);
	}
	return known;
}

struct located part_located(struct rulecall *c, struct value dict)
{
	struct facts *f = c->facts;
	bool placeless = dict.kind == VALUE_DICT && dict.as.dict->frozen && !part_scoped(f);
	struct container_memo *m = placeless ? rule_memo(f, dict.as.dict) : NULL;
	if (!m)
		return *located(c, dict);
	if (!m->located)
		m->located = located(c, dict);
	return *m->located;
}

struct value part_unknown(struct rulecall *c, struct value dict, const char *why)
{
	struct value type = rule_type_value(c, dict);
	const char *text = value_is_known(type) ? rule_type_text(type) : NULL;
	if (!text)
		return rule_unknown(c, WHY_PART, why);
	if (why != part_no_row)
		text = arena_printf(c->facts->arena, "%s (%s)", text, why);
	return value_unknown(c->facts->arena, WHY_CLASS, type.at, text);
}

bool part_changes(const struct located *at, const char *mark, const char *word, size_t len)
{
	size_t m = strlen(mark);
	for (uint32_t i = 0; i < at->changes->n; i++) {
		struct value v = at->changes->at[i].val;
		if (v.kind == VALUE_STR && v.as.s->len == m + len && !strncmp(v.as.s->s, mark, m) &&
		    !memcmp(v.as.s->s + m, word, len))
			return true;
	}
	return false;
}

bool part_keeps(const struct facts *f, const struct located *at, const struct str *fact)
{
	const struct part_keep *k = parts_keep(&f->vocab->parts, fact);
	bool good = k && !part_changes(at, "*", "", 0) && !part_changes(at, "", "__init__", strlen("__init__"));
	for (uint32_t i = 0; good && i < k->n; i++) {
		good = !part_changes(at, "", k->never[i]->s, k->never[i]->len);
		for (const char *w = k->words[i]->s; *w && !good; w += strcspn(w, " "), w += *w == ' ') {
			const char *mark = strchr("@+", *w) ? "" : ".";
			good = part_changes(at, *w == ':' ? k->never[i]->s : mark, w, strcspn(w, " "));
		}
	}
	return good;
}
