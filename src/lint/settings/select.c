// SPDX-License-Identifier: MIT
/* Which rules run: ids, names and categories of --select replace the default, level words add to it. Errors and
 * warnings are on, info with --pedantic, performance with the word perf. The more exact word wins: an id over a
 * category or level. The words of the settings about fixes are read the same way. */
#include "lint/settings/select.h"
#include "spec/read.h"
#include <string.h>

enum { BY_LEVEL = 1, BY_CATEGORY = 2, BY_NAME = 4 };

static bool level_word(const char *w, enum severity *sev, bool *all)
{
	*all = !strcmp(w, "all");
	if (*all)
		return true;
	if (!strcmp(w, "perf"))
		w = "performance";
	for (int i = SEV_INFO; i <= SEV_ERROR; i++)
		if (!strcmp(w, severity_name((enum severity)i))) {
			*sev = (enum severity)i;
			return true;
		}
	return false;
}

static unsigned match_word(const char *w, const struct rule *r, enum severity sev)
{
	enum severity level = sev;
	bool all = false;
	if (!strcmp(w, r->id) || !strcmp(w, r->name))
		return BY_NAME;
	if (level_word(w, &level, &all))
		return all || level == sev ? BY_LEVEL : 0;
	if ((strlen(w) == 3 && !strncmp(r->id, w, 3)) || !strcmp(r->category, w))
		return BY_CATEGORY;
	return 0;
}

static unsigned matches(const char *const *words, const struct rule *r, enum severity sev)
{
	unsigned m = 0;
	for (size_t i = 0; words && words[i]; i++)
		m |= match_word(words[i], r, sev);
	return m;
}

/* Does the list hold anything but level words, so that it replaces the default? */
static bool replaces(const char *const *words)
{
	enum severity sev;
	bool all;
	for (size_t i = 0; words && words[i]; i++)
		if (!level_word(words[i], &sev, &all))
			return true;
	return false;
}

/* ---- rules: {ID: {...}} ---- */

static const struct ynode *of_rule(const struct settings *s, const struct rule *r, const char *key)
{
	if (!s->rules)
		return NULL;
	const struct ynode *by_id = yaml_get(yaml_get(s->rules, r->id), key);
	return by_id ? by_id : yaml_get(yaml_get(s->rules, r->name), key);
}

bool settings_option(const struct settings *s, const struct rule *r, const struct str *name, struct arena *a,
		     struct value *out)
{
	const struct ynode *n = of_rule(s, r, name->s);
	struct yread y = { .a = a, .src = s->src };
	return n && yread_value(&y, n, out);
}

static bool turns_off(const struct settings *s, const struct rule *r)
{
	const char *word = yaml_str(of_rule(s, r, "severity"));
	return word && !strcmp(word, "off");
}

enum severity settings_severity(const struct settings *s, const struct rule *r, enum severity sev)
{
	const char *word = yaml_str(of_rule(s, r, "severity"));
	for (int i = SEV_INFO; word && i <= SEV_ERROR; i++)
		if (!strcmp(word, severity_name((enum severity)i)))
			return (enum severity)i;
	return sev;
}

/* ---- which run ---- */

bool settings_selects(const struct settings *s, const struct rule *r, enum severity sev)
{
	const struct selection *sel = &s->sel;
	unsigned on = matches(sel->select, r, sev) | matches(sel->extend, r, sev), not = matches(sel->ignore, r, sev);
	bool level = sev >= SEV_WARNING || (sev == SEV_INFO && sel->pedantic);
	if (r->home && !sel->any_home && (!s->path || strcmp(r->home, s->path)))
		return false; /* another project's rule */
	if (turns_off(s, r))
		return false;
	if (sel->slow)
		return r->speed && !not ;
	if (on & BY_NAME)
		return !(not &BY_NAME);
	if (r->off || not )
		return false;
	if (on & BY_LEVEL)
		return true;
	return level && (on & BY_CATEGORY || !replaces(sel->select));
}

bool settings_holds_back(const struct settings *s, const struct rule *r, enum severity sev)
{
	static const char *const perf[] = { "performance", NULL };
	struct settings with = *s;
	with.sel.extend = perf;
	return sev == SEV_PERFORMANCE && !replaces(s->sel.select) && settings_selects(&with, r, sev);
}

static unsigned exactness(unsigned m)
{
	return m & BY_NAME ? BY_NAME : m & BY_CATEGORY ? BY_CATEGORY : m;
}

bool settings_fixes(const struct settings *s, const struct rule *r, enum severity sev)
{
	unsigned on = s->fixing.fixable ? matches(s->fixing.fixable, r, sev) : BY_LEVEL,
		 not = matches(s->fixing.unfixable, r, sev);
	return exactness(on) > exactness(not );
}

enum safety settings_safety(const struct settings *s, const struct rule *r, enum severity sev, enum safety own)
{
	unsigned safe = matches(s->fixing.safe, r, sev), unsafe = matches(s->fixing.unsafe, r, sev);
	if (!safe && !unsafe)
		return own;
	return exactness(safe) > exactness(unsafe) ? SAFETY_SAFE : SAFETY_UNSAFE;
}
