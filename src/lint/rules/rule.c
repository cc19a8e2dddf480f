// SPDX-License-Identifier: MIT
/* One rule file compiled: keys checked, expressions parsed, every name and function known. What is wrong is an error
 * with file and line: a rule that can never fire must not load.
 *
 *	when: workers_per_gup == 0	an error: rules/data/x.yaml:7: unknown name 'workers_per_gup' */
#include "lint/rules/rule_kinds.h"
#include "lint/rules/priv.h"
#include "base/near.h"
#include "base/path.h"
#include "lint/rules/ruleset.h"
#include "python/eval/eval.h"
#include "python/state/state.h"
#include "python/value/copy.h"
#include <ctype.h>
#include <string.h>

static const char *const rule_keys[] = {
	"id",	 "on",	    "severity", "dialects", "scope", "off",	   "summary",	     "why",	    "refs",
	"seeds", "options", "let",	"each",	    "when",  "at",	   "message",	     "hint",	    "fixes",
	"cases", "native",  "code",	"fix",	    "tests", "test-files", "speed",	     "unless_told", "cost",
	"saves", "settles", "refuted",	"order",    "patch", "cause",	   "unless_reported"
};
static const char *const case_keys[] = { "when", "severity", "at", "message", "hint", "fixes", "patch" };
static const char *const fix_keys[] = { "safety", "title", "when", "set",    "remove", "remove_all",
					"rename", "move",  "add",  "before", "after",  "wrap" };

struct compiler {
	struct yread y;
	struct scope scope;
	const struct str **name; /* grows with options, lets and each */
	bool *place;		 /* of each */
	struct rule *rule;
	const struct ruleset *rs;
	struct budget defaults; /* for all of them */
};

/* ---- expressions ---- */

static const struct node *compile_expr(struct compiler *c, const struct ynode *n, const char *what)
{
	const struct node *x = yread_expr(&c->y, n, what);
	return x && check_expr(&c->y, x, &c->scope) ? x : NULL;
}

static const struct node *compile_path(struct compiler *c, const struct ynode *n, const char *what)
{
	const struct node *x = yread_expr(&c->y, n, what);
	return x && check_path(&c->y, x, &c->scope) ? x : NULL;
}

static const struct node *compile_text(struct compiler *c, const struct ynode *n, const char *what)
{
	const struct node *x = yread_message(&c->y, n, what);
	return x && check_expr(&c->y, x, &c->scope) ? x : NULL;
}

static bool new_name(struct compiler *c, const struct ynode *key, bool place)
{
	if (!yread_text(&c->y, key, "a name") || !check_new_name(&c->y, key, key->text, &c->scope))
		return false;
	c->place[c->scope.n] = place;
	c->name[c->scope.n++] = key->text;
	c->rule->names |= rule_name_bit(key->text);
	return true;
}

/* ---- fixes ---- */

static bool compile_pairs(struct compiler *c, const struct ynode *map, const char *verb, bool to_path,
			  struct keyfix **out, uint32_t *n)
{
	if (!map)
		return true;
	if (!yread_map(&c->y, map, verb))
		return false;
	struct keyfix *list = arena_array(c->y.a, struct keyfix, map->n + 1);
	for (uint32_t i = 0; i < map->n; i++) {
		list[i].path = compile_path(c, map->key[i], verb);
		if (!list[i].path)
			return false;
		list[i].expr =
			to_path ? compile_path(c, map->kid[i], verb) : check_value(&c->y, map->kid[i], verb, &c->scope);
		if (!list[i].expr)
			return false;
	}
	*out = list;
	*n = map->n;
	return true;
}

static bool compile_removes(struct compiler *c, const struct ynode *n, struct fixspec *f)
{
	if (!n)
		return true;
	uint32_t len = n->kind == Y_SEQ ? n->n : 1;
	f->remove = arena_array(c->y.a, struct keyfix, len + 1);
	for (uint32_t i = 0; i < len; i++) {
		const struct ynode *item = n->kind == Y_SEQ ? n->kid[i] : n;
		if (!(f->remove[i].path = compile_path(c, item, "remove")))
			return false;
	}
	f->nremove = len;
	return true;
}

static bool compile_safety(struct compiler *c, const struct ynode *n, struct fixspec *f)
{
	static const char *const words[] = { "safe", "unsafe" };
	const char *s = yread_text(&c->y, n, "safety");
	if (!s)
		return false;
	if (strcmp(s, "safe") && strcmp(s, "unsafe"))
		return yread_unknown(&c->y, n->at.lo, "safety", s, words, 2);
	f->safety = strcmp(s, "safe") ? SAFETY_UNSAFE : SAFETY_SAFE;
	return true;
}

static bool compile_fix(struct compiler *c, const struct ynode *doc, struct fixspec *f)
{
	if (!yread_keys(&c->y, doc, fix_keys, ARRAY_SIZE(fix_keys), "a fix") ||
	    !compile_safety(c, yaml_get(doc, "safety"), f))
		return false;
	const struct ynode *when = yaml_get(doc, "when"), *all = yaml_get(doc, "remove_all");
	if ((when && !(f->when = compile_expr(c, when, "when"))) ||
	    (all && !(f->remove_all = compile_expr(c, all, "remove_all"))))
		return false;
	f->title = compile_text(c, yaml_get(doc, "title"), "title");
	if (!f->title || !compile_pairs(c, yaml_get(doc, "set"), "set", false, &f->set, &f->nset) ||
	    !compile_removes(c, yaml_get(doc, "remove"), f) ||
	    !compile_pairs(c, yaml_get(doc, "rename"), "rename", false, &f->rename, &f->nrename) ||
	    !compile_pairs(c, yaml_get(doc, "move"), "move", true, &f->move, &f->nmove) ||
	    !compile_pairs(c, yaml_get(doc, "add"), "add", false, &f->add, &f->nadd) ||
	    !compile_pairs(c, yaml_get(doc, "before"), "before", false, &f->before, &f->nbefore) ||
	    !compile_pairs(c, yaml_get(doc, "after"), "after", false, &f->after, &f->nafter) ||
	    !compile_pairs(c, yaml_get(doc, "wrap"), "wrap", false, &f->wrap, &f->nwrap))
		return false;
	if (!f->nset && !f->nremove && !f->remove_all && !f->nrename && !f->nmove && !f->nadd && !f->nbefore &&
	    !f->nafter && !f->nwrap)
		return yread_fail(&c->y, doc, "a fix that changes nothing: give set, remove, remove_all, rename, ...");
	return true;
}

static bool compile_fixes(struct compiler *c, const struct ynode *n, struct rulecase *out)
{
	if (!n)
		return true;
	if (n->kind != Y_SEQ)
		return yread_fail(&c->y, n, "fixes must be a list");
	out->fix = arena_array(c->y.a, struct fixspec, n->n + 1);
	out->nfixes = n->n;
	for (uint32_t i = 0; i < n->n; i++)
		if (!compile_fix(c, n->kid[i], &out->fix[i]))
			return false;
	return true;
}

/* ---- other rules ---- */
static bool good_id(const char *s)
{
	for (int i = 0; i < 6; i++)
		if (i < 3 ? !isupper((unsigned char)s[i]) : !isdigit((unsigned char)s[i]))
			return false;
	return !s[6];
}

bool ids_hold(const struct ids *ids, const char *id)
{
	for (uint32_t i = 0; i < ids->n; i++)
		if (!strcmp(ids->at[i], id))
			return true;
	return false;
}

static bool compile_ids(struct compiler *c, const struct ynode *doc, const char *key, struct ids *out)
{
	const struct ynode *n = yaml_get(doc, key);
	if (!yread_texts(&c->y, n, key, &out->at, &out->n))
		return false;
	for (uint32_t i = 0; i < out->n; i++)
		if (!good_id(out->at[i]) || !strcmp(out->at[i], c->rule->id))
			return yread_fail(&c->y, n, "%s: ids of other rules, as in [KEY003]", key);
	return true;
}

/* ---- cases ---- */

/* as: compile_expr, compile_path or compile_text; out is unchanged if the key is missing. */
static bool optional(struct compiler *c, const struct ynode *doc, const char *key,
		     const struct node *(*as)(struct compiler *, const struct ynode *, const char *),
		     const struct node **out)
{
	const struct ynode *n = yaml_get(doc, key);
	return !n || (*out = as(c, n, key));
}

static bool compile_case(struct compiler *c, const struct ynode *doc, const struct rulecase *top, struct rulecase *out)
{
	const struct ynode *n;
	*out = *top;
	if (!optional(c, doc, "when", compile_expr, &out->when) || !optional(c, doc, "at", compile_path, &out->at) ||
	    !optional(c, doc, "message", compile_text, &out->message) ||
	    !optional(c, doc, "hint", compile_text, &out->hint) ||
	    ((n = yaml_get(doc, "severity")) && !severity_read(&c->y, n, &out->severity)))
		return false;
	if ((n = yaml_get(doc, "patch")) && (!(out->patch = patch_named(&c->y, &c->rs->patches, n)) ||
					     !(out->patch_key = compile_path(c, n->kid[0], "patch"))))
		return false;
	return compile_fixes(c, yaml_get(doc, "fixes"), out);
}

static bool complete_case(struct compiler *c, const struct ynode *doc, const struct rulecase *x)
{
	if (!x->when || !x->at || !x->message)
		return yread_fail(&c->y, doc, "%s is missing", !x->when ? "when" : !x->at ? "at" : "message");
	if (x->severity > c->rule->severity)
		c->rule->severity = x->severity;
	return true;
}

/* Its common cause with other findings; its evidence from runs: figures, and the rules whose findings it confirms or
 * refutes. */
static bool compile_measures(struct compiler *c, const struct ynode *doc)
{
	struct rule *r = c->rule;
	if (!optional(c, doc, "cause", compile_text, &r->cause) || !optional(c, doc, "cost", compile_expr, &r->cost) ||
	    !optional(c, doc, "saves", compile_expr, &r->saves) ||
	    !optional(c, doc, "refuted", compile_expr, &r->refuted) || !compile_ids(c, doc, "settles", &r->settles))
		return false;
	if (r->refuted && !r->settles.n)
		return yread_fail(&c->y, doc, "refuted: is for rules with settles:");
	return !r->settles.n || !r->each ||
	       yread_fail(&c->y, doc, "settles: needs one answer, and each: gives one for every element");
}

static bool compile_cases(struct compiler *c, const struct ynode *doc)
{
	struct rulecase top = { .severity = c->rule->severity };
	const struct ynode *cases = yaml_get(doc, "cases");
	struct rule *r = c->rule;
	if (!compile_measures(c, doc))
		return false;
	if (!compile_case(c, doc, &top, &top))
		return false;
	if (cases && (cases->kind != Y_SEQ || !cases->n))
		return yread_fail(&c->y, cases, "cases must be a list");
	r->ncases = cases ? cases->n : 1;
	r->cas = arena_array(c->y.a, struct rulecase, r->ncases);
	if (!cases) {
		r->cas[0] = top;
		return complete_case(c, doc, &top);
	}
	for (uint32_t i = 0; i < cases->n; i++) {
		const struct ynode *n = cases->kid[i];
		if (!yread_keys(&c->y, n, case_keys, ARRAY_SIZE(case_keys), "a case") ||
		    !compile_case(c, n, &top, &r->cas[i]))
			return false;
		if (i == 0)
			r->severity = r->cas[0].severity; /* only the cases count */
		if (!complete_case(c, n, &r->cas[i]))
			return false;
	}
	return true;
}

/* ---- options, lets, each ---- */

static bool compile_default(struct compiler *c, const struct ynode *n, struct value *out)
{
	if (!n)
		return yread_fail(&c->y, NULL, "an option needs a default");
	if (n->kind != Y_SCALAR)
		return yread_value(&c->y, n, out);
	const struct node *x = check_value(&c->y, n, "default", &c->scope);
	if (!x)
		return false;
	struct eval ev;
	c->y.a->budget = &c->defaults;
	eval_init(&ev, c->y.a, 0);
	ev.rule = true;
	*out = value_freeze(c->y.a, eval_expr(&ev, x));
	eval_release(&ev);
	c->y.a->budget = NULL;
	if (!c->defaults.steps)
		return yread_fail(&c->y, n, "the defaults take more steps or memory than a rule may");
	if (value_is_known(*out))
		return true;
	yread_fail(&c->y, n, "the default is no constant");
	check_hint_text(&c->y, n, true);
	return false;
}

static bool same_type(struct value def, struct value v)
{
	bool number = def.kind == VALUE_INT || def.kind == VALUE_FLOAT;
	return number ? v.kind == VALUE_INT || v.kind == VALUE_FLOAT : v.kind == def.kind;
}

bool option_takes(const struct option *o, struct value v)
{
	if (o->def.kind == VALUE_NONE)
		return true;
	if (!value_is_listlike(o->def))
		return same_type(o->def, v);
	if (v.kind != VALUE_LIST)
		return false;
	for (uint32_t i = 0; o->def.as.list->n && i < v.as.list->n; i++)
		if (!same_type(o->def.as.list->at[0].val, v.as.list->at[i].val))
			return false;
	return true;
}

const char *option_type(const struct option *o)
{
	static const char *const one[2][4] = { { "a number", "true or false", "text", "a plain value" },
					       { "a list of numbers", "a list of true and false", "a list of texts",
						 "a list" } };
	bool list = value_is_listlike(o->def), empty = list && !o->def.as.list->n;
	struct value v = list && !empty ? o->def.as.list->at[0].val : o->def;
	int kind = empty ? 3 : v.kind == VALUE_BOOL ? 1 : v.kind == VALUE_STR ? 2 : value_is_number(v) ? 0 : 3;
	return one[list][kind];
}

static bool compile_options(struct compiler *c, const struct ynode *map)
{
	static const char *const keys[] = { "default", "doc" };
	struct rule *r = c->rule;
	if (!map)
		return true;
	if (!yread_map(&c->y, map, "options"))
		return false;
	r->option = arena_array(c->y.a, struct option, map->n + 1);
	for (uint32_t i = 0; i < map->n; i++) {
		struct option *o = &r->option[i];
		if (!yread_keys(&c->y, map->kid[i], keys, ARRAY_SIZE(keys), "an option") ||
		    !new_name(c, map->key[i], false))
			return false;
		if (!strcmp(map->key[i]->text->s, "severity"))
			return yread_fail(&c->y, map->key[i],
					  "an option can't be called severity: the settings use that word");
		o->name = map->key[i]->text;
		o->doc = yaml_str(yaml_get(map->kid[i], "doc"));
		if (!compile_default(c, yaml_get(map->kid[i], "default"), &o->def))
			return false;
		r->noptions++;
	}
	return true;
}

static bool compile_each(struct compiler *c, const struct ynode *map)
{
	if (!map)
		return true;
	if (map->kind != Y_MAP || map->n != 1)
		return yread_fail(&c->y, map, "each names one variable: {k: \"keys(cfg.data)\"}");
	c->rule->each = compile_expr(c, map->kid[0], "each");
	if (!c->rule->each || !new_name(c, map->key[0], true))
		return false;
	c->rule->each_name = map->key[0]->text;
	return true;
}

/* What breaks it stands in the tree, by the rule's id; each of these is `event`. */
static bool compile_order(struct compiler *c, const struct ynode *doc)
{
	const struct ynode *n = yaml_get(doc, "order");
	struct ynode *name;
	struct err e = { 0 };

	if (!n)
		return true;
	if (!c->rule->on->order || yaml_get(doc, "each"))
		return yread_fail(&c->y, n,
				  c->rule->on->order ? "order: and each: don't go together"
						     : "order: is for rules about scripts");
	if (!c->rule->on->order(n, &e))
		return yread_fail(&c->y, n, "%s", e.msg);
	name = arena_new(c->y.a, struct ynode);
	*name = (struct ynode){ .kind = Y_SCALAR, .at = n->at, .text = str_lit("event") };
	c->rule->order = yaml_copy(c->y.a, n);
	c->rule->each = order_elements(c->y.a, c->rule->on->tree, c->rule->id);
	c->rule->each_name = name->text;
	return new_name(c, name, true);
}

/* lets may use the each variable, options and earlier lets */
static bool compile_lets(struct compiler *c, const struct ynode *map)
{
	struct rule *r = c->rule;
	if (!map)
		return true;
	if (!yread_map(&c->y, map, "let"))
		return false;
	r->let = arena_array(c->y.a, struct let, map->n + 1);
	for (uint32_t i = 0; i < map->n; i++) {
		struct let *l = &r->let[i];
		l->expr = check_value(&c->y, map->kid[i], "let", &c->scope);
		if (!l->expr || !new_name(c, map->key[i], check_is_place(l->expr, &c->scope)))
			return false;
		l->name = map->key[i]->text;
		l->text = yaml_str(map->kid[i]);
		r->nlets++;
	}
	return true;
}

/* whether an expression's text holds the name as a word, and not as a text in quotes */
static bool mentions(const char *text, const struct str *name)
{
	static const char word[] = "'\"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
	for (const char *p = text; (p = strstr(p, name->s)); p++)
		if ((p == text || !strchr(word, p[-1])) && (!p[name->len] || !strchr(word, p[name->len])))
			return true;
	return false;
}

/* each comes before the lets that use it, but may itself use lets that don't: tried in the order that names allow */
static bool each_uses_let(const struct ynode *each, const struct ynode *let)
{
	if (!each || !let || each->kind != Y_MAP || each->n != 1 || each->kid[0]->kind != Y_SCALAR ||
	    let->kind != Y_MAP)
		return false;
	for (uint32_t i = 0; i < let->n; i++)
		if (let->key[i]->kind == Y_SCALAR && mentions(each->kid[0]->text->s, let->key[i]->text))
			return true;
	return false;
}

static bool compile_names(struct compiler *c, const struct ynode *doc)
{
	const struct ynode *let = yaml_get(doc, "let"), *each = yaml_get(doc, "each");
	uint32_t n = 1;
	n += let && let->kind == Y_MAP ? let->n : 0;
	n += yaml_get(doc, "options") ? yaml_get(doc, "options")->n : 0;
	c->name = arena_array(c->y.a, const struct str *, n + 1);
	c->place = arena_array(c->y.a, bool, n + 1);
	c->scope.name = c->name;
	c->scope.place = c->place;
	if (!compile_options(c, yaml_get(doc, "options")))
		return false;
	if (each_uses_let(each, let))
		return compile_lets(c, let) && compile_each(c, each);
	return compile_order(c, doc) && compile_each(c, each) && compile_lets(c, let);
}

/* ---- head ---- */

static bool compile_flag(struct compiler *c, const struct ynode *doc, const char *key, bool *out)
{
	const struct ynode *n = yaml_get(doc, key);
	return !n || yread_bool(&c->y, n, key, out);
}

const char *speed_name(enum speed s)
{
	static const char *const names[] = { NULL, "small", "medium", "large" };
	return names[s];
}

static bool compile_speed(struct compiler *c, const struct ynode *n)
{
	const char *names[SPEED_LARGE], *s = n ? yread_text(&c->y, n, "speed") : NULL;
	if (!n)
		return true;
	for (int i = SPEED_SMALL; i <= SPEED_LARGE; i++) {
		names[i - 1] = speed_name(i);
		if (s && !strcmp(s, names[i - 1]))
			c->rule->speed = i;
	}
	return c->rule->speed || (s && yread_unknown(&c->y, n->at.lo, "speed", s, names, ARRAY_SIZE(names)));
}

static bool compile_scope(struct compiler *c, const struct ynode *n)
{
	static const char *const words[] = { "root", "file" };
	if (!n)
		return true;
	const char *s = yread_text(&c->y, n, "scope");
	if (!s)
		return false;
	if (strcmp(s, "root") && strcmp(s, "file"))
		return yread_unknown(&c->y, n->at.lo, "scope", s, words, 2);
	c->rule->any_file = !strcmp(s, "file");
	return true;
}

static bool compile_on(struct compiler *c, const struct ynode *n)
{
	bool ok = rule_read_kinds(&c->y, n, c->rs->host.kinds, c->rule);
	c->scope.kind = c->rule->on;
	return ok;
}

/* One of the checks of training code that C code makes (those have names, as rules have ids). */
static bool compile_code(struct compiler *c, const struct ynode *n)
{
	uint32_t known = 0;
	if (!n)
		return true;
	c->rule->code = yread_text(&c->y, n, "code");
	for (; c->rule->code && c->rs->host.checks[known]; known++)
		if (!strcmp(c->rs->host.checks[known], c->rule->code))
			return true;
	const char *near = c->rule->code ? near_word(c->rule->code, c->rs->host.checks, known) : NULL;
	return c->rule->code && yread_fail(&c->y, n, "code: no check is called %s%s%s%s", c->rule->code,
					   near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
}

/* `fix: safe` of a native rule, for documentation: its fixes are computed in C */
static bool compile_native_fix(struct compiler *c, const struct ynode *n)
{
	struct fixspec f;
	if (!n)
		return true;
	if (!c->rule->native && !c->rule->code)
		return yread_fail(&c->y, n, "fix: is for rules with native: or code:; others have fixes:");
	if (!compile_safety(c, n, &f))
		return false;
	c->rule->native_fix = yaml_str(n);
	return true;
}

static bool unknown_dialect(struct yread *y, const struct ynode *n, const char *name, const struct dialects *all)
{
	const char **known = arena_array(y->a, const char *, 2 * all->n + 1);
	for (uint32_t i = 0; i < all->n; i++) {
		known[2 * i] = all->at[i]->name;
		known[2 * i + 1] = all->at[i]->family->s;
	}
	return yread_unknown(y, n->at.lo, "dialect", name, known, 2 * all->n);
}

static bool compile_dialects(struct compiler *c, const struct ynode *n, const struct dialects *all)
{
	struct rule *r = c->rule;
	if (!yread_texts(&c->y, n, "dialects", &r->dialect, &r->ndialects))
		return false;
	if (r->ndialects && !r->on->dialects)
		return yread_fail(&c->y, n, "dialects: has no entry for %s", r->on->many);
	for (uint32_t i = 0; i < r->ndialects; i++)
		if (!dialects_know(all, r->dialect[i]))
			return unknown_dialect(&c->y, n, r->dialect[i], all);
	return true;
}

static bool compile_head(struct compiler *c, const struct ynode *doc, const struct dialects *dialects)
{
	struct rule *r = c->rule;
	const struct ynode *why = yaml_get(doc, "why");
	r->id = yread_text(&c->y, yaml_get(doc, "id"), "id");
	if (!r->id)
		return false;
	if (!good_id(r->id))
		return yread_fail(&c->y, yaml_get(doc, "id"),
				  "an id is three capital letters and three digits: BLR002");
	r->summary = yread_text(&c->y, yaml_get(doc, "summary"), "summary");
	r->severity = SEV_WARNING;
	if (!r->summary ||
	    (yaml_get(doc, "severity") && !severity_read(&c->y, yaml_get(doc, "severity"), &r->severity)))
		return false;
	r->why = why ? yread_text(&c->y, why, "why") : str_lit("")->s;
	return r->why && compile_on(c, yaml_get(doc, "on")) && compile_flag(c, doc, "off", &r->off) &&
	       compile_flag(c, doc, "native", &r->native) && compile_speed(c, yaml_get(doc, "speed")) &&
	       compile_code(c, yaml_get(doc, "code")) && compile_native_fix(c, yaml_get(doc, "fix")) &&
	       compile_scope(c, yaml_get(doc, "scope")) && compile_dialects(c, yaml_get(doc, "dialects"), dialects) &&
	       compile_ids(c, doc,
			   yaml_get(doc, "unless_told") ? "unless_told" /* its name in 0.1 */ : "unless_reported",
			   &r->unless_reported) &&
	       yread_texts(&c->y, yaml_get(doc, "refs"), "refs", &r->ref, &r->nrefs) &&
	       yread_texts(&c->y, yaml_get(doc, "seeds"), "seeds", &r->seed, &r->nseeds);
}

struct rule *rule_compile(struct ruleset *rs, struct parser *p, const struct yfile *f, struct err *e)
{
	const struct dialects *dialects = &rs->dialects;
	struct arena *a = &rs->arena;
	struct compiler c = { .y = { a, f->src, p, e },
			      .scope = { .vocab = dialects->vocab },
			      .rs = rs,
			      .defaults = { .steps = BUDGET_STEPS, .bytes = (uint64_t)EVAL_MIB << 20 } };
	struct rule *r = c.rule = arena_new(a, struct rule);
	r->path = arena_strdup(a, f->path);
	r->name = path_stem(a, f->path);
	r->category = path_dir(a, f->path);
	r->src = f->src;
	if (!yread_keys(&c.y, f->doc, rule_keys, ARRAY_SIZE(rule_keys), "a rule") ||
	    !compile_head(&c, f->doc, dialects) || !compile_names(&c, f->doc))
		return NULL;
	r->any_file |= r->native && !yaml_get(f->doc, "scope"); /* syntax is wrong in fragments too */
	bool judged = yaml_get(f->doc, "when") || yaml_get(f->doc, "cases");
	if (!r->native && (judged || !r->code))
		return compile_cases(&c, f->doc) ? r : NULL;
	if (judged) {
		yread_fail(&c.y, f->doc, "a native rule has no when and no cases");
		return NULL;
	}
	return r;
}
