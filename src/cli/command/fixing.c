// SPDX-License-Identifier: MIT
/* --fix, --fix-only, --fix=ask and --diff: runs the fixes, writes or prints the new files, reports refused fixes and
 * what is left. */
#include "cli/command/fixing.h"
#include "cli/shared/fixes.h"
#include "cli/command/priv.h"
#include "config/config_subject.h"
#include "base/map.h"
#include "base/path.h"
#include "base/str.h"
#include "python/value/repr.h"
#include "report/draw/terminal.h"
#include "project/root.h"
#include "text/diff.h"
#include "cli/command/cmd_fix_ask.h"
#include "cli/command/writing.h"
#include "cli/shared/evidence.h"
#include "cli/launching.h"
#include "lint/finding/other_kinds.h"
#include "text/edit.h"
#include <string.h>
#include <unistd.h>

enum { VALUE_SHOWN = 80 /* bytes */, CONFIGS_SHOWN = 3 };

/* Before it says that no other config inherits, the search must have covered everything. */
static void report_cut(const struct fix_result *r)
{
	if (r->cut && r->nfiles)
		remark("some configs that inherit from an edited file may not have been found: there are too many "
		       "files behind links to folders");
}

/* git apply silently skips files outside the folder that it runs in, and handles one repository. */
static void report_where(struct session *s, const struct fix_result *r)
{
	const char *first = NULL;
	bool one = true, here = true;

	for (uint32_t i = 0; i < r->nfiles; i++) {
		const char *top = session_patch_top(s, r->file[i].path);

		if (!top)
			continue;
		first = first ? first : top;
		one &= strcmp(first, top) == 0;
		here &= path_inside(top, s->cwd) && path_inside(s->cwd, r->file[i].path);
	}
	if (!one)
		remark("the patch is of several repositories, and names files from the top of each: make one for each");
	else if (!here)
		remark("names in the patch are from the top of the repository: git apply in %s",
		       session_name(s, first));
}

static void print_diffs(struct session *s, const struct fix_result *r)
{
	for (uint32_t i = 0; i < r->nfiles; i++) {
		const struct fix_file *f = &r->file[i];
		struct buf b = { 0 };

		text_diff(&b, session_patch_name(s, f->path), f->old_bytes, f->nold, f->new_bytes, f->nnew, 3);
		say_bytes(s, buf_str(&b), b.n);
		session_raise(s, b.n ? EXIT_FINDINGS : EXIT_CLEAN);
		buf_release(&b);
	}
	if (s->o->quiet)
		return;
	report_where(s, r);
	remark("would fix %u finding%s in %u file%s", r->applied + r->partly, plural(r->applied + r->partly), r->nfiles,
	       plural(r->nfiles));
}

void command_add_once(struct strings *all, const char *text)
{
	for (size_t i = 0; i < all->n; i++)
		if (strcmp(all->at[i], text) == 0)
			return;
	vec_push(all, text);
}

/* " in a.py, b.py": where what was changed doesn't stand where it was found. */
static void put_files(struct buf *b, struct session *s, const struct fix_outcome *o)
{
	struct strings seen = { 0 };

	for (uint32_t i = 0; i < o->npromises; i++)
		for (uint32_t k = 0; k < o->promise[i].nfiles; k++)
			command_add_once(&seen, o->promise[i].file[k]);
	for (size_t i = 0; i < seen.n && !(seen.n == 1 && o->path && strcmp(seen.at[0], o->path) == 0); i++)
		buf_printf(b, "%s%s", i ? ", " : " in ", session_name(s, seen.at[i]));
	vec_release(&seen);
}

/* "data.size = 4, data.useless removed" of the first config, and how many more there are. */
static void put_promises(struct buf *b, const struct fix_outcome *o)
{
	uint32_t more = 0;

	for (uint32_t i = 0; i < o->npromises; i++) {
		const struct fix_promise *p = &o->promise[i];
		struct buf val = { 0 };

		if (strcmp(p->config, o->promise[0].config) != 0) {
			more += strcmp(p->config, o->promise[i - 1].config) != 0;
			continue;
		}
		buf_puts(b, i ? ", " : " [");
		keypath_print(b, p->path);
		if (p->absent)
			buf_puts(b, " removed");
		else if (op_repr(&val, p->want) && val.n <= VALUE_SHOWN)
			buf_printf(b, " = %s", buf_str(&val));
		else
			buf_puts(b, " changed");
		buf_release(&val);
	}
	if (more)
		buf_printf(b, "; likewise in %u more config%s", more, plural(more));
	buf_puts(b, o->npromises ? "]" : "");
}

static void report_fixed(struct lint_ctx *l, const struct fix_outcome *o, const char *place)
{
	struct buf text = { 0 }, shown = { 0 };

	put_promises(&text, o);
	put_files(&text, l->s, o);
	terminal_escape(&shown, buf_str(&text), text.n);
	remark("%s: %s %s%s (%s): %s%s", place, l->s->o->diff ? "would fix" : "fixed",
	       o->what == FIX_PARTLY ? "in part, " : "", o->diag->rule->id, o->diag->rule->name, o->plan->title,
	       buf_str(&shown));
	buf_release(&text);
	buf_release(&shown);
}

/* That finding was never printed, so its fix is reported in any case. */
static void report_late(struct lint_ctx *l, const struct fix_outcome *o, const char *place)
{
	remark("%s: %s %s, which another fix brought up: %s", place, l->s->o->diff ? "would also fix" : "also fixed",
	       o->diag->rule->id, o->plan->title);
}

/* " in a.py, b.py, c.py and 4 more": the configs from the i-th on that have its reason; "" is where it was found. */
static const char *refused_in(struct session *s, const struct fix_outcome *o, uint32_t i)
{
	const char *text = "", *reason = o->refusal[i].reason;
	uint32_t n = 0;

	for (uint32_t k = i; k < o->nrefusals; k++)
		if (strcmp(o->refusal[k].reason, reason) == 0 && n++ < CONFIGS_SHOWN)
			text = arena_printf(&s->arena, "%s%s%s", text, n > 1 ? ", " : " in ",
					    session_name(s, o->refusal[k].config));
	if (n == 1 && o->path && strcmp(o->path, o->refusal[i].config) == 0)
		return "";
	return n > CONFIGS_SHOWN ? arena_printf(&s->arena, "%s and %u more", text, n - CONFIGS_SHOWN) : text;
}

/* Prints one finding, and one line for each reason why its fix was refused in some configs. */
static void report_refused(struct lint_ctx *l, const struct fix_outcome *o, const char *place)
{
	struct map reported = { 0 };

	for (uint32_t i = 0; i < o->nrefusals; i++) {
		const struct str *reason = str_lit(o->refusal[i].reason);

		if (map_get(&reported, reason))
			continue;
		map_put(&l->s->arena, &reported, reason, l);
		remark("%s: not fixed%s, %s (%s): %s", place, refused_in(l->s, o, i), o->diag->rule->id, o->plan->title,
		       o->refusal[i].reason);
	}
}

static void report_outcome(struct lint_ctx *l, const struct fix_outcome *o)
{
	bool made = o->what == FIX_APPLIED || o->what == FIX_PARTLY;
	struct buf place = { 0 };

	terminal_point(&place, l->s->cwd, o->path, o->at);
	if (made && o->note && !l->s->o->quiet)
		remark("%s: %s: %s", buf_str(&place), o->diag->rule->id, o->note);
	for (const struct fix_reach *r = o->reach; made && r && !l->s->o->quiet; r = r->next)
		remark("%s: %s: %s", buf_str(&place), o->diag->rule->id, r->text);
	if (made && (l->s->o->show_fixes || (o->what == FIX_PARTLY && !l->s->o->quiet)))
		report_fixed(l, o, buf_str(&place));
	else if (made && o->late && !l->s->o->quiet)
		report_late(l, o, buf_str(&place));
	if (!l->s->o->quiet)
		report_refused(l, o, buf_str(&place));
	buf_release(&place);
}

static void forget_findings(struct lint_ctx *l)
{
	vec_release(&l->found);
	vec_release(&l->held);
	l->stats = (struct lint_stats){ 0 };
}

/* The set after the fixes; the set itself if nothing changed. */
static const struct subject_set *set_after(const struct fix_result *r, const struct subject_set *set)
{
	if (r->after && set->kind == &config_kind)
		return graph_subjects(r->after);
	for (size_t i = 0; i < r->nmore; i++)
		if (r->more[i].set && r->more[i].set->kind == set->kind)
			return r->more[i].set;
	return set;
}

/* A launch line names a file of arguments, a script reads one. */
static bool reads_edited(const struct subject_set *set, const struct fix_result *r)
{
	const struct source *src;

	for (uint32_t id = 1; (src = sources_get(set->sources, id)); id++)
		for (uint32_t i = 0; i < r->nfiles; i++)
			if (!strcmp(src->path, r->file[i].path))
				return true;
	return false;
}

/* Replaces the findings by those after r; the rest is unchanged. */
static void lint_anew(struct lint_ctx *l, const struct fix_result *r)
{
	struct session *s = l->s;
	struct lint_stats was = l->stats;

	forget_findings(l);
	for (size_t i = 0; s->kinds[i]; i++) {
		const struct subject_set *set = l->set[i] ? set_after(r, l->set[i]) : NULL;

		if (!set)
			continue;
		if (set == l->set[i] && !l->stdin_path && reads_edited(set, r))
			set = l->again[i] = session_subjects(s, &l->targets, s->kinds[i]);
		lint_run(&s->linter, &s->arena, set, &l->found, &l->held, &l->stats);
		lint_count(&l->stats, s->kinds[i])->unread = lint_count(&was, s->kinds[i])->unread;
	}
	diags_drop_of_other_kinds(&l->found);
	diags_drop_of_other_kinds(&l->held);
}

static bool is_only_set(const struct lint_ctx *l, const struct subject_set *set)
{
	for (size_t i = 0; l->s->kinds[i]; i++)
		if (l->set[i] && l->set[i] != set)
			return false;
	return true;
}

/* The last round has linted the result. */
static void take_findings(struct lint_ctx *l, struct fix_result *r)
{
	uint32_t unread = lint_count(&l->stats, &config_kind)->unread;

	if (r->code.codes || !lint_ctx_configs(l) || !is_only_set(l, lint_ctx_configs(l))) {
		lint_anew(l, r);
		return;
	}
	forget_findings(l);
	l->found = r->found;
	l->held = r->held;
	l->stats = r->stats;
	r->found = r->held = (struct diags){ 0 };
	lint_count(&l->stats, &config_kind)->unread = unread;
}

/* Only some files could be written: what is on disk now is what counts. */
static void report_from_disk(struct lint_ctx *l)
{
	struct fix_result now = { .more = arena_array(&l->s->arena, struct fix_after, KINDS_MAX) };

	for (size_t i = 0; l->s->kinds[i]; i++)
		if (l->set[i] && fix_rewrites(l->s->kinds[i]))
			now.more[now.nmore++].set = session_subjects(l->s, &l->targets, l->s->kinds[i]);
	lint_anew(l, &now);
	report_run(l);
	fix_result_release(&now);
}

/* Standard input is not written to: its new text goes to standard output when all is done. */
static void store_stdin(struct lint_ctx *l, const struct fix_result *r)
{
	const char *real = path_real_new(&l->s->arena, l->stdin_path);

	for (uint32_t i = 0; i < r->nfiles; i++)
		if (strcmp(path_real_new(&l->s->arena, r->file[i].path), real) == 0) {
			l->stdin_text = r->file[i].new_bytes;
			l->stdin_n = r->file[i].nnew;
		}
}

/* What was fixed counts also where other files could not be written. */
static void settle(struct lint_ctx *l, struct fix_result *r, bool written)
{
	if (r->code.codes)
		linter_forget_code(&l->s->linter);
	if (r->applied + r->partly) {
		l->result = r;
		l->fixed = r->applied;
		if (l->s->o->exit_on_fix)
			session_raise(l->s, EXIT_FINDINGS);
	}
	if (!written) {
		report_from_disk(l);
		return;
	}
	if (r->nfiles)
		take_findings(l, r);
	report_run(l);
}

static void report_unwritten(struct session *s, const struct fix_result *r)
{
	for (size_t i = 0; i < r->unwritten.n; i++)
		complain_at(s, r->unwritten.at[i].path, &r->unwritten.at[i].why, NULL);
}

static void report_all(struct lint_ctx *l, const struct fix_result *r)
{
	report_unwritten(l->s, r);
	for (uint32_t i = 0; i < r->noutcomes; i++)
		report_outcome(l, &r->outcome[i]);
	report_cut(r);
	if (l->s->o->edit_code && r->unsafe_left && !l->s->o->unsafe_fixes)
		remark("--edit-code goes with --unsafe-fixes: training code was not edited");
}

/* A fix is reported only after it is written. */
static void write_and_report(struct lint_ctx *l, struct fix_result *r)
{
	bool written = true;

	if (l->stdin_path)
		store_stdin(l, r);
	else if (r->nfiles)
		written = writing_files(l, r);
	report_all(l, r);
	l->fixing = r;
	settle(l, r, written);
	l->fixing = NULL;
}

void lint_fix(struct lint_ctx *l)
{
	struct consent consent = { .l = l };
	struct fix_opts fo = { .writes = !l->s->o->diff && !l->stdin_path };
	struct fix_result r = { 0 };

	if (l->s->o->fix && *l->s->o->fix && !l->s->o->diff) {
		if (!ask_user(&consent))
			return;
		fo.wanted = consent_given;
		fo.ctx = &consent;
	}
	if (!fixes_run(l, &fo, &r))
		; /* reported */
	else if (l->s->o->diff) {
		print_diffs(l->s, &r);
		lint_ctx_raise_unread(l, false);
		report_all(l, &r);
	} else {
		write_and_report(l, &r);
	}
	fix_result_release(&r);
}
