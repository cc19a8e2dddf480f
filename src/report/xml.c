// SPDX-License-Identifier: MIT
/* Two formats in XML with an element a file: JUnit's, as Jenkins and GitLab read it, and Checkstyle's.
 *
 *	<testsuite name="a.py" tests="1" failures="1"><testcase name="DAT005 at line 2" ...>
 *	<file name="/p/a.py"><error line="2" severity="warning" .../> */
#include "report/draw/html.h"
#include "report/location.h"
#include "report/priv.h"
#include <string.h>

struct xml_state {
	struct buf all, file; /* of the file at hand: its findings */
	struct arena arena;
	const char *path; /* of that file; NULL: none yet */
	uint32_t n, failed, files;
};

/* ` name="value"` */
static void put(struct buf *b, const char *name, const char *value)
{
	buf_printf(b, " %s=\"", name);
	html_text(b, value);
	buf_putc(b, '"');
}

static void put_number(struct buf *b, const char *name, uint32_t n)
{
	buf_printf(b, " %s=\"%u\"", name, n);
}

/* Findings come file by file. */
static struct location next(struct report *r, const struct diag *d, void (*close)(struct xml_state *st))
{
	struct xml_state *st = r->state;
	struct location x = location_of(&st->arena, r->o.cwd, d, d->at);

	if (st->path && strcmp(st->path, x.path) != 0)
		close(st);
	st->path = x.path;
	st->n++;
	return x;
}

static void finish(struct report *r)
{
	struct xml_state *st = r->state;

	buf_release(&st->file);
	arena_release(&st->arena);
	report_finish(r, &st->all);
}

static void empty(struct xml_state *st)
{
	buf_clear(&st->file);
	st->path = NULL;
	st->n = st->failed = 0;
	st->files++;
}

/* ---- JUnit ---- */

static void close_suite(struct xml_state *st)
{
	buf_puts(&st->all, "  <testsuite");
	put(&st->all, "name", st->path);
	put_number(&st->all, "tests", st->n);
	put_number(&st->all, "failures", st->failed);
	buf_printf(&st->all, " errors=\"0\">\n%s  </testsuite>\n", buf_str(&st->file));
	empty(st);
}

static void begin_junit(struct report *r)
{
	struct xml_state *st = r->state;

	buf_puts(&st->all, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"cfglint\">\n");
}

static void junit(struct report *r, const struct diag *d)
{
	struct location x = next(r, d, close_suite);
	struct xml_state *st = r->state;
	struct buf *b = &st->file;
	bool failed = d->severity >= SEV_WARNING;
	const char *element = failed ? "failure" : "system-out";

	st->failed += failed;
	buf_puts(b, "    <testcase");
	put(b, "name", arena_printf(&st->arena, "%s at line %u", d->rule->id, x.lo.line + 1));
	put(b, "classname", x.path);
	buf_printf(b, ">\n      <%s", element);
	if (failed) {
		put(b, "message", d->msg);
		put(b, "type", severity_name(d->severity));
	}
	buf_putc(b, '>');
	html_text(b, arena_printf(&st->arena, "%s:%u:%u: %s: %s [%s %s]%s%s", x.path, x.lo.line + 1, x.lo.col32 + 1,
				  severity_name(d->severity), d->msg, d->rule->id, d->rule->name, d->hint ? "\n" : "",
				  d->hint ? d->hint : ""));
	buf_printf(b, "</%s>\n    </testcase>\n", element);
}

/* Consumers take an empty file for a run that crashed: so a run without findings reports that. */
static void end_junit(struct report *r)
{
	struct xml_state *st = r->state;

	if (st->path)
		close_suite(st);
	if (!st->files)
		buf_puts(&st->all, "  <testsuite name=\"cfglint\" tests=\"1\" failures=\"0\" errors=\"0\">\n"
				   "    <testcase name=\"no findings\" classname=\"cfglint\"/>\n  </testsuite>\n");
	buf_puts(&st->all, "</testsuites>\n");
	finish(r);
}

/* ---- Checkstyle ---- */

static void close_file(struct xml_state *st)
{
	buf_puts(&st->all, "  <file");
	put(&st->all, "name", st->path);
	buf_printf(&st->all, ">\n%s  </file>\n", buf_str(&st->file));
	empty(st);
}

static void begin_checkstyle(struct report *r)
{
	struct xml_state *st = r->state;

	buf_puts(&st->all, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n");
}

static void checkstyle(struct report *r, const struct diag *d)
{
	struct location x = next(r, d, close_file);
	struct xml_state *st = r->state;
	struct buf *b = &st->file;

	buf_puts(b, "    <error");
	put_number(b, "line", x.lo.line + 1);
	put_number(b, "column", x.lo.col32 + 1);
	put(b, "severity", d->severity >= SEV_WARNING ? severity_name(d->severity) : "info");
	put(b, "message", d->msg);
	put(b, "source", arena_printf(&st->arena, "cfglint.%s", d->rule->id));
	buf_puts(b, "/>\n");
}

static void end_checkstyle(struct report *r)
{
	struct xml_state *st = r->state;

	if (st->path)
		close_file(st);
	buf_puts(&st->all, "</checkstyle>\n");
	finish(r);
}

const struct reporter report_junit = { .name = "junit",
				       .document = true,
				       .state = sizeof(struct xml_state),
				       .begin = begin_junit,
				       .finding = junit,
				       .end = end_junit };
const struct reporter report_checkstyle = { .name = "checkstyle",
					    .document = true,
					    .state = sizeof(struct xml_state),
					    .begin = begin_checkstyle,
					    .finding = checkstyle,
					    .end = end_checkstyle };
