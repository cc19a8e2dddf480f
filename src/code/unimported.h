// SPDX-License-Identifier: MIT
/* Types whose modules no code imports, so that they are never registered. */
#ifndef CODE_UNIMPORTED_H
#define CODE_UNIMPORTED_H

struct arena;
struct index;
/* Each such type with its module, "MyDataset mmdet.datasets.mine Other mmdet.models.other", sorted by type; in a.
 * NULL: there is none. Under the lock; the texts of all files have been read. */
const char *unimported_types(struct index *c, struct arena *a);
#endif
