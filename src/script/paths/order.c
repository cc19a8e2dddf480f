// SPDX-License-Identifier: MIT
#include "script/paths/order.h"
#include <string.h>

static bool is_map(const struct ynode *n)
{
	return n && n->kind == Y_MAP;
}

static int state_named(const struct order *o, const struct str *name)
{
	for (uint32_t i = 0; i < o->nstates; i++)
		if (o->state[i] == name)
			return (int)i;
	return strcmp(name->s, "bad") == 0 ? ORDER_BAD : ORDER_STAYS;
}

/* "autocast_in": the event and its side. */
static bool event_named(const struct script_know *k, const struct str *name, uint32_t *event, enum order_side *side)
{
	static const char *const suffix[SIDES] = { "", "_in", "_out", "_off", "_on" };

	*event = ORDER_LOOP_END;
	*side = SIDE_NONE;
	if (!strcmp(name->s, "loop_end"))
		return true;
	for (*event = 0; *event < k->nevents; ++*event)
		for (*side = SIDE_NONE; *side < SIDES; ++*side) {
			const struct script_event *e = &k->event[*event];

			if (!e->wide && (*side != SIDE_NONE) == (e->nregions > 0) &&
			    name->len == e->name->len + strlen(suffix[*side]) &&
			    !strncmp(name->s, e->name->s, e->name->len) &&
			    !strcmp(name->s + e->name->len, suffix[*side]))
				return true;
		}
	return false;
}

static bool read_tracks(const struct script_know *k, const struct ynode *tracks, struct order *out, struct err *e)
{
	for (uint32_t i = 0; is_map(tracks) && i < tracks->n; i++) {
		const struct ynode *of = tracks->kid[i];
		const struct script_kind_of *kind = of->kind == Y_SCALAR ? script_kind_named(k, of->text->s) : NULL;

		if (!kind || i == ORDER_TRACKS)
			return err_set(e, ERR_SYNTAX, "order: track names up to %d objects by kinds of script.yaml",
				       ORDER_TRACKS);
		out->track[i] = tracks->key[i]->text;
		out->kind[i] = kind;
		out->ntracks++;
	}
	return true;
}

static bool read_edges(const struct script_know *k, struct order *out, uint32_t from, const struct ynode *edges,
		       struct err *e)
{
	uint32_t event;
	enum order_side side;

	if (!is_map(edges))
		return err_set(e, ERR_SYNTAX, "order: state %s is a map from events to states", out->state[from]->s);
	for (uint32_t i = 0; i < edges->n; i++) {
		const struct str *name = edges->key[i]->text;
		int to = edges->kid[i]->kind == Y_SCALAR ? state_named(out, edges->kid[i]->text) : ORDER_STAYS;

		if (!event_named(k, name, &event, &side))
			return err_set(e, ERR_SYNTAX, "order: no event '%s' in script.yaml", name->s);
		if (to == ORDER_STAYS)
			return err_set(e, ERR_SYNTAX, "order: no state of the name that stands behind '%s'", name->s);
		out->edge[from][event][side] = (int8_t)to;
		out->with_edges |= (uint64_t)1 << event;
	}
	return true;
}

bool order_read(const struct script_know *k, const struct ynode *spec, struct order *out, struct err *e)
{
	const struct ynode *states = is_map(spec) ? yaml_get(spec, "states") : NULL,
			   *mode = is_map(spec) ? yaml_get(spec, "mode") : NULL;
	bool all = mode && mode->kind == Y_SCALAR && !strcmp(mode->text->s, "all");

	*out = (struct order){ .all = all };
	memset(out->edge, ORDER_STAYS, sizeof out->edge);
	if (!is_map(states) || states->n > ORDER_STATES)
		return err_set(e, ERR_SYNTAX, "order: needs a map `states` of at most %d", ORDER_STATES);
	if (mode && !all && (mode->kind != Y_SCALAR || strcmp(mode->text->s, "some") != 0))
		return err_set(e, ERR_SYNTAX, "order: mode is some or all");
	for (uint32_t i = 0; i < states->n; i++)
		out->state[out->nstates++] = states->key[i]->text;
	if (!read_tracks(k, yaml_get(spec, "track"), out, e))
		return false;
	for (uint32_t i = 0; i < states->n; i++)
		if (!read_edges(k, out, i, states->kid[i], e))
			return false;
	return true;
}
