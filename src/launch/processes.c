// SPDX-License-Identifier: MIT
#include "launch/processes.h"
#include "python/value/dict.h"

static bool has(struct value d, const char *key)
{
	return d.kind == VALUE_DICT && dict_find_lit(d.as.dict, key);
}

/* absent: the default; 0: unknown */
static int64_t count(struct value d, const char *key, int64_t absent)
{
	struct value v = dict_get(d, key);

	return !has(d, key) ? absent : v.kind == VALUE_INT && v.as.i > 0 ? v.as.i : 0;
}

static bool any_given(const struct word_list *flags, struct value given)
{
	for (uint32_t i = 0; i < flags->n; i++)
		if (has(given, flags->at[i]))
			return true;
	return false;
}

enum by_flag { FLAG_ABSENT, FLAG_GIVEN, FLAG_UNKNOWN };

/* Whether a flag says to the script that it is one of several processes; *asks: it has such a flag. */
static enum by_flag is_given(const struct launch_words *w, struct value l, bool *asks)
{
	struct value given = dict_get(l, "flag"), declared = dict_get(dict_get(l, "parser"), "flags");

	*asks = false;
	for (uint32_t i = 0; i < w->by.n; i++) {
		const char *v = dict_get_text(given, w->by.at[i]);

		*asks |= has(declared, w->by.at[i]);
		if (v)
			return words_have(&w->by_none, v) ? FLAG_ABSENT : FLAG_GIVEN;
		if (has(given, w->by.at[i]))
			return FLAG_UNKNOWN;
	}
	return dict_get_true(l, "open") ? FLAG_UNKNOWN : FLAG_ABSENT;
}

/* srun -n 16 --ntasks-per-node=8 */
static struct processes of_slurm(struct value slurm)
{
	int64_t each = count(slurm, "ntasks_per_node", 0), all = count(slurm, "ntasks", -1);
	int64_t machines = all > 0 && each ? all / each : all < 0 ? count(slurm, "nodes", 1) : 0;

	if (all > 0 && each > all)
		each = all, machines = 1;
	return all > 0 && each && all % each ? (struct processes){ 0 } : (struct processes){ each, machines };
}

struct processes launch_processes(const struct launch_words *w, struct value l)
{
	static const struct processes unknown;
	bool asks, several = has(l, "launcher") || has(l, "slurm");
	enum by_flag by_flag = is_given(w, l, &asks);
	int64_t each = count(l, "nproc", 0), machines = count(l, "nnodes", 1);

	if (dict_get_true(l, "copies") || by_flag == FLAG_UNKNOWN || (asks && several && by_flag == FLAG_ABSENT))
		return unknown;
	if (!several)
		return asks && !any_given(&w->gpus, dict_get(l, "flag")) ? (struct processes){ 1, 1 } : unknown;
	if (!has(l, "launcher"))
		return asks ? of_slurm(dict_get(l, "slurm")) : unknown;
	if (dict_get_true(l, "total")) /* without the number of machines only their total is known */
		each = has(l, "nnodes") && machines && each % machines == 0 ? each / machines : 0;
	return each && machines ? (struct processes){ each, machines } : unknown;
}
