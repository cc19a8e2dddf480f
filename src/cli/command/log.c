// SPDX-License-Identifier: MIT
/* `cfglint log PATH...`: what the log of a training run holds, a few lines for each start in it. */
#include "cli/command/log_html.h"
#include "cli/command/log_json.h"
#include "cli/command/priv.h"
#include "cli/command/log_ledger.h"
#include "cli/command/log_rates.h"
#include "cli/command/log_read_as.h"
#include "cli/command/log_series.h"
#include "base/path.h"
#include "cli/admit.h"
#include "cli/command/log_watch.h"
#include "cli/shared/log_read.h"
#include "cli/shared/shown_effective.h"
#include "cli/output.h"
#include "report/draw/figure.h"
#include "report/draw/paragraphs.h"
#include "report/draw/html.h"
#include "report/draw/terminal.h"
#include <math.h>
#include <string.h>

/* ---- small texts */

static uint32_t count_of(const struct run *r, enum run_event_kind k)
{
	uint32_t n = 0;

	for (size_t i = 0; i < r->event.n; i++)
		n += r->event.at[i].kind == k;
	return n;
}

/* ---- text */

static void put_title(struct buf *b, struct session *s, const struct logged *l)
{
	const struct run *r = l->run;
	uint32_t last = r->train.n ? r->train.at[r->train.n - 1].iter : 0, of = logged_iterations(l);

	buf_printf(b, "%s:%u: %s, ", session_name(s, r->file[0]), r->first_line, r->format->name);
	if (run_fact(r, "framework"))
		buf_printf(b, "version %s, ", run_fact(r, "framework"));
	if (!r->train.n)
		buf_printf(b, "no line of training");
	else
		buf_printf(b, "%s %s", run_counts(r), figure_number_text(&s->arena, last));
	if (r->train.n && of)
		buf_printf(b, " of %s", figure_number_text(&s->arena, of));
	if (!isnan(log_seconds(r)))
		buf_printf(b, ", %s", figure_seconds_text(&s->arena, log_seconds(r)));
	buf_printf(b, "\n");
}

static void put_machine(struct buf *b, struct session *s, const struct run *r)
{
	uint32_t cards;
	const char *gpu = run_gpu(r, &cards), *torch = run_fact(r, "pytorch");
	const char *part[] = {
		gpu ? arena_printf(&s->arena, "%u x %s", cards, gpu) : run_no_gpu(r),
		r->world ? arena_printf(&s->arena, "%u process%s", r->world, r->world == 1 ? "" : "es") : NULL,
		run_fact(r, "platform"),
		torch ? arena_printf(&s->arena, "PyTorch %s", torch) : NULL,
	};
	const char *before = "  machine    ";

	for (size_t i = 0; i < ARRAY_SIZE(part); i++) {
		if (part[i])
			buf_printf(b, "%s%s", before, part[i]);
		before = part[i] ? ", " : before;
	}
	if (*before == ',')
		buf_printf(b, "\n");
}

static void put_records(struct buf *b, struct session *s, const struct run *r)
{
	buf_printf(b, "  lines      %s to %s: %s of training", figure_number_text(&s->arena, r->first_line),
		   figure_number_text(&s->arena, r->last_line), figure_number_text(&s->arena, r->train.n));
	if (r->train.n)
		buf_printf(b, " (%ss %s to %s)", run_counts(r), figure_number_text(&s->arena, r->train.at[0].iter),
			   figure_number_text(&s->arena, r->train.at[r->train.n - 1].iter));
	buf_printf(b, ", %s of validation (%u result%s)", figure_number_text(&s->arena, r->val.n), log_results(r),
		   plural(log_results(r)));
	if (r->lines_left)
		buf_printf(b, ", %s left out as repeated or too many", figure_number_text(&s->arena, r->lines_left));
	buf_printf(b, "\n");
}

static void put_events(struct buf *b, const struct run *r)
{
	const char *lead = "  events     ";

	for (unsigned k = 0; k < EVENT_COUNT; k++) {
		uint32_t n = count_of(r, k);

		if (!n)
			continue;
		buf_printf(b, "%s%u x %s", lead, n, run_event_word(k));
		lead = ", ";
	}
	if (r->event.n)
		buf_printf(b, "\n");
}

/* The work of an iteration, by the config. */
static void put_work(struct buf *b, const struct logged *l)
{
	uint32_t batch, workers;

	if (!logged_count(l, "batch_per_gpu", &batch))
		return;
	buf_printf(b, "  batch      %u per GPU", batch);
	if (logged_count(l, "workers_per_gpu", &workers))
		buf_printf(b, ", %u worker%s", workers, plural(workers));
	buf_printf(b, "\n");
}

/* Of the first GPU, in GiB. */
static void put_memory(struct buf *b, struct session *s, const struct logged *l)
{
	const struct memory_use *m = &l->memory;
	struct batch_range fits;

	if (m->silent)
		return;
	buf_printf(b, "  memory     %.1f", m->training / 1024);
	if (l->card.total > 0)
		buf_printf(b, " of %.4g GiB of a GPU (by %s)", l->card.total / 1024, l->card.from);
	else
		buf_printf(b, " GiB of a GPU");
	if (m->first_only)
		buf_printf(b, ", on the first process");
	if (m->varies)
		buf_printf(b, ", which varies with the inputs");
	if (m->most > 1.05 * m->training)
		buf_printf(b, ", %.1f at its most", m->most / 1024);
	if (memory_batch(m, l->card.total, &fits) && fits.low >= m->batch)
		buf_printf(b, "; a batch of %s per GPU %s%s", figure_number_text(&s->arena, fits.low),
			   fits.low > m->batch ? "would fit" : "fits",
			   fits.high > fits.low
				   ? arena_printf(&s->arena, ", perhaps %s", figure_number_text(&s->arena, fits.high))
				   : "");
	buf_printf(b, "\n");
}

static void put_rest(struct buf *b, struct session *s, const struct run *r)
{
	if (r->parameters)
		buf_printf(b, "  parameters %s\n", figure_number_text(&s->arena, r->parameters));
	else if (r->layers)
		buf_printf(b, "  parameters at least %s\n", figure_number_text(&s->arena, r->layers));
	if (r->config_line)
		buf_printf(b, "  config     from line %u\n", r->config_line);
	else if (r->config_file)
		buf_printf(b, "  config     %s\n", session_name(s, r->config_file));
	else if (r->config)
		buf_printf(b, "  config     in the log\n");
	for (const char *const *file = r->file + 1; *file; file++)
		buf_printf(b, "  with       %s\n", session_name(s, *file));
	if (r->exception)
		buf_printf(b, "  ended by   %s\n", r->exception);
}

/* Prints to the terminal, in lines of its width: text beside a name on the left is continued below itself. */
static void print_lines(struct buf *b)
{
	enum { TITLE = 4, TEXT = 13 };
	struct buf shown = { 0 }, out = { 0 };
	struct arena tmp = { 0 };

	terminal_lines(&shown, buf_str(b), b->n);
	for (size_t i = 0, n; i < shown.n; i += n + 1) {
		const char *line = shown.s + i;

		n = strcspn(line, "\n");
		flow_on(&out, arena_strndup(&tmp, line, n), *line == ' ' ? TEXT : TITLE, session_wrap(stdout));
		buf_putc(&out, '\n');
	}
	fputs(buf_str(&out), stdout);
	buf_release(&shown);
	buf_release(&out);
	buf_clear(b);
	arena_release(&tmp);
}

static void put_run(struct session *s, const struct logged *l, const struct log_findings *f)
{
	const struct run *r = l->run;
	struct buf text = { 0 }, *b = &text;

	put_title(b, s, l);
	log_read_as_say(b, s, r);
	put_machine(b, s, r);
	put_records(b, s, r);
	put_events(b, r);
	put_work(b, l);
	put_memory(b, s, l);
	if (r->train.n && r->config)
		buf_printf(b, "  lr         %s\n", log_rates_text(&s->arena, &l->rates));
	put_rest(b, s, r);
	if (l->watch)
		log_watch_say(b, s, l->watch);
	log_series_say(b, s, l);
	if (!run_alone(r))
		log_ledger_say(b, s, r, &l->ledger);
	log_rest_say(b, s, &l->rest);
	print_lines(b);
	buf_release(b);
	log_findings_say(s, f);
}

/* ---- the command */

enum form { FORM_TEXT, FORM_JSON, FORM_JSONL, FORM_HTML };
enum { RUNS_SHOWN = 50 }; /* of a log; each may take what a lint may */

/* What comes together before it is printed. */
struct shown {
	unsigned form;
	struct jwrite list;
	struct buf text;     /* JSON, or sections of a page */
	struct buf contents; /* of the page, which precede them */
	const char *name;    /* of the first run */
	uint32_t n;	     /* runs, and what else was read */
	bool measured;	     /* of a path that is no run */
	struct html_rules named;
};

/* The next section: its line in the contents. */
static void put_contents(struct session *s, struct shown *sh, const char *file, const char *title)
{
	sh->name = sh->name ? sh->name : arena_strdup(&s->arena, path_base(file));
	buf_printf(&sh->contents, "<li><a href=\"#run-%u\">", sh->n);
	html_prose(&sh->contents, title);
	buf_puts(&sh->contents, "</a></li>\n");
}

static void show_html(struct session *s, const struct logged *l, const struct log_findings *f, struct shown *sh)
{
	sh->measured |= !l->run;
	put_contents(s, sh, logged_file(l), log_title(s, l));
	log_html(s, &sh->text, l, f, sh->n, &sh->named);
}

static void show_lines(struct session *s, const struct runs *all, struct shown *sh)
{
	for (uint32_t i = 0; i < all->n; i++, sh->n++)
		log_lines(s, &all->at[i], i + 1);
}

static void show_run(struct session *s, const struct logged *l, const struct log_findings *f, struct shown *sh)
{
	sh->n++;
	if (sh->form == FORM_JSON)
		log_json(s, &sh->list, l, f);
	else if (sh->form == FORM_HTML)
		show_html(s, l, f, sh);
	else
		put_run(s, l, f);
}

/* A text without any run is shown for what is found in it. */
static void show_runs(struct session *s, const struct runs *all, struct shown *sh)
{
	uint32_t first = all->n > RUNS_SHOWN ? all->n - RUNS_SHOWN : 0;

	if (first)
		remark("%s: %u starts; only the newest %d are reported", session_name(s, all->at[0].file[0]), all->n,
		       RUNS_SHOWN);
	for (uint32_t i = first; i < all->n; i++) {
		struct log_findings f;
		struct logged l;

		logged_load(s, &all->at[i], &l);
		log_judge(s, &l, &f);
		if (f.found.n || !run_alone(&all->at[i]))
			show_run(s, &l, &f, sh);
		log_findings_end(&f);
		logged_release(&l);
	}
}

static void show_watched(struct session *s, const struct runs *all, struct shown *sh)
{
	struct log_findings f;
	struct logged l;

	sh->n += sh->form != FORM_JSONL;
	logged_watch(all->watch, &l);
	log_judge(s, &l, &f);
	if (sh->form == FORM_JSON)
		log_json_watched(s, &sh->list, &l, &f);
	else if (sh->form == FORM_HTML)
		show_html(s, &l, &f, sh);
	else if (sh->form == FORM_JSONL)
		complain(s,
			 "%s: this is not a run's log; the output of monitoring tools is printed as text, json or html",
			 session_name(s, logged_file(&l)));
	else {
		struct buf b = { 0 };

		buf_printf(&b, "%s: %s\n", session_name(s, logged_file(&l)),
			   l.watch->tool ? l.watch->tool : "the machine's memory");
		log_watch_say(&b, s, l.watch);
		print_lines(&b);
		buf_release(&b);
		log_findings_say(s, &f);
	}
	log_findings_end(&f);
}

static void show_trace(struct session *s, const struct trace *t, struct shown *sh)
{
	sh->n += sh->form != FORM_JSONL;
	if (sh->form == FORM_JSON)
		log_trace_json(s, &sh->list, t);
	else if (sh->form == FORM_TEXT) {
		struct buf b = { 0 };

		log_trace_say(&b, s, t);
		print_lines(&b);
		buf_release(&b);
	} else if (sh->form == FORM_HTML) {
		sh->measured = true;
		put_contents(s, sh, t->file, session_name(s, t->file));
		log_html_trace(s, &sh->text, t, sh->n);
	} else
		complain(s, "%s: this is not a run's log; a trace is printed as text, json or html",
			 session_name(s, t->file));
}

static bool show_word(struct session *s, const struct log_formats *formats, const char *word, const char *output,
		      struct shown *sh)
{
	uint32_t before = sh->n;
	struct runs all;
	bool good;

	if (!log_read(s, formats, word, &all))
		return true;
	good = !log_is_read(s, &all, output);
	if (good)
		(sh->form == FORM_JSONL ? show_lines : show_runs)(s, &all, sh);
	if (good && all.trace)
		show_trace(s, all.trace, sh);
	else if (good && !all.n && all.watch)
		show_watched(s, &all, sh);
	else if (!all.n || !run_alone(&all.at[all.n - 1]) || sh->n == before)
		log_trained(s, word, &all);
	runs_release(&all);
	return good;
}

static void print_page(struct session *s, struct shown *sh)
{
	struct buf page = { 0 };

	html_begin(&page,
		   sh->n == 1 ? arena_printf(&s->arena, "%s %s", sh->measured ? "Measured:" : "Training run", sh->name)
			      : arena_printf(&s->arena, "%u training runs%s", sh->n,
					     sh->measured ? " and measurements" : ""));
	if (sh->n > 1)
		buf_printf(&page, "<nav><ul>\n%s</ul></nav>\n", buf_str(&sh->contents));
	buf_add(&page, buf_str(&sh->text), sh->text.n);
	html_rules_end(&page, &s->arena, &sh->named, session_docs());
	html_end(&page);
	print_out(&page);
}

/* false: the output must be discarded. */
static bool show(struct session *s, const struct log_formats *formats, enum form form, const char *output)
{
	struct shown sh = { .form = form };
	struct jwrite top = { .b = &sh.text };
	bool good = true;

	if (form == FORM_JSON)
		sh.list = jwrite_list(&top, NULL, true);
	for (size_t i = 0; good && i < s->o->words.n; i++)
		good = show_word(s, formats, s->o->words.at[i], output, &sh);
	if (good && form == FORM_JSON) {
		jwrite_end(&sh.list);
		buf_putc(&sh.text, '\n');
		print_out(&sh.text);
	} else if (good && form == FORM_HTML && sh.n) {
		print_page(s, &sh);
	}
	buf_release(&sh.text);
	buf_release(&sh.contents);
	return good && sh.n;
}

static const char *const forms[] = { "text", "json", "jsonl", "html", NULL };

static void to_output(struct session *s, const struct log_formats *formats, enum form form)
{
	struct output out;

	if (!output_begin(s, &out))
		return;
	output_end(s, &out, !log_is_log(s, formats, out.path) && show(s, formats, form, out.path));
}

int cmd_log(struct session *s)
{
	struct sources *sources = sources_new();
	struct log_formats formats;
	struct err e = { 0 };

	if (s->o->words.n == 0)
		complain(s, "missing FILE; usage: cfglint log FILE... or cfglint log WORK_DIR...");
	else if (log_formats_load(&s->arena, sources, s->linter.vfs, NULL, &formats, &e))
		to_output(s, &formats, (enum form)output_form(s, forms));
	else
		complain(s, "%s", e.msg);
	sources_free(sources);
	return s->status;
}
