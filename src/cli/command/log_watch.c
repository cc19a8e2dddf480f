// SPDX-License-Identifier: MIT
/* Renders what monitoring tools and traces recorded, as text, as a page and as JSON. Text and page share one list of
 * (name, text) lines; JSON has the figures themselves.
 *
 * Invariant: a figure that was not recorded is left out of the text, or named as missing, and null in JSON.
 *
 *	GPU 0      busy 43 % (median of 120 samples), idle (below 10 %) in 20 % of them; memory 9.8 of 11.0 GiB
 *	data       38 % of a step is waiting for data (200 calls of the loader, 7.4 s)
 *	swap       2.1 GiB in use, 0.0 at first, 2.1 at its most */
#include "cli/command/log_watch.h"
#include "base/vec.h"
#include "cli/command/log_ledger.h"
#include "cli/command/priv.h"
#include "cli/shared/shown_effective.h"
#include "report/draw/figure.h"
#include "report/draw/html.h"
#include <math.h>

struct text_line { /* a line; name: "" where it goes on about the one before */
	const char *name, *text;
};
VEC(text_lines, struct text_line);

static void print_row(struct session *s, struct text_lines *out, const char *name, struct buf *text)
{
	vec_push(out, ((struct text_line){ name, arena_strdup(&s->arena, buf_str(text)) }));
	buf_clear(text);
}

static void print_card(struct session *s, struct text_lines *out, const struct watch_card *c, const struct card_use *u)
{
	struct buf b = { 0 };

	if (c->name)
		buf_printf(&b, "%s: ", c->name);
	if (isnan(u->busy))
		buf_puts(&b, "no utilization in it");
	else if (u->samples == 1)
		buf_printf(&b, "busy %.0f %% at that moment", u->busy);
	else
		buf_printf(&b, "busy %.0f %% (median of %llu samples), idle (below 10 %%) in %.0f %% of them%s",
			   u->busy, (unsigned long long)u->samples, 100 * u->idle,
			   u->saw ? ", up and down as a saw" : "");
	if (!isnan(u->used_most))
		buf_printf(&b, "; memory %.1f", u->used_most / 1024);
	if (!isnan(u->used_most) && c->total > 0)
		buf_printf(&b, " of %.1f GiB", c->total / 1024);
	else if (c->total > 0)
		buf_printf(&b, "; %.1f GiB", c->total / 1024);
	else if (!isnan(u->used_most))
		buf_puts(&b, " GiB in use");
	buf_puts(&b, u->works || isnan(u->used_most) ? "" : ": not in use");
	print_row(s, out, arena_printf(&s->arena, "GPU %u", c->index), &b);
	buf_release(&b);
}

static void print_host(struct session *s, struct text_lines *out, const struct watch_host *h)
{
	struct swap_use swap;
	struct buf b = { 0 };

	watch_swap(h, &swap);
	if (h->cores)
		buf_printf(&b, "%u logical cores%s", h->cores, h->memory > 0 ? ", " : "");
	if (h->memory > 0)
		buf_printf(&b, "%.1f GiB of memory", h->memory / 1024);
	if (b.n)
		print_row(s, out, "host", &b);
	if (!isnan(swap.last)) {
		buf_printf(&b, "%.1f GiB in use", swap.last / 1024);
		if (h->swap.n > 1)
			buf_printf(&b, ", %.1f at first, %.1f at its most", swap.first / 1024, swap.most / 1024);
		if (swap.busy >= 0)
			buf_printf(&b, "; pages were moved in %.0f %% of %llu samples", 100 * swap.busy,
				   (unsigned long long)h->swapped.seen);
		print_row(s, out, "swap", &b);
	}
	buf_release(&b);
}

static void print_watch(struct session *s, struct text_lines *out, const struct watch *w)
{
	struct buf b = { 0 };
	double reads = NAN;

	if (isfinite(w->first_clock) && w->last_clock > w->first_clock) {
		buf_printf(&b, "for %s", figure_seconds_text(&s->arena, w->last_clock - w->first_clock));
		print_row(s, out, "watched", &b);
	}
	for (uint32_t i = 0; i < w->ncards; i++) {
		struct card_use use;

		watch_use(&s->arena, &w->card[i], &use);
		print_card(s, out, &w->card[i], &use);
		reads = fmax(reads, use.reads);
	}
	if (reads >= 0) {
		buf_printf(&b,
			   "(utilization.memory, dmon's mem: up to %.0f %%, is how much of the time memory was read or "
			   "written, not how much of it is in use)",
			   reads);
		print_row(s, out, "", &b);
	}
	if (w->by_units)
		vec_push(out, ((struct text_line){ "", "(columns recognised by their units: the csv has no header)" }));
	if (w->unknown)
		vec_push(out, ((struct text_line){ "unknown", w->unknown }));
	print_host(s, out, &w->host);
	buf_release(&b);
}

static void print_trace(struct session *s, struct text_lines *out, const struct trace *t)
{
	struct buf b = { 0 };

	if (t->steps)
		buf_printf(&b, "%llu, %s each", (unsigned long long)t->steps,
			   figure_seconds_text(&s->arena, t->step / (double)t->steps));
	else
		buf_puts(&b, "none: iterations are unknown without ProfilerStep (`prof.step()`)");
	print_row(s, out, "steps", &b);
	if (t->steps && t->step > 0) {
		buf_printf(&b, "%.0f %% of a step is waiting for data (%llu calls of the loader, %s)",
			   100 * t->load / t->step, (unsigned long long)t->loads,
			   figure_seconds_text(&s->arena, t->load));
		print_row(s, out, "data", &b);
	}
	if (t->kernels && t->span > 0)
		buf_printf(&b, "a kernel runs in %.0f %% of %s (%llu kernels)", 100 * t->busy / t->span,
			   figure_seconds_text(&s->arena, t->span), (unsigned long long)t->kernels);
	else
		buf_puts(&b, "no kernels in it: a trace of the CPU alone");
	print_row(s, out, "GPU", &b);
	if (t->steps)
		vec_push(out,
			 ((struct text_line){ "", "(these steps only: what comes every hundred iterations isn't in "
						  "them)" }));
	buf_release(&b);
}

static const char *trace_title(struct session *s, const struct trace *t)
{
	return arena_printf(&s->arena, "a trace of PyTorch, %s events%s",
			    figure_number_text(&s->arena, (double)t->events), t->cut ? ", cut within one" : "");
}

/* ---- as text */

static void say_lines(struct buf *b, struct text_lines *all)
{
	for (size_t i = 0; i < all->n; i++)
		buf_printf(b, "  %-10s %s\n", all->at[i].name, all->at[i].text);
	vec_release(all);
}

void log_watch_say(struct buf *b, struct session *s, const struct watch *w)
{
	struct text_lines all = { 0 };

	print_watch(s, &all, w);
	say_lines(b, &all);
}

void log_trace_say(struct buf *b, struct session *s, const struct trace *t)
{
	struct text_lines all = { 0 };

	buf_printf(b, "%s: %s\n", session_name(s, t->file), trace_title(s, t));
	print_trace(s, &all, t);
	say_lines(b, &all);
}

/* ---- as a page */

static void put_lines(struct buf *b, struct text_lines *all)
{
	buf_puts(b, "<div class=\"watched\">");
	html_table(b, NULL);
	for (size_t i = 0; i < all->n; i++)
		html_row(b, "td", (const char *[]){ all->at[i].name, all->at[i].text }, 2);
	html_table_end(b, NULL);
	buf_puts(b, "</div>\n");
	vec_release(all);
}

void log_watch_html(struct session *s, struct buf *b, const struct watch *w)
{
	struct text_lines all = { 0 };

	html_element(b, "h3", "The machine");
	html_element(b, "p", arena_printf(&s->arena, "From %s.", w->tool ? w->tool : "its monitoring"));
	print_watch(s, &all, w);
	put_lines(b, &all);
}

void log_trace_html(struct session *s, struct buf *b, const struct trace *t)
{
	struct text_lines all = { 0 };

	html_element(b, "h3", "Steps and kernels");
	html_element(b, "p", arena_printf(&s->arena, "It is %s.", trace_title(s, t)));
	print_trace(s, &all, t);
	put_lines(b, &all);
}

/* ---- as JSON */

static void json_card(struct session *s, struct jwrite *list, const struct watch_card *c)
{
	struct jwrite o = jwrite_object(list, NULL, false);
	struct card_use use;

	watch_use(&s->arena, c, &use);
	jwrite_int(&o, "index", c->index);
	jwrite_text(&o, "name", c->name);
	jwrite_int(&o, "samples", (long long)use.samples);
	jwrite_number(&o, "busy", use.busy / 100);
	jwrite_number(&o, "idle", use.idle);
	jwrite_bool(&o, "saw", use.saw);
	jwrite_number(&o, "memory_active", use.reads / 100);
	jwrite_number(&o, "memory_used", use.used_most);
	jwrite_number(&o, "memory", c->total);
	jwrite_bool(&o, "works", use.works);
	jwrite_end(&o);
}

void log_watch_json(struct session *s, struct jwrite *in, const struct watch *w)
{
	struct jwrite o, list;
	struct swap_use swap;

	if (!w) {
		jwrite_null(in, "watched");
		return;
	}
	o = jwrite_object(in, "watched", false);
	list = jwrite_list(&o, "files", false);
	for (const char *const *file = w->file; *file; file++)
		jwrite_text(&list, NULL, session_name(s, *file));
	jwrite_end(&list);
	jwrite_number(&o, "seconds", w->last_clock - w->first_clock);
	list = jwrite_list(&o, "gpus", false);
	for (uint32_t i = 0; i < w->ncards; i++)
		json_card(s, &list, &w->card[i]);
	jwrite_end(&list);
	jwrite_bool(&o, "by_units", w->by_units);
	jwrite_text(&o, "untold", w->unknown);
	watch_swap(&w->host, &swap);
	jwrite_number(&o, "cores", w->host.cores ? w->host.cores : NAN);
	jwrite_number(&o, "host_memory", w->host.memory);
	jwrite_number(&o, "swap_first", swap.first);
	jwrite_number(&o, "swap_last", swap.last);
	jwrite_number(&o, "swapping", swap.busy);
	jwrite_end(&o);
}

void log_trace_json(struct session *s, struct jwrite *top, const struct trace *t)
{
	struct jwrite o = jwrite_object(top, NULL, true), list = jwrite_list(&o, "files", false), x;

	jwrite_text(&list, NULL, session_name(s, t->file));
	jwrite_end(&list);
	jwrite_null(&o, "framework");
	x = jwrite_object(&o, "trace", false);
	jwrite_int(&x, "events", (long long)t->events);
	jwrite_int(&x, "steps", (long long)t->steps);
	jwrite_number(&x, "step_seconds", t->step);
	jwrite_int(&x, "loads", (long long)t->loads);
	jwrite_number(&x, "load_seconds", t->load);
	jwrite_number(&x, "data_share", t->step > 0 ? t->load / t->step : NAN);
	jwrite_int(&x, "kernels", (long long)t->kernels);
	jwrite_number(&x, "span_seconds", t->span);
	jwrite_number(&x, "busy_seconds", t->busy);
	jwrite_number(&x, "busy_share", t->span > 0 ? t->busy / t->span : NAN);
	jwrite_bool(&x, "cut", t->cut);
	jwrite_end(&x);
	jwrite_end(&o);
}
