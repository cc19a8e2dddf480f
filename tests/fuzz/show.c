// SPDX-License-Identifier: MIT
/* The effective config of a Python config as JSON, YAML and Python: what is complete can be read back, and Python text
 * gives the same values. */
#include "fuzz.h"
#include "report/value_json.h"
#include "report/value_python.h"
#include "report/value_yaml.h"
#include "text/json.h"

enum { LONG = 500000 }; /* bytes: near the largest file that is read */

/* The config as JSON; false: it can't be loaded. */
static bool load(struct fuzz *f, const char *path, struct buf *json)
{
	f->l.graph = (struct graph_opts){ .limits = { .seconds = 1 }, .loader = LOADER_MMCV1 };
	linter_open(&f->l, &(struct overrides){ 0 }, NULL);
	f->g = linter_load(&f->l, &path, 1);

	const struct module *m = graph_find(f->g, path);

	if (m->state != MODULE_OK || m->spent)
		return false;
	value_json_text(json, m->merged, true);
	return true;
}

/* Text of ours, loaded as the file of that name, gives `json`, where that is given; but a display may be nested less
 * deeply than a value. */
static void read_back(const char *path, const struct buf *text, const char *json)
{
	struct buf again = { 0 };
	struct fuzz f;

	fuzz_begin(&f);
	fuzz_put(&f, path, text->s, text->n);
	if (text->n <= LONG) {
		bool loads = load(&f, path, &again);
		const struct module *m = graph_find(f.g, path);

		fuzz_expect(loads || m->spent, "%s does not load: %s\n%.500s", path,
			    m->refusal ? m->refusal : m->err->msg, text->s);
		fuzz_expect(!loads || !json || !strcmp(json, buf_str(&again)) ||
				    strstr(buf_str(&again), "is nested too deeply"),
			    "%s is read as\n%s\n--- instead of\n%s", path, buf_str(&again), json);
	}
	buf_release(&again);
	fuzz_end(&f);
}

void fuzz_input(const char *text, size_t n)
{
	struct buf json = { 0 }, yaml = { 0 }, python = { 0 };
	struct fuzz f;

	fuzz_begin(&f);
	fuzz_put(&f, FUZZ_CONFIG, text, n);
	if (load(&f, FUZZ_CONFIG, &json)) {
		struct value v = graph_find(f.g, FUZZ_CONFIG)->merged;

		if (value_python(&python, v, &(struct python_opts){ .g = f.g, .cwd = "/p" }, NULL))
			read_back(FUZZ_CONFIG, &python, buf_str(&json));
		if (value_yaml(&yaml, v, NULL) && yaml.n)
			read_back("/p/configs/config.yaml", &yaml, buf_str(&json));
		read_back("/p/configs/config.json", &json, NULL);
	}
	buf_release(&json);
	buf_release(&yaml);
	buf_release(&python);
	fuzz_end(&f);
}
