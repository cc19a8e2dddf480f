// SPDX-License-Identifier: MIT
/* The config goes on the overlay under its own name, in the log's folder: the project of that folder decides how it is
 * read. */
#include "cli/shared/logged.h"
#include "base/path.h"
#include "config/graph.h"
#include "lint/lint.h"
#include "run/run_subject.h"
#include <string.h>

static const char *name_of(struct arena *a, const struct run *r)
{
	const char *dir = path_dir(a, r->file[0]);

	return path_join(a, dir, arena_printf(a, "%s.line-%u.py", path_base(r->file[0]), r->config_line));
}

static void load_config(struct session *s, struct logged *l)
{
	const char *path = name_of(&l->arena, l->run);
	const struct settings *st = settings_for(s->linter.settings, path, NULL);
	struct linter as_it_is = s->linter; /* --cfg-options are about today's config */
	const struct module *m;
	struct machine *hw; /* facts point to it */

	as_it_is.graph.cfg_options = NULL;
	vfs_put(s->linter.vfs, path, l->run->config, strlen(l->run->config));
	l->graph = linter_load(&as_it_is, &path, 1);
	m = graph_find(l->graph, path);
	if (!st || !m || m->state != MODULE_OK)
		return;
	l->config = m;
	l->dialect = lint_dialect(&s->linter, &(struct judged){ &m->subject, st }, NULL);
	hw = arena_new(&l->arena, struct machine);
	*hw = lint_machine(&l->arena, st, &m->subject);
	if (l->run->world) {
		hw->gpus = value_int(l->run->world, (struct span){ 0 });
		hw->nodes = value_int(1, (struct span){ 0 });
		hw->gpus_why = "the log";
	}
	l->facts = facts_new(&l->arena, &m->subject, s->linter.rules->dialects.vocab, l->dialect, hw);
}

static struct card card_of(struct session *s, struct arena *a, const struct run *r)
{
	const struct settings *st = settings_for(s->linter.settings, r->file[0], NULL);
	struct card known = memory_card(a, r);

	if (!st || !value_is_number(st->machine.gpu_mem))
		return known;
	return (struct card){ 1024 * value_number(st->machine.gpu_mem), "--gpu-mem or settings" };
}

void logged_load(struct session *s, const struct run *r, struct logged *out)
{
	struct arena tmp = { 0 };

	*out = (struct logged){ .run = r, .watch = r->watch };
	ledger_of(&out->arena, r, &out->ledger);
	if (r->config)
		load_config(s, out);
	memory_use_of(&tmp, r, out->config ? out->config->subject.tree : (struct value){ 0 }, &out->memory);
	out->card = card_of(s, &out->arena, r);
	rates_of(&out->arena, r, out->config ? out->config->subject.tree : (struct value){ 0 }, out->facts,
		 &out->rates);
	out->ahead = out->facts ? ahead_of_process(&out->arena, out->facts) : 0;
	rest_of(&tmp, r, &out->ledger, logged_iterations(out), &out->rest);
	arena_release(&tmp);
}

struct measurements logged_measurements(const struct logged *l)
{
	return (struct measurements){ .run = l->run,
				      .watch = l->watch,
				      .ledger = &l->ledger,
				      .rates = &l->rates,
				      .ahead = l->ahead,
				      .card = l->card };
}

void logged_watch(const struct watch *w, struct logged *out)
{
	*out = (struct logged){ .watch = w };
}

const char *logged_file(const struct logged *l)
{
	return (l->run ? l->run->file : l->watch->file)[0];
}

void logged_release(struct logged *l)
{
	if (l->graph)
		graph_free(l->graph);
	arena_release(&l->arena);
	*l = (struct logged){ 0 };
}

bool logged_count(const struct logged *l, const char *concept, uint32_t *out)
{
	const struct fact *f = l->facts ? facts_get(l->facts, str_lit(concept)) : NULL;

	if (!f || (f->state != FACT_KNOWN && f->state != FACT_DEFAULT) || f->val.kind != VALUE_INT || f->val.as.i < 0 ||
	    f->val.as.i > UINT32_MAX)
		return false;
	*out = (uint32_t)f->val.as.i;
	return true;
}

uint32_t logged_iterations(const struct logged *l)
{
	const struct run *r = l->run;
	uint32_t known = run_iterations(r), n = 0, length = r->train.n ? r->train.at[r->train.n - 1].length : 0;

	if (known)
		return known;
	if (!r->epochs)
		return logged_count(l, "max_iters", &n) ? n : 0;
	return logged_count(l, "max_epochs", &n) && n && length <= UINT32_MAX / n ? n * length : 0;
}
