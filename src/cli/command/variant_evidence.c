// SPDX-License-Identifier: MIT
#include "cli/command/variant_evidence.h"
#include "cli/shared/evidence.h"
#include "cli/messages.h"
#include "run/drift.h"
#include <math.h>
#include <string.h>

struct advice { /* an option, and where it is from */
	const char *word, *why;
};

static bool is_given(struct session *s, const char *option)
{
	size_t n = strlen(option);

	for (size_t i = 0; i < s->o->set.n; i++)
		if (!strncmp(s->o->set.at[i], option, n) && s->o->set.at[i][n] == '=')
			return true;
	return false;
}

/* Samples of which memory_batch is sure. */
static struct advice fits_of(struct session *s, const struct logged *l)
{
	struct batch_range fits;

	if (!memory_batch(&l->memory, l->card.total, &fits))
		return (struct advice){ NULL, l->memory.silent	     ? l->memory.silent
					      : !(l->card.total > 0) ? "the GPU's memory is not known (--gpu-mem GIB)"
								     : "its batch is not known" };
	return (struct advice){ arena_printf(&s->arena, "fits=%u", fits.low),
				arena_printf(&s->arena, "training took %.1f of %.4g GiB with a batch of %u%s",
					     l->memory.training / 1024, l->card.total / 1024, l->memory.batch,
					     l->memory.first_only ? ", on the first process" : "") };
}

/* With W workers an iteration takes t, of which the share d waits: a worker takes W t for a batch, and W / (1 - d)
 * workers deliver one in the time that the model needs. Without workers loading one takes d t itself. */
static struct advice enough_of(struct session *s, const struct logged *l)
{
	const struct ledger *g = &l->ledger;
	double d = g->data_share, enough;
	uint32_t workers;

	if (g->silent || isnan(d) || !logged_count(l, "workers_per_gpu", &workers))
		return (struct advice){ 0 };
	if (g->data_range.low > 0.1)
		enough = ceil((workers ? workers : d) / (1 - d));
	else if (g->data_range.high < 0.05 && workers && l->run->world == 1)
		enough = workers;
	else
		return (struct advice){ 0 };
	return (struct advice){ arena_printf(&s->arena, "enough=%.0f", fmin(fmax(enough, 1), 256)),
				arena_printf(&s->arena, "%.0f %% of an iteration waited for data with %u workers",
					     100 * d, workers) };
}

static void add(struct session *s, struct strings *to, const char *option, const struct advice *a, const char *log)
{
	if (!a->word || is_given(s, option)) {
		if (!a->word && a->why && !s->o->quiet)
			remark("%s: %s is unknown: %s", log, option, a->why);
		return;
	}
	vec_push(to, a->word);
	if (!s->o->quiet)
		remark("--set %s, by %s: %s", a->word, log, a->why);
}

/* The key by which the run's memory was another one's; NULL: none. */
static const char *other_memory(struct session *s, const struct logged *l, const struct subject *config)
{
	const char *text = NULL;
	struct drifts d;

	drifts_find(&s->arena, drift_words_load(&s->arena), l->config->subject.tree, config->tree, &d);
	for (size_t i = 0; i < d.list.n && !text; i++)
		if (d.list.at[i].kind && d.list.at[i].kind->memory)
			text = arena_printf(&s->arena, "%s has changed since that run",
					    keypath_text(&s->arena, d.list.at[i].change.path));
	drifts_release(&d);
	return text;
}

const char *const *variant_options(struct session *s, const struct subject *config, bool only)
{
	struct strings *words = arena_new(&s->arena, struct strings);
	struct evidence_run run = { .config = config };
	struct advice fits, enough;
	const char *log, *other, *memory, **out;

	if (!evidence_read(s, &run, only))
		return strings_list(&s->o->set);
	for (size_t i = 0; i < s->o->set.n; i++)
		vec_push(words, s->o->set.at[i]);
	log = session_name(s, run.logged.run->file[0]);
	other = run.logged.config ? evidence_other_work(s, &run.logged, config) : "its log holds no config";
	memory = other ? other : other_memory(s, &run.logged, config);
	fits = memory ? (struct advice){ NULL, memory } : fits_of(s, &run.logged);
	enough = other ? (struct advice){ 0 } : enough_of(s, &run.logged);
	add(s, words, "fits", &fits, log);
	add(s, words, "enough", &enough, log);
	out = arena_array(&s->arena, const char *, words->n + 1);
	memcpy(out, words->at, words->n * sizeof *out);
	vec_release(words);
	evidence_release(&run);
	return out;
}
