// SPDX-License-Identifier: MIT
/* Unpacks gzip's format part by part; zlib's only user. */
#ifndef TEXT_GUNZIP_H
#define TEXT_GUNZIP_H
#include "base/err.h"

struct gunzip;
/* most: bytes that may come out; beyond 64 MiB no more than 200 times those that went in. see gets them, and may change
 * them. */
struct gunzip *gunzip_new(uint64_t most, bool (*see)(void *ctx, char *part, size_t n, struct err *e), void *ctx);
bool gunzip_part(struct gunzip *g, const char *bytes, size_t n, struct err *e);
bool gunzip_whole(const struct gunzip *g); /* what has come so far ends where an archive ends: it isn't cut */
void gunzip_free(struct gunzip *g);
static inline bool gunzip_begins(const char *bytes, size_t n) /* is it gzip's format? */
{
	return n >= 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b';
}
#endif
