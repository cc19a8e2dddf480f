// SPDX-License-Identifier: MIT
/* Each tree: how many bytes follow, their checksum, the text's length and the text, comments, and nodes from the root
 * on, parents before kids. Numbers in trees are written in as many bytes as they need, seven bits each. */
#include "python/syntax/trees.h"
#include "base/hash.h"
#include "base/vec.h"
#include "python/syntax/shape.h"
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

enum { NO_NODE = 0xff /* instead of a kind */, GREW = 8 /* a part of what was known, or more, is new */ };

struct kept_tree {
	const char *bytes; /* of the text; its tree stands behind it */
	uint32_t len, n;   /* of the text, of both */
	uint64_t hash;	   /* of the text */
	struct kept_tree *next;
	atomic_bool used;
};
struct trees {
	struct buf old;
	struct kept_tree *known;
	uint32_t nknown;
	struct kept_tree **bucket; /* nbuckets of them, a power of two; NULL: nothing is known */
	uint32_t nbuckets;
	pthread_mutex_t lock;
	struct buf new;
	uint32_t nnew;
};

struct trees *trees_new(const char *line)
{
	struct trees *t = xcalloc(1, sizeof *t);

	pthread_mutex_init(&t->lock, NULL);
	buf_printf(&t->new, "%s\n", line);
	return t;
}

void trees_free(struct trees *t)
{
	if (!t)
		return;
	buf_release(&t->old);
	buf_release(&t->new);
	free(t->known);
	free(t->bucket);
	pthread_mutex_destroy(&t->lock);
	free(t);
}

/* ---- numbers ---- */

static void put_number(struct buf *b, uint32_t x)
{
	for (; x >= 0x80; x >>= 7)
		buf_putc(b, (char)(x | 0x80));
	buf_putc(b, (char)x);
}

struct reader {
	const char *at, *end;
	bool good;
	struct arena *a;
};

static uint8_t take_byte(struct reader *r)
{
	r->good = r->good && r->at < r->end;
	return r->good ? (uint8_t)*r->at++ : 0;
}

static uint32_t take_number(struct reader *r)
{
	uint32_t x = 0;
	uint8_t byte = 0x80;

	for (unsigned shift = 0; byte & 0x80 && r->good; shift += 7) {
		byte = take_byte(r);
		r->good = r->good && shift < 32;
		x |= r->good ? (uint32_t)(byte & 0x7f) << shift : 0;
	}
	return x;
}

/* As many things as are said to follow, of at least one byte each. */
static uint32_t take_count(struct reader *r)
{
	uint32_t n = take_number(r);

	r->good = r->good && n <= (size_t)(r->end - r->at);
	return r->good ? n : 0;
}

/* ---- nodes ---- */

VEC(todo, const struct node *);

static void put_node(struct buf *b, const struct node *n)
{
	if (!n) {
		buf_putc(b, (char)NO_NODE);
		return;
	}
	buf_putc(b, (char)n->kind);
	buf_putc(b, (char)n->flags);
	put_number(b, n->op);
	put_number(b, n->lo);
	put_number(b, n->hi - n->lo);
	put_number(b, n->n);
	put_number(b, n->text ? n->text->len + 1 : 0);
	if (n->text)
		buf_add(b, n->text->s, n->text->len);
}

static void put_nodes(struct buf *b, const struct node *root)
{
	struct todo todo = { 0 };

	vec_push(&todo, root);
	while (todo.n) {
		const struct node *n = vec_pop(&todo);

		put_node(b, n);
		for (uint32_t i = n ? n->n : 0; i-- > 0;)
			vec_push(&todo, n->kid[i]);
	}
	vec_release(&todo);
}

static const struct str *take_text(struct reader *r)
{
	uint32_t n = take_number(r);
	const char *text = r->at;

	r->good = r->good && (!n || n - 1 <= (size_t)(r->end - r->at));
	if (!r->good || !n)
		return NULL;
	r->at += n - 1;
	return str_of(text, n - 1);
}

/* Its kids follow, and are NULL until then. */
static struct node *take_node(struct reader *r)
{
	struct node head = { .kind = take_byte(r) }, *n;

	if (!r->good || head.kind == NO_NODE)
		return NULL;
	head.flags = take_byte(r);
	head.op = (uint16_t)take_number(r);
	head.lo = take_number(r);
	head.hi = head.lo + take_number(r);
	head.n = take_count(r);
	head.text = take_text(r);
	if (!r->good)
		return NULL;
	n = arena_alloc(r->a, 1, sizeof *n + head.n * sizeof *n->kid, alignof(struct node));
	memcpy(n, &head, sizeof head);
	return n;
}

struct parent {
	struct node *n;
	uint32_t at;
};

static const struct node *take_nodes(struct reader *r, uint32_t len)
{
	VEC(, struct parent) up = { 0 };
	struct node *root = take_node(r);

	if (root)
		vec_push(&up, ((struct parent){ root, 0 }));
	while (up.n && r->good) {
		struct parent *p = &up.at[up.n - 1];

		if (p->at == p->n->n) {
			r->good = node_is_sound(p->n, len);
			up.n--;
			continue;
		}

		struct node *kid = take_node(r);

		p->n->kid[p->at++] = kid;
		if (kid)
			vec_push(&up, ((struct parent){ kid, 0 }));
	}
	vec_release(&up);
	return r->good ? root : NULL;
}

static void put_comments(struct buf *b, const struct parsed *p)
{
	put_number(b, p->ncomments);
	for (uint32_t i = 0; i < p->ncomments; i++) {
		put_number(b, p->comment[i].lo);
		put_number(b, p->comment[i].hi - p->comment[i].lo);
	}
}

static void take_comments(struct reader *r, uint32_t len, struct parsed *out)
{
	uint32_t n = take_count(r);
	struct comment *c = arena_array(r->a, struct comment, n + 1);

	for (uint32_t i = 0; i < n; i++) {
		c[i].lo = take_number(r);
		c[i].hi = c[i].lo + take_number(r);
		r->good = r->good && c[i].lo < c[i].hi && c[i].hi <= len;
	}
	out->comment = c;
	out->ncomments = n;
}

/* ---- trees ---- */

struct head {
	uint64_t checksum;
	uint32_t n, len; /* of the text and its tree, of the text */
};

static uint64_t checksum(const char *bytes, uint32_t n, uint32_t len)
{
	return hash_word(hash_long(bytes, n), len);
}

static void add_known(struct trees *t, const char *at, const char *end)
{
	VEC(, struct kept_tree) known = { 0 };
	struct head h;

	for (; (size_t)(end - at) >= sizeof h; at += h.n) {
		memcpy(&h, at, sizeof h);
		at += sizeof h;
		if (h.n > (size_t)(end - at) || h.len > h.n || h.checksum != checksum(at, h.n, h.len))
			break;
		vec_push(&known, ((struct kept_tree){ at, h.len, h.n, hash_long(at, h.len), NULL, false }));
	}
	t->known = known.at;
	t->nknown = (uint32_t)known.n;
}

void trees_read(struct trees *t, struct buf *bytes)
{
	t->old = *bytes;
	*bytes = (struct buf){ 0 };

	const char *nl = t->old.n ? memchr(t->old.s, '\n', t->old.n) : NULL;

	if (nl && nl + 1 < t->old.s + t->old.n)
		add_known(t, nl + 1, t->old.s + t->old.n - 1);
	for (t->nbuckets = 1; t->nbuckets < t->nknown; t->nbuckets *= 2)
		;
	t->bucket = xcalloc(t->nbuckets, sizeof(struct kept_tree *));
	for (uint32_t i = 0; i < t->nknown; i++) {
		struct kept_tree **b = &t->bucket[t->known[i].hash & (t->nbuckets - 1)];

		t->known[i].next = *b;
		*b = &t->known[i];
	}
}

static struct kept_tree *known_of(const struct trees *t, const char *text, uint32_t len)
{
	uint64_t hash = t->nknown ? hash_long(text, len) : 0;
	struct kept_tree *x = t->nknown ? t->bucket[hash & (t->nbuckets - 1)] : NULL;

	while (x && (x->hash != hash || x->len != len || memcmp(x->bytes, text, len) != 0))
		x = x->next;
	return x;
}

bool trees_find(struct trees *t, const char *text, uint32_t len, struct arena *a, struct parsed *out)
{
	struct kept_tree *x = known_of(t, text, len);
	struct reader r = { .good = x, .a = a };

	if (!x)
		return false;
	r.at = x->bytes + x->len;
	r.end = x->bytes + x->n;
	*out = (struct parsed){ 0 };
	take_comments(&r, len, out);
	out->root = take_nodes(&r, len);
	if (!out->root || out->root->kind != NODE_MODULE)
		return false;
	atomic_store_explicit(&x->used, true, memory_order_relaxed);
	return true;
}

static void put_tree(struct buf *b, const char *bytes, uint32_t n, uint32_t len)
{
	struct head h = { checksum(bytes, n, len), n, len };

	buf_add(b, &h, sizeof h);
	buf_add(b, bytes, n);
}

void trees_keep(struct trees *t, const char *text, uint32_t len, const struct parsed *p)
{
	struct buf b = { 0 };

	if (p->nerrors || !p->root)
		return;
	buf_add(&b, text, len);
	put_comments(&b, p);
	put_nodes(&b, p->root);
	pthread_mutex_lock(&t->lock);
	if (t->new.n + b.n < TREES_BYTES) {
		put_tree(&t->new, b.s, (uint32_t)b.n, len);
		t->nnew++;
	}
	pthread_mutex_unlock(&t->lock);
	buf_release(&b);
}

bool trees_grew(const struct trees *t)
{
	return t->nnew > t->nknown / GREW;
}

const struct buf *trees_write(struct trees *t, bool rest)
{
	size_t all = t->new.n + t->old.n;

	for (uint32_t i = 0; i < t->nknown; i++)
		if (atomic_load(&t->known[i].used) || (rest && all <= TREES_BYTES))
			put_tree(&t->new, t->known[i].bytes, t->known[i].n, t->known[i].len);
	buf_putc(&t->new, '\n');
	return &t->new;
}
