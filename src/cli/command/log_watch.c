// SPDX-License-Identifier: MIT
#include "cli/command/log_watch.h"
#include "cli/command/log_ledger.h"
#include "cli/command/priv.h"
#include "cli/effective.h"
#include "report/figure.h"
#include <math.h>

static void say_card(const struct watch_card *c, const struct card_use *u)
{
	say("  GPU %-6u ", c->index);
	if (c->name)
		say("%s: ", c->name);
	if (isnan(u->busy))
		say("no utilization told");
	else if (u->samples == 1)
		say("busy %.0f %% at that moment", u->busy);
	else
		say("busy %.0f %% (median of %llu samples), idle (below 10 %%) in %.0f %% of them%s", u->busy,
		    (unsigned long long)u->samples, 100 * u->idle, u->saw ? ", up and down as a saw" : "");
	if (!isnan(u->used_most))
		say("; memory %.1f", u->used_most / 1024);
	if (!isnan(u->used_most) && c->total > 0)
		say(" of %.1f GiB", c->total / 1024);
	else if (c->total > 0)
		say("; %.1f GiB", c->total / 1024);
	else if (!isnan(u->used_most))
		say(" GiB in use");
	say("%s\n", u->works || isnan(u->used_most) ? "" : ": not in use");
}

static void say_host(const struct watch_host *h)
{
	struct swap_use swap;

	watch_swap(h, &swap);
	if (h->cores || h->memory > 0)
		say("  host      ");
	if (h->cores)
		say(" %u logical cores%s", h->cores, h->memory > 0 ? "," : "");
	if (h->memory > 0)
		say(" %.1f GiB of memory", h->memory / 1024);
	if (h->cores || h->memory > 0)
		say("\n");
	if (isnan(swap.last))
		return;
	say("  swap       %.1f GiB in use", swap.last / 1024);
	if (h->swap.n > 1)
		say(", %.1f at first, %.1f at its most", swap.first / 1024, swap.most / 1024);
	if (swap.busy >= 0)
		say("; pages were moved in %.0f %% of %llu samples", 100 * swap.busy,
		    (unsigned long long)h->swapped.seen);
	say("\n");
}

void log_watch_say(struct session *s, const struct watch *w)
{
	double reads = NAN;

	if (isfinite(w->first_clock) && w->last_clock > w->first_clock)
		say("  watched    for %s\n", figure_seconds_text(&s->arena, w->last_clock - w->first_clock));
	for (uint32_t i = 0; i < w->ncards; i++) {
		struct card_use use;

		watch_use(&s->arena, &w->card[i], &use);
		say_card(&w->card[i], &use);
		reads = fmax(reads, use.reads);
	}
	if (reads >= 0)
		say("             (utilization.memory, dmon's mem: up to %.0f %%, is how much of the time memory was "
		    "read or "
		    "written, not how much of it is in use)\n",
		    reads);
	if (w->by_units)
		say("             (columns told by their units: the csv has no header)\n");
	if (w->untold)
		say("  not told   %s\n", w->untold);
	say_host(&w->host);
}

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
	jwrite_text(&o, "untold", w->untold);
	watch_swap(&w->host, &swap);
	jwrite_number(&o, "cores", w->host.cores ? w->host.cores : NAN);
	jwrite_number(&o, "host_memory", w->host.memory);
	jwrite_number(&o, "swap_first", swap.first);
	jwrite_number(&o, "swap_last", swap.last);
	jwrite_number(&o, "swapping", swap.busy);
	jwrite_end(&o);
}

/* ---- traces */

void log_trace_say(struct session *s, const struct trace *t)
{
	say("%s: a trace of PyTorch, %s events%s\n", session_name(s, t->file),
	    figure_number_text(&s->arena, (double)t->events), t->cut ? ", cut within one" : "");
	if (t->steps)
		say("  steps      %llu, %s each\n", (unsigned long long)t->steps,
		    figure_seconds_text(&s->arena, t->step / (double)t->steps));
	else
		say("  steps      none: without ProfilerStep (`prof.step()`) nothing is told of iterations\n");
	if (t->steps && t->step > 0)
		say("  data       %.0f %% of a step is waiting for data (%llu calls of the loader, %s)\n",
		    100 * t->load / t->step, (unsigned long long)t->loads, figure_seconds_text(&s->arena, t->load));
	if (t->kernels && t->span > 0)
		say("  GPU        a kernel runs in %.0f %% of %s (%llu kernels)\n", 100 * t->busy / t->span,
		    figure_seconds_text(&s->arena, t->span), (unsigned long long)t->kernels);
	else
		say("  GPU        no kernels in it: a trace of the CPU alone\n");
	if (t->steps)
		say("             (these steps only: what comes every hundred iterations isn't in them)\n");
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
