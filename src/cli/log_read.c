// SPDX-License-Identifier: MIT
#include "cli/log_read.h"
#include "base/path.h"
#include "cli/admit.h"
#include "cli/tell.h"

/* What to do where there is no line of training. */
static void nothing_found(struct session *s, const char *path, const struct runs *all)
{
	const struct run *r = all->n ? &all->at[all->n - 1] : NULL;

	if (r && r->exception)
		complain(s, "%s: the run ended before its first line of training: %s", session_name(s, path),
			 r->exception);
	else if (r && r->val.n)
		complain(s,
			 "%s: %zu line%s of validation and none of training: the interval at which lines are logged is "
			 "longer "
			 "than an epoch; set it to a tenth of one",
			 session_name(s, path), r->val.n, plural(r->val.n));
	else if (r)
		complain(s, "%s: no line of training among %u line%s of %s: the run ended before it, or only tested",
			 session_name(s, path), all->lines, plural(all->lines), r->format->name);
	else
		complain(s,
			 "%s: no line of a training among its %u line%s; name the file, or the folder "
			 "(work_dir), "
			 "that the training script writes its log to",
			 session_name(s, path), all->lines, plural(all->lines));
}

static bool tell_rest(struct session *s, const struct runs *all)
{
	if (all->later)
		remark("%s began later and trained nothing; here is the newest run that did",
		       session_name(s, all->later));
	if (all->unread)
		remark("%s: %s", session_name(s, all->unread), all->why);
	return true;
}

bool log_read(struct session *s, const struct log_formats *formats, const char *word, struct runs *out)
{
	const char *path = *word ? path_absolute(&s->arena, word) : NULL;
	struct err e = { 0 };

	if (!path)
		complain(s, "an empty path");
	else if (admit(s, path)) {
		if (runs_read(out, formats, s->linter.vfs, path, NULL, &e))
			return tell_rest(s, out);
		complain(s, "%s: %s", session_name(s, path), e.msg);
	}
	return false;
}

const struct run *log_trained(struct session *s, const char *word, const struct runs *all)
{
	const struct run *r = runs_last(all);

	if (!r)
		nothing_found(s, path_absolute(&s->arena, word), all);
	return r;
}
