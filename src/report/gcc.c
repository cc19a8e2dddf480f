// SPDX-License-Identifier: MIT
/* As compilers print it, with columns in bytes: what Vim's quickfix, Emacs' compile and most editors read. */
#include "report/location.h"
#include "report/priv.h"
#include "report/draw/terminal.h"
#include <string.h>

static void put_line(struct report *r, struct buf *b, const struct diag *d, struct span at, const char *severity,
		     const char *text)
{
	struct arena tmp = { 0 };
	struct location x = location_of(&tmp, r->o.cwd, d, at);

	terminal_escape(b, x.path, strlen(x.path));
	buf_printf(b, ":%u:%u: %s: ", x.lo.line + 1, x.lo.col8 + 1, severity);
	terminal_escape(b, text, strlen(text));
	arena_release(&tmp);
}

static void gcc(struct report *r, const struct diag *d)
{
	static const char *const word[] = {
		[SEV_INFO] = "note", [SEV_PERFORMANCE] = "note", [SEV_WARNING] = "warning", [SEV_ERROR] = "error"
	};
	struct buf b = { 0 };

	put_line(r, &b, d, d->at, word[d->severity], d->msg);
	buf_printf(&b, " [%s]\n", d->rule->id);
	for (uint32_t i = 0; i < d->nrel; i++) {
		put_line(r, &b, d, d->rel[i].at, "note", d->rel[i].text);
		buf_putc(&b, '\n');
	}
	fputs(buf_str(&b), r->o.to);
	buf_release(&b);
}

const struct reporter report_gcc = { .name = "gcc", .finding = gcc, .end = report_aside };
