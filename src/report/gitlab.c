// SPDX-License-Identifier: MIT
/* GitLab's Code Quality report (docs.gitlab.com/ci/testing/code_quality). Its pages hide check_name, so that the
 * description begins with it; of two equal fingerprints they show one. */
#include "report/location.h"
#include "report/priv.h"
#include "text/jwrite.h"

struct gitlab_state {
	struct buf b;
	struct jwrite top, all;
	struct arena arena;
	const char *base;
	struct fingerprints seen;
};

static void begin(struct report *r)
{
	struct gitlab_state *st = r->state;

	st->base = location_base(&st->arena, r, "CI_PROJECT_DIR");
	st->top.b = &st->b;
	st->all = jwrite_list(&st->top, NULL, true);
}

static void point(struct jwrite *j, const char *key, struct point p)
{
	struct jwrite at = jwrite_object(j, key, false);

	jwrite_int(&at, "line", p.line + 1);
	jwrite_int(&at, "column", p.col32 + 1);
	jwrite_end(&at);
}

static void gitlab(struct report *r, const struct diag *d)
{
	static const char *const word[] = {
		[SEV_INFO] = "info", [SEV_PERFORMANCE] = "info", [SEV_WARNING] = "minor", [SEV_ERROR] = "major"
	};
	struct gitlab_state *st = r->state;
	struct location x = location_of(&st->arena, st->base, d, d->at);
	struct jwrite one = jwrite_object(&st->all, NULL, false), where, between;

	jwrite_text(&one, "check_name", d->rule->id);
	jwrite_text(&one, "description", arena_printf(&st->arena, "%s: %s", d->rule->id, d->msg));
	jwrite_text(&one, "severity", word[d->severity]);
	jwrite_text(&one, "fingerprint", fingerprint_of(&st->arena, &st->seen, d, x.path));
	where = jwrite_object(&one, "location", false);
	jwrite_text(&where, "path", x.path);
	between = jwrite_object(&where, "positions", false);
	point(&between, "begin", x.lo);
	point(&between, "end", x.hi);
	jwrite_end(&between);
	jwrite_end(&where);
	jwrite_end(&one);
}

static void end(struct report *r)
{
	struct gitlab_state *st = r->state;

	jwrite_end(&st->all);
	buf_putc(&st->b, '\n');
	arena_release(&st->arena);
	report_finish(r, &st->b);
}

const struct reporter report_gitlab = { .name = "gitlab",
					.document = true,
					.state = sizeof(struct gitlab_state),
					.begin = begin,
					.finding = gitlab,
					.end = end };
