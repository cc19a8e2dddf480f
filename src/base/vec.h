// SPDX-License-Identifier: MIT
/* Growable array on the heap: VEC(diags, struct diag); declares struct diags { at, n, cap }. Zeroed is empty. */
#ifndef BASE_VEC_H
#define BASE_VEC_H
#include "base/util.h"
#include <stdlib.h>

#define VEC(name, T) \
	struct name { \
		T *at; \
		size_t n, cap; \
	}
/* Room for one more; evaluates to a pointer to the new last element, whose content is undefined. */
#define vec_add(v) \
	((v)->n == (v)->cap ? (void)((v)->at = vec_grow((v)->at, &(v)->cap, sizeof *(v)->at)) : (void)0, \
	 &(v)->at[(v)->n++])
/* Removes the last element, which must exist, and returns it. */
#define vec_pop(v) ((v)->at[(CHECK((v)->n), --(v)->n)])
#define vec_push(v, x) (*vec_add(v) = (x))
#define vec_release(v) (free((v)->at), (v)->at = NULL, (v)->n = (v)->cap = 0)

static inline void *vec_grow(void *p, size_t *cap, size_t size)
{
	CHECK(size && (p || !*cap));
	*cap = *cap ? *cap * 2 : 8;
	return xrealloc(p, *cap, size);
}
#endif
