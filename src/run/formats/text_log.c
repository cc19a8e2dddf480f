// SPDX-License-Identifier: MIT
/* Parses a text log, line by line. A line with a prefix holds a message, which is matched with a format's patterns.
 * Lines without a prefix belong to the block that the last message opened (environment, config, hooks), to a
 * traceback, or are ignored: progress bars, warnings of other packages.
 *
 *	2024-04-20 18:49:00,120 - mmdet - INFO - Epoch [1][50/100]	lr: 1.000e-02, loss: 0.9	one record */
#include "run/formats/priv.h"
#include <math.h>
#include <string.h>

void text_begin(struct log_reader *r)
{
	r->text = xcalloc(1, sizeof *r->text);
	r->text->empty_at = r->text->now = NAN;
}

/* ---- lines */

size_t text_without_colors(char *s, size_t n)
{
	size_t to = 0;

	for (size_t i = 0; i < n; i++) {
		if (s[i] != '\033') {
			s[to++] = s[i];
			continue;
		}
		if (i + 1 < n && s[i + 1] == '[')
			for (i += 2; i < n && (unsigned char)s[i] < 0x40;)
				i++;
	}
	return to;
}

/* What a terminal shows of the line: the part after the last carriage return. */
static char *shown(char *s, size_t *n)
{
	char *end = s + *n, *cr;

	if (memchr(s, '\033', *n))
		end = s + text_without_colors(s, *n);
	while (end > s && end[-1] == '\r')
		end--;
	cr = memrchr(s, '\r', (size_t)(end - s));
	s = cr ? cr + 1 : s;
	*n = (size_t)(end - s);
	return s;
}

/* After the format's prefix; NULL: the line has another form. */
static const char *behind_prefix(const struct log_format *f, uint32_t *which, const char *s, const char *end,
				 struct fields *at)
{
	const struct log_program *p = f->program;

	for (uint32_t i = 0; i < p->nprefix; i++) {
		uint32_t k = (*which + i) % p->nprefix;
		const char *msg = template_match(&p->prefix[k], s, end, at);

		if (msg) {
			*which = k;
			return msg;
		}
	}
	return NULL;
}

/* ---- messages */

/* The run of a line that isn't a record. */
static void touch(struct log_reader *r)
{
	struct run *run = r->cur;

	if (!run)
		return;
	run->last_line = r->line;
	if (!isnan(r->text->now)) {
		if (isnan(run->first_clock))
			run->first_clock = r->text->now;
		run->last_clock = r->text->now;
		run->clock_step = r->text->clock.step;
		run->dated = r->text->clock.dated;
	}
}

static struct run *begin(struct log_reader *r, const struct log_format *f)
{
	struct text_state *t = r->text;
	struct run *run;

	block_close(r);
	clock_restart(&t->clock);
	t->started = false;
	t->stage = t->parameter = t->module = NULL;
	run = log_reader_begin(r, f);
	return run;
}

static void set_clock(struct log_reader *r, double raw)
{
	struct text_state *t = r->text;
	double set = 0;

	t->now = clock_follow(&t->clock, raw, &set);
	if (set && r->cur)
		log_reader_event(r, r->cur, EVENT_CLOCK, t->now)->value = set;
}

/* The clock may have been set forward between two records: their own `time` shows it. */
static void forward(struct log_reader *r, struct train_record *t)
{
	const struct train_record *last = r->cur && r->cur->train.n ? &r->cur->train.at[r->cur->train.n - 1] : NULL;
	double took = t->clock - (last ? last->clock : NAN), set;

	if (!last || !(took > 3600) || t->iter + t->inner <= last->inner)
		return;
	if ((r->cur->event.n && r->cur->event.at[r->cur->event.n - 1].line > last->line) ||
	    (r->cur->val.n && r->cur->val.at[r->cur->val.n - 1].line > last->line))
		return;
	set = clock_forward(&r->text->clock, took, t->length ? t->inner - last->inner : t->iter - last->iter, t->time);
	if (set > 0) {
		t->clock = r->text->now = t->clock - set;
		log_reader_event(r, r->cur, EVENT_CLOCK, t->clock)->value = set;
	}
}

/* `key: value` items; others: is one of them a fact about the model? */
static void items(const struct log_program *p, const char *s, const char *end, struct train_record *t, bool *others)
{
	while (s < end) {
		const char *key, *after;
		enum log_item i;
		double x, half = 0;

		while (s < end && (*s == ' ' || *s == ',' || *s == '\t'))
			s++;
		for (key = s; s < end && *s != ':' && *s != ' ' && *s != ',' && *s != '\t';)
			s++;
		if (s == end || *s != ':' || (*key >= '0' && *key <= '9'))
			continue; /* a value of the last key */
		i = item_find(p, key, (size_t)(s - key));
		for (s++; s < end && *s == ' ';)
			s++;
		if (i == ITEM_COUNT) {
			*others = true;
			continue;
		}
		after = i == ITEM_ETA ? duration_read(s, end, &x) : number_read(s, end, &x, &half);
		if (after)
			item_put(t, i, x, half);
		s = after ? after : s;
	}
}

static void train_line(struct log_reader *r, const struct log_format *f, const struct fields *at, const char *s,
		       const char *end)
{
	struct train_record t = train_record_new();
	bool others;

	t.iter = field_count(at, FIELD_ITER);
	t.epoch = field_count(at, FIELD_EPOCH);
	t.inner = field_count(at, FIELD_INNER);
	t.length = field_count(at, FIELD_LENGTH);
	t.line = r->line;
	t.clock = r->text->now;
	items(f->program, s, end, &t, &others);
	if (!t.has)
		return; /* truncated, or no record after all */
	r->text->sure = true;
	forward(r, &t);
	log_reader_train(r, f, &t);
	touch(r);
	if (r->cur && field_set(at, FIELD_MAX_ITERS))
		r->cur->max_iters = field_count(at, FIELD_MAX_ITERS);
}

static void val_line(struct log_reader *r, const struct log_format *f, const struct fields *at, const char *s,
		     const char *end)
{
	struct train_record t = train_record_new();
	bool others = f->program->val_is_result;
	struct run *run = log_reader_run(r, f);

	items(f->program, s, end, &t, &others);
	if (r->records >= r->limits->records || (!t.has && !others))
		return;
	r->records++;
	vec_push(&run->val, ((struct val_record){ .clock = r->text->now,
						  .line = r->line,
						  .after = (uint32_t)run->train.n,
						  .epoch = field_count(at, FIELD_EPOCH),
						  .at = field_count(at, FIELD_AT),
						  .of = field_count(at, FIELD_OF),
						  .result = others,
						  .time = t.time,
						  .data_time = t.data_time,
						  .eta = t.eta }));
}

static void oom(struct run_oom *to, const struct fields *f)
{
	static const enum field field[] = { FIELD_ASKED, FIELD_TOTAL, FIELD_ALLOCATED, FIELD_RESERVED, FIELD_FREE };
	double *const figure[] = { &to->requested, &to->total, &to->allocated, &to->reserved, &to->free };

	for (unsigned i = 0; i < ARRAY_SIZE(field); i++)
		*figure[i] = field_set(f, field[i]) ? f->number[field[i]] : NAN;
	if (field_set(f, FIELD_UNALLOCATED))
		to->reserved = to->allocated + f->number[FIELD_UNALLOCATED];
}

static void event_line(struct log_reader *r, struct run *run, const struct log_pattern *p, const struct fields *f)
{
	struct run_event *e;
	struct slice text = field_text(f, FIELD_TEXT);

	if (r->records >= r->limits->records)
		return;
	r->records++;
	e = log_reader_event(r, run, p->event, r->text->now);
	e->iter = field_count(f, FIELD_ITER);
	e->epoch = field_count(f, FIELD_EPOCH);
	if (field_set(f, FIELD_VALUE))
		e->value = f->number[FIELD_VALUE];
	if (text.n)
		e->text = log_reader_text(r, text.s, text.n);
	if (p->event == EVENT_OUT_OF_MEMORY)
		oom(&run->oom, f);
	if (p->event == EVENT_RESUMED) {
		run->resumed = true;
		run->resumed_iter = e->iter;
		run->resumed_epoch = e->epoch;
	}
}

static void store_fact(struct log_reader *r, struct run *run, const struct log_pattern *p, const struct fields *f)
{
	struct slice text = field_text(f, FIELD_TEXT);

	if (p->what == WHAT_MAX) {
		run->max_iters = field_count(f, FIELD_MAX_ITERS);
		run->max_epochs = field_count(f, FIELD_MAX_EPOCHS);
	} else if (p->what == WHAT_IMAGES && !run->images) {
		run->images = field_count(f, FIELD_IMAGES);
	} else if (p->what == WHAT_FACT) {
		log_reader_fact(r, run, p->role, strlen(p->role), text.s, text.n);
	} else if (p->what == WHAT_START && text.n) {
		log_reader_fact(r, run, "host", strlen("host"), text.s, text.n);
	} else if (p->what == WHAT_EVENT) {
		event_line(r, run, p, f);
	}
}

static void open_block(struct log_reader *r, struct run *run, enum what what)
{
	struct text_state *t = r->text;

	if (what == WHAT_CONFIG)
		run->config_line = r->line + 1;
	t->stage = NULL;
	t->block = what == WHAT_BEGIN ? BLOCK_ENVIRONMENT : what == WHAT_CONFIG ? BLOCK_CONFIG : BLOCK_HOOKS;
}

/* Applies a format's message. */
static void apply(struct log_reader *r, const struct log_format *f, const struct log_pattern *p,
		  const struct fields *at, const char *s, const char *end)
{
	if (p->what == WHAT_TRAIN)
		train_line(r, f, at, s, end);
	else if (p->what == WHAT_VAL)
		val_line(r, f, at, s, end);
	else if (p->what == WHAT_BEGIN || p->what == WHAT_CONFIG || p->what == WHAT_HOOKS)
		open_block(r, log_reader_run(r, f), p->what);
	else
		store_fact(r, log_reader_run(r, f), p, at);
}

static const struct log_pattern *find(const struct log_format *f, const char **s, const char *end, struct fields *at)
{
	const struct log_pattern *p = *s < end ? f->program->message[(unsigned char)**s] : NULL;
	const char *after = NULL;

	for (; p && !(after = template_match(&p->t, *s, end, at)); p = p->next)
		;
	*s = p ? after : *s;
	return p;
}

static const struct log_pattern *find_failure(struct log_reader *r, const char *s, const char *end, struct fields *at)
{
	for (uint32_t i = 0; i < r->formats->n; i++)
		for (const struct log_pattern *p = r->formats->at[i].program->failure; p; p = p->next)
			if (template_search(&p->t, s, end, at))
				return p;
	return NULL;
}

static bool begins_run(const struct log_reader *r, const struct log_pattern *p)
{
	return p->what == WHAT_BEGIN || (p->what == WHAT_START && (!r->cur || r->text->started || r->cur->train.n));
}

static void message(struct log_reader *r, const struct log_format *f, double raw, const char *s, const char *end)
{
	struct fields at;
	const struct log_pattern *p = find(f, &s, end, &at), *failure;

	block_close(r);
	if (s == end && !p) {
		r->text->empty = r->line;
		r->text->empty_at = raw;
		return; /* perhaps the first line of the next run */
	}
	r->text->empty = 0;
	if (p && begins_run(r, p))
		begin(r, f);
	set_clock(r, raw);
	if (p && p->what == WHAT_START)
		r->text->started = true;
	if (p)
		apply(r, f, p, &at, s, end);
	else if (r->cur && (failure = find_failure(r, s, end, &at)) && failure->what == WHAT_EVENT)
		event_line(r, r->cur, failure, &at);
	touch(r);
}

/* ---- lines without a prefix */

/* Lines of other processes have no known time. */
static void clockless_event(struct log_reader *r, const struct log_pattern *p, const struct fields *at)
{
	double now = r->text->now;

	r->text->now = NAN;
	event_line(r, r->cur, p, at);
	r->text->now = now;
}

enum { EXCEPTION_LONGEST = 2000 };

/* In the log of a training with an unknown format, PyTorch still reports what ended it. in: a traceback's line. */
static void unknown_line(struct log_reader *r, bool in, const char *s, const char *end)
{
	struct text_state *t = r->text;
	struct fields at;
	const struct log_pattern *failure = s < end && !t->failed ? find_failure(r, s, end, &at) : NULL;
	bool raised = in && s < end && *s != ' ' && *s != '\t';

	if (failure && failure->what == WHAT_EVENT)
		t->failed = true;
	else if (!raised || t->failed)
		return;
	t->traceback &= !raised;
	t->trouble.n = 0;
	buf_add(&t->trouble, s, end - s < EXCEPTION_LONGEST ? (size_t)(end - s) : EXCEPTION_LONGEST);
	r->out->trouble_line = r->line;
}

/* The last line of a traceback: `ValueError: ...` */
static void exception_line(struct log_reader *r, const char *s, const char *end)
{
	struct run *run = r->cur;
	struct fields at;
	const struct log_pattern *failure = find_failure(r, s, end, &at);

	r->text->traceback = false;
	if (failure && failure->what == WHAT_ECHO && run->exception)
		return;
	run->exception = log_reader_text(r, s, end - s < EXCEPTION_LONGEST ? (size_t)(end - s) : EXCEPTION_LONGEST);
	if (failure && failure->what == WHAT_EVENT)
		clockless_event(r, failure, &at);
	else if (r->records++ < r->limits->records)
		log_reader_event(r, run, EVENT_EXCEPTION, NAN)->text = run->exception;
}

/* Lines that any program may print. */
static void stray_line(struct log_reader *r, const char *s, const char *end)
{
	struct fields at;
	const struct log_pattern *p = find_failure(r, s, end, &at);

	for (uint32_t i = 0; !p && i < r->formats->n; i++) {
		const char *from = s;

		p = r->formats->at[i].program->nprefix ? NULL : find(&r->formats->at[i], &from, end, &at);
		p = from == end ? p : NULL;
	}
	if (p && p->what == WHAT_EVENT)
		clockless_event(r, p, &at);
}

static const char heading[] = "Traceback (most recent call last):";

/* Also as the end of "Original ..." and in what a loader's process raised, whose own exception follows. */
static bool heads_traceback(const char *s, const char *end)
{
	return (size_t)(end - s) >= sizeof heading - 1 &&
	       !memcmp(end - (sizeof heading - 1), heading, sizeof heading - 1);
}

/* Launchers, and torch if several processes train, prefix each line with its process: `[rank0]: `, `3: `. */
static void begin_traceback(struct text_state *t, const char *s, const char *end)
{
	size_t n = (size_t)(end - s) - (sizeof heading - 1);
	bool names = n && n <= sizeof t->lead && (s[n - 1] == ':' || (n > 1 && s[n - 1] == ' ' && s[n - 2] == ':'));

	t->traceback = true;
	t->nlead = names ? n : 0;
	memcpy(t->lead, s, t->nlead);
}

/* A line of the open traceback, without the prefix of its process. */
static bool in_traceback(const struct text_state *t, const char **s, const char *end)
{
	if (!t->traceback || (size_t)(end - *s) < t->nlead || memcmp(*s, t->lead, t->nlead))
		return false;
	*s += t->nlead;
	return true;
}

/* A run that begins without a prefix: the line before has the clock. */
static bool bare_begin(struct log_reader *r, const char *s, const char *end)
{
	for (uint32_t i = 0; i < r->formats->n; i++) {
		struct fields at;
		const struct log_format *f = &r->formats->at[i];
		const char *from = s;
		const struct log_pattern *p = find(f, &from, end, &at);
		uint32_t line = r->line;

		if (!p || p->what != WHAT_BEGIN)
			continue;
		if (r->text->empty && r->line - r->text->empty <= 2)
			r->line = r->text->empty;
		r->text->empty = 0; /* it is the first line of one run only */
		if (r->cur && r->cur->last_line >= r->line)
			r->cur->last_line = r->line - 1;
		begin(r, f);
		if (r->line != line)
			set_clock(r, r->text->empty_at);
		r->line = line;
		touch(r);
		r->text->block = BLOCK_ENVIRONMENT;
		return true;
	}
	return false;
}

static void bare_line(struct log_reader *r, const char *s, const char *end)
{
	struct text_state *t = r->text;
	bool traceback = heads_traceback(s, end), in;

	if (bare_begin(r, s, end))
		return;
	if (traceback && t->block != BLOCK_CONFIG)
		begin_traceback(t, s, end);
	in = !traceback && in_traceback(t, &s, end);
	if (!r->cur) {
		if (!traceback)
			unknown_line(r, in, s, end);
		return;
	}
	r->cur->last_line = r->line;
	if (t->block == BLOCK_CONFIG)
		block_line(r, s, end);
	else if (s == end || traceback)
		return;
	else if (in && *s != ' ' && *s != '\t')
		exception_line(r, s, end);
	else if (in)
		return;
	else if (t->block != BLOCK_NONE)
		block_line(r, s, end);
	else {
		if (!r->cur->train.n)
			parameter_line(r, s, end);
		stray_line(r, s, end);
	}
}

void text_foreign_line(struct log_reader *r, const char *s, const char *end)
{
	struct text_state *t = r->text;
	bool traceback = heads_traceback(s, end), in;

	if (traceback)
		begin_traceback(t, s, end);
	in = !traceback && in_traceback(t, &s, end);
	if (traceback || s == end)
		return;
	if (!r->cur)
		unknown_line(r, in, s, end);
	else if (in && *s != ' ' && *s != '\t')
		exception_line(r, s, end);
	else if (!in)
		stray_line(r, s, end);
}

/* Where a message begins that follows something else in its line: an unfinished progress bar (`ETA: 0s2021-..`), the
 * name of a process (`0: 2021-..`). s: nowhere. */
static const char *behind_other(const struct log_reader *r, const char *s, const char *end)
{
	enum { LONGEST = 1000 };
	struct fields at;

	for (const char *from = s + 1; from < end && end - s <= LONGEST; from++) {
		if (*from < '0' || *from > '9' || (from[-1] >= '0' && from[-1] <= '9'))
			continue;
		for (uint32_t i = 0, which = 0; i < r->formats->n; i++)
			if (behind_prefix(&r->formats->at[i], &which, from, end, &at))
				return from;
	}
	return s;
}

/* false: the line has no prefix. */
static bool stamped_line(struct log_reader *r, const char *s, const char *end)
{
	struct text_state *t = r->text;
	struct fields at, other;
	const char *msg = t->f ? behind_prefix(t->f, &t->prefix, s, end, &at) : NULL, *from = msg;

	/* until it trains, another format with such lines may match better */
	if (msg && (t->sure || find(t->f, &from, end, &other))) {
		message(r, t->f, clock_read(&t->clock, &at), msg, end);
		return true;
	}
	for (uint32_t i = 0; i < r->formats->n; i++) {
		const struct log_format *f = &r->formats->at[i];
		uint32_t which = 0;
		const char *its = behind_prefix(f, &which, s, end, &other);

		from = its;
		if (!its || (msg && !find(f, &from, end, &other)))
			continue;
		behind_prefix(f, &which, s, end, &at);
		t->f = f;
		t->prefix = which;
		msg = its;
		break;
	}
	if (msg)
		message(r, t->f, clock_read(&t->clock, &at), msg, end);
	return msg;
}

void text_line(struct log_reader *r, char *line, size_t n)
{
	const char *s = shown(line, &n), *end = s + n, *other;

	if (stamped_line(r, s, end))
		return;
	other = r->text->block == BLOCK_CONFIG ? s : behind_other(r, s, end);
	if (other == s || !stamped_line(r, other, end))
		bare_line(r, s, end);
}

/* A text that holds nothing but a known failure is a run without a line of training. */
static void failure_alone(struct log_reader *r, const char *s, const char *end)
{
	struct fields at;

	for (uint32_t i = 0; i < r->formats->n; i++)
		for (const struct log_pattern *p = r->formats->at[i].program->failure; p; p = p->next)
			if (p->what == WHAT_EVENT && run_event_bad(p->event) && template_search(&p->t, s, end, &at)) {
				uint32_t line = r->line;

				r->line = r->out->trouble_line;
				r->text->now = NAN;
				event_line(r, log_reader_begin(r, &r->formats->at[i]), p, &at);
				r->cur->first_line = 1;
				r->cur->last_line = r->line = line;
				return;
			}
}

void text_end(struct log_reader *r)
{
	struct text_state *t = r->text;

	block_close(r);
	if (t->trouble.n)
		r->out->trouble = log_reader_text(r, buf_str(&t->trouble), t->trouble.n);
	if (t->failed && !r->run.n)
		failure_alone(r, r->out->trouble, r->out->trouble + strlen(r->out->trouble));
	buf_release(&r->text->trouble);
	buf_release(&r->text->config);
	free(r->text);
	r->text = NULL;
}
