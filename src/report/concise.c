// SPDX-License-Identifier: MIT
/* One line a finding, in the form that editors and grep take: `path:line:col: error: message [BLR001 name]`. */
#include "report/priv.h"
#include "report/summary.h"
#include "report/draw/terminal.h"
#include <string.h>

static void concise(struct report *r, const struct diag *d)
{
	struct buf b = { 0 };

	terminal_paint(&b, r->o.color, PAINT_BOLD);
	terminal_place(&b, diag_source(d, d->at), r->o.cwd, d->at);
	terminal_paint(&b, r->o.color, PAINT_NONE);
	buf_puts(&b, ": ");
	terminal_paint(&b, r->o.color, terminal_severity(d->severity));
	buf_puts(&b, severity_name(d->severity));
	terminal_paint(&b, r->o.color, PAINT_NONE);
	buf_puts(&b, ": ");
	terminal_escape(&b, d->msg, strlen(d->msg));
	buf_printf(&b, " [%s %s]\n", d->rule->id, d->rule->name);
	fputs(buf_str(&b), r->o.to);
	buf_release(&b);
}

const struct reporter report_concise = { .name = "concise", .counts = true, .finding = concise, .end = summary_print };
