// SPDX-License-Identifier: MIT
/*	No rules for ds.json (looks like a DeepSpeed config).
 *	No rules for 26 torchpack configs and 2 YAML configs whose reader is not known: they were not checked. */
#include "report/without_rules.h"
#include "base/path.h"
#include "report/draw/terminal.h"
#include <string.h>

enum { NAMED_SHOWN = 5 };

uint32_t without_rules_run(const struct without_rules *at, uint32_t n)
{
	uint32_t i = 1;

	while (i < n && at[i].named == at->named && !strcmp(at[i].is->one, at->is->one))
		i++;
	return i;
}

static void say_one(struct buf *b, const struct without_rules *f, const char *cwd)
{
	struct arena tmp = { 0 };
	const char *name = path_shown(&tmp, cwd, f->path), *one = f->is->one;

	buf_puts(b, "No rules for ");
	terminal_escape(b, name, strlen(name));
	buf_printf(b, " (%s%s %s).\n", f->is->family ? "looks like " : "", strchr("aeiouAEIO", *one) ? "an" : "a", one);
	arena_release(&tmp);
}

void without_rules_say(struct buf *b, const struct lint_stats *st, const char *cwd, bool each)
{
	const struct without_rules *at = st->foreign;
	uint32_t i = 0, n = st->nforeign, shown;

	while (i < n && (each || (at[i].named && i < NAMED_SHOWN)))
		say_one(b, &at[i++], cwd);
	shown = i;
	while (i < n && at[i].named)
		i++;
	if (i > shown)
		buf_printf(b, "No rules for %u more named file%s (`-v` lists them).\n", i - shown,
			   i - shown == 1 ? "" : "s");
	for (uint32_t from = i, k; i < n; i += k) {
		k = without_rules_run(at + i, n - i);
		buf_printf(b, "%s%u %s",
			   i == from   ? "No rules for "
			   : i + k < n ? ", "
				       : " and ",
			   k, k == 1 ? at[i].is->one : at[i].is->many);
		if (i + k == n)
			buf_printf(b, ": %s not checked (`-v` lists %s).\n", n - from == 1 ? "it was" : "they were",
				   n - from == 1 ? "it" : "them");
	}
}
