// SPDX-License-Identifier: MIT
#include "lint/finding/launch_findings.h"
#include "launch/starts.h"
#include <inttypes.h>
#include <string.h>

static const struct diag *find(const struct diags *all, const struct diag *d)
{
	for (size_t i = 0; i < all->n; i++) {
		const struct diag *o = &all->at[i];

		if (o->rule == d->rule && o->severity == d->severity && o->at.file == d->at.file &&
		    o->at.lo == d->at.lo && !strcmp(o->msg, d->msg))
			return o;
	}
	return NULL;
}

/* "run.sh:12 starts 8 processes on each of 2 machines with lr=0.1: " */
static const char *message_with(struct arena *a, const struct start *by, const char *msg)
{
	struct buf b = { 0 };
	const char *text;

	buf_printf(&b, "%s starts it", by->place);
	if (by->gpus)
		buf_printf(&b, " as %" PRId64 " process%s", by->gpus, by->gpus == 1 ? "" : "es");
	if (by->machines > 1)
		buf_printf(&b, " on each of %" PRId64 " machines", by->machines);
	for (uint32_t i = 0; i < by->noverrides; i++)
		buf_printf(&b, "%s%s", i ? " " : " with ", by->override[i].text);
	buf_printf(&b, ": %s", msg);
	text = arena_strdup(a, buf_str(&b));
	buf_release(&b);
	return text;
}

static void add_all(struct arena *a, const struct subject *of, const struct start *by, const struct diags *without,
		    const struct diags *here, struct diags *to)
{
	const struct subject **seen = (const struct subject **)arena_array(a, void *, 1);

	seen[0] = of;
	for (size_t i = 0; i < here->n; i++) {
		const struct diag *plain = find(without, &here->at[i]);
		struct diag d = plain ? *plain : here->at[i];

		d.seen_in = seen;
		if (subject_owner(of->set, d.at.file) == of)
			d.home = (struct span){ 0 };
		if (!plain && by != of->start)
			d.nfixes = 0;
		if (!plain && d.at.file != by->at.file && !strstr(d.msg, by->place))
			d.msg = message_with(a, by, d.msg);
		if (!find(to, &d))
			vec_push(to, d);
	}
}

void started_add(struct arena *a, const struct subject *of, const struct start *by, const struct started_found *without,
		 const struct started_found *here, struct started_found *to)
{
	add_all(a, of, by, &without->found, &here->found, &to->found);
	add_all(a, of, by, &without->held, &here->held, &to->held);
	to->judged = true;
}

void started_release(struct started_found *f)
{
	vec_release(&f->found);
	vec_release(&f->held);
}
