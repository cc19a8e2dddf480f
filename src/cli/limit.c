// SPDX-License-Identifier: MIT
/* --limit seconds=10, memory=512, run_memory=4GiB: the words and bounds of `limits:` in the settings. */
#include "cli/limit.h"
#include "base/near.h"
#include "cli/messages.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST = 1000000 }; /* as in settings */

static const char *const names[] = { "seconds", "memory", "run_memory" };

/* The index in names; their number if none matches. */
static size_t name_of(const char *text, size_t n)
{
	size_t i = 0;

	while (i < ARRAY_SIZE(names) && (strlen(names[i]) != n || memcmp(names[i], text, n) != 0))
		i++;
	return i;
}

/* 0: not one of 1 ... MOST. */
static uint32_t figure_of(const char *text, bool memory)
{
	char *end;
	unsigned long n = *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : 0;

	if (!n || n > MOST)
		return 0;
	if (memory && strcasecmp(end, "GiB") == 0)
		n *= 1024;
	else if (*end && !(memory && strcasecmp(end, "MiB") == 0))
		return 0;
	return n > MOST ? 0 : (uint32_t)n;
}

static bool is_good(struct session *s, const char *text)
{
	const char *figure = strchr(text, '=') + 1; /* it has one: opts looked */
	size_t n = (size_t)(figure - 1 - text), i = name_of(text, n);
	const char *near;

	if (i == ARRAY_SIZE(names)) {
		near = near_word(arena_strndup(&s->arena, text, n), names, ARRAY_SIZE(names));
		complain(s, "--limit takes seconds, memory or run_memory, not '%.*s'%s%s%s", (int)n, text,
			 near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
		return false;
	}
	if (figure_of(figure, i > 0))
		return true;
	if (i > 0)
		complain(s, "--limit %s takes MiB or GiB (512, 512MiB, 2GiB), at most %d MiB, not '%s'", names[i], MOST,
			 figure);
	else
		complain(s, "--limit %s takes a positive whole number, at most %d, not '%s'", names[i], MOST, figure);
	return false;
}

bool limits_are_good(struct session *s)
{
	bool good = true;

	for (size_t i = 0; i < s->o->limit.n; i++)
		good &= is_good(s, s->o->limit.at[i]);
	return good;
}

void limits_put(const struct opts *o, struct graph_limits *to)
{
	uint32_t *limit[] = { &to->seconds, &to->mib, &to->run_mib };

	for (size_t i = 0; i < o->limit.n; i++) {
		const char *text = o->limit.at[i], *figure = strchr(text, '=') + 1;
		size_t which = name_of(text, (size_t)(figure - 1 - text));

		*limit[which] = figure_of(figure, which > 0);
	}
}
