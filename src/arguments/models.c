// SPDX-License-Identifier: MIT
/* Looks up names of models and cards.
 *
 * Invariant: of two rows that a checkpoint's name begins with, the longer one decides; a row of type `-` says that it
 * is something else than the shorter one.
 *
 * 	meta-llama/Llama- llama, meta-llama/Llama-4- -		Llama-4-Scout is not listed */
#include "arguments/models.h"
#include "base/result_cache.h"
#include "spec/compiled.h"
#include "spec/embedded.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { CARD_MAX = 64 };

struct checkpoint {
	const char *name;
	size_t n;
	bool begins; /* any name that begins so */
	const struct str *type;
};
struct row { /* of one name */
	const struct ynode *n;
};
struct models {
	struct map type;  /* name -> struct row */
	struct map layer; /* class -> struct row */
	struct map cap;	  /* card, in small letters -> struct row */
	struct checkpoint *at;
	uint32_t n;
	const struct ynode *shared;
};

/* ---- reading ---- */

static void put_row(struct arena *a, struct map *to, const char *name, const struct ynode *n)
{
	struct row *r = arena_new(a, struct row);
	r->n = n;
	map_put(a, to, str_lit(name), r);
}

static const struct ynode *row_of(const struct map *m, const struct str *name)
{
	const struct row *r = map_get(m, name);
	return r ? r->n : NULL;
}

static void read_types(struct arena *a, struct models *m, const struct ynode *types)
{
	for (uint32_t i = 0; types && types->kind == Y_MAP && i < types->n; i++) {
		const struct ynode *layers = yaml_get(types->kid[i], "layers");
		put_row(a, &m->type, types->key[i]->text->s, types->kid[i]);
		for (uint32_t k = 0; layers && layers->kind == Y_SEQ && k < layers->n; k++)
			put_row(a, &m->layer, layers->kid[k]->text->s, layers->kid[k]);
	}
}

static bool ends_open(const char *name, size_t n)
{
	return n && strchr("-/_.", name[n - 1]);
}

/* NAME TYPE */
static void read_checkpoints(struct arena *a, struct models *m, const struct ynode *rows)
{
	m->at = arena_array(a, struct checkpoint, rows ? rows->n + 1 : 1);
	for (uint32_t i = 0; rows && rows->kind == Y_SEQ && i < rows->n; i++) {
		const char *row = rows->kid[i]->text->s, *blank = strchr(row, ' ');
		if (!blank)
			continue;
		size_t n = (size_t)(blank - row);
		m->at[m->n++] = (struct checkpoint){ arena_strndup(a, row, n), n, ends_open(row, n),
						     strcmp(blank + 1, "-") != 0 ? str_lit(blank + 1) : NULL };
	}
}

static const void *read_all(struct arena *a, struct result_cache *c, const char *text, uint32_t len)
{
	struct models *m = arena_new(a, struct models);
	const struct ynode *models = embedded_find(a, "models.yaml"), *by_card = embedded_find(a, "capabilities.yaml"),
			   *cards = yaml_get(by_card, "cards");
	(void)c, (void)text, (void)len;
	m->shared = yaml_get(models, "shared");
	read_types(a, m, yaml_get(models, "types"));
	read_types(a, m, yaml_get(models, "remote"));
	read_checkpoints(a, m, yaml_get(models, "checkpoints"));
	for (uint32_t i = 0; cards && cards->kind == Y_MAP && i < cards->n; i++)
		put_row(a, &m->cap, cards->key[i]->text->s, cards->kid[i]);
	return m;
}

const struct models *models_of(const struct vfs *fs)
{
	return result_cache_get(vfs_results(fs), read_all, "models", "", 0);
}

/* ---- queries ---- */

const struct str *model_by_name(const struct models *m, const struct str *name)
{
	const struct checkpoint *best = NULL;
	size_t len = strlen(name->s);
	for (uint32_t i = 0; i < m->n; i++) {
		const struct checkpoint *c = &m->at[i];
		if (c->n <= len && !strncmp(c->name, name->s, c->n) && (c->begins || c->n == len) &&
		    (!best || c->n > best->n))
			best = c;
	}
	return best ? best->type : NULL;
}

const struct ynode *model_modules(const struct models *m, const struct str *type)
{
	return row_of(&m->type, type);
}

const struct ynode *models_shared(const struct models *m)
{
	return m->shared;
}

bool model_layer_known(const struct models *m, const struct str *class)
{
	return row_of(&m->layer, class);
}

/* ---- sizes ---- */

/* "7B", "1.5b", "125m", the whole word; 0: it is none. */
static double word_size(const char *word, size_t n)
{
	char *end;
	if (!n || !isdigit((unsigned char)*word))
		return 0;
	double x = strtod(word, &end);
	if ((size_t)(end - word) + 1 != n)
		return 0;
	int unit = tolower((unsigned char)*end);
	return unit == 'b' ? x * 1e9 : unit == 'm' ? x * 1e6 : 0;
}

double model_size_by_name(const char *name)
{
	const char *slash = strrchr(name, '/');
	double found = 0;
	for (const char *at = slash ? slash + 1 : name; *at; at += strspn(at, "-_")) {
		size_t n = strcspn(at, "-_");
		double x = word_size(at, n);
		if (x > 0 && found > 0)
			return 0;
		found = x > 0 ? x : found;
		at += n;
	}
	return found;
}

/* ---- cards ---- */

/* Of one word of a name; 0: it is no card. */
static double word_capability(const struct models *m, const char *word, size_t n)
{
	char low[CARD_MAX];
	if (!n || n >= sizeof low)
		return 0;
	for (size_t i = 0; i < n; i++)
		low[i] = (char)tolower((unsigned char)word[i]);
	low[n] = 0;
	const struct ynode *found = row_of(&m->cap, str_lit(low));
	return found ? strtod(found->text->s, NULL) : 0;
}

/* The best of the words up to a bar; 0: none is a card. */
static double one_capability(const struct models *m, const char **at)
{
	double best = 0;
	while (**at && **at != '|') {
		size_t n = 0;
		while (isalnum((unsigned char)(*at)[n]))
			n++;
		double x = word_capability(m, *at, n);
		best = x > best ? x : best;
		*at += n ? n : 1;
	}
	return best;
}

double card_capability(const struct models *m, const char *name)
{
	double best = 0;
	for (const char *at = name; *at; at += *at == '|') {
		double x = one_capability(m, &at);
		if (x <= 0)
			return 0;
		best = x > best ? x : best;
	}
	return best;
}
