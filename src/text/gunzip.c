// SPDX-License-Identifier: MIT
/* Several archives may follow one another in a file, as `cat` joins them; zeros after the last one are padding. */
#include "text/gunzip.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { ANY_RATIO = 64 << 20, RATIO_MAX = 200 }; /* logs have 10 to 50; a file that repeats one byte has 1,000 */

struct gunzip {
	z_stream z;
	bool between; /* between two archives */
	bool began;
	uint64_t left, most;
	uint64_t in, out_n; /* bytes so far */
	bool (*see)(void *ctx, char *part, size_t n, struct err *e);
	void *ctx;
	char out[64 * 1024];
};

static void *take(void *ctx, unsigned n, unsigned size)
{
	(void)ctx;
	return xcalloc(n, size);
}

static void give(void *ctx, void *p)
{
	(void)ctx;
	free(p);
}

struct gunzip *gunzip_new(uint64_t most, bool (*see)(void *ctx, char *part, size_t n, struct err *e), void *ctx)
{
	struct gunzip *g = xcalloc(1, sizeof *g);

	g->z.zalloc = take;
	g->z.zfree = give;
	g->between = true;
	g->left = g->most = most;
	g->see = see;
	g->ctx = ctx;
	if (inflateInit2(&g->z, 15 + 16) != Z_OK)
		BUG("zlib: %s", g->z.msg ? g->z.msg : "inflateInit2");
	return g;
}

static bool show(struct gunzip *g, struct err *e)
{
	size_t n = sizeof g->out - g->z.avail_out;

	if (n > g->left)
		return err_set(e, ERR_TOO_LARGE, "unpacked it is larger than %" PRIu64 " bytes", g->most);
	g->left -= n;
	g->out_n += n;
	if (g->out_n > ANY_RATIO && g->out_n / RATIO_MAX > g->in)
		return err_set(e, ERR_TOO_LARGE, "unpacked it is more than %d times as large, which no log is",
			       RATIO_MAX);
	return !n || g->see(g->ctx, g->out, n, e);
}

bool gunzip_part(struct gunzip *g, const char *bytes, size_t n, struct err *e)
{
	union {
		const char *in;
		Bytef *z; /* zlib's type lacks the const; it is read only */
	} at = { bytes };

	g->z.next_in = at.z;
	g->z.avail_in = (unsigned)n;
	for (int status = Z_OK; g->z.avail_in || (!g->between && status == Z_OK && !g->z.avail_out);) {
		if (g->between && *g->z.next_in == 0 && g->began) {
			g->z.next_in++;
			g->z.avail_in--;
			continue;
		}
		if (g->between)
			inflateReset(&g->z);
		g->between = false;
		g->began = true;
		g->z.next_out = (Bytef *)g->out;
		g->z.avail_out = sizeof g->out;
		g->in += g->z.avail_in;
		status = inflate(&g->z, Z_NO_FLUSH);
		g->in -= g->z.avail_in;
		if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
			return err_set(e, ERR_SYNTAX, "can't be unpacked: %s", g->z.msg ? g->z.msg : "broken");
		if (!show(g, e))
			return false;
		g->between = status == Z_STREAM_END;
	}
	return true;
}

bool gunzip_whole(const struct gunzip *g)
{
	return g->between;
}

void gunzip_free(struct gunzip *g)
{
	if (!g)
		return;
	inflateEnd(&g->z);
	free(g);
}
