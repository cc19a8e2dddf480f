// SPDX-License-Identifier: MIT
/* Reads, marks and writes a baseline (baseline.h). Entries are grouped by file, rule and key; a finding is old if
 * its group has no more findings than the entry counts.
 *
 *	an entry that counts 2	two findings are old; of three, all are reported */
#include "lint/finding/baseline.h"
#include "base/path.h"
#include "spec/read.h"
#include "text/json.h"
#include "text/jwrite.h"
#include <stdlib.h>
#include <string.h>

enum { VERSION = 1, SIZE_MAX_MIB = 16, COUNT_DIGITS = 9, COUNT_MOST = 999999999 };

void baseline_init(struct baseline *b, const char *path)
{
	*b = (struct baseline){ 0 };
	b->path = arena_strdup(&b->arena, path);
	b->dir = path_dir(&b->arena, path);
}

void baseline_release(struct baseline *b)
{
	vec_release(&b->entries);
	arena_release(&b->arena);
}

static struct old_entry *entry_of(struct baseline *b, const char *file, const char *rule, const char *key)
{
	struct arena *a = &b->arena;
	const struct str *name = str_lit(arena_printf(a, "%s\n%s\n%s%s", file, rule, key ? "=" : "", key ? key : ""));
	struct old_entry *e = map_get(&b->known, name);

	if (e)
		return e;
	e = arena_new(a, struct old_entry);
	*e = (struct old_entry){ .file = arena_strdup(a, file),
				 .rule = arena_strdup(a, rule),
				 .key = key ? arena_strdup(a, key) : NULL };
	map_put(a, &b->known, name, e);
	vec_push(&b->entries, e);
	return e;
}

/* ---- reading ---- */

static bool take_part(void *text, char *part, size_t n, struct err *e)
{
	(void)e;
	buf_add(text, part, n);
	return true;
}

static bool read_count(struct yread *y, const struct ynode *n, uint32_t *out)
{
	const char *text = yaml_str(n);
	size_t len = text ? strlen(text) : 0;

	if (!len || !n->plain || len > COUNT_DIGITS || text[strspn(text, "0123456789")] || *text == '0')
		return yread_fail(y, n, "count is a whole number, 1 or more");
	*out = (uint32_t)strtoul(text, NULL, 10);
	return true;
}

static bool is_null(const struct ynode *n)
{
	return yaml_str(n) && n->plain && !strcmp(yaml_str(n), "null");
}

#define ENTRY "an entry of findings"

static bool read_entry(struct baseline *b, struct yread *y, const struct ynode *n)
{
	static const char *const known[] = { "file", "rule", "key", "count", "named" };
	enum { NEEDED = 4 };
	const struct ynode *part[NEEDED], *named;
	const char *file, *rule, *key = NULL;
	uint32_t count = 0;
	struct old_entry *e;

	if (!yread_map(y, n, ENTRY) || !yread_keys(y, n, known, ARRAY_SIZE(known), ENTRY))
		return false;
	for (size_t i = 0; i < NEEDED; i++)
		if (!(part[i] = yaml_get(n, known[i])))
			return yread_fail(y, n, "an entry of findings needs %s", known[i]);
	if (!(file = yread_text(y, part[0], "file")) || !(rule = yread_text(y, part[1], "rule")) ||
	    (!is_null(part[2]) && !(key = yread_text(y, part[2], "key"))) || !read_count(y, part[3], &count))
		return false;
	if (!*file)
		return yread_fail(y, part[0], "file: an empty name is no file");
	named = yaml_get(n, known[NEEDED]);
	e = entry_of(b, path_join(&b->arena, b->dir, file), rule, key);
	e->count = e->count > COUNT_MOST - count ? COUNT_MOST : e->count + count;
	return !named || yread_bool(y, named, "named", &e->named);
}

static bool read_document(struct baseline *b, struct yread *y, const struct ynode *doc)
{
	static const char *const known[] = { "version", "findings" };
	const struct ynode *version, *all;

	if (!yread_map(y, doc, "a baseline") || !yread_keys(y, doc, known, ARRAY_SIZE(known), "a baseline"))
		return false;
	version = yaml_get(doc, "version");
	all = yaml_get(doc, "findings");
	if (!version || !yaml_str(version) || strcmp(yaml_str(version), "1"))
		return yread_fail(y, version ? version : doc, "version must be 1, the only existing one");
	if (!all || all->kind != Y_SEQ)
		return yread_fail(y, all ? all : doc, "findings must be a list of {file, rule, key, count}");
	for (uint32_t i = 0; i < all->n; i++)
		if (!read_entry(b, y, all->kid[i]))
			return false;
	return true;
}

bool baseline_read(struct baseline *b, const struct vfs *fs, struct err *e)
{
	struct sources *sources = sources_new();
	struct buf text = { 0 };
	struct err why = { 0 };
	bool good = vfs_read_parts(fs, b->path, (uint64_t)SIZE_MAX_MIB << 20, take_part, &text, &why);

	if (good) {
		const struct source *src = sources_add(sources, b->path, buf_str(&text), text.n);
		const struct ynode *doc = json_parse_config(&b->arena, src, &why);
		struct yread y = { &b->arena, src, NULL, e };

		good = doc ? read_document(b, &y, doc)
			   : err_set(e, why.code, "%s:%u: %s", b->path, why.line ? why.line : 1, why.msg);
	} else {
		err_set(e, why.code, "%s: %s", b->path, why.msg);
	}
	buf_release(&text);
	sources_free(sources);
	return good;
}

/* ---- this run ---- */

/* The files that the finding counts for: the one that holds it, or each config that has it. */
static uint32_t files_of(const struct diag *d)
{
	return d->missing ? d->nseen : 1;
}

static struct old_entry *entry_at(struct baseline *b, const struct diag *d, uint32_t i)
{
	const struct source *s = d->missing ? NULL : diag_source(d, d->at);
	const char *file = s ? s->path : d->nseen ? d->seen_in[i]->path : "";

	return entry_of(b, file, d->rule->id, d->path);
}

/* A key that a base's dict lacks is the base's matter when several configs miss it, and stands in the config where only
 * one was linted: both are the same finding. */
static struct old_entry *entry_in_base(struct baseline *b, const struct diag *d)
{
	const struct source *s = d->from.file ? diag_source(d, d->from) : NULL;

	return s ? entry_of(b, s->path, d->rule->id, d->path) : NULL;
}

/* It stands in a file that can't be parsed. */
static bool is_torn(const struct diag *d)
{
	const struct subject *s = d->nseen && d->at.file ? subject_owner(d->seen_in[0]->set, d->at.file) : NULL;

	return s && !s->readable;
}

static bool is_old(struct baseline *b, const struct diag *d)
{
	const struct old_entry *base = entry_in_base(b, d);

	if (is_torn(d))
		return false;
	if (base && base->count)
		return true;
	for (uint32_t i = 0; i < files_of(d); i++) {
		const struct old_entry *e = entry_at(b, d, i);

		if (e->present > e->count)
			return false;
	}
	return true;
}

static void count_present(struct baseline *b, const struct diags *found)
{
	for (size_t i = 0; i < b->entries.n; i++)
		b->entries.at[i]->present = 0;
	for (size_t i = 0; i < found->n; i++) {
		struct old_entry *base = entry_in_base(b, &found->at[i]);

		if (is_torn(&found->at[i]))
			continue;
		if (base && base->count) {
			base->present = base->count;
			continue;
		}
		for (uint32_t k = 0; k < files_of(&found->at[i]); k++)
			entry_at(b, &found->at[i], k)->present++;
	}
}

void baseline_split(struct baseline *b, struct diags *found, struct diags *old)
{
	size_t remaining = 0;

	count_present(b, found);
	for (size_t i = 0; i < found->n; i++)
		if (is_old(b, &found->at[i]))
			vec_push(old, found->at[i]);
		else
			found->at[remaining++] = found->at[i];
	found->n = remaining;
}

uint32_t baseline_add_named(struct baseline *b, const struct diags *found)
{
	uint32_t more = 0;

	for (size_t i = 0; i < b->entries.n; i++)
		b->entries.at[i]->total = b->entries.at[i]->present;
	count_present(b, found);
	for (size_t i = 0; i < b->entries.n; i++) {
		struct old_entry *e = b->entries.at[i];

		more += e->present > e->total ? e->present - e->total : 0;
		e->named = e->present > e->total || (e->named && !e->total);
		e->present = e->present > e->total ? e->present : e->total;
	}
	return more;
}

uint32_t baseline_uncounted(const struct diags *found)
{
	uint32_t n = 0;

	for (size_t i = 0; i < found->n; i++)
		n += is_torn(&found->at[i]);
	return n;
}

uint32_t baseline_stale(const struct baseline *b)
{
	uint32_t n = 0;

	for (size_t i = 0; i < b->entries.n; i++)
		n += b->entries.at[i]->linted && b->entries.at[i]->count > b->entries.at[i]->present;
	return n;
}

void baseline_update(struct baseline *b, bool only_lower)
{
	for (size_t i = 0; i < b->entries.n; i++) {
		struct old_entry *e = b->entries.at[i];

		if (e->linted ? !only_lower || e->present < e->count : !only_lower && e->present > e->count)
			e->count = e->present;
	}
}

/* ---- writing ---- */

static int by_name(const void *x, const void *y)
{
	const struct old_entry *a = *(struct old_entry *const *)x, *b = *(struct old_entry *const *)y;
	int c = strcmp(a->file, b->file);

	c = c ? c : strcmp(a->rule, b->rule);
	return c ? c : strcmp(a->key ? a->key : "", b->key ? b->key : "");
}

void baseline_text(const struct baseline *b, struct buf *out)
{
	struct arena tmp = { 0 };
	size_t n = b->entries.n;
	struct old_entry **all = (struct old_entry **)arena_array(&tmp, void *, n + 1);
	struct jwrite top = { .b = out }, o = jwrite_object(&top, NULL, true), list, one;

	if (n) {
		memcpy(all, b->entries.at, n * sizeof *all);
		qsort(all, n, sizeof *all, by_name);
	}
	jwrite_int(&o, "version", VERSION);
	list = jwrite_list(&o, "findings", true);
	for (size_t i = 0; i < n; i++) {
		if (!all[i]->count)
			continue;
		one = jwrite_object(&list, NULL, false);
		jwrite_text(&one, "file", path_relative(&tmp, b->dir, all[i]->file));
		jwrite_text(&one, "rule", all[i]->rule);
		jwrite_text(&one, "key", all[i]->key);
		jwrite_int(&one, "count", all[i]->count);
		if (all[i]->named)
			jwrite_bool(&one, "named", true);
		jwrite_end(&one);
	}
	jwrite_end(&list);
	jwrite_end(&o);
	buf_putc(out, '\n');
	arena_release(&tmp);
}
