// SPDX-License-Identifier: MIT
#include "launch/shell_state.h"
#include <string.h>

struct shell_variable *state_find(const struct state *s, const struct str *name)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (s->at[i].name == name)
			return &s->at[i];
	return NULL;
}

struct shell_variable *state_put(struct arena *a, struct state *s, const struct str *name)
{
	struct shell_variable *v = state_find(s, name), *grown;

	if (v || s->n == VARIABLES_MAX)
		return v;
	if (s->n == s->cap) {
		s->cap = s->cap ? s->cap * 2 : 16;
		grown = arena_array(a, struct shell_variable, s->cap);
		if (s->n)
			memcpy(grown, s->at, s->n * sizeof *grown);
		s->at = grown;
	}
	v = &s->at[s->n++];
	*v = (struct shell_variable){ .name = name };
	return v;
}

void state_unset(struct state *s, const struct str *name)
{
	struct shell_variable *v = state_find(s, name);

	if (v)
		*v = (struct shell_variable){ .name = name, .text = "" };
}

const char *state_name(struct arena *a, const char *folder, const char *name)
{
	if (!folder || *name == '/')
		return name;
	return *folder ? arena_printf(a, "%s/%s", folder, name) : NULL;
}

struct state state_copy(struct arena *a, const struct state *s)
{
	struct state copy = *s;

	copy.cap = s->n;
	copy.at = arena_array(a, struct shell_variable, s->n + 1);
	if (s->n)
		memcpy(copy.at, s->at, s->n * sizeof *copy.at);
	return copy;
}

static bool same_text(const char *x, const char *y)
{
	return x && y && !strcmp(x, y);
}

static bool same_items(const struct shell_variable *x, const struct shell_variable *y)
{
	if (x->open || y->open || x->n != y->n)
		return false;
	for (uint32_t i = 0; i < x->n; i++)
		if (!same_text(x->item[i].text, y->item[i].text))
			return false;
	return true;
}

/* Joins v with its value on the other path; other NULL: unset there, so the environment's value counts. */
static void variable_join(struct shell_variable *v, const struct shell_variable *other)
{
	bool exported = v->exported || (other && other->exported);

	if (v->array || (other && other->array)) {
		if (!other || !other->array || !v->array || !same_items(v, other))
			*v = (struct shell_variable){ .name = v->name, .array = true, .open = true };
	} else if (!other || !same_text(v->text, other->text)) {
		v->text = NULL;
	}
	v->exported = exported;
}

struct state state_join(struct arena *a, const struct state *x, const struct state *y)
{
	struct state out;

	if (x->dead || y->dead)
		return state_copy(a, x->dead ? y : x);
	out = state_copy(a, x);
	for (uint32_t i = 0; i < out.n; i++)
		variable_join(&out.at[i], state_find(y, out.at[i].name));
	for (uint32_t i = 0; i < y->n; i++)
		if (!state_find(x, y->at[i].name)) {
			struct shell_variable *v = state_put(a, &out, y->at[i].name);

			if (!v)
				break;
			*v = y->at[i];
			variable_join(v, NULL);
		}
	out.errexit = x->errexit && y->errexit;
	if ((x->folder || y->folder) && !same_text(x->folder, y->folder))
		out.folder = "";
	out.pipefail = x->pipefail || y->pipefail;
	out.files = x->files == y->files ? x->files : 0;
	return out;
}
