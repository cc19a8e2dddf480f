// SPDX-License-Identifier: MIT
#include "server/server_data.h"
#include "base/path.h"
#include "config/data_config.h"
#include "text/json.h"
#include <string.h>

bool data_is_settings(const struct document *d)
{
	return d->path && strcmp(path_base(d->path), ".cfglint.yaml") == 0;
}

bool data_begin(struct data_document *x, struct server *s, struct document *d)
{
	struct analysis *a;
	struct err e = { 0 };

	*x = (struct data_document){ 0 };
	if (!d->path || !data_is_config(d->path))
		return false;
	a = server_look(s, d, false);
	if (!data_is_settings(d) && (!a || !analysis_source(a)))
		return false;
	x->sources = sources_new();
	x->src = sources_add(x->sources, d->path, d->text.n ? d->text.s : "", d->text.n);
	if (!source_check(x->src, &e))
		return true;
	x->root = strcmp(path_ext(d->path), ".json") == 0 ? json_parse_config(&x->a, x->src, &e)
							  : yaml_parse_config(&x->a, x->src, &e);
	return true;
}

void data_end_of(struct data_document *x)
{
	if (x->sources)
		sources_free(x->sources);
	arena_release(&x->a);
}

uint32_t data_end(const struct ynode *n)
{
	uint32_t end = n->kind == Y_SCALAR ? n->at.hi : n->at.lo;

	for (uint32_t i = 0; n->kind != Y_SCALAR && i < n->n; i++) {
		uint32_t kid = data_end(n->kid[i]);

		end = kid > end ? kid : end;
	}
	return end;
}
