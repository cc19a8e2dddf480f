// SPDX-License-Identifier: MIT
/* Positive numbers, as settings and options give them. */
#include "base/path.h"
#include "lint/settings/priv.h"
#include <stdlib.h>
#include <string.h>

/* Keys of maps of figures. */
static const struct {
	const char *key, *part[6];
} maps[] = {
	{ "machine", { "gpus", "nodes", "cores", "gpu_mem", "gpu" } },
	{ "limits", { "seconds", "memory", "run_memory" } },
	{ "lr", { "base_lr", "base_batch" } },
};

const char *const *settings_parts(const char *key)
{
	for (size_t i = 0; i < ARRAY_SIZE(maps); i++)
		if (!strcmp(maps[i].key, key))
			return maps[i].part;
	return NULL;
}

enum { FIGURE_MAX = 1000000 }; /* as on the command line */

bool figure_read(struct yread *y, const struct ynode *n, const char *what, bool whole, struct value *out)
{
	struct value v;
	if (!yread_value(y, n, &v))
		return false;
	if ((v.kind != VALUE_INT && (whole || v.kind != VALUE_FLOAT)) || value_number(v) <= 0 ||
	    value_number(v) > FIGURE_MAX)
		return yread_fail(y, n, "%s must be a positive %snumber, at most %d", what, whole ? "whole " : "",
				  FIGURE_MAX);
	*out = v;
	return true;
}

bool figures_read(struct yread *y, const struct ynode *map, const char *what, const char *const *known,
		  struct value *const *to, size_t n, size_t whole)
{
	if (!yread_keys(y, map, known, n, what))
		return false;
	for (size_t i = 0; i < n; i++) {
		const struct ynode *f = yaml_get(map, known[i]);
		if (f && to[i] && !figure_read(y, f, known[i], i < whole, to[i]))
			return false;
	}
	return true;
}

/* A file of the project's, or one that it extends, would let a stranger's branch take all of a machine. */
static void refuse(struct yread *y, const struct ynode *n, const char *name, uint32_t figure, uint32_t most,
		   struct settings *s)
{
	const char **one = arena_array(y->a, const char *, 2);
	one[0] = arena_printf(y->a,
			      "%s:%u: limits: %s: %u is more than %u, and a project may only lower that: %u counts; "
			      "--limit %s=%u, or `limits` in your own settings, raises it",
			      y->src->path, source_point(y->src, n->at.lo).line + 1, name, figure, most, most, name,
			      figure);
	s->warnings = list_joined(y->a, s->warnings, one);
}

bool limits_read(struct yread *y, const struct ynode *map, const char *what, bool may_raise, struct settings *s)
{
	struct value v[3] = { { 0 } }, *to[] = { &v[0], &v[1], &v[2] };
	uint32_t *limit[] = { &s->limits.seconds, &s->limits.mib, &s->limits.run_mib };
	const char *const *part = settings_parts(what);
	if (!figures_read(y, map, what, part, to, ARRAY_SIZE(to), 3))
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(v); i++) {
		uint32_t figure = value_is_known(v[i]) ? (uint32_t)v[i].as.i : *limit[i];
		if (!may_raise && figure > *limit[i])
			refuse(y, yaml_get(map, part[i]), part[i], figure, *limit[i], s);
		else
			*limit[i] = figure;
	}
	return true;
}

bool figure_given(const char *text, const char *flag, bool whole, struct value *out, struct err *e)
{
	char *end;
	double f = strtod(text, &end);
	if (end == text || *end || !(f > 0 && f < 1e9) || (whole && f != (double)(int64_t)f))
		return err_set(e, ERR_USAGE, "%s: '%.100s' is no positive %snumber", flag, text, whole ? "whole " : "");
	*out = f == (double)(int64_t)f ? value_int((int64_t)f, (struct span){ 0 }) : value_float(f, (struct span){ 0 });
	return true;
}
