// SPDX-License-Identifier: MIT
/* Caches the report of a whole lint. A cached file has its stamp as a line, a checksum, the exit status, and three
 * lengths; then the messages, the text, the trail, and a line feed.
 *
 *	cfglint configs/	the first time: lints, stores report and trail; the second time: prints the report */
#include "cli/report_cache.h"
#include "base/hash.h"
#include "base/path.h"
#include "base/retrace.h"
#include "base/trail.h"
#include "code/cache_quota.h"
#include "report/draw/terminal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* All environment variables that linting reads. "PATH" is not among them: runs that use git are not cached. */
static const char *const environment[] = { "HOME",
					   "XDG_CONFIG_HOME",
					   "XDG_CACHE_HOME",
					   "CFGLINT_CACHE_DIR",
					   "GITHUB_ACTIONS",
					   "TF_BUILD",
					   "TEAMCITY_VERSION",
					   "NO_COLOR",
					   "FORCE_COLOR",
					   "CLICOLOR_FORCE",
					   "TERM",
					   "CFGLINT_DOCS_URL",
					   "LC_ALL",
					   "LC_CTYPE",
					   "LANG",
					   "GITHUB_WORKSPACE",
					   "CI_PROJECT_DIR",
					   "COLUMNS",
					   "CI",
					   "PRE_COMMIT_FROM_REF",
					   "PRE_COMMIT_TO_REF" };

struct head { /* behind the stamp's line; of the bytes that follow */
	uint64_t checksum;
	uint32_t status, messages, text, trail;
};

const char *report_cache_folder(struct arena *a, const struct opts *o)
{
	const char *own = getenv("CFGLINT_CACHE_DIR"), *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	const char *rules = getenv("CFGLINT_RULES");

	/* rules in development: their knowledge of frameworks changes from run to run */
	if (o->no_cache || o->rules || (rules && *rules))
		return NULL;
	if (own && *own)
		return path_absolute(a, own);
	if (xdg && *xdg == '/')
		return path_join(a, xdg, "cfglint");
	return home && *home == '/' ? path_join(a, home, ".cache/cfglint") : NULL;
}

static bool is_kind_cached(const struct opts *o)
{
	bool reads_more = o->evidence || o->diff_base,
	     prints_more = o->verbose || o->explain_silence || o->show_files || o->show_settings;
	bool writes = o->fix || o->fix_only || o->diff || o->add_ignore.n || o->add_baseline || o->prune_baseline ||
		      o->output_file || o->reports.n;

	for (size_t i = 0; i < o->words.n; i++)
		reads_more |= !strcmp(o->words.at[i], "-");
	return o->command == CMD_LINT && !reads_more && !prints_more && !writes && !o->parse_only && !o->help &&
	       !o->version;
}

static void put_text(struct buf *b, const char *s)
{
	buf_add(b, s ? s : "", s ? strlen(s) + 1 : 1);
}

static bool put_program(struct buf *b)
{
	struct stat st;

	if (disk_program(&st))
		return false;
	buf_printf(b, "%llu %llu %lld.%09ld %lld.%09ld %u", (unsigned long long)st.st_ino,
		   (unsigned long long)st.st_size, (long long)st.st_mtim.tv_sec, st.st_mtim.tv_nsec,
		   (long long)st.st_ctim.tv_sec, st.st_ctim.tv_nsec, (unsigned)geteuid());
	return true;
}

static bool name_it(struct report_cache *k, int argc, char **argv)
{
	struct buf b = { 0 };
	bool good = put_program(&b);

	put_text(&b, path_absolute(&k->arena, "."));
	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--verify-cache") !=
		    0) /* it looks for a report that was cached without the option */
			put_text(&b, argv[i]);
	for (size_t i = 0; i < ARRAY_SIZE(environment); i++) {
		put_text(&b, environment[i]);
		put_text(&b, getenv(environment[i]));
	}
	buf_printf(&b, "%d %u", isatty(STDOUT_FILENO), terminal_width());

	unsigned long long a = hash_bytes(HASH_BYTES, b.s, b.n), c = hash_bytes(HASH_GOLDEN, b.s, b.n);

	k->name = arena_printf(&k->arena, "run-%016llx", a);
	k->stamp = arena_printf(&k->arena, RUN_MARK "3 %016llx%016llx", a, c);
	buf_release(&b);
	return good;
}

/* The parts of the file. false: it is not as it was written. */
static bool take_parts(const struct report_cache *k, const struct buf *b, struct head *h, const char **parts)
{
	size_t at = strlen(k->stamp) + 1, n;

	if (b->n < at + sizeof *h + 1)
		return false;
	memcpy(h, b->s + at, sizeof *h);
	*parts = b->s + at + sizeof *h;
	n = b->n - at - sizeof *h - 1; /* the last byte is a line feed */
	return h->messages <= n && h->text <= n - h->messages && h->trail == n - h->messages - h->text &&
	       h->checksum == hash_long(*parts, n);
}

/* b: the file. */
static void take(struct report_cache *k, const struct buf *b)
{
	struct head h;
	const char *parts;

	if (!take_parts(k, b, &h, &parts) || !retrace(parts + h.messages + h.text, h.trail))
		return;
	k->found = true;
	buf_add(&k->messages, parts, h.messages);
	buf_add(&k->text, parts + h.messages, h.text);
	k->status = (int)h.status;
}

bool report_cache_find(struct report_cache *k, const struct opts *o, int argc, char **argv)
{
	struct buf b = { 0 };

	k->folder = is_kind_cached(o) ? report_cache_folder(&k->arena, o) : NULL;
	if (!k->folder || !name_it(k, argc, argv)) {
		k->folder = NULL;
		return false;
	}
	k->trail = trail_new();
	if (budget_read(k->folder, k->name, k->stamp, &b))
		take(k, &b);
	buf_release(&b);
	if (k->found && !o->verify_cache)
		return true;
	k->begun = true;
	trail_begin(k->trail);
	return false;
}

void report_cache_take(struct report_cache *k, const char *text, size_t n)
{
	if (!k || !k->folder)
		return;
	buf_add(&k->now, text, n);
	k->reported = true;
}

/* Files that could not be read or parsed too: the report contains them, or a message beside it does (cli/messages). */
static void store(struct report_cache *k, int status)
{
	struct buf b = { 0 }, rest = { 0 };

	buf_puts(&rest, trail_recorded_lines(k->trail));
	size_t messages = rest.n;

	buf_add(&rest, buf_str(&k->now), k->now.n);
	size_t before = rest.n;

	if (k->reported && status <= 2 && trail_write(k->trail, &rest)) {
		struct head h = { .status = (uint32_t)status,
				  .messages = (uint32_t)messages,
				  .text = (uint32_t)k->now.n };

		h.trail = (uint32_t)(rest.n - before);
		h.checksum = hash_long(rest.s, rest.n);
		buf_puts(&b, k->stamp);
		buf_putc(&b, '\n');
		buf_add(&b, &h, sizeof h);
		buf_add(&b, rest.s, rest.n);
		buf_putc(&b, '\n');
		budget_write(k->folder, k->name, &b);
	}
	buf_release(&b);
	buf_release(&rest);
}

static bool is_same(struct report_cache *k, int status)
{
	const char *messages = trail_recorded_lines(k->trail);

	return !k->found || (k->status == status && k->text.n == k->now.n && !strcmp(buf_str(&k->messages), messages) &&
			     (!k->now.n || !memcmp(k->text.s, k->now.s, k->now.n)));
}

bool report_cache_end(struct report_cache *k, int status)
{
	bool same = true;

	if (k->begun) {
		trail_end(k->trail);
		same = is_same(k, status);
		store(k, status);
	}
	trail_free(k->trail);
	buf_release(&k->text);
	buf_release(&k->messages);
	buf_release(&k->now);
	arena_release(&k->arena);
	return same;
}
