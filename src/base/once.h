// SPDX-License-Identifier: MIT
/* What is made of the texts of files, each once in a run whoever asks: a script, the training code of a config and what
 * reads plain configs are often the same files. Thread-safe. */
#ifndef BASE_ONCE_H
#define BASE_ONCE_H
#include "base/arena.h"

struct once;
/* On a, and of that text alone, with what else m has. */
typedef const void *once_make(struct arena *a, struct once *m, const char *text, uint32_t len);
typedef const void *once_work(struct arena *a, const void *by, const char *path, const char *key);
struct once *once_new(void);
void once_free(struct once *m); /* NULL: nothing */
/* By path and text: two files never share what is made of them, be their texts the same, so that its parts are told
 * apart by their addresses. The text is copied. Lives as long as m. */
const void *once_get(struct once *m, once_make *make, const char *path, const char *text, uint32_t len);
/* The same of what is worked out from more than one text, by whatever `by` is: by path and key. */
const void *once_worked_out(struct once *m, once_work *work, const void *by, const char *path, const char *key);
/* Takes bytes of m's room for texts that it keeps although they are large; false, and nothing is taken, where there
 * are most already. */
bool once_room(struct once *m, size_t bytes, size_t most);
/* Nothing of before is found any more; it lives on. */
void once_forget(struct once *m);
#endif
