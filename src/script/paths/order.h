// SPDX-License-Identifier: MIT
/* `order:` of a rule: an automaton over the events of training code (rules/script.yaml), one for each object or pair of
 * objects that it tracks.
 *
 *	order:
 *	  track: {s: scaler, o: optimizer}
 *	  states:                                  the first one is the start state
 *	    clean: {sbackward: scaled}             an event without an edge doesn't change the state
 *	    scaled: {unscale: clean, clip: bad}    bad: the rule reports that event
 *	  mode: some                               some (default): one path suffices; all: every path to the event
 *
 * `loop_end` is an event too. */
#ifndef SCRIPT_PATHS_ORDER_H
#define SCRIPT_PATHS_ORDER_H
#include "base/err.h"
#include "script/values/script_know.h"
#include "text/yaml.h"

enum {
	ORDER_STATES = 12,
	ORDER_BAD = -1,
	ORDER_STAYS = -2,
	ORDER_TRACKS = 2,
	ORDER_LOOP_END = KNOWN_EVENTS_MAX, /* `loop_end`: a loop is left */
	ORDER_EVENTS
};
/* Of a region: it begins, it ends; one without effect begins, ends. */
enum order_side { SIDE_NONE, SIDE_IN, SIDE_OUT, SIDE_OFF, SIDE_ON, SIDES };
struct order {
	const struct str *track[ORDER_TRACKS]; /* what rules call them */
	const struct script_kind_of *kind[ORDER_TRACKS];
	uint32_t ntracks, nstates;
	const struct str *state[ORDER_STATES];
	int8_t edge[ORDER_STATES][ORDER_EVENTS][SIDES]; /* by number of the event */
	uint64_t with_edges;				/* numbers of events with edges, as bits */
	bool all;
};
/* false: e says what is wrong with it. */
bool order_read(const struct script_know *k, const struct ynode *spec, struct order *out, struct err *e);
#endif
