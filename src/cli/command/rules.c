// SPDX-License-Identifier: MIT
/* `cfglint rules`: every rule on a line, or as JSON.
 *
 *	DAT005  zero-workers  performance  unsafe  data are loaded inside the training step */
#include "cli/command/priv.h"
#include "cli/shared/shown_effective.h"
#include "lint/rules/ruleset.h"
#include "lint/rules/rule_word.h"
#include "report/value_json.h"
#include "text/jwrite.h"
#include <string.h>

static const char *fix_kind(const struct rule *r)
{
	const char *kind = r->native_fix ? r->native_fix : "-";

	for (uint32_t i = 0; i < r->ncases; i++)
		for (uint32_t k = 0; k < r->cas[i].nfixes; k++) {
			if (rule_safety(r, &r->cas[i].fix[k]) == SAFETY_SAFE)
				return "safe";
			kind = "unsafe";
		}
	return kind;
}

/* Left out of the rule's file: empty. */
static void json_text(struct jwrite *j, const char *key, const char *s)
{
	jwrite_text(j, key, s ? s : "");
}

static void json_options(struct jwrite *j, const struct rule *r)
{
	struct jwrite all = jwrite_object(j, "options", false), one;

	for (uint32_t i = 0; i < r->noptions; i++) {
		one = jwrite_object(&all, r->option[i].name->s, false);
		json_text(&one, "doc", r->option[i].doc);
		value_json(&one, "default", r->option[i].def);
		jwrite_end(&one);
	}
	jwrite_end(&all);
}

static void json_files(struct jwrite *j, const char *key, const struct ynode *files)
{
	struct jwrite all = jwrite_object(j, key, false);

	for (uint32_t i = 0; files && files->kind == Y_MAP && i < files->n; i++)
		json_text(&all, files->key[i]->text->s, yaml_str(files->kid[i]));
	jwrite_end(&all);
}

static void json_list(struct jwrite *j, const char *key, const struct ynode *texts)
{
	struct jwrite all = jwrite_list(j, key, false);

	for (uint32_t i = 0; texts && texts->kind == Y_SEQ && i < texts->n; i++)
		json_text(&all, NULL, yaml_str(texts->kid[i]));
	jwrite_end(&all);
}

/* All that a test of this kind gives, so that anyone can run it as a project of its own. */
static void json_examples(struct jwrite *j, const struct rule *r, const char *kind)
{
	struct arena a = { 0 };
	const struct ynode *tests = tests_of(&a, r->src);
	struct jwrite list = jwrite_list(j, kind, false), one;

	for (uint32_t i = 0; tests && i < tests->n; i++) {
		const struct ynode *t = tests->kid[i];

		if (!yaml_str(yaml_get(t, kind)))
			continue;
		one = jwrite_object(&list, NULL, false);
		json_text(&one, "text", yaml_str(yaml_get(t, kind)));
		json_text(&one, "fixed", yaml_str(yaml_get(t, "fixed")));
		json_files(&one, "files", yaml_get(t, "files"));
		json_text(&one, "dialect", yaml_str(yaml_get(t, "dialect")));
		json_text(&one, "path", yaml_str(yaml_get(t, "path")));
		json_text(&one, "settings", yaml_str(yaml_get(t, "settings")));
		json_files(&one, "machine", yaml_get(t, "machine"));
		json_list(&one, "and", yaml_get(t, "and"));
		json_list(&one, "cfg_options", yaml_get(t, "cfg-options"));
		jwrite_end(&one);
	}
	jwrite_end(&list);
	arena_release(&a);
}

static void json_test_files(struct jwrite *j, const struct rule *r)
{
	struct arena a = { 0 };

	json_files(j, "test_files", test_files_of(&a, r->src));
	arena_release(&a);
}

static void put_rule(struct jwrite *list, const struct rule *r)
{
	struct jwrite j = jwrite_object(list, NULL, false);

	json_text(&j, "code", r->id);
	json_text(&j, "name", r->name);
	json_text(&j, "category", r->category);
	json_text(&j, "severity", severity_name(r->severity));
	json_text(&j, "fix", fix_kind(r));
	json_text(&j, "code_fix", rule_patch(r) ? rule_patch(r)->summary : NULL);
	json_text(&j, "summary", r->summary);
	json_text(&j, "why", r->why);
	json_text(&j, "on", r->on->name);
	jwrite_texts(&j, "dialects", r->dialect, r->ndialects);
	jwrite_bool(&j, "default", !r->off);
	jwrite_texts(&j, "references", r->ref, r->nrefs);
	jwrite_texts(&j, "seeds", r->seed, r->nseeds);
	json_options(&j, r);
	json_test_files(&j, r);
	json_examples(&j, r, "bad");
	json_examples(&j, r, "good");
	jwrite_end(&j);
}

void rules_json(struct rule *const *r, uint32_t n)
{
	struct buf b = { 0 };
	struct jwrite top = { .b = &b }, list = jwrite_list(&top, NULL, true);

	for (uint32_t i = 0; i < n; i++)
		put_rule(&list, r[i]);
	jwrite_end(&list);
	puts(buf_str(&b));
	buf_release(&b);
}

void rule_json(const struct rule *r)
{
	struct buf b = { 0 };

	put_rule(&(struct jwrite){ .b = &b, .indent = 1 }, r);
	puts(buf_str(&b));
	buf_release(&b);
}

void rules_list(struct rule *const *rule, uint32_t n, bool quiet)
{
	int width = 4;

	for (uint32_t i = 0; i < n; i++)
		if ((int)strlen(rule[i]->name) > width)
			width = (int)strlen(rule[i]->name);
	for (uint32_t i = 0; i < n; i++) {
		const struct rule *r = rule[i];

		say("%-7s %-*s  %-11s  %-6s  %s\n", r->id, width, r->name, severity_name(r->severity), fix_kind(r),
		    r->summary);
	}
	if (!quiet)
		say("%u rule%s. `cfglint explain RULE` describes one.\n", n, plural(n));
}

/* A level means the rules of that level. */
bool rules_word(const char *word, const struct rule *r)
{
	enum severity level;
	bool all;

	if (word_is_level(word, &level, &all))
		return all || level == r->severity;
	return word_names(word, strlen(word), r) != WORD_NOT;
}

static bool is_wanted(const struct session *s, const struct rule *r)
{
	const struct strings *words = &s->o->select;
	bool wanted = words->n == 0;

	for (size_t i = 0; i < words->n && !wanted; i++)
		wanted = rules_word(words->at[i], r);
	return wanted;
}

int cmd_rules(struct session *s)
{
	const struct ruleset *rs = s->linter.rules;
	struct rule **r = arena_array(&s->arena, struct rule *, rs->n + 1);
	uint32_t n = 0;

	if (s->o->words.n) {
		complain(s, "`cfglint rules` takes no path; `cfglint explain %s` documents one rule",
			 s->o->words.at[0]);
		return s->status;
	}
	for (uint32_t i = 0; i < rs->n; i++)
		if (is_wanted(s, rs->at[i]))
			r[n++] = rs->at[i];
	if (json_wanted(s))
		rules_json(r, n);
	else
		rules_list(r, n, s->o->quiet);
	return s->status;
}
