// SPDX-License-Identifier: MIT
/* Build-time tool: loads the embedded rules, with every check, and the other embedded documents, and prints them as
 * the source of spec/compiled.h's tables. The same files give the same bytes.
 *
 * Only the loader of profiles knows which scalars of a profile are expressions. So the linker replaces yread_expr
 * and yread_message by the wrappers below, which record each call.
 *
 * Example: compile > compiled_rules.c
 *          static const uint64_t word[] = { ... };
 *          const struct compiled compiled = { word, own, text, ... }; */
#include "spec/build/write_compiled.h"
#include "fix/variant/variant_load.h"
#include "lint/judge/code_rules.h"
#include "run/run_subject.h"
#include "spec/embedded.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const struct compiled compiled; /* empty: everything is parsed here */
const struct str_static str_static;

/* ---- expressions of profiles ---- */

struct expression {
	const char *path; /* of the source */
	uint32_t lo;
	bool message;
	const struct node *tree;
};
static VEC(, struct expression) expressions;

const struct node *__real_yread_expr(struct yread *y, const struct ynode *n, const char *what);
const struct node *__real_yread_message(struct yread *y, const struct ynode *n, const char *what);
const struct node *__wrap_yread_expr(struct yread *y, const struct ynode *n, const char *what);
const struct node *__wrap_yread_message(struct yread *y, const struct ynode *n, const char *what);

static const struct node *seen(const struct yread *y, const struct ynode *n, bool message, const struct node *tree)
{
	if (tree)
		vec_push(&expressions, ((struct expression){ y->src->path, n->at.lo, message, tree }));
	return tree;
}

const struct node *__wrap_yread_expr(struct yread *y, const struct ynode *n, const char *what)
{
	return seen(y, n, false, __real_yread_expr(y, n, what));
}

const struct node *__wrap_yread_message(struct yread *y, const struct ynode *n, const char *what)
{
	return seen(y, n, true, __real_yread_message(y, n, what));
}

/* The document with the syntax trees of its expressions. */
static struct ynode *with_trees(struct arena *a, const char *path, const struct ynode *n)
{
	struct ynode *copy = arena_copy(a, n, 1, sizeof *n, alignof(struct ynode));
	const struct ynode **kid = arena_array(a, const struct ynode *, 2 * n->n + 1), **key = kid + n->n;
	for (size_t i = 0; n->kind == Y_SCALAR && i < expressions.n; i++)
		if (expressions.at[i].lo == n->at.lo && !strcmp(expressions.at[i].path, path)) {
			copy->expr = expressions.at[i].tree;
			copy->message = expressions.at[i].message;
		}
	if (!n->n)
		return copy;
	for (uint32_t i = 0; i < n->n; i++) {
		kid[i] = with_trees(a, path, n->kid[i]);
		key[i] = n->key ? with_trees(a, path, n->key[i]) : NULL;
	}
	copy->kid = kid;
	copy->key = n->key ? key : NULL;
	return copy;
}

/* ---- files ---- */

static uint32_t embedded_number(const char *where)
{
	for (size_t i = 0; i < embedded_count; i++)
		if (!strcmp(embedded_files[i].where, where))
			return (uint32_t)i;
	BUG("compile: %s is not embedded", where);
}

/* Prints, for each source of the rules in order of id, its index in embedded_files. */
static uint32_t print_sources(const struct ruleset *rs)
{
	VEC(, uint32_t) file = { 0 };
	const struct source *s;
	while ((s = sources_get(rs->sources, (uint32_t)file.n + 1)))
		vec_push(&file, embedded_number(s->path));
	print_numbers("source", file.at, file.n);
	return (uint32_t)file.n;
}

/* Whether the program reads the file as a document: code.yaml and similar, profiles, schemas and formats of logs. The
 * others are rules or tables. */
static bool is_document(const char *path)
{
	return !strchr(path, '/') || !strncmp(path, "profiles/", strlen("profiles/")) ||
	       !strncmp(path, "logs/", strlen("logs/")) || !strncmp(path, "schemas/", strlen("schemas/"));
}

/* Spans of compiled documents have no file, since no set of sources exists yet. */
static const struct ynode *document(struct arena *a, const struct embedded_file *f)
{
	struct source s = { .path = f->where, .bytes = (const char *)f->bytes, .len = (uint32_t)f->n };
	struct err e = { 0 };
	const struct ynode *doc = yaml_parse(a, &s, &e);
	if (!doc) {
		fprintf(stderr, "compile: %s:%u: %s\n", f->where, e.line, e.msg);
		exit(1);
	}
	return with_trees(a, f->where, doc);
}

static void write_documents(struct arena *a)
{
	puts("static const struct compiled_part doc[] = {");
	for (size_t i = 0; i < embedded_count; i++) {
		const struct embedded_file *f = &embedded_files[i];
		struct compiled_part part = { 0 };
		if (is_document(f->path))
			part = write_part(&ynode_layout, document(a, f), NULL);
		printf("\t{ %u, %u }, /* %s */\n", part.from, part.n, f->path);
	}
	puts("\t{ 0 },\n};");
}

int main(void)
{
	struct arena a = { 0 };
	struct err e = { 0 };
	struct outsides outside = { 0 };
	struct profiles profiles;
	const struct rule_host host = { known_kinds, native_code_names() };
	struct ruleset *rs = ruleset_load(NULL, &host, &e);
	expressions.n = 0; /* expressions of rules: their nodes are already in the rules */
	if (!rs || !profiles_load(&a, rs, NULL, 0, &profiles, &e)) {
		fprintf(stderr, "compile: %s\n", e.msg);
		return 1;
	}
	if (!layouts_check())
		return 1;
	puts("/* Generated by src/spec/build/compile.c. */\n#include \"spec/compiled.h\"\n");
	uint32_t nsources = print_sources(rs);
	rules_outside(rs, nsources, &outside);
	const struct compiled_rules whole = compiled_rules_of(rs);
	struct compiled_part rules = write_part(&compiled_rules_layout, &whole, &outside);
	write_documents(&a);
	print_written();
	printf("const struct compiled compiled = {\n\tword, own, text, outside, noutside, { %u, %u }, doc, source, "
	       "%u,\n"
	       "\tUINT64_C(%#" PRIx64 "),\n};\n",
	       rules.from, rules.n, nsources, rules_host(rs));
	if (fflush(stdout) || ferror(stdout)) {
		perror("compile: standard output");
		return 1;
	}
	return 0;
}
