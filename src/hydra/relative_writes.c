// SPDX-License-Identifier: MIT
/* Follows names from the decorated function to functions at the top of the script, each once, and compares their calls
 * with the table `writes` of rules/hydra-entries.yaml.
 *
 * Invariant: a write is listed only if its path is one constant, so that all jobs of a sweep have the same.
 *
 *	torch.save(model.state_dict(), "best.pt")	{"best.pt", "torch.save"}
 *	open(f"{cfg.name}.json", "w")			none: it may differ
 *	open("log.txt", "a")				none: it appends */
#include "hydra/relative_writes.h"
#include "hydra/config_reads.h"
#include "python/syntax/parse.h"
#include "python/syntax/treewalk.h"
#include "spec/compiled.h"
#include <stdlib.h>
#include <string.h>

enum { FUNCTIONS_MAX = 200, WRITES_MAX = 20 };
struct write_finder {
	struct arena *a;
	const char *text;
	const struct node *root;
	const struct ynode *rows;
	VEC(, const struct node *) def; /* to look at, each once */
	struct hydra_writes *out;
};

static const char *dotted_end(struct write_finder *f, const struct node *callee)
{
	if (callee->kind == NODE_NAME)
		return callee->text->s;
	if (callee->kind != NODE_ATTR)
		return NULL;
	return callee->kid[0]->kind == NODE_NAME ? arena_printf(f->a, "%s.%s", callee->kid[0]->text->s, callee->text->s)
						 : arena_printf(f->a, ".%s", callee->text->s);
}

/* A row ".savefig" is any method of that name; "torch.save" and "open" are those names alone. */
static bool is_row_of(const char *row, const char *callee)
{
	const char *dot = strrchr(callee, '.');

	return *row == '.' ? dot && !strcmp(row, dot) : !strcmp(row, callee);
}

static const struct node *positional(const struct node *call, const char *index)
{
	unsigned long i = index ? strtoul(index, NULL, 10) + 1 : 0;

	for (uint32_t k = 1; i && k < call->n && k <= i; k++)
		if (call->kid[k]->kind == NODE_STAR || call->kid[k]->kind == NODE_KW ||
		    call->kid[k]->kind == NODE_DSTAR)
			return NULL;
	return i && i < call->n ? call->kid[i] : NULL;
}

static const char *constant_path(const struct node *n)
{
	const char *s = n && n->kind == NODE_STR && !(n->flags & NF_BYTES) ? n->text->s : NULL;

	return s && *s && *s != '/' && *s != '~' && !strstr(s, "://") && !(s[1] == ':' && s[2] == '\\') ? s : NULL;
}

static void see_call(struct write_finder *f, const struct node *call)
{
	const char *callee = dotted_end(f, call->kid[0]);

	for (uint32_t i = 0; callee && f->rows && i < f->rows->n; i++) {
		const struct ynode *row = f->rows->kid[i];
		const char *name = yaml_str(yaml_get(row, "name")), *mode = yaml_str(yaml_get(row, "mode"));

		if (!name || !is_row_of(name, callee))
			continue;
		const char *path = constant_path(positional(call, yaml_str(yaml_get(row, "path"))));
		const struct node *m = mode ? positional(call, mode) : NULL;
		bool replaces = !mode || (m && m->kind == NODE_STR && *m->text->s == 'w');

		if (path && replaces && f->out->n < WRITES_MAX)
			vec_push(f->out,
				 ((struct hydra_write){ arena_strdup(f->a, path), *name == '.' ? name + 1 : name,
							hydra_line_of(f->text, call->lo) }));
		return;
	}
}

static void follow_name(struct write_finder *f, const struct str *name)
{
	for (uint32_t i = 0; i < f->root->n; i++) {
		const struct node *n = f->root->kid[i];
		bool wanted = n->kind == NODE_DEF && n->text == name && f->def.n < FUNCTIONS_MAX;

		for (size_t k = 0; wanted && k < f->def.n; k++)
			wanted = f->def.at[k] != n;
		if (wanted)
			vec_push(&f->def, n);
	}
}

static void see_function(struct write_finder *f, const struct node *def)
{
	struct walk w;

	walk_begin(&w, def);
	for (const struct node *n; (n = walk_next(&w));) {
		if (n->kind == NODE_CALL)
			see_call(f, n);
		else if (n->kind == NODE_NAME)
			follow_name(f, n->text);
	}
}

void hydra_writes_find(struct arena *a, const struct vfs *fs, const char *script, uint32_t line,
		       struct hydra_writes *out)
{
	struct buf b = { 0 };

	if (vfs_read(fs, script, &b, NULL) && !strstr(buf_str(&b), "chdir")) {
		const struct parsed *p = parse_once(vfs_results(fs), script, buf_str(&b), (uint32_t)b.n);
		struct write_finder f = { .a = a, .text = buf_str(&b), .root = p->root, .out = out };
		const struct node *def = p->nerrors ? NULL : hydra_main_function(p->root, f.text, line);

		f.rows = yaml_get(embedded_find(a, "hydra-entries.yaml"), "writes");
		if (def)
			vec_push(&f.def, def);
		for (size_t i = 0; i < f.def.n; i++)
			see_function(&f, f.def.at[i]);
		vec_release(&f.def);
	}
	buf_release(&b);
}
