// SPDX-License-Identifier: MIT
/* A cache of configs that trials of a round have loaded, each with the edits that changed it, and their findings: a
 * trial with the same edits reuses them. It also has the files that inherit from an edited one, computed once. All of
 * one graph. */
#ifndef FIX_PROOF_LOADED_H
#define FIX_PROOF_LOADED_H
#include "config/graph.h"
#include "fix/proof/verify.h"

VEC(judged_modules, const struct module *);
struct loaded;
struct loaded *loaded_new(const struct graph *wide);
void loaded_free(struct loaded *l); /* NULL: nothing */
const struct graph *loaded_wide(const struct loaded *l);
/* As graph_dependents; the array is not the caller's. */
size_t loaded_dependents(struct loaded *l, const struct module *m, const struct module *const **out);
/* m is of the wide graph. true: it was loaded under these edits; *out NULL: without success. */
bool loaded_find(const struct loaded *l, const struct module *m, const struct str *state, const struct module **out);
/* Whether both are of one graph. */
bool loaded_together(const struct loaded *l, const struct module *m, const struct module *n);
/* These are m under the edits from now on, as g has them, which was read through over. Both are its own. */
struct loaded_graph;
struct loaded_graph *loaded_take(struct loaded *l, struct graph *g, struct vfs *over);
void loaded_put(struct loaded *l, struct loaded_graph *from, const struct module *m, const struct str *state);
/* What lint_run finds in these, under the edits that each was loaded under last, is known from now on. */
void loaded_judge(struct loaded *l, const struct linter *by, struct memo *memo, const struct module *const *m,
		  size_t n);
/* NULL: it was not linted, or its settings are broken. */
const struct outcome *loaded_found(const struct loaded *l, const struct module *m);
/* For a subject of the findings' own set, before any edit; linted at the first call. */
const struct outcome *loaded_before(struct loaded *l, const struct linter *by, struct memo *memo,
				    const struct subject *s);
/* Passes the graph, its files and its results to the caller, and forgets them. */
void loaded_give(struct loaded *l, const struct graph *g, struct vfs **over, struct known *known);
#endif
