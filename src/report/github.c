// SPDX-License-Identifier: MIT
/* Workflow commands of GitHub (actions/toolkit, packages/core/src/command.ts). A step shows ten of each level, so that
 * the most severe come first. */
#include "report/location.h"
#include "report/priv.h"
#include "report/draw/terminal.h"
#include <string.h>

struct github_state {
	struct buf level[SEV_ERROR + 1];
	struct arena arena;
	const char *base;
};

static void begin(struct report *r)
{
	struct github_state *st = r->state;

	st->base = location_base(&st->arena, r, "GITHUB_WORKSPACE");
}

/* property: of a command, where colons and commas divide. A log is shown on a terminal: control bytes are printed as
 * escapes. */
static void put_escaped(struct buf *b, const char *s, bool property)
{
	struct buf shown = { 0 };

	terminal_escape(&shown, s, strlen(s));
	for (s = buf_str(&shown); *s; s++)
		if (*s == '%' || (property && (*s == ':' || *s == ',')))
			buf_printf(b, "%%%02X", (unsigned)*s);
		else
			buf_putc(b, *s);
	buf_release(&shown);
}

static void github(struct report *r, const struct diag *d)
{
	static const char *const word[] = {
		[SEV_INFO] = "notice", [SEV_PERFORMANCE] = "notice", [SEV_WARNING] = "warning", [SEV_ERROR] = "error"
	};
	struct github_state *st = r->state;
	struct location x = location_of(&st->arena, st->base, d, d->at);
	struct buf *b = &st->level[d->severity];

	buf_printf(b, "::%s title=", word[d->severity]);
	put_escaped(b, d->rule->id, true);
	buf_putc(b, ' ');
	put_escaped(b, d->rule->name, true);
	buf_puts(b, ",file=");
	put_escaped(b, x.path, true);
	buf_printf(b, ",line=%u,endLine=%u", x.lo.line + 1, x.hi.line + 1);
	if (x.lo.line == x.hi.line) /* else columns are refused */
		buf_printf(b, ",col=%u,endColumn=%u", x.lo.col32 + 1, x.hi.col32 + 1);
	buf_puts(b, "::");
	put_escaped(b, d->msg, false);
	if (d->hint) {
		buf_puts(b, "%0A");
		put_escaped(b, d->hint, false);
	}
	buf_putc(b, '\n');
}

static void end(struct report *r)
{
	struct github_state *st = r->state;

	for (int i = SEV_ERROR; i >= 0; i--) {
		fputs(buf_str(&st->level[i]), r->o.to);
		buf_release(&st->level[i]);
	}
	arena_release(&st->arena);
	report_aside(r);
}

const struct reporter report_github = {
	.name = "github", .state = sizeof(struct github_state), .begin = begin, .finding = github, .end = end
};
