// SPDX-License-Identifier: MIT
/* The two hash functions of this program. Neither resists crafted collisions: tables that grow with input are bounded
 * by the budgets of their owners. */
#ifndef BASE_HASH_H
#define BASE_HASH_H
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* FNV-1a of bytes, continued from h; start with HASH_BYTES. Source: Fowler, Noll, Vo, draft-eastlake-fnv, 64 bits. */
#define HASH_BYTES UINT64_C(0xCBF29CE484222325)
static inline uint64_t hash_bytes(uint64_t h, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		h = (h ^ (unsigned char)s[i]) * UINT64_C(0x100000001B3);
	return h;
}

/* Adds one word: multiplies by 2^64 over the golden ratio (Knuth, TAOCP 3, 6.4). The top bits are the well-mixed
 * ones. */
#define HASH_GOLDEN UINT64_C(0x9E3779B97F4A7C15)
static inline uint64_t hash_word(uint64_t h, uint64_t word)
{
	return (h ^ word) * HASH_GOLDEN;
}

/* Hash of a long text, a word at a time: to check that a file is what was written. */
static inline uint64_t hash_long(const char *s, size_t n)
{
	uint64_t h = n, word;
	for (; n >= sizeof word; s += sizeof word, n -= sizeof word) {
		memcpy(&word, s, sizeof word);
		h = hash_word(h ^ h >> 29, word);
	}
	return hash_bytes(h, s, n);
}
#endif
