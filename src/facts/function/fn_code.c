// SPDX-License-Identifier: MIT
/* Rule functions about how the training code uses keys: by the code itself, and by the dialect's tables.
 *
 *	reads('data', 'workers_per_gpu')	whether the training code reads data.workers_per_gpu */
#include "base/path.h"
#include "config/loader.h"
#include "project/versions.h"
#include "facts/sibling.h"
#include "facts/takes.h"
#include "config/uses.h"
#include "config/children.h"
#include "facts/function/priv.h"
#include "python/eval/eval.h"
#include "python/value/dict.h"
#include "config/config_subject.h"
#include <stdlib.h>
#include <string.h>

static const struct span nowhere;

/* ---- arguments and answers ---- */

struct value rule_arg(struct rulecall *c, uint32_t i)
{
	return eval_expr(c->facts_ctx->ev, rule_node(c, i));
}

struct value rule_unknown(const struct rulecall *c, enum why why, const char *what)
{
	return value_unknown(c->facts->arena, why, nowhere, what);
}

struct value rule_bool(bool b)
{
	return value_bool(b, nowhere);
}

bool rule_text(struct rulecall *c, uint32_t i, const struct str **out, struct value *why)
{
	const struct node *n = rule_node(c, i);
	if (n->kind == NODE_STR && !(n->flags & NF_BYTES)) { /* the usual case; the value that evaluation would give */
		*out = n->text;
		return true;
	}
	struct value v = rule_arg(c, i);
	if (v.kind == VALUE_STR) {
		*out = v.as.s;
		return true;
	}
	*why = v.kind == VALUE_UNKNOWN ? v : rule_unknown(c, WHY_TYPE, NULL);
	return false;
}

static const char *last_component(const char *name)
{
	const char *dot = strrchr(name, '.');
	return dot ? dot + 1 : name;
}

const char *rule_type_text(struct value v)
{
	switch (v.kind) {
	case VALUE_STR:
		return last_component(v.as.s->s);
	case VALUE_REF:
		return last_component(v.as.ref->name ? v.as.ref->name->s : v.as.ref->module->s);
	case VALUE_OBJECT:
		return v.as.obj->name ? last_component(v.as.obj->name->s) : NULL;
	default:
		return NULL;
	}
}

struct value rule_type_value(struct rulecall *c, struct value v)
{
	if (v.kind != VALUE_DICT)
		return v;
	struct value key = { .kind = VALUE_STR, .as.s = c->facts->vocab->type };
	const struct entry *e = dict_find(v.as.dict, key);
	if (e && !(e->flags & EF_MAYBE))
		return e->val;
	struct slot s = keypath_get(c->facts->arena, v, (struct keypath){ &key, 1 });
	return s.found || !facts_is_absent(s.val) ? s.val : value_none(nowhere);
}

/* ---- keys that the training code reads ---- */

static const struct readers *readers_of(const struct dialect *d, struct keypath p)
{
	for (uint32_t i = 0; d && i < d->nreads; i++)
		if (keypath_same(d->reads[i].path, p))
			return &d->reads[i];
	return NULL;
}

static bool listed(const struct str *const *list, uint32_t n, const struct str *s)
{
	return n && bsearch(&s, list, n, sizeof *list, str_order);
}

struct key_query {
	const struct readers *r; /* NULL: the dialect has no table for it */
	struct keypath container;
	const struct str *key;
	struct value why; /* the answer if it is unknown */
};

/* reads/rejects/actual('container', key): false: out->why is the answer */
static bool read_args(struct rulecall *c, struct key_query *out)
{
	const struct str *container;
	*out = (struct key_query){ 0 };
	if (!rule_text(c, 0, &container, &out->why) || (c->n > 1 && !rule_text(c, 1, &out->key, &out->why)))
		return false;
	out->why = value_unknown_str(c->facts->arena, WHY_UNMAPPED, nowhere, container);
	if (container->len && !keypath_parse(c->facts->arena, container->s, &out->container, NULL))
		return false;
	out->r = readers_of(c->facts->dialect, out->container);
	return true;
}

static enum code_fate fate_in_dialect(const struct key_query *x)
{
	const struct readers *r = x->r;
	if (!r)
		return CODE_NOT_KNOWN;
	if (listed(r->key, r->nkeys, x->key))
		return CODE_READ;
	if (listed(r->ignored, r->nignored, x->key))
		return CODE_UNREAD;
	if (listed(r->rejected, r->nrejected, x->key))
		return CODE_REJECTED;
	return r->others == READS_OPEN ? CODE_NOT_KNOWN : r->others == READS_IGNORES ? CODE_UNREAD : CODE_REJECTED;
}

static void remember(struct facts *f, struct code_place at, const char *text)
{
	facts_see_code(f, &(struct code_seen){ at, text });
}

static void remember_fate(struct facts *f, struct code_answer x, const struct key_query *of)
{
	bool rejected = x.fate == CODE_REJECTED;
	const char *by = rejected ? x.why : code_reader(f->code, f->arena, of->container),
		   *text = rejected ? "this call does not take it" : "other keys are read here";
	remember(f, x.at, by ? arena_printf(f->arena, "%s (%s)", text, by) : text);
}

/* ABROAD if there is no project code. */
static struct code_answer query_code(const struct facts *f, const struct key_query *x)
{
	if (!f->code)
		return (struct code_answer){ .fate = CODE_ABROAD };
	return code_key(f->code, f->arena, keypath_add(f->arena, x->container, value_str(x->key, nowhere)));
}

/* The dialect's table describes the released code, and this may be a fork. If a table lacks a key, it is trusted
 * only if nothing beside the config names the key. */
static enum code_fate query_dialect(struct rulecall *c, struct key_query *x)
{
	const struct facts *f = c->facts;
	if (x->r)
		x->why = rule_unknown(c, WHY_UNMAPPED, x->key->s);
	enum code_fate fate = fate_in_dialect(x);
	bool unread = fate == CODE_UNREAD || fate == CODE_REJECTED;
	return unread && project_mentions(graph_folders(subject_graph(f->subject->set)), f->subject->path,
					  x->r->by ? x->r->by : "", x->key->s)
		       ? CODE_NOT_KNOWN
		       : fate;
}

/* The project's own code decides if it can; the dialect's table stands for missing code. Never ABROAD; NOT_KNOWN:
 * x->why says why. */
static enum code_fate fate_of(struct rulecall *c, struct key_query *x)
{
	struct code_answer a = query_code(c->facts, x);
	if (a.fate == CODE_ABROAD)
		return query_dialect(c, x);
	bool missed = !x->container.n && (a.fate == CODE_UNREAD || a.fate == CODE_REJECTED);
	const char *parts = missed ? facts_takes_parts(c->facts) : NULL;
	if (parts)
		a = (struct code_answer){ .fate = CODE_NOT_KNOWN, .why = parts };
	if (a.fate == CODE_NOT_KNOWN)
		x->why = rule_unknown(c, WHY_CODE, a.why);
	else if (a.fate != CODE_READ)
		remember_fate(c->facts, a, x);
	return a.fate;
}

static struct value fn_reads(struct rulecall *c)
{
	struct key_query x;
	if (!read_args(c, &x))
		return x.why;
	enum code_fate fate = fate_of(c, &x);
	return fate == CODE_NOT_KNOWN ? x.why : rule_bool(fate == CODE_READ);
}

static struct value fn_rejects(struct rulecall *c)
{
	struct key_query x;
	if (!read_args(c, &x))
		return x.why;
	enum code_fate fate = fate_of(c, &x);
	return fate == CODE_NOT_KNOWN ? x.why : rule_bool(fate == CODE_REJECTED);
}

/* Whether the project's own code, without the dialect, does that with the key. */
static struct value own_code_does(struct rulecall *c, enum code_fate fate)
{
	struct key_query x;
	if (!read_args(c, &x))
		return x.why;
	struct code_answer a = query_code(c->facts, &x);
	if (a.fate == CODE_NOT_KNOWN)
		return rule_unknown(c, WHY_READER, arena_printf(c->facts->arena, "%s: %s,", x.key->s, a.why));
	return rule_bool(a.fate == fate);
}

static struct value fn_code_reads(struct rulecall *c)
{
	return own_code_does(c, CODE_READ);
}

/* The code is followed, and neither reads the key nor passes its container on. */
static struct value fn_code_leaves(struct rulecall *c)
{
	return own_code_does(c, CODE_UNREAD);
}

/* ---- words in the code ---- */

/* code_says(word): the project's training code contains it; False without code. */
static struct value fn_code_says(struct rulecall *c)
{
	struct value why;
	const struct str *word;
	return rule_text(c, 0, &word, &why) ? rule_bool(c->facts->code && code_says(c->facts->code, word)) : why;
}

static struct value fn_read_by(struct rulecall *c)
{
	struct key_query x;
	const struct facts *f = c->facts;
	if (!read_args(c, &x))
		return x.why;
	const char *by = f->code ? code_reader(f->code, f->arena, x.container) : NULL;
	if (!by && !x.r)
		return x.why;
	return value_text(by ? by : x.r->by ? x.r->by : "", nowhere);
}

static struct value fn_read_keys(struct rulecall *c)
{
	struct key_query x;
	return read_args(c, &x) && x.r ? x.r->sorted : x.why;
}

/* base_sibling(names): name of the file beside a base that assigns them all and is no base itself */
static struct value fn_base_sibling(struct rulecall *c)
{
	struct value v = rule_arg(c, 0);
	const struct module *m = subject_config(c->facts->subject);
	struct sibling found;
	bool cut; /* fragment-as-runtime reports it */
	if (!value_is_listlike(v))
		return value_is_known(v) ? rule_unknown(c, WHY_TYPE, NULL) : v;
	const struct str **name = arena_array(c->facts->arena, const struct str *, v.as.list->n + 1);
	uint32_t n = 0;
	for (uint32_t i = 0; i < v.as.list->n; i++)
		if (v.as.list->at[i].val.kind == VALUE_STR)
			name[n++] = v.as.list->at[i].val.as.s;
	const struct sibling_wanted wanted = { c->facts->dialect, name, n };
	if (!sibling_with(c->facts->arena, subject_graph(c->facts->subject->set), m, &wanted, &found, &cut))
		return facts_absent(c->facts, nowhere, "a file beside the bases that has the keys");
	return value_text(path_base(found.path), nowhere);
}

/* The dict or list that contains an element with a place. */
static struct value fn_holder(struct rulecall *c)
{
	struct value v = rule_arg(c, 0);
	struct keypath p;
	if (!facts_marked(c->facts, v, &p) || !p.n)
		return v.kind == VALUE_UNKNOWN ? v : rule_unknown(c, WHY_TYPE, NULL);
	p.n--;
	c->facts->gave_tree |= !p.n;
	return facts_mark(c->facts, facts_slot(c->facts, p).val, p);
}

/* All files that inherit from this one, directly or indirectly, have another value there. */
static struct value fn_children_change(struct rulecall *c)
{
	const struct module *m = subject_config(c->facts->subject), **child;
	struct keypath p;
	if (!facts_path_of(c->facts_ctx, rule_node(c, 0), &p, 0))
		return rule_unknown(c, WHY_UNMAPPED, NULL);
	struct slot mine = facts_slot(c->facts, p);
	if (!m || mine.found != p.n)
		return rule_unknown(c, WHY_BASE, NULL);
	size_t n = graph_dependents(subject_graph(c->facts->subject->set), m, &child), leaves = 0, changed = 0;
	for (size_t i = 0; i < n; i++)
		if (!child[i]->ndependents && child[i]->state == MODULE_OK) {
			leaves++;
			changed += child_overrides(c->facts->arena, child[i], p, mine.val);
		}
	free(child);
	module_note_children(m);
	return rule_bool(leaves && changed == leaves);
}

static struct value fn_loaded(struct rulecall *c)
{
	struct value why;
	const struct str *name;
	if (!rule_text(c, 0, &name, &why))
		return why;
	return rule_bool(name_is_used(subject_graph(c->facts->subject->set), subject_config(c->facts->subject), name));
}

static struct value fn_actual(struct rulecall *c)
{
	struct key_query x;
	if (!read_args(c, &x))
		return x.why;
	if (c->facts->code) /* its default may differ from the dialect's */
		return value_text("", nowhere);
	const char *s = x.r && x.r->actual ? yaml_str(yaml_get(x.r->actual, x.key->s)) : NULL;
	return value_text(s ? s : "", nowhere);
}

/* "True", "2" as a value; anything else is unknown */
static struct value constant_of(struct rulecall *c, const char *text)
{
	char *end;
	long i = strtol(text, &end, 10);
	if (!strcmp(text, "True") || !strcmp(text, "False"))
		return rule_bool(*text == 'T');
	if (!strcmp(text, "None"))
		return value_none(nowhere);
	return *text && !*end ? value_int(i, nowhere) : rule_unknown(c, WHY_CODE, text);
}

/* signature(function, parameter, released, passed): the value that the project's own function gives the parameter if a
 * config leaves it out; `released` if the project has no such function; `passed` if the function only passes on what
 * the config says. */
static struct value fn_signature(struct rulecall *c)
{
	const struct facts *f = c->facts;
	const struct str *function, *parameter;
	struct value why;
	if (!rule_text(c, 0, &function, &why) || !rule_text(c, 1, &parameter, &why))
		return why;
	struct code_default d = { .is = CODE_DEFAULT_NONE };
	if (f->code)
		d = code_default(f->code, f->arena, function, parameter);
	if (d.is == CODE_DEFAULT_NONE)
		return rule_arg(c, 2);
	if (d.is == CODE_DEFAULT_PASSED && c->n > 3)
		return rule_arg(c, 3);
	return d.is == CODE_DEFAULT_KNOWN ? constant_of(c, d.text)
					  : rule_unknown(c, WHY_CODE, "the project's own builder decides");
}

static bool checks(const struct code_use *u)
{
	return !strcmp(u->how, CODE_READS_IF_THERE) || !strcmp(u->how, CODE_ASKS);
}

static bool takes_around(const struct code_use *u)
{
	return !strncmp(u->how, CODE_INSIDE, strlen(CODE_INSIDE)) || !strncmp(u->how, CODE_AROUND, strlen(CODE_AROUND));
}

/* Training looks the key up, and every visible read allows it to be missing. */
static bool may_lack(const struct code *c, struct arena *a, struct keypath p)
{
	struct code_use *use;
	size_t n = code_uses(c, a, p, &use);
	const struct code_use *checked = NULL; /* by place: later reads may be in its `if` */
	for (size_t i = 0; i < n && use[i].training; i++) {
		if (use[i].sets || takes_around(&use[i]))
			continue;
		if (checks(&use[i]))
			checked = &use[i];
		else if (!checked || checked->at.file != use[i].at.file || strcmp(checked->where, use[i].where))
			return false;
	}
	return checked;
}

/* Training reads the key before any assignment: it is never assigned, or only further down in that file. */
static bool reads_first(const struct code *c, struct arena *a, struct keypath p)
{
	struct code_use *use;
	size_t n = code_uses(c, a, p, &use);
	for (size_t i = 0; i < n && use[i].training; i++) {
		bool set = false, later = false;
		for (size_t j = 0; j < n && use[j].training; j++) {
			bool sets = use[j].sets && !strncmp(use[j].how, CODE_SETS, strlen(CODE_SETS));
			set |= sets;
			later |= sets && use[j].at.file == use[i].at.file && use[j].at.lo > use[i].at.lo;
		}
		if (!use[i].sets && !takes_around(&use[i]) && (!set || later))
			return true;
	}
	return false;
}

static struct value fn_code_reads_first(struct rulecall *c)
{
	struct key_query x;
	const struct facts *f = c->facts;
	if (!read_args(c, &x))
		return x.why;
	struct keypath p = keypath_add(f->arena, x.container, value_str(x.key, nowhere));
	return rule_bool(f->code && reads_first(f->code, f->arena, p));
}

static struct value fn_required_missing(struct rulecall *c)
{
	const struct facts *f = c->facts;
	const struct dialect *d = f->dialect;
	struct value out = value_list(f->arena, VALUE_LIST, 4, nowhere);
	for (uint32_t i = 0; d && i < d->nrequired; i++) {
		struct value key = value_str(d->required[i], nowhere);
		struct slot s = facts_slot(f, (struct keypath){ &key, 1 });
		if (!s.found && f->code && may_lack(f->code, f->arena, (struct keypath){ &key, 1 }))
			continue; /* the dialect's training code may differ from the project's */
		if (!s.found && facts_is_absent(s.val))
			list_push(f->arena, out.as.list, key, nowhere);
		else if (!s.found)
			return s.val;
	}
	return out;
}

/* ---- classes ---- */

/* The project's class behind d's type accepts any keyword in its **kwargs and reads none: returns its line. */
static struct value fn_swallows(struct rulecall *c)
{
	struct facts *f = c->facts;
	struct value v = rule_type_value(c, rule_arg(c, 0));
	const char *name = value_is_known(v) ? rule_type_text(v) : NULL;
	const struct code_params *own = rule_own_class(c, rule_arg(c, 0)).params;
	if (!own || own->open)
		return value_is_known(v) ? rule_unknown(c, WHY_UNMAPPED, name) : v;
	if (own->swallows)
		remember(f, code_params_at(f->code, own, false),
			 arena_printf(f->arena, "what is left in its **kwargs is not used (%s)",
				      own->by ? own->by : ""));
	return rule_bool(own->swallows);
}

/* The hook of the evaluation runs before the others of each iteration: returns the place. */
static struct value fn_evaluates_early(struct rulecall *c)
{
	struct facts *f = c->facts;
	struct code_place at;
	if (!f->code)
		return rule_unknown(c, WHY_UNMAPPED, NULL);
	bool early = code_early_hook(f->code, &at);
	if (early)
		remember(f, at, "registered here");
	return rule_bool(early);
}

/* How the hooks of the evaluation treat a key, by the project's own code. */
static struct value fn_evaluation_hook(struct rulecall *c)
{
	struct value why;
	const struct str *key;
	const struct code_params *hook = c->facts->code ? code_hooks(c->facts->code) : NULL;
	if (!rule_text(c, 0, &key, &why))
		return why;
	return value_text(!hook ? "unseen" : str_among(key, hook->name, hook->n) ? "takes" : "leaves", nowhere);
}

/* ---- rows ---- */

static const struct rulefn rows[] = {
	{ "actual", 2, 2, fn_actual, LOOKS_VALUE, OF_ANY },
	{ "base_sibling", 1, 1, fn_base_sibling, LOOKS_ALL, OF_CONFIGS },
	{ "code_leaves", 2, 2, fn_code_leaves, LOOKS_VALUE, OF_ANY },
	{ "code_reads", 2, 2, fn_code_reads, LOOKS_VALUE, OF_ANY },
	{ "code_reads_first", 2, 2, fn_code_reads_first, LOOKS_VALUE, OF_ANY },
	{ "code_says", 1, 1, fn_code_says, LOOKS_VALUE, OF_ANY },
	{ "holder", 1, 1, fn_holder, LOOKS_HOLDER, OF_ANY },
	{ "children_change", 1, 1, fn_children_change, LOOKS_ALL, OF_CONFIGS },
	{ "heirs_change", 1, 1, fn_children_change, LOOKS_ALL, OF_CONFIGS }, /* its old name */
	{ "loaded", 1, 1, fn_loaded, LOOKS_ALL, OF_CONFIGS },
	{ "read_by", 1, 1, fn_read_by, LOOKS_VALUE, OF_ANY },
	{ "read_keys", 1, 1, fn_read_keys, LOOKS_VALUE, OF_ANY },
	{ "reads", 2, 2, fn_reads, LOOKS_VALUE, OF_ANY },
	{ "rejects", 2, 2, fn_rejects, LOOKS_VALUE, OF_ANY },
	{ "signature", 3, 4, fn_signature, LOOKS_VALUE, OF_ANY },
	{ "evaluation_hook", 1, 1, fn_evaluation_hook, LOOKS_VALUE, OF_ANY },
	{ "evaluates_early", 0, 0, fn_evaluates_early, LOOKS_VALUE, OF_ANY },
	{ "swallows", 1, 1, fn_swallows, LOOKS_CLASS, OF_ANY },
	{ "required_missing", 0, 0, fn_required_missing, LOOKS_MISSING, OF_ANY },
};

const struct rulefns rulefns_code = { rows, ARRAY_SIZE(rows) };
