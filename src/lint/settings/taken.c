// SPDX-License-Identifier: MIT
/* A project's file stands above the user's own: what a stranger's branch brings may silence a rule, but not unseen
 * where the user named that rule. */
#include "base/buf.h"
#include "lint/settings/priv.h"
#include "lint/settings/select.h"

enum { NAMED_MOST = 3 }; /* the others are counted */

struct taken { /* rules, in words */
	struct buf names;
	uint32_t n;
};

static void add(struct taken *t, const struct rule *r)
{
	if (t->n++ < NAMED_MOST)
		buf_printf(&t->names, "%s%s", t->n > 1 ? ", " : "", r->id);
}

static const char *const *say(struct arena *a, const char *file, const char *does, const char *what, uint32_t more,
			      const char *source)
{
	const char **one = arena_array(a, const char *, 2);
	const char *rest = more ? arena_printf(a, " and %u more", more) : "";
	one[0] = arena_printf(a, "%s %s %s%s, which your own settings%s; `--config FILE` reads your file alone", file,
			      does, what, rest, source);
	return one;
}

static const char *const *say_rules(struct arena *a, const char *file, const char *does, struct taken *t)
{
	uint32_t more = t->n > NAMED_MOST ? t->n - NAMED_MOST : 0;
	const char *const *said = t->n ? say(a, file, does, buf_str(&t->names), more, " or options request") : NULL;
	buf_release(&t->names);
	return said;
}

static bool fails_less(const struct settings *own, const struct settings *s)
{
	if (!own->fail_on_set || own->fail_never)
		return false;
	return s->fail_never || s->fail_on > own->fail_on;
}

const char *const *settings_taken_away(struct arena *a, const struct ruleset *rs, const char *file,
				       const struct settings *own, const struct settings *s)
{
	struct taken off = { 0 }, lowered = { 0 };
	for (uint32_t i = 0; i < rs->n; i++) {
		const struct rule *r = rs->at[i];
		enum severity was = settings_severity(own, r, r->severity), is = settings_severity(s, r, r->severity);
		if (!settings_ask_for(own, r) || !settings_selects(own, r, was))
			continue;
		if (!settings_selects(s, r, is))
			add(&off, r);
		else if (is < was)
			add(&lowered, r);
	}
	const char *const *said = say_rules(a, file, "turns off", &off);
	said = list_joined(a, said, say_rules(a, file, "lowers", &lowered));
	return fails_less(own, s) ? list_joined(a, said, say(a, file, "lowers", "fail-on", 0, " set")) : said;
}
