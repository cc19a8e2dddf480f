// SPDX-License-Identifier: MIT
/* Reads rules/script.yaml into tables: calls by their dotted names, events by the last parts of their names, kinds of
 * objects by their own. Names are interned strings, so that the tables compare pointers.
 *
 * Invariant: there are at most KNOWN_EVENTS_MAX events, so that a set of them is one word. A mistake in the file is a
 * bug of the program, not of its user: it ends the run.
 *
 *	events:
 *	  step: {methods: [step], on: optimizer}	event_named["step"] has this event's bit,
 *	  sched: {methods: [step], on: scheduler}	and this one's */
#include "script/values/script_know.h"
#include "spec/compiled.h"
#include "text/yaml.h"
#include <string.h>

static const struct str *const *names_in(struct arena *a, const struct ynode *list, uint32_t *n)
{
	const struct str **all;

	*n = list && list->kind == Y_SEQ ? list->n : 0;
	all = arena_array(a, const struct str *, *n + 1);
	for (uint32_t i = 0; i < *n; i++)
		all[i] = str_lit(list->kid[i]->text->s);
	return all;
}

static void load_tasks(struct arena *a, struct script_call *c, const struct ynode *list)
{
	const struct str *const *name = names_in(a, list, &c->ntasks);
	struct script_task *all = arena_array(a, struct script_task, c->ntasks + 1);

	for (uint32_t i = 0; i < c->ntasks; i++) {
		const char *dot = strchr(name[i]->s, '.');

		all[i].param = dot ? str_of(name[i]->s, (size_t)(dot - name[i]->s)) : name[i];
		all[i].method = dot ? str_lit(dot + 1) : NULL;
	}
	c->task = all;
}

static void load_rewritten(struct arena *a, struct script_know *k, const struct ynode *map)
{
	for (uint32_t i = 0; map && map->kind == Y_MAP && i < map->n; i++) {
		struct script_rewritten *r = arena_new(a, struct script_rewritten);

		r->package = names_in(a, map->kid[i], &r->n);
		map_put(a, &k->rewritten, str_lit(map->key[i]->text->s), r);
	}
}

static void load_names(struct arena *a, struct map *m, const struct ynode *list)
{
	uint32_t n;
	const struct str *const *name = names_in(a, list, &n);

	for (uint32_t i = 0; i < n; i++)
		map_put(a, m, name[i], m);
}

static void load_call(struct arena *a, struct script_know *k, const char *name, const struct ynode *n)
{
	struct script_call *c = arena_new(a, struct script_call);
	uint32_t nalso;
	const struct str *const *also = names_in(a, yaml_get(n, "also"), &nalso);

	*c = (struct script_call){ .name = str_lit(name),
				   .keys = yaml_get(n, "keys") != NULL,
				   .named = yaml_get(n, "named") != NULL,
				   .idle = yaml_get(n, "idle") != NULL,
				   .uses = yaml_get(n, "uses") != NULL,
				   .loops = yaml_get(n, "loops") != NULL,
				   .around = yaml_get(n, "around") != NULL,
				   .subclasses = yaml_get(n, "subclasses") != NULL,
				   .arguments = yaml_get(n, "arguments") != NULL,
				   .last = yaml_get(n, "last") != NULL,
				   .gives = yaml_get(n, "gives") != NULL,
				   .maker = yaml_get(n, "maker") != NULL,
				   .builds = yaml_get(n, "builds") != NULL,
				   .anywhere = yaml_get(n, "anywhere") != NULL,
				   .passes = yaml_get(n, "passes") != NULL,
				   .same = yaml_get(n, "same") != NULL };
	c->param = names_in(a, yaml_get(n, "params"), &c->nparams);
	c->hands = names_in(a, yaml_get(n, "hands"), &c->nhands);
	c->trace = names_in(a, yaml_get(n, "trace"), &c->ntrace);
	c->text = names_in(a, yaml_get(n, "text"), &c->ntext);
	c->forms = names_in(a, yaml_get(n, "forms"), &c->nforms);
	c->returns = names_in(a, yaml_get(n, "returns"), &c->nreturns);
	c->takes = names_in(a, yaml_get(n, "takes"), &c->ntakes);
	c->draws = names_in(a, yaml_get(n, "draws"), &c->ndraws);
	c->shows = yaml_get(n, "shows") ? str_lit(yaml_get(n, "shows")->text->s) : NULL;
	load_tasks(a, c, yaml_get(n, "runs"));
	map_put(a, &k->call, c->name, c);
	if (*name == '.' || !strncmp(name, "builtins.", 9))
		map_put(a, &k->bare, str_lit(strchr(name, '.') + 1), c);
	for (uint32_t i = 0; i < nalso; i++)
		map_put(a, &k->call, also[i], c);
}

struct script_kind_of *script_kind_named(const struct script_know *k, const char *name)
{
	for (uint32_t i = 0; name && i < k->nkinds; i++)
		if (!strcmp(k->kind[i].name->s, name))
			return &k->kind[i];
	return NULL;
}

static const char *word(const struct ynode *n, const char *key)
{
	const struct ynode *x = yaml_get(n, key);

	return x && x->kind == Y_SCALAR ? x->text->s : NULL;
}

static struct script_kind_of *kind_in(const struct script_know *k, const struct ynode *n, const char *key)
{
	const char *name = word(n, key);
	struct script_kind_of *kind = script_kind_named(k, name);

	if (name && !kind)
		BUG("rules/script.yaml: no kind '%s'", name);
	return kind;
}

static void load_kinds(struct arena *a, struct script_know *k, const struct ynode *kinds)
{
	k->nkinds = kinds ? kinds->n : 0;
	k->kind = arena_array(a, struct script_kind_of, k->nkinds + 1);
	for (uint32_t i = 0; i < k->nkinds; i++) {
		struct script_kind_of *x = &k->kind[i];

		x->name = kinds->key[i]->text;
		x->made = names_in(a, yaml_get(kinds->kid[i], "made"), &x->nmade);
		x->plain = names_in(a, yaml_get(kinds->kid[i], "plain"), &x->nplain);
		x->named = names_in(a, yaml_get(kinds->kid[i], "named"), &x->nnamed);
		x->same = names_in(a, yaml_get(kinds->kid[i], "same"), &x->nsame);
		x->unique = names_in(a, yaml_get(kinds->kid[i], "unique"), &x->nunique);
		x->idle = names_in(a, yaml_get(kinds->kid[i], "idle"), &x->nidle);
		load_names(a, &k->idle, yaml_get(kinds->kid[i], "idle"));
		x->passive = yaml_get(kinds->kid[i], "passive") != NULL;
	}
}

/* `mode: train` or `mode: evaluate` */
static int mode_in(const struct ynode *n)
{
	const struct ynode *mode = yaml_get(n, "mode");

	if (!mode || mode->kind != Y_SCALAR)
		return MODE_NONE;
	return strcmp(mode->text->s, "train") ? MODE_EVALUATE : MODE_TRAIN;
}

static void load_events(struct arena *a, struct script_know *k, const struct ynode *events)
{
	k->nevents = events ? events->n : 0;
	k->event = arena_array(a, struct script_event, k->nevents + 1);
	for (uint32_t i = 0; i < k->nevents; i++) {
		struct script_event *x = &k->event[i];
		const struct ynode *n = events->kid[i];

		*x = (struct script_event){ .name = events->key[i]->text,
					    .on = kind_in(k, n, "on"),
					    .with = kind_in(k, n, "with"),
					    .called = kind_in(k, n, "called"),
					    .mode = mode_in(n),
					    .adds = yaml_get(n, "adds") != NULL,
					    .scales = yaml_get(n, "scales") != NULL,
					    .texts = yaml_get(n, "texts") != NULL,
					    .formats = yaml_get(n, "formats") != NULL,
					    .loss = yaml_get(n, "loss") != NULL,
					    .entered = yaml_get(n, "entered") != NULL,
					    .minor = yaml_get(n, "minor") != NULL };
		x->wide = x->minor || yaml_get(n, "wide") != NULL;
		x->call = names_in(a, yaml_get(n, "calls"), &x->ncalls);
		x->method = names_in(a, yaml_get(n, "methods"), &x->nmethods);
		x->region = names_in(a, yaml_get(n, "regions"), &x->nregions);
		x->builtin = names_in(a, yaml_get(n, "builtins"), &x->nbuiltins);
		x->through = word(n, "through") ? str_lit(word(n, "through")) : NULL;
		x->unless = word(n, "unless") ? str_lit(word(n, "unless")) : NULL;
	}
}

static void name_event(struct arena *a, struct script_know *k, const struct str *const *name, uint32_t n,
		       uint32_t event)
{
	for (uint32_t i = 0; i < n; i++) {
		const char *dot = strrchr(name[i]->s, '.');
		const struct str *last = str_lit(dot ? dot + 1 : name[i]->s);
		uint64_t *events = map_get(&k->event_named, last);

		if (!events) {
			events = arena_new(a, uint64_t);
			*events = 0;
			map_put(a, &k->event_named, last, events);
		}
		*events |= (uint64_t)1 << event;
	}
}

static void name_events(struct arena *a, struct script_know *k)
{
	if (k->nevents > KNOWN_EVENTS_MAX)
		BUG("rules/script.yaml: %u events are more than %d", k->nevents, KNOWN_EVENTS_MAX);
	for (uint32_t i = 0; i < k->nevents; i++) {
		const struct script_event *e = &k->event[i];

		name_event(a, k, e->call, e->ncalls, i);
		name_event(a, k, e->method, e->nmethods, i);
		name_event(a, k, e->builtin, e->nbuiltins, i);
		k->nameless |= (uint64_t)(e->called != NULL) << i;
	}
}

uint64_t script_events_named(const struct script_know *k, const struct str *name)
{
	const uint64_t *events = name ? map_get(&k->event_named, name) : NULL;

	return k->nameless | (events ? *events : 0);
}

static void load_references(struct arena *a, struct script_know *k, const struct ynode *list)
{
	uint32_t n;
	const struct str *const *name = names_in(a, list, &n);

	for (uint32_t i = 0; i < n; i++) {
		const char *dot = strrchr(name[i]->s, '.');
		map_put(a, &k->referred, name[i], k);
		map_put(a, &k->referred_last, dot ? str_lit(dot + 1) : name[i], k);
	}
}

static void load_generators(struct arena *a, struct script_know *k, const struct ynode *all)
{
	k->ngenerators = all && all->n < 64 ? all->n : 0;
	k->generator = arena_array(a, struct script_generator, k->ngenerators + 1);
	for (uint32_t i = 0; i < k->ngenerators; i++) {
		struct script_generator *g = &k->generator[i];

		g->name = all->key[i]->text;
		g->by = names_in(a, yaml_get(all->kid[i], "by"), &g->nby);
		g->but = names_in(a, yaml_get(all->kid[i], "but"), &g->nbut);
	}
}

static struct name_list dotted_in(struct arena *a, const struct ynode *list)
{
	uint32_t n;
	const struct str *const *name = names_in(a, list, &n);
	const char **at = arena_array(a, const char *, n + 1);

	for (uint32_t i = 0; i < n; i++)
		at[i] = name[i]->s;
	return (struct name_list){ at, n };
}

static void load_fields(struct arena *a, struct script_know *k)
{
	const struct ynode *fields = yaml_get(embedded_find(a, "code.yaml"), "fields");

	k->fields = (struct field_words){ dotted_in(a, yaml_get(fields, "decorators")),
					  dotted_in(a, yaml_get(fields, "bases")),
					  dotted_in(a, yaml_get(fields, "values")) };
}

void script_know_load(struct arena *a, struct script_know *k)
{
	const struct ynode *doc = embedded_find(a, "script.yaml"), *calls = yaml_get(doc, "calls"),
			   *batches = yaml_get(doc, "batches"), *modules = yaml_get(doc, "modules");
	uint32_t nwords;

	if (!calls || calls->kind != Y_MAP)
		BUG("rules/script.yaml: no map 'calls'");
	for (uint32_t i = 0; i < calls->n; i++)
		load_call(a, k, calls->key[i]->text->s, calls->kid[i]);
	load_kinds(a, k, yaml_get(doc, "kinds"));
	load_events(a, k, yaml_get(doc, "events"));
	name_events(a, k);
	k->loader = names_in(a, yaml_get(batches, "of"), &k->nloaders);
	k->through = names_in(a, yaml_get(batches, "through"), &k->nthrough);
	k->copy = names_in(a, yaml_get(batches, "copies"), &k->ncopies);
	k->device = names_in(a, yaml_get(batches, "devices"), &k->ndevices);
	k->module = names_in(a, yaml_get(modules, "bases"), &k->nmodules);
	k->weighted = names_in(a, yaml_get(modules, "weighted"), &k->nweighted);
	k->registering = names_in(a, yaml_get(modules, "registering"), &k->nregistering);
	k->collect = names_in(a, yaml_get(modules, "collects"), &k->ncollects);
	k->says = names_in(a, yaml_get(doc, "says"), &k->nsays);
	k->off = names_in(a, yaml_get(doc, "without_gradients"), &k->noff);
	k->gradient = names_in(a, yaml_get(doc, "gradients"), &k->ngradients);
	k->fresh = names_in(a, yaml_get(doc, "fresh"), &k->nfresh);
	k->evaluate = names_in(a, yaml_get(doc, "evaluates"), &k->nevaluate);
	k->but = names_in(a, yaml_get(doc, "evaluates_not"), &k->nbut);
	k->modal = names_in(a, yaml_get(doc, "modal"), &k->nmodal);
	k->modeless = names_in(a, yaml_get(doc, "modeless"), &k->nmodeless);
	k->plain = names_in(a, yaml_get(doc, "plain"), &k->nplain);
	k->harmless = names_in(a, yaml_get(doc, "harmless"), &k->nharmless);
	load_generators(a, k, yaml_get(doc, "draws"));
	load_names(a, &k->attribute, yaml_get(doc, "attributes"));
	load_names(a, &k->indexed, yaml_get(doc, "indexed"));
	load_names(a, &k->dataclass_parser, yaml_get(doc, "dataclass_parsers"));
	load_references(a, k, yaml_get(doc, "references"));
	load_names(a, &k->method, yaml_get(doc, "methods"));
	load_names(a, &k->result, yaml_get(doc, "results"));
	load_names(a, &k->overridden, yaml_get(doc, "overridden"));
	load_fields(a, k);
	k->shape = names_in(a, yaml_get(doc, "shapes"), &k->nshapes);
	k->package = required_packages(a, &k->npackages);
	load_rewritten(a, k, yaml_get(doc, "rewritten"));
	load_names(a, &k->evaluating, yaml_get(doc, "made_evaluating"));
	const struct str *const *word = names_in(a, yaml_get(doc, "words"), &nwords);
	for (uint32_t i = 0; i < nwords; i++)
		if (word[i]->len < WORD_SET_LEAST)
			BUG("rules/script.yaml: a word of fewer than 4 bytes");
	word_set_make(a, &k->words, word, nwords);
	load_names(a, &k->assumed, yaml_get(doc, "assumed"));
	k->loads = names_in(a, yaml_get(doc, "loads"), &k->nloads);
}
