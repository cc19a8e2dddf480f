// SPDX-License-Identifier: MIT
/* Finds the fixes that make a trial fail, by bisection: see the essay in fix/proof/verify.c. All are tried as one set.
 * If it fails, those that are to blame (suspects) are set apart and tried one after the other, where they failed;
 * what still doesn't hold together is halved. Those that were refused because of another finding are tried in pairs.
 *
 * Invariant: the accepted ones hold together: each trial has all of them in it. Twins, which make the same edit, stand
 * and fall together.
 *
 *	fixes A B C D, of which C breaks a config: ABCD fails, C is suspect; ABD holds; ABDC fails: C is refused */
#include "fix/settle.h"
#include "fix/proof/edit_reach.h"
#include <stdlib.h>
#include <string.h>

enum { PAIRED_MAX = 8 /* of one config */, SPLIT_DEPTH_MAX = 60, AGAIN_MAX = 2, WIDE = 8 /* configs */ };

typedef bool trial(struct verifier *v, const struct attempt_set *all, const struct attempt_set *focus);

/* Tried with the accepted ones, and these. */
static bool try_beside(struct settle_ctx *s, trial *how, const struct attempt_set *these,
		       const struct attempt_set *some)
{
	struct attempt_set all = { .at = xcalloc(s->accepted->n + these->n + some->n + 1, sizeof(struct attempt *)) };
	bool good;

	for (size_t i = 0; i < s->accepted->n; i++)
		all.at[all.n++] = s->accepted->at[i];
	for (size_t i = 0; i < these->n; i++)
		all.at[all.n++] = these->at[i];
	for (size_t i = 0; i < some->n; i++)
		all.at[all.n++] = some->at[i];
	good = how(s->v, &all, some);
	free(all.at);
	return good;
}

static bool try_with_accepted(struct settle_ctx *s, const struct attempt_set *some)
{
	return try_beside(s, s->v->attempts, &(struct attempt_set){ 0 }, some);
}

static void accept(struct settle_ctx *s, const struct attempt_set *some)
{
	for (size_t i = 0; i < some->n; i++) {
		some->at[i]->state = ATTEMPT_APPLIED;
		s->accepted->at[s->accepted->n++] = some->at[i];
	}
}

static bool is_suspect(const struct attempt *t)
{
	return t->suspect;
}

static bool is_sure(const struct attempt *t)
{
	return t->sure;
}

/* Moves those of a kind behind the others; returns the number of the others. */
static size_t to_the_end(struct attempt_set *some, bool (*kind)(const struct attempt *t))
{
	struct attempt **copy = xcalloc(some->n + 1, sizeof *copy);
	size_t n = 0, others;

	for (size_t i = 0; i < some->n; i++)
		if (!kind(some->at[i]))
			copy[n++] = some->at[i];
	others = n;
	for (size_t i = 0; i < some->n; i++)
		if (kind(some->at[i]))
			copy[n++] = some->at[i];
	memcpy(some->at, copy, n * sizeof *copy);
	free(copy);
	return others;
}

static void refuse(const struct attempt_set *some)
{
	for (size_t i = 0; i < some->n; i++)
		some->at[i]->state = ATTEMPT_REFUSED;
}

/* Refuses those that would fail by themselves just so; leaves the others. */
static bool refuse_sure(struct attempt_set *some)
{
	size_t n = to_the_end(some, is_sure);

	refuse(&(struct attempt_set){ .at = some->at + n, .n = some->n - n });
	n = some->n - n;
	some->n -= n;
	return n > 0;
}

/* Pairs are accepted or refused as a whole. */
static void spread_over_pairs(const struct attempt_set *some)
{
	for (size_t i = 0; i + 1 < some->n; i += 2) {
		struct attempt *x = some->at[i], *y = some->at[i + 1];

		x->sure = y->sure = x->sure || y->sure;
		x->suspect = y->suspect = x->suspect || y->suspect;
	}
}

/* Half of them; twins are not separated as long as there are others. */
static size_t halve(const struct attempt_set *some)
{
	size_t cut = some->n / 2, up = cut, down = cut;

	while (up < some->n && some->at[up]->unit == some->at[up - 1]->unit)
		up++;
	while (down > 0 && some->at[down]->unit == some->at[down - 1]->unit)
		down--;
	return up < some->n ? up : down > 0 ? down : cut;
}

static bool is_one_unit(const struct attempt_set *some)
{
	return some->at[0]->unit == some->at[some->n - 1]->unit;
}

/* Tries them as one set. On failure it tries the innocent ones without the suspects, and these by halves; those that
 * are sure to fail are not tried again. Fixes accepted on the way are applied in all later trials, so the second half
 * is proved together with the first. */
static void split(struct settle_ctx *s, struct attempt_set some, unsigned depth)
{
	size_t cut;
	bool fewer;

	if (some.n == 0)
		return;
	if (try_with_accepted(s, &some)) {
		accept(s, &some);
		return;
	}
	if (some.n == 1 || depth > SPLIT_DEPTH_MAX || (s->v->pairs && is_one_unit(&some))) {
		refuse(&some);
		return;
	}
	if (s->v->pairs)
		spread_over_pairs(&some);
	fewer = refuse_sure(&some);
	cut = to_the_end(&some, is_suspect);
	if (!fewer && (cut == 0 || cut == some.n))
		cut = halve(&some);
	split(s, (struct attempt_set){ .at = some.at, .n = cut }, depth + 1);
	split(s, (struct attempt_set){ .at = some.at + cut, .n = some.n - cut }, depth + 1);
}

/* --- where it failed */

static bool was_bad(const struct attempt *t)
{
	return t->bad_at;
}

/* Members of a failed unit that pass together with those in `good` are added to it; the others are refused. */
static void sift_unit(struct settle_ctx *s, struct attempt_set *good, struct attempt_set unit)
{
	while (unit.n) {
		if (try_beside(s, s->v->again, good, &unit)) {
			for (size_t i = 0; i < unit.n; i++)
				good->at[good->n++] = unit.at[i];
			return;
		}
		if (unit.n == 1) {
			refuse(&unit);
			return;
		}
		if (refuse_sure(&unit))
			continue;
		sift_unit(s, good, (struct attempt_set){ .at = unit.at, .n = unit.n / 2 });
		unit = (struct attempt_set){ .at = unit.at + unit.n / 2, .n = unit.n - unit.n / 2 };
	}
}

/* Attempts stand in one array, in the order in which they are planned. */
static int by_unit(const void *x, const void *y)
{
	const struct attempt *p = *(struct attempt *const *)x, *q = *(struct attempt *const *)y;

	return p->unit != q->unit ? (p->unit > q->unit ? 1 : -1) : (p > q) - (p < q);
}

static bool is_wide(const struct attempt *t)
{
	return t->ndependents >= WIDE;
}

static int by_width(const void *x, const void *y)
{
	bool p = is_wide(*(struct attempt *const *)x), q = is_wide(*(struct attempt *const *)y);

	return p != q ? q - p : by_unit(x, y);
}

void settle_order(const struct attempt_set *some)
{
	if (some->n)
		qsort(some->at, some->n, sizeof *some->at, by_unit);
}

/* The configs that a refused fix of a base affects hide the effects that fixes of a few configs would have there
 * without it. */
static bool is_hidden(const struct map *hidden, const struct attempt_set *unit)
{
	for (size_t i = 0; i < unit->n; i++)
		if (is_wide(unit->at[i]) || !map_get(hidden, unit->at[i]->bad_at))
			return false;
	return true;
}

/* Twins edit the same. */
static void hide(struct settle_ctx *s, struct arena *a, struct map *hidden, struct attempt *const *at, size_t n)
{
	const struct attempt *last = NULL;

	for (size_t i = 0; i < n; i++)
		if (at[i]->state == ATTEMPT_REFUSED && is_wide(at[i]) && (!last || at[i]->unit != last->unit)) {
			reach_of(s->v, a, at[i], hidden);
			last = at[i];
		}
}

/* Unit by unit, each only where the last trial of all has failed for it: a config or two. Those that reach most come
 * first; where one of them is refused, what it hid is left to the next trial of all, which needs no trial of each. So
 * is what those hid that stand behind `some`, `nsure` of them. */
static void sift(struct settle_ctx *s, struct attempt_set *some, size_t nsure)
{
	size_t innocent = to_the_end(some, was_bad), n = some->n, nhidden = 0;
	struct attempt **suspect = xcalloc(2 * n + 1, sizeof *suspect), **hidden = suspect + n;
	struct arena a = { 0 };
	struct map places = { 0 };

	hide(s, &a, &places, some->at + n, nsure);
	memcpy(suspect, some->at, n * sizeof *suspect);
	qsort(suspect + innocent, n - innocent, sizeof *suspect, by_width);
	some->n = innocent;
	for (size_t i = innocent, k; i < n; i = k) {
		struct attempt_set unit = { .at = suspect + i };

		for (k = i + 1; k < n && suspect[k]->unit == suspect[i]->unit;)
			k++;
		unit.n = k - i;
		if (is_hidden(&places, &unit)) {
			memcpy(hidden + nhidden, unit.at, unit.n * sizeof *hidden);
			nhidden += unit.n;
			continue;
		}
		sift_unit(s, some, unit);
		hide(s, &a, &places, unit.at, unit.n);
	}
	for (size_t i = 0; i < nhidden; i++)
		some->at[some->n++] = hidden[i];
	for (size_t i = innocent, k = some->n; i < n; i++)
		if (suspect[i]->state == ATTEMPT_REFUSED)
			some->at[k++] = suspect[i];
	settle_order(some);
	free(suspect);
	arena_release(&a);
}

static size_t count_refused(const struct attempt_set *some)
{
	size_t n = 0;

	for (size_t i = 0; i < some->n; i++)
		n += some->at[i]->state == ATTEMPT_REFUSED;
	return n;
}

/* Until all that are left hold together, or no more are found where they failed. `beside`: those that failed beside
 * others. Returns how many were refused by the end of the first sifting. */
static size_t sift_all(struct settle_ctx *s, struct attempt_set *some, struct attempt_set *beside)
{
	size_t all = some->n, before = all + 1, first = 0;

	while (some->n && some->n < before) {
		if (try_with_accepted(s, some)) {
			accept(s, some);
			some->n = 0;
			break;
		}
		before = some->n;
		refuse_sure(some);

		size_t n = some->n;

		sift(s, some, before - n);
		for (size_t i = some->n; i < n; i++)
			if (!some->at[i]->alone)
				beside->at[beside->n++] = some->at[i];
		first = first ? first : all - some->n;
	}
	return first;
}

/* What failed beside one that is refused later may hold without it: that is tried once more. */
static void settle(struct settle_ctx *s, struct attempt_set some, unsigned depth)
{
	const struct attempt_set all = some;
	struct attempt_set beside = { .at = xcalloc(some.n + 1, sizeof *beside.at) };
	size_t first = s->v->again ? sift_all(s, &some, &beside) : 0;

	split(s, some, 0);
	if (beside.n && depth < AGAIN_MAX && count_refused(&all) > first) {
		for (size_t i = 0; i < beside.n; i++)
			beside.at[i]->state = ATTEMPT_OPEN;
		settle_order(&beside);
		settle(s, beside, depth + 1);
	}
	free(beside.at);
}

/* --- pairs */

/* By config, and in their order. */
static int by_subject(const void *x, const void *y)
{
	const struct attempt *p = *(struct attempt *const *)x, *q = *(struct attempt *const *)y;

	return p->of != q->of ? (p->of > q->of ? 1 : -1) : (p > q) - (p < q);
}

static struct attempt_set refused_for_another(const struct attempt_set *all)
{
	struct attempt_set some = { .at = xcalloc(all->n + 1, sizeof *some.at) };

	for (size_t i = 0; i < all->n; i++)
		if (all->at[i]->state == ATTEMPT_REFUSED && all->at[i]->brings)
			some.at[some.n++] = all->at[i];
	if (some.n)
		qsort(some.at, some.n, sizeof *some.at, by_subject);
	return some;
}

struct pair {
	struct attempt *x, *y;
	struct attempt alone_x, alone_y; /* as each was refused alone */
};
VEC(pairs, struct pair);

static int by_twins(const void *x, const void *y)
{
	const struct pair *p = x, *q = y;

	if (p->x->twin != q->x->twin)
		return p->x->twin > q->x->twin ? 1 : -1;
	if (p->y->twin != q->y->twin)
		return p->y->twin > q->y->twin ? 1 : -1;
	return (p->x > q->x) - (p->x < q->x);
}

/* Its result together with the other is irrelevant: it fails alone. */
static void reason_of(struct attempt *t, const struct attempt *alone)
{
	t->reason = alone->reason;
	t->bad_at = alone->bad_at;
	t->alone = alone->alone;
	t->sure = alone->sure;
	t->brings = alone->brings;
}

static void try_pairs(struct settle_ctx *s, struct pairs *all)
{
	struct attempt_set some = { .at = xcalloc(2 * all->n + 1, sizeof *some.at) };
	uint32_t unit = 0;

	if (all->n)
		qsort(all->at, all->n, sizeof *all->at, by_twins);
	for (size_t i = 0; i < all->n; i++) {
		const struct pair *p = &all->at[i], *last = p - (i > 0);

		unit += p->x->twin != last->x->twin || p->y->twin != last->y->twin;
		p->x->unit = p->y->unit = unit;
		some.at[some.n++] = p->x;
		some.at[some.n++] = p->y;
	}
	s->v->pairs = true;
	split(s, some, 0);
	s->v->pairs = false;
	for (size_t i = 0; i < all->n; i++) {
		const struct pair *p = &all->at[i];

		if (p->x->state != ATTEMPT_APPLIED) {
			reason_of(p->x, &p->alone_x);
			reason_of(p->y, &p->alone_y);
		}
	}
	free(some.at);
}

/* Of each config the i-th and the k-th. */
static void pair_up(const struct attempt_set *some, size_t i, size_t k, struct pairs *out)
{
	for (size_t first = 0, n; first < some->n; first += n) {
		struct attempt **at = some->at + first;

		for (n = 1; first + n < some->n && at[n]->of == at[0]->of;)
			n++;
		if (k < n && at[i]->state == ATTEMPT_REFUSED && at[k]->state == ATTEMPT_REFUSED)
			vec_push(out, ((struct pair){ at[i], at[k], *at[i], *at[k] }));
	}
}

static void refuse_unpaired(struct settle_ctx *s, const struct attempt_set *some)
{
	for (size_t i = PAIRED_MAX; i < some->n; i++)
		if (some->at[i]->of == some->at[i - PAIRED_MAX]->of && some->at[i]->state == ATTEMPT_REFUSED)
			some->at[i]->reason = arena_printf(
				s->v->a, "%s (it was not tried together with others: at most %d fixes of a config are)",
				some->at[i]->reason, PAIRED_MAX);
}

/* What one brings may be what the other takes away: those of a config that were refused alone are tried by twos, in all
 * configs at a time. */
static void settle_pairs(struct settle_ctx *s, const struct attempt_set *all)
{
	struct attempt_set some = refused_for_another(all);
	struct pairs pairs = { 0 };

	for (size_t i = 0; some.n > 1 && i < PAIRED_MAX; i++)
		for (size_t k = i + 1; k < PAIRED_MAX; k++) {
			pairs.n = 0;
			pair_up(&some, i, k, &pairs);
			try_pairs(s, &pairs);
		}
	refuse_unpaired(s, &some);
	vec_release(&pairs);
	free(some.at);
}

void settle_all(struct settle_ctx *s, struct attempt_set *open)
{
	settle(s, *open, 0);
	settle_pairs(s, open);
}
