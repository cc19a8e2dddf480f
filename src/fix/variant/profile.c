// SPDX-License-Identifier: MIT
/* Applies a profile to one config: conditions, new values, promises; then the child config is written to an overlay,
 * loaded, compared and linted. A profile that can't fulfil a promise reports why; it never writes half of it. */
#include "fix/variant/priv.h"
#include "base/path.h"
#include "subject/comment.h"
#include "lint/rules/ruleset.h"
#include "python/value/print.h"
#include <string.h>

enum { MADE_BY_BUDGET = 1000 /* modules */, CONJUNCTS_MAX = 20 };

/* --- the source */

/* The first part of `has(a) and has(b) ...` that is false, as a key; NULL: the condition has another form. */
static const char *missing_key(struct variant_ctx *ap, const struct node *n, unsigned depth)
{
	struct keypath path;
	struct value v;

	if (n->kind == NODE_BOOL && n->op == OP_AND && depth < CONJUNCTS_MAX) {
		const char *key = missing_key(ap, n->kid[0], depth + 1);

		return key ? key : missing_key(ap, n->kid[1], depth + 1);
	}
	v = facts_eval(ap->facts, n, NULL, NULL);
	if ((v.kind == VALUE_BOOL && v.as.b) || n->kind != NODE_CALL || n->n != 2 || n->kid[0]->kind != NODE_NAME ||
	    strcmp(n->kid[0]->text->s, "has") != 0 || !facts_path(ap->facts, n->kid[1], NULL, &path))
		return NULL;
	return keypath_text(ap->a, path);
}

static bool source_is_fit(struct variant_ctx *ap)
{
	struct value complete;
	const char *key;

	const char *look = arena_printf(ap->a, "`cfglint %s` shows where; fix that first", path_base(ap->m->path));

	if (ap->m->state == MODULE_SYNTAX || ap->m->state == MODULE_UNREADABLE)
		return profile_refuse(ap, arena_printf(ap->a, "the config can't be read: %s", ap->m->err->msg), look);
	if (ap->m->state == MODULE_REFUSED)
		return profile_refuse(ap,
				      arena_printf(ap->a, "the config does not load: %s",
						   ap->m->refusal ? ap->m->refusal : "refused"),
				      look);
	if (ap->m->bases_unknown)
		return profile_refuse(ap, "not all bases of the config are known", look);
	if (!ap->dialect)
		return profile_refuse(ap, "no dialect fits the config", "--dialect NAME names one");
	if (!ap->dialect->complete)
		return true;
	complete = facts_eval(ap->facts, ap->dialect->complete, NULL, NULL);
	if (complete.kind == VALUE_BOOL && complete.as.b)
		return true;
	key = missing_key(ap, ap->dialect->complete, 0);
	return profile_refuse(
		ap,
		key ? arena_printf(ap->a,
				   "the config is not complete: it has no %s, and dialect %s can't train without it",
				   key, ap->dialect->name)
		    : arena_printf(ap->a, "the config is not complete: dialect %s can't train it as it is",
				   ap->dialect->name),
		key ? "apply the profile to a config that has it" : "apply the profile to one that is");
}

/* A variant names its profile in a comment. The bases of a variant may be variants too. */
static const struct module *made_by(const struct module *m, const char *profile, uint32_t *budget)
{
	struct directive_iter it = { .s = &m->subject };
	struct directive d;

	if (*budget == 0)
		return NULL;
	(*budget)--;
	while (directive_next(&it, &d))
		if (directive_is(&d, "profile") && d.value && d.nvalue == strlen(profile) &&
		    memcmp(d.value, profile, d.nvalue) == 0)
			return m;
	for (uint32_t i = 0; i < m->nbases; i++) {
		const struct module *found = m->base[i].module ? made_by(m->base[i].module, profile, budget) : NULL;

		if (found)
			return found;
	}
	return NULL;
}

/* Applying a profile twice (a double batch doubled again) is not intended; if all its values are already set, it
 * changes nothing. */
static bool is_not_made_already(struct variant_ctx *ap)
{
	uint32_t budget = MADE_BY_BUDGET;
	const struct module *made = ap->promise.n ? made_by(ap->m, ap->pr->name, &budget) : NULL;

	if (!made)
		return true;
	return profile_refuse(
		ap,
		arena_printf(
			ap->a,
			made == ap->m
				? "it is a variant by profile %s already (%s says so); apply the profile to its source"
				: "it inherits from a variant by profile %s already (%s); apply the profile to that "
				  "one's source",
			ap->pr->name, path_base(made->path)),
		NULL);
}

/* What can be done about an error of the source. */
static const char *remedy(struct variant_ctx *ap, const struct diag *d)
{
	if (d->nfixes > 0)
		return arena_printf(ap->a, "; `cfglint --fix%s` fixes it: %s",
				    d->fix[0].safety == SAFETY_SAFE ? "" : " --unsafe-fixes", d->fix[0].title);
	return d->hint ? arena_printf(ap->a, "; %s", d->hint) : "";
}

/* A value that the profile sets, or one below it, is wrong in the source: values computed from it would be wrong too.
 */
static bool is_set_over(const struct variant_ctx *ap, const struct diag *d)
{
	for (size_t i = 0; i < ap->touched.n; i++)
		if (keytext_under(d->path, ap->touched.at[i]))
			return true;
	return false;
}

/* An error of the source about a key that the profile sets refuses the profile; every other one is reported, and stays.
 */
static bool errors_are_elsewhere(struct variant_ctx *ap, const struct diags *found)
{
	for (size_t i = 0; i < found->n; i++) {
		const struct diag *d = &found->at[i];
		const char *text;

		if (d->severity != SEV_ERROR)
			continue;
		text = arena_printf(ap->a, "%s %s%s", d->rule->id, d->msg, remedy(ap, d));
		if (is_set_over(ap, d))
			return profile_refuse(ap,
					      arena_printf(ap->a,
							   "the profile sets %s, which has an error: %s; fix it first, "
							   "or silence it with `# cfglint: disable=%s`",
							   d->path, text, d->rule->id),
					      NULL);
		vec_push(&ap->warning,
			 arena_printf(ap->a, "the config has an error of its own, which is not changed: %s", text));
	}
	return true;
}

/* --- entry */

static const char *child_path(struct variant_ctx *ap, const char *out_dir)
{
	const char *dir = out_dir ? path_absolute(ap->a, out_dir) : path_dir(ap->a, ap->m->path),
		   *base = path_base(ap->m->path);

	return path_join(ap->a, dir,
			 arena_printf(ap->a, "%.*s%s.py", (int)(strlen(base) - strlen(path_ext(base))), base,
				      ap->pr->suffix));
}

static const char *base_ref(struct variant_ctx *ap, const char *child)
{
	const char *rel = path_relative(ap->a, path_dir(ap->a, child), ap->m->path);

	return rel[0] == '.' || rel[0] == '/' ? rel : arena_printf(ap->a, "./%s", rel);
}

/* A lazy child imports its base by name, from its own folder; of a base whose name is no identifier it is a copy. */
static bool stands_well(struct variant_ctx *ap, const char *ref)
{
	const char *base = path_base(ref);
	size_t n = strlen(base) - strlen(path_ext(base));

	if (!ap->m->imported)
		return true;
	ap->copied = !print_is_identifier(str_of(base, n));
	if (strncmp(ref, "./", 2) == 0 && !strchr(ref + 2, '/'))
		return true;
	return profile_refuse(ap, "a read_base config's variant has to stand beside it",
			      "it is written there without --output-dir");
}

static const char *const *unchanged_texts(struct arena *a, const char *const *from, size_t n)
{
	const char **to = arena_array(a, const char *, n + 1);
	for (size_t i = 0; i < n; i++)
		to[i] = from[i];
	return to;
}

static void fill(struct variant_ctx *ap, struct variant *out)
{
	if (ap->refusal) {
		out->reason = ap->refusal;
		out->text = NULL;
	}
	out->promise = arena_array(ap->a, struct promise, ap->promise.n + 1);
	out->npromises = (uint32_t)ap->promise.n;
	out->row = arena_array(ap->a, struct variant_row, ap->row.n + 1);
	for (size_t i = 0; i < ap->promise.n; i++) {
		out->promise[i] = ap->promise.at[i];
		out->row[i] = ap->row.at[i];
	}
	if (ap->facts)
		variant_terms(ap, out);
	for (size_t i = 0; i < ap->unexpressible.n; i++)
		vec_push(&ap->note, arena_printf(ap->a, "not changed: %s", ap->unexpressible.at[i]));
	out->warning = unchanged_texts(ap->a, ap->warning.at, ap->warning.n);
	out->note = unchanged_texts(ap->a, ap->note.at, ap->note.n);
	out->nwarnings = (uint32_t)ap->warning.n;
	out->nnotes = (uint32_t)ap->note.n;
}

static void release(struct variant_ctx *ap, struct diags *source)
{
	vec_release(&ap->warning);
	vec_release(&ap->note);
	vec_release(&ap->unexpressible);
	vec_release(&ap->touched);
	vec_release(&ap->promise);
	vec_release(&ap->row);
	vec_release(source);
}

static void prepare(struct variant_ctx *ap)
{
	ap->hw = lint_machine(ap->a, ap->st, &ap->m->subject);
	ap->dialect = lint_dialect(ap->l, &(struct judged){ &ap->m->subject, ap->st }, NULL);
	ap->names = (struct names){ .lookup = profile_lookup, .ctx = ap, .expr = profile_let };
	ap->let = arena_array(ap->a, struct let_value, ap->pr->nlets + 1);
	if (!ap->dialect)
		return;
	ap->facts = facts_new(ap->a, &ap->m->subject, ap->l->rules->dialects.vocab, ap->dialect, &ap->hw);
	facts_limit(ap->facts, ap->l->graph.limits.seconds, ap->l->graph.limits.mib);
	facts_code(ap->facts, linter_code(ap->l, ap->st, ap->m->subject.home, ap->m->subject.lent, NULL));
	facts_reference(ap->facts, ap->st->lr_base, ap->st->lr_base_batch);
}

static void write_and_try(struct variant_ctx *ap, const struct diags *source, struct variant *out)
{
	const char *ref = base_ref(ap, out->path);

	if (ap->promise.n == 0) {
		out->nothing = true;
		out->reason = "changes nothing";
		return;
	}
	if (!stands_well(ap, ref))
		return;
	out->text = variant_text(ap, ref);
	if (!out->text)
		profile_refuse(ap, "a new value can't be written as Python", "--explain prints what to set by hand");
	else
		variant_try(ap, source, out);
}

bool profile_apply(const struct linter *l, struct arena *a, const struct variant_order *o, struct variant *out,
		   struct err *e)
{
	struct variant_ctx ap = { .l = l, .a = a, .g = o->g, .m = o->m, .pr = o->profile };
	struct diags source = { 0 };
	bool ok = true;

	memset(out, 0, sizeof *out);
	ap.st = settings_for(l->settings, o->m->path, e);
	if (!ap.st)
		return false;
	out->path = child_path(&ap, o->out_dir);
	prepare(&ap);
	if (ap.facts)
		ok = profile_options(&ap, o->options, e);
	if (ok && source_is_fit(&ap)) {
		lint_subject(l, NULL, a, &(struct judged){ &o->m->subject, ap.st }, &source, NULL);
		ok = profile_promise(&ap);
		if (errors_are_elsewhere(&ap, &source) && ok && is_not_made_already(&ap))
			write_and_try(&ap, &source, out);
		ok = true;
	}
	if (ok)
		fill(&ap, out);
	release(&ap, &source);
	return ok;
}

void variant_release(struct variant *v)
{
	vec_release(&v->found);
	if (v->after)
		graph_free(v->after);
	if (v->vfs)
		vfs_free(v->vfs);
	v->after = NULL;
	v->vfs = NULL;
}
