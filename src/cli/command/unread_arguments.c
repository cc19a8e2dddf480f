// SPDX-License-Identifier: MIT
/* What is given and nothing takes, by the tables of rules/schemas/: no version that the project allows has it, or only
 * another stage of ZeRO reads it.
 *
 * Invariant: a name is reported only where it is certain: the class is the library's, or its own fields are all seen.
 *What stands below a section that takes any key counts as read.
 *
 *	ds.json:10:3  wall_clock_break = False  no version of deepspeed up to 0.19.5 takes it; wall_clock_breakdown? */
#include "cli/command/unread_arguments.h"
#include "arguments/argument_default.h"
#include "arguments/read_text.h"
#include "base/near.h"
#include "base/path.h"
#include "cli/command/priv.h"
#include "cli/shared/argument_sets.h"
#include "cli/shared/shown_effective.h"
#include "python/value/dict.h"
#include "report/draw/terminal.h"
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 60 };
enum fate { FATE_READ, FATE_UNREAD, FATE_REJECTED, FATE_NOT_KNOWN };

struct unread_ctx {
	struct session *s;
	const struct argument_sets *all;
	const struct argument_set *set;
	const struct effective_set *x; /* the set, or a file that it names */
	const struct subject *of;
	struct buf *b;
	struct jwrite *keys; /* NULL: text is wanted */
	uint32_t found, refused, read, open;
	const char *why_open; /* of the first that is not known */
};

/* ---- one argument ---- */

static const struct schema_argument *row_of(const struct unread_ctx *j, const char *name)
{
	return j->x->class ? schema_argument(j->all->from.schemas, j->x->class, str_lit(name)) : NULL;
}

/* Some argument of the table stands below the section. */
static bool section_has_names(const struct unread_ctx *j, const char *section, size_t len)
{
	uint32_t n;
	const struct str **name = schema_names(&j->s->arena, j->all->from.schemas, j->x->class, &n);

	for (uint32_t i = 0; i < n; i++)
		if (!strncmp(name[i]->s, section, len) && name[i]->s[len] == '.')
			return true;
	return false;
}

/* It stands below a section of the table that takes any key. */
static bool is_handed_on(const struct unread_ctx *j, const char *name)
{
	for (const char *dot = strrchr(name, '.'); dot; dot = memrchr(name, '.', (size_t)(dot - name))) {
		const char *section = arena_strndup(&j->s->arena, name, (size_t)(dot - name));
		const struct schema_argument *x = row_of(j, section);

		if (x)
			return !section_has_names(j, section, strlen(section)) || strcmp(x->type, "dict") != 0;
	}
	return false;
}

static bool is_listed(struct value names, const char *name)
{
	for (uint32_t i = 0; value_is_listlike(names) && i < names.as.list->n; i++)
		if (names.as.list->at[i].val.kind == VALUE_STR && !strcmp(names.as.list->at[i].val.as.s->s, name))
			return true;
	return false;
}

/* "fsdp_config" of fsdp_config.x */
static const char *section_of(const struct unread_ctx *j, const char *name)
{
	return arena_strndup(&j->s->arena, name, strcspn(name, "."));
}

/* A remark for people. */
static bool is_remark(const char *name)
{
	const char *last = strrchr(name, '.');

	return strchr("_/#", last ? last[1] : *name) || strcasestr(name, "comment");
}

static const char *form_of(const struct unread_ctx *j)
{
	const char *form = dict_get_text(j->x->element, "form");

	return form ? form : "file";
}

/* It is a flag of a line, no key of the file that the line names. */
static bool is_flag(const struct unread_ctx *j, const struct effective *e)
{
	const struct subject *in = e->of_line ? j->set->line : j->of;
	const struct source *src = e->key.file ? sources_get(in->set->sources, e->key.file) : NULL;

	return !strcmp(form_of(j), "line") && src && e->key.lo < src->len && src->bytes[e->key.lo] == '-';
}

/* The beginning of a flag is taken for the flag. */
static bool is_beginning(const struct unread_ctx *j, const struct effective *e)
{
	const char *name = e->name->s;
	uint32_t n;
	const struct str **all = schema_names(&j->s->arena, j->all->from.schemas, j->x->class, &n);

	for (uint32_t i = 0; is_flag(j, e) && i < n; i++)
		if (!strncmp(all[i]->s, name, strlen(name)))
			return true;
	return false;
}

/* What becomes of a name that nothing takes. */
static enum fate fate_of_unknown(const struct unread_ctx *j, const struct effective *e)
{
	const struct text_reader_options r = { .meanings = j->all->from.meanings,
					       .reader = "--config",
					       .versions = dict_get(j->x->element, "versions") };
	struct value dataclasses = dict_get(j->x->launch, "dataclasses");

	if (!strcmp(form_of(j), "call"))
		return FATE_REJECTED;
	if (!strcmp(form_of(j), "file"))
		return meaning_drops(j->all->from.meanings, j->x->class->name) ||
				       (strchr(e->name->s, '.') && row_of(j, section_of(j, e->name->s)))
			       ? FATE_UNREAD
			       : FATE_REJECTED;
	if (dict_get_true(dataclasses, "lenient"))
		return FATE_UNREAD;
	return !dict_get_true(dataclasses, "reads_file") || arguments_reader_may(&r) ? FATE_REJECTED : FATE_UNREAD;
}

static const char *refusal(const struct unread_ctx *j)
{
	return !strcmp(form_of(j), "call")   ? "raises TypeError: "
	       : !strcmp(form_of(j), "line") ? "stops with an error when it starts: "
					     : "refused by its reader: ";
}

static enum fate unknown_name(struct unread_ctx *j, const struct effective *e, const char **why)
{
	const char *name = e->name->s;
	struct value own = dict_get(j->x->element, "own"), copies = dict_get(j->x->element, "copies");
	uint32_t n;
	const struct str **all = schema_names(&j->s->arena, j->all->from.schemas, j->x->class, &n);
	const char **text = arena_array(&j->s->arena, const char *, n + 1);

	if (is_handed_on(j, name) || is_remark(name) || is_beginning(j, e))
		return FATE_READ;
	if (value_is_listlike(copies) && copies.as.list->n) {
		*why = arena_printf(&j->s->arena, "the project has its own copy of %s",
				    copies.as.list->at[0].val.as.s->s);
		return FATE_NOT_KNOWN;
	}
	*why = "a class of the project is not found";
	if (value_is_listlike(own) && own.as.list->open)
		return FATE_NOT_KNOWN;
	for (uint32_t i = 0; i < n; i++)
		text[i] = all[i]->s;
	const char *near = near_find(name, text, n);

	*why = arena_printf(&j->s->arena, "no version of %s up to %s takes it%s%s%s", j->x->class->package->s,
			    j->x->class->newest, near ? "; " : "", near ? near : "", near ? "?" : "");
	return fate_of_unknown(j, e);
}

/* The stage stands in the argument of that name, in the same file. */
static bool is_other_stage(struct unread_ctx *j, const struct schema_argument *x, const char **why)
{
	const struct ynode *names = meaning_names(j->all->from.meanings, "stage");
	struct value v = { 0 };

	for (uint32_t i = 0; names && i < names->n; i++) {
		const struct effective *e = effective_find(j->x, names->kid[i]->text->s);

		v = e ? e->value : v;
	}
	if (!x->stage || v.kind != VALUE_INT || v.as.i == atoll(x->stage))
		return false;
	*why = arena_printf(&j->s->arena, "only stage %s reads it, and the stage is %lld", x->stage, (long long)v.as.i);
	return true;
}

static enum fate fate_of(struct unread_ctx *j, const struct effective *e, const char **why)
{
	const char *name = e->name->s;
	const struct schema_argument *x = row_of(j, name);
	struct value versions = dict_get(j->x->element, "versions"), set = dict_get(j->set->x.element, "versions");

	*why = "its class has no table";
	if (!j->x->class)
		return FATE_NOT_KNOWN;
	if (is_listed(dict_get(j->x->element, "own"), section_of(j, name)))
		return FATE_READ;
	if (!x)
		return unknown_name(j, e, why);
	if (is_other_stage(j, x, why))
		return FATE_UNREAD;
	if (argument_default(&j->s->arena, j->all->from.schemas, j->x->class, x->name,
			     versions.kind == VALUE_DICT ? versions : set, (struct value){ 0 })
		    .taken)
		return FATE_READ;
	*why = x->until ? arena_printf(&j->s->arena, "%s after %s does not take it%s%s", x->package->s, x->until,
				       x->becomes ? "; " : "", x->becomes ? x->becomes->s : "")
			: arena_printf(&j->s->arena, "%s before %s does not take it", x->package->s, x->since);
	return fate_of_unknown(j, e);
}

/* ---- output ---- */

static void put_found(struct unread_ctx *j, const struct effective *e, enum fate fate, const char *why)
{
	const struct subject *in = e->of_line ? j->set->line : j->of;
	const struct source *src = sources_get(in->set->sources, e->key.file);

	if (j->keys) {
		struct jwrite one = jwrite_object(j->keys, NULL, false);

		point_json(&one, j->s, src ? src->path : NULL,
			   src ? source_in_file(src, e->key.lo) : (struct point){ 0 });
		jwrite_text(&one, "key", e->name->s);
		jwrite_text(&one, "fate", fate == FATE_REJECTED ? "rejected" : "unread");
		jwrite_text(&one, "why", why);
		jwrite_end(&one);
		return;
	}
	argument_span(j->b, j->s, in, e->key);
	buf_puts(j->b, "  ");
	terminal_escape(j->b, e->name->s, e->name->len);
	buf_puts(j->b, " = ");
	if (e->value.kind == VALUE_UNKNOWN)
		buf_putc(j->b, '?');
	else
		value_line(j->b, e->value, LONGEST);
	buf_printf(j->b, "  %s%s\n", fate == FATE_REJECTED ? refusal(j) : "", why);
}

static void judge_all(struct unread_ctx *j)
{
	for (uint32_t i = 0; i < j->x->ngiven; i++) {
		const char *why = NULL;
		enum fate fate = fate_of(j, &j->x->at[i], &why);

		j->read += fate == FATE_READ;
		if (fate == FATE_NOT_KNOWN && !j->open++)
			j->why_open = why;
		if (fate != FATE_UNREAD && fate != FATE_REJECTED)
			continue;
		j->found++;
		j->refused += fate == FATE_REJECTED;
		put_found(j, &j->x->at[i], fate, why);
	}
}

static void judge_file(const void *ctx, const struct subject *of, const char *name, struct value file)
{
	struct unread_ctx *j = *(struct unread_ctx *const *)ctx;
	struct effective_set x;

	(void)name;
	effective_of_file(&j->all->from, file, &j->set->x, &x);
	j->x = &x;
	j->of = of;
	judge_all(j);
}

static void put_count(const struct unread_ctx *j)
{
	uint32_t all = j->found + j->read + j->open;

	if (j->refused)
		buf_printf(j->b, "%u of %u argument%s %s refused", j->refused, all, plural(all),
			   j->refused == 1 ? "is" : "are");
	if (!j->refused)
		buf_printf(j->b, "%u of %u argument%s %s read by nothing", j->found, all, plural(all),
			   j->found == 1 ? "is" : "are");
	else if (j->found > j->refused)
		buf_printf(j->b, ", and %u %s read by nothing", j->found - j->refused,
			   j->found - j->refused == 1 ? "is" : "are");
	if (j->open) {
		buf_printf(j->b, "; of %u it is not known: ", j->open);
		terminal_escape(j->b, j->why_open, strlen(j->why_open));
	}
	buf_putc(j->b, '\n');
}

/* ---- a file ---- */

static void judge_sets(struct unread_ctx *j)
{
	for (size_t i = 0; i < j->all->n; i++) {
		j->set = &j->all->at[i];
		j->x = &j->set->x;
		j->of = j->set->subject;
		judge_all(j);
		argument_files_each(j->set, judge_file, &j);
	}
}

static void unread_file(struct session *s, const char *word, struct jwrite *list)
{
	const char *path = path_absolute(&s->arena, word);
	struct argument_sets all;
	struct buf b = { 0 };
	struct unread_ctx j = { .s = s, .all = &all, .b = &b };
	struct jwrite file, keys;

	argument_sets_of(s, path, &all);
	if (list) {
		file = jwrite_object(list, NULL, false);
		jwrite_text(&file, "filename", session_name(s, path));
		keys = jwrite_list(&file, "unread", true);
		j.keys = &keys;
	}
	judge_sets(&j);
	if (list) {
		jwrite_end(&keys);
		jwrite_int(&file, "not_known", j.open);
		jwrite_end(&file);
	} else if (!s->o->quiet && all.n) {
		put_count(&j);
	}
	if (!all.n)
		argument_sets_report_none(s, word);
	if (j.found)
		session_raise(s, EXIT_FINDINGS);
	print_out(&b);
	argument_sets_release(&all);
}

void unread_arguments(struct session *s, const struct strings *words, struct jwrite *list)
{
	for (size_t i = 0; i < words->n; i++) {
		if (words->n > 1 && !list)
			say("%s# %s\n", i ? "\n" : "", session_shown(s, words->at[i]));
		unread_file(s, words->at[i], list);
	}
}
