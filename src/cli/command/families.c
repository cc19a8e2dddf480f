// SPDX-License-Identifier: MIT
/* Three kinds of data say what is known: tables of arguments (rules/schemas), tables of classes and of shipped configs
 * of frameworks (rules/signatures, rules/shipped), and families of files (rules/foreign.yaml). The long tables are not
 * parsed: their versions stand in their first lines.
 *
 *	trl   0.9.0 to 0.29.0   until 2026-07-21   27 classes			a table of rules/schemas
 *	axolotl config								a row of foreign.yaml without a table */
#include "cli/command/families.h"
#include "arguments/schema.h"
#include "base/path.h"
#include "project/foreign.h"
#include "spec/embedded.h"
#include <ctype.h>
#include <string.h>

enum { COLUMNS = 78, NAMES_MAX = 200 };

/* ---- tables of arguments */

static void list_arguments(struct session *s)
{
	uint32_t n;
	const struct schema_table *t = schema_tables(schemas_of(s->linter.vfs), &n);

	say("Arguments of trainers: judged in calls of scripts, launch lines, YAML, JSON and TOML.\n");
	for (uint32_t i = 0; i < n; i++)
		say("  %-18s %-8s to %-8s until %s   %u %s\n", t[i].package->s, t[i].oldest, t[i].newest, t[i].made,
		    t[i].nclasses, t[i].nclasses == 1 ? "class or file" : "classes and files");
}

/* ---- families of files */

struct names {
	const char *at[NAMES_MAX];
	uint32_t n;
};

static void add_name(struct names *to, const char *name)
{
	for (uint32_t i = 0; i < to->n; i++)
		if (!strcmp(to->at[i], name))
			return;
	if (to->n < NAMES_MAX)
		to->at[to->n++] = name;
}

static bool has_name(const struct names *all, const char *name)
{
	for (uint32_t i = 0; i < all->n; i++)
		if (!strcmp(all->at[i], name))
			return true;
	return false;
}

static void say_names(const char *head, const struct names *all)
{
	size_t column = 0;

	say("\n%s\n", head);
	for (uint32_t i = 0; i < all->n; i++) {
		const char *comma = i + 1 < all->n ? "," : "";
		size_t n = strlen(all->at[i]) + strlen(comma);

		if (column + n + 1 > COLUMNS) {
			say("\n");
			column = 0;
		}
		say("%s%s%s", column ? " " : "  ", all->at[i], comma);
		column += n + (column ? 1 : 2);
	}
	say("\n");
}

/* Files that rules judge, and files whose family is only recognised; a family with a table for some is judged. */
static void list_files(struct session *s)
{
	const struct vfs *fs = s->linter.vfs;
	struct names judged = { 0 }, composed = { 0 }, known = { 0 };
	const struct foreign *f;

	for (uint32_t i = 0; (f = foreign_row(fs, i)); i++)
		if (f->schema && schema_class(schemas_of(fs), str_lit(f->schema)))
			add_name(&judged, f->one);
	for (uint32_t i = 0; (f = foreign_row(fs, i)); i++)
		if (f->judged)
			add_name(&composed, f->one);
	for (uint32_t i = 0; (f = foreign_row(fs, i)); i++)
		if (f->family && f->training && !has_name(&judged, f->one) && !has_name(&composed, f->one))
			add_name(&known, f->one);
	say_names("Files that are judged by these tables:", &judged);
	say_names("Configs that are composed and judged where the program that reads them is found:", &composed);
	say_names("Files of trainings that are known by name alone, without rules:", &known);
}

/* ---- frameworks */

/* "3.3.0" of the line `  3.3.0: 1f2e3d4c5b6a` that begins there, into out; false: it is none. */
static bool version_at(const char *line, char *out, size_t most)
{
	size_t n = strcspn(line, ":\n");

	if (strncmp(line, "  ", 2) != 0 || !isdigit((unsigned char)line[2]) || n - 2 >= most || line[n] != ':')
		return false;
	memcpy(out, line + 2, n - 2);
	out[n - 2] = '\0';
	return true;
}

/* rules/signatures/NAME.yaml: the oldest and the newest version. */
static void say_signatures(const struct embedded_file *f)
{
	const char *line = strstr((const char *)f->bytes, "\nversions:\n"), *name = path_base(f->path);
	char oldest[32] = "", newest[32] = "";

	for (line = line ? line + 11 : ""; version_at(line, newest, sizeof newest); line += strcspn(line, "\n") + 1)
		if (!*oldest)
			memcpy(oldest, newest, sizeof oldest);
	if (*oldest)
		say("  %-18.*s %-8s to %s\n", (int)(strlen(name) - strlen(path_ext(name))), name, oldest, newest);
}

/* The text of `key: ` in the head of a table, up to the end of its line. */
static const char *head_of(const struct embedded_file *f, const char *key, int *n)
{
	const char *at = strstr((const char *)f->bytes, key);

	at = at ? at + strlen(key) : "";
	*n = (int)strcspn(at, "\n");
	return at;
}

/* rules/exports/NAME.yaml: the oldest and the newest version, and the day of the newest. */
static void say_exports(const struct embedded_file *f)
{
	const char *name = path_base(f->path);
	int n, m, d;
	const char *oldest = head_of(f, "\noldest: ", &n), *newest = head_of(f, "\nnewest: ", &m),
		   *made = head_of(f, "\nmade: ", &d);

	say("  %-18.*s %-8.*s to %.*s (%.*s)\n", (int)(strlen(name) - strlen(path_ext(name))), name, n, oldest, m,
	    newest, d, made);
}

/* rules/shipped/NAME.yaml: until when, as its first line says. */
static void say_shipped(const struct embedded_file *f)
{
	const char *until = strstr((const char *)f->bytes, " until "), *name = path_base(f->path);

	if (until)
		say("  %-18.*s until %.10s\n", (int)(strlen(name) - strlen(path_ext(name))), name, until + 7);
}

static void list_tables(const char *head, const char *folder, void (*tell)(const struct embedded_file *f))
{
	say("\n%s\n", head);
	for (size_t i = 0; i < embedded_count; i++)
		if (!strncmp(embedded_files[i].path, folder, strlen(folder)))
			tell(&embedded_files[i]);
}

void list_families(struct session *s)
{
	list_arguments(s);
	list_files(s);
	list_tables("Classes of frameworks that build from configs, by release:", "signatures/", say_signatures);
	list_tables("Names that scripts import from packages, by release:", "exports/", say_exports);
	list_tables("Configs that frameworks ship:", "shipped/", say_shipped);
	say("\nTraining codes on mmcv and MMEngine: `cfglint help dialects` lists %u.\n"
	    "What came later than these dates is not known: no finding says that a name does not exist where the\n"
	    "project asks for a newer version.\n",
	    s->linter.rules->dialects.n);
}
