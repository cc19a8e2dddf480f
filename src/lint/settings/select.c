// SPDX-License-Identifier: MIT
/* Which rules run: ids, names, prefixes of ids and categories of --select replace the default, regardless of the level
 * of their rules; level words add to it. Errors and warnings are on, info with --pedantic, performance with the word
 * perf. The more exact word wins, of equal ones the one that ignores; a level that is ignored stays out unless the rule
 * itself is named. The words of the settings about fixes are read the same way.
 *
 *	--select DAT --ignore DAT005	all rules DAT but DAT005; `ignore: [info]` would leave out their infos, too */
#include "lint/settings/select.h"
#include "lint/rules/rule_word.h"
#include "spec/read.h"
#include <string.h>

/* How exactly the words name the rule; level words are distinguished. */
struct match {
	unsigned exact;
	bool level;
};

static struct match matches(const char *const *words, const struct rule *r, enum severity sev)
{
	struct match m = { 0 };
	for (size_t i = 0; words && words[i]; i++) {
		enum severity level = sev;
		bool all;
		unsigned exact = WORD_LEVEL;
		if (!word_is_level(words[i], &level, &all))
			exact = word_names(words[i], strlen(words[i]), r);
		else if (all || level == sev)
			m.level = true;
		else
			exact = WORD_NOT;
		if (exact > m.exact)
			m.exact = exact;
	}
	return m;
}

/* Whether the list holds anything but level words, so that it replaces the default. */
static bool replaces(const char *const *words)
{
	enum severity sev;
	bool all;
	for (size_t i = 0; words && words[i]; i++)
		if (!word_is_level(words[i], &sev, &all))
			return true;
	return false;
}

/* ---- rules: {ID: {...}} ---- */

/* The value of the nearest file for the rule under the key; in a file the most exact word that matches. */
static const struct ynode *of_rule(const struct settings *s, const struct rule *r, const char *key,
				   const struct source **src)
{
	for (const struct settings_map *m = s->rules; m; m = m->below) {
		const struct ynode *found = NULL;
		unsigned best = WORD_NOT;
		for (uint32_t i = 0; i < m->map->n; i++) {
			const char *word = yaml_str(m->map->key[i]);
			unsigned exact = word_names(word, strlen(word), r);
			const struct ynode *n = exact > best ? yaml_get(m->map->kid[i], key) : NULL;
			if (!n)
				continue;
			best = exact;
			found = n;
		}
		*src = m->src;
		if (found)
			return found;
	}
	return NULL;
}

bool settings_option(const struct settings *s, const struct rule *r, const struct str *name, struct arena *a,
		     struct value *out)
{
	struct yread y = { .a = a };
	const struct ynode *n = of_rule(s, r, name->s, &y.src);
	return n && yread_value(&y, n, out);
}

static bool turns_off(const struct settings *s, const struct rule *r)
{
	const struct source *src;
	const char *word = yaml_str(of_rule(s, r, "severity", &src));
	return word && !strcmp(word, "off");
}

enum severity settings_severity(const struct settings *s, const struct rule *r, enum severity sev)
{
	const struct source *src;
	const char *word = yaml_str(of_rule(s, r, "severity", &src));
	for (int i = SEV_INFO; word && i <= SEV_ERROR; i++)
		if (!strcmp(word, severity_name((enum severity)i)))
			return (enum severity)i;
	return sev;
}

/* ---- which run ---- */

static bool names_folder(const struct settings *s, const char *dir)
{
	for (const char *const *f = s->rule_folders; f && *f; f++)
		if (!strcmp(*f, dir))
			return true;
	return false;
}

bool settings_selects(const struct settings *s, const struct rule *r, enum severity sev)
{
	const struct selection *sel = &s->sel;
	struct match select = matches(sel->select, r, sev), extend = matches(sel->extend, r, sev),
		     not = matches(sel->ignore, r, sev);
	unsigned on = select.exact > extend.exact ? select.exact : extend.exact;
	if (r->folder && !sel->any_home && !names_folder(s, r->folder))
		return false; /* another project's rule */
	if (turns_off(s, r) || (sel->only && strcmp(sel->only, r->id) != 0))
		return false;
	if (sel->slow)
		return (r->speed || r->cost) && !not .exact && (!replaces(sel->select) || on);
	if (on == WORD_NAME)
		return not .exact < WORD_NAME;
	if (r->off || not .level || (not .exact && not .exact >= on))
		return false;
	return on || ((sev >= SEV_WARNING || (sev == SEV_INFO && sel->pedantic)) && !replaces(sel->select));
}

bool settings_ask_for(const struct settings *s, const struct rule *r)
{
	const struct source *src;
	return matches(s->sel.select, r, r->severity).exact > WORD_LEVEL ||
	       matches(s->sel.extend, r, r->severity).exact > WORD_LEVEL ||
	       (of_rule(s, r, "severity", &src) && !turns_off(s, r));
}

bool settings_holds_back(const struct settings *s, const struct rule *r, enum severity sev)
{
	static const char *const perf[] = { "performance", NULL };
	struct settings with = *s, slow = *s;
	with.sel.extend = perf;
	slow.sel.slow = true;
	return sev < SEV_WARNING && !replaces(s->sel.select) &&
	       ((sev == SEV_PERFORMANCE && settings_selects(&with, r, sev)) || settings_selects(&slow, r, sev));
}

bool settings_select_any(const struct settings *s, const struct ruleset *rs)
{
	for (uint32_t i = 0; i < rs->n; i++) {
		const struct rule *r = rs->at[i];
		if (settings_selects(s, r, settings_severity(s, r, r->severity)))
			return true;
		for (uint32_t k = 0; k < r->ncases; k++)
			if (settings_selects(s, r, settings_severity(s, r, r->cas[k].severity)))
				return true;
	}
	return false;
}

bool settings_fixes(const struct settings *s, const struct rule *r, enum severity sev)
{
	unsigned on = s->fixing.fixable ? matches(s->fixing.fixable, r, sev).exact : WORD_LEVEL;
	return on > matches(s->fixing.unfixable, r, sev).exact;
}

enum safety settings_safety(const struct settings *s, const struct rule *r, enum severity sev, enum safety own)
{
	const char *const *words = r->foreign ? s->fixing.users_safe : s->fixing.safe;
	unsigned safe = matches(words, r, sev).exact, unsafe = matches(s->fixing.unsafe, r, sev).exact;
	if (!safe && !unsafe)
		return r->foreign ? SAFETY_UNSAFE : own;
	return safe > unsafe ? SAFETY_SAFE : SAFETY_UNSAFE;
}
