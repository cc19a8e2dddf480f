// SPDX-License-Identifier: MIT
/* Counts, for each shape of line, how each of its counters moves from one line to the next. Of the shapes that can be
 * training the one with most lines wins; one that counts steps wins over one that counts epochs.
 *
 * Invariant: a fixed number of shapes, figures and bars is held, whatever the log holds; when the table is full, the
 * shape that was seen once and longest ago makes room.
 *
 *   epoch = 0, "" = 10/1252, loss, time, data     "" rises by 10 and falls when epoch rises: steps within epochs
 *   epoch = 0.1, loss, learning rate              no whole number rises: the lines count, or a bar beside them
 *   "" = 3/20, "" = 41.2                          no loss, no rate: something else counts */
#include "run/formats/loop_shape.h"
#include "base/hash.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHAPES = 128, MEMBERS = 40, DELTAS = 4, BARS = 8, LINES_MIN = 3 };

struct delta {
	double by;
	uint32_t n;
};
struct member { /* a figure of a shape's lines */
	uint32_t key;
	bool whole, bracket, duration;
	enum loop_unit unit;
	double first, last, least, most, of, high; /* high: the most before the last fall */
	uint32_t n, rises, equal, falls, with_epoch, wraps, of_changes;
	struct delta delta[DELTAS];
};
struct shape {
	uint64_t hash;
	uint32_t n, seen; /* seen: the time of its last line */
	struct member at[MEMBERS];
	uint32_t members;
	/* how the seconds of a step compare with the clock: lines where time x steps, or time alone, is what passed */
	uint32_t clocked, by_step, by_line;
	double clock;
};
struct bar {
	double of, at, at_line, elapsed;
	uint32_t n, rises, falls, back; /* at and falls: at lines of the shape without a counter */
};
struct loop_learner {
	struct loop_names *names;
	struct shape *shape;
	uint32_t nshapes, time;
	struct bar bar[BARS];
	uint32_t nbars;
};

struct loop_learner *loop_learner_new(struct loop_names *names)
{
	struct loop_learner *l = xcalloc(1, sizeof *l);

	l->names = names;
	l->shape = xcalloc(SHAPES, sizeof *l->shape);
	return l;
}

void loop_learner_free(struct loop_learner *l)
{
	if (l)
		free(l->shape);
	free(l);
}

/* ---- lines */

static const struct loop_name *name_of(const struct loop_learner *l, uint32_t key)
{
	return &l->names->at[loop_key_name(key)];
}

static bool can_count(const struct loop_learner *l, const struct loop_item *i)
{
	enum loop_role role = name_of(l, i->key)->role;

	if (!i->whole || i->unit || i->value < 0 || i->value > 4e9)
		return false;
	return role == LOOP_STEP || role == LOOP_EPOCH || loop_key_pair(i->key) ||
	       (i->bracket && loop_key_name(i->key) == LOOP_NO_NAME);
}

static bool is_of_interest(const struct loop_learner *l, const struct loop_item *i)
{
	const struct loop_name *name = name_of(l, i->key);

	return !name->val &&
	       (name->role != LOOP_NO_ROLE || can_count(l, i) || i->unit == UNIT_RATE || i->unit == UNIT_EACH);
}

/* The figures that only a training prints beside a counter. */
static bool is_evidence(const struct loop_learner *l, const struct loop_line *line)
{
	bool time = false, data = false;

	for (uint32_t i = 0; i < line->n; i++) {
		const struct loop_name *name = name_of(l, line->at[i].key);

		if (name->val || line->at[i].duration)
			continue;
		if (name->role == LOOP_LOSS || name->role == LOOP_LR)
			return true;
		time |= name->role == LOOP_TIME;
		data |= name->role == LOOP_DATA_TIME;
	}
	return time && data;
}

static struct shape *shape_of(struct loop_learner *l, uint64_t hash)
{
	struct shape *old = NULL;

	for (uint32_t i = 0; i < l->nshapes; i++) {
		if (l->shape[i].hash == hash)
			return &l->shape[i];
		if (l->shape[i].n == 1 && (!old || l->shape[i].seen < old->seen))
			old = &l->shape[i];
	}
	if (l->nshapes < SHAPES)
		old = &l->shape[l->nshapes++];
	if (old)
		*old = (struct shape){ .hash = hash, .clock = NAN };
	return old;
}

static void count_delta(struct member *m, double by)
{
	for (unsigned i = 0; i < DELTAS; i++)
		if (!m->delta[i].n || m->delta[i].by == by) {
			m->delta[i].by = by;
			m->delta[i].n++;
			return;
		}
}

static void first_of(struct member *m, const struct loop_item *i)
{
	*m = (struct member){ .key = i->key,
			      .whole = true,
			      .bracket = i->bracket,
			      .duration = i->duration,
			      .unit = i->unit,
			      .first = i->value,
			      .last = i->value,
			      .least = i->value,
			      .most = i->value,
			      .of = i->of };
}

/* rose: another counter of the line did. */
static void move(struct member *m, const struct loop_item *i, bool rose)
{
	m->rises += i->value > m->last;
	m->equal += i->value == m->last;
	if (i->value > m->last)
		count_delta(m, i->value - m->last);
	if (i->value < m->last) {
		m->falls++;
		m->with_epoch += rose;
		m->wraps += m->last >= 0.8 * m->of;
	}
	if (!isnan(m->of) && i->of != m->of)
		m->of_changes++;
	m->of = i->of;
	m->last = i->value;
	m->least = fmin(m->least, i->value);
	m->most = fmax(m->most, i->value);
}

/* MEMBERS: it has none. */
static uint32_t place_of(const struct shape *s, uint32_t key)
{
	uint32_t i = 0;

	while (i < s->members && s->at[i].key != key)
		i++;
	return i < s->members ? i : MEMBERS;
}

static struct member *member_of(struct shape *s, uint32_t key)
{
	uint32_t i = place_of(s, key);

	return i < MEMBERS ? &s->at[i] : NULL;
}

/* Another counter than `but` has risen. */
static bool rose(const struct loop_learner *l, struct shape *s, const struct loop_line *line, uint32_t but)
{
	for (uint32_t i = 0; i < line->n; i++) {
		const struct loop_item *it = &line->at[i];
		const struct member *m =
			it->key != but && is_of_interest(l, it) && can_count(l, it) ? member_of(s, it->key) : NULL;

		if (m && m->n && it->value > m->last)
			return true;
	}
	return false;
}

static void learn_members(struct loop_learner *l, struct shape *s, const struct loop_line *line)
{
	bool up[LOOP_ITEMS];

	for (uint32_t i = 0; i < line->n; i++)
		up[i] = s->n && rose(l, s, line, line->at[i].key);
	for (uint32_t i = 0; i < line->n; i++) {
		const struct loop_item *it = &line->at[i];
		struct member *m = is_of_interest(l, it) ? member_of(s, it->key) : NULL;

		if (!is_of_interest(l, it) || (!m && s->members == MEMBERS))
			continue;
		if (!m)
			first_of(m = &s->at[s->members++], it);
		else
			move(m, it, up[i]);
		m->whole &= it->whole;
		m->n++;
	}
}

static uint64_t hash_of(const struct loop_learner *l, const struct loop_line *line, bool *counts)
{
	uint64_t h = HASH_BYTES;

	*counts = false;
	for (uint32_t i = 0; i < line->n; i++)
		if (is_of_interest(l, &line->at[i])) {
			h = hash_word(h, line->at[i].key);
			*counts |= can_count(l, &line->at[i]) || name_of(l, line->at[i].key)->role == LOOP_EPOCH;
		}
	return h;
}

/* ---- bars */

static void learn_bar(struct loop_learner *l, const struct loop_line *line)
{
	struct bar *b = l->bar;

	if (isnan(line->bar_of))
		return;
	while (b < l->bar + l->nbars && b->of != line->bar_of)
		b++;
	if (b == l->bar + BARS)
		return;
	if (b == l->bar + l->nbars) {
		*b = (struct bar){ .of = line->bar_of, .at_line = -1, .elapsed = line->bar_elapsed };
		l->nbars++;
	}
	b->n++;
	b->back += line->bar_elapsed < b->elapsed;
	b->at = line->bar_at;
	b->elapsed = line->bar_elapsed;
}

static void compare_bars(struct loop_learner *l)
{
	for (struct bar *b = l->bar; b < l->bar + l->nbars; b++) {
		b->rises += b->at > b->at_line;
		b->falls += b->at < b->at_line;
		b->at_line = b->at;
	}
}

/* ---- learning */

static void learn_clock(const struct loop_learner *l, struct shape *s, const struct loop_line *line, double clock)
{
	const struct loop_item *time = NULL;
	const struct member *step = NULL;
	double steps, passed = clock - s->clock, seconds;

	for (uint32_t i = 0; i < line->n; i++) {
		const struct loop_item *it = &line->at[i];
		const struct member *m = can_count(l, it) ? member_of(s, it->key) : NULL;

		if (name_of(l, it->key)->role == LOOP_TIME && !name_of(l, it->key)->val && !time)
			time = it;
		if (m && m->delta[0].n && (!step || m->delta[0].by > step->delta[0].by))
			step = m;
	}
	s->clock = clock;
	if (!time || !step || !(passed > 0) || time->duration)
		return;
	steps = step->delta[0].by;
	seconds = time->value * time->factor;
	s->clocked++;
	s->by_step += fabs(seconds * steps - passed) <= 0.25 * passed + 1;
	s->by_line += fabs(seconds - passed) <= 0.25 * passed + 1;
}

void loop_learn(struct loop_learner *l, const struct loop_line *line, double clock)
{
	bool counts;
	uint64_t hash;
	struct shape *s;

	learn_bar(l, line);
	if (line->val || line->n < 2 || !is_evidence(l, line))
		return;
	hash = hash_of(l, line, &counts);
	s = counts ? shape_of(l, hash) : NULL;
	if (!s)
		return;
	learn_clock(l, s, line, clock);
	learn_members(l, s, line);
	compare_bars(l);
	s->n++;
	s->seen = l->time++;
}

/* ---- the answer */

static uint32_t most_steps(const struct member *m)
{
	uint32_t most = 0;

	for (unsigned i = 0; i < DELTAS; i++)
		most = m->delta[i].n > most ? m->delta[i].n : most;
	return most;
}

/* It rises, and where it falls an epoch ends, or a run starts again. */
static bool is_counter(const struct member *m, const struct shape *s)
{
	uint32_t unexplained = m->falls - m->with_epoch;

	if (!m->whole || m->unit || m->n < s->n || m->rises < 2)
		return false;
	unexplained -= m->wraps < unexplained ? m->wraps : unexplained;
	return unexplained <= 1 + m->rises / 20;
}

/* Whole numbers without a name between brackets: `[1,  2000]`. */
static uint32_t brackets_of(const struct shape *s)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->members; i++)
		n += s->at[i].bracket && s->at[i].whole && loop_key_name(s->at[i].key) == LOOP_NO_NAME &&
		     !loop_key_pair(s->at[i].key);
	return n;
}

/* The better, the higher; 0: it is no counter of steps. */
static int step_rank(const struct loop_learner *l, const struct shape *s, const struct member *m)
{
	enum loop_role role = name_of(l, m->key)->role;
	bool pair = loop_key_pair(m->key), steady = 10 * most_steps(m) >= 6 * m->rises;

	if (!is_counter(m, s) || role == LOOP_EPOCH)
		return 0;
	if (pair && (m->most > m->of + 1 || m->of_changes > m->n / 2))
		return 0;
	if (role == LOOP_STEP)
		return pair ? 6 : m->falls == 0 ? 5 : 3;
	if (loop_key_name(m->key) != LOOP_NO_NAME)
		return 0;
	return pair ? 4 : steady && brackets_of(s) > 1;
}

static const struct member *step_of(const struct loop_learner *l, const struct shape *s)
{
	const struct member *best = NULL;
	int rank = 0;

	for (uint32_t i = 0; i < s->members; i++) {
		int r = step_rank(l, s, &s->at[i]);
		bool wider = best && r == rank && s->at[i].most > best->most;

		if (r > rank || (r && wider)) {
			best = &s->at[i];
			rank = r;
		}
	}
	return best;
}

/* The epoch: by its name, else what rises when the step falls. */
static const struct member *epoch_of(const struct loop_learner *l, const struct shape *s, const struct member *step)
{
	const struct member *found = NULL;

	for (uint32_t i = 0; i < s->members; i++) {
		const struct member *m = &s->at[i];
		bool named = name_of(l, m->key)->role == LOOP_EPOCH;
		bool turns = step && step->falls && m->rises && m->rises <= step->falls + 1 &&
			     (m->bracket || loop_key_pair(m->key));

		if (m == step || !m->whole || m->unit || m->n < s->n || m->falls > 1 + m->rises / 20)
			continue;
		if (named || (turns && !found))
			found = m;
		if (named)
			break;
	}
	return found;
}

/* A fraction of epochs that never falls. */
static bool has_fraction(const struct loop_learner *l, const struct shape *s)
{
	for (uint32_t i = 0; i < s->members; i++) {
		const struct member *m = &s->at[i];

		if (name_of(l, m->key)->role == LOOP_EPOCH && !m->whole && m->n == s->n && m->falls <= m->n / 20)
			return true;
	}
	return false;
}

static bool fits_role(const struct member *m, enum loop_role role)
{
	bool seconds = m->unit == UNIT_NONE || m->unit == UNIT_SECONDS || m->unit == UNIT_EACH;

	switch (role) {
	case LOOP_TIME:
		return (seconds || m->unit == UNIT_RATE) && !m->duration;
	case LOOP_DATA_TIME:
	case LOOP_ELAPSED:
	case LOOP_VAL_TIME:
		return seconds;
	case LOOP_ETA:
		return seconds;
	case LOOP_MEMORY:
		return m->unit == UNIT_NONE || m->unit == UNIT_MEMORY;
	case LOOP_STEP:
	case LOOP_EPOCH:
		return false;
	default:
		return m->unit == UNIT_NONE && !m->duration;
	}
}

static void find_figures(const struct loop_learner *l, const struct shape *s, struct loop_plan *out)
{
	uint32_t best[LOOP_ROLES];

	for (uint32_t i = 0; i < s->members; i++) {
		const struct member *m = &s->at[i];
		const struct loop_name *name = name_of(l, m->key);
		bool rate = m->unit == UNIT_RATE || m->unit == UNIT_EACH;
		enum loop_role role = rate ? LOOP_TIME : name->role;
		uint32_t rank = rate && name->role != LOOP_TIME ? UINT32_MAX - 1 : name->rank;

		if (role == LOOP_NO_ROLE || !fits_role(m, role) || (out->key[role] && best[role] <= rank))
			continue;
		out->key[role] = m->key;
		best[role] = rank;
	}
}

/* It rises from line to line and becomes a multiple of itself, but where an epoch begins: it is no time of a step. */
static bool accumulates(const struct member *m, uint32_t epochs)
{
	return m && m->unit != UNIT_RATE && m->unit != UNIT_EACH && m->rises >= 4 && m->rises > m->equal &&
	       m->falls <= epochs + m->n / 50 && m->most >= 2 * m->least;
}

static uint32_t steps_of_one(const struct member *m)
{
	uint32_t n = 0;

	for (unsigned i = 0; i < DELTAS; i++)
		n += m->delta[i].by == 1 ? m->delta[i].n : 0;
	return n;
}

/* A bar's speed is that of its own steps. */
static bool is_of_other_steps(const struct loop_learner *l, const struct member *time, const struct member *step)
{
	if (!time || (time->unit != UNIT_RATE && time->unit != UNIT_EACH) || !l->nbars)
		return false;
	for (const struct bar *b = l->bar; b < l->bar + l->nbars; b++)
		if (step && b->of == step->of)
			return false;
	return true;
}

static void find_timing(const struct loop_learner *l, const struct shape *s, struct loop_plan *out)
{
	uint32_t step = place_of(s, out->step), epochs = step < MEMBERS ? s->at[step].falls : 0;
	uint32_t at = place_of(s, out->key[LOOP_TIME]), since = place_of(s, out->key[LOOP_ELAPSED]);
	const struct member *time = out->key[LOOP_TIME] && at < MEMBERS ? &s->at[at] : NULL;
	const struct member *elapsed = out->key[LOOP_ELAPSED] && since < MEMBERS ? &s->at[since] : NULL;

	if (is_of_other_steps(l, time, step < MEMBERS ? &s->at[step] : NULL)) {
		out->key[LOOP_TIME] = 0;
		time = NULL;
	}
	if (!accumulates(elapsed, 0) || elapsed->falls)
		out->key[LOOP_ELAPSED] = 0;
	if (accumulates(time, epochs)) {
		if (!out->key[LOOP_ELAPSED] && !time->falls)
			out->key[LOOP_ELAPSED] = time->key;
		out->key[LOOP_TIME] = 0;
	} else if (time) {
		out->timing = TIMING_STEP;
		if (s->clocked >= 3 && 2 * s->by_line > s->clocked && s->by_line > 2 * s->by_step)
			out->timing = TIMING_INTERVAL;
		out->sum_clock = step < MEMBERS && time->unit != UNIT_RATE && time->unit != UNIT_EACH &&
				 !out->key[LOOP_ELAPSED] && !out->bar_clock && out->timing == TIMING_STEP &&
				 10 * steps_of_one(&s->at[step]) >= 9 * s->at[step].rises;
	}
}

static void find_bar(const struct loop_learner *l, struct loop_plan *out)
{
	const struct bar *best = NULL;

	for (const struct bar *b = l->bar; b < l->bar + l->nbars; b++)
		if (b->rises >= 2 && !b->falls && (!best || b->rises > best->rises))
			best = b;
	if (!best)
		return;
	out->count = COUNT_BAR;
	out->bar_of = best->of;
	out->bar_clock = !best->back;
}

/* 0 is the first, and not how many are done before it: `0/300` to `300/300`. */
static bool counts_from_0(const struct member *m)
{
	return m->least == 0 && !(m->most >= m->of);
}

/* Its counters; false: it has none. */
static bool plan_counts(const struct loop_learner *l, const struct shape *s, struct loop_plan *out)
{
	const struct member *step = step_of(l, s), *epoch = epoch_of(l, s, step);

	if (!step && !epoch) {
		out->count = COUNT_LINES;
		find_bar(l, out);
		return has_fraction(l, s);
	}
	if (!step && !is_counter(epoch, s))
		return false;
	out->count = step ? COUNT_STEPS : COUNT_EPOCHS;
	out->step = (step ? step : epoch)->key;
	out->step_from_0 = counts_from_0(step ? step : epoch);
	if (!step)
		return true;
	out->inner = step->falls > 0 ? epoch || step->wraps : epoch && loop_key_pair(step->key) && !epoch->rises;
	out->implicit = out->inner && !epoch;
	if (out->inner && epoch) {
		out->epoch = epoch->key;
		out->epoch_from_0 = counts_from_0(epoch);
	}
	if (out->inner && !loop_key_pair(step->key))
		out->length = (uint32_t)step->most + out->step_from_0;
	for (const struct bar *b = l->bar; b < l->bar + l->nbars; b++)
		out->bar_clock |= loop_key_pair(step->key) && b->of == step->of && !b->back && !out->inner;
	return true;
}

/* A loss or a rate that is always a whole number is neither. */
static bool is_training(const struct loop_learner *l, const struct shape *s)
{
	bool time = false, data = false;

	for (uint32_t i = 0; i < s->members; i++) {
		enum loop_role role = name_of(l, s->at[i].key)->role;

		if ((role == LOOP_LOSS || role == LOOP_LR) && !s->at[i].whole)
			return true;
		time |= role == LOOP_TIME && !s->at[i].whole;
		data |= role == LOOP_DATA_TIME && !s->at[i].whole;
	}
	return time && data;
}

bool loop_learnt(const struct loop_learner *l, struct loop_plan *out)
{
	const struct shape *best = NULL;

	for (uint32_t i = 0; i < l->nshapes; i++) {
		const struct shape *s = &l->shape[i];
		struct loop_plan plan = { 0 };
		bool finer;

		if (s->n < LINES_MIN || !is_training(l, s) || !plan_counts(l, s, &plan))
			continue;
		finer = best && (plan.count == COUNT_EPOCHS) != (out->count == COUNT_EPOCHS);
		if (best && (finer ? plan.count == COUNT_EPOCHS : s->n <= best->n))
			continue;
		find_figures(l, s, &plan);
		find_timing(l, s, &plan);
		best = s;
		*out = plan;
	}
	return best;
}
