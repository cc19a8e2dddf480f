// SPDX-License-Identifier: MIT
/* `cfglint new-rule [CATEGORY/]NAME`: a commented rule file that loads and passes its tests, to be filled in. */
#include "cli/command/priv.h"
#include "base/path.h"
#include "lint/rules/rule_word.h"
#include "text/replace.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const char skeleton[] =
	"# A rule of %s. What can stand here: docs/writing-rules.md. Try it:\n"
	"#   cfglint test-rules %s\n"
	"id: %s                       # stable for ever: people write it into comments and settings\n"
	"severity: warning                # error: the run fails or does not do what the config says | warning | info "
	"| performance\n"
	"# dialects: [mmseg0, mmengine]   # left out: every training code; names: cfglint show --facts FILE\n"
	"summary: the example key is too large        # one line, no full stop\n"
	"why: |\n"
	"  What happens at run time, and when; why that is not what the author wants; when the rule is wrong, and how "
	"one keeps it quiet.\n"
	"refs: []                         # \"framework/file.py: function\", a paper, a thread\n"
	"options:                         # numbers that a project may want otherwise: `rules: {%s: {most: 8}}` in "
	".cfglint.yaml\n"
	"  most: {default: 4, doc: largest value that is not reported}\n"
	"# let: {total: cfg.example_key * machine.gpus}      # names for the lines below\n"
	"when: cfg.example_key > most     # fires only when this is exactly True; what is absent or unknown is not\n"
	"at: cfg.example_key              # where the finding stands\n"
	"message: \"example_key={cfg.example_key} is more than {most}\"          # with the numbers\n"
	"# hint: what to do, where no fix can know\n"
	"fixes:                           # each is proved on the effective config before a byte is written\n"
	"  - {safety: unsafe, title: \"set it to {most}\", set: {cfg.example_key: most}}    # safe: training computes "
	"the same\n"
	"tests:                           # `test-rules` runs them; at least one bad and one good\n"
	"  - bad: |\n"
	"      example_key = 16\n"
	"    at: \"16\"\n"
	"    message: \"is more than 4\"\n"
	"    fixed: |\n"
	"      example_key = 4\n"
	"  - good: |\n"
	"      example_key = 4\n"
	"  - good: |                      # absent: nothing to say\n"
	"      other_key = 16\n";

static bool is_name(const char *s)
{
	if (!islower((unsigned char)*s))
		return false;
	for (; *s; s++)
		if (!islower((unsigned char)*s) && !isdigit((unsigned char)*s) && *s != '-')
			return false;
	return true;
}

/* The three letters of a category's ids: those of its rules, else the first of its name that no other category has. */
static void letters_of(const struct ruleset *rs, const char *category, char out[4])
{
	size_t n = 0;

	for (uint32_t i = 0; i < rs->n; i++)
		if (strcmp(rs->at[i]->category, category) == 0) {
			memcpy(out, rs->at[i]->id, 3);
			return;
		}
	for (const char *p = category; *p && n < 3; p++)
		if (isalpha((unsigned char)*p))
			out[n++] = (char)toupper((unsigned char)*p);
	while (n < 3)
		out[n++] = 'X';
	for (out[3] = '\0'; word_is_rules(rs, out) && out[2] < 'Z'; out[2]++)
		;
}

/* The first free number; in a category of the built-in rules from 900 on, so that a new version brings no twin. */
static unsigned number_of(const struct ruleset *rs, const char *letters)
{
	unsigned n = 1, have;

	for (uint32_t i = 0; i < rs->n; i++)
		if (strncmp(rs->at[i]->id, letters, 3) == 0 && !rs->at[i]->folder)
			n = 900;
	for (uint32_t i = 0; i < rs->n; i++)
		if (strncmp(rs->at[i]->id, letters, 3) == 0 && sscanf(rs->at[i]->id + 3, "%u", &have) == 1 && have >= n)
			n = have + 1;
	return n;
}

/* Where the rules of this project are: --rules, or the first folder of the settings' `rules:`. */
static const char *folder_of(struct session *s)
{
	const char *dir = s->o->rules ? path_absolute(&s->arena, s->o->rules) : s->rule_folder;

	if (s->o->rules)
		vfs_allow(s->linter.vfs, dir);
	else if (dir)
		vfs_allow(s->linter.vfs, s->rule_folder_top);
	if (!dir)
		complain(s, "which folder? name one by `--rules DIR`, or in .cfglint.yaml: `rules: [lint-rules]`");
	return dir;
}

static bool write_rule(struct session *s, const char *dir, const char *category, const char *name)
{
	struct buf text = { 0 };
	struct err e = { 0 };
	char letters[4] = "";
	const char *id, *path = path_join(&s->arena, path_join(&s->arena, dir, category),
					  arena_printf(&s->arena, "%s.yaml", name));
	bool good;

	letters_of(s->linter.rules, category, letters);
	id = arena_printf(&s->arena, "%s%03u", letters, number_of(s->linter.rules, letters));
	buf_printf(&text, skeleton, category, id, id, id);
	good = folder_make(s->linter.vfs, path_dir(&s->arena, path), &e);
	if (!good)
		complain(s, "%s", session_message(s, e.msg));
	if (good && !file_replace(s->linter.vfs, path, buf_str(&text), text.n, NULL, 0, false, &e)) {
		complain(s, "%s: %s", session_name(s, path), e.msg);
		good = false;
	}
	buf_release(&text);
	if (good)
		say("%s: rule %s. Fill it in, then `cfglint test-rules %s%s%s`\n", session_name(s, path), id,
		    s->o->rules ? "--rules " : "", s->o->rules ? s->o->rules : id,
		    s->o->rules ? arena_printf(&s->arena, " %s", id) : "");
	return good;
}

int cmd_new_rule(struct session *s)
{
	const char *word = s->o->words.n == 1 ? s->o->words.at[0] : NULL, *slash, *dir, *category = "project", *near;

	if (!word) {
		complain(s, "`cfglint new-rule [CATEGORY/]NAME`: one name, such as house/no-fp16");
		return s->status;
	}
	slash = strchr(word, '/');
	if (slash) {
		category = arena_strndup(&s->arena, word, (size_t)(slash - word));
		word = slash + 1;
	}
	if (!is_name(word) || !is_name(category)) {
		complain(s, "a rule's name and category are small letters, digits and dashes: house/no-fp16");
		return s->status;
	}
	near = ruleset_find(s->linter.rules, word) ? ruleset_find(s->linter.rules, word)->id : NULL;
	if (near)
		complain(s, "%s has the name %s already", near, word);
	else if ((dir = folder_of(s)))
		write_rule(s, dir, category, word);
	return s->status;
}
