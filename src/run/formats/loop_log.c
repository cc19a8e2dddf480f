// SPDX-License-Identifier: MIT
/* Cuts bytes into lines, rows or objects, and makes records of those that fit the plan.
 *
 * Invariant: the two passes cut alike, so that what was learnt of a line holds when it is read.
 *
 *   text        a line ends at LF or CR: each state of a progress bar is one
 *   a table     `epoch,step,train_loss` first: a row's cells are figures with these names
 *   a document  json that is no line of its own: each object without the objects in it */
#include "run/formats/loop_log.h"
#include "run/formats/loop_form.h"
#include "run/formats/loop_shape.h"
#include "run/formats/priv.h"
#include <math.h>
#include <string.h>

enum { LINE_MOST = 1 << 16, DEEPEST = 8, COLUMNS = LOOP_ITEMS };
/* HEADER: the first line may be that of a table; the second shows it. */
enum form { FORM_UNKNOWN, FORM_HEADER, FORM_LINES, FORM_TABLE, FORM_DOCUMENT };

struct loop_log {
	const struct log_formats *formats;
	const struct log_format *f;
	struct loop_names names;
	struct loop_learner *learner;
	struct loop_plan plan;
	struct log_reader *r; /* NULL: the first pass */
	struct loop_line now;
	struct clock clock;
	enum form form;
	uint32_t line; /* the current one */
	struct buf rest;
	uint32_t column[COLUMNS], columns;
	/* a document */
	struct buf object[DEEPEST];
	uint32_t begins[DEEPEST], depth;
	bool quoted, escaped;
	/* the second pass */
	double bar_at, bar_elapsed;
	uint32_t implicit;     /* epochs so far */
	double last_step, sum; /* sum: of the seconds of all steps */
	uint32_t lines;	       /* of training so far */
	double steps;	       /* of the whole run, as a line says; NaN */
	uint32_t saved_at;     /* train records before the last checkpoint's line */
	bool pairs;	       /* a counter is printed with its total */
};

struct loop_log *loop_log_new(const struct log_formats *f)
{
	struct loop_log *l = NULL;

	for (uint32_t i = 0; i < f->n && !l; i++)
		if (f->at[i].loop) {
			l = xcalloc(1, sizeof *l);
			l->formats = f;
			l->f = &f->at[i];
			loop_names_begin(&l->names, l->f->loop);
			l->learner = loop_learner_new(&l->names);
		}
	return l;
}

void loop_log_free(struct loop_log *l)
{
	if (!l)
		return;
	loop_learner_free(l->learner);
	buf_release(&l->rest);
	for (unsigned i = 0; i < DEEPEST; i++)
		buf_release(&l->object[i]);
	free(l);
}

/* ---- records */

static double factor_of(const struct loop_log *l, const struct loop_item *i)
{
	double of_name = l->names.at[loop_key_name(i->key)].factor;

	return i->unit == UNIT_NONE && of_name > 0 ? of_name : i->factor;
}

static const struct loop_item *figure_of(const struct loop_log *l, enum loop_role role)
{
	return l->plan.key[role] ? loop_line_item(&l->now, l->plan.key[role]) : NULL;
}

static double seconds_of(const struct loop_log *l, const struct loop_item *i)
{
	double x = i->value * factor_of(l, i);

	return i->unit == UNIT_RATE ? 1 / x : x;
}

static void put_figures(struct loop_log *l, struct train_record *t)
{
	static const struct {
		enum loop_role role;
		enum log_item item;
	} list[] = {
		{ LOOP_LR, ITEM_LR },	     { LOOP_LOSS, ITEM_LOSS },		 { LOOP_GRAD_NORM, ITEM_GRAD_NORM },
		{ LOOP_TIME, ITEM_TIME },    { LOOP_DATA_TIME, ITEM_DATA_TIME }, { LOOP_ETA, ITEM_ETA },
		{ LOOP_MEMORY, ITEM_MEMORY }
	};

	for (unsigned i = 0; i < ARRAY_SIZE(list); i++) {
		const struct loop_item *it = figure_of(l, list[i].role);
		double x = it ? it->value : NAN;

		if (!it || (list[i].item == ITEM_ETA && l->plan.inner)) /* of the epoch, perhaps */
			continue;
		if (list[i].item == ITEM_TIME || list[i].item == ITEM_DATA_TIME || list[i].item == ITEM_ETA)
			x = seconds_of(l, it);
		if (list[i].item == ITEM_MEMORY)
			x = it->unit == UNIT_MEMORY ? x * it->factor : x;
		item_put(t, list[i].item, x, it->half);
	}
}

/* The iteration and epoch of the line; false: it has none. */
static bool put_counters(struct loop_log *l, struct train_record *t)
{
	const struct loop_plan *p = &l->plan;
	const struct loop_item *step = p->step ? loop_line_item(&l->now, p->step) : NULL;
	const struct loop_item *epoch = p->epoch ? loop_line_item(&l->now, p->epoch) : NULL;
	double at;

	if (p->count == COUNT_LINES || p->count == COUNT_BAR) {
		at = p->count == COUNT_BAR ? l->bar_at : l->lines + 1.0;
		t->iter = at >= 1 && at < UINT32_MAX ? (uint32_t)at : 0;
		return t->iter;
	}
	if (!step || !step->whole || (p->epoch && (!epoch || !epoch->whole)))
		return false;
	at = step->value + p->step_from_0;
	if (!(at < UINT32_MAX))
		return false;
	if (!p->inner) {
		t->iter = (uint32_t)at;
		return t->iter;
	}
	if (p->implicit && step->value < l->last_step)
		l->implicit++;
	l->last_step = step->value;
	t->inner = (uint32_t)at;
	at = p->implicit ? l->implicit + 1.0 : epoch->value + p->epoch_from_0;
	t->epoch = at < UINT32_MAX ? (uint32_t)at : 0;
	t->length = step->of > 0 && step->of < UINT32_MAX ? (uint32_t)step->of : 0;
	t->length = t->length && t->inner > t->length ? t->inner : t->length;
	if (t->epoch && !t->length && (double)(t->epoch - 1) * p->length + t->inner < UINT32_MAX)
		t->iter = (t->epoch - 1) * p->length + t->inner;
	return t->epoch && (t->length || t->iter);
}

/* Seconds since the start where the log prints them, else the time of day. */
static void put_clock(struct loop_log *l, struct train_record *t, double now)
{
	const struct loop_item *elapsed = figure_of(l, LOOP_ELAPSED);

	t->clock = now;
	if (!isnan(now))
		return;
	if (elapsed)
		t->clock = elapsed->duration ? elapsed->value : elapsed->value * factor_of(l, elapsed);
	else if (l->plan.bar_clock)
		t->clock = isnan(l->now.bar_elapsed) ? l->bar_elapsed : l->now.bar_elapsed;
	else if (l->plan.sum_clock && (t->has & HAS_TIME) && isfinite(t->time) && t->time >= 0)
		t->clock = l->sum += (double)t->time;
}

static void touch(struct loop_log *l, struct run *run, double clock)
{
	run->last_line = l->line;
	if (isnan(clock))
		return;
	if (isnan(run->first_clock))
		run->first_clock = l->now.dated ? clock : fmin(clock, 0);
	run->last_clock = fmax(clock, isnan(run->last_clock) ? clock : run->last_clock);
	run->dated = l->now.dated && l->clock.dated;
	run->clock_step = l->now.dated ? l->clock.step : l->plan.sum_clock ? 0.001 : 1;
}

static bool trains(const struct loop_log *l)
{
	static const enum loop_role sign[] = { LOOP_LOSS, LOOP_LR, LOOP_TIME, LOOP_DATA_TIME };

	if (l->now.val)
		return false;
	for (unsigned i = 0; i < ARRAY_SIZE(sign); i++)
		if (figure_of(l, sign[i]) && ((l->plan.count != COUNT_LINES && l->plan.count != COUNT_BAR) || i < 2))
			return true;
	return false;
}

static void put_totals(struct loop_log *l, struct run *run)
{
	const struct loop_item *step = l->plan.step ? loop_line_item(&l->now, l->plan.step) : NULL;
	const struct loop_item *epoch = l->plan.epoch ? loop_line_item(&l->now, l->plan.epoch) : NULL;

	if (step && !l->plan.inner && step->of > 0 && step->of < UINT32_MAX)
		run->max_iters = (uint32_t)step->of;
	if (l->plan.count == COUNT_BAR && l->plan.bar_of < UINT32_MAX)
		run->max_iters = (uint32_t)l->plan.bar_of;
	if (epoch && epoch->of > 0 && epoch->of < UINT32_MAX)
		run->max_epochs = (uint32_t)epoch->of;
	run->epochs |= l->plan.inner;
}

static bool train_line(struct loop_log *l, double now)
{
	struct train_record t = train_record_new();
	const struct run *run = l->r->cur;
	const struct train_record *last = run && run->train.n ? &run->train.at[run->train.n - 1] : NULL;

	if (!trains(l) || !put_counters(l, &t))
		return false;
	l->lines++;
	t.line = l->line;
	put_figures(l, &t);
	put_clock(l, &t, now);
	if (l->plan.timing == TIMING_INTERVAL && (t.has & HAS_TIME)) {
		uint32_t before = last && !t.inner && last->iter < t.iter ? last->iter : 0;

		t.time = last && !t.inner ? t.time / (float)(t.iter - before) : NAN;
		t.has &= (uint8_t)(isnan(t.time) ? ~HAS_TIME : ~0);
	}
	log_reader_train(l->r, l->f, &t);
	if (l->r->cur) {
		if (l->r->run.n == 1)
			l->r->cur->first_line = 1;
		put_totals(l, l->r->cur);
		touch(l, l->r->cur, t.clock);
	}
	return true;
}

/* ---- other lines */

static bool val_line(struct loop_log *l, double now)
{
	struct run *run = l->r->cur;
	bool val = l->now.val;
	struct val_record v = {
		.clock = now, .line = l->line, .time = NAN, .data_time = NAN, .eta = NAN, .result = true
	};

	for (uint32_t i = 0; i < l->now.n; i++) {
		const struct loop_item *it = &l->now.at[i];
		const struct loop_name *name = &l->names.at[loop_key_name(it->key)];

		val |= name->val && !it->whole;
		v.loss |= strstr(name->text, "loss") != NULL;
		v.bad_loss |= !isfinite(it->value) && strstr(name->text, "loss");
		if (name->role == LOOP_VAL_TIME)
			v.seconds = it->duration ? it->value : seconds_of(l, it);
		if (it->of > 0 && it->of < UINT32_MAX && v.result && it->value < UINT32_MAX) {
			v.at = (uint32_t)it->value;
			v.of = (uint32_t)it->of;
			v.result = false;
		}
	}
	if (!val || !run || !run->train.n || l->r->records >= l->r->limits->records)
		return false;
	l->r->records++;
	v.after = (uint32_t)run->train.n;
	vec_push(&run->val, v);
	touch(l, run, now);
	return true;
}

static void saved_line(struct loop_log *l, const char *s, const char *end, double now)
{
	struct run *run = l->r->cur;

	if (!run || !run->train.n || l->saved_at == run->train.n || l->r->records >= l->r->limits->records ||
	    !loop_words_saves(l->f->loop, s, end))
		return;
	l->r->records++;
	l->saved_at = (uint32_t)run->train.n;
	log_reader_event(l->r, run, EVENT_SAVING, now)->iter = run->train.at[run->train.n - 1].iter;
	touch(l, run, now);
}

static void note_steps(struct loop_log *l)
{
	for (uint32_t i = 0; i < l->now.n; i++)
		if (l->names.at[loop_key_name(l->now.at[i].key)].role == LOOP_STEPS && l->now.at[i].whole)
			l->steps = l->now.at[i].value;
}

/* What was scanned; text: the line, NULL for rows and objects. */
static void use(struct loop_log *l, const char *s, const char *end, bool text)
{
	double now = NAN, set;

	if (l->now.dated)
		now = clock_follow(&l->clock, clock_read(&l->clock, &l->now.stamp), &set);
	if (!l->r) {
		loop_learn(l->learner, &l->now, now);
		return;
	}
	l->r->line = l->line;
	note_steps(l);
	if (l->plan.count == COUNT_BAR && l->now.bar_of == l->plan.bar_of) {
		l->bar_at = l->now.bar_at;
		l->bar_elapsed = l->now.bar_elapsed;
	}
	if (train_line(l, now) || val_line(l, now))
		return;
	if (text && l->r->cur)
		saved_line(l, s, end, now);
}

/* ---- the file's form */

static const char *blanks(const char *s, const char *end)
{
	while (s < end && (*s == ' ' || *s == '\t'))
		s++;
	return s;
}

static enum form form_of(struct loop_log *l, const char *s, const char *end)
{
	const char *next = s < end ? blanks(s + 1, end) : end;

	if (s < end && (*s == '{' || *s == '[') && (next == end || *next == '"' || (*s == '[' && *next == '{')))
		return FORM_DOCUMENT;
	return (l->columns = loop_table_header(&l->names, s, end, l->column)) ? FORM_HEADER : FORM_LINES;
}

static void one_line(struct loop_log *l, char *s, size_t n)
{
	if (memchr(s, '\033', n))
		n = text_without_colors(s, n);
	if (l->form == FORM_TABLE)
		loop_line_row(l->column, l->columns, s, s + n, &l->now);
	else
		loop_line_scan(&l->names, s, s + n, &l->now);
	use(l, s, s + n, l->form == FORM_LINES);
	if (l->form == FORM_LINES && l->r)
		text_foreign_line(l->r, s, s + n);
}

static void object_end(struct loop_log *l)
{
	uint32_t line = l->line;
	struct buf *b = &l->object[l->depth - 1];

	l->line = l->begins[l->depth - 1];
	if (b->n)
		loop_document_figures(b);
	loop_line_scan(&l->names, buf_str(b), buf_str(b) + b->n, &l->now);
	l->now.val = false; /* its first name says nothing about the others */
	use(l, NULL, NULL, false);
	l->line = line;
	buf_clear(b);
	l->depth--;
}

static void document_byte(struct loop_log *l, char c)
{
	struct buf *b = l->depth && l->depth <= DEEPEST ? &l->object[l->depth - 1] : NULL;

	if (c == '\n') {
		l->line++;
		l->quoted = l->escaped = false;
	}
	if (l->quoted) {
		l->quoted = l->escaped || c != '"';
		l->escaped = !l->escaped && c == '\\';
	} else if (c == '"') {
		l->quoted = true;
	} else if (c == '{') {
		if (l->depth < DEEPEST) {
			l->begins[l->depth++] = l->line;
			buf_clear(&l->object[l->depth - 1]);
		}
		return;
	} else if (c == '}') {
		if (l->depth)
			object_end(l);
		return;
	}
	if (b && b->n < LINE_MOST)
		buf_putc(b, c);
}

static void line_end(struct loop_log *l, char *s, size_t n)
{
	if (l->form == FORM_UNKNOWN && blanks(s, s + n) < s + n) {
		if (n >= 3 && !memcmp(s, "\xEF\xBB\xBF", 3))
			s += 3, n -= 3;
		l->form = form_of(l, blanks(s, s + n), s + n);
		if (l->form == FORM_HEADER)
			return;
		for (size_t i = 0; l->form == FORM_DOCUMENT && i < n; i++)
			document_byte(l, s[i]);
		if (l->form == FORM_DOCUMENT)
			return;
	} else if (l->form == FORM_HEADER && n) {
		l->form = loop_table_row(l->columns, s, s + n) ? FORM_TABLE : FORM_LINES;
	}
	one_line(l, s, n);
}

static void store(struct loop_log *l, const char *s, size_t n)
{
	size_t room = l->rest.n < LINE_MOST ? LINE_MOST - l->rest.n : 0;

	buf_add(&l->rest, s, n < room ? n : room);
}

void loop_log_part(struct loop_log *l, char *s, size_t n)
{
	char *end = s + n, *stop;

	for (; s < end; s = stop + 1) {
		if (l->form == FORM_DOCUMENT) {
			for (; s < end; s++)
				document_byte(l, *s);
			return;
		}
		for (stop = s; stop < end && *stop != '\n' && *stop != '\r';)
			stop++;
		store(l, s, (size_t)(stop - s));
		if (stop == end)
			return;
		if (l->rest.n)
			line_end(l, l->rest.s, l->rest.n);
		buf_clear(&l->rest);
		l->line += *stop == '\n';
	}
}

/* ---- the passes */

static void flush(struct loop_log *l)
{
	if (l->rest.n)
		line_end(l, l->rest.s, l->rest.n);
	buf_clear(&l->rest);
	while (l->depth) /* cut off */
		object_end(l);
}

bool loop_log_learnt(struct loop_log *l, struct log_reader *r)
{
	flush(l);
	if (!loop_learnt(l->learner, &l->plan))
		return false;
	l->r = r;
	l->form = FORM_UNKNOWN;
	l->line = 1;
	l->clock = (struct clock){ 0 };
	l->bar_at = l->bar_elapsed = l->steps = NAN;
	l->quoted = l->escaped = false;
	return true;
}

static void put_read_as(struct loop_log *l, struct run_fact *to, enum loop_role role, uint32_t key)
{
	const struct loop_name *name = &l->names.at[loop_key_name(key)];
	bool pair = loop_key_pair(key);
	const char *as = pair ? arena_printf(&l->r->out->arena, "%s%sN/M", name->raw, *name->raw ? " " : "")
			      : arena_strdup(&l->r->out->arena, *name->raw	    ? name->raw
								: role == LOOP_TIME ? "1 / (N per second)"
										    : "N");

	*to = (struct run_fact){ loop_role_word(role), as };
}

static const struct run_fact *read_as(struct loop_log *l)
{
	struct run_fact *list = arena_array(&l->r->out->arena, struct run_fact, LOOP_ROLES + 2);
	const struct loop_plan *p = &l->plan;
	uint32_t n = 0;

	if (p->count == COUNT_BAR)
		list[n++] = (struct run_fact){ loop_role_word(LOOP_STEP), "N/M of the bar" };
	else if (p->count == COUNT_LINES)
		list[n++] = (struct run_fact){ loop_role_word(LOOP_STEP), "lines, counted" };
	else
		put_read_as(l, &list[n++], LOOP_STEP, p->step);
	if (p->epoch)
		put_read_as(l, &list[n++], LOOP_EPOCH, p->epoch);
	if (p->sum_clock)
		list[n++] = (struct run_fact){ loop_role_word(LOOP_ELAPSED), "the sum of time" };
	for (unsigned r = LOOP_TIME; r < LOOP_ROLES; r++)
		if (p->key[r] && r != LOOP_STEPS && r != LOOP_VAL_TIME && (r != LOOP_ETA || !p->inner))
			put_read_as(l, &list[n++], r, p->key[r]);
	return list;
}

/* Seconds of loading that are no part of a step's: what they measure is unknown. */
static void check_waiting(struct loop_log *l)
{
	uint32_t lines = 0, over = 0;

	for (size_t i = 0; i < l->r->run.n; i++)
		for (size_t k = 0; k < l->r->run.at[i].train.n; k++) {
			const struct train_record *t = &l->r->run.at[i].train.at[k];

			lines += (t->has & HAS_TIME) && (t->has & HAS_DATA_TIME);
			over += (t->has & HAS_TIME) && (t->has & HAS_DATA_TIME) &&
				t->data_time > t->time * 1.01F + 0.002F;
		}
	if (10 * over <= lines)
		return;
	l->plan.key[LOOP_DATA_TIME] = 0;
	for (size_t i = 0; i < l->r->run.n; i++)
		for (size_t k = 0; k < l->r->run.at[i].train.n; k++)
			l->r->run.at[i].train.at[k].has &= (uint8_t)~HAS_DATA_TIME,
				l->r->run.at[i].train.at[k].data_time = NAN;
}

/* The last line of a validation's progress stands for its result, where no other line does. */
static void end_validations(struct run *run)
{
	for (size_t i = 0; i < run->val.n; i++)
		if (i + 1 == run->val.n || run->val.at[i + 1].after != run->val.at[i].after)
			run->val.at[i].result = true;
}

void loop_log_end(struct loop_log *l)
{
	static const char *const counts[] = { "iteration", "epoch", "iteration", "line" };

	flush(l);
	check_waiting(l);
	for (size_t i = 0; i < l->r->run.n; i++) {
		struct run *run = &l->r->run.at[i];

		end_validations(run);
		run->read_as = read_as(l);
		run->counts = counts[l->plan.count];
		run->figures_only = l->form != FORM_LINES;
		if (!run->max_iters && !run->epochs && l->plan.count == COUNT_STEPS && run->train.n &&
		    l->steps >= run->train.at[run->train.n - 1].iter && l->steps < UINT32_MAX)
			run->max_iters = (uint32_t)l->steps;
	}
	if (l->r->run.n)
		l->r->run.at[l->r->run.n - 1].last_line = l->form == FORM_DOCUMENT ? l->line : l->r->line;
}
