// SPDX-License-Identifier: MIT
/* `cfglint PATH...`: lints, and with --fix or --diff fixes. Findings go to stdout, everything else to stderr. */
#include "cli/command/priv.h"
#include "cli/command/fixing.h"
#include <string.h>

/* --- the run */
static bool has_finding(const struct linting *l, const struct module *m)
{
	for (size_t i = 0; i < l->found.n; i++)
		for (uint32_t k = 0; k < l->found.at[i].nroots; k++)
			if (l->found.at[i].root[k] == m)
				return true;
	return false;
}

/* A file that could not be parsed has a finding that says so, unless its rule isn't selected. The status is 2 in any
 * case. */
static void tell_unreadable(struct linting *l)
{
	struct targets silent = { 0 };

	for (size_t i = 0; i < l->targets.n; i++) {
		const struct module *m = l->targets.at[i].path ? graph_find(l->g, l->targets.at[i].path) : NULL;

		if (!m || (m->state != MODULE_UNREADABLE && m->state != MODULE_SYNTAX))
			continue;
		session_raise(l->s, EXIT_USAGE);
		l->unread++;
		if (!has_finding(l, m))
			vec_push(&silent, l->targets.at[i]);
	}
	session_tell_unreadable(l->s, l->g, &silent);
	vec_release(&silent);
}

static void count_read(struct linting *l)
{
	uint32_t n = 0;

	session_tell_unreadable(l->s, l->g, &l->targets);
	for (size_t i = 0; i < l->targets.n; i++) {
		const struct module *m = l->targets.at[i].path ? graph_find(l->g, l->targets.at[i].path) : NULL;

		n += m && m->state != MODULE_UNREADABLE && m->state != MODULE_SYNTAX;
	}
	if (!l->s->o->quiet)
		printf("%u config%s read.\n", n, plural(n));
}

static void lint(struct linting *l)
{
	struct session *s = l->s;

	if (s->o->verbose)
		session_tell_assumptions(s, l->g, &l->targets);
	if (s->o->parse_only) {
		count_read(l);
		return;
	}
	lint_run(&s->linter, &s->arena, l->g, &l->found, &l->stats);
	tell_unreadable(l);
	if (s->o->fix || s->o->diff)
		lint_fix(l);
	else
		report_run(l, l->g);
}

/* --- standard input */
static void read_stdin(struct buf *b)
{
	char part[64 * 1024];
	size_t n;

	while ((n = fread(part, 1, sizeof part, stdin)))
		buf_add(b, part, n);
}

static bool take_stdin(struct linting *l)
{
	struct session *s = l->s;

	if (s->o->words.n > 1)
		complain(s, "- (standard input) stands alone, without other paths");
	else if (s->o->edit_bases && s->o->fix)
		complain(s, "--edit-bases writes files, and - (standard input) writes none");
	else if (s->o->fix && *s->o->fix)
		complain(s, "--fix=ask asks on standard input, which is the config here");
	else {
		read_stdin(&l->stdin_bytes);
		l->stdin_text = buf_str(&l->stdin_bytes);
		l->stdin_n = l->stdin_bytes.n;
		l->stdin_path = targets_stdin(s, l->stdin_text, l->stdin_n, &l->targets);
	}
	return l->stdin_path;
}

static bool find_targets(struct linting *l)
{
	struct strings *words = &l->s->o->words;

	for (size_t i = 0; i < words->n; i++)
		if (strcmp(words->at[i], "-") == 0)
			return take_stdin(l);
	if (l->s->o->stdin_filename) {
		complain(l->s, "--stdin-filename goes with the path - (standard input)");
		return false;
	}
	targets_find(l->s, words, &l->targets);
	return true;
}

int cmd_lint(struct session *s)
{
	struct linting l = { .s = s };

	if (s->o->words.n == 0) {
		complain(s, "lint which file or folder? `cfglint PATH...`");
		return s->status;
	}
	bool found = find_targets(&l);

	if (found && l.targets.n) {
		l.g = session_load(s, &l.targets);
		lint(&l);
		for (size_t i = 0; s->o->explain_silence && i < l.targets.n; i++)
			explain_silence(s, l.g, &l.targets.at[i]);
		graph_free(l.g);
	}
	/* also where nothing could be done: an editor takes what comes as the new text */
	if (found && l.stdin_path && s->o->fix && !s->o->diff)
		fwrite(l.stdin_text, 1, l.stdin_n, stdout);
	buf_release(&l.stdin_bytes);
	vec_release(&l.found);
	vec_release(&l.targets);
	return s->status;
}
