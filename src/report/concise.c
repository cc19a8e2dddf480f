// SPDX-License-Identifier: MIT
/* One line a finding, in the form that editors and grep take: `path:line:col: error: message [BLR001 name]`. */
#include "report/report.h"
#include <string.h>

static void begin(struct out *o)
{
	(void)o;
}

static void concise(struct out *o, const struct diag *d)
{
	struct buf b = { 0 };

	out_style(&b, o->color, STYLE_BOLD);
	out_place(&b, o->g, o->cwd, d->at);
	out_style(&b, o->color, STYLE_PLAIN);
	buf_puts(&b, ": ");
	out_style(&b, o->color, out_severity_style(d->severity));
	buf_puts(&b, severity_name(d->severity));
	out_style(&b, o->color, STYLE_PLAIN);
	buf_puts(&b, ": ");
	out_escape(&b, d->msg, strlen(d->msg));
	buf_printf(&b, " [%s %s]\n", d->rule->id, d->rule->name);
	fputs(buf_str(&b), o->to);
	buf_release(&b);
}

const struct reporter out_concise = {
	.name = "concise", .help = "one line a finding", .begin = begin, .diag = concise, .end = out_summary
};
