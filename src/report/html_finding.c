// SPDX-License-Identifier: MIT
#include "report/html_finding.h"
#include "report/draw/html.h"
#include "report/location.h"
#include <string.h>

static void name_rule(struct html_rules *named, const struct rule *r)
{
	for (size_t i = 0; i < named->n; i++)
		if (named->at[i] == r)
			return;
	vec_push(named, r);
}

void html_finding_begin(struct buf *b, struct html_rules *named, const struct diag *d, const char *more)
{
	const char *severity = severity_name(d->severity);

	name_rule(named, d->rule);
	buf_printf(b, "<article class=\"finding %s\">\n<p><strong>%s <a href=\"#rule-", severity, severity);
	html_text(b, d->rule->id);
	buf_puts(b, "\">");
	html_text(b, d->rule->id);
	buf_puts(b, "</a>");
	html_prose(b, more ? more : "");
	buf_puts(b, "</strong></p>\n");
	html_element(b, "p", d->msg);
	if (d->hint) {
		buf_puts(b, "<p>Hint: ");
		html_prose(b, d->hint);
		buf_puts(b, "</p>\n");
	}
}

void html_finding_end(struct buf *b)
{
	buf_puts(b, "</article>\n");
}

/* Paragraphs, with an empty line between them. */
static void put_paragraphs(struct buf *b, struct arena *a, const char *text)
{
	while (*text) {
		const char *end = strstr(text, "\n\n");
		size_t n = end ? (size_t)(end - text) : strlen(text);

		html_element(b, "p", arena_strndup(a, text, n));
		text += n + strspn(text + n, "\n");
	}
}

static void put_rule(struct buf *b, struct arena *a, const struct rule *r, const char *docs)
{
	const char *url = report_url(a, &(struct report){ .o = { .docs = docs } }, r);

	buf_puts(b, "<article id=\"rule-");
	html_text(b, r->id);
	buf_puts(b, "\">\n");
	html_element(b, "h3", arena_printf(a, "%s: %s", r->id, r->summary));
	put_paragraphs(b, a, r->why ? r->why : "");
	buf_puts(b, "<p class=\"soft\">Examples and sources: <code>cfglint explain ");
	html_text(b, r->id);
	buf_puts(b, "</code>");
	if (url && strstr(url, "://")) {
		buf_puts(b, ", <a href=\"");
		html_text(b, url);
		buf_puts(b, "\">its page</a>");
	}
	buf_puts(b, "</p>\n</article>\n");
}

void html_rules_end(struct buf *b, struct arena *a, struct html_rules *named, const char *docs)
{
	if (named->n)
		html_element(b, "h2", "Rules");
	for (size_t i = 0; i < named->n; i++)
		put_rule(b, a, named->at[i], docs);
	vec_release(named);
}
