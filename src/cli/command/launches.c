// SPDX-License-Identifier: MIT
/* `cfglint launches PATH...`: what launch scripts start, a row each; as JSON all that rules see of it. */
#include "cli/launching.h"
#include "cli/command/priv.h"
#include "cli/shared/shown_effective.h"
#include "launch/launch_subject.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include "report/value_json.h"
#include <string.h>

enum { COLUMNS = 6 };
struct row {
	const char *cell[COLUMNS];
};
struct launch_list {
	struct session *s;
	VEC(, struct row) row;
};

static struct value of(struct value d, const char *key)
{
	const struct entry *e = d.kind == VALUE_DICT ? dict_find_lit(d.as.dict, key) : NULL;

	return e ? e->val : value_none((struct span){ 0 });
}

/* "?": unknown; `absent` if there is none */
static const char *shown(struct session *s, struct value v, const char *absent)
{
	struct buf b = { 0 };
	const char *text;

	if (v.kind == VALUE_NONE)
		return absent;
	if (!op_str(&b, v))
		buf_clear(&b);
	text = b.n ? arena_strdup(&s->arena, buf_str(&b)) : "?";
	buf_release(&b);
	return text;
}

/* "8", "8 x 2 machines", "?" */
static const char *processes(struct session *s, struct value l)
{
	struct value n = of(l, "nproc"), nodes = of(l, "nnodes"), slurm = of(l, "slurm"), total = of(l, "total");
	const char *many;

	if (n.kind == VALUE_NONE && slurm.kind == VALUE_DICT) {
		n = of(slurm, "ntasks");
		total = value_bool(n.kind != VALUE_NONE, n.at);
		if (n.kind == VALUE_NONE) {
			n = of(slurm, "ntasks_per_node");
			nodes = of(slurm, "nodes");
		}
	}
	many = shown(s, n, of(l, "launcher").kind == VALUE_NONE ? "1" : "-");
	if ((total.kind == VALUE_BOOL && total.as.b) || nodes.kind == VALUE_NONE ||
	    (nodes.kind == VALUE_INT && nodes.as.i == 1))
		return many;
	return arena_printf(&s->arena, "%s x %s machines", many, shown(s, nodes, "-"));
}

/* The flags about batches: "--batch-size 8" */
static const char *batches(struct session *s, struct value l)
{
	struct value flags = of(l, "flags");
	const char *all = "";

	for (uint32_t i = 0; flags.kind == VALUE_LIST && i < flags.as.list->n; i++) {
		struct value f = flags.as.list->at[i].val;
		const char *name = shown(s, of(f, "name"), "");

		if (strstr(name, "batch"))
			all = arena_printf(&s->arena, "%s%s%s %s", all, *all ? " " : "", name,
					   shown(s, of(f, "value"), ""));
	}
	return *all ? all : "-";
}

static void add_rows(struct launch_list *l, const struct subject *x)
{
	struct value list = of(x->tree, "launches");

	for (uint32_t i = 0; i < list.as.list->n; i++) {
		struct value v = list.as.list->at[i].val;
		struct session *s = l->s;
		struct value path = of(v, "script_path"), script = path.kind == VALUE_STR ? path : of(v, "script");

		vec_push(&l->row, ((struct row){ { arena_printf(&s->arena, "%s:%s", session_name(s, x->path),
								source_line(&s->arena, x->src, v.at.lo)),
						   shown(s, script, "?"), shown(s, of(v, "config"), "-"),
						   processes(s, v), shown(s, of(v, "by"), "-"), batches(s, v) } }));
	}
}

static void print_rows(const struct launch_list *l)
{
	int width[COLUMNS] = { 0 };

	for (size_t i = 0; i < l->row.n; i++)
		for (int k = 0; k + 1 < COLUMNS; k++)
			if ((int)strlen(l->row.at[i].cell[k]) > width[k])
				width[k] = (int)strlen(l->row.at[i].cell[k]);
	for (size_t i = 0; i < l->row.n; i++) {
		const char *const *c = l->row.at[i].cell;

		say("%-*s  %-*s  %-*s  %-*s  %-*s  %s\n", width[0], c[0], width[1], c[1], width[2], c[2], width[3],
		    c[3], width[4], c[4], c[5]);
	}
}

static void print_json(struct launch_list *l, const struct subject_set *set)
{
	struct buf b = { 0 };
	struct jwrite top = { .b = &b }, list = jwrite_list(&top, NULL, true);

	for (size_t i = 0; set && i < set->n; i++) {
		struct jwrite o;

		if (!set->at[i]->good)
			continue;
		o = jwrite_object(&list, NULL, false);
		jwrite_text(&o, "filename", session_name(l->s, set->at[i]->path));
		value_json(&o, "launches", of(set->at[i]->tree, "launches"));
		jwrite_end(&o);
	}
	jwrite_end(&list);
	buf_putc(&b, '\n');
	print_out(&b);
}

static void list_launches(struct session *s, bool json)
{
	struct launch_list l = { .s = s };
	struct targets t = { 0 };
	const struct subject_set *set;

	targets_find(s, &s->o->words, &t);
	launching_notebooks(s, &t);
	set = session_subjects(s, &t, &launch_kind);
	if (set)
		session_report_unreadable(s, set, &t);
	else if (s->status == EXIT_CLEAN)
		complain(s, "no launch scripts in: %s", launch_kind.reads);
	for (size_t i = 0; set && i < set->n; i++)
		if (set->at[i]->good)
			add_rows(&l, set->at[i]);
	if (json)
		print_json(&l, set);
	else
		print_rows(&l);
	vec_release(&l.row);
	if (set)
		launch_kind.free(set);
	vec_release(&t);
}

int cmd_launches(struct session *s)
{
	if (s->o->words.n == 0)
		complain(s, "launches of which script or folder? `cfglint launches PATH`");
	else
		list_launches(s, json_wanted(s));
	return s->status;
}
