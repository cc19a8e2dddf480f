// SPDX-License-Identifier: MIT
/* Parses events, which are the objects of the list `traceEvents`, or of a file that is a list. One state machine
 * over bytes: no tree and no recursion; nesting is a counter.
 *
 *	{"traceEvents": [{"name": "ProfilerStep#3", "ts": 10, "dur": 900}, ...]}	a step of 900 us */
#include "run/formats/trace.h"
#include "run/formats/template.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
	WORD = 128,	     /* bytes of a text that are compared */
	INTERVALS = 1 << 19, /* of a kind, stored before they are joined */
};
static const double LONGEST = 1e14; /* microseconds: no step takes three years */

struct span_of { /* microseconds */
	double from, to;
};
struct spans {
	struct span_of *at;
	size_t n, room;
};
struct event {
	char ph, name[WORD], cat[WORD];
	double ts, dur;
};
struct trace_reader {
	uint64_t depth, events_at;   /* open brackets; the depth of an event's own keys; 0: no list of events is open */
	bool in_text, escaped, list; /* list: the file is one */
	char word[WORD];	     /* the current text or number */
	unsigned n;
	char key[WORD];
	struct event event;
	struct spans kernel, load, step;
	struct span_of steps, all;
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

struct trace_reader *trace_reader_new(void)
{
	struct trace_reader *t = xcalloc(1, sizeof *t);

	t->steps = t->all = (struct span_of){ INFINITY, -INFINITY };
	return t;
}

/* ---- spans of time */

static int by_begin(const void *x, const void *y)
{
	const struct span_of *a = x, *b = y;

	return (a->from > b->from) - (a->from < b->from);
}

/* Merges touching spans. */
static void join(struct spans *s)
{
	size_t n = 0;

	if (s->n)
		qsort(s->at, s->n, sizeof *s->at, by_begin);
	for (size_t i = 0; i < s->n; i++)
		if (n && s->at[i].from <= s->at[n - 1].to)
			s->at[n - 1].to = fmax(s->at[n - 1].to, s->at[i].to);
		else
			s->at[n++] = s->at[i];
	s->n = n;
}

static void add(struct spans *s, struct span_of k)
{
	if (s->n == s->room && s->room == INTERVALS) {
		join(s);
		for (size_t i = 1; s->n > INTERVALS / 2 && i < s->n; i++) /* with tiny gaps only */
			s->at[i].from = i % 2 ? s->at[i - 1].to : s->at[i].from;
		join(s);
	}
	if (s->n == s->room) {
		s->room = s->room ? s->room * 2 : 1024;
		s->at = xrealloc(s->at, s->room, sizeof *s->at);
	}
	s->at[s->n++] = k;
}

/* Seconds that are in spans of both; each is merged. */
static double shared(const struct spans *x, const struct spans *y)
{
	double sum = 0;

	for (size_t i = 0, k = 0; i < x->n && k < y->n;) {
		sum += fmax(fmin(x->at[i].to, y->at[k].to) - fmax(x->at[i].from, y->at[k].from), 0);
		if (x->at[i].to < y->at[k].to)
			i++;
		else
			k++;
	}
	return sum / 1e6;
}

/* ---- events */

static void widen(struct span_of *to, struct span_of s)
{
	to->from = fmin(to->from, s.from);
	to->to = fmax(to->to, s.to);
}

/* Steps and the loader's calls are repeated on the GPU's line. */
static void take_event(struct trace_reader *t)
{
	const struct event *e = &t->event;
	struct span_of s = { e->ts, e->ts + e->dur };

	t->out.events++;
	if (e->ph != 'X' || !(fabs(e->ts) < 1e18) || !(e->dur >= 0 && e->dur < LONGEST))
		return;
	if (!strcasecmp(e->cat, "kernel")) {
		t->out.kernels++;
		widen(&t->all, s);
		add(&t->kernel, s);
	} else if (!strncmp(e->cat, "gpu_", 4)) {
		return;
	} else if (!strncmp(e->name, "ProfilerStep#", strlen("ProfilerStep#"))) {
		t->out.steps++;
		t->out.step += e->dur / 1e6;
		widen(&t->steps, s);
		add(&t->step, s);
	} else if (!strncmp(e->name, "enumerate(DataLoader)", strlen("enumerate(DataLoader)"))) {
		t->out.loads++;
		add(&t->load, s);
	}
}

/* ---- bytes */

static bool in_event(const struct trace_reader *t)
{
	return t->events_at && t->depth == t->events_at;
}

static void end_value(struct trace_reader *t)
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

static void clear_word(struct trace_reader *t)
{
	t->n = 0;
	t->word[0] = '\0';
}

static void enter(struct trace_reader *t, char c)
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

static void leave(struct trace_reader *t, char c)
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

static void punctuation(struct trace_reader *t, char c)
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

static void store_char(struct trace_reader *t, char c)
{
	if (t->n < WORD - 1) {
		t->word[t->n++] = c;
		t->word[t->n] = '\0';
	}
}

/* Within a text up to its end, or the end of the part. */
static const char *text_part(struct trace_reader *t, const char *s, const char *end)
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
			store_char(t, *s);
	}
	return s;
}

void trace_reader_part(struct trace_reader *t, const char *s, size_t n)
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
			store_char(t, *s);
		}
		s++;
	}
}

void trace_reader_end(struct trace_reader *t, struct trace *out)
{
	struct span_of window = t->out.steps ? t->steps : t->all;
	struct spans whole = { &window, 1, 1 };

	join(&t->kernel);
	join(&t->load);
	join(&t->step);
	*out = t->out;
	out->load = shared(&t->load, &t->step);
	out->span = t->out.steps || t->out.kernels ? (window.to - window.from) / 1e6 : NAN;
	out->busy = t->out.kernels ? shared(&t->kernel, &whole) : NAN;
	out->cut = t->depth > 0;
	free(t->kernel.at);
	free(t->load.at);
	free(t->step.at);
	free(t);
}
