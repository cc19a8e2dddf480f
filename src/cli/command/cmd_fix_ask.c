// SPDX-License-Identifier: MIT
/* --fix=ask: each fix is tried by itself, its diff is shown, and the user decides. Accepted fixes are then applied
 * together, and verified together again. */
#include "cli/command/fixing.h"
#include "report/draw/terminal.h"
#include "text/diff.h"
#include "cli/command/cmd_fix_ask.h"
#include "cli/shared/fixes.h"
#include "cli/command/priv.h"
#include "text/edit.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum reply { ANSWER_YES, ANSWER_NO, ANSWER_ALL, ANSWER_QUIT };

static bool same_finding(const struct diag *x, const struct diag *y)
{
	if (x->rule != y->rule ||
	    (x->path && y->path ? strcmp(x->path, y->path) : x->path != y->path || strcmp(x->msg, y->msg)))
		return false;
	for (uint32_t i = 0; i < x->nseen; i++)
		for (uint32_t k = 0; k < y->nseen; k++)
			if (strcmp(x->seen_in[i]->path, y->seen_in[k]->path) == 0)
				return true;
	return false;
}

bool consent_given(void *consent, const struct diag *d)
{
	const struct consent *a = consent;

	for (size_t i = 0; i < a->n; i++)
		if (same_finding(a->yes[i], d))
			return true;
	return false;
}

static enum reply read_answer(void)
{
	char *line = NULL;
	size_t cap = 0;
	enum reply answer = ANSWER_QUIT;

	for (;;) {
		fputs("Fix this? [y]es, [n]o, [a]ll that are left, [q]uit asking: ", stderr);
		fflush(stderr);
		if (getline(&line, &cap, stdin) < 0) {
			fputc('\n', stderr);
			break;
		}
		line[strcspn(line, "\r\n")] = 0;
		if (strcmp(line, "y") == 0 || strcmp(line, "yes") == 0)
			answer = ANSWER_YES;
		else if (strcmp(line, "n") == 0 || strcmp(line, "no") == 0)
			answer = ANSWER_NO;
		else if (strcmp(line, "a") == 0 || strcmp(line, "all") == 0)
			answer = ANSWER_ALL;
		else if (strcmp(line, "q") != 0 && strcmp(line, "quit") != 0)
			continue;
		break;
	}
	free(line);
	return answer;
}

void ask_show_diff(FILE *to, struct session *s, const struct fix_file *f)
{
	struct buf b = { 0 };
	const char *line, *end;

	text_diff(&b, session_patch_name(s, f->path), f->old_bytes, f->nold, f->new_bytes, f->nnew, 3);
	for (line = buf_str(&b); *line; line = end + (*end == '\n')) {
		struct buf shown = { 0 };

		end = line + strcspn(line, "\n");
		terminal_escape(&shown, line, (size_t)(end - line) - (end > line && end[-1] == '\r'));
		fprintf(to, "%s\n", buf_str(&shown));
		buf_release(&shown);
	}
	buf_release(&b);
}

static void show(struct lint_ctx *l, const struct fix_outcome *o, const struct fix_result *r)
{
	struct buf place = { 0 };

	terminal_place(&place, diag_source(o->diag, o->diag->at), l->s->cwd, o->diag->at);
	fputc('\n', stderr);
	remark("%s: %s %s: %s", buf_str(&place), o->diag->rule->id, o->diag->rule->name, o->diag->msg);
	remark("%s (%s)", o->plan->title, o->plan->safety == SAFETY_SAFE ? "safe" : "unsafe");
	for (uint32_t i = 0; i < r->nfiles; i++)
		ask_show_diff(stderr, l->s, &r->file[i]);
	buf_release(&place);
}

bool ask_one(struct lint_ctx *l, const struct diag *d, struct fix_result *r)
{
	struct consent one = { .l = l, .yes = &d, .n = 1 };
	struct fix_opts fo = { .wanted = consent_given, .ctx = &one };

	return fixes_run(l, &fo, r) && r->nfiles > 0;
}

bool ask_user(struct consent *a)
{
	struct lint_ctx *l = a->l;
	enum reply answer = ANSWER_NO;

	if (!isatty(STDIN_FILENO)) {
		complain(l->s, "--fix=ask needs a terminal, and standard input is not one; --diff shows the fixes, "
			       "--fix applies them all");
		return false;
	}
	a->yes = (const struct diag **)arena_array(&l->s->arena, void *, l->found.n + 1);
	for (size_t i = 0; i < l->found.n && answer != ANSWER_QUIT; i++) {
		const struct diag *d = &l->found.at[i];
		struct fix_result r = { 0 };
		bool good = (d->nfixes > 0 || (d->patch && l->s->o->edit_code)) && !consent_given(a, d);

		if (good && answer != ANSWER_ALL)
			good = ask_one(l, d, &r);
		if (good && answer != ANSWER_ALL) {
			show(l, &r.outcome[0], &r);
			answer = read_answer();
		}
		if (good && (answer == ANSWER_YES || answer == ANSWER_ALL))
			a->yes[a->n++] = d;
		fix_result_release(&r);
	}
	return true;
}
