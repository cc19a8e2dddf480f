// SPDX-License-Identifier: MIT
/* Events are the objects of the list `traceEvents`, or of a file that is a list. One state machine over bytes: no tree,
 * no recursion, nesting is a count. */
#include "run/trace.h"
#include "run/template.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	WORD = 128,	     /* bytes of a text that are looked at */
	INTERVALS = 1 << 19, /* kernels kept before they are joined */
};
static const double LONGEST = 1e14; /* microseconds: no step takes three years */

struct span_of { /* microseconds */
	double from, to;
};
struct event {
	char ph, name[WORD], cat[WORD];
	double ts, dur;
};
struct tracing {
	uint64_t depth, events_at;   /* open brackets; of an event's own keys; 0: no list of events is open */
	bool in_text, escaped, list; /* list: the file is one */
	char word[WORD];	     /* of the text or number at hand */
	unsigned n;
	char key[WORD];
	struct event event;
	struct span_of *kernel, steps, all;
	size_t nkernels, room;
	struct trace out;
};

bool trace_begins(const char *s, size_t n)
{
	static const char *const word[] = { "\"traceEvents\"", "\"schemaVersion\"", "\"deviceProperties\"" };
	size_t lead = 0;

	while (lead < n && strchr(" \t\r\n", s[lead]) && s[lead])
		lead++;
	if (lead == n || (s[lead] != '{' && s[lead] != '['))
		return false;
	if (s[lead] == '[')
		return memmem(s, n, "\"ph\"", 4) && memmem(s, n, "\"ts\"", 4);
	for (unsigned i = 0; i < ARRAY_SIZE(word); i++)
		if (memmem(s, n, word[i], strlen(word[i])))
			return true;
	return false;
}

struct tracing *tracing_new(void)
{
	struct tracing *t = xcalloc(1, sizeof *t);

	t->steps = t->all = (struct span_of){ INFINITY, -INFINITY };
	return t;
}

/* ---- kernels */

static int by_begin(const void *x, const void *y)
{
	const struct span_of *a = x, *b = y;

	return (a->from > b->from) - (a->from < b->from);
}

/* Those that touch become one. */
static void join_kernels(struct tracing *t)
{
	size_t n = 0;

	if (t->nkernels)
		qsort(t->kernel, t->nkernels, sizeof *t->kernel, by_begin);
	for (size_t i = 0; i < t->nkernels; i++)
		if (n && t->kernel[i].from <= t->kernel[n - 1].to)
			t->kernel[n - 1].to = fmax(t->kernel[n - 1].to, t->kernel[i].to);
		else
			t->kernel[n++] = t->kernel[i];
	t->nkernels = n;
}

static void add_kernel(struct tracing *t, struct span_of k)
{
	if (t->nkernels == t->room && t->room == INTERVALS) {
		join_kernels(t);
		for (size_t i = 1; t->nkernels > INTERVALS / 2 && i < t->nkernels;
		     i++) /* nearly nothing lies between */
			t->kernel[i].from = i % 2 ? t->kernel[i - 1].to : t->kernel[i].from;
		join_kernels(t);
	}
	if (t->nkernels == t->room) {
		t->room = t->room ? t->room * 2 : 1024;
		t->kernel = xrealloc(t->kernel, t->room, sizeof *t->kernel);
	}
	t->kernel[t->nkernels++] = k;
}

/* ---- events */

static void widen(struct span_of *to, struct span_of s)
{
	to->from = fmin(to->from, s.from);
	to->to = fmax(to->to, s.to);
}

/* Steps and the loader's calls are told a second time on the GPU's line. */
static void take_event(struct tracing *t)
{
	const struct event *e = &t->event;
	struct span_of s = { e->ts, e->ts + e->dur };

	t->out.events++;
	if (e->ph != 'X' || !(fabs(e->ts) < 1e18) || !(e->dur >= 0 && e->dur < LONGEST))
		return;
	if (!strcasecmp(e->cat, "kernel")) {
		t->out.kernels++;
		widen(&t->all, s);
		add_kernel(t, s);
	} else if (!strncmp(e->cat, "gpu_", 4)) {
		return;
	} else if (!strncmp(e->name, "ProfilerStep#", strlen("ProfilerStep#"))) {
		t->out.steps++;
		t->out.step += e->dur / 1e6;
		widen(&t->steps, s);
	} else if (!strncmp(e->name, "enumerate(DataLoader)", strlen("enumerate(DataLoader)"))) {
		t->out.loads++;
		t->out.load += e->dur / 1e6;
	}
}

/* ---- bytes */

static bool in_event(const struct tracing *t)
{
	return t->events_at && t->depth == t->events_at;
}

static void end_value(struct tracing *t)
{
	double x;

	if (!in_event(t) || !t->n || !*t->key)
		return;
	if (!strcmp(t->key, "ph"))
		t->event.ph = *t->word;
	else if (!strcmp(t->key, "name"))
		memcpy(t->event.name, t->word, t->n + 1);
	else if (!strcmp(t->key, "cat"))
		memcpy(t->event.cat, t->word, t->n + 1);
	else if ((!strcmp(t->key, "ts") || !strcmp(t->key, "dur")) && number_read(t->word, t->word + t->n, &x, NULL))
		*(*t->key == 't' ? &t->event.ts : &t->event.dur) = x;
}

static void clear_word(struct tracing *t)
{
	t->n = 0;
	t->word[0] = '\0';
}

static void enter(struct tracing *t, char c)
{
	if (!t->depth++)
		t->list = c == '[';
	if (c == '[' && !t->events_at &&
	    ((t->list && t->depth == 1) || (t->depth == 2 && !strcmp(t->key, "traceEvents"))))
		t->events_at = t->depth + 1;
	if (c == '{' && in_event(t))
		t->event = (struct event){ .ts = NAN, .dur = NAN };
	clear_word(t);
	if (t->depth <= t->events_at || !t->events_at)
		t->key[0] = '\0';
}

static void leave(struct tracing *t, char c)
{
	end_value(t);
	if (c == '}' && in_event(t))
		take_event(t);
	if (t->depth)
		t->depth--;
	if (t->events_at && t->depth + 1 < t->events_at)
		t->events_at = 0;
	clear_word(t);
	if (in_event(t))
		t->key[0] = '\0';
}

static void punctuation(struct tracing *t, char c)
{
	if (c == '{' || c == '[') {
		enter(t, c);
	} else if (c == '}' || c == ']') {
		leave(t, c);
	} else if (c == ',') {
		end_value(t);
		clear_word(t);
		if (in_event(t) || !t->events_at)
			t->key[0] = '\0';
	} else if (c == ':') {
		if (in_event(t) || !t->events_at)
			memcpy(t->key, t->word, t->n + 1);
		clear_word(t);
	}
}

static void keep(struct tracing *t, char c)
{
	if (t->n < WORD - 1) {
		t->word[t->n++] = c;
		t->word[t->n] = '\0';
	}
}

/* Within a text up to its end, or the end of the part. */
static const char *text_part(struct tracing *t, const char *s, const char *end)
{
	bool wanted = in_event(t) || !t->events_at;

	for (; s < end; s++) {
		if (t->escaped)
			t->escaped = false;
		else if (*s == '\\')
			t->escaped = true;
		else if (*s == '"') {
			t->in_text = false;
			return s + 1;
		}
		if (wanted)
			keep(t, *s);
	}
	return s;
}

void tracing_part(struct tracing *t, const char *s, size_t n)
{
	for (const char *end = s + n; s < end;) {
		if (t->in_text) {
			s = text_part(t, s, end);
			continue;
		}
		if (*s == '"') {
			t->in_text = true;
			clear_word(t);
		} else if (strchr("{}[],:", *s) && *s) {
			punctuation(t, *s);
		} else if ((in_event(t) || !t->events_at) && !strchr(" \t\r\n", *s)) {
			keep(t, *s);
		}
		s++;
	}
}

void tracing_end(struct tracing *t, struct trace *out)
{
	const struct span_of *window = t->out.steps ? &t->steps : &t->all;
	double busy = 0;

	join_kernels(t);
	for (size_t i = 0; i < t->nkernels; i++)
		busy += fmax(fmin(t->kernel[i].to, window->to) - fmax(t->kernel[i].from, window->from), 0);
	*out = t->out;
	out->span = t->out.steps || t->out.kernels ? (window->to - window->from) / 1e6 : NAN;
	out->busy = t->out.kernels ? busy / 1e6 : NAN;
	out->cut = t->depth > 0;
	free(t->kernel);
	free(t);
}
