// SPDX-License-Identifier: MIT
/* Queries about a run that was read. */
#include "run/formats/run.h"
#include "run/formats/priv.h"
#include <math.h>
#include <stdlib.h>
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
	const char *found = value_of(r, role); /* from a message */

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

/* The number of cards in a line of the environment; 0: it is about something else. */
static uint32_t cards_of(const struct run *r, const struct run_fact *fact)
{
	const struct log_program *p = r->format->program;
	uint32_t n = 0;

	for (uint32_t i = 0; i < p->nroles && !n; i++) {
		struct fields f;

		if (p->role[i].t.n && template_match(&p->role[i].t, fact->key, fact->key + strlen(fact->key), &f))
			n = cards(field_text(&f, FIELD_LIST));
	}
	return n;
}

const char *run_gpu(const struct run *r, uint32_t *n)
{
	for (size_t k = 0; k < r->environment.n; k++)
		if ((*n = cards_of(r, &r->environment.at[k])))
			return r->environment.at[k].value;
	*n = 0;
	return NULL;
}

const char *run_no_gpu(const struct run *r)
{
	const char *cuda = run_fact(r, "cuda_available");

	return cuda && !strcmp(cuda, "False") ? "no GPU" : NULL;
}

bool run_gpus_alike(const struct run *r)
{
	uint32_t n;
	const char *name = run_gpu(r, &n);

	for (size_t k = 0; name && k < r->environment.n; k++)
		if (cards_of(r, &r->environment.at[k]) && strcmp(r->environment.at[k].value, name) != 0)
			return false;
	return name;
}

uint32_t run_iterations(const struct run *r)
{
	uint64_t n = r->epochs && r->train.n ? (uint64_t)r->max_epochs * r->train.at[r->train.n - 1].length : 0;

	return r->max_iters ? r->max_iters : n <= UINT32_MAX ? (uint32_t)n : 0;
}

/* After `key=`, an argument of the call or dict that begins at s, not one of a nested call; NULL: it has none. */
static const char *argument_of(const char *s, const char *key)
{
	size_t n = strlen(key);
	int depth = 0;

	for (char quote = 0; *s; s++) {
		if (quote || *s == '\'' || *s == '"')
			quote = !quote ? *s : *s == quote ? 0 : quote;
		else if (*s == '(' || *s == '[' || *s == '{')
			depth++;
		else if (*s == ')' || *s == ']' || *s == '}')
			depth--;
		if (depth < 1)
			return NULL;
		if (depth == 1 && !quote && strchr("(, \n", *s) && strncmp(s + 1, key, n) == 0 && s[n + 1] == '=')
			return s + n + 2;
	}
	return NULL;
}

uint32_t run_window(const struct run *r)
{
	const char *path = r->format->window_key, *dot = path ? strchr(path, '.') : NULL,
		   *line = dot ? r->config : NULL, *at;

	while (line && (strncmp(line, path, (size_t)(dot - path)) != 0 ||
			strncmp(line + (dot - path), " = dict(", strlen(" = dict(")) != 0))
		line = (line = strchr(line, '\n')) ? line + 1 : NULL;
	at = line ? argument_of(line + (dot - path) + strlen(" = dict"), dot + 1) : NULL;
	return at && *at >= '1' && *at <= '9' ? (uint32_t)fmin(strtod(at, NULL), UINT32_MAX) : r->format->window;
}

uint32_t run_before(const struct run *r)
{
	if (!r->resumed || r->resumed_iter)
		return r->resumed ? r->resumed_iter : 0;
	return r->train.n ? r->train.at[0].iter - 1 : 0;
}

bool run_alone(const struct run *r)
{
	return !r->format->program->nprefix && !r->format->loop;
}

const char *run_counts(const struct run *r)
{
	return r->counts ? r->counts : "iteration";
}
