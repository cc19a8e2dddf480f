// SPDX-License-Identifier: MIT
/* Parses what is printed before the first record, in blocks of lines without a prefix: environment, config, order of
 * hooks, shapes of parameters. */
#include "base/utf8.h"
#include "run/formats/priv.h"
#include <string.h>

enum { CONFIG_MOST = 1 << 20, HOOKS_MOST = 1000, KEY_LONGEST = 80 };

void block_close(struct log_reader *r)
{
	struct text_state *t = r->text;

	if (t->block == BLOCK_CONFIG && r->cur && t->config.n && t->config.n < CONFIG_MOST)
		r->cur->config = log_reader_text(r, t->config.s, t->config.n);
	buf_clear(&t->config);
	t->block = BLOCK_NONE;
}

/* Windows writes a log in its own encoding: bytes that are no UTF-8 become `?`, one by one, so that offsets stay the
 * same. */
static void add_utf8(struct buf *b, const char *s, size_t n)
{
	while (n) {
		size_t good = utf8_valid(s, n);

		buf_add(b, s, good);
		if (good < n)
			buf_putc(b, '?');
		good += good < n;
		s += good;
		n -= good;
	}
}

static void config_line(struct log_reader *r, const char *s, size_t n)
{
	struct text_state *t = r->text;

	if (!n) {
		block_close(r);
	} else if (t->config.n < CONFIG_MOST) {
		add_utf8(&t->config, s, n);
		buf_putc(&t->config, '\n');
	}
}

void environment_line(struct log_reader *r, struct run *run, const char *s, size_t n)
{
	const char *end = s + n, *colon, *value;

	while (s < end && (*s == ' ' || *s == '\t'))
		s++;
	colon = memchr(s, ':', (size_t)(end - s));
	if (!colon || colon == s || *s == '-' || colon - s > KEY_LONGEST)
		return;
	for (value = colon + 1; value < end && *value == ' ';)
		value++;
	while (end > value && end[-1] == ' ')
		end--;
	if (end > value)
		log_reader_fact(r, run, s, (size_t)(colon - s), value, (size_t)(end - value));
}

/* "32, 3, 3, 3": the product. */
static uint64_t elements(struct slice shape)
{
	uint64_t n = 1;

	for (const char *s = shape.s, *end = s + shape.n; s < end;) {
		double x;
		const char *after = number_read(s, end, &x, NULL);

		if (!after || !(x >= 1) || x > 1e12 || n > (uint64_t)(1e15 / x))
			return 0;
		n *= (uint64_t)x;
		for (s = after; s < end && (*s == ',' || *s == ' ');)
			s++;
	}
	return n;
}

static bool is_text(const char *text, const char *s, size_t n)
{
	return text && strlen(text) == n && !memcmp(text, s, n);
}

/* A model may be printed twice: its first line shows that. */
static void module_line(struct log_reader *r, const char *s, const char *end)
{
	struct text_state *t = r->text;
	bool again = is_text(t->module, s, (size_t)(end - s));
	double n;

	if (end - s < 4 || *s != ' ' || !memmem(s, (size_t)(end - s), "): ", 3))
		return;
	if (!t->module)
		t->module = log_reader_text(r, s, (size_t)(end - s));
	if (again) {
		r->cur->layers = 0;
		t->modules.depth = 0;
	}
	n = module_parameters(r, &t->modules, s, end);
	if (n > 0 && n < 1e15 && r->cur->layers < UINT64_C(1) << 60)
		r->cur->layers += (uint64_t)n;
}

/* Shapes are printed once per run; if the first name occurs again, they are printed again. */
void parameter_line(struct log_reader *r, const char *s, const char *end)
{
	struct text_state *t = r->text;
	struct fields f;
	struct slice name;

	if (!template_match(&r->cur->format->program->parameter, s, end, &f)) {
		module_line(r, s, end);
		return;
	}
	name = field_text(&f, FIELD_PARAMETER);
	if (memchr(name.s, ' ', name.n))
		return;
	if (is_text(t->parameter, name.s, name.n))
		r->cur->parameters = 0;
	if (!r->cur->parameters)
		t->parameter = log_reader_text(r, name.s, name.n);
	r->cur->parameters += elements(field_text(&f, FIELD_SHAPE));
}

static void hooks_line(struct log_reader *r, const char *s, const char *end)
{
	const struct log_program *p = r->cur->format->program;
	struct text_state *t = r->text;
	struct fields f;
	const char *after = template_match(&p->stage, s, end, &f);
	struct slice stage = field_text(&f, FIELD_STAGE), hook, priority;

	if (after == end && stage.n && !memchr(stage.s, ' ', stage.n)) {
		t->stage = log_reader_text(r, stage.s, stage.n);
	} else if (t->stage && template_match(&p->hook, s, end, &f) && r->cur->hooks.n < HOOKS_MOST) {
		hook = field_text(&f, FIELD_HOOK);
		priority = field_text(&f, FIELD_PRIORITY);
		vec_push(&r->cur->hooks, ((struct run_hook){ t->stage, log_reader_text(r, priority.s, priority.n),
							     log_reader_text(r, hook.s, hook.n) }));
	} else {
		parameter_line(r, s, end); /* nothing marks the end of the table */
	}
}

void block_line(struct log_reader *r, const char *s, const char *end)
{
	if (r->text->block == BLOCK_CONFIG)
		config_line(r, s, (size_t)(end - s));
	else if (r->text->block == BLOCK_ENVIRONMENT)
		environment_line(r, r->cur, s, (size_t)(end - s));
	else if (s < end)
		hooks_line(r, s, end);
}
