// SPDX-License-Identifier: MIT
/* `cfglint rules`: every rule on a line, or as JSON. */
#include "cli/session.h"
#include "lint/rules/ruleset.h"
#include <string.h>

static const char *fix_kind(const struct rule *r)
{
	const char *kind = r->native_fix ? r->native_fix : "-";

	for (uint32_t i = 0; i < r->ncases; i++)
		for (uint32_t k = 0; k < r->cas[i].nfixes; k++) {
			if (r->cas[i].fix[k].safety == SAFETY_SAFE)
				return "safe";
			kind = "unsafe";
		}
	return kind;
}

static void json_text(struct buf *b, const char *key, const char *s, const char *end)
{
	buf_printf(b, "\"%s\": ", key);
	buf_json(b, s ? s : "", s ? strlen(s) : 0);
	buf_puts(b, end);
}

static void json_options(struct buf *b, const struct rule *r)
{
	buf_puts(b, "\"options\": {");
	for (uint32_t i = 0; i < r->noptions; i++) {
		buf_puts(b, i ? ", " : "");
		buf_json(b, r->option[i].name->s, r->option[i].name->len);
		buf_puts(b, ": {");
		json_text(b, "doc", r->option[i].doc, ", \"default\": ");
		show_json(b, r->option[i].def, false);
		buf_putc(b, '}');
	}
	buf_puts(b, "}, ");
}

static void json_files(struct buf *b, const struct ynode *files)
{
	buf_putc(b, '{');
	for (uint32_t i = 0; files && files->kind == Y_MAP && i < files->n; i++) {
		const char *text = yaml_str(files->kid[i]);

		buf_puts(b, i ? ", " : "");
		buf_json(b, files->key[i]->text->s, files->key[i]->text->len);
		buf_puts(b, ": ");
		buf_json(b, text ? text : "", text ? strlen(text) : 0);
	}
	buf_puts(b, "}, ");
}

/* The texts of one kind of the rule's tests. */
static void json_examples(struct buf *b, const struct rule *r, const char *kind)
{
	const struct ynode *tests = yaml_get(r->yaml, "tests");
	bool first = true;

	buf_printf(b, "\"%s\": [", kind);
	for (uint32_t i = 0; tests && tests->kind == Y_SEQ && i < tests->n; i++) {
		const struct ynode *t = tests->kid[i];

		if (!yaml_str(yaml_get(t, kind)))
			continue;
		buf_puts(b, first ? "{" : ", {");
		json_text(b, "text", yaml_str(yaml_get(t, kind)), ", ");
		json_text(b, "fixed", yaml_str(yaml_get(t, "fixed")), ", ");
		buf_puts(b, "\"files\": ");
		json_files(b, yaml_get(t, "files"));
		json_text(b, "dialect", yaml_str(yaml_get(t, "dialect")), "}");
		first = false;
	}
	buf_puts(b, "]");
}

static void json_rule(struct buf *b, const struct rule *r)
{
	buf_putc(b, '{');
	json_text(b, "code", r->id, ", ");
	json_text(b, "name", r->name, ", ");
	json_text(b, "category", r->category, ", ");
	json_text(b, "severity", severity_name(r->severity), ", ");
	json_text(b, "fix", fix_kind(r), ", ");
	json_text(b, "summary", r->summary, ", ");
	json_text(b, "why", r->why, ", ");
	out_json_texts(b, "dialects", r->dialect, r->ndialects);
	buf_puts(b, ", ");
	buf_printf(b, "\"default\": %s, ", r->off ? "false" : "true");
	out_json_texts(b, "references", r->ref, r->nrefs);
	buf_puts(b, ", ");
	out_json_texts(b, "seeds", r->seed, r->nseeds);
	buf_puts(b, ", ");
	json_options(b, r);
	buf_puts(b, "\"test_files\": ");
	json_files(b, yaml_get(r->yaml, "test-files"));
	json_examples(b, r, "bad");
	buf_puts(b, ", ");
	json_examples(b, r, "good");
	buf_putc(b, '}');
}

static void print_json(const struct ruleset *rs)
{
	struct buf b = { 0 };

	buf_putc(&b, '[');
	for (uint32_t i = 0; i < rs->n; i++) {
		buf_puts(&b, i ? ",\n  " : "\n  ");
		json_rule(&b, rs->at[i]);
	}
	buf_puts(&b, rs->n ? "\n]\n" : "]\n");
	fputs(buf_str(&b), stdout);
	buf_release(&b);
}

static void print_table(struct session *s)
{
	const struct ruleset *rs = s->rules;
	int width = 4;

	for (uint32_t i = 0; i < rs->n; i++)
		if ((int)strlen(rs->at[i]->name) > width)
			width = (int)strlen(rs->at[i]->name);
	for (uint32_t i = 0; i < rs->n; i++) {
		const struct rule *r = rs->at[i];

		printf("%-7s %-*s  %-11s  %-6s  %s\n", r->id, width, r->name, severity_name(r->severity), fix_kind(r),
		       r->summary);
	}
	if (!s->o->quiet)
		printf("%u rules. `cfglint explain RULE` tells what one is about.\n", rs->n);
}

int cmd_rules(struct session *s)
{
	if (s->o->words.n) {
		complain(s, "`cfglint rules` takes no path; `cfglint explain %s` documents one rule",
			 s->o->words.at[0]);
		return s->status;
	}
	if (s->o->output_format && strcmp(s->o->output_format, "json") == 0)
		print_json(s->rules);
	else
		print_table(s);
	return s->status;
}
