// SPDX-License-Identifier: MIT
#include "report/draw/html_flow.h"
#include "report/draw/html.h"

static void put_box(struct buf *b, const struct flow_box *x)
{
	buf_printf(b, "<div class=\"box%s\">%s<strong>", x->marked ? " marked" : "", x->marked ? "! " : "");
	for (unsigned i = 0; i < FLOW_BOX_LINES && x->line[i]; i++) {
		buf_puts(b, i ? "<br/>" : "");
		html_prose(b, x->line[i]);
		buf_puts(b, i ? "" : "</strong>");
	}
	buf_puts(b, "</div>");
}

void html_flow(struct buf *b, const struct flow_box *box, uint32_t n)
{
	if (!n)
		return;
	buf_puts(b, "<ol class=\"flow\">\n<li><div class=\"column\">");
	for (uint32_t i = 0; i < n; i++) {
		if (i && box[i].column != box[i - 1].column)
			buf_puts(b, "</div></li>\n<li><div class=\"column\">");
		put_box(b, &box[i]);
	}
	buf_puts(b, "</div></li>\n</ol>\n");
}
