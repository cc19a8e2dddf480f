// SPDX-License-Identifier: MIT
/* A cache of results computed from file texts, each computed once in a run: a script, the training code of a config
 * and the reader of plain configs often use the same files. Thread-safe. */
#ifndef BASE_ONCE_H
#define BASE_ONCE_H
#include "base/arena.h"

struct once;
/* Allocates on a. Depends on the text only, and on other results of m. */
typedef const void *once_make(struct arena *a, struct once *m, const char *text, uint32_t len);
typedef const void *once_work(struct arena *a, const void *by, const char *path, const char *key);
struct once *once_new(void);
void once_free(struct once *m); /* NULL: nothing */
/* Looks up by path and text. Two files never share a result, even if their texts are equal, so the addresses of its
 * parts identify the file. The text is copied. The result lives as long as m. */
const void *once_get(struct once *m, once_make *make, const char *path, const char *text, uint32_t len);
/* The same for a result that depends on more than one text (`by`): looks up by path and key. */
const void *once_worked_out(struct once *m, once_work *work, const void *by, const char *path, const char *key);
/* Reserves bytes of m's space for large texts that are stored. false: `most` would be exceeded, nothing is reserved.
 * */
bool once_room(struct once *m, size_t bytes, size_t most);
/* Earlier results are no longer found; they stay valid. */
void once_forget(struct once *m);
#endif
