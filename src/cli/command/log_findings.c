// SPDX-License-Identifier: MIT
#include "cli/command/log_findings.h"
#include "cli/command/priv.h"
#include "cli/report_run.h"
#include "lint/lint.h"
#include "report/json_findings.h"
#include "report/draw/terminal.h"
#include "run/run_subject.h"
#include <stdlib.h>
#include <string.h>

static int costly_first(const void *x, const void *y)
{
	const struct diag *a = x, *b = y;
	bool error = a->severity == SEV_ERROR;

	if (error != (b->severity == SEV_ERROR))
		return error ? -1 : 1;
	if (a->cost != b->cost)
		return a->cost > b->cost ? -1 : 1;
	if (a->at.lo != b->at.lo)
		return a->at.lo < b->at.lo ? -1 : 1;
	return strcmp(a->rule->id, b->rule->id);
}

void log_judge(struct session *s, const struct logged *of, struct log_findings *out)
{
	struct linter l = s->linter;
	struct diags held = { 0 };
	struct err e = { 0 };
	struct measurements measured = logged_measurements(of);

	*out = (struct log_findings){ .set = run_set_of_one(&measured, l.vfs) };
	if (!settings_for(l.settings, logged_file(of), &e)) {
		complain(s, "%s", session_message(s, e.msg));
		return;
	}
	l.carried = true; /* that is about configs of frameworks */
	lint_run(&l, &s->arena, out->set, &out->found, &held, &out->stats);
	for (size_t i = 0; i < held.n; i++)
		vec_push(&out->found, held.at[i]);
	vec_release(&held);
	if (out->found.n)
		qsort(out->found.at, out->found.n, sizeof *out->found.at, costly_first);
	report_status(s, &out->found);
}

static struct report report_of(struct session *s, const struct log_findings *f)
{
	return (struct report){ .o = { .to = stdout,
				       .cwd = s->cwd,
				       .color = session_colors(s, stdout),
				       .width = terminal_width(),
				       .quiet = true,
				       .wrap = session_wrap(stdout),
				       .docs = session_docs() },
				.sources = f->set->sources,
				.found = &f->found,
				.stats = &f->stats };
}

void log_findings_say(struct session *s, const struct log_findings *f)
{
	struct report r = report_of(s, f);

	report_print(&r, reporter_find("full"));
}

void log_findings_json(struct session *s, const struct log_findings *f, struct jwrite *run)
{
	struct report r = report_of(s, f);
	struct jwrite list = jwrite_list(run, "findings", true);

	for (size_t i = 0; i < f->found.n; i++)
		report_finding_json(&r, &list, &f->found.at[i]);
	jwrite_end(&list);
}

void log_findings_end(struct log_findings *f)
{
	vec_release(&f->found);
	f->set->kind->free(f->set);
}
