// SPDX-License-Identifier: MIT
/* One function per kind of thing serves both reading and writing, so the formats can't differ. Numbers have 7 bits
 * per byte, lowest first; the top bit says that more follow. A shared thing (a text, a function, a class, the
 * parameters of one, a filter) is written where it is first named; from then on it has a number. 0 is NULL.
 *
 *	300 is the bytes ac 02 */
#include "code/tables.h"
#include "code/priv.h"
#include "code/registry.h"
#include "code/registry_scope.h"

enum seen_kind { SEEN_TEXT, SEEN_FN, SEEN_CLASS, SEEN_PARAMS, SEEN_FILTER, SEEN_KINDS };
struct seen {
	struct map number; /* writing: thing -> uint32_t */
	uint32_t n;
};
struct way {
	struct index *x;
	struct arena *a; /* of what is read */
	struct buf *out; /* NULL: reading */
	const unsigned char *at, *end;
	bool good;
	struct map file; /* writing: struct cfile -> uint32_t, from 1 on */
	struct seen seen[SEEN_KINDS];
	/* reading: by number, from 1 on */
	VEC(, const struct str *) text;
	VEC(, struct fn *) fn;
	VEC(, struct cls *) cls;
	VEC(, const struct code_params *) params;
	VEC(, const struct filter *) filter;
	struct arena arena; /* of the maps */
};

/* ---- numbers and texts ---- */

static uint32_t word_read(struct way *w)
{
	uint32_t x = 0;
	for (unsigned shift = 0; shift < 32 && w->at < w->end; shift += 7) {
		unsigned char byte = *w->at++;
		x |= (uint32_t)(byte & 127) << shift;
		if (byte < 128)
			return x;
	}
	w->good = false;
	return 0;
}

static uint32_t word_pass(struct way *w, uint32_t x)
{
	if (!w->out)
		return word_read(w);
	uint32_t rest = x;
	for (; rest >= 128; rest >>= 7)
		buf_putc(w->out, (char)(rest | 128));
	buf_putc(w->out, (char)rest);
	return x;
}

/* The number of things that take at least one byte each. */
static uint32_t count_pass(struct way *w, size_t n)
{
	uint32_t count = word_pass(w, (uint32_t)n);
	w->good = w->good && (w->out ? count == n : count <= (size_t)(w->end - w->at));
	return w->good ? count : 0;
}

static uint32_t number_of(const struct map *m, const void *thing)
{
	const uint32_t *n = thing ? map_get(m, thing) : NULL;
	return n ? *n : 0;
}

static void number_put(struct way *w, struct map *m, const void *thing, uint32_t n)
{
	uint32_t *to = arena_new(&w->arena, uint32_t);
	*to = n;
	map_put(&w->arena, m, thing, to);
}

/* Its number. *first: it is written here. */
static uint32_t thing_pass(struct way *w, enum seen_kind kind, const void *thing, bool *first)
{
	struct seen *s = &w->seen[kind];
	uint32_t known = w->out ? number_of(&s->number, thing) : 0;
	uint32_t n = word_pass(w, known || !thing ? known : s->n + 1);
	*first = n == s->n + 1 && w->good;
	w->good = w->good && n <= s->n + 1;
	s->n += *first;
	if (*first && w->out)
		number_put(w, &s->number, thing, n);
	return w->good ? n : 0;
}

/* The thing that was read before. */
#define known_pass(w, list, n, thing) ((w)->out ? (thing) : (n) ? (w)->list.at[(n)-1] : NULL)

static const struct str *str_pass(struct way *w, const struct str *s)
{
	bool first;
	uint32_t n = thing_pass(w, SEEN_TEXT, s, &first);
	if (!first)
		return known_pass(w, text, n, s);
	n = count_pass(w, s ? s->len : 0);
	if (w->out) {
		buf_add(w->out, s->s, n);
		return s;
	}
	s = str_of((const char *)w->at, n);
	w->at += n;
	vec_push(&w->text, s);
	return s;
}

static const char *text_pass(struct way *w, const char *text)
{
	const struct str *s = str_pass(w, text && w->out ? str_lit(text) : NULL);
	return s ? s->s : NULL;
}

static const struct str *const *names_pass(struct way *w, const struct str *const *name, uint32_t *n)
{
	uint32_t count = count_pass(w, *n);
	const struct str **to = w->out ? NULL : arena_array(w->a, const struct str *, count + 1);
	for (uint32_t i = 0; i < count; i++) {
		const struct str *s = str_pass(w, w->out ? name[i] : NULL);
		w->good = w->good && (w->out || s);
		if (to)
			to[i] = s;
	}
	*n = w->good ? count : 0;
	return w->out ? name : to;
}

/* ---- places ---- */

/* From 1 on; 0: none. */
static uint32_t file_pass(struct way *w, const struct cfile *f)
{
	uint32_t n = word_pass(w, f && w->out ? number_of(&w->file, f) : 0);
	w->good = w->good && n <= w->x->m.nfiles && (!f || n);
	return w->good ? n : 0;
}

static struct cfile *sure_file_pass(struct way *w, const struct cfile *f)
{
	uint32_t n = file_pass(w, f);
	w->good = w->good && n;
	return n ? w->x->m.file[n - 1] : NULL;
}

static struct code_place place_pass(struct way *w, struct code_place p)
{
	const struct cfile *f = p.file && w->out ? map_get(&w->x->m.by_path, str_lit(p.file->path)) : NULL;
	w->good = w->good && (!p.file || f);
	uint32_t n = file_pass(w, f);
	if (!n)
		return (struct code_place){ 0 };
	uint32_t lo = word_pass(w, p.lo);
	return (struct code_place){ &w->x->m.file[n - 1]->unread, lo, lo + word_pass(w, p.hi - p.lo) };
}

static struct fn *fn_pass(struct way *w, struct fn *f)
{
	bool first;
	uint32_t n = thing_pass(w, SEEN_FN, f, &first);
	if (!first)
		return known_pass(w, fn, n, f);
	struct fn *to = arena_new(w->a, struct fn);
	vec_push(&w->fn, to);
	f = f ? f : to;
	to->file = sure_file_pass(w, f->file);
	to->name = str_pass(w, f->name);
	return to;
}

/* ---- classes ---- */

static struct code_params params_parts(struct way *w, const struct code_params *p)
{
	uint32_t bits = word_pass(w, (uint32_t)(p->open | p->swallows << 1));
	struct code_params to = { .open = bits & 1, .swallows = bits & 2, .n = p->n, .ntwice = p->ntwice };
	to.name = names_pass(w, p->name, &to.n);
	to.why = text_pass(w, p->why);
	to.by = text_pass(w, p->by);
	to.at = place_pass(w, p->at);
	to.twice = names_pass(w, p->twice, &to.ntwice);
	to.twice_at = place_pass(w, p->twice_at);
	return to;
}

static const struct code_params *params_pass(struct way *w, const struct code_params *p)
{
	bool first;
	uint32_t n = thing_pass(w, SEEN_PARAMS, p, &first);
	if (!first)
		return known_pass(w, params, n, p);
	struct code_params *to = arena_new(w->a, struct code_params);
	vec_push(&w->params, to);
	*to = params_parts(w, p ? p : to);
	return to;
}

static struct cls *class_pass(struct way *w, struct cls *k)
{
	bool first;
	uint32_t n = thing_pass(w, SEEN_CLASS, k, &first);
	if (!first)
		return known_pass(w, cls, n, k);
	if (k)
		class_bases(&w->x->m, k);
	struct cls *to = arena_new(w->a, struct cls);
	vec_push(&w->cls, to);
	k = k ? k : to;
	*to = (struct cls){ .file = sure_file_pass(w, k->file), .bases_are = DONE, .nabroad = k->nabroad };
	to->abroad = names_pass(w, k->abroad, &to->nabroad);
	struct code_params none = { 0 };
	to->params = arena_new(w->a, struct code_params);
	*to->params = params_parts(w, w->out ? k->params : &none);
	return to;
}

static struct registered registered_pass(struct way *w, const struct registered *r)
{
	struct registered to = { .cls = class_pass(w, r ? r->cls : NULL) };
	to.fn = fn_pass(w, r ? r->fn : NULL);
	to.apart = word_pass(w, r && registered_apart(w->x, r));
	to.home = str_pass(w, r ? r->home : NULL);
	to.kind = str_pass(w, r ? r->kind : NULL);
	to.made_here = word_pass(w, r && r->made_here);
	return to;
}

/* All of a name. */
static void *registereds_pass(struct way *w, void *val)
{
	struct registered *r = val, *first = NULL, **end = &first;
	uint32_t n = 0;
	for (const struct registered *i = r; i; i = i->next)
		n++;
	n = count_pass(w, n);
	for (uint32_t i = 0; i < n && w->good; i++, r = r ? r->next : NULL) {
		*end = arena_new(w->a, struct registered);
		**end = registered_pass(w, r);
		end = &(*end)->next;
	}
	w->good = w->good && n;
	return first;
}

static void *special_pass(struct way *w, void *val)
{
	struct code_place *to = arena_new(w->a, struct code_place);
	*to = place_pass(w, val ? *(struct code_place *)val : *to);
	w->good = w->good && to->file;
	return to;
}

static void *mark_pass(struct way *w, void *val)
{
	(void)val;
	return w;
}

static void map_pass(struct way *w, struct map *m, void *(*one)(struct way *w, void *val))
{
	uint32_t n = count_pass(w, m->n);
	for (uint32_t i = 0, at = 0; i < n && w->good; i++, at++) {
		while (w->out && !m->at[at].key)
			at++;
		const struct str *key = str_pass(w, w->out ? m->at[at].key : NULL);
		void *val = one(w, w->out ? m->at[at].val : NULL);
		w->good = w->good && key;
		if (!w->out && w->good)
			map_put(w->a, m, key, val);
	}
}

/* ---- places of configs ---- */

static const struct filter *filter_pass(struct way *w, const struct filter *f, unsigned depth)
{
	bool first;
	uint32_t n = thing_pass(w, SEEN_FILTER, f, &first);
	w->good = w->good && depth <= FILTERS_MAX;
	if (!w->good)
		return NULL;
	if (!first)
		return known_pass(w, filter, n, f);
	struct filter *to = arena_new(w->a, struct filter);
	vec_push(&w->filter, to);
	f = f ? f : to;
	to->outer = filter_pass(w, f->outer, depth + 1);
	unsigned around = 0;
	for (const struct filter *i = to->outer; i && around <= FILTERS_MAX; i = i->outer)
		around++;
	w->good = w->good && around <= FILTERS_MAX; /* else a damaged one may be around itself */
	to->keeps = word_pass(w, f->keeps);
	to->n = f->n;
	to->name = names_pass(w, f->name, &to->n);
	return to;
}

static struct key_read use_pass(struct way *w, struct key_read x)
{
	struct key_read to = { .at = place_pass(w, x.at) };
	to.how = text_pass(w, x.how);
	to.in = fn_pass(w, x.in);
	w->good = w->good && to.at.file && to.how && to.in;
	return to;
}

static struct key_set set_pass(struct way *w, struct key_set x)
{
	struct key_read use = use_pass(w, (struct key_read){ .at = x.at, .how = x.how, .in = x.in });
	return (struct key_set){ .at = use.at, .how = use.how, .in = use.in, .below = word_pass(w, x.below) };
}

static struct key_sink sink_pass(struct way *w, struct key_sink x)
{
	struct key_sink to = { .at = place_pass(w, x.at) };
	to.to = params_pass(w, x.to);
	to.filter = filter_pass(w, x.filter, 0);
	w->good = w->good && to.to;
	return to;
}

#define list_pass(w, T, list, one) \
	do { \
		for (uint32_t i = 0, count = count_pass(w, (list)->n); i < count && (w)->good; i++) { \
			T element = one(w, (w)->out ? (list)->at[i] : (T){ 0 }); \
			if (!(w)->out) \
				vec_push(list, element); \
		} \
	} while (0)

static void marks_pass(struct way *w, struct cnode *n)
{
	bool *const mark[] = { &n->training, &n->open, &n->abroad, &n->copies, &n->iterated, &n->argued, &n->stored };
	uint32_t bits = 0;
	for (uint32_t i = 0; i < ARRAY_SIZE(mark); i++)
		bits |= (uint32_t)*mark[i] << i;
	bits = word_pass(w, bits);
	for (uint32_t i = 0; i < ARRAY_SIZE(mark) && !w->out; i++)
		*mark[i] = bits >> i & 1;
}

/* Everything except its key and its children. */
static void about_pass(struct way *w, struct cnode *n)
{
	struct cnode *to = w->out ? &(struct cnode){ 0 } : n;
	marks_pass(w, n);
	to->reader = text_pass(w, n->reader);
	if (n->open) {
		to->open_at = place_pass(w, n->open_at);
		to->open_why = text_pass(w, n->open_why);
		w->good = w->good && to->open_why;
	}
	if (n->iterated)
		to->iterated_at = place_pass(w, n->iterated_at);
	list_pass(w, struct key_read, &n->use, use_pass);
	list_pass(w, struct key_set, &n->set, set_pass);
	list_pass(w, struct key_sink, &n->sink, sink_pass);
}

static void node_pass(struct way *w, struct cnode *n);

/* In their order: of two equally good ones the first counts. */
static void kids_pass(struct way *w, struct cnode *n)
{
	struct cnode *k = n->kids, **end = &n->kids;
	uint32_t count = 0;
	for (const struct cnode *i = k; i; i = i->next)
		count++;
	count = count_pass(w, count);
	w->good = w->good && (!count || n->level < LEVELS_MAX);
	for (uint32_t i = 0; i < count && w->good; i++, k = k ? k->next : NULL) {
		const struct str *key = str_pass(w, k ? k->key : NULL);
		if (k) {
			node_pass(w, k);
			continue;
		}
		*end = arena_new(w->a, struct cnode);
		**end = (struct cnode){ .up = n, .key = key, .level = n->level + 1 };
		map_put(w->a, &n->kid, key ? (const void *)key : n, *end);
		node_pass(w, *end);
		end = &(*end)->next;
	}
}

static void node_pass(struct way *w, struct cnode *n)
{
	about_pass(w, n);
	kids_pass(w, n);
}

static struct cnode *tree_pass(struct way *w, struct cnode *root)
{
	if (!word_pass(w, root != NULL))
		return NULL;
	root = root ? root : arena_new(w->a, struct cnode);
	node_pass(w, root);
	return root;
}

/* ---- all of it ---- */

static void index_pass(struct way *w, struct index *x)
{
	struct index to = { .incomplete = text_pass(w, x->incomplete) };
	to.incomplete_at = place_pass(w, x->incomplete_at);
	to.types_open = text_pass(w, x->types_open);
	to.foreign = str_pass(w, x->foreign);
	to.prying = str_pass(w, x->prying);
	to.apart = text_pass(w, x->apart);
	to.training = tree_pass(w, x->training);
	to.other = tree_pass(w, x->other);
	map_pass(w, &x->type, registereds_pass);
	map_pass(w, &x->class_name, registereds_pass);
	map_pass(w, &x->special, special_pass);
	map_pass(w, &x->mention, mark_pass);
	map_pass(w, &x->top, mark_pass);
	map_pass(w, &x->busy, mark_pass);
	map_pass(w, &x->taken, mark_pass);
	if (w->out)
		return;
	x->incomplete = to.incomplete;
	x->incomplete_at = to.incomplete_at;
	x->types_open = to.types_open;
	x->foreign = to.foreign;
	x->prying = to.prying;
	x->apart = to.apart;
	x->training = to.training;
	x->other = to.other;
	registry_list(x);
}

static void way_end(struct way *w)
{
	vec_release(&w->text);
	vec_release(&w->fn);
	vec_release(&w->cls);
	vec_release(&w->params);
	vec_release(&w->filter);
	arena_release(&w->arena);
}

void tables_write(struct index *x, struct buf *out)
{
	struct way w = { .x = x, .out = out, .good = true };
	w.a = &w.arena;
	for (uint32_t i = 0; i < x->m.nfiles; i++)
		number_put(&w, &w.file, x->m.file[i], i + 1);
	pthread_mutex_lock(&x->lock); /* of bases */
	index_pass(&w, x);
	pthread_mutex_unlock(&x->lock);
	if (!w.good)
		buf_clear(out);
	way_end(&w);
}

/* A new index with the same list of files. */
static struct index *index_like(const struct index *files)
{
	struct index *x = index_new((struct index_of){ .root = files->m.root,
						       .fs = files->m.fs,
						       .know = files->know,
						       .classes = files->classes,
						       .sources = files->m.sources });
	x->m.file = files->m.file;
	x->m.nfiles = files->m.nfiles;
	x->m.by_path = files->m.by_path;
	x->m.by_dotted = files->m.by_dotted;
	return x;
}

struct index *tables_read(const struct index *files, const char *bytes, size_t n)
{
	struct index *x = index_like(files);
	struct way w = { .x = x, .a = &x->m.arena, .at = (const unsigned char *)bytes, .good = n > 0 };
	w.end = w.at + n;
	if (w.good)
		index_pass(&w, x);
	bool good = w.good && w.at == w.end;
	way_end(&w);
	if (!good) {
		index_free(x);
		return NULL;
	}
	return x;
}
