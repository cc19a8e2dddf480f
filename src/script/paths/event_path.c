// SPDX-License-Identifier: MIT
/* An abstract interpretation of programs: which states an order's automaton can be in at each event, over all feasible
 * paths.
 *
 * The lattice: an element is a set of states (struct states). A state is where the automaton stands, the outcome of
 * each remembered condition (open, true, false), and two flags (script/paths/states.h). The order is inclusion, the
 *join is union, the bottom is the empty set: no path leads here. There is no widening: sets are exact, or the walk is
 *given up.
 *
 * The transfer functions: an event moves each state along its edge, and removes those for which it is bad; a test
 * splits the set by the outcomes that its states remember; an assignment opens the conditions that read the cell, or
 * decides them; break, continue and return move the set to where they lead and leave the bottom; raise leaves the
 * bottom, and so does an object that is passed to code that isn't followed. A call is its body. A loop is not walked
 * to a fixed point: its body is walked TRIPS times, and the sets after each trip and before the first are joined.
 *
 * Why it ends: a program is a finite tree, each operation is walked at most TRIPS times for each loop around it, and
 * all operations together visit at most VISITS_MAX states. If a limit is exceeded (256 states in a set, too many
 * conditions), the walk is repeated once with fewer remembered conditions. That adds paths that are not feasible
 * (`rough`), so only what is bad on every path is reported then; if the repeated walk is given up too, nothing is.
 *
 *	if amp: scaler.scale(loss).backward()	{clean} becomes {scaled & amp, clean & not amp}
 *	if amp: scaler.unscale_(opt)		{clean & amp, clean & not amp}
 *	clip_grad_norm_(params, 1)		bad in `scaled`, and no state is there */
#include "script/paths/event_path.h"
#include "script/paths/states.h"
#include <string.h>

enum { VISITS_MAX = 200000 /* of an operation by a state */, TRIPS = 3, CELLS_MAX = 16 };
struct ways { /* exits of a block other than its end */
	struct states breaks, continues, returns;
};
struct seen { /* of an event */
	bool bad, good, good_at_start;
	state first;
};
struct cells {
	struct variable *at[CELLS_MAX];
	uint32_t n;
};
struct walk {
	struct states_pool pool;
	const struct script_know *know;
	const struct program *prog;
	const struct order *o;
	struct cells cells[ORDER_TRACKS]; /* of the tracked kinds, in the whole program */
	struct variable *track[ORDER_TRACKS];
	struct map seen;       /* struct op -> struct seen */
	int8_t slot[KEYS_MAX]; /* of a key whose outcome is remembered; -1: it isn't */
	uint32_t nslots;
	uint32_t visits;
	bool rough;	       /* unimportant conditions are forgotten: some paths may be infeasible */
	const struct op *lost; /* where objects are passed to code that isn't followed; NULL */
};

/* ---- conditions */

static void split(struct walk *w, const struct cond *c, const struct states *in, struct states *yes, struct states *no)
{
	struct states a = { 0 }, b = { 0 };

	switch (c->kind) {
	case COND_NOT:
		split(w, c->a, in, no, yes);
		break;
	case COND_AND:
		split(w, c->a, in, &a, no);
		split(w, c->b, &a, yes, no);
		break;
	case COND_OR:
		split(w, c->a, in, yes, &b);
		split(w, c->b, &b, yes, no);
		break;
	case COND_KEY:
		for (uint32_t i = 0; i < in->n; i++)
			for (unsigned is = STATE_TRUE; is <= STATE_FALSE; is++) {
				state s = in->at[i];
				int8_t slot = w->slot[c->key];
				unsigned was = slot >= 0 ? state_cond(s, slot) : STATE_OPEN;

				if (was != STATE_OPEN && was != is)
					continue;
				if (c->guess && is == STATE_TRUE && was == STATE_OPEN)
					s |= STATE_ASSUMES;
				states_add(&w->pool, is == STATE_TRUE ? yes : no,
					   slot >= 0 ? state_set(s, slot, is) : s);
			}
		break;
	default: {
		bool is = c->kind == COND_IS && (c->cell == w->track[0] || c->cell == w->track[1]);

		if (c->kind != COND_FALSE)
			states_join(&w->pool, yes, in);
		for (uint32_t i = 0; i < in->n && c->kind != COND_TRUE && !is; i++)
			states_add(&w->pool, no, c->kind == COND_SOMETIMES ? in->at[i] | STATE_WAITS : in->at[i]);
	}
	}
}

/* ---- events */

enum concern { NOT_OURS, OURS, PERHAPS };

static enum concern concerns(const struct walk *w, const struct op *op)
{
	for (uint32_t i = 0; i < w->o->ntracks; i++) {
		const struct script_kind_of *kind = w->o->kind[i];

		if ((op->event->on == kind && op->cell != w->track[i]) ||
		    (op->event->with == kind && op->with && op->with != w->track[i]))
			return NOT_OURS;
		if (op->event->with == kind && !op->with)
			return PERHAPS;
		if (op->event->on || op->event->nregions || op->event->with)
			continue;
		if (op->of == kind && op->cell != w->track[i])
			return NOT_OURS;
		if (op->of != kind && w->cells[i].n > 1)
			return PERHAPS;
	}
	return OURS;
}

static struct seen *seen_of(struct walk *w, const struct op *op)
{
	struct seen *s = map_get(&w->seen, op);

	if (!s) {
		s = arena_new(&w->pool.mem, struct seen);
		*s = (struct seen){ 0 };
		map_put(&w->pool.mem, &w->seen, op, s);
	}
	return s;
}

/* The automaton has an edge for it. */
static bool has_edge(const struct walk *w, const struct script_event *e)
{
	return w->o->with_edges >> (e - w->know->event) & 1;
}

static void take_event(struct walk *w, const struct op *op, enum order_side side, struct states *cur)
{
	size_t number = (size_t)(op->event - w->know->event);
	enum concern concern = concerns(w, op);
	struct states next = { 0 };

	if (concern == NOT_OURS || !has_edge(w, op->event))
		return;
	w->lost = concern == PERHAPS ? op : w->lost;
	for (uint32_t i = 0; i < cur->n && concern == OURS; i++) {
		state s = cur->at[i];
		int8_t to = w->o->edge[state_at(s)][number][side];
		struct seen *seen = seen_of(w, op);

		if (to == ORDER_BAD) {
			seen->first = seen->bad ? seen->first : s;
			seen->bad = true;
			continue;
		}
		*(state_at(s) ? &seen->good : &seen->good_at_start) = true;
		states_add(&w->pool, &next, to == ORDER_STAYS ? s : state_to(s, to));
	}
	*cur = next;
}

/* ---- walking */

static bool given_up(const struct walk *w)
{
	return w->pool.full || w->visits > VISITS_MAX;
}

static void walk_ops(struct walk *w, const struct op *op, struct states *cur, struct ways *out);

/* Each trip has another object in a cell that is tracked: it comes as the first one did, so one trip shows all. */
static bool renews(const struct walk *w, const struct op *loop)
{
	bool found = false;

	for (const struct op *o = loop->kid; o && o->kind == OP_FORGET && !found; o = o->next)
		found = o->renews && (o->cell == w->track[0] || o->cell == w->track[1]);
	return found;
}

static void walk_loop(struct walk *w, const struct op *op, struct states *cur, struct ways *out)
{
	uint32_t trips = renews(w, op) ? 1 : TRIPS;
	struct states after = { 0 };

	/* a `for` with events in it goes over something */
	if (op->node->kind != NODE_FOR)
		states_join(&w->pool, &after, cur);
	for (uint32_t i = 0; i < trips && cur->n; i++) {
		struct ways in = { .returns = out->returns };

		walk_ops(w, op->kid, cur, &in);
		states_join(&w->pool, cur, &in.continues);
		states_join(&w->pool, &after, cur);
		states_join(&w->pool, &after, &in.breaks);
		out->returns = in.returns;
	}
	*cur = (struct states){ 0 };
	for (uint32_t i = 0; i < after.n; i++) {
		int8_t to = w->o->edge[state_at(after.at[i])][ORDER_LOOP_END][SIDE_NONE];

		/* leaving a loop breaks no order */
		states_add(&w->pool, cur, to >= 0 ? state_to(after.at[i], to) : after.at[i]);
	}
}

static void walk_with(struct walk *w, const struct op *op, struct states *cur, struct ways *out)
{
	struct ways in = { 0 };
	enum order_side end = op->off ? SIDE_ON : SIDE_OUT;

	take_event(w, op, op->off ? SIDE_OFF : SIDE_IN, cur);
	walk_ops(w, op->kid, cur, &in);
	take_event(w, op, end, cur);
	take_event(w, op, end, &in.breaks);
	take_event(w, op, end, &in.continues);
	take_event(w, op, end, &in.returns);
	states_join(&w->pool, &out->breaks, &in.breaks);
	states_join(&w->pool, &out->continues, &in.continues);
	states_join(&w->pool, &out->returns, &in.returns);
}

static void walk_branch(struct walk *w, const struct op *op, struct states *cur, struct ways *out)
{
	struct states yes = { 0 }, no = { 0 };

	split(w, op->cond, cur, &yes, &no);
	walk_ops(w, op->kid, &yes, out);
	walk_ops(w, op->other, &no, out);
	states_join(&w->pool, &yes, &no);
	*cur = yes;
}

/* What a state remembers of conditions with the cell in them, as bits. */
static state outdated(const struct walk *w, const struct variable *cell)
{
	state gone = 0;

	for (uint32_t k = 0; k < w->prog->nkeys; k++)
		for (uint32_t c = 0; c < w->prog->key[k].n && w->slot[k] >= 0; c++)
			if (w->prog->key[k].of[c] == cell)
				gone |= state_set(0, w->slot[k], 3);
	return gone;
}

/* The bits of the keys that the assignment decides. */
static state decided(const struct walk *w, const struct op *op)
{
	state is = 0;

	for (uint32_t k = 0; k < w->prog->nkeys; k++)
		if (w->slot[k] >= 0 && ((op->yes | op->no) >> k & 1))
			is |= state_set(0, w->slot[k], op->yes >> k & 1 ? STATE_TRUE : STATE_FALSE);
	return is;
}

static void forget(struct walk *w, const struct op *op, struct states *cur)
{
	struct states next = { 0 };
	state gone = outdated(w, op->cell), is = decided(w, op);

	for (uint32_t i = 0; i < cur->n && gone; i++)
		states_add(&w->pool, &next, (cur->at[i] & ~gone) | is);
	if (gone)
		*cur = next;
}

static bool loses(const struct walk *w, const struct op *havoc)
{
	return !havoc->cell || havoc->cell == w->track[0] || havoc->cell == w->track[1];
}

static void walk_op(struct walk *w, const struct op *op, struct states *cur, struct ways *out)
{
	struct ways in = { 0 };

	switch (op->kind) {
	case OP_EVENT:
		take_event(w, op, SIDE_NONE, cur);
		break;
	case OP_IF:
		walk_branch(w, op, cur, out);
		break;
	case OP_LOOP:
		walk_loop(w, op, cur, out);
		break;
	case OP_CALL:
		walk_ops(w, op->kid, cur, &in);
		states_join(&w->pool, cur, &in.returns);
		break;
	case OP_WITH:
		walk_with(w, op, cur, out);
		break;
	case OP_FORGET:
		forget(w, op, cur);
		break;
	case OP_HAVOC:
		if (loses(w, op)) {
			w->lost = op;
			*cur = (struct states){ 0 };
		}
		break;
	case OP_BREAK:
		states_join(&w->pool, &out->breaks, cur);
		*cur = (struct states){ 0 };
		break;
	case OP_CONTINUE:
		states_join(&w->pool, &out->continues, cur);
		*cur = (struct states){ 0 };
		break;
	case OP_RETURN:
		states_join(&w->pool, &out->returns, cur);
		*cur = (struct states){ 0 };
		break;
	case OP_RAISE:
		*cur = (struct states){ 0 };
		break;
	}
}

static void walk_ops(struct walk *w, const struct op *op, struct states *cur, struct ways *out)
{
	for (; op && cur->n && !given_up(w); op = op->next) {
		if (op->idle)
			continue;
		w->visits += cur->n;
		walk_op(w, op, cur, out);
	}
}

/* ---- automata */

static void add_cell(struct cells *to, struct variable *v)
{
	for (uint32_t i = 0; i < to->n; i++)
		if (to->at[i] == v)
			return;
	if (to->n < CELLS_MAX)
		to->at[to->n++] = v;
}

static void find_cells(struct walk *w, const struct op *op)
{
	for (; op; op = op->next) {
		for (uint32_t i = 0; i < w->o->ntracks && op->event; i++) {
			if (op->event->on == w->o->kind[i])
				add_cell(&w->cells[i], op->cell);
			if (op->event->with == w->o->kind[i] && op->with)
				add_cell(&w->cells[i], op->with);
		}
		find_cells(w, op->kid);
		find_cells(w, op->other);
	}
}

/* Whether the two occur in one event; the only two objects of their kinds need not. */
static bool belong(const struct op *op, const struct variable *x, const struct variable *y)
{
	for (; op; op = op->next)
		if ((op->event && ((op->cell == x && op->with == y) || (op->cell == y && op->with == x))) ||
		    belong(op->kid, x, y) || belong(op->other, x, y))
			return true;
	return false;
}

static bool touches(const struct walk *w, const struct op *op)
{
	for (; op; op = op->next)
		if ((op->event && has_edge(w, op->event) && concerns(w, op) == OURS) || touches(w, op->kid) ||
		    touches(w, op->other))
			return true;
	return false;
}

/* Conditions in c with unknown outcome: keys as bits, others as the bits above. */
static uint64_t open_in(const struct walk *w, const struct cond *c)
{
	switch (c->kind) {
	case COND_KEY:
		return (uint64_t)1 << c->key;
	case COND_NOT:
		return open_in(w, c->a);
	case COND_AND:
	case COND_OR:
		return open_in(w, c->a) | open_in(w, c->b);
	case COND_FREE:
		return (uint64_t)1 << KEYS_MAX;
	case COND_IS:
		return c->cell == w->track[0] || c->cell == w->track[1] ? 0 : (uint64_t)2 << KEYS_MAX;
	default:
		return 0;
	}
}

/* The conditions that decide whether anything happens to the tracked objects. */
static uint64_t guards(const struct walk *w, const struct op *op)
{
	uint64_t all = 0;

	for (; op; op = op->next) {
		if (op->kind == OP_IF && (touches(w, op->kid) || touches(w, op->other)))
			all |= open_in(w, op->cond);
		all |= guards(w, op->kid) | guards(w, op->other);
	}
	return all;
}

/* Keys that are tested more than once where it matters: *once collects those that are tested at all. */
static uint64_t tested_again(const struct walk *w, const struct op *op, uint64_t *once)
{
	uint64_t again = 0;

	for (; op; op = op->next) {
		uint64_t here = op->kind == OP_IF && !op->idle ? open_in(w, op->cond) : 0;

		again |= here & *once;
		*once |= here;
		again |= tested_again(w, op->kid, once) | tested_again(w, op->other, once);
	}
	return again;
}

/* How many of the open conditions may depend on each other in unseen ways; numbers depend on nothing. */
static uint32_t uncertain(const struct walk *w, uint64_t open)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < 64; i++)
		n += (open >> i & 1) && !(i < w->prog->nkeys && w->prog->key[i].more);
	return n;
}

static const char *when_text(struct arena *a, const struct walk *w, state s, uint64_t keys)
{
	struct buf b = { 0 };
	const char *out;

	for (uint32_t i = 0; i < w->prog->nkeys; i++) {
		const struct key *k = &w->prog->key[i];

		unsigned is = w->slot[i] >= 0 ? state_cond(s, w->slot[i]) : STATE_OPEN;

		if (!(keys >> i & 1) || is == STATE_OPEN || (k->more && is == STATE_FALSE))
			continue;
		buf_puts(&b, b.n ? " and " : "when ");
		buf_puts(&b, is == STATE_FALSE ? "not " : "");
		buf_add(&b, k->in->file->src->bytes + k->node->lo, k->node->hi - k->node->lo);
		buf_puts(&b, k->more ? " > 1" : "");
	}
	out = arena_strdup(a, b.n ? buf_str(&b) : "");
	buf_release(&b);
	return out;
}

static void report(struct arena *a, const struct walk *w, const struct op *op, const struct op *loop, uint64_t open,
		   struct breaches *out)
{
	for (; op; op = op->next) {
		const struct seen *s = map_get(&w->seen, op);
		bool sure = s && s->bad && !s->good && ((!w->o->all && !w->rough) || !s->good_at_start);

		/* with several conditions fewer combinations may be feasible than are seen */
		if (s && s->bad && (sure || (!w->o->all && !w->rough && uncertain(w, open) <= 1)))
			vec_push(out, ((struct breach){ op,
							w->prog->first,
							loop,
							{ w->track[0], w->track[1] },
							when_text(a, w, s->first, open),
							(s->first & STATE_WAITS) != 0,
							(s->first & STATE_ASSUMES) != 0 }));
		report(a, w, op->kid, op->kind == OP_LOOP ? op : loop, open, out);
		report(a, w, op->other, loop, open, out);
	}
}

/* Events that could be out of order, and that no path has certainly reached. */
static void report_unseen(struct walk *w, const struct op *op, const struct op *lost, struct unseens *out)
{
	for (; op; op = op->next) {
		const struct seen *s = map_get(&w->seen, op);
		bool breaks = false, good = s && (s->good || s->good_at_start), known = s && (s->bad || good);

		for (uint32_t q = 0; op->event && q < w->o->nstates; q++)
			for (uint32_t side = 0; side < SIDES; side++)
				breaks |= w->o->edge[q][op->event - w->know->event][side] == ORDER_BAD;
		known &= !(w->rough && good && s->bad); /* both, on paths that may be infeasible */
		if (breaks && !known && concerns(w, op) != NOT_OURS)
			vec_push(out, ((struct unseen){ op, lost }));
		report_unseen(w, op->kid, lost, out);
		report_unseen(w, op->other, lost, out);
	}
}

/* Remembers all conditions that decide, and as many of those that are tested twice as fit. */
static bool remember(struct walk *w, uint64_t decide, uint64_t again)
{
	w->nslots = 0;
	memset(w->slot, -1, sizeof w->slot);
	for (uint32_t i = 0; i < 2 * w->prog->nkeys; i++) {
		uint32_t key = i % w->prog->nkeys;

		if (!((i < w->prog->nkeys ? decide : again) >> key & 1))
			continue;
		if (w->nslots == STATE_CONDS)
			return i >= w->prog->nkeys;
		w->slot[key] = (int8_t)w->nslots++;
	}
	return true;
}

/* Marks operations that can't change a state; returns whether there are others. A branch without effects only
 * distinguishes the outcomes of its condition; the next test of it does so, too. */
static bool mark_idle(const struct walk *w, struct op *op)
{
	bool any = false;

	for (; op; op = op->next) {
		bool kids = mark_idle(w, op->kid), others = mark_idle(w, op->other), event;

		event = op->event && has_edge(w, op->event) && concerns(w, op) != NOT_OURS;
		op->idle =
			!(kids || others || event || op->kind >= OP_BREAK ||
			  (op->kind == OP_FORGET && outdated(w, op->cell)) || (op->kind == OP_HAVOC && loses(w, op)) ||
			  (op->kind == OP_LOOP && w->o->with_edges >> ORDER_LOOP_END));
		any |= !op->idle;
	}
	return any;
}

static bool walk_remembering(struct walk *w, uint64_t decide, uint64_t again)
{
	struct states cur = { 0 };
	struct ways ways = { 0 };

	arena_release(&w->pool.mem);
	w->pool = (struct states_pool){ 0 };
	w->seen = (struct map){ 0 };
	w->visits = 0;
	w->lost = NULL;
	if (!remember(w, decide, again))
		return false;
	mark_idle(w, w->prog->first); /* again: now remembered outcomes count */
	states_add(&w->pool, &cur, 0);
	walk_ops(w, w->prog->first, &cur, &ways);
	return !given_up(w);
}

static void run(struct arena *a, struct walk *w, struct breaches *out, struct unseens *unseen)
{
	uint64_t open = guards(w, w->prog->first), once = 0, again;
	bool many;

	memset(w->slot, -1, sizeof w->slot);
	mark_idle(w, w->prog->first);
	again = tested_again(w, w->prog->first, &once) & ~open;
	w->rough = !walk_remembering(w, open, again);
	many = w->rough && !(again && walk_remembering(w, open, 0));
	if (many) /* what was seen on the way is reported as unknown, too */
		w->seen = (struct map){ 0 };
	else
		report(a, w, w->prog->first, NULL, open, out);
	if (many || w->rough || w->lost)
		report_unseen(w, w->prog->first, w->rough ? NULL : w->lost, unseen);
	arena_release(&w->pool.mem);
	w->pool = (struct states_pool){ 0 };
}

void path_walk(struct arena *a, const struct script_know *k, const struct program *prog, const struct order *o,
	       struct breaches *out, struct unseens *unseen)
{
	struct walk w = { .know = k, .prog = prog, .o = o };

	find_cells(&w, prog->first);
	if (prog->cut)
		report_unseen(&w, prog->first, NULL, unseen);
	if (prog->cut || !prog->first)
		return;
	if (!o->ntracks)
		run(a, &w, out, unseen);
	for (uint32_t i = 0; o->ntracks && i < w.cells[0].n; i++) {
		w.track[0] = w.cells[0].at[i];
		if (o->ntracks == 1)
			run(a, &w, out, unseen);
		for (uint32_t j = 0; o->ntracks > 1 && j < w.cells[1].n; j++) {
			w.track[1] = w.cells[1].at[j];
			if (belong(prog->first, w.track[0], w.track[1]) || (w.cells[0].n == 1 && w.cells[1].n == 1))
				run(a, &w, out, unseen);
		}
	}
	arena_release(&w.pool.mem);
}
