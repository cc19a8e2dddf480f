// SPDX-License-Identifier: MIT
#include "server/edits.h"
#include "base/path.h"
#include "base/utf8.h"
#include "text/diff.h"
#include <string.h>

struct edits_builder {
	enum column_unit unit;
	const struct source *old;
	const char *now;
	json_t *list;
};

json_t *edits_begin(void)
{
	return json_object();
}

/* Without the common beginning and end of both texts, in whole characters. */
static void trim(const char *old, size_t *lo, size_t *hi, const char *now, size_t *at, size_t *end)
{
	while (*lo < *hi && *at < *end && old[*lo] == now[*at])
		++*lo, ++*at;
	while (!(utf8_starts(old[*lo]) && utf8_starts(now[*at])))
		--*lo, --*at;
	while (*hi > *lo && *end > *at && old[*hi - 1] == now[*end - 1])
		--*hi, --*end;
	while (!(utf8_starts(old[*hi]) && utf8_starts(now[*end])))
		++*hi, ++*end;
}

static void change(void *making, size_t lo, size_t hi, size_t at, size_t end)
{
	struct edits_builder *m = making;

	trim(m->old->bytes, &lo, &hi, m->now, &at, &end);
	json_array_append_new(m->list,
			      json_pack("{s:o, s:o}", "range", place_range(m->unit, m->old, (uint32_t)lo, (uint32_t)hi),
					"newText", wire_textn(m->now + at, end - at)));
}

/* The open document of a file, by any of its names; NULL: none is. */
static const struct document *shown(struct server *s, const char *path)
{
	const struct document *d = documents_of_path(&s->docs, path);
	struct arena a = { 0 };
	const char *real = path_real_new(&a, path);

	for (size_t i = 0; !d && i < s->docs.at.n; i++)
		if (s->docs.at.at[i]->path && strcmp(path_real_new(&a, s->docs.at.at[i]->path), real) == 0)
			d = s->docs.at.at[i];
	arena_release(&a);
	return d;
}

static json_t *uri_shown(const struct document *d, const char *path)
{
	return d ? json_string(d->uri) : uri_of(path);
}

void edits_file(struct server *s, json_t *edit, const char *path, const char *old, size_t nold, const char *now,
		size_t nnow)
{
	const struct document *d = shown(s, path);
	struct sources *all = sources_new();
	struct edits_builder m = { s->docs.unit, sources_add(all, path, old, nold), now, json_array() };
	const char *key = s->can.versions ? "documentChanges" : "changes";
	json_t *uri = uri_shown(d, path), *in = json_object_get(edit, key);

	text_changes(old, nold, now, nnow, change, &m);
	if (!in) {
		in = s->can.versions ? json_array() : json_object();
		json_object_set_new(edit, key, in);
	}
	if (s->can.versions)
		json_array_append_new(in, json_pack("{s:{s:O, s:o}, s:o}", "textDocument", "uri", uri, "version",
						    d ? json_integer(d->version) : json_null(), "edits", m.list));
	else
		json_object_set_new(in, json_string_value(uri), m.list);
	json_decref(uri);
	sources_free(all);
}
