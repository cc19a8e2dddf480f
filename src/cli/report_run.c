// SPDX-License-Identifier: MIT
/* The report of a run, and the exit status that follows from the findings: by --fail-on, else by the settings of each
 * config. */
#include "cli/report_run.h"
#include "cli/tell.h"
#include "report/report.h"
#include "report/terminal.h"
#include <string.h>

static bool fails_by_settings(struct session *s, const struct diag *d)
{
	const struct settings *st = d->nseen ? settings_for(s->linter.settings, d->seen_in[0]->path, NULL) : NULL;

	return !(st && st->fail_never) && d->severity >= (st && st->fail_on_set ? st->fail_on : SEV_WARNING);
}

static bool level_of(const char *word, enum severity *out)
{
	for (int i = SEV_INFO; i <= SEV_ERROR; i++)
		if (strcmp(severity_name((enum severity)i), word) == 0) {
			*out = (enum severity)i;
			return true;
		}
	return false;
}

/* What could not be evaluated was not read, whatever was found in the rest. */
static void raise_status(struct linting *l)
{
	struct session *s = l->s;
	const struct diags *found = &l->found;
	const char *word = s->o->fail_on;
	enum severity limit = SEV_WARNING;

	bool unread = l->stats.unchecked[UNCHECKED_BUDGET].nsubjects;

	for (uint32_t i = 0; i < l->stats.nkinds; i++)
		unread |= l->stats.of[i].untold > 0;
	if (unread)
		session_raise(s, EXIT_USAGE);
	if (word && !level_of(word, &limit))
		return; /* never */
	for (size_t i = 0; i < found->n; i++)
		if (word ? found->at[i].severity >= limit : fails_by_settings(s, &found->at[i]))
			session_raise(s, EXIT_FINDINGS);
}

void report_run(struct linting *l)
{
	struct session *s = l->s;
	FILE *to = l->stdin_path && s->o->fix ? stderr : stdout;
	struct report r = {
		.o = { .to = to,
		       .cwd = s->cwd,
		       .color = session_colors(s, to),
		       .width = terminal_width(),
		       .quiet = s->o->quiet,
		       .unsafe = s->o->unsafe_fixes,
		       .tried = s->o->fix },
		.dialects = &s->linter.rules->dialects,
		.applied = s->o->show_fixes ? l->result : NULL,
		.found = &l->found,
		.held = &l->held,
		.stats = &l->stats,
		.fixed = l->fixed,
	};

	if (s->o->fix_only) {
		if (l->fixed && !s->o->quiet)
			remark("fixed %u finding%s", l->fixed, plural(l->fixed));
		return;
	}
	report_print(&r, reporter_find(s->o->output_format ? s->o->output_format : reporter_name(0)));
	raise_status(l);
}
