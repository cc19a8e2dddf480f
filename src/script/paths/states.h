// SPDX-License-Identifier: MIT
/* Sets of states of a walk. A state is the automaton's position and the outcomes of conditions so far. */
#ifndef SCRIPT_PATHS_STATES_H
#define SCRIPT_PATHS_STATES_H
#include "base/arena.h"
#include "script/paths/order.h"

enum { STATE_CONDS = 12 /* conditions that a state remembers */ };
enum { STATE_OPEN, STATE_TRUE, STATE_FALSE }; /* the outcome of a condition */

/* One word, because sets of states are searched all the time: two bits per condition, the automaton's state, and the
 * flags. 0: the automaton's start, nothing known. */
typedef uint32_t state;
enum {
	STATE_AT_SHIFT = 2 * STATE_CONDS,
	STATE_AT_BITS = 4,
	STATE_WAITS = 1 << (STATE_AT_SHIFT + STATE_AT_BITS), /* a test of "every n trips" was false */
	STATE_ASSUMES = STATE_WAITS << 1		     /* ... for a number that isn't known to be more than 1 */
};
_Static_assert(ORDER_STATES <= 1 << STATE_AT_BITS && STATE_AT_SHIFT + STATE_AT_BITS <= 29, "a state is one word");

struct states { /* {0}: empty */
	state *at;
	uint32_t n, room; /* room: a power of two, or 0 */
	uint16_t *slot;	  /* 2 * room: number in at plus one, by hash; 0: free */
};
struct states_pool { /* memory of all sets of a walk */
	struct arena mem;
	bool full; /* a set had 256 states, and some were lost */
};

unsigned state_at(state s);
state state_to(state s, int8_t at);
/* The outcome of the condition that is remembered in that slot. */
unsigned state_cond(state s, int8_t slot);
state state_set(state s, int8_t slot, unsigned is);

void states_add(struct states_pool *p, struct states *to, state s);
void states_join(struct states_pool *p, struct states *to, const struct states *more);
#endif
