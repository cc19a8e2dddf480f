// SPDX-License-Identifier: MIT
/* Renders one run as a section of a page: facts, findings with the log line that each is about, the ledger of its
 * wall time as a bar and a table, monitoring, curves.
 *
 * Invariant: the bar and the table show the same rows, those with time or events; a log line is cut between
 * characters.
 *
 *	computing 71.2 % of the time	A in the bar; the row "A: ..., 71.2 %"
 *	a ledger without result		"Not reported: " and the reason instead of the bar
 *	a line of 5,000 bytes		at most 400 of them, then " ..." */
#include "cli/command/log_html.h"
#include "base/path.h"
#include "base/utf8.h"
#include "cli/command/log_charts.h"
#include "cli/command/log_json.h"
#include "cli/command/log_ledger.h"
#include "cli/command/log_read_as.h"
#include "cli/command/log_watch.h"
#include "report/draw/figure.h"
#include "report/draw/html.h"
#include "report/draw/svg.h"
#include <math.h>
#include <string.h>

enum { EXCERPT = 400 /* bytes of a log line */ };

/* --- what it is */

static const char *framework_of(struct session *s, const struct run *r)
{
	const char *version = run_fact(r, "framework");

	return version ? arena_printf(&s->arena, "%s %s", r->format->name, version) : r->format->name;
}

static void put_machine(struct session *s, struct buf *b, const struct run *r)
{
	uint32_t cards;
	const char *gpu = run_gpu(r, &cards);
	const char *card = gpu ? arena_printf(&s->arena, "%u x %s", cards, gpu) : run_no_gpu(r);

	if (card)
		html_fact(b, "Machine", card);
	if (r->world)
		html_fact(b, "Processes", figure_number_text(&s->arena, r->world));
	if (run_fact(r, "platform"))
		html_fact(b, "Platform", run_fact(r, "platform"));
	if (run_fact(r, "pytorch"))
		html_fact(b, "PyTorch", run_fact(r, "pytorch"));
}

static const char *progress_of(struct session *s, const struct logged *l)
{
	const struct run *r = l->run;
	uint32_t of = logged_iterations(l);
	const char *last = r->train.n ? figure_number_text(&s->arena, r->train.at[r->train.n - 1].iter) : NULL;

	if (!last)
		return "no line of training";
	return of ? arena_printf(&s->arena, "%s of %s", last, figure_number_text(&s->arena, of)) : last;
}

static void put_work(struct session *s, struct buf *b, const struct logged *l)
{
	uint32_t n;

	if (logged_count(l, "batch_per_gpu", &n))
		html_fact(b, "Batch per GPU", figure_number_text(&s->arena, n));
	if (logged_count(l, "workers_per_gpu", &n))
		html_fact(b, "Workers", figure_number_text(&s->arena, n));
	if (l->run->parameters)
		html_fact(b, "Parameters", figure_number_text(&s->arena, l->run->parameters));
}

static void put_facts(struct session *s, struct buf *b, const struct logged *l)
{
	const struct run *r = l->run;

	buf_puts(b, "<dl class=\"facts\">\n");
	html_fact(b, "Framework", framework_of(s, r));
	if (r->read_as)
		html_fact(b, "Read as", log_read_as(s, r));
	if (log_lacks(s, r))
		html_fact(b, "Not in it", log_lacks(s, r));
	put_machine(s, b, r);
	html_fact(b, "Iterations", progress_of(s, l));
	if (!isnan(log_seconds(r)))
		html_fact(b, "Wall time", figure_seconds_text(&s->arena, log_seconds(r)));
	put_work(s, b, l);
	html_fact(b, "Lines of the log",
		  arena_printf(&s->arena, "%s to %s", figure_number_text(&s->arena, r->first_line),
			       figure_number_text(&s->arena, r->last_line)));
	if (r->exception)
		html_fact(b, "Ended by", r->exception);
	buf_puts(b, "</dl>\n");
}

/* --- what was found */

/* The line that a finding is about, cut where it is long; not of what is about the run as a whole. */
static void put_excerpt(struct session *s, struct buf *b, const struct run *r, const struct diag *d)
{
	const struct source *src = diag_source(d, d->at);
	struct point at;
	uint32_t lo, hi, end;

	if (!src)
		return;
	at = source_point(src, d->at.lo);
	if (r && at.line + 1 == r->first_line && !strcmp(src->path, r->file[0]))
		return;
	lo = source_lines(src).at[at.line];
	end = source_line_end(src, at.line);
	hi = end - lo > EXCERPT ? lo + EXCERPT : end;
	while (hi < end && hi > lo && !utf8_starts(src->bytes[hi]))
		hi--;
	buf_puts(b, "<p class=\"soft\">");
	html_text(b, arena_printf(&s->arena, "Line %s of %s", figure_number_text(&s->arena, at.line + 1),
				  path_base(src->path)));
	buf_puts(b, "</p>\n<pre>");
	html_bytes(b, src->bytes + lo, hi - lo);
	buf_printf(b, "%s</pre>\n", hi < end ? " ..." : "");
}

static void put_findings(struct session *s, struct buf *b, const struct run *r, const struct log_findings *f,
			 struct html_rules *named)
{
	html_element(b, "h3", "What was found");
	if (!f->found.n)
		html_element(b, "p", "Nothing.");
	for (size_t i = 0; i < f->found.n; i++) {
		const struct diag *d = &f->found.at[i];

		html_finding_begin(b, named, d,
				   d->cost > 0 ? arena_printf(&s->arena, ": costs %s a day",
							      figure_seconds_text(&s->arena, d->cost))
					       : NULL);
		put_excerpt(s, b, r, d);
		html_finding_end(b);
	}
}

/* --- where the time went */

static bool row_shows(const struct logged *l, int k)
{
	const struct ledger_row *row = &l->ledger.row[k];

	return fabs(row->seconds) >= l->run->clock_step || row->n;
}

/* Number and unit stay on one line. */
static const char *seconds_text(struct session *s, double seconds)
{
	const char *text = figure_seconds_text(&s->arena, seconds);
	struct buf b = { 0 };

	for (const char *c = text; *c; c++)
		buf_puts(&b, *c == ' ' ? "\u00a0" : (char[]){ *c, 0 });
	text = arena_strdup(&s->arena, buf_str(&b));
	buf_release(&b);
	return text;
}

static const char *each_of(struct session *s, const struct ledger_row *row, enum ledger_kind k)
{
	if (row->measured > 1)
		return arena_printf(&s->arena, "%u x %s (%s to %s)", row->n, seconds_text(s, row->median),
				    seconds_text(s, row->each.low), seconds_text(s, row->each.high));
	return row->n && k > LEDGER_DATA ? arena_printf(&s->arena, "%u x", row->n) : "";
}

static const char *all_of(struct session *s, const struct ledger_row *row)
{
	return ledger_is_vague(row) ? arena_printf(&s->arena, "%s (%s to %s)", seconds_text(s, row->seconds),
						   seconds_text(s, row->range.low), seconds_text(s, row->range.high))
				    : seconds_text(s, row->seconds);
}

static void put_row(struct session *s, struct buf *b, const struct ledger *l, enum ledger_kind k, char letter)
{
	const struct ledger_row *row = &l->row[k];

	html_row(b, "td",
		 (const char *[]){ arena_printf(&s->arena, "%c: %s", letter, ledger_word(l, k)),
				   arena_printf(&s->arena, "%.1f\u00a0%%", 100 * row->share), all_of(s, row),
				   each_of(s, row, k) },
		 4);
}

static const char *bar_in_words(struct session *s, const struct logged *l)
{
	const char *text = "Parts of the wall time", *between = ": ";

	for (int k = 0; k < LEDGER_COUNT; k++)
		if (row_shows(l, k)) {
			text = arena_printf(&s->arena, "%s%s%s %.1f %%", text, between,
					    ledger_word(&l->ledger, (enum ledger_kind)k), 100 * l->ledger.row[k].share);
			between = ", ";
		}
	return text;
}

static void put_ledger(struct session *s, struct buf *b, const struct logged *l)
{
	struct svg_part part[LEDGER_COUNT];
	uint32_t n = 0;

	html_element(b, "h3", "Where the time went");
	if (l->ledger.silent) {
		html_element(b, "p", arena_printf(&s->arena, "Not reported: %s", l->ledger.silent));
		return;
	}
	for (int k = 0; k < LEDGER_COUNT; k++)
		if (row_shows(l, k)) {
			part[n] = (struct svg_part){ (char)('A' + n), (unsigned)k, l->ledger.row[k].share };
			n++;
		}
	buf_puts(b, "<figure>\n");
	svg_bar(b, bar_in_words(s, l), part, n);
	buf_puts(b, "\n");
	html_table(b, NULL);
	html_row(b, "th", (const char *[]){ "part", "share", "time", "each" }, 4);
	for (uint32_t i = 0; i < n; i++)
		put_row(s, b, &l->ledger, (enum ledger_kind)part[i].color, part[i].letter);
	html_table_end(b, NULL);
	buf_puts(b, "</figure>\n");
}

void log_html(struct session *s, struct buf *b, const struct logged *l, const struct log_findings *f, unsigned number,
	      struct html_rules *named)
{
	buf_printf(b, "<section id=\"run-%u\">\n", number);
	html_element(b, "h2", log_title(s, l));
	if (l->run)
		put_facts(s, b, l);
	put_findings(s, b, l->run, f, named);
	if (l->run)
		put_ledger(s, b, l);
	if (l->watch)
		log_watch_html(s, b, l->watch);
	if (l->run)
		log_charts(s, b, l);
	buf_puts(b, "</section>\n");
}

const char *log_title(struct session *s, const struct logged *l)
{
	const char *name = session_name(s, logged_file(l));

	return l->run ? arena_printf(&s->arena, "%s:%u", name, l->run->first_line) : name;
}

void log_html_trace(struct session *s, struct buf *b, const struct trace *t, unsigned number)
{
	buf_printf(b, "<section id=\"run-%u\">\n", number);
	html_element(b, "h2", session_name(s, t->file));
	log_trace_html(s, b, t);
	buf_puts(b, "</section>\n");
}
