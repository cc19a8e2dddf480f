// SPDX-License-Identifier: MIT
/* Completes every finding: its place, the severity of the settings, the comments that hide it, the subject that it was
 * seen in. */
#include "lint/judge/finish.h"
#include "base/path.h"
#include "config/config_subject.h"
#include "launch/starts.h"
#include "lint/finding/suppress.h"
#include "lint/settings/select.h"
#include <string.h>

static struct span file_start(const struct subject *s)
{
	return (struct span){ s->src ? s->src->id : 0, 0, 0 };
}

/* An element of keys() names a key rather than a value. */
static bool names_key(struct trial *t, const struct node *at, const struct slot *s)
{
	struct value v = facts_eval(t->j->facts, at, &t->names, NULL);
	struct keypath p;
	return s->entry && s->key.file && facts_marked(t->j->facts, v, &p) && v.kind != VALUE_DICT &&
	       value_hashable(v) && key_same(v, s->entry->key);
}

/* Where the subject itself comes nearest to a path that ends in a base: the innermost of the dicts around it that it
 * sets, else the base through which it inherits the file. */
static struct span home_of(struct trial *t, struct keypath p, uint32_t found, const struct subject *owner)
{
	const struct subject *s = t->j->s;
	for (uint32_t n = found; n > 0; n--) {
		struct slot x = keypath_get(t->j->a, s->own, (struct keypath){ p.part, n });
		if (x.found == n && s->src && x.use.file == s->src->id)
			return x.use;
	}
	for (uint32_t i = 0; i < s->nbases; i++)
		if (s->base[i].from && s->base[i].at.file && subject_takes_from(s->base[i].from, owner))
			return s->base[i].at;
	return file_start(s);
}

void finding_place(struct trial *t, const struct node *at, struct diag *d)
{
	const struct subject *own = t->j->s;
	struct keypath p;
	if (!facts_path(t->j->facts, at, &t->names, &p))
		return;
	struct slot s = keypath_get(t->j->a, own->tree, p);
	bool found = s.found == p.n && p.n;
	d->absent = p.n && !found;
	struct span use = s.use.file ? s.use : s.val.at;
	if (found && names_key(t, at, &s))
		d->at = s.key;
	else if (found && use.file)
		d->at = use;
	else if (s.parent_at.file)
		d->at = s.parent_at;
	const struct subject *owner = subject_owner(own->set, d->at.file);
	if (!found && owner && owner != own)
		d->home = home_of(t, p, s.found, owner);
	struct buf b = { 0 };
	keypath_print(&b, p);
	d->path = p.n ? arena_strdup(t->j->a, buf_str(&b)) : NULL;
	buf_release(&b);
}

/* The comment that hides it; nowhere: none does. */
static struct span hidden_by(const struct judge *j, const struct diag *d)
{
	const struct subject *s = j->s, *owner = subject_owner(s->set, d->at.file);
	struct span by = { 0 };
	if (d->home.file && s->src)
		by = suppress_hides(s, d->rule, d->home);
	if (!by.file && owner && owner->src)
		by = suppress_hides(owner, d->rule, d->at);
	if (!by.file && !owner && s->start &&
	    d->at.file == s->start->at.file) /* reported at the launch line that sets it */
		by = suppress_hides(s->start->in, d->rule, d->at);
	if (!by.file && owner != s && s->src) /* the finding of a base, and this subject has ignore-file */
		by = suppress_hides(s, d->rule, (struct span){ s->src->id, 0, 0 });
	return by;
}

/* Of configs only those in Python are (fix/edit/place.h): no fix is offered that would be refused. */
static bool is_edited(const struct subject *s)
{
	return s->kind != &config_kind || !strcmp(path_ext(s->path), ".py");
}

static void apply_fix_settings(struct judge *j, struct diag *d)
{
	struct fixplan *fix;
	if (!d->nfixes || j->mode == JUDGE_SINGLE)
		return;
	if (!settings_fixes(j->st, d->rule, d->severity) || !is_edited(j->s)) {
		d->nfixes = 0;
		return;
	}
	fix = arena_array(j->a, struct fixplan, d->nfixes);
	for (uint32_t i = 0; i < d->nfixes; i++) {
		fix[i] = d->fix[i];
		fix[i].safety = settings_safety(j->st, d->rule, d->severity, fix[i].safety);
	}
	d->fix = fix;
}

static bool selected(const struct judge *j, const struct diag *d)
{
	return j->mode == JUDGE_SINGLE || settings_selects(j->st, d->rule, d->severity);
}

bool finding_finish(struct judge *j, struct diag *d)
{
	if (j->away && d->severity > SEV_INFO) /* it is not used for training */
		d->severity = SEV_INFO;
	d->severity = settings_severity(j->st, d->rule, d->severity);
	if (!selected(j, d) && !(j->mode == JUDGE_COUNT && settings_holds_back(j->st, d->rule, d->severity)))
		return false;
	apply_fix_settings(j, d);
	if (!d->at.file)
		d->at = file_start(j->s);
	struct span by = hidden_by(j, d);
	if (by.file) {
		lint_stats_silence(j->a, j->stats, &(struct silenced){ .rule = d->rule, .at = d->at, .by = by });
		j->stats->events++;
		return false;
	}
	const struct subject **seen = (const struct subject **)arena_array(j->a, void *, 1);
	seen[0] = j->s;
	d->seen_in = seen;
	d->nseen = 1;
	if (!d->rule->native && facts_dialect(j->facts))
		d->dialect = facts_dialect(j->facts)->name;
	return true;
}

void finding_add(struct judge *j, const struct diag *d)
{
	if (selected(j, d))
		vec_push(j->out, *d);
	else
		vec_push(j->held, *d);
	j->stats->events++;
}
