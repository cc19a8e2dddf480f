// SPDX-License-Identifier: MIT
/* Reads rules/logs/: each file strictly, with its templates compiled and its messages indexed by their first byte. */
#include "run/formats/priv.h"
#include "base/path.h"
#include "run/formats/loop_words.h"
#include "spec/read.h"
#include <string.h>

struct format_loader {
	struct yread y;
	const struct ynode *doc;
	struct log_format *f;
	struct log_program *p;
};

/* ---- small pieces */

static bool texts_of(struct format_loader *l, const struct ynode *map, const char *key, const char ***out, uint32_t *n)
{
	return yread_texts(&l->y, yaml_get(map, key), key, out, n);
}

static bool text_of(struct format_loader *l, const struct ynode *map, const char *key, const char **out)
{
	const struct ynode *n = yaml_get(map, key);

	return !n || (*out = yread_text(&l->y, n, key));
}

static bool flag_of(struct format_loader *l, const struct ynode *map, const char *key, bool *out)
{
	const struct ynode *n = yaml_get(map, key);

	return !n || yread_bool(&l->y, n, key, out);
}

static bool count_of(struct format_loader *l, const struct ynode *map, const char *key, uint32_t *out)
{
	const struct ynode *n = yaml_get(map, key);
	const char *s = n ? yread_text(&l->y, n, key) : "0";

	if (!s)
		return false;
	*out = 0;
	for (const char *at = s; *at >= '0' && *at <= '9'; at++)
		*out = *out < 100000 ? *out * 10 + (uint32_t)(*at - '0') : *out;
	return !s[strspn(s, "0123456789")] || yread_fail(&l->y, n, "%s must be a whole number", key);
}

/* The maximum number of texts in a map of lists. */
static uint32_t texts_in(const struct ynode *map)
{
	uint32_t n = 0;

	for (uint32_t i = 0; map && i < map->n; i++)
		n += map->kid[i]->kind == Y_SCALAR ? 1 : map->kid[i]->n;
	return n;
}

static bool compile(struct format_loader *l, const struct ynode *at, const char *text, struct template *out)
{
	struct err e = { 0 };

	return template_compile(l->y.a, text, out, &e) || yread_fail(&l->y, at, "%s", e.msg);
}

static bool template_of(struct format_loader *l, const char *key, struct template *out)
{
	const struct ynode *n = yaml_get(l->doc, key);
	const char *s = n ? yread_text(&l->y, n, key) : NULL;

	return !n || (s && compile(l, n, s, out));
}

/* A word of a list, as its number. */
static bool word_of(struct format_loader *l, const struct ynode *n, const char *what, const char *const *word,
		    size_t nwords, unsigned *out)
{
	const char *s = n ? yread_text(&l->y, n, what) : NULL;

	for (*out = 0; s && *out < nwords; ++*out)
		if (!strcmp(s, word[*out]))
			return true;
	return s && yread_unknown(&l->y, n->at.lo, what, s, word, nwords);
}

/* ---- messages */

/* After the existing ones: the order of the file decides. */
static void append(struct log_pattern **list, struct log_pattern *new)
{
	while (*list)
		list = &(*list)->next;
	*list = new;
}

/* One template; failures are searched for anywhere in a line, all others by their first byte. */
static bool add_pattern(struct format_loader *l, const struct ynode *n, struct log_pattern like, bool anywhere)
{
	struct log_pattern *new = arena_new(l->y.a, struct log_pattern);
	const char *s = yread_text(&l->y, n, "a template");
	int first;

	*new = like;
	if (!s || !compile(l, n, s, &new->t))
		return false;
	first = template_first(&new->t);
	if (first < 0)
		return yread_fail(&l->y, n, "'%s' begins with a field: it would be tried on every line", s);
	append(anywhere ? &l->p->failure : &l->p->message[first], new);
	return true;
}

static bool add_patterns(struct format_loader *l, const struct ynode *n, struct log_pattern like, bool anywhere)
{
	bool ok = true;

	for (uint32_t i = 0; n && n->kind == Y_SEQ && ok && i < n->n; i++)
		ok = add_pattern(l, n->kid[i], like, anywhere);
	return ok && (!n || n->kind == Y_SEQ || yread_fail(&l->y, n, "a list of templates is wanted here"));
}

static bool load_events(struct format_loader *l, const char *key, bool anywhere)
{
	const struct ynode *map = yaml_get(l->doc, key);
	const char *word[EVENT_COUNT];

	for (unsigned i = 0; i < EVENT_COUNT; i++)
		word[i] = run_event_word(i);
	if (map && !yread_keys(&l->y, map, word, EVENT_COUNT, key))
		return false;
	for (uint32_t i = 0; map && i < map->n; i++) {
		unsigned kind;

		if (!word_of(l, map->key[i], "event", word, EVENT_COUNT, &kind) ||
		    !add_patterns(l, map->kid[i], (struct log_pattern){ .what = WHAT_EVENT, .event = kind }, anywhere))
			return false;
	}
	return true;
}

static bool load_messages(struct format_loader *l)
{
	static const struct {
		const char *key;
		enum what what;
	} list[] = { { "train", WHAT_TRAIN },	{ "val", WHAT_VAL },	{ "begin", WHAT_BEGIN },
		     { "start", WHAT_START },	{ "max", WHAT_MAX },	{ "images", WHAT_IMAGES },
		     { "config", WHAT_CONFIG }, { "hooks", WHAT_HOOKS } };
	bool ok = true;

	for (unsigned i = 0; ok && i < ARRAY_SIZE(list); i++)
		ok = add_patterns(l, yaml_get(l->doc, list[i].key), (struct log_pattern){ .what = list[i].what },
				  false);
	return ok && load_events(l, "events", false) && load_events(l, "failures", true) &&
	       add_patterns(l, yaml_get(l->doc, "echoes"), (struct log_pattern){ .what = WHAT_ECHO }, true) &&
	       template_of(l, "hook", &l->p->hook) && template_of(l, "stage", &l->p->stage) &&
	       template_of(l, "parameter", &l->p->parameter);
}

static bool load_prefixes(struct format_loader *l)
{
	const struct ynode *n = yaml_get(l->doc, "prefix");
	const char **text;

	if (!yread_texts(&l->y, n, "prefix", &text, &l->p->nprefix))
		return false;
	l->p->prefix = arena_array(l->y.a, struct template, l->p->nprefix + 1);
	for (uint32_t i = 0; i < l->p->nprefix; i++)
		if (!compile(l, n, text[i], &l->p->prefix[i]))
			return false;
	return true;
}

/* ---- keys of items, of the environment */

static bool load_keys(struct format_loader *l)
{
	static const char *const word[ITEM_COUNT] = { "lr",	   "base_lr", "eta",	   "time",
						      "data_time", "memory",  "grad_norm", "loss" };
	const struct ynode *map = yaml_get(l->doc, "keys");
	struct log_program *p = l->p;

	if (map && !yread_keys(&l->y, map, word, ITEM_COUNT, "keys"))
		return false;
	p->key = arena_array(l->y.a, struct item_key, texts_in(map) + 1);
	for (uint32_t i = 0; map && i < map->n; i++) {
		const char **text;
		uint32_t n;
		unsigned item;

		if (!word_of(l, map->key[i], "item", word, ITEM_COUNT, &item) ||
		    !yread_texts(&l->y, map->kid[i], "a key", &text, &n))
			return false;
		for (uint32_t k = 0; k < n; k++) {
			uint32_t len = (uint32_t)strlen(text[k]);
			bool open = len && text[k][len - 1] == '*';

			p->key[p->nkeys++] = (struct item_key){ item, text[k], len - open, open };
			p->key_begins[(unsigned char)text[k][0]] = true;
		}
	}
	return texts_of(l, l->doc, "strip", &p->strip, &p->nstrip);
}

/* A text with {text} is a message with the fact; any other is a key of the environment. */
static bool load_fact(struct format_loader *l, const char *role, const struct ynode *n)
{
	const char *s = yread_text(&l->y, n, "a fact");
	struct role_key *k = &l->p->role[l->p->nroles];

	if (!s)
		return false;
	if (strstr(s, "{text}"))
		return add_pattern(l, n, (struct log_pattern){ .what = WHAT_FACT, .role = role }, false);
	*k = (struct role_key){ .role = role, .key = s };
	l->p->nroles++;
	return !strstr(s, "{list}") || compile(l, n, s, &k->t);
}

static bool load_facts(struct format_loader *l)
{
	const struct ynode *map = yaml_get(l->doc, "facts");

	if (map && !yread_map(&l->y, map, "facts"))
		return false;
	l->p->role = arena_array(l->y.a, struct role_key, texts_in(map) + 1);
	for (uint32_t i = 0; map && i < map->n; i++) {
		const char *role = yread_text(&l->y, map->key[i], "a role");
		const struct ynode *list = map->kid[i];

		if (!role || (list->kind != Y_SEQ && !yread_fail(&l->y, list, "a fact's keys must be a list")))
			return false;
		for (uint32_t k = 0; k < list->n; k++)
			if (!load_fact(l, role, list->kid[k]))
				return false;
	}
	return true;
}

/* ---- json logs, files */

static bool load_pair(struct format_loader *l, const struct ynode *json, const char *key, const char **k,
		      const char **v)
{
	static const char *const keys[] = { "key", "value" };
	const struct ynode *n = yaml_get(json, key);

	return !n || (yread_keys(&l->y, n, keys, ARRAY_SIZE(keys), key) && text_of(l, n, "key", k) &&
		      text_of(l, n, "value", v));
}

static bool load_json(struct format_loader *l)
{
	static const char *const keys[] = { "is",    "train",	 "val",	 "epoch",	"iter",
					    "inner", "decimals", "meta", "environment", "config" };
	const struct ynode *n = yaml_get(l->doc, "json");
	struct json_form *j = &l->p->json;

	return !n || (yread_keys(&l->y, n, keys, ARRAY_SIZE(keys), "json") && text_of(l, n, "is", &j->is) &&
		      load_pair(l, n, "train", &j->train_key, &j->train_value) &&
		      load_pair(l, n, "val", &j->val_key, &j->val_value) && text_of(l, n, "epoch", &j->epoch) &&
		      texts_of(l, n, "iter", &j->iter, &j->niter) && texts_of(l, n, "meta", &j->meta, &j->nmeta) &&
		      flag_of(l, n, "inner", &j->inner) && count_of(l, n, "decimals", &j->decimals) &&
		      text_of(l, n, "environment", &j->environment) && text_of(l, n, "config", &j->config));
}

static bool load_files(struct format_loader *l)
{
	static const char *const keys[] = { "text", "json", "config", "tensorboard" };
	const struct ynode *n = yaml_get(l->doc, "files");

	return (!n || yread_keys(&l->y, n, keys, ARRAY_SIZE(keys), "files")) &&
	       texts_of(l, n, "text", &l->p->text_file, NULL) && texts_of(l, n, "json", &l->p->json_file, NULL) &&
	       texts_of(l, n, "config", &l->p->config_file, NULL) &&
	       texts_of(l, n, "tensorboard", &l->p->event_file, NULL) &&
	       text_of(l, l->doc, "tensorboard", &l->p->tensorboard);
}

static bool load_layers(struct format_loader *l)
{
	static const char *const kind[LAYER_COUNT] = { "convolution", "linear", "norm", "group_norm", "embedding" };
	const struct ynode *map = yaml_get(l->doc, "layers");
	bool ok = !map || yread_keys(&l->y, map, kind, LAYER_COUNT, "layers");

	for (unsigned i = 0; ok && i < LAYER_COUNT; i++)
		ok = texts_of(l, map, kind[i], &l->p->layer[i], &l->p->nlayers[i]);
	return ok;
}

static bool load_settings(struct format_loader *l)
{
	static const char *const keys[] = { "batch", "optimizer", "frozen" };
	const struct ynode *n = yaml_get(l->doc, "settings");

	return (!n || yread_keys(&l->y, n, keys, ARRAY_SIZE(keys), "settings")) &&
	       texts_of(l, n, "batch", &l->p->batch_at, NULL) &&
	       texts_of(l, n, "optimizer", &l->p->optimizer_at, NULL) &&
	       texts_of(l, n, "frozen", &l->p->frozen_key, NULL);
}

/* ---- timers */

static bool load_lands(struct format_loader *l)
{
	static const char *const loop[] = { "iteration_loop", "epoch_loop" };
	static const char *const by[] = { "by_iteration", "by_epoch" };
	static const char *const cost[COST_COUNT] = { "checkpoint", "evaluation",  "log",
						      "pass_end",   "epoch_start", "tail" };
	static const char *const where[] = { "unknown", "nowhere", "time", "data_next" };
	const struct ynode *all = yaml_get(l->doc, "lands");
	bool ok = !all || yread_keys(&l->y, all, loop, 2, "lands");

	for (unsigned i = 0; all && ok && i < 4; i++) {
		const struct ynode *in = yaml_get(all, loop[i / 2]), *map = yaml_get(in, by[i % 2]);

		ok = (!in || yread_keys(&l->y, in, by, 2, loop[i / 2])) &&
		     (!map || yread_keys(&l->y, map, cost, COST_COUNT, by[i % 2]));
		for (unsigned k = 0; map && ok && k < COST_COUNT; k++) {
			const struct ynode *n = yaml_get(map, cost[k]);
			unsigned word = LANDS_UNKNOWN;

			ok = !n || word_of(l, n, cost[k], where, ARRAY_SIZE(where), &word);
			l->f->lands[i / 2][i % 2][k] = word;
		}
	}
	return ok;
}

static bool load_timers(struct format_loader *l)
{
	static const char *const keys[] = { "reset", "ranks" }, *const ranks[] = { "first", "all" };
	const struct ynode *memory = yaml_get(l->doc, "memory"), *n = yaml_get(memory, "ranks");
	unsigned word = RANKS_FIRST;

	if (!count_of(l, l->doc, "window", &l->f->window) || !text_of(l, l->doc, "window_key", &l->f->window_key) ||
	    !flag_of(l, l->doc, "eta_is_exact", &l->f->eta_is_exact) ||
	    (memory && !yread_keys(&l->y, memory, keys, 2, "memory")) ||
	    !flag_of(l, memory, "reset", &l->f->memory_is_reset) || (n && !word_of(l, n, "ranks", ranks, 2, &word)))
		return false;
	l->f->memory_ranks = word;
	return load_lands(l);
}

/* ---- a file */

static bool load_file(struct format_loader *l, const struct yfile *file)
{
	static const char *const keys[] = { "name",	     "prefix",	  "begin",	  "start",  "train",
					    "val",	     "keys",	  "strip",	  "max",    "images",
					    "config",	     "hooks",	  "hook",	  "stage",  "events",
					    "failures",	     "parameter", "facts",	  "json",   "files",
					    "window",	     "memory",	  "eta_is_exact", "lands",  "window_key",
					    "val_is_result", "echoes",	  "tensorboard",  "layers", "settings",
					    "loop" };
	const char *base = path_base(file->path);
	const struct ynode *loop = yaml_get(file->doc, "loop");

	l->doc = file->doc;
	l->p = arena_new(l->y.a, struct log_program);
	l->f->program = l->p;
	l->f->id = arena_strndup(l->y.a, base, strlen(base) - strlen(".yaml"));
	l->f->name = l->f->id;
	return yread_keys(&l->y, l->doc, keys, ARRAY_SIZE(keys), "a format of logs") &&
	       text_of(l, l->doc, "name", &l->f->name) && flag_of(l, l->doc, "val_is_result", &l->p->val_is_result) &&
	       load_prefixes(l) && load_messages(l) && load_keys(l) && load_facts(l) && load_json(l) && load_files(l) &&
	       load_layers(l) && load_settings(l) && load_timers(l) &&
	       (!loop || (l->f->loop = loop_words_load(&l->y, loop)));
}

bool log_formats_load(struct arena *a, struct sources *all, const struct vfs *fs, const char *dir,
		      struct log_formats *out, struct err *e)
{
	struct yfiles files;
	struct log_format *f;

	*out = (struct log_formats){ 0 };
	if (!yfiles_load(a, all, fs, dir, "logs/", NULL, &files, e))
		return false;
	f = arena_array(a, struct log_format, files.n + 1);
	for (uint32_t i = 0; i < files.n; i++) {
		struct format_loader l = { .y = { a, files.at[i].src, NULL, e }, .f = &f[i] };

		if (!load_file(&l, &files.at[i]))
			return false;
	}
	*out = (struct log_formats){ f, files.n };
	return true;
}

const char *log_formats_names(struct arena *a, const struct log_formats *f)
{
	const char *names = "";

	for (uint32_t i = 0; i < f->n; i++)
		if (f->at[i].program->nprefix)
			names = arena_printf(a, "%s%s%s", names, *names ? " or " : "", f->at[i].name);
	return names;
}
