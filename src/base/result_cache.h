// SPDX-License-Identifier: MIT
/* A cache of results computed from file texts, each computed once in a run: a script, the training code of a config
 * and the reader of plain configs often use the same files. Thread-safe. */
#ifndef BASE_RESULT_CACHE_H
#define BASE_RESULT_CACHE_H
#include "base/arena.h"

struct result_cache;
/* Allocates on a. Depends on the text only, and on other results of m. */
typedef const void *result_make(struct arena *a, struct result_cache *m, const char *text, uint32_t len);
typedef const void *result_compute(struct arena *a, const void *by, const char *path, const char *key);
struct result_cache *result_cache_new(void);
void result_cache_free(struct result_cache *m); /* NULL: nothing */
/* Looks up by path and text. Two files never share a result, even if their texts are equal, so the addresses of its
 * parts identify the file. The text is copied. The result lives as long as m. */
const void *result_cache_get(struct result_cache *m, result_make *make, const char *path, const char *text,
			     uint32_t len);
/* The same for a result that depends on more than one text (`by`): looks up by path and key. */
const void *result_cache_compute(struct result_cache *m, result_compute *work, const void *by, const char *path,
				 const char *key);
/* Reserves bytes of m's space for large texts that are stored. false: `most` would be exceeded, nothing is reserved.
 * */
bool result_cache_reserve(struct result_cache *m, size_t bytes, size_t most);
/* Earlier results are no longer found; they stay valid. */
void result_cache_forget(struct result_cache *m);
#endif
