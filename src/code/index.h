// SPDX-License-Identifier: MIT
/* The index of one project's code and its answers. Contracts are in code.h, whose functions of the same names query
 * this index unless the answer is cached. An index is built once, by one thread, and is immutable afterwards. */
#ifndef CODE_INDEX_H
#define CODE_INDEX_H
#include "code/code.h"

struct cls;
struct cnode;
struct index;
struct plain_load;
struct knowledge;
struct index_of {
	const char *root; /* folder of the project */
	const struct vfs *fs;
	const struct knowledge *know; /* the rest outlives it */
	const struct classes *classes;
	struct sources *sources; /* own the files' texts and outlive it; NULL: its own */
	bool plain;		 /* for index_build_plain */
	bool composed;		 /* ... with the configs that programs get from a decorator or a composer, too */
};
struct index *index_new(struct index_of of); /* without files: see index_gather */
/* Lists the project's files without reading them; false: there are none, or too many (*why). more: packages beside
 * it, or NULL. */
bool index_gather(struct index *c, const char *const *more, const char **why);
void index_build(struct index *c); /* after index_gather */
/* The same for plain configs: fills loadings; of the answers below only index_key_below is valid. */
void index_build_plain(struct index *c);
size_t index_loadings(const struct index *c, const struct plain_load **out);
struct code_answer index_key_below(const struct index *c, struct arena *a, const struct cnode *root, struct keypath p);
struct pymodel *index_model(struct index *c); /* the files, built if index_build was called */
bool index_is_built(const struct index *c);
void index_free(struct index *c);
struct code_answer index_key(const struct index *c, struct arena *a, struct keypath p);
const char *index_reader(const struct index *c, struct arena *a, struct keypath container);
size_t index_uses(const struct index *c, struct arena *a, struct keypath p, struct code_use **out);
bool index_trains(const struct index *c);
bool index_reads_elsewhere(const struct index *c, struct keypath p);
bool index_knows_type(const struct index *c, const struct str *type);
size_t index_types(const struct index *c, const struct str *const **out);
const char *index_types_open(const struct index *c);
bool index_is_framework_type(struct index *c, const struct str *type, const struct str *around); /* likewise */
/* The class, if there is only one of that name, in however many registries; with several, it can't be determined
 * which is meant. */
struct cls *index_class(const struct index *c, const struct str *type);
const struct code_params *index_type(const struct index *c, const struct str *type);
/* These two are computed once, under the index's lock. */
const struct code_params *index_method(struct index *c, const struct str *type, const char *method, bool *empty);
const struct code_params *index_hooks(struct index *c);
bool index_mentions(const struct index *c, const struct str *key);
bool index_takes(const struct index *c, const struct str *in, const struct str *key);
bool index_special(const struct index *c, const struct str *type, struct code_place *at);
bool index_early_hook(struct index *c, struct code_place *at); /* likewise */
bool index_has_package(const struct index *c, const struct str *dotted);
const char *index_foreign(const struct index *c);
const char *index_stranger(const struct index *c);
const char *index_apart(const struct index *c);
#endif
