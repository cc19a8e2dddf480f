// SPDX-License-Identifier: MIT
/* Invariant: a number is known only where everything that makes it is: a launch that may start copies, a launcher that
 * counts the GPUs itself, an argument by which processes share a batch leave it unknown.
 *
 *	accelerate launch --num_processes 4, per device 2, accumulation 8	2 x 8 x 4 = 64 samples a step */
#include "arguments/global_batch.h"
#include "python/value/dict.h"
#include <stdlib.h>
#include <string.h>

static int64_t count_of(struct value v)
{
	return v.kind == VALUE_INT && v.as.i > 0 ? v.as.i : 0;
}

static const struct entry *entry_of(struct value d, const char *key)
{
	return d.kind == VALUE_DICT ? dict_find_lit(d.as.dict, key) : NULL;
}

/* The launcher's file says it under a key of that role. */
static struct process_count in_file(const struct effective_sources *s, struct value launch)
{
	struct value settings = dict_get(launch, "launcher_settings");
	const struct ynode *names = meaning_names(s->meanings, "processes");

	for (uint32_t i = 0; names && i < names->n; i++) {
		const struct entry *e = entry_of(settings, names->kid[i]->text->s);

		if (e)
			return (struct process_count){ .n = count_of(e->val), .at = e->val.at };
	}
	return (struct process_count){ 0 };
}

/* Some launchers count the processes of all machines, others those of each one. */
static struct process_count on_line(struct value launch)
{
	const struct entry *given = entry_of(launch, "nproc");
	int64_t each = count_of(dict_get(launch, "gpus")), machines = count_of(dict_get(launch, "machines"));
	bool total = dict_get_true(launch, "total");
	struct process_count p = { .at = given ? given->val.at : (struct span){ 0 } };

	if (given && total)
		p.n = count_of(given->val);
	else if (!total && each && machines)
		p.n = each * machines;
	if (p.n && !p.at.file)
		p.at = launch.at;
	return p;
}

/* ---- variables ---- */

static bool is_among(const struct ynode *list, const char *word)
{
	for (uint32_t i = 0; list && word && i < list->n; i++)
		if (!strcmp(list->kid[i]->text->s, word))
			return true;
	return false;
}

/* "4"; absent: otherwise; 0: it is not known. */
static int64_t number_in(struct value env, const char *name, int64_t otherwise)
{
	const struct entry *e = name ? entry_of(env, name) : NULL;
	char *end;

	if (!e)
		return env.as.dict->open ? 0 : otherwise;
	if (e->val.kind != VALUE_STR)
		return 0;
	long long n = strtoll(e->val.as.s->s, &end, 10);

	return e->val.as.s->len && !*end && n > 0 ? n : 0;
}

/* One GPU is one process, whatever starts it. */
static struct process_count of_visible(const struct ynode *row, struct value env)
{
	const struct ynode *names = yaml_get(row, "visible");

	for (uint32_t i = 0; names && i < names->n; i++) {
		const struct entry *e = entry_of(env, names->kid[i]->text->s);
		const char *text = e && e->val.kind == VALUE_STR ? e->val.as.s->s : "";

		if (*text && !strchr(text, ',') && strcmp(text, "-1") != 0)
			return (struct process_count){ .n = 1, .at = e->val.at };
	}
	return (struct process_count){ 0 };
}

static struct process_count by_variables(const struct effective_sources *s, struct value launch)
{
	const struct ynode *row = meaning_process_variables(s->meanings);
	struct value env = dict_get(launch, "env");
	const char *each = yaml_str(yaml_get(row, "each"));

	if (env.kind != VALUE_DICT || entry_of(launch, "launcher") || entry_of(launch, "slurm"))
		return (struct process_count){ 0 };
	const struct entry *e = each ? entry_of(env, each) : NULL;

	if (!e || !is_among(yaml_get(row, "tables"), dict_get_text(launch, "table")))
		return of_visible(row, env);
	int64_t n = number_in(env, each, 0), machines = number_in(env, yaml_str(yaml_get(row, "machines")), 1), all;

	return (struct process_count){ .n = __builtin_mul_overflow(n, machines, &all) ? 0 : all, .at = e->val.at };
}

/* ---- all of it ---- */

struct process_count effective_processes(const struct effective_sources *s, struct value launch)
{
	if (launch.kind != VALUE_DICT || dict_get_true(launch, "copies"))
		return (struct process_count){ 0 };
	struct process_count line = on_line(launch), file = in_file(s, launch);

	if (!line.n && !entry_of(launch, "nproc"))
		return file.n ? file : by_variables(s, launch);
	if (file.n && file.n != line.n) {
		line.beaten = file.n;
		line.beaten_at = file.at;
	}
	return line;
}

static bool is_same(struct value v, const char *text)
{
	if (v.kind == VALUE_INT)
		return v.as.i == atoll(text);
	if (v.kind == VALUE_BOOL)
		return v.as.b == !strcmp(text, "true");
	return v.kind == VALUE_NONE;
}

/* An argument that is not known by its default doesn't count: it is rare. */
static const struct effective *unsettled_by(const struct effective_sources *s, const struct effective_set *x)
{
	const struct ynode *names = meaning_unsettles(s->meanings);

	for (uint32_t i = 0; names && i < names->n; i++) {
		const struct effective *e = effective_find(x, names->key[i]->text->s);

		if (e && e->by != EFFECTIVE_LIBRARY && !is_same(e->value, names->kid[i]->text->s))
			return e;
	}
	return NULL;
}

struct global_batch effective_batch(const struct effective_sources *s, const struct effective_set *x)
{
	struct global_batch b = { .each = effective_role(s, x, "batch_per_device"),
				  .accumulation = effective_role(s, x, "accumulation"),
				  .processes = effective_processes(s, x->launch),
				  .unsettled = unsettled_by(s, x) };
	int64_t each = b.each ? count_of(b.each->value) : 0,
		steps = b.accumulation ? count_of(b.accumulation->value) : 0, all;

	if (b.unsettled || !each || !steps || __builtin_mul_overflow(each, steps, &b.per_process))
		return b;
	if (b.processes.n && !__builtin_mul_overflow(b.per_process, b.processes.n, &all))
		b.total = all;
	return b;
}
