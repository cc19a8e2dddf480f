// SPDX-License-Identifier: MIT
/* Output of monitoring tools about the machine: nvidia-smi (csv of --query-gpu, dmon, its table), free,
 * /proc/meminfo, vmstat, wandb-metadata.json. Missing figures are NaN or 0 samples. Memory in MiB, shares in
 * percent.
 *
 * utilization.gpu (dmon: sm) is the share of a sample's time in which a kernel ran; utilization.memory (mem) the
 * share in which the card's memory was read or written, which is not its occupancy: that is memory used over total. */
#ifndef RUN_FORMATS_WATCH_H
#define RUN_FORMATS_WATCH_H
#include "base/arena.h"
#include <stdbool.h>
#include <stddef.h>

enum { WATCH_CARDS = 64, WATCH_SAMPLES = 1 << 16 };
struct watch_series { /* at most WATCH_SAMPLES values: beyond that every second one, every fourth ... is stored */
	float *x;
	uint32_t n, every;
	uint64_t seen;
};
struct watch_card {
	uint32_t index;
	const char *name; /* NULL */
	double total;
	struct watch_series busy, reads, used; /* utilization.gpu, utilization.memory, memory in use */
};
struct watch_host {
	uint32_t cores; /* logical; 0 */
	double memory, swap_total;
	struct watch_series swap, swapped; /* in use; KiB per second moved in and out */
};
struct watch {
	const char *const *file; /* absolute; NULL-terminated */
	const char *tool;	 /* "nvidia-smi", "vmstat": the tool that wrote it; NULL */
	struct watch_card *card; /* in the order of their appearance */
	uint32_t ncards;
	struct watch_host host;
	double first_clock, last_clock; /* as struct run's; NaN */
	bool by_units;			/* a csv without header: its columns were identified by their units */
	const char *unknown;		/* what is unknown, and what would help; NULL */
};

/* How a card was used. */
struct card_use {
	uint64_t samples;	/* of utilization.gpu */
	double busy;		/* their median; NaN */
	double idle;		/* share below 10 % */
	bool saw;		/* alternates between busy and idle */
	double reads;		/* median of utilization.memory; NaN */
	double used, used_most; /* median and most; NaN */
	bool works;		/* something was computed or stored on it */
};
void watch_use(struct arena *tmp, const struct watch_card *c, struct card_use *out);

struct swap_use {
	double first, last, most; /* MiB; NaN: unknown */
	double busy;		  /* share of samples in which pages were moved; NaN */
	bool grows;
};
void watch_swap(const struct watch_host *h, struct swap_use *out);
/* The common memory size of all cards that work; NaN. */
double watch_total(struct arena *tmp, const struct watch *w);
#endif
