// SPDX-License-Identifier: MIT
/* Applies a profile to one config: conditions, new values, promises; then the child config is written to an overlay,
 * loaded, compared and linted. A profile that can't hold a promise says why; it never writes half of it. */
#include "fix/profile_priv.h"
#include "base/near.h"
#include "base/path.h"
#include "config/comment.h"
#include "fix/words.h"
#include "lang/ops.h"
#include "lang/print.h"
#include <string.h>

enum { MADE_BY_BUDGET = 1000 }; /* modules */

static bool refuse(struct applying *ap, const char *reason)
{
	if (!ap->refusal)
		ap->refusal = reason;
	return false;
}

/* --- names and texts */

static bool lookup(void *ctx, const struct str *name, struct value *out)
{
	struct applying *ap = ctx;

	for (uint32_t i = 0; i < ap->pr->noptions; i++)
		if (ap->pr->option[i].name == name) {
			*out = ap->option[i];
			return true;
		}
	for (uint32_t i = 0; i < ap->pr->nlets; i++) {
		struct memo *m = &ap->memo[i];

		if (ap->pr->let[i].name != name)
			continue;
		if (!m->done && !m->running) {
			m->running = true;
			m->val = facts_eval(ap->facts, ap->pr->let[i].expr, &ap->names, NULL);
			m->running = false;
			m->done = true;
		}
		*out = m->val;
		return true;
	}
	return false;
}

static const struct node *let_expr(void *ctx, const struct str *name)
{
	const struct applying *ap = ctx;

	for (uint32_t i = 0; i < ap->pr->nlets; i++)
		if (ap->pr->let[i].name == name)
			return ap->pr->let[i].expr;
	return NULL;
}

static const char *machine_hint(const char *detail)
{
	if (!detail)
		return " (--gpus, --cores)";
	if (strstr(detail, "cores"))
		return " (--cores)";
	if (strstr(detail, "mem"))
		return " (--gpu-mem)";
	if (strstr(detail, "nodes"))
		return " (--nodes)";
	return strstr(detail, "gpus") ? " (--gpus)" : "";
}

/* Why a value is not known, for people. */
static const char *cause_text(struct applying *ap, struct value v)
{
	const struct cause *c = v.kind == VALUE_UNKNOWN ? v.as.cause : NULL;
	const struct source *s = c && c->at.file ? graph_source(ap->g, c->at.file) : NULL;
	const char *detail = c && c->detail ? c->detail->s : NULL;

	if (!c)
		return why_text(WHY_NONE);
	return arena_printf(ap->a, "%s%s%s%s%s", detail ? detail : "it", " ", why_text(c->why),
			    c->why == WHY_MACHINE ? machine_hint(detail) : "",
			    s && c->why != WHY_MACHINE && c->why != WHY_UNMAPPED && c->why != WHY_ABSENT
				    ? arena_printf(ap->a, " (%s:%u)", path_base(s->path),
						   source_point(s, c->at.lo).line + 1)
				    : "");
}

static const char *message(struct applying *ap, const struct node *n)
{
	struct value v = facts_eval(ap->facts, n, &ap->names, NULL);

	return v.kind == VALUE_STR ? arena_strndup(ap->a, v.as.s->s, v.as.s->len) : NULL;
}

enum answer { NO, YES, DONT_KNOW };

static enum answer ask(struct applying *ap, const struct node *when, struct value *v)
{
	*v = facts_eval(ap->facts, when, &ap->names, NULL);
	if (v->kind == VALUE_BOOL)
		return v->as.b ? YES : NO;
	return DONT_KNOW;
}

/* --- options */

static int option_number(const struct profile *pr, const char *name, size_t n)
{
	for (uint32_t i = 0; i < pr->noptions; i++)
		if (pr->option[i].name->len == n && memcmp(pr->option[i].name->s, name, n) == 0)
			return (int)i;
	return -1;
}

static bool unknown_option(struct applying *ap, const char *name, struct err *e)
{
	const char **known = arena_array(ap->a, const char *, ap->pr->noptions + 1), *near;

	for (uint32_t i = 0; i < ap->pr->noptions; i++)
		known[i] = ap->pr->option[i].name->s;
	near = near_find(name, known, ap->pr->noptions);
	return err_set(e, ERR_USAGE, "profile %s has no option '%s'%s%s%s", ap->pr->name, name,
		       near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/* `budget=iters` means the text, as nobody quotes twice for a shell. */
static bool set_option(struct applying *ap, struct parser *parser, const char *text, struct err *e)
{
	const char *eq = strchr(text, '=');
	const struct node *n;
	struct value v;
	int i;

	if (!eq)
		return err_set(e, ERR_USAGE, "an option is NAME=VALUE, not '%s'", text);
	i = option_number(ap->pr, text, (size_t)(eq - text));
	if (i < 0)
		return unknown_option(ap, arena_strndup(ap->a, text, (size_t)(eq - text)), e);
	n = parse_expr(parser, ap->a, eq + 1, (uint32_t)strlen(eq + 1), 0, e);
	if (!n)
		return false;
	v = n->kind == NODE_NAME && ap->option[i].kind == VALUE_STR ? value_str(n->text, (struct span){ 0 })
								    : facts_eval(ap->facts, n, NULL, NULL);
	if (!value_is_known(v))
		return err_set(e, ERR_USAGE, "'%s' has no value", eq + 1);
	ap->option[i] = v;
	return true;
}

static bool set_options(struct applying *ap, const char *const *options, struct err *e)
{
	struct parser *parser = parser_new();
	bool ok = true;

	ap->option = arena_array(ap->a, struct value, ap->pr->noptions + 1);
	for (uint32_t i = 0; i < ap->pr->noptions; i++)
		ap->option[i] = facts_eval(ap->facts, ap->pr->option[i].def, &ap->names, NULL);
	for (size_t i = 0; ok && options && options[i]; i++)
		ok = set_option(ap, parser, options[i], e);
	parser_free(parser);
	return ok;
}

/* --- conditions */

static bool requirements_hold(struct applying *ap)
{
	for (uint32_t i = 0; i < ap->pr->nrequires; i++) {
		const struct said *s = &ap->pr->require[i];
		struct value v;
		enum answer yes = ask(ap, s->when, &v);
		const char *text;

		if (yes == YES)
			continue;
		text = message(ap, s->message);
		if (!text)
			text = "a requirement of the profile does not hold";
		return refuse(ap, yes == NO ? text : arena_printf(ap->a, "%s: %s", text, cause_text(ap, v)));
	}
	return true;
}

static void collect_said(struct applying *ap, const struct said *said, uint32_t n, struct texts *out)
{
	for (uint32_t i = 0; i < n; i++) {
		struct value v;
		const char *text;

		if (ask(ap, said[i].when, &v) != YES)
			continue;
		text = message(ap, said[i].message);
		if (text)
			vec_push(out, text);
	}
}

/* --- new values */

static bool for_dialect(const struct applying *ap, const struct setting *s)
{
	for (uint32_t i = 0; i < s->ndialects; i++)
		if (strcmp(s->dialect[i], ap->dialect->name) == 0 || strcmp(s->dialect[i], ap->dialect->family->s) == 0)
			return true;
	return s->ndialects == 0;
}

static bool wanted(struct applying *ap, const struct setting *s)
{
	struct value v;
	enum answer yes;

	if (!for_dialect(ap, s))
		return false;
	if (!s->when)
		return true;
	yes = ask(ap, s->when, &v);
	if (yes == DONT_KNOW)
		vec_push(&ap->note, arena_printf(ap->a, "%s is left as it is: %s", s->text, cause_text(ap, v)));
	return yes == YES;
}

static bool equal_values(struct value x, struct value y)
{
	if (value_is_number(x) && value_is_number(y) && (x.kind == VALUE_BOOL) == (y.kind == VALUE_BOOL))
		return value_number(x) == value_number(y);
	return config_same(x, y);
}

/* What the training code would use now, defaults of the dialect included. */
static bool already(struct applying *ap, const struct setting *s, struct keypath path, struct value to)
{
	struct slot now = keypath_get(ap->a, ap->m->merged, path);
	const struct fact *f;

	if (now.found == path.n)
		return equal_values(now.val, to);
	f = s->path->kind == NODE_NAME ? facts_get(ap->facts, s->path->text) : NULL;
	return f && (f->state == FACT_KNOWN || f->state == FACT_DEFAULT) && equal_values(f->val, to);
}

static const char *where_text(struct applying *ap, struct span at)
{
	const struct source *s = graph_source(ap->g, at.file);

	return s ? arena_printf(ap->a, "%s:%u", path_base(s->path), source_point(s, at.lo).line + 1) : "the base";
}

/* A child reaches through dicts only. */
static bool reachable(struct applying *ap, struct keypath path)
{
	for (uint32_t i = 1; i < path.n; i++) {
		struct keypath prefix = { .part = path.part, .n = i };
		struct slot s = keypath_get(ap->a, ap->m->merged, prefix);
		const char *name = path_text(ap->a, prefix);

		if (s.found < i)
			break;
		if (s.val.kind == VALUE_LIST || s.val.kind == VALUE_TUPLE)
			return refuse(
				ap,
				arena_printf(ap->a,
					     "%s would have to change inside the list %s (%s), and lists don't merge",
					     path_text(ap->a, path), name, where_text(ap, s.use)));
		if (s.val.kind != VALUE_DICT)
			return refuse(ap, arena_printf(ap->a, "%s can't be set: %s is %s, not a dict (%s)",
						       path_text(ap->a, path), name,
						       value_is_known(s.val) ? value_type_name(s.val) : "not known",
						       where_text(ap, s.use)));
	}
	if (path.part[0].kind != VALUE_STR || !print_is_identifier(path.part[0].as.s))
		return refuse(ap, arena_printf(ap->a, "%s can't be written as a statement", path_text(ap->a, path)));
	return true;
}

static const char *old_and_new(struct applying *ap, struct keypath path, struct value to)
{
	struct slot s = keypath_get(ap->a, ap->m->merged, path);
	struct buf b = { 0 };
	const char *text;

	if (s.found != path.n || !op_repr(&b, s.val)) {
		buf_clear(&b);
		buf_puts(&b, "not set");
	}
	buf_puts(&b, " -> ");
	if (!op_repr(&b, to))
		buf_puts(&b, "new value");
	text = arena_strdup(ap->a, buf_str(&b));
	buf_release(&b);
	return text;
}

static size_t promise_at(const struct applying *ap, struct keypath path)
{
	size_t i = 0;

	while (i < ap->promise.n && !keypath_same(ap->promise.at[i].path, path))
		i++;
	return i;
}

/* A later entry for the same path takes the place of an earlier one. */
static void promise(struct applying *ap, const struct setting *s, struct keypath path, struct value to)
{
	const char *why = s->why ? message(ap, s->why) : NULL;
	struct promise pr = { .kind = PROMISE_SET, .path = path, .want = to, .comment = why };
	struct slot now = keypath_get(ap->a, ap->m->merged, path);
	const struct fact *f = s->path->kind == NODE_NAME ? facts_get(ap->facts, s->path->text) : NULL;
	struct variant_row row = { .path = path, .now = to, .formula = s->formula };
	size_t i = promise_at(ap, path);

	if (!why)
		pr.comment = old_and_new(ap, path, to);
	row.why = pr.comment;
	if (now.found == path.n)
		row.was = now.val;
	else if (f && f->state == FACT_DEFAULT)
		row.by_default = f->val;
	if (i == ap->promise.n) {
		vec_push(&ap->promise, pr);
		vec_push(&ap->row, row);
	}
	ap->promise.at[i] = pr;
	ap->row.at[i] = row;
}

static void unpromise(struct applying *ap, struct keypath path)
{
	size_t i = promise_at(ap, path);

	if (i == ap->promise.n)
		return;
	ap->promise.n--, ap->row.n--;
	memmove(&ap->promise.at[i], &ap->promise.at[i + 1], (ap->promise.n - i) * sizeof *ap->promise.at);
	memmove(&ap->row.at[i], &ap->row.at[i + 1], (ap->row.n - i) * sizeof *ap->row.at);
}

static bool apply_setting(struct applying *ap, const struct setting *s)
{
	struct keypath path;
	struct value to;

	if (!wanted(ap, s))
		return true;
	to = facts_eval(ap->facts, s->to, &ap->names, NULL);
	if (!value_is_deep_known(to))
		return refuse(ap,
			      arena_printf(ap->a, "the new value of %s is not known: %s", s->text, cause_text(ap, to)));
	if (!facts_path(ap->facts, s->path, &ap->names, &path) || path.n == 0)
		return refuse(ap, arena_printf(ap->a, "%s has no key path in dialect %s", s->text, ap->dialect->name));
	if (already(ap, s, path, to)) {
		unpromise(ap, path);
		return true;
	}
	if (!reachable(ap, path))
		return false;
	promise(ap, s, path, to);
	return true;
}

/* --- the source */

static bool source_is_fit(struct applying *ap)
{
	struct value complete;

	if (ap->m->state == MODULE_SYNTAX || ap->m->state == MODULE_UNREADABLE)
		return refuse(ap, arena_printf(ap->a, "the config can't be read: %s", ap->m->err.msg));
	if (ap->m->state == MODULE_REFUSED)
		return refuse(ap, arena_printf(ap->a, "the config does not load: %s",
					       ap->m->refusal ? ap->m->refusal : "refused"));
	if (ap->m->bases_unknown)
		return refuse(ap, "the config's bases are not all known");
	if (!ap->dialect)
		return refuse(ap, "no dialect fits the config");
	if (!ap->dialect->complete)
		return true;
	complete = facts_eval(ap->facts, ap->dialect->complete, NULL, NULL);
	if (complete.kind == VALUE_BOOL && complete.as.b)
		return true;
	return refuse(ap, arena_printf(ap->a, "the config is not complete: dialect %s can't train it as it is",
				       ap->dialect->name));
}

/* A variant says in a comment which profile made it. The bases of a variant may be variants too. */
static const struct module *made_by(const struct module *m, const char *profile, uint32_t *budget)
{
	struct directive_iter it = { .m = m };
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

/* Twice the batch of twice the batch is nobody's idea of this profile; where it sets values that hold, it changes nothing. */
static bool is_not_made_already(struct applying *ap)
{
	uint32_t budget = MADE_BY_BUDGET;
	const struct module *made = ap->promise.n ? made_by(ap->m, ap->pr->name, &budget) : NULL;

	if (!made)
		return true;
	return refuse(ap, arena_printf(ap->a,
				       made == ap->m ? "it is a variant by profile %s already (%s says so); apply the profile to its source"
						     : "it inherits from a variant by profile %s already (%s)",
				       ap->pr->name, path_base(made->path)));
}

static bool source_has_no_errors(struct applying *ap, const struct diags *found)
{
	for (size_t i = 0; i < found->n; i++)
		if (found->at[i].severity == SEV_ERROR)
			return refuse(ap, arena_printf(ap->a, "the config has an error that comes first: %s %s",
						       found->at[i].rule->id, found->at[i].msg));
	return true;
}

static bool make_promises(struct applying *ap)
{
	if (!requirements_hold(ap))
		return false;
	for (uint32_t i = 0; i < ap->pr->nsets; i++)
		if (!apply_setting(ap, &ap->pr->set[i]))
			return false;
	collect_said(ap, ap->pr->warn, ap->pr->nwarns, &ap->warning);
	collect_said(ap, ap->pr->unexpressible, ap->pr->nunexpressible, &ap->unexpressible);
	return true;
}

/* --- entry */

static const char *child_path(struct applying *ap, const char *out_dir)
{
	const char *dir = out_dir ? path_absolute(ap->a, out_dir) : path_dir(ap->a, ap->m->path),
		   *base = path_base(ap->m->path);

	return path_join(ap->a, dir,
			 arena_printf(ap->a, "%.*s%s.py", (int)(strlen(base) - strlen(path_ext(base))), base,
				      ap->pr->suffix));
}

static const char *base_ref(struct applying *ap, const char *child)
{
	const char *rel = path_relative(ap->a, path_dir(ap->a, child), ap->m->path);

	return rel[0] == '.' || rel[0] == '/' ? rel : arena_printf(ap->a, "./%s", rel);
}

/* A lazy child imports its base by name, from its own folder. */
static bool name_is_importable(struct applying *ap, const char *ref)
{
	const char *base = path_base(ref);
	size_t n = strlen(base) - strlen(path_ext(base));

	if (!ap->m->lazy)
		return true;
	if (strncmp(ref, "./", 2) != 0 || strchr(ref + 2, '/'))
		return refuse(ap, "a read_base config's variant has to stand beside it");
	if (!print_is_identifier(str_of(base, n)))
		return refuse(ap, arena_printf(ap->a, "'%.*s' can't be imported: it is no Python identifier", (int)n,
					       base));
	return true;
}

static void fill(struct applying *ap, struct variant *out)
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
		vec_push(&ap->note, arena_printf(ap->a, "not expressible here: %s", ap->unexpressible.at[i]));
	out->warning = arena_array(ap->a, const char *, ap->warning.n + 1);
	out->note = arena_array(ap->a, const char *, ap->note.n + 1);
	out->nwarnings = (uint32_t)ap->warning.n;
	out->nnotes = (uint32_t)ap->note.n;
	if (ap->warning.n)
		memcpy((void *)out->warning, ap->warning.at, ap->warning.n * sizeof *ap->warning.at);
	if (ap->note.n)
		memcpy((void *)out->note, ap->note.at, ap->note.n * sizeof *ap->note.at);
}

static void release(struct applying *ap, struct diags *source)
{
	vec_release(&ap->warning);
	vec_release(&ap->note);
	vec_release(&ap->unexpressible);
	vec_release(&ap->promise);
	vec_release(&ap->row);
	vec_release(source);
}

static void prepare(struct applying *ap, const struct settings *st)
{
	ap->hw = lint_machine(ap->a, st, ap->m);
	ap->dialect = lint_dialect(ap->rs, st, ap->g, ap->m, &ap->dialect_why);
	ap->names = (struct names){ .lookup = lookup, .ctx = ap, .expr = let_expr };
	ap->memo = arena_array(ap->a, struct memo, ap->pr->nlets + 1);
	if (!ap->dialect)
		return;
	ap->facts = facts_new(ap->a, ap->g, ap->m, ap->rs->dialects.vocab, ap->dialect, &ap->hw);
	facts_reference(ap->facts, st->lr_base, st->lr_base_batch);
}

static void write_and_try(struct applying *ap, const struct variant_trial *t, struct variant *out)
{
	const char *ref = base_ref(ap, out->path);

	if (ap->promise.n == 0) {
		out->nothing = true;
		out->reason = "changes nothing";
		return;
	}
	if (!name_is_importable(ap, ref))
		return;
	out->text = variant_text(ap, ref);
	if (!out->text)
		refuse(ap, "a new value can't be written as Python");
	else
		variant_try(ap, t, out);
}

bool profile_apply(struct arena *a, const struct graph *g, const struct module *m, const struct profile *pr,
		   const struct graph_opts *go, const struct ruleset *rs, struct settings_cache *sc,
		   const char *out_dir, const char *const *options, struct pool *p, struct variant *out, struct err *e)
{
	struct applying ap = { .a = a, .g = g, .m = m, .pr = pr, .rs = rs };
	const struct settings *st = settings_for(sc, m->path, e);
	struct lint_stats stats = { 0 };
	struct diags source = { 0 };
	bool ok = true;

	memset(out, 0, sizeof *out);
	if (!st)
		return false;
	out->path = child_path(&ap, out_dir);
	prepare(&ap, st);
	if (ap.facts)
		ok = set_options(&ap, options, e);
	if (ok && source_is_fit(&ap)) {
		lint_module(a, g, m, rs, st, NULL, &source, &stats);
		if (source_has_no_errors(&ap, &source) && make_promises(&ap) && is_not_made_already(&ap))
			write_and_try(&ap, &(struct variant_trial){ .go = go, .st = st, .pool = p, .source = &source },
				      out);
	}
	if (ok)
		fill(&ap, out);
	release(&ap, &source);
	return ok;
}
