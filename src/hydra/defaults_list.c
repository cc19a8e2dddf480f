// SPDX-License-Identifier: MIT
/* Expands defaults lists recursively into a tree, from the last item to the first, and flattens it. Overrides of groups
 * are collected on the way down: those of the command line win, then those of outer lists.
 *
 * Invariant: what Hydra would raise for becomes a problem, and the list is marked `raises`; what is not known marks it
 * `unclear`. Depth and number of items are limited.
 *
 *	config.yaml	defaults: [{model: resnet}, _self_]
 *	model/resnet	no list		-> parts: model/resnet at "model", then config at "" */
#include "hydra/defaults_list.h"
#include "hydra/default_item.h"
#include "base/near.h"
#include <string.h>

enum { DEEP = 24, ITEMS_MAX = 2000 };
struct choice_override { /* of a group, by a file or the command line */
	const char *key, *value;
	struct value options;
	const struct hydra_item *from; /* NULL: the command line */
	uint32_t by;		       /* index of the override plus 1 */
	struct span at;
	bool used, unclear, is_null;
};
struct deletion {
	const char *key, *name;
	uint32_t by;
	bool used;
};
VEC(choice_overrides, struct choice_override);
VEC(deletions, struct deletion);
struct tree;
VEC(trees, struct tree *);
struct tree {
	struct hydra_item *d;
	struct tree *up, **kid;
	uint32_t n;
	const struct hydra_file *file; /* NULL: not known, or none */
	bool unclear;		       /* its content is not known */
	bool chosen;		       /* one of a list of options, or named by an interpolation */
};
struct expander {
	const struct hydra_composer *c;
	struct arena *a;
	struct hydra_list *out;
	const struct hydra_override *override;
	uint32_t noverrides, nitems;
	struct choice_overrides choice;
	struct deletions deletion;
	struct hydra_item *append;
	uint32_t nappend;
	bool hidden;		 /* a config that is not known, or missing, may have a list of its own */
	struct hydra_names leaf; /* keys of groups whose files have no list of their own */
};

static void report(struct expander *x, enum hydra_trouble what, const struct hydra_item *d, const char *group,
		   const char *name, const char *near)
{
	vec_push(&x->out->problem, ((struct hydra_problem){ .what = what,
							    .at = d->at,
							    .group = group,
							    .name = name ? name : "null",
							    .in = d->in,
							    .near = near,
							    .override = d->by }));
	x->out->raises |= what != HYDRA_KEYWORD;
}

/* ---- overrides ---- */

static const char *override_key(struct arena *a, const struct hydra_override *o)
{
	return o->package ? arena_printf(a, "%s@%s", o->key, o->package) : o->key;
}

static void take_group_override(struct expander *x, uint32_t i)
{
	const struct hydra_override *o = &x->override[i];
	const char *key = override_key(x->a, o), *text = o->value.kind == VALUE_STR ? o->value.as.s->s : NULL;

	if (o->how == HYDRA_DELETE) {
		vec_push(&x->deletion, ((struct deletion){ key, o->has_value ? text : NULL, i + 1, false }));
	} else if (o->how == HYDRA_ADD) {
		x->append[x->nappend++] =
			(struct hydra_item){ .is_group = true,
					     .appended = true,
					     .group = o->key,
					     .package = o->package,
					     .value = text,
					     .options = o->value.kind == VALUE_LIST ? o->value : (struct value){ 0 },
					     .unclear = o->value.kind == VALUE_UNKNOWN,
					     .by = i + 1,
					     .at = o->at,
					     .key_at = o->at };
	} else if (o->how == HYDRA_SET) {
		struct choice_override c = { .key = key,
					     .value = text,
					     .by = i + 1,
					     .at = o->at,
					     .options = o->value.kind == VALUE_LIST ? o->value : (struct value){ 0 },
					     .unclear = o->value.kind == VALUE_UNKNOWN };

		vec_push(&x->choice, c);
	}
}

static void take_overrides(struct expander *x)
{
	x->append = arena_array(x->a, struct hydra_item, x->noverrides + 1);
	for (uint32_t i = 0; i < x->noverrides; i++) {
		const struct hydra_override *o = &x->override[i];

		if (o->unknown || o->value.kind == VALUE_DICT || hydra_is_own(o->key))
			continue;
		enum hydra_there is = hydra_group(x->c->search, o->key);

		x->out->unclear |= is == HYDRA_MAYBE && !strchr(o->key, '.');
		if (is == HYDRA_FILE)
			take_group_override(x, i);
	}
}

/* The last one of the command line wins; then the first of the files. */
static struct choice_override *choice_of(struct expander *x, const char *key)
{
	struct choice_override *found = NULL;

	for (size_t i = 0; i < x->choice.n; i++) {
		struct choice_override *c = &x->choice.at[i];

		if (!strcmp(c->key, key) && (!found || (found->by && c->by)))
			found = c;
	}
	return found;
}

static void add_override(struct expander *x, const struct hydra_item *d)
{
	const char *key = hydra_item_key(x->a, d, x->c->base);

	if (!choice_of(x, key))
		vec_push(&x->choice, ((struct choice_override){ .key = key,
								.value = d->value,
								.options = d->options,
								.from = d,
								.at = d->at,
								.unclear = d->unclear }));
}

static void apply_choice(struct expander *x, struct hydra_item *d)
{
	struct choice_override *c =
		d->is_group && !d->unclear ? choice_of(x, hydra_item_key(x->a, d, x->c->base)) : NULL;

	if (!c)
		return;
	for (size_t i = 0; i < x->choice.n; i++)
		if (!strcmp(x->choice.at[i].key, c->key))
			x->choice.at[i].used = true;
	d->value = c->value;
	d->options = c->options;
	d->chosen_outside = true;
	d->by = c->by;
	d->at = c->at;
	d->in = c->from ? c->from->in : NULL;
	d->unclear = c->unclear;
}

static bool is_deleted(struct expander *x, struct hydra_item *d)
{
	for (size_t i = 0; d->is_group && i < x->deletion.n; i++) {
		struct deletion *del = &x->deletion.at[i];
		const char *name = hydra_item_name(d);

		if (strcmp(del->key, hydra_item_key(x->a, d, x->c->base)) != 0 ||
		    (del->name && (!name || strcmp(del->name, name) != 0)))
			continue;
		del->used = d->deleted = true;
		return true;
	}
	return false;
}

/* ---- choices ---- */

static void note_choice(struct expander *x, const struct hydra_item *d)
{
	const char *key, *name = d->value;

	if (!d->is_group)
		return;
	key = hydra_item_key(x->a, d, x->c->base);
	for (size_t i = 0; i < x->out->choice.n; i++) {
		const struct hydra_choice *c = &x->out->choice.at[i];

		if (strcmp(c->key, key) != 0)
			continue;
		if (!c->name != !name || (name && strcmp(c->name, name) != 0))
			report(x, HYDRA_TWICE, d, key, name, NULL);
		return;
	}
	vec_push(&x->out->choice, ((struct hydra_choice){ key, hydra_item_group(x->a, d), name }));
}

static const char *chosen(const struct expander *x, const char *key, size_t n)
{
	for (size_t i = 0; i < x->out->choice.n; i++)
		if (strlen(x->out->choice.at[i].key) == n && !strncmp(x->out->choice.at[i].key, key, n))
			return x->out->choice.at[i].name;
	return NULL;
}

/* `${db}_${server}` by the choices so far; NULL: not all of it is known. */
static const char *interpolated(struct expander *x, const char *text)
{
	struct buf b = { 0 };
	bool good = true;

	while (*text && good) {
		const char *end = text[0] == '$' && text[1] == '{' ? strchr(text, '}') : NULL;
		const char *name = end ? chosen(x, text + 2, (size_t)(end - text - 2)) : NULL;

		good = !end || name;
		if (end && name)
			buf_puts(&b, name);
		else
			buf_putc(&b, *text);
		text = end ? end + 1 : text + 1;
	}
	const char *s = good ? arena_strdup(x->a, buf_str(&b)) : NULL;

	buf_release(&b);
	return s && !strstr(s, "${") ? s : NULL;
}

/* ---- the tree ---- */

static struct tree *leaf(struct expander *x, struct hydra_item *d, struct tree *up)
{
	struct tree *t = arena_new(x->a, struct tree);

	*t = (struct tree){ .d = d, .up = up };
	return t;
}

struct items {
	struct hydra_item **at;
	uint32_t n;
};

static void add_self(struct expander *x, struct items *l, const struct hydra_item *of)
{
	bool has = false, others = false;

	for (uint32_t i = 0; i < l->n; i++) {
		has |= hydra_item_is_self(l->at[i]);
		others |= !l->at[i]->override;
	}
	if (has || (!others && l->n))
		return;
	x->out->no_self |= of->primary && others;
	struct hydra_item *self = arena_new(x->a, struct hydra_item);

	*self = (struct hydra_item){ .value = "_self_", .in = of->value };
	l->at[l->n++] = self;
}

static struct items items_of(struct expander *x, const struct tree *t, const char *config)
{
	const struct value list = t->file ? t->file->defaults : (struct value){ 0 };
	uint32_t n = list.kind == VALUE_LIST ? list.as.list->n : 0;
	struct items l = { arena_array(x->a, struct hydra_item *, n + x->nappend + 1), 0 };

	for (uint32_t i = 0; i < n && x->nitems < ITEMS_MAX; i++, x->nitems++) {
		l.at[l.n] = arena_new(x->a, struct hydra_item);
		*l.at[l.n] = hydra_item_read(x->a, list.as.list->at[i].val, x->c->base, config);
		if (l.at[l.n]->wrong_word)
			report(x, HYDRA_KEYWORD, l.at[l.n], l.at[l.n]->group, l.at[l.n]->wrong_word,
			       near_word(l.at[l.n]->wrong_word, (const char *const[]){ "override", "optional" }, 2));
		l.n++;
	}
	x->out->unclear |= x->nitems >= ITEMS_MAX;
	if (l.n || (t->d->primary && x->nappend))
		add_self(x, &l, t->d);
	for (uint32_t i = 0; t->d->primary && i < x->nappend; i++)
		l.at[l.n++] = &x->append[i];
	return l;
}

/* Items that are none are taken out. Overrides of Hydra's own groups, too. */
static void place_items(struct expander *x, struct items *l, struct hydra_item *parent)
{
	const char *dir = hydra_item_group(x->a, parent), *package = hydra_item_package(x->a, parent, true, x->c->base);
	const struct hydra_item *seen = NULL;
	uint32_t n = 0;

	for (uint32_t i = 0; i < l->n; i++) {
		struct hydra_item *d = l->at[i];

		if (d->bad || (d->unclear && !d->is_group)) {
			if (d->bad)
				report(x, HYDRA_BAD_ITEM, d, "", "", NULL);
			x->out->unclear = true;
			continue;
		}
		l->at[n++] = d;
		if (hydra_item_is_self(d))
			continue;
		hydra_item_parent(x->a, d, dir, package);
		bool legacy = x->c->base < 2 && d->is_group && !d->override && !strncmp(d->group, "hydra/", 6);

		if (seen && !d->override && !d->appended && !legacy)
			report(x, HYDRA_OVERRIDE_EARLY, seen, hydra_item_group(x->a, seen), seen->value, NULL);
		d->override |= legacy;
		if (d->is_group && d->override) {
			seen = legacy ? seen : d;
			add_override(x, d);
		}
	}
	l->n = n;
}

static void expand(struct expander *x, struct tree *t, unsigned depth);

static struct tree *add_kid(struct expander *x, struct tree *t, struct hydra_item *d, unsigned depth)
{
	struct tree *k = leaf(x, d, t);

	expand(x, k, depth + 1);
	return k;
}

static void add_options(struct expander *x, struct tree *t, struct hydra_item *d, struct trees *kids, unsigned depth)
{
	const struct list *l = d->options.as.list;

	for (uint32_t i = l->n; i-- > 0 && x->nitems < ITEMS_MAX; x->nitems++) {
		struct hydra_item *one = arena_new(x->a, struct hydra_item);
		const struct str *name = l->at[i].val.kind == VALUE_STR ? l->at[i].val.as.s : NULL;

		x->out->unclear |= !name;
		if (!name)
			continue;
		*one = (struct hydra_item){ .value = arena_printf(x->a, "%s/%s", d->group, name->s),
					    .package = d->package,
					    .optional = d->optional,
					    .at = l->at[i].val.at,
					    .in = d->in,
					    .by = d->by };
		hydra_item_parent(x->a, one, d->parent_dir, d->parent_package);
		vec_push(kids, add_kid(x, t, one, depth));
		kids->at[kids->n - 1]->chosen = true;
	}
}

static void resolve_kid(struct expander *x, struct tree *k, unsigned depth)
{
	const char *value = interpolated(x, k->d->value);

	k->unclear = !value;
	k->chosen = true;
	if (!value)
		return;
	k->d->value = value;
	expand(x, k, depth + 1);
}

static void expand_items(struct expander *x, struct tree *t, struct items *l, unsigned depth)
{
	struct trees kids = { 0 };

	for (uint32_t i = l->n; i-- > 0;) {
		struct hydra_item *d = l->at[i];

		if (hydra_item_is_self(d)) {
			vec_push(&kids, leaf(x, d, t));
			continue;
		}
		if (d->override)
			continue;
		apply_choice(x, d);
		if (hydra_item_is_list(d))
			add_options(x, t, d, &kids, depth);
		else if (hydra_item_is_interpolation(d))
			vec_push(&kids, leaf(x, d, t));
		else
			vec_push(&kids, add_kid(x, t, d, depth));
	}
	for (size_t i = 0; i < kids.n; i++)
		if (!kids.at[i]->n && hydra_item_is_interpolation(kids.at[i]->d))
			resolve_kid(x, kids.at[i], depth);
	t->kid = arena_array(x->a, struct tree *, kids.n + 1);
	for (size_t i = kids.n; i-- > 0;)
		t->kid[t->n++] = kids.at[i];
	vec_release(&kids);
}

static void note_absent(struct expander *x, struct hydra_item *d, const char *config)
{
	if (d->optional) {
		d->deleted = true;
		return;
	}
	const char *group = d->primary ? "" : hydra_item_group(x->a, d);

	report(x, d->is_group ? HYDRA_NO_OPTION : HYDRA_NO_CONFIG, d, group, d->is_group ? d->value : config,
	       hydra_near_option(x->c->search, group, hydra_item_name(d)));
}

/* false: nothing of it is expanded. */
static bool find_file(struct expander *x, struct tree *t, const char *config)
{
	enum hydra_there there = hydra_find(x->c->search, config, &t->file);

	t->unclear = there == HYDRA_STORED || there == HYDRA_MAYBE || (t->file && !t->file->good);
	x->hidden |= t->unclear;
	x->out->unclear |= there == HYDRA_MAYBE;
	if (there == HYDRA_ABSENT) {
		x->hidden |= !t->d->optional;
		note_absent(x, t->d, config);
	}
	if (t->file)
		hydra_item_header(x->a, t->d, t->file->package, x->c->base);
	return t->file && t->file->good;
}

static void expand(struct expander *x, struct tree *t, unsigned depth)
{
	struct hydra_item *d = t->d;
	struct items l;

	if (depth > DEEP || x->nitems >= ITEMS_MAX || d->unclear) {
		/* which package its file asks for is not known, either */
		t->unclear = x->out->unclear = true;
		return;
	}
	if (d->primary)
		hydra_item_parent(x->a, d, "", "");
	if (is_deleted(x, d))
		return;
	note_choice(x, d);
	if (!hydra_item_name(d))
		return;
	if (hydra_item_is_missing(d)) {
		if (!x->c->multirun)
			report(x, HYDRA_NOT_CHOSEN, d, hydra_item_key(x->a, d, x->c->base), "???", NULL);
		return;
	}
	const char *config = hydra_item_config(x->a, d);

	/* the list of a stored primary config is not known; what the command line appends to it is */
	if (!find_file(x, t, config) && !(d->primary && x->nappend && !t->file && t->unclear))
		return;
	x->out->unclear |= t->file && t->file->odd_defaults;
	l = items_of(x, t, config);
	place_items(x, &l, d);
	for (uint32_t i = 0; i < l.n; i++)
		if (hydra_item_is_self(l.at[i]))
			hydra_item_parent(x->a, l.at[i], d->parent_dir, d->parent_package);
	expand_items(x, t, &l, depth);
}

/* ---- the list ---- */

/* Hydra compares only these. */
static void note_leaf(struct expander *x, const struct hydra_item *d)
{
	const char *key = d->is_group && !d->unclear ? hydra_item_key(x->a, d, x->c->base) : NULL;

	for (size_t i = 0; key && i < x->leaf.n; i++)
		if (!strcmp(x->leaf.at[i], key)) {
			report(x, HYDRA_TWICE, d, key, d->value, NULL);
			return;
		}
	if (key)
		vec_push(&x->leaf, key);
}

/* Another choice, or none, may stand in its place. */
static bool may_differ(const struct tree *t)
{
	return t->chosen || t->unclear || t->d->is_group || t->d->optional || t->d->appended;
}

static void push_part(struct expander *x, const struct tree *t, unsigned depth, unsigned chosen_at)
{
	bool self = hydra_item_is_self(t->d) && t->up;
	const struct tree *of = self ? t->up : t;
	bool group = of->d->is_group && !of->d->optional && !of->d->appended && !of->chosen;
	struct hydra_part p = { .config = of->d->value ? hydra_item_config(x->a, of->d) : "",
				.package = hydra_item_package(x->a, of->d, true, x->c->base),
				.file = of->file && of->file->good ? of->file : NULL,
				.primary = of->d->primary,
				.depth = self ? depth - 1 : depth,
				.chosen_at = chosen_at,
				.group = group ? hydra_item_group(x->a, of->d) : NULL,
				.self_at = self ? t->d->at : (struct span){ 0 } };

	vec_push(&x->out->part, p);
}

static void flatten(struct expander *x, const struct tree *t, unsigned depth, unsigned chosen_at)
{
	const struct tree *of = t->d->value && hydra_item_is_self(t->d) && t->up ? t->up : t;

	chosen_at = of == t && depth && may_differ(t) ? depth : chosen_at;
	if (t->n) {
		size_t self = SIZE_MAX;

		for (uint32_t i = 0; i < t->n; i++) {
			size_t n = x->out->part.n;

			flatten(x, t->kid[i], depth + 1, chosen_at);
			if (hydra_item_is_self(t->kid[i]->d) && x->out->part.n > n)
				self = n;
		}
		if (self < x->out->part.n)
			x->out->part.at[self].end = x->out->part.n;
		return;
	}
	if (of->d->deleted || (!hydra_item_name(of->d) && !t->unclear) ||
	    (!hydra_item_is_list(of->d) && hydra_item_is_missing(of->d)))
		return;
	if (!of->file && !of->unclear) /* absent, and reported */
		return;
	note_leaf(x, t->d);
	push_part(x, t, depth, chosen_at);
}

static void check_used(struct expander *x)
{
	for (size_t i = 0; i < x->choice.n && !x->hidden; i++) {
		const struct choice_override *c = &x->choice.at[i];
		const char *group = arena_strndup(x->a, c->key, strcspn(c->key, "@"));
		struct hydra_names keys = { 0 };

		if (c->used || hydra_is_own(group) || x->out->unclear)
			continue;
		for (size_t k = 0; k < x->out->choice.n; k++)
			vec_push(&keys, x->out->choice.at[k].key);
		report(x, HYDRA_UNUSED,
		       &(struct hydra_item){ .at = c->from ? c->from->key_at : c->at,
					     .in = c->from ? c->from->in : NULL,
					     .by = c->by },
		       c->key, c->value, near_word(c->key, keys.at, keys.n));
		vec_release(&keys);
	}
	for (size_t i = 0; i < x->deletion.n && !x->hidden; i++)
		if (!x->deletion.at[i].used && !x->out->unclear)
			report(x, HYDRA_UNUSED,
			       &(struct hydra_item){ .at = x->override[x->deletion.at[i].by - 1].at,
						     .by = x->deletion.at[i].by },
			       x->deletion.at[i].key, x->deletion.at[i].name, NULL);
}

void hydra_list_make(const struct hydra_composer *c, const char *primary, const struct hydra_override *o, uint32_t n,
		     struct hydra_list *out)
{
	struct expander x = { .c = c, .a = c->search->a, .out = out, .override = o, .noverrides = n };
	struct hydra_item *root = arena_new(x.a, struct hydra_item);
	struct tree *t = leaf(&x, root, NULL);

	*out = (struct hydra_list){ 0 };
	*root = (struct hydra_item){ .value = primary, .primary = true };
	take_overrides(&x);
	expand(&x, t, 0);
	flatten(&x, t, 0, 0);
	check_used(&x);
	out->unclear |= c->search->spent;
	vec_release(&x.choice);
	vec_release(&x.deletion);
	vec_release(&x.leaf);
}

void hydra_list_release(struct hydra_list *l)
{
	vec_release(&l->part);
	vec_release(&l->problem);
	vec_release(&l->choice);
}
