// SPDX-License-Identifier: MIT
/* What a file of arguments reaches: the scripts, launch lines and files of its project that name it, and what changed
 *in it since a revision.
 *
 *	plain.py:7:12  TrainingArguments, deepspeed
 *	run.sh:2:1     train.py, deepspeed_config_file at acc.yaml:4:26
 *	Since HEAD: zero_optimization.stage 2 -> 3. */
#include "cli/command/impact_arguments.h"
#include "base/path.h"
#include "cli/command/priv.h"
#include "cli/revision.h"
#include "cli/shared/argument_users.h"
#include "cli/shared/shown_effective.h"
#include "project/root.h"
#include "python/value/dict.h"
#include "report/draw/terminal.h"
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 60 };

struct changed { /* NULL: absent */
	const char *key, *old, *now;
};
struct impact_ctx {
	struct session *s;
	const char *path;
	const char *since;	/* NULL: compared with nothing */
	const char *uncompared; /* all arguments would count as changed */
	struct argument_sets project;
	struct argument_users users;
	VEC(, struct changed) changes;
};

/* ---- what changed ---- */

static const char *text_of(struct session *s, const struct effective *e)
{
	struct buf b = { 0 };

	if (e->value.kind == VALUE_UNKNOWN)
		buf_putc(&b, '?');
	else
		value_line(&b, e->value, LONGEST);
	const char *text = arena_strdup(&s->arena, buf_str(&b));

	buf_release(&b);
	return text;
}

static const struct effective *given_in(const struct argument_set *x, const char *name)
{
	const struct effective *e = x ? effective_find(&x->x, name) : NULL;

	return e && e->by != EFFECTIVE_LIBRARY ? e : NULL;
}

static void compare_given(struct impact_ctx *r, const struct argument_set *old, const struct argument_set *now)
{
	const struct argument_set *side[] = { old, now };

	for (unsigned k = 0; k < 2; k++)
		for (uint32_t i = 0; side[k] && i < side[k]->x.n; i++) {
			const char *name = side[k]->x.at[i].name->s;
			const struct effective *a = given_in(old, name), *b = given_in(now, name);
			const char *x = a ? text_of(r->s, a) : NULL, *y = b ? text_of(r->s, b) : NULL;

			if ((k && a) || (!a && !b) || (a && b && !strcmp(x, y)))
				continue;
			vec_push(&r->changes, ((struct changed){ name, x, y }));
		}
}

static const struct argument_set *set_at(const struct argument_sets *all, size_t i)
{
	return i < all->n ? &all->at[i] : NULL;
}

static void compare_with(struct impact_ctx *r, struct revision *old)
{
	struct argument_sets was, is;

	argument_sets_of_revision(r->s, old, r->path, &was);
	argument_sets_of(r->s, r->path, &is);
	if ((!was.n && !is.n) || (!was.n != !is.n && (!old || vfs_exists(old->linter.vfs, r->path))))
		r->since = NULL; /* what it holds is known on one side at most */
	for (size_t i = 0; r->since && (i < was.n || i < is.n); i++)
		compare_given(r, set_at(&was, i), set_at(&is, i));
	argument_sets_release(&was);
	argument_sets_release(&is);
}

/* A repository lies around the file, and something was committed to it. */
static bool has_commits(struct session *s, const char *path)
{
	struct arena *a = &s->arena;
	const char *top = root_above(a, s->linter.vfs, path_dir(a, path), ROOT_GIT);
	const char *heads = top ? path_join(a, top, ".git/refs/heads") : NULL;
	bool fresh = heads && vfs_stands(s->linter.vfs, heads) &&
		     !vfs_stands(s->linter.vfs, path_join(a, top, ".git/packed-refs"));
	struct err e = { 0 };
	char **name = NULL;
	size_t n = fresh ? vfs_list(s->linter.vfs, heads, &name, &e) : 0;

	for (size_t i = 0; i < n; i++)
		free(name[i]);
	free(name);
	return top && (!fresh || n);
}

/* Without a repository there is nothing to compare with, which matters only where the user named a revision. */
static void look_back(struct impact_ctx *r, const char *revision)
{
	struct arena *a = &r->s->arena;
	struct revision old;

	if (!revision && !has_commits(r->s, r->path))
		return;
	if (!revision_open(r->s, revision ? revision : "HEAD", path_dir(a, r->path), &old))
		return;
	r->since = revision ? revision : "HEAD";
	if (!revision_has(&old, r->path))
		r->uncompared = "has no such file (it is new, or git does not track it)";
	else if (!vfs_exists(old.linter.vfs, r->path))
		r->uncompared = "has that file, but it is too large to be read";
	compare_with(r, &old);
	revision_close(&old);
}

/* ---- text ---- */

static const char *user_name(const struct argument_user *u)
{
	const char *script = dict_get_text(u->launch, "script"), *name = dict_get_text(u->element, "name");

	return script ? script : name ? name : "launch";
}

static bool is_in_own_file(const struct argument_user *u)
{
	return u->at.file == u->subject->src->id;
}

static void put_user(const struct impact_ctx *r, struct buf *b, const struct argument_user *u)
{
	struct span at = u->launch.kind == VALUE_DICT ? u->launch.at : is_in_own_file(u) ? u->at : u->element.at;

	argument_span(b, r->s, u->subject, at);
	buf_puts(b, "  ");
	terminal_escape(b, user_name(u), strlen(user_name(u)));
	if (*u->key)
		buf_printf(b, ", %s", !strcmp(u->key, "launcher_config") ? "the launcher's config" : u->key);
	if (*u->key && !is_in_own_file(u)) {
		buf_puts(b, " at ");
		argument_span(b, r->s, u->subject, u->at);
	}
	buf_putc(b, '\n');
}

static void put_changes(const struct impact_ctx *r, struct buf *b)
{
	if (r->uncompared) {
		buf_printf(b, "%s %s: there is nothing to compare.\n", session_shown(r->s, r->since), r->uncompared);
		return;
	}
	buf_printf(b, "Since %s: ", session_shown(r->s, r->since));
	for (size_t i = 0; i < r->changes.n; i++) {
		const struct changed *c = &r->changes.at[i];

		buf_printf(b, "%s%s %s -> %s", i ? ", " : "", c->key, c->old ? c->old : "(absent)",
			   c->now ? c->now : "(absent)");
	}
	buf_puts(b, r->changes.n ? ".\n" : "nothing changed.\n");
}

static void print_text(const struct impact_ctx *r)
{
	struct buf b = { 0 };
	const char *name = session_shown(r->s, session_name(r->s, r->path));

	for (size_t i = 0; i < r->users.n; i++)
		put_user(r, &b, &r->users.at[i]);
	if (!r->users.n)
		buf_printf(&b, "Nothing of the project that cfglint reads uses %s.\n", name);
	else if (!r->s->o->quiet)
		buf_printf(&b, "%zu place%s of the project use%s %s.\n", r->users.n, plural((uint32_t)r->users.n),
			   r->users.n == 1 ? "s" : "", name);
	if (r->since)
		put_changes(r, &b);
	print_out(&b);
}

/* ---- JSON ---- */

static void span_json(const struct impact_ctx *r, struct jwrite *j, const struct subject *of, struct span at)
{
	const struct source *src = sources_get(of->set->sources, at.file);

	point_json(j, r->s, src ? src->path : NULL, src ? source_in_file(src, at.lo) : (struct point){ 0 });
}

static void print_json(const struct impact_ctx *r, struct jwrite *list)
{
	struct jwrite file = jwrite_object(list, NULL, true), all, one;

	jwrite_text(&file, "filename", session_name(r->s, r->path));
	jwrite_text(&file, "since", r->since);
	all = jwrite_list(&file, "users", true);
	for (size_t i = 0; i < r->users.n; i++) {
		const struct argument_user *u = &r->users.at[i];

		one = jwrite_object(&all, NULL, false);
		jwrite_text(&one, "kind", u->subject->kind->name);
		jwrite_text(&one, "user", session_name(r->s, u->subject->path));
		jwrite_text(&one, "name", user_name(u));
		jwrite_text(&one, "argument", *u->key ? u->key : NULL);
		span_json(r, &one, u->subject, u->at);
		jwrite_end(&one);
	}
	jwrite_end(&all);
	all = jwrite_list(&file, "changes", true);
	for (size_t i = 0; i < r->changes.n; i++) {
		one = jwrite_object(&all, NULL, false);
		jwrite_text(&one, "key", r->changes.at[i].key);
		jwrite_text(&one, "old", r->changes.at[i].old);
		jwrite_text(&one, "new", r->changes.at[i].now);
		jwrite_end(&one);
	}
	jwrite_end(&all);
	jwrite_end(&file);
}

/* ---- a file ---- */

static void reach(struct session *s, const char *revision, const char *word, struct jwrite *list)
{
	struct impact_ctx r = { .s = s, .path = path_absolute(&s->arena, word) };

	r.project =
		(struct argument_sets){ .s = s,
					.from = { &s->arena, schemas_of(s->linter.vfs), meanings_of(s->linter.vfs) } };
	argument_users_find(&r.project, r.path, &r.users);
	look_back(&r, revision);
	if (list)
		print_json(&r, list);
	else
		print_text(&r);
	if (r.changes.n)
		session_raise(s, EXIT_FINDINGS);
	vec_release(&r.changes);
	vec_release(&r.users);
	argument_sets_release(&r.project);
}

void impact_arguments(struct session *s, const char *revision, const struct strings *words, struct jwrite *list)
{
	for (size_t i = 0; i < words->n; i++) {
		if (words->n > 1 && !list)
			say("%s# %s\n", i ? "\n" : "", session_shown(s, words->at[i]));
		reach(s, revision, words->at[i], list);
	}
}
