// SPDX-License-Identifier: MIT
/*
 * The tables of layout.h: one row for each field of each struct of the compiled rules. layouts_check fills a struct
 * with ones, clears the padding and every field that has a row, and reports each byte that is left: a field without a
 * row.
 *
 * Example: LAYOUT(part_expr, STR(part_expr, name), NODE(part_expr, expr));
 *          struct part_expr gets a field `n`:
 *          compile: struct part_expr: the field at byte 16 has no row in src/spec/build/layout.c
 */
#include "spec/build/layout.h"
#include "facts/shared.h"
#include <stdio.h>
#include <string.h>

/* Each row states the type of its field: a wrong type does not compile, or layouts_check rejects it. */
#define MEMBER(s, m) (((struct s *)0)->m)
#define IS(x, type) (0 * sizeof(char[_Generic(x, type : 1)]))
#define ROW(s, m, k, ...) \
	{ \
		.name = #m, .at = offsetof(struct s, m), .size = sizeof(MEMBER(s, m)), .kind = FIELD_##k, __VA_ARGS__ \
	}
#define COUNT(s, n) .count_at = offsetof(struct s, n), .count_size = sizeof(MEMBER(s, n))
#define OF(l, x) .of = &l##_layout, .element = sizeof(x)

#define NUMBER(s, m) ROW(s, m, NUMBER)
#define CHARS(s, m) ROW(s, m, CHARS, .element = IS(MEMBER(s, m), const char *))
#define STR(s, m) ROW(s, m, STR, .element = IS(MEMBER(s, m), const struct str *))
#define CHARS_LIST(s, m, n) ROW(s, m, CHARS_LIST, COUNT(s, n), .element = IS(*MEMBER(s, m), const char *))
#define STR_LIST(s, m, n) ROW(s, m, STR_LIST, COUNT(s, n), .element = IS(*MEMBER(s, m), const struct str *))
#define STRUCT(s, m, l) ROW(s, m, STRUCT, OF(l, MEMBER(s, m)))
#define POINTER(s, m, l) ROW(s, m, POINTER, OF(l, *MEMBER(s, m)))
#define ARRAY(s, m, n, l) ROW(s, m, ARRAY, OF(l, *MEMBER(s, m)), COUNT(s, n))
#define POINTERS(s, m, n, l) ROW(s, m, POINTERS, OF(l, **MEMBER(s, m)), COUNT(s, n))
#define NODE(s, m) ROW(s, m, NODE, .element = IS(MEMBER(s, m), const struct node *))
#define FUNCTIONS(s, m, n) ROW(s, m, FUNCTIONS, COUNT(s, n), .element = IS(*MEMBER(s, m), const struct rulefn *))
#define FUNCTION(s, m) ROW(s, m, FUNCTION, .element = IS(MEMBER(s, m), const struct rulefn *))
#define OUTSIDE(s, m) ROW(s, m, OUTSIDE)
#define AT_START(s, m) ROW(s, m, AT_START)
#define NONE(s, m) ROW(s, m, NONE)

#if defined(__has_builtin) && __has_builtin(__builtin_clear_padding)
#define CLEAR_PADDING(p) __builtin_clear_padding(p)
#else /* clang 14 lacks the builtin: only gcc builds detect a missing row */
#define CLEAR_PADDING(p) memset(p, 0, sizeof *(p))
#endif

/* Defines the layout of struct s from the rows of its fields. */
#define LAYOUT(s, ...) \
	static void clear_padding_of_##s(void *p) \
	{ \
		CLEAR_PADDING((struct s *)p); \
	} \
	static const struct layout_field s##_field[] = { __VA_ARGS__ }; \
	const struct layout s##_layout = { #s, sizeof(struct s), s##_field, ARRAY_SIZE(s##_field), \
					   clear_padding_of_##s }

/* ---- values and trees ---- */

extern const struct layout ynode_layout;
static const struct layout_field node_field[] = { NUMBER(node, kind), NUMBER(node, flags), NUMBER(node, op),
						  NUMBER(node, lo),   NUMBER(node, hi),	   NUMBER(node, n),
						  STR(node, text) };
const struct layout node_layout = { "node", sizeof(struct node), node_field, ARRAY_SIZE(node_field),
				    NULL }; /* kid is written by write_compiled.c */
LAYOUT(ynode, NUMBER(ynode, kind), NUMBER(ynode, message), NUMBER(ynode, plain), NUMBER(ynode, at), NUMBER(ynode, n),
       NUMBER(ynode, body), STR(ynode, text), POINTERS(ynode, kid, n, ynode), POINTERS(ynode, key, n, ynode),
       STR(ynode, tag), NODE(ynode, expr));
LAYOUT(value, NUMBER(value, kind), NUMBER(value, flags), NUMBER(value, spare), NUMBER(value, at),
       ROW(value, as, UNION));
LAYOUT(item, STRUCT(item, val, value), NUMBER(item, use), NUMBER(item, flags));
LAYOUT(list, ARRAY(list, at, n, item), NUMBER(list, n), NUMBER(list, cap), NUMBER(list, frozen), NUMBER(list, open),
       NUMBER(list, config), AT_START(list, noted), STR(list, type), NONE(list, named), NONE(list, iter),
       NONE(list, view));
LAYOUT(keypath, ARRAY(keypath, part, n, value), NUMBER(keypath, n));

/* ---- words of expressions ---- */

LAYOUT(term, STR(term, name), CHARS(term, type), CHARS(term, unit), CHARS(term, doc));
LAYOUT(shared_fn, CHARS(shared_fn, fn.name), NUMBER(shared_fn, fn.min), NUMBER(shared_fn, fn.max),
       NONE(shared_fn, fn.fn), NUMBER(shared_fn, fn.looks), NUMBER(shared_fn, fn.of), STR_LIST(shared_fn, takes, n),
       NUMBER(shared_fn, n), NODE(shared_fn, value));
LAYOUT(fixed_name, STR(fixed_name, name), NUMBER(fixed_name, term), NUMBER(fixed_name, special),
       OUTSIDE(fixed_name, tree), FUNCTION(fixed_name, fn));
LAYOUT(known_class, STR(known_class, family), STR(known_class, name), STR_LIST(known_class, param, nparams),
       NUMBER(known_class, nparams), NUMBER(known_class, open), CHARS(known_class, by));
LAYOUT(classes, ARRAY(classes, at, n, known_class), NUMBER(classes, n));

/* ---- parts ---- */

LAYOUT(part_expr, STR(part_expr, name), NODE(part_expr, expr));
LAYOUT(part_row, STR(part_row, package), STR(part_row, name), STR(part_row, family), STR(part_row, like_package),
       STR(part_row, like), NUMBER(part_row, subclasses), NUMBER(part_row, yields),
       ARRAY(part_row, arg, nargs, part_expr), ARRAY(part_row, fact, nfacts, part_expr), NUMBER(part_row, nargs),
       NUMBER(part_row, nfacts));
LAYOUT(part_key, STR(part_key, fact), STR(part_key, key));
LAYOUT(part_place, STR(part_place, key), STR_LIST(part_place, fact, n), NUMBER(part_place, n));
LAYOUT(part_keep, STR(part_keep, fact), STR_LIST(part_keep, never, n), STR_LIST(part_keep, words, n),
       NUMBER(part_keep, n));
LAYOUT(part_list, ARRAY(part_list, at, n, part_row), NUMBER(part_list, n), POINTERS(part_list, named, nnamed, part_row),
       NUMBER(part_list, nnamed), STR_LIST(part_list, scope, nscopes), STR_LIST(part_list, wraps, nwraps),
       STR_LIST(part_list, aside, nasides), ARRAY(part_list, key, nkeys, part_key),
       ARRAY(part_list, place, nplaces, part_place), ARRAY(part_list, keep, nkeeps, part_keep), STR(part_list, words),
       STR(part_list, step), NUMBER(part_list, nscopes), NUMBER(part_list, nwraps), NUMBER(part_list, nasides),
       NUMBER(part_list, nkeys), NUMBER(part_list, nplaces), NUMBER(part_list, nkeeps), NODE(part_list, scoped),
       NODE(part_list, scopes), STR_LIST(part_list, known, nknown), CHARS_LIST(part_list, doc, nknown),
       NUMBER(part_list, nknown));
LAYOUT(vocab, ARRAY(vocab, term, nterms, term), NUMBER(vocab, nterms), ARRAY(vocab, fixed, nfixed, fixed_name),
       NUMBER(vocab, nfixed), FUNCTIONS(vocab, fn, nfns), NUMBER(vocab, nfns), STRUCT(vocab, classes, classes),
       STRUCT(vocab, parts, part_list), STR(vocab, type), STR(vocab, packages), STR(vocab, other_versions));

/* ---- dialects ---- */

extern const struct layout dialect_layout;
LAYOUT(concept, STR(concept, name), ARRAY(concept, path, npaths, keypath), NUMBER(concept, npaths),
       NUMBER(concept, home), NODE(concept, value), NODE(concept, fallback));
LAYOUT(readers, STRUCT(readers, path, keypath), STR_LIST(readers, key, nkeys), NUMBER(readers, nkeys),
       STRUCT(readers, sorted, value), STR_LIST(readers, ignored, nignored), STR_LIST(readers, rejected, nrejected),
       NUMBER(readers, nignored), NUMBER(readers, nrejected), NUMBER(readers, others), CHARS(readers, by),
       POINTER(readers, actual, ynode));
LAYOUT(dialect, CHARS(dialect, name), CHARS(dialect, summary), STR(dialect, family), POINTER(dialect, parent, dialect),
       NUMBER(dialect, priority), NODE(dialect, detect), CHARS(dialect, detect_text), NUMBER(dialect, loader),
       POINTER(dialect, vocab, vocab), ARRAY(dialect, concept, nconcepts, concept), NUMBER(dialect, nconcepts),
       ARRAY(dialect, reads, nreads, readers), NUMBER(dialect, nreads), STR_LIST(dialect, required, nrequired),
       NUMBER(dialect, nrequired), NODE(dialect, complete), OUTSIDE(dialect, src));
LAYOUT(dialects, POINTERS(dialects, at, n, dialect), NUMBER(dialects, n), POINTER(dialects, vocab, vocab),
       AT_START(dialects, functions), AT_START(dialects, kinds));

/* ---- rules ---- */

LAYOUT(patch, CHARS(patch, name), CHARS(patch, summary), CHARS(patch, title), CHARS(patch, why),
       ARRAY(patch, key, nkeys, keypath), NUMBER(patch, nkeys), ARRAY(patch, gets, ngets, keypath),
       NUMBER(patch, ngets), CHARS(patch, call), CHARS(patch, without_name), CHARS(patch, without_value),
       NUMBER(patch, early), CHARS(patch, add), CHARS(patch, before), CHARS(patch, instead),
       CHARS_LIST(patch, import, nimports), CHARS_LIST(patch, need, nneeds), NUMBER(patch, nimports),
       NUMBER(patch, nneeds), NUMBER(patch, through), NUMBER(patch, reads), OUTSIDE(patch, src));
LAYOUT(patches, ARRAY(patches, at, n, patch), NUMBER(patches, n));
LAYOUT(let, STR(let, name), NODE(let, expr), CHARS(let, text));
LAYOUT(option, STR(option, name), STRUCT(option, def, value), CHARS(option, doc));
LAYOUT(ids, CHARS_LIST(ids, at, n), NUMBER(ids, n));
LAYOUT(keyfix, NODE(keyfix, path), NODE(keyfix, expr));
LAYOUT(fixspec, NUMBER(fixspec, safety), NODE(fixspec, when), NODE(fixspec, title), NODE(fixspec, remove_all),
       ARRAY(fixspec, set, nset, keyfix), ARRAY(fixspec, remove, nremove, keyfix),
       ARRAY(fixspec, rename, nrename, keyfix), ARRAY(fixspec, move, nmove, keyfix), ARRAY(fixspec, add, nadd, keyfix),
       ARRAY(fixspec, before, nbefore, keyfix), ARRAY(fixspec, after, nafter, keyfix),
       ARRAY(fixspec, wrap, nwrap, keyfix), NUMBER(fixspec, nset), NUMBER(fixspec, nremove), NUMBER(fixspec, nrename),
       NUMBER(fixspec, nmove), NUMBER(fixspec, nadd), NUMBER(fixspec, nbefore), NUMBER(fixspec, nafter),
       NUMBER(fixspec, nwrap));
LAYOUT(rulecase, NODE(rulecase, when), NODE(rulecase, at), NODE(rulecase, message), NODE(rulecase, hint),
       NUMBER(rulecase, severity), ARRAY(rulecase, fix, nfixes, fixspec), NUMBER(rulecase, nfixes),
       POINTER(rulecase, patch, patch), NODE(rulecase, patch_key));
LAYOUT(rule, CHARS(rule, id), CHARS(rule, name), CHARS(rule, category), CHARS(rule, summary), CHARS(rule, why),
       CHARS_LIST(rule, ref, nrefs), CHARS_LIST(rule, seed, nseeds), NUMBER(rule, nrefs), NUMBER(rule, nseeds),
       NUMBER(rule, severity), NUMBER(rule, speed), NUMBER(rule, native), NUMBER(rule, off), CHARS(rule, code),
       CHARS(rule, native_fix), OUTSIDE(rule, on), CHARS_LIST(rule, also, nalso), NUMBER(rule, nalso),
       NUMBER(rule, any_file), CHARS_LIST(rule, dialect, ndialects), NUMBER(rule, ndialects),
       ARRAY(rule, option, noptions, option), NUMBER(rule, noptions), ARRAY(rule, let, nlets, let), NUMBER(rule, nlets),
       NUMBER(rule, names), STR(rule, each_name), NODE(rule, each), NODE(rule, cause), NODE(rule, cost),
       NODE(rule, saves), STRUCT(rule, settles, ids), NODE(rule, refuted), ARRAY(rule, cas, ncases, rulecase),
       NUMBER(rule, ncases), STRUCT(rule, unless_reported, ids), POINTER(rule, order, ynode), CHARS(rule, path),
       OUTSIDE(rule, src), NONE(rule, folder), NUMBER(rule, foreign));
LAYOUT(compiled_rules, STRUCT(compiled_rules, dialects, dialects), STRUCT(compiled_rules, patches, patches),
       POINTERS(compiled_rules, at, n, rule), NUMBER(compiled_rules, n));

/* ---- checks ---- */

enum { LARGEST = 1024 };

/* Reaches every layout, since each layout but those of layouts_check belongs to a field of another. */
static bool check(const struct layout *l, const struct layout *const *above, unsigned deep)
{
	const struct layout *path[32];
	unsigned char left[LARGEST];
	bool ok = true;
	for (unsigned i = 0; i < deep; i++)
		if (above[i] == l)
			return true;
	if (l->size > LARGEST || deep >= ARRAY_SIZE(path) - 1)
		BUG("compile: struct %s is too large, or too deep in others", l->name);
	if (deep)
		memcpy(path, above, deep * sizeof(const struct layout *));
	path[deep] = l;
	memset(left, 0xff, l->size);
	if (l->clear_padding)
		l->clear_padding(left);
	for (uint32_t i = 0; i < l->n; i++) {
		const struct layout_field *f = &l->field[i];
		memset(left + f->at, 0, f->size);
		if (f->of && f->of->size != f->element) {
			fprintf(stderr, "compile: struct %s: %s is not of struct %s\n", l->name, f->name, f->of->name);
			ok = false;
		}
		ok &= !f->of || check(f->of, path, deep + 1);
	}
	for (uint32_t i = 0; i < l->size; i++)
		if (left[i]) {
			fprintf(stderr,
				"compile: struct %s: the field at byte %u has no row in src/spec/build/layout.c\n",
				l->name, i);
			return false;
		}
	return ok;
}

bool layouts_check(void)
{
	const struct layout *const more[] = { &node_layout, &list_layout, &shared_fn_layout, &compiled_rules_layout };
	bool ok = true;
	for (size_t i = 0; i < ARRAY_SIZE(more); i++)
		ok &= check(more[i], NULL, 0);
	return ok;
}
