// SPDX-License-Identifier: MIT
/* Configs that leave a graph before all are loaded (graph_add): leaves, which nobody inherits from. */
#ifndef CONFIG_RELEASE_H
#define CONFIG_RELEASE_H
#include "config/graph.h"

/* Fills in all but the paths of n files. is_base: another of them may inherit from it, or texts don't tell what it
 * inherits from, or a launch script starts it. Reads all of them; nothing is loaded. */
void leaves_tell(const struct graph *g, struct graph_file *file, size_t n);
bool module_is_leaf(const struct module *m); /* requested, by one name only, and nothing inherits from it so far */
/* Forgets those leaves that load, of which the loader notes nothing, and that `gone` says so of; what rules about their
 * bases ask of them stays (config/heirs.h). Modules, sources and their ids are nobody's then. No other thread asks. */
void graph_release(struct graph *g, bool (*gone)(void *ctx, const struct module *m), void *ctx);
bool graph_released(const struct graph *g, const char *path);
/* One that was released turned out to be a base, or another name of a file, or loading took more than a run may: what
 * was found is void, and graph_load has to load all at once. */
bool graph_is_void(const struct graph *g);
#endif
