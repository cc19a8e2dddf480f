// SPDX-License-Identifier: MIT
/* `cfglint help [COMMAND | TOPIC]`. It works even if settings or rules are broken. Only the topics read rules: they
 * list names, one per line, for people and for completions. */
#include "cli/command/families.h"
#include "cli/command/priv.h"
#include "cli/opts_help.h"
#include "base/near.h"
#include <stdio.h>
#include <string.h>

static void list_dialects(struct session *s)
{
	const struct dialects *all = &s->linter.rules->dialects;

	for (uint32_t i = 0; i < all->n; i++)
		say("  %-16s %s\n", all->at[i]->name, all->at[i]->summary ? all->at[i]->summary : "");
}

static const struct topic {
	const char *name;
	void (*list)(struct session *s);
} topics[] = { { "dialects", list_dialects }, { "families", list_families }, { "profiles", variant_list_profiles } };

static const struct topic *topic_named(const char *word)
{
	for (size_t i = 0; i < ARRAY_SIZE(topics); i++)
		if (strcmp(topics[i].name, word) == 0)
			return &topics[i];
	return NULL;
}

static int run_topic(struct session *s, const struct topic *t)
{
	struct session own = { 0 };
	int status = EXIT_USAGE;

	if (session_open(&own, s->o, s->kinds)) {
		t->list(&own);
		status = own.status;
	}
	session_close(&own);
	return status;
}

static void no_topic(struct session *s, const char *word)
{
	const char *names[COMMAND_COUNT + ARRAY_SIZE(topics)], *near;

	for (unsigned i = 0; i < COMMAND_COUNT; i++)
		names[i] = command_at(i)->name;
	for (size_t i = 0; i < ARRAY_SIZE(topics); i++)
		names[COMMAND_COUNT + i] = topics[i].name;
	near = near_word(word, names, ARRAY_SIZE(names));
	if (near)
		complain(s, "help: no command '%s'; did you mean %s?", word, near);
	else
		complain(s, "help: no command '%s'; `cfglint help` lists them, `cfglint explain RULE` documents a rule",
			 word);
}

int command_help(struct session *s, const struct command_row *c)
{
	static const struct topic profiles = { "profiles", variant_list_options };

	if (!c)
		opts_overview();
	else
		opts_help(c->bit);
	if (c && c->bit == CMD_VARIANT)
		run_topic(s,
			  &profiles); /* errors in settings are reported, and the help is complete without settings */
	return EXIT_CLEAN;
}

int cmd_help(struct session *s)
{
	const struct strings *words = &s->o->words;
	const struct command_row *c = words->n ? command_named(words->at[0]) : NULL;
	const struct topic *t = words->n ? topic_named(words->at[0]) : NULL;

	if (words->n > 1)
		complain(s, "help takes one command: `cfglint help %s`", words->at[0]);
	else if (t)
		return run_topic(s, t);
	else if (words->n && !c)
		no_topic(s, words->at[0]);
	else
		return command_help(s, c);
	return s->status;
}
