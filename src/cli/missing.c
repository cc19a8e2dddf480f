// SPDX-License-Identifier: MIT
/* Words of the command line that name no path: what was meant instead. */
#include "cli/missing.h"
#include "base/near.h"
#include "base/path.h"
#include "cli/admit.h"
#include "cli/messages.h"
#include "lint/rules/rule_word.h"
#include "text/nearest.h"
#include <string.h>

/* `--select CKP BLR`: the option whose list the word was probably meant for, with the corrected list; NULL: none. */
static const char *list_meant(struct session *s, const char *word)
{
	const struct {
		const char *option;
		const struct strings *list;
	} all[] = { { "--select", &s->o->select },
		    { "--extend-select", &s->o->extend_select },
		    { "--ignore", &s->o->ignore },
		    { "--add-ignore", &s->o->add_ignore } };
	enum severity level;
	bool any;

	if (!word_is_rules(s->linter.rules, word) && !word_is_level(word, &level, &any))
		return NULL;
	for (size_t i = 0; i < ARRAY_SIZE(all); i++)
		if (all[i].list->n)
			return arena_printf(&s->arena, "%s %s,%s", all[i].option, all[i].list->at[all[i].list->n - 1],
					    word);
	return NULL;
}

void missing_report(struct session *s, const char *given, const char *path)
{
	const char *near = *path ? nearest_file(&s->arena, s->linter.vfs, path, NULL) : NULL,
		   *list = *given ? list_meant(s, given) : NULL;

	if (!*given)
		complain(s, "an empty name is no path");
	else if (list)
		complain(s, "%s: no such file or folder; separate rules with commas: %s", given, list);
	else if (near)
		complain(s, "%s: no such file or folder; did you mean %s?", given, session_name(s, near));
	else
		complain(s, "%s: no such file or folder", given);
}

/* `cfglint lnit configs`: a first word that is no file, and near to a command, was meant as one. */
bool missing_command(struct session *s, const char *word)
{
	const char *command = *word && !s->o->command_given && !strpbrk(word, "/.") ? command_nearest(word) : NULL,
		   *path = path_absolute(&s->arena, word), *near;

	if (!command || vfs_stands(s->linter.vfs, path) || !admit(s, path))
		return false;
	near = nearest_file(&s->arena, s->linter.vfs, path, NULL);
	if (near && near_distance(path_base(near), word) <= near_distance(command, word))
		return false;
	complain(s, "no command, file or folder '%s'; did you mean the command `%s`?", word, command);
	return true;
}
