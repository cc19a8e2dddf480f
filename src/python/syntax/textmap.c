// SPDX-License-Identifier: MIT
/* Segments are found by binary search. */
#include "python/syntax/textmap.h"

uint32_t textmap_back(const struct textmap *m, uint32_t offset, bool is_end)
{
	uint32_t lo = 0, hi = m ? m->n : 0;

	if (!hi)
		return offset;
	while (hi - lo > 1) { /* the last segment that starts before the place (an end is after its byte) */
		uint32_t mid = lo + (hi - lo) / 2;

		if (m->at[mid].lo + is_end <= offset)
			lo = mid;
		else
			hi = mid;
	}

	const struct segment *g = &m->at[lo];

	if (g->same || offset >= g->hi + !is_end)
		return offset < g->hi || g->same ? g->orig_lo + (offset - g->lo) : g->orig_hi + (offset - g->hi);
	return is_end || offset >= g->hi ? g->orig_hi : g->orig_lo;
}
