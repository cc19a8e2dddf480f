// SPDX-License-Identifier: MIT
#include "launch/processes.h"
#include "python/value/dict.h"
#include <string.h>

static const struct value *field(const struct value *d, const char *key)
{
	const struct entry *e = d && d->kind == VALUE_DICT ? dict_find_lit(d->as.dict, key) : NULL;

	return e ? &e->val : NULL;
}

/* absent: where nothing is said; 0: it isn't known */
static int64_t count(const struct value *d, const char *key, int64_t absent)
{
	const struct value *v = field(d, key);

	return !v ? absent : v->kind == VALUE_INT && v->as.i > 0 ? v->as.i : 0;
}

static bool is_set(const struct value *d, const char *key)
{
	const struct value *v = field(d, key);

	return v && !(v->kind == VALUE_BOOL && !v->as.b);
}

static bool any_given(const struct word_list *flags, const struct value *given)
{
	for (uint32_t i = 0; i < flags->n; i++)
		if (field(given, flags->at[i]))
			return true;
	return false;
}

enum told { TOLD_NOT, TOLD, TOLD_UNKNOWN };

/* Whether the script is told that it is one of several; *asks: it has a flag for that. */
static enum told is_told(const struct launch_words *w, const struct value *l, bool *asks)
{
	const struct value *given = field(l, "flag"), *declared = field(field(l, "parser"), "flags");

	*asks = false;
	for (uint32_t i = 0; i < w->by.n; i++) {
		const struct value *v = field(given, w->by.at[i]);

		*asks |= field(declared, w->by.at[i]) != NULL;
		if (v && v->kind != VALUE_STR)
			return TOLD_UNKNOWN;
		if (v)
			return words_have(&w->by_none, v->as.s->s) ? TOLD_NOT : TOLD;
	}
	return is_set(l, "open") ? TOLD_UNKNOWN : TOLD_NOT;
}

/* srun -n 16 --ntasks-per-node=8 */
static struct processes of_slurm(const struct value *slurm)
{
	int64_t each = count(slurm, "ntasks_per_node", 0), all = count(slurm, "ntasks", -1);
	int64_t machines = all > 0 && each ? all / each : all < 0 ? count(slurm, "nodes", 1) : 0;

	if (all > 0 && each > all)
		each = all, machines = 1;
	return all > 0 && each && all % each ? (struct processes){ 0 } : (struct processes){ each, machines };
}

struct processes launch_processes(const struct launch_words *w, const struct value *l)
{
	static const struct processes unknown;
	bool asks, several = is_set(l, "launcher") || is_set(l, "slurm");
	enum told told = is_told(w, l, &asks);
	int64_t each = count(l, "nproc", 0), machines = count(l, "nnodes", 1);

	if (is_set(l, "copies") || told == TOLD_UNKNOWN || (asks && several && told == TOLD_NOT))
		return unknown;
	if (!several)
		return asks && !any_given(&w->gpus, field(l, "flag")) ? (struct processes){ 1, 1 } : unknown;
	if (!is_set(l, "launcher"))
		return asks ? of_slurm(field(l, "slurm")) : unknown;
	if (is_set(l, "total")) /* without the number of machines only their sum is known */
		each = field(l, "nnodes") && machines && each % machines == 0 ? each / machines : 0;
	return each && machines ? (struct processes){ each, machines } : unknown;
}
