// SPDX-License-Identifier: MIT
#include "run/watched.h"
#include "python/value/dict.h"
#include <math.h>

static const struct span nowhere;

static void put(struct arena *a, struct value d, const char *key, struct value v)
{
	dict_put(a, d.as.dict, value_text(key, nowhere), v, nowhere);
}

static void put_number(struct arena *a, struct value d, const char *key, double x)
{
	if (isfinite(x))
		put(a, d, key, value_float(x, nowhere));
}

static struct value card_value(struct arena *a, const struct watch_card *c, const struct card_use *use)
{
	struct value d = value_dict(a, nowhere);

	put(a, d, "index", value_int(c->index, nowhere));
	put(a, d, "samples", value_int((int64_t)use->samples, nowhere));
	put_number(a, d, "busy", use->busy / 100);
	put_number(a, d, "idle", use->idle);
	put(a, d, "saw", value_bool(use->saw, nowhere));
	put_number(a, d, "used", use->used_most / 1024);
	put_number(a, d, "total", c->total / 1024);
	return d;
}

void watch_measured(struct arena *a, const struct watch *w, struct value top)
{
	struct value cards = value_list(a, VALUE_LIST, w->ncards, nowhere), d;
	struct swap_use swap;

	for (uint32_t i = 0; i < w->ncards; i++) {
		struct card_use use;

		watch_use(a, &w->card[i], &use);
		if (use.works)
			list_push(a, cards.as.list, card_value(a, &w->card[i], &use), nowhere);
	}
	put(a, top, "gpus", cards);
	watch_swap(&w->host, &swap);
	if (isfinite(swap.last)) {
		d = value_dict(a, nowhere);
		put_number(a, d, "first", swap.first / 1024);
		put_number(a, d, "last", swap.last / 1024);
		put_number(a, d, "moved", swap.busy);
		put(a, d, "grows", value_bool(swap.grows, nowhere));
		put(a, top, "swap", d);
	}
	d = value_dict(a, nowhere);
	put_number(a, d, "memory", w->host.memory / 1024);
	put_number(a, d, "cores", w->host.cores ? w->host.cores : NAN);
	put(a, top, "host", d);
}
