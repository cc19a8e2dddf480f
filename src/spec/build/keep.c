// SPDX-License-Identifier: MIT
/* Build-time tool: loads the embedded rules, writes them down as they lie in memory (image.c), parses the other
 * embedded files with the program's own parsers, and prints all that as the source of spec/kept.h's tables. Which
 * scalars are expressions is heard from yread_expr and yread_message while rules and profiles are loaded: the linker
 * puts the wrappers below in their place. The same files give the same bytes.
 */
#include "spec/build/priv.h"
#include "base/buf.h"
#include "base/map.h"
#include "base/vec.h"
#include "spec/kept.h"
#include "spec/read.h"
#include "fix/variant/load.h"
#include "run/format.h"
#include "spec/embedded.h"
#include "lint/rules/ruleset.h"
#include "run/subject.h"
#include "lint/judge/native.h"
#include "lint/judge/code.h"
#include <stdio.h>
#include <string.h>

const struct kept_rules kept_rules; /* nothing: everything is parsed */
const struct str_kept str_kept;
const struct kept_image kept_image;

struct heard {
	const char *path; /* of the source */
	uint32_t lo;
	bool message;
	const struct node *tree;
};
static VEC(, struct heard) heard;

static VEC(, uint32_t) strings;	 /* as words */
static VEC(, uint32_t) place_of; /* of each one in there, in the order of writing */
static struct map string_at;	 /* by text: its index in place_of plus one */
static struct arena strings_arena;
static struct buf words;

const struct node *__real_yread_expr(struct yread *y, const struct ynode *n, const char *what);
const struct node *__real_yread_message(struct yread *y, const struct ynode *n, const char *what);
const struct node *__wrap_yread_expr(struct yread *y, const struct ynode *n, const char *what);
const struct node *__wrap_yread_message(struct yread *y, const struct ynode *n, const char *what);

void *__real_xrealloc(void *p, size_t n, size_t size);
void *__wrap_xrealloc(void *p, size_t n, size_t size);

/* Blocks of arenas are zero, so that what no one wrote there, between two allocations, is the same each time. */
void *__wrap_xrealloc(void *p, size_t n, size_t size)
{
	return p ? __real_xrealloc(p, n, size) : xcalloc(n, size);
}

static const struct node *copy_tree(struct arena *a, const struct node *x)
{
	struct node *copy = node_copy(a, x);
	for (uint32_t i = 0; i < x->n; i++)
		copy->kid[i] = x->kid[i] ? copy_tree(a, x->kid[i]) : NULL;
	return copy;
}

/* What parsing needs besides the tree shall not lie in the image. */
static const struct node *hear(struct yread *y, const struct ynode *n, const char *what, bool message)
{
	static struct arena parsing;
	struct arena *a = y->a;
	y->a = &parsing;
	const struct node *x = message ? __real_yread_message(y, n, what) : __real_yread_expr(y, n, what);
	y->a = a;
	if (!x)
		return NULL;
	x = copy_tree(a, x);
	vec_push(&heard, ((struct heard){ y->src->path, n->at.lo, message, x }));
	return x;
}

const struct node *__wrap_yread_expr(struct yread *y, const struct ynode *n, const char *what)
{
	return hear(y, n, what, false);
}

const struct node *__wrap_yread_message(struct yread *y, const struct ynode *n, const char *what)
{
	return hear(y, n, what, true);
}

/* ---- writing ---- */

static void put(uint32_t v)
{
	for (; v > 127; v >>= 7)
		buf_putc(&words, (char)(v | 128));
	buf_putc(&words, (char)v);
}

uint32_t string_place(const struct str *s)
{
	uintptr_t known = (uintptr_t)map_get(&string_at, s);
	if (known)
		return place_of.at[known - 1];
	uint32_t place = (uint32_t)strings.n, n = (uint32_t)(sizeof *s + s->len) / sizeof place + 1; /* and a NUL */
	uint32_t *copy = arena_array(&strings_arena, uint32_t, n);
	memcpy(copy, s, sizeof *s + s->len);
	for (uint32_t i = 0; i < n; i++)
		vec_push(&strings, copy[i]);
	vec_push(&place_of, place);
	map_put(&strings_arena, &string_at, s, (void *)place_of.n);
	return place;
}

static void put_text(const struct str *s)
{
	put(s ? string_place(s) + 1 : 0);
}

/* How a node at lo is told where the one before began at *before; that is lo then. */
static void put_lo(uint32_t *before, uint32_t lo)
{
	put(lo >= *before ? 2 * (lo - *before) : 2 * (*before - lo) - 1);
	*before = lo;
}

static void put_tree(const struct node *x, uint32_t *lo)
{
	if (!x) {
		put(0);
		return;
	}
	uint32_t head = x->kind + 1u;
	CHECK(head >> KEPT_KIND_BITS == 0 && x->flags >> KEPT_FLAG_BITS == 0 && x->hi >= x->lo);
	put(head | (x->flags | (uint32_t)x->op << KEPT_FLAG_BITS) << KEPT_KIND_BITS);
	put_lo(lo, x->lo);
	put(x->hi - x->lo);
	put_text(x->text);
	put(x->n);
	for (uint32_t i = 0; i < x->n; i++)
		put_tree(x->kid[i], lo);
}

static void count_tree(const struct node *x, uint32_t *nodes, uint32_t *kids)
{
	*nodes += 1;
	*kids += x->n;
	for (uint32_t i = 0; i < x->n; i++)
		if (x->kid[i])
			count_tree(x->kid[i], nodes, kids);
}

static void put_expression(const struct heard *h)
{
	uint32_t nodes = 0, kids = 0, lo = 0;
	count_tree(h->tree, &nodes, &kids);
	put(h->message);
	put(nodes);
	put(kids);
	put_tree(h->tree, &lo);
}

static const struct heard *expression(const char *path, const struct ynode *n)
{
	for (size_t i = 0; i < heard.n && n->kind == Y_SCALAR; i++)
		if (heard.at[i].lo == n->at.lo && !strcmp(heard.at[i].path, path))
			return &heard.at[i];
	return NULL;
}

/* In the order in which put_doc asks for them. */
static VEC(, uint32_t) places;
static size_t next_place;

static void put_expressions(const char *path, const struct ynode *n)
{
	const struct heard *h = expression(path, n);
	if (h) {
		vec_push(&places, (uint32_t)words.n);
		put_expression(h);
	}
	for (uint32_t i = 0; i < n->n; i++) {
		if (n->kind == Y_MAP)
			put_expressions(path, n->key[i]);
		put_expressions(path, n->kid[i]);
	}
}

/* A start needs no tests: who does reads the text. */
static struct ynode without_tests(struct arena *a, const struct ynode *doc)
{
	const struct ynode **kid = arena_array(a, const struct ynode *, 2 * (doc->n + 1)), **key = kid + doc->n;
	struct ynode d = *doc;
	d.n = 0;
	for (uint32_t i = 0; doc->kind == Y_MAP && i < doc->n; i++) {
		if (!strcmp(doc->key[i]->text->s, KEPT_NOT))
			continue;
		key[d.n] = doc->key[i];
		kid[d.n++] = doc->kid[i];
	}
	d.key = key;
	d.kid = kid;
	return doc->kind == Y_MAP ? d : *doc;
}

static void put_node(const char *path, const struct ynode *n, uint32_t *lo)
{
	bool expr = expression(path, n);
	CHECK(n->at.hi >= n->at.lo && (!n->body || n->body > n->at.lo));
	put(n->kind | (n->plain ? KEPT_PLAIN : 0) | (expr ? KEPT_EXPR : 0));
	put_lo(lo, n->at.lo);
	put(n->at.hi - n->at.lo);
	put_text(n->text);
	put(n->body ? n->body - n->at.lo : 0);
	if (expr)
		put(places.at[next_place++]);
	put(n->n);
	for (uint32_t i = 0; i < n->n; i++) {
		if (n->kind == Y_MAP)
			put_node(path, n->key[i], lo);
		put_node(path, n->kid[i], lo);
	}
}

/* All nodes below this one. */
static uint32_t count_below(const struct ynode *n)
{
	uint32_t sum = n->kind == Y_MAP ? 2 * n->n : n->n;
	for (uint32_t i = 0; i < n->n; i++)
		sum += count_below(n->kid[i]) + (n->kind == Y_MAP ? count_below(n->key[i]) : 0);
	return sum;
}

static void put_doc(const char *path, const struct ynode *n)
{
	uint32_t below = count_below(n), lo = 0;
	put(below + 1);
	put(below);
	put_node(path, n, &lo);
}

/* ---- as C ---- */

void print_numbers(const char *name, const uint32_t *at, size_t n)
{
	printf("static const uint32_t %s[] = {", name);
	for (size_t i = 0; i < n; i++)
		printf("%s%uu,", i % 12 ? " " : "\n\t", at[i]);
	puts("\n};");
}

/* The number of slots. */
static uint32_t print_slots(void)
{
	uint32_t slots = 2, *slot;
	while (slots < 2 * place_of.n)
		slots *= 2;
	slot = arena_array(&strings_arena, uint32_t, slots);
	for (size_t i = 0; i < place_of.n; i++) {
		uint32_t at = strings.at[place_of.at[i]] & (slots - 1); /* its hash */
		while (slot[at])
			at = (at + 1) & (slots - 1);
		slot[at] = place_of.at[i] + 1;
	}
	print_numbers("slot", slot, slots);
	return slots;
}

void print_bytes(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		printf(i % 32 ? "\\%03o" : i ? "\"\n\t\"\\%03o" : " \"\\%03o", (unsigned char)s[i]);
	printf("\"");
}

static void print_all(const uint32_t *file)
{
	puts("/* Generated by src/spec/build/keep.c. */\n#include \"spec/kept.h\"\n");
	print_numbers("file", file, embedded_count);
	print_numbers("strings", strings.at, strings.n);
	uint32_t slots = print_slots();
	printf("const struct str_kept str_kept = { strings, slot, %u };\n", slots);
	printf("const struct kept_rules kept_rules = {\n\t.file = file,\n\t.words = (const unsigned char *)");
	print_bytes(words.s, words.n);
	puts(",\n};");
}

/* Rules are in the image, and no one reads embedded ones beside those of a folder; the rest goes with these. */
static bool is_rule(const struct ruleset *rules, const char *path)
{
	for (uint32_t i = 0; i < rules->n; i++)
		if (!strcmp(rules->at[i]->path, path))
			return true;
	return false;
}

/* file: where the document of each of embedded_files begins. */
static void keep_docs(struct arena *a, const struct ruleset *rules, uint32_t *file)
{
	struct sources *all = sources_new();
	for (size_t i = 0; i < embedded_count; i++) {
		const struct embedded_file *f = &embedded_files[i];
		const struct source *s = kept_source(all, i);
		bool kept = !embedded_is_table(f) && !is_rule(rules, f->path);
		const struct ynode *doc = kept ? yaml_parse(a, s, &(struct err){ 0 }) : NULL;
		file[i] = KEPT_NONE;
		if (!doc)
			continue; /* whoever needs it says so */
		struct ynode without = without_tests(a, doc);
		put_expressions(s->path, &without);
		file[i] = (uint32_t)words.n;
		put_doc(s->path, &without);
	}
}

/* What this run happened to have between the members of structs is left out. */
static bool merge_runs(struct image *image, char *const *file)
{
	bool ok = true;
	for (; *file && ok; file++) {
		FILE *other = fopen(*file, "r");
		ok = other && image_merge(image, other);
		if (other)
			fclose(other);
		if (!ok)
			fprintf(stderr, "keep: %s: it doesn't hold what this run has\n", *file);
	}
	return ok;
}

/* keep image: the image alone, as its bytes. keep IMAGE...: as C, what these runs and this one have in common. */
int main(int argc, char **argv)
{
	struct arena a = { 0 };
	struct err e = { 0 };
	struct profiles profiles;
	struct log_formats formats;
	const struct rule_host host = { known_kinds, native_code_names() };
	struct ruleset *rules = ruleset_load(NULL, &host, &e), *again = ruleset_load(NULL, &host, &e);
	struct image *image = rules && again ? image_new(rules, again) : NULL;
	if (rules && again && !image)
		return 1;
	if (image && argc == 2 && !strcmp(argv[1], "image")) {
		image_write(image, stdout);
		return fflush(stdout) != 0;
	}
	if (image && !merge_runs(image, argv + 1))
		return 1;
	/* all that skips checks where the build has made them (struct yread.known) */
	if (!image || !profiles_load(&a, rules, NULL, 0, &profiles, &e) ||
	    !log_formats_load(&a, rules->sources, rules->fs, NULL, &formats, &e)) {
		fprintf(stderr, "keep: %s\n", e.msg);
		return 1;
	}
	uint32_t *file = arena_array(&a, uint32_t, embedded_count + 1);
	keep_docs(&a, rules, file);
	print_all(file);
	image_print(image);
	if (fflush(stdout) || ferror(stdout)) {
		perror("keep: standard output");
		return 1;
	}
	return 0;
}
