// SPDX-License-Identifier: MIT
/* Unpacks gzip data part by part. This is the only user of zlib. */
#ifndef TEXT_GUNZIP_H
#define TEXT_GUNZIP_H
#include "base/err.h"

struct gunzip;
/* most: limit of unpacked bytes; beyond 64 MiB also at most 200 times the packed bytes. see receives each part and
 * may change it. */
struct gunzip *gunzip_new(uint64_t most, bool (*see)(void *ctx, char *part, size_t n, struct err *e), void *ctx);
bool gunzip_part(struct gunzip *g, const char *bytes, size_t n, struct err *e);
bool gunzip_whole(const struct gunzip *g); /* the input so far ends at the end of an archive: it is complete */
void gunzip_free(struct gunzip *g);
static inline bool gunzip_begins(const char *bytes, size_t n) /* do the bytes start like gzip data? */
{
	return n >= 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b';
}
#endif
