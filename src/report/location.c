// SPDX-License-Identifier: MIT
#include "report/location.h"
#include "base/path.h"
#include "base/str.h"
#include "base/trail.h"
#include "report/summary.h"
#include <nettle/sha2.h>
#include <stdlib.h>
#include <string.h>

struct location location_of(struct arena *a, const char *base, const struct diag *d, struct span at)
{
	const struct source *s = diag_source(d, at);
	const char *path = s ? s->path : d->nseen ? d->seen_in[0]->path : "";
	struct location x = { .path = path, .below = path_inside(base, path) && strcmp(base, path) != 0 };

	if (x.below)
		x.path = path_relative(a, base, path);
	if (!s)
		return x;
	x.lo = source_in_file(s, at.lo);
	x.hi = source_in_file(s, at.hi);
	x.byte = source_offset(s, at.lo);
	x.nbytes = source_offset(s, at.hi) - x.byte;
	return x;
}

const char *location_base(struct arena *a, const struct report *r, const char *variable)
{
	const char *folder = getenv(variable);

	return folder && *folder == '/' ? path_normal(a, folder) : r->o.cwd;
}

static void put_hex(struct buf *b, const uint8_t *byte, size_t n)
{
	for (size_t i = 0; i < n; i++)
		buf_printf(b, "%02x", byte[i]);
}

const char *fingerprint_of(struct arena *a, struct fingerprints *f, const struct diag *d, const char *path)
{
	const char *what = d->path ? d->path : d->msg;
	const char *text = arena_printf(a, "%s\n%s\n%s", d->rule->id, path, what);
	const struct str *key = str_lit(text);
	uintptr_t n = (uintptr_t)map_get(&f->seen, key);
	uint8_t digest[SHA256_DIGEST_SIZE];
	struct sha256_ctx c;
	struct buf b = { 0 };

	map_put(a, &f->seen, key, (void *)(n + 1));
	text = arena_printf(a, "%s\n%lu", text, (unsigned long)n);
	sha256_init(&c);
	sha256_update(&c, strlen(text), (const uint8_t *)text);
	sha256_digest(&c, sizeof digest, digest);
	put_hex(&b, digest, 16);
	text = arena_strdup(a, buf_str(&b));
	buf_release(&b);
	return text;
}

const char *report_url(struct arena *a, const struct report *r, const struct rule *rule)
{
	const char *base = r->o.docs && *r->o.docs ? r->o.docs : "docs";

	if (!rule->src || rule->src->path[0] == '/')
		return NULL;
	return arena_printf(a, "%s%srules/%s.md", base, base[strlen(base) - 1] == '/' ? "" : "/", rule->name);
}

void report_aside(struct report *r)
{
	struct report aside = *r;
	char *text = NULL;
	size_t n;

	fflush(r->o.to);
	if (r->o.copy)
		return;
	aside.o.to = open_memstream(&text, &n);
	if (!aside.o.to)
		die("out of memory");
	summary_print(&aside);
	fclose(aside.o.to);
	fputs(text, stderr);
	trail_record(text); /* a cached report needs it too */
	free(text);
}

void report_finish(struct report *r, struct buf *b)
{
	fputs(buf_str(b), r->o.to);
	buf_release(b);
	report_aside(r);
}
