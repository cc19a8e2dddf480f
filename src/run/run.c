// SPDX-License-Identifier: MIT
/* What is asked about a run that has been read. */
#include "run/run.h"
#include "run/priv.h"
#include <string.h>

#define EVENT_ROW(kind, word, bad) { word, bad },
static const struct {
	const char *word;
	bool bad;
} event_row[] = { RUN_EVENTS(EVENT_ROW) };
#undef EVENT_ROW

const char *run_event_word(enum run_event_kind k)
{
	return event_row[k].word;
}

bool run_event_bad(enum run_event_kind k)
{
	return event_row[k].bad;
}

static const char *value_of(const struct run *r, const char *key)
{
	for (size_t i = 0; i < r->environment.n; i++)
		if (!strcmp(r->environment.at[i].key, key))
			return r->environment.at[i].value;
	return NULL;
}

const char *run_fact(const struct run *r, const char *role)
{
	const struct log_program *p = r->format->program;
	const char *found = value_of(r, role); /* told by a message */

	for (uint32_t i = 0; i < p->nroles && !found; i++)
		if (!strcmp(p->role[i].role, role))
			found = value_of(r, p->role[i].key);
	return found;
}

/* "0,1,2,3": 4; "0-3": 4. */
static uint32_t cards(struct slice list)
{
	uint32_t n = 0;

	for (const char *s = list.s, *end = s + list.n; s < end; s++) {
		double from, to;

		s = number_read(s, end, &from, NULL);
		if (!s || !(from >= 0))
			return 0;
		to = from;
		if (s < end && *s == '-')
			s = number_read(s + 1, end, &to, NULL);
		if (!s || !(to >= from) || to > 10000)
			return 0;
		n += (uint32_t)(to - from) + 1;
	}
	return n;
}

const char *run_gpu(const struct run *r, uint32_t *n)
{
	const struct log_program *p = r->format->program;

	for (uint32_t i = 0; i < p->nroles; i++)
		for (size_t k = 0; p->role[i].t.n && k < r->environment.n; k++) {
			const char *key = r->environment.at[k].key;
			struct fields f;

			if (template_match(&p->role[i].t, key, key + strlen(key), &f) &&
			    (*n = cards(field_text(&f, FIELD_LIST))))
				return r->environment.at[k].value;
		}
	*n = 0;
	return NULL;
}

uint32_t run_iterations(const struct run *r)
{
	uint64_t n = r->epochs && r->train.n ? (uint64_t)r->max_epochs * r->train.at[r->train.n - 1].length : 0;

	return r->max_iters ? r->max_iters : n <= UINT32_MAX ? (uint32_t)n : 0;
}
