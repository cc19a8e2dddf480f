// SPDX-License-Identifier: MIT
/* `cfglint version`: cfglint's and, for reports of bugs, those of the libraries it runs with. Whatever is wrong with
 * settings and rules, it works. The first line is cfglint's alone: scripts compare it. */
#include "cli/command/priv.h"
#include "cli/shared/shown_effective.h"
#include "text/jwrite.h"
#include <jansson.h>
#include <nettle/version.h>
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>
#include <zlib.h>

struct library {
	const char *name, *version;
};

enum { LIBRARIES_MOST = 16 };

static const char *pcre2_version(struct arena *a)
{
	int n = pcre2_config(PCRE2_CONFIG_VERSION, NULL);
	char *text = arena_array(a, char, n > 0 ? (size_t)n : 1);

	if (n > 0)
		pcre2_config(PCRE2_CONFIG_VERSION, text);
	text[strcspn(text, " ")] = '\0'; /* "10.42 2022-12-11" */
	return text;
}

/* Those that are compiled in, "name version name version", as the build fetched them. */
static unsigned compiled_in(struct arena *a, struct library *to)
{
	char *text = arena_strdup(a, CFGLINT_SOURCES), *rest = text;
	unsigned n = 0;

	for (const char *name; n < LIBRARIES_MOST / 2 && (name = strtok_r(rest, " ", &rest)); n++)
		to[n] = (struct library){ name, strtok_r(rest, " ", &rest) };
	return n;
}

static unsigned libraries(struct arena *a, struct library *to)
{
	unsigned n = compiled_in(a, to);

	to[n++] = (struct library){ "pcre2", pcre2_version(a) };
	to[n++] = (struct library){ "libyaml", yaml_get_version_string() };
	to[n++] = (struct library){ "jansson", jansson_version_str() };
	to[n++] =
		(struct library){ "nettle", arena_printf(a, "%d.%d", nettle_version_major(), nettle_version_minor()) };
	to[n++] = (struct library){ "zlib", zlibVersion() };
	return n;
}

static void version_json(const struct library *l, unsigned n)
{
	struct buf b = { 0 };
	struct jwrite top = { .b = &b }, o = jwrite_object(&top, NULL, true), of;

	jwrite_text(&o, "version", CFGLINT_VERSION);
	of = jwrite_object(&o, "libraries", true);
	for (unsigned i = 0; i < n; i++)
		jwrite_text(&of, l[i].name, l[i].version);
	jwrite_end(&of);
	jwrite_text(&o, "docs", *session_docs() ? session_docs() : NULL);
	jwrite_end(&o);
	puts(buf_str(&b));
	buf_release(&b);
}

static void version_text(const struct library *l, unsigned n, bool verbose)
{
	puts("cfglint " CFGLINT_VERSION);
	for (unsigned i = 0; i < n; i++)
		say("%s%s %s", i ? ", " : "with ", l[i].name, l[i].version);
	say("\n");
	if (verbose)
		say("pages of the rules: %s\n", *session_docs() ? session_docs() : "docs/rules in its sources");
}

int cmd_version(struct session *s)
{
	struct library l[LIBRARIES_MOST];
	struct arena a = { 0 };

	if (s->o->words.n && !s->o->version) {
		complain(s, "version takes no words");
		return s->status;
	}
	if (!s->o->version && json_wanted(s)) /* --version with any other option prints text */
		version_json(l, libraries(&a, l));
	else
		version_text(l, libraries(&a, l), s->o->verbose);
	arena_release(&a);
	return s->status;
}
