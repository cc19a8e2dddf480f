// SPDX-License-Identifier: MIT
/* Rule functions about what a sample holds on its way through the transforms of a data set: sample_of, starved,
 * sample_after. Each transform reads and writes keys, as its class says (facts `reads`, `writes`, `leaves`, `runs` and
 * `chooses` of rules/parts.yaml); what is not known of a class opens the sample: it may hold any key then. The
 * project's own copy of a class may write further keys, and reads only what its code names.
 *
 *	LoadImageFromFile, then Collect of `gt_masks`	Collect is starved: no step writes gt_masks */
#include "base/buf.h"
#include "code/classes/member.h"
#include "facts/function/located.h"
#include "facts/function/priv.h"
#include "facts/mark.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"
#include <string.h>

enum { STEPS_MAX = 2000, STEPS_DEEP = 12, KEYS_MAX = 400 };
static const struct span nowhere;

struct sample { /* after a step */
	const struct str **key;
	uint32_t n;
	bool open;	  /* it may hold others */
	struct value why; /* if it is open: the first cause, Unknown */
};
struct passage { /* of a sample through the steps */
	struct rulecall *call;
	struct sample now;
	struct list *starved; /* [step, key]; NULL: not required */
	uint32_t steps;
};

/* ---- samples ---- */

static bool holds_key(const struct sample *s, const struct str *key)
{
	return str_among(key, s->key, s->n);
}

static void open_sample(struct passage *p, struct value why)
{
	if (!p->now.open)
		p->now.why = why;
	p->now.open = true;
}

static void add_key(struct passage *p, const struct str *key)
{
	struct sample *s = &p->now;
	if (holds_key(s, key))
		return;
	if (s->n == KEYS_MAX) {
		open_sample(p, rule_unknown(p->call, WHY_PART, "it holds too many keys"));
		return;
	}
	const struct str **grown = arena_array(p->call->facts->arena, const struct str *, s->n + 1);
	if (s->n)
		memcpy(grown, s->key, s->n * sizeof *grown);
	grown[s->n++] = key;
	s->key = grown;
}

static void unite(struct passage *p, const struct sample *with)
{
	for (uint32_t i = 0; i < with->n; i++)
		add_key(p, with->key[i]);
	if (with->open)
		open_sample(p, with->why);
}

static struct value facts_texts(const struct passage *p, struct value v)
{
	bool good = value_is_listlike(v) && !v.as.list->open;
	for (uint32_t i = 0; good && i < v.as.list->n; i++)
		good = v.as.list->at[i].val.kind == VALUE_STR && !(v.as.list->at[i].flags & EF_MAYBE);
	if (good || v.kind == VALUE_UNKNOWN)
		return v;
	return rule_unknown(p->call, WHY_TYPE, NULL);
}

/* Adds the keys of a list of texts; what isn't known opens the sample. */
static void add_keys(struct passage *p, struct value keys)
{
	keys = facts_texts(p, keys);
	if (keys.kind == VALUE_UNKNOWN)
		open_sample(p, keys);
	for (uint32_t i = 0; keys.kind != VALUE_UNKNOWN && i < keys.as.list->n; i++)
		add_key(p, keys.as.list->at[i].val.as.s);
}

/* ---- the project's code of a class ---- */

/* Texts of code/classes/sample_keys.h; NULL: the project has no code of it. */
static const struct list *keys_of_code(const struct rulecall *c, const struct located *at, const char *how)
{
	struct code_member m = { 0 };
	if (c->facts->code && at->class.type)
		m = code_member(c->facts->code, CODE_KEYS, &at->class, str_lit(how));
	return m.is == CODE_MEMBER_KNOWN && value_is_listlike(m.val) ? m.val.as.list : NULL;
}

/* The code says it with that mark. */
static bool keys_say(const struct list *code, const char *mark, const char *key, size_t len)
{
	size_t m = strlen(mark);
	for (uint32_t i = 0; i < code->n; i++) {
		const struct str *s = code->at[i].val.as.s;
		if (s->len == m + len && !memcmp(s->s, mark, m) && !memcmp(s->s + m, key, len))
			return true;
	}
	return false;
}

/* An expression of the row names the key, so that the row says when it is written: 'img', 'inputs with img'. */
static bool row_names(const struct passage *p, const struct part_row *row, const char *fact, const char *key)
{
	const struct facts *f = p->call->facts;
	const struct part_expr *x = row ? parts_fact(&f->vocab->parts, row, part_family(f), str_lit(fact)) : NULL;
	size_t len = strlen(key);
	struct walk w;
	if (!x)
		return false;
	walk_begin(&w, x->expr);
	for (const struct node *n; (n = walk_next(&w));)
		if (n->kind == NODE_STR && !strncmp(n->text->s, key, len) &&
		    (!n->text->s[len] || n->text->s[len] == ' '))
			return true;
	return false;
}

/* row: what it says itself counts as it says; NULL: none */
static void add_keys_of_code(struct passage *p, const struct list *code, const struct part_row *row)
{
	for (uint32_t i = 0; i < code->n; i++) {
		const char *text = code->at[i].val.as.s->s;
		if (*text == '=' && !row_names(p, row, "writes", text + 1) && !row_names(p, row, "leaves", text + 1))
			add_key(p, str_lit(text + 1));
	}
	if (keys_say(code, "?", "", 0))
		open_sample(p, rule_unknown(p->call, WHY_PART, "its code may add any key"));
}

/* ---- steps ---- */

static bool is_text(struct value v, const char *text, size_t len)
{
	return v.kind == VALUE_STR && v.as.s->len == len && !memcmp(v.as.s->s, text, len);
}

/* The config itself gives the text to the step: keys=['img']. */
static bool is_given(struct value step, const char *text, size_t len)
{
	struct dict_iter it;
	const struct entry *e;
	for (dict_begin(&it, step.as.dict); (e = dict_next(&it));) {
		if (is_text(e->val, text, len))
			return true;
		for (uint32_t i = 0; value_is_listlike(e->val) && i < e->val.as.list->n; i++)
			if (is_text(e->val.as.list->at[i].val, text, len))
				return true;
	}
	return false;
}

/* The code names the key or the config gives it; or it is made of such a text and of what the code names around it:
 * results[f'{self.key}_path'] with key='img'. */
static bool is_spoken_of(const struct list *code, struct value step, const struct str *key)
{
	for (size_t from = 0; from < key->len; from++) {
		if (from && !keys_say(code, "", key->s, from))
			continue;
		for (size_t to = key->len; to > from; to--) {
			const char *text = key->s + from;
			bool rest = to == key->len || keys_say(code, "", key->s + to, key->len - to);
			if (rest && (keys_say(code, "", text, to - from) || is_given(step, text, to - from)))
				return true;
		}
	}
	return false;
}

/* "img", "img unless img_fields" */
static void read_key(struct passage *p, struct value step, const struct list *code, const struct str *text)
{
	static const char unless[] = " unless ";
	struct arena *a = p->call->facts->arena;
	const char *guard = strstr(text->s, unless);
	const struct str *key = guard ? str_of(text->s, (size_t)(guard - text->s)) : text;
	bool there = holds_key(&p->now, key) || (guard && holds_key(&p->now, str_lit(guard + sizeof unless - 1)));
	bool other = code && !is_spoken_of(code, step, key); /* code of another kind */
	if (p->now.open || there || other)
		return;
	struct value pair = value_list(a, VALUE_LIST, 0, nowhere);
	list_push(a, pair.as.list, step, step.at);
	list_push(a, pair.as.list, value_str(key, nowhere), nowhere);
	if (p->starved)
		list_push(a, p->starved, pair, nowhere);
	add_key(p, key); /* each is reported once */
}

static void read_keys(struct passage *p, struct value step, const struct list *code)
{
	struct value keys = facts_texts(p, rule_part_fact(p->call, step, str_lit("reads")));
	for (uint32_t i = 0; value_is_listlike(keys) && i < keys.as.list->n; i++)
		read_key(p, step, code, keys.as.list->at[i].val.as.s);
}

static void pass(struct passage *p, struct value steps, unsigned deep);

/* The sample takes one of these ways: an element is a step or a list of steps. */
static void pass_one_of(struct passage *p, struct value ways, unsigned deep)
{
	const struct sample before = p->now;
	struct sample after = { 0 };
	for (uint32_t i = 0; i < ways.as.list->n; i++) {
		struct value way = ways.as.list->at[i].val, one = way;
		if (!value_is_listlike(way)) {
			one = value_list(p->call->facts->arena, VALUE_LIST, 0, nowhere);
			list_push(p->call->facts->arena, one.as.list, way, way.at);
		}
		p->now = before;
		pass(p, one, deep);
		const struct sample taken = p->now;
		p->now = after;
		unite(p, &taken);
		after = p->now;
	}
	p->now = ways.as.list->n ? after : before;
}

/* The steps that a step runs itself: `runs`, one after another; `chooses`, one of them. */
static void pass_inner(struct passage *p, struct value step, unsigned deep)
{
	struct value runs = rule_part_fact(p->call, step, str_lit("runs")),
		     ways = rule_part_fact(p->call, step, str_lit("chooses"));
	if (!facts_is_absent(runs))
		pass(p, runs, deep + 1);
	if (value_is_listlike(ways) && !ways.as.list->open)
		pass_one_of(p, ways, deep + 1);
	else if (!facts_is_absent(ways))
		open_sample(p, rule_unknown(p->call, WHY_TYPE, NULL));
}

/* "inputs", "inputs with img": if the sample may have img */
static void leave(struct passage *p, struct value keys)
{
	static const char with[] = " with ";
	const struct sample before = p->now;
	p->now = (struct sample){ 0 };
	keys = facts_texts(p, keys);
	if (keys.kind == VALUE_UNKNOWN)
		open_sample(p, keys);
	for (uint32_t i = 0; keys.kind != VALUE_UNKNOWN && i < keys.as.list->n; i++) {
		const struct str *text = keys.as.list->at[i].val.as.s;
		const char *needs = strstr(text->s, with);
		const struct str *key = needs ? str_of(text->s, (size_t)(needs - text->s)) : text;
		if (!needs || before.open || holds_key(&before, str_lit(needs + sizeof with - 1)))
			add_key(p, key);
	}
}

/* A transform of the project's own. */
static void pass_own(struct passage *p, struct value step, const struct located *at)
{
	struct rulecall *c = p->call;
	const struct str *query = c->facts->vocab->parts.step;
	const struct list *code = at->own && query ? keys_of_code(c, at, query->s) : NULL;
	for (uint32_t i = 0; code && i < code->n; i++)
		if (*code->at[i].val.as.s->s == '!')
			read_key(p, step, NULL, str_lit(code->at[i].val.as.s->s + 1));
	if (code)
		add_keys_of_code(p, code, NULL);
	else
		open_sample(p, part_unknown(c, step, at->part ? part_no_row : at->why));
}

static void pass_step(struct passage *p, struct value step, unsigned deep)
{
	struct rulecall *c = p->call;
	const struct located at = part_located(c, step);
	if (!at.part || (at.changes && at.changes->n)) {
		pass_own(p, step, &at);
		return;
	}
	const struct list *code = keys_of_code(c, &at, "class");
	struct value writes = rule_part_fact(c, step, str_lit("writes")),
		     leaves = rule_part_fact(c, step, str_lit("leaves"));
	read_keys(p, step, code);
	if (facts_is_absent(writes))
		open_sample(p, part_unknown(c, step, "which keys it writes"));
	else
		add_keys(p, writes);
	pass_inner(p, step, deep);
	if (!facts_is_absent(leaves))
		leave(p, leaves);
	if (code)
		add_keys_of_code(p, code, at.part);
}

static void pass(struct passage *p, struct value steps, unsigned deep)
{
	struct facts *f = p->call->facts;
	if (!value_is_listlike(steps) || steps.as.list->open || deep > STEPS_DEEP ||
	    p->steps + steps.as.list->n > STEPS_MAX) {
		open_sample(p, steps.kind == VALUE_UNKNOWN ? steps : rule_unknown(p->call, WHY_TYPE, NULL));
		return;
	}
	p->steps += steps.as.list->n;
	for (uint32_t i = 0; i < steps.as.list->n; i++) {
		struct value step = steps.as.list->at[i].val;
		struct keypath at;
		if (step.kind == VALUE_DICT && !step.spare && facts_path_of_value(f, step, &at))
			step = facts_mark(f, step, at);
		if (step.kind == VALUE_DICT && !(steps.as.list->at[i].flags & EF_MAYBE))
			pass_step(p, step, deep);
		else if (value_is_listlike(step))
			pass_one_of(p, step, deep + 1);
		else
			open_sample(p, step.kind == VALUE_UNKNOWN ? step : rule_unknown(p->call, WHY_TYPE, NULL));
	}
}

/* ---- functions ---- */

static struct value texts_of(const struct passage *p)
{
	struct arena *a = p->call->facts->arena;
	struct value out = value_list(a, VALUE_LIST, 0, nowhere);
	for (uint32_t i = 0; i < p->now.n; i++)
		list_push(a, out.as.list, value_str(p->now.key[i], nowhere), nowhere);
	return p->now.open ? p->now.why : out;
}

/* sample_of(d): the keys with which a sample of the data set begins */
static struct value fn_sample_of(struct rulecall *c)
{
	struct value d = rule_arg(c, 0);
	struct passage p = { .call = c };
	struct keypath at;
	if (d.kind != VALUE_DICT)
		return d.kind == VALUE_UNKNOWN ? d : rule_unknown(c, WHY_TYPE, NULL);
	if (!d.spare && facts_path_of(c->facts_ctx, rule_node(c, 0), &at, 0))
		d = facts_mark(c->facts, d, at);
	const struct located found = part_located(c, d);
	const struct list *code = found.part ? keys_of_code(c, &found, "file") : NULL;
	add_keys(&p, rule_part_fact(c, d, str_lit("gives")));
	if (code)
		add_keys_of_code(&p, code, NULL);
	return texts_of(&p);
}

static void send(struct passage *p)
{
	add_keys(p, rule_arg(p->call, 1));
	pass(p, rule_arg(p->call, 0), 0);
}

/* starved(steps, sample): [step, key] of steps that certainly read a key which the sample lacks there */
static struct value fn_starved(struct rulecall *c)
{
	struct value out = value_list(c->facts->arena, VALUE_LIST, 0, nowhere);
	struct passage p = { .call = c, .starved = out.as.list };
	send(&p);
	return out;
}

/* sample_after(steps, sample): the keys that it has then */
static struct value fn_sample_after(struct rulecall *c)
{
	struct passage p = { .call = c };
	send(&p);
	return texts_of(&p);
}

static const struct rulefn rows[] = {
	{ "sample_after", 2, 2, fn_sample_after, LOOKS_PART, OF_CONFIGS },
	{ "sample_of", 1, 1, fn_sample_of, LOOKS_PART, OF_CONFIGS },
	{ "starved", 2, 2, fn_starved, LOOKS_PART, OF_CONFIGS },
};

const struct rulefns rulefns_sample_flow = { rows, ARRAY_SIZE(rows) };
