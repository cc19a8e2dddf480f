// SPDX-License-Identifier: MIT
/* What is still known of a base's heirs that were judged and released (graph_release): what rules about the base ask
 * of all that inherit from it. */
#ifndef CONFIG_HEIRS_H
#define CONFIG_HEIRS_H
#include "config/uses.h"

struct heirs;
/* heir: loads, nothing inherits from it; near or far it inherits from base, which is finished. */
void heirs_add(struct heirs **to, const struct module *base, const struct module *heir);
void heirs_free(struct heirs *h);
uint32_t heirs_n(const struct heirs *h); /* h may be NULL: none */
const struct names_said *heirs_names(const struct heirs *h);
/* The value of an entry of the base's own keys is in none of them: each has another there, or nothing. */
bool heirs_replace(const struct heirs *h, const struct entry *e);
/* Likewise of one that is there: m has another value where the base has `mine`, or nothing. */
bool heir_replaces(struct arena *a, const struct module *m, struct keypath p, struct value mine);
enum { HEIRS_DEEP = 12 /* of the base's dicts, entries in deeper ones are not told apart */ };
#endif
