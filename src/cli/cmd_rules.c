// SPDX-License-Identifier: MIT
/* `cfglint rules`: every rule on a line, or as JSON. */
#include "cli/session.h"
#include <string.h>

static const char *fix_kind(const struct rule *r)
{
	const char *kind = "-";

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

static void json_rule(struct buf *b, const struct rule *r)
{
	buf_putc(b, '{');
	json_text(b, "code", r->id, ", ");
	json_text(b, "name", r->name, ", ");
	json_text(b, "category", r->category, ", ");
	json_text(b, "severity", severity_name(r->severity), ", ");
	json_text(b, "fix", fix_kind(r), ", ");
	json_text(b, "summary", r->summary, ", ");
	json_text(b, "why", r->why, ", \"dialects\": [");
	for (uint32_t i = 0; i < r->ndialects; i++) {
		buf_puts(b, i ? ", " : "");
		buf_json(b, r->dialect[i], strlen(r->dialect[i]));
	}
	buf_printf(b, "], \"default\": %s}", r->off ? "false" : "true");
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
