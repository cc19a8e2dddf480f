// SPDX-License-Identifier: MIT
#include "server/offer.h"
#include "base/str.h"
#include <string.h>

bool offer_is_new(struct offers *o, const char *name)
{
	const struct str *key = str_lit(name);

	for (const char **g = o->given; g && *g; g++)
		if (strcmp(*g, name) == 0)
			return false;
	if (map_get(&o->seen, key) || json_array_size(o->list) >= OFFERS_MAX)
		return false;
	map_put(o->a, &o->seen, key, o);
	return true;
}

json_t *offer_item(struct offers *o, int kind, const char *name, const char *text, const char *detail, int rank)
{
	json_t *x = json_pack("{s:o, s:i, s:{s:o, s:o}, s:o}", "label", wire_text(name), "kind", kind, "textEdit",
			      "range", place_range(o->unit, o->src, o->from, o->cursor), "newText", wire_text(text),
			      "sortText", wire_textf("%d%s", rank, name));
	if (detail && *detail)
		json_object_set_new(x, "detail", wire_text(detail));
	return x;
}

void offer(struct offers *o, int kind, const char *name, const char *text, const char *detail, int rank)
{
	if (offer_is_new(o, name))
		json_array_append_new(o->list, offer_item(o, kind, name, text, detail, rank));
}

json_t *offers_answer(struct offers *o)
{
	return json_pack("{s:b, s:o}", "isIncomplete", json_array_size(o->list) >= OFFERS_MAX, "items", o->list);
}
