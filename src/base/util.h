// SPDX-License-Identifier: MIT
/* Fatal errors and checked allocation. die: the environment failed (no memory, broken pipe), exit 3.
 * BUG: cfglint itself failed; it aborts and prints the place. No allocation function here returns NULL. */
#ifndef BASE_UTIL_H
#define BASE_UTIL_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

_Noreturn void die(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void bug_at(const char *file, int line, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
#define BUG(...) bug_at(__FILE__, __LINE__, __VA_ARGS__)
/* A precondition of a function, at its start. It is checked only in test programs (CFGLINT_CHECKS); a violation ends
 * as BUG does. */
#ifdef CFGLINT_CHECKS
#define CHECK(cond) ((cond) ? (void)0 : bug_at(__FILE__, __LINE__, "%s: a caller broke %s", __func__, #cond))
#else
#define CHECK(cond) ((void)sizeof(!(cond)))
#endif
/* BUG calls `end` after its message, instead of abort; end must not return. Call it before the first thread starts.
 * */
void bug_ends_by(void (*end)(void));

void *xcalloc(size_t n, size_t size); /* overflow of n * size: die */
void *xrealloc(void *p, size_t n, size_t size);
char *xstrdup(const char *s);
void check_memory(int no); /* no: errno after a failed call of the C library; dies if memory ran out */

/* The number of decimal digits of n. */
static inline unsigned decimal_digits(uint32_t n)
{
	unsigned d = 1;

	while (n >= 10)
		n /= 10, d++;
	return d;
}

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#endif
