// SPDX-License-Identifier: MIT
/* Serializes structs, depth first. A struct gets space at the end of the words, then its fields are written one by
 * one; the target of a pointer gets space after that, and so on. `placed` maps each struct to its position, so two
 * pointers to one struct stay two pointers to one struct.
 *
 *     struct let { name, expr, text }   becomes   TEXT(4711), OWN(264), TEXT(5208)
 *
 * Texts are interned: each is stored once, in the table str_static. */
#include "spec/build/write_compiled.h"
#include "base/map.h"
#include "base/vec.h"
#include "facts/shared.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum what { NUMBER, OWN, TEXT }; /* kind of a word, for compiled.own and compiled.text */
enum { WORD = sizeof(uint64_t), BITS = 32 };
struct placed {
	const struct layout *of;
	uint32_t at; /* position, in bytes of all words, as everywhere in this file */
};

static VEC(, uint64_t) words;
static VEC(, uint8_t) what;	   /* of each word */
static VEC(, const char *) begins; /* for each word: the name of the struct that starts there, or NULL */
static VEC(, uint32_t) pairs;	   /* compiled.outside */
static struct arena arena;

/* As CHECK, in every build of the program. */
#define MUST(x) ((x) ? (void)0 : BUG("compile: this does not hold: %s", #x))

/* State of the part that is being written. */
static uint32_t part;	  /* its start */
static struct map placed; /* address -> struct placed */
static const struct outsides *outside;

/* ---- texts ---- */

static VEC(, uint32_t) strings;	  /* str_static.words */
static VEC(, uint32_t) string_at; /* start of each string in strings */
static struct map string_number;  /* text -> its index in string_at plus one */

static uint32_t string_place(const struct str *s)
{
	uintptr_t known = (uintptr_t)map_get(&string_number, s);
	if (known)
		return string_at.at[known - 1];
	uint32_t place = (uint32_t)strings.n, n = (uint32_t)(sizeof *s + s->len) / sizeof place + 1; /* with a NUL */
	uint32_t *copy = arena_array(&arena, uint32_t, n);
	memcpy(copy, s, sizeof *s + s->len);
	for (uint32_t i = 0; i < n; i++)
		vec_push(&strings, copy[i]);
	vec_push(&string_at, place);
	map_put(&arena, &string_number, s, (void *)string_at.n);
	return place;
}

/* ---- words ---- */

static uint32_t room_for(const char *name, size_t size)
{
	uint32_t at = (uint32_t)words.n;
	for (size_t i = 0; i < (size + WORD - 1) / WORD; i++) {
		vec_push(&words, 0);
		vec_push(&what, NUMBER);
		vec_push(&begins, i ? NULL : name);
	}
	return at * WORD;
}

static void put(uint32_t at, enum what kind, uint64_t x)
{
	words.at[at / WORD] = x;
	what.at[at / WORD] = kind;
}

static void put_own(uint32_t at, uint32_t to)
{
	put(at, OWN, to - part);
}

static void put_str(uint32_t at, const struct str *s)
{
	if (s)
		put(at, TEXT, sizeof(uint32_t) * string_place(s));
}

static void put_chars(uint32_t at, const char *s)
{
	if (s)
		put(at, TEXT, sizeof(uint32_t) * string_place(str_lit(s)) + offsetof(struct str, s));
}

/* false: p is not in the list of outside targets. */
static bool put_outside(uint32_t at, const void *p)
{
	for (size_t i = 0; outside && i < outside->n; i++)
		if (outside->at[i] == p) {
			vec_push(&pairs, (at - part) / WORD);
			vec_push(&pairs, (uint32_t)i);
			return true;
		}
	return !p;
}

/* ---- structs ---- */

static void write_fields(const struct layout *l, const char *from, uint32_t to);

static const void *pointer_at(const char *at)
{
	const void *p;
	memcpy(&p, at, sizeof p);
	return p;
}

static bool is_placed(const struct layout *l, const char *from, uint32_t *at)
{
	const struct placed *p = map_get(&placed, from);
	MUST(!p || p->of == l);
	*at = p ? p->at : 0;
	return p;
}

static void set_placed(const struct layout *l, const char *from, uint32_t at)
{
	struct placed *p = arena_new(&arena, struct placed);
	uint32_t before;
	if (is_placed(l, from, &before))
		BUG("compile: a pointer to a struct %s comes before the array that holds it", l->name);
	*p = (struct placed){ l, at };
	map_put(&arena, &placed, from, p);
}

/* Writes n structs that are adjacent in memory; returns their position. */
static uint32_t write_array(const struct layout *l, const char *from, uint32_t n)
{
	uint32_t at, last;
	if (!n)
		return room_for("nothing", WORD);
	if (is_placed(l, from, &at)) {
		MUST(is_placed(l, from + (n - 1) * l->size, &last) && last == at + (n - 1) * l->size);
		return at;
	}
	at = room_for(l->name, (size_t)n * l->size);
	for (uint32_t i = 0; i < n; i++)
		set_placed(l, from + i * l->size, at + i * l->size);
	for (uint32_t i = 0; i < n; i++)
		write_fields(l, from + i * l->size, at + i * l->size);
	return at;
}

static uint32_t write_node(const struct node *x)
{
	uint32_t at;
	if (is_placed(&node_layout, (const char *)x, &at))
		return at;
	at = room_for("node", sizeof *x + x->n * sizeof *x->kid);
	set_placed(&node_layout, (const char *)x, at);
	write_fields(&node_layout, (const char *)x, at);
	for (uint32_t i = 0; i < x->n; i++)
		if (x->kid[i])
			put_own(at + (uint32_t)(offsetof(struct node, kid) + i * sizeof *x->kid),
				write_node(x->kid[i]));
	return at;
}

static void write_function(uint32_t at, const struct rulefn *fn)
{
	if (!put_outside(at, fn))
		put_own(at, write_array(&shared_fn_layout, (const char *)fn, 1));
}

static void write_union(uint32_t at, const struct value *v)
{
	switch (v->kind) {
	case VALUE_UNKNOWN:
		MUST(!v->as.cause);
		break;
	case VALUE_NONE:
	case VALUE_BOOL:
	case VALUE_INT:
	case VALUE_FLOAT:
		put(at, NUMBER, 0);
		memcpy(&words.at[at / WORD], &v->as, v->kind == VALUE_BOOL ? sizeof v->as.b : sizeof v->as);
		break;
	case VALUE_STR:
		put_str(at, v->as.s);
		break;
	case VALUE_LIST:
	case VALUE_TUPLE:
		put_own(at, write_array(&list_layout, (const char *)v->as.list, 1));
		break;
	default:
		BUG("compile: no rule may hold a %s", value_type_name(*v));
	}
}

/* ---- fields ---- */

static uint32_t count_of(const struct layout_field *f, const char *from)
{
	uint32_t n;
	MUST(f->count_size == sizeof n);
	memcpy(&n, from + f->count_at, sizeof n);
	return n;
}

static void write_element(const struct layout_field *f, uint32_t at, const void *p)
{
	if (!p)
		return;
	if (f->kind == FIELD_CHARS_LIST)
		put_chars(at, p);
	else if (f->kind == FIELD_STR_LIST)
		put_str(at, p);
	else if (f->kind == FIELD_FUNCTIONS)
		write_function(at, p);
	else
		put_own(at, write_array(f->of, p, 1));
}

/* Writes an array of pointers and a NULL after the last one. */
static uint32_t write_pointers(const struct layout_field *f, const char *from, uint32_t n)
{
	uint32_t at = room_for(f->name, (n + 1) * sizeof(void *));
	for (uint32_t i = 0; i < n; i++)
		write_element(f, at + i * (uint32_t)sizeof(void *), pointer_at(from + i * sizeof(void *)));
	return at;
}

static void write_pointer(const struct layout_field *f, const char *from, const void *p, uint32_t at)
{
	if (f->kind == FIELD_CHARS)
		put_chars(at, p);
	else if (f->kind == FIELD_STR)
		put_str(at, p);
	else if (f->kind == FIELD_NODE)
		put_own(at, write_node(p));
	else if (f->kind == FIELD_FUNCTION)
		write_function(at, p);
	else if (f->kind == FIELD_POINTER)
		put_own(at, write_array(f->of, p, 1));
	else if (f->kind == FIELD_ARRAY)
		put_own(at, write_array(f->of, p, count_of(f, from)));
	else if (f->kind == FIELD_OUTSIDE)
		MUST(put_outside(at, p));
	else
		put_own(at, write_pointers(f, p, count_of(f, from)));
}

static void write_field(const struct layout *l, const struct layout_field *f, const char *from, uint32_t to)
{
	static const char zero[sizeof(void *)];
	const void *p;

	switch (f->kind) {
	case FIELD_NUMBER:
		memcpy((char *)words.at + to + f->at, from + f->at, f->size);
		break;
	case FIELD_STRUCT:
		write_fields(f->of, from + f->at, to + f->at);
		break;
	case FIELD_UNION:
		write_union(to + f->at, (const struct value *)from);
		break;
	case FIELD_AT_START:
		break;
	case FIELD_NONE:
		if (f->size > sizeof zero || memcmp(from + f->at, zero, f->size))
			BUG("compile: struct %s: %s is set; src/spec/build/layout.c says that it never is", l->name,
			    f->name);
		break;
	default:
		p = pointer_at(from + f->at);
		if (p)
			write_pointer(f, from, p, to + f->at);
	}
}

static void write_fields(const struct layout *l, const char *from, uint32_t to)
{
	for (uint32_t i = 0; i < l->n; i++)
		write_field(l, &l->field[i], from, to);
}

struct compiled_part write_part(const struct layout *l, const void *from, const struct outsides *out)
{
	while (words.n % BITS) /* so that its bits start in a word of their own */
		room_for(NULL, WORD);
	uint32_t first = (uint32_t)words.n;
	part = first * WORD;
	placed = (struct map){ 0 };
	outside = out;
	write_array(l, from, 1);
	return (struct compiled_part){ first, (uint32_t)words.n - first };
}

/* ---- as C ---- */

void print_numbers(const char *name, const uint32_t *at, size_t n)
{
	printf("static const uint32_t %s[] = {", name);
	for (size_t i = 0; i < n; i++)
		printf("%s%uu,", i % 12 ? " " : "\n\t", at[i]);
	puts(n ? "\n};" : " 0 };");
}

static void print_bits(const char *name, enum what wanted)
{
	VEC(, uint32_t) bits = { 0 };
	for (size_t i = 0; i < words.n; i++) {
		if (i % BITS == 0)
			vec_push(&bits, 0);
		bits.at[i / BITS] |= (uint32_t)(what.at[i] == wanted) << i % BITS;
	}
	print_numbers(name, bits.at, bits.n);
	vec_release(&bits);
}

static void print_words(void)
{
	static const char *const form[] = {
		[NUMBER] = "%#" PRIx64 ",", [OWN] = "OWN(%" PRIu64 "),", [TEXT] = "TEXT(%" PRIu64 "),"
	};
	puts("#define OWN(n) n /* a pointer: n bytes into the part */\n"
	     "#define TEXT(n) n /* a pointer: n bytes into strings */\n"
	     "static const uint64_t word[] = {");
	for (size_t i = 0; i < words.n; i++) {
		if (begins.at[i])
			printf("%s/* %s */", i ? "\n" : "", begins.at[i]);
		printf(form[what.at[i]], words.at[i]);
	}
	puts("\n};");
}

/* The number of slots. */
static uint32_t print_slots(void)
{
	uint32_t slots = 2, *slot;
	while (slots < 2 * string_at.n)
		slots *= 2;
	slot = arena_array(&arena, uint32_t, slots);
	for (size_t i = 0; i < string_at.n; i++) {
		uint32_t at = strings.at[string_at.at[i]] & (slots - 1); /* the first word of a string is its hash */
		while (slot[at])
			at = (at + 1) & (slots - 1);
		slot[at] = string_at.at[i] + 1;
	}
	print_numbers("slot", slot, slots);
	return slots;
}

void print_written(void)
{
	print_words();
	print_bits("own", OWN);
	print_bits("text", TEXT);
	print_numbers("outside", pairs.at, pairs.n);
	print_numbers("strings", strings.at, strings.n);
	printf("const struct str_static str_static = { strings, slot, %u };\n", print_slots());
	printf("enum { noutside = %zu };\n", pairs.n / 2);
}
