// SPDX-License-Identifier: MIT
#include "cli/command/log_read_as.h"
#include "report/draw/figure.h"
#include <math.h>

static bool has(const struct run *r, enum has bit)
{
	for (size_t i = 0; i < r->train.n; i++)
		if (r->train.at[i].has & bit)
			return true;
	return false;
}

const char *log_lacks(struct session *s, const struct run *r)
{
	const struct {
		bool lacks;
		const char *what;
	} list[] = { { isnan(r->last_clock), "times of day or since the start (where the wall time went)" },
		     { !has(r, HAS_TIME) && isnan(r->last_clock), "seconds of a step (its speed)" },
		     { !has(r, HAS_DATA_TIME), "seconds of loading (how long a step waits for data)" },
		     { !has(r, HAS_LR), "the learning rate" },
		     { !has(r, HAS_LOSS), "the loss" } };
	const char *text = NULL;

	if (!r->read_as)
		return NULL;
	for (unsigned i = 0; i < ARRAY_SIZE(list); i++)
		if (list[i].lacks)
			text = arena_printf(&s->arena, "%s%s%s", text ? text : "", text ? ", " : "", list[i].what);
	return text;
}

const char *log_read_as(struct session *s, const struct run *r)
{
	const char *text = "";

	for (const struct run_fact *f = r->read_as; f->key; f++)
		text = arena_printf(&s->arena, "%s%s%s = %s", text, *text ? ", " : "", f->key, f->value);
	return arena_printf(&s->arena, "%s; %s line%s", text, figure_number_text(&s->arena, r->train.n),
			    plural(r->train.n));
}

/* Of validations whose seconds the log itself says. */
static void say_validations(struct buf *b, struct session *s, const struct run *r)
{
	double seconds = 0;
	uint32_t n = 0;

	for (size_t i = 0; i < r->val.n; i++) {
		seconds += r->val.at[i].seconds;
		n += r->val.at[i].seconds > 0;
	}
	if (n)
		buf_printf(b, "  validation %s, as %s line%s say%s: %s each\n", figure_seconds_text(&s->arena, seconds),
			   figure_number_text(&s->arena, n), plural(n), n == 1 ? "s" : "",
			   figure_seconds_text(&s->arena, seconds / n));
}

void log_read_as_say(struct buf *b, struct session *s, const struct run *r)
{
	const char *lacks = log_lacks(s, r);

	if (r->read_as)
		buf_printf(b, "  read as    %s\n", log_read_as(s, r));
	if (lacks)
		buf_printf(b, "  not in it  %s\n", lacks);
	if (r->read_as)
		say_validations(b, s, r);
}
