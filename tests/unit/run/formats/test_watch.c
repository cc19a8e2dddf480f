// SPDX-License-Identifier: MIT
/* What monitoring tools print, form by form, and what follows from it. */
#include "run/formats.h"
#include "run/formats/gpu_memory.h"
#include "run/formats/watch.h"
#include "base/buf.h"
#include <stdlib.h>
#include <string.h>

static const struct watch *watched(const char *text)
{
	runs_release(&all);
	assert_true(runs_read_bytes(&all, &formats, "/r/gpu.csv", text, strlen(text), NULL, &e));
	return all.watch;
}

static struct card_use use(const struct watch *w, uint32_t i)
{
	struct card_use u;

	assert_non_null(w);
	assert_true(i < w->ncards);
	watch_use(&a, &w->card[i], &u);
	return u;
}

static void csv_with_names_and_units(void **state)
{
	const struct watch *w =
		watched("timestamp, name, index, utilization.gpu [%], utilization.memory [%], memory.used [MiB], "
			"memory.total [MiB], temperature.gpu\n"
			"2024/04/20 18:48:59.100, NVIDIA TITAN Xp, 0, 92 %, 35 %, 10752 MiB, 12288 MiB, 65\n"
			"2024/04/20 18:48:59.104, NVIDIA TITAN V, 1, 0 %, 0 %, 4 MiB, 12066 MiB, 31\n"
			"2024/04/20 18:49:00.100, NVIDIA TITAN Xp, 0, 90 %, 33 %, 10800 MiB, 12288 MiB, 65\n"
			"2024/04/20 18:49:00.104, NVIDIA TITAN V, 1, [N/A], [Not Supported], 4 MiB, 12066 MiB, 31\n"
			"2024/04/20 18:49:01.10");

	(void)state;
	assert_true(use(w, 0).busy == 91 && use(w, 0).reads == 34 && use(w, 0).used_most == 10800 && use(w, 0).works);
	assert_true(use(w, 1).samples == 1 && !use(w, 1).works);
	assert_string_equal(w->card[1].name, "NVIDIA TITAN V");
	assert_true(w->card[0].total == 12288 && near(w->last_clock - w->first_clock, 1.004));
	assert_true(watch_total(&a, w) == 12288 && !w->by_units && !w->unknown);
	assert_int_equal(all.n, 0);
}

static void csv_without_index_or_units(void **state)
{
	const struct watch *w = watched("timestamp, utilization.gpu [%], memory.used [MiB]\r\n"
					"2024/04/20 18:48:59.100, 92, 10752\r\n2024/04/20 18:48:59.103, 12, 2000\r\n"
					"2024/04/20 18:49:00.100, 94, 10752\r\n2024/04/20 18:49:00.103, 14, 2000\r\n");

	(void)state;
	assert_int_equal(w->ncards, 2);
	assert_true(use(w, 0).busy == 93 && use(w, 1).busy == 13);
}

static void csv_without_header(void **state)
{
	const struct watch *w = watched("2024/04/20 18:48:59.100, 92 %, 35 %, 24576 MiB, 10752 MiB\n"
					"2024/04/20 18:49:00.100, 94 %, 35 %, 24576 MiB, 10752 MiB\n");

	(void)state;
	assert_true(w->by_units && use(w, 0).busy == 93 && use(w, 0).used == 10752 && w->card[0].total == 24576);
	w = watched("40 %, 92 %, 35 %, 24576 MiB, 10752 MiB\n"); /* a fan's? */
	assert_true(w->unknown && !use(w, 0).samples && use(w, 0).used == 10752);
	assert_null(watched("92, 35, 24576, 10752\n94, 35, 24576, 10752\n"));
}

static void dmon(void **state)
{
	const struct watch *w = watched(
		"# gpu    pwr  gtemp  mtemp     sm    mem     fb\n# Idx      W      C      C      %      %     MB\n"
		"    0    280     65      -     92     35  10752\n    1     20     35      -      -      -      4\n"
		"# gpu    pwr  gtemp  mtemp     sm    mem     fb\n# Idx      W      C      C      %      %     MB\n"
		"    0    280     65      -     94     35  10752\n    1     20     3");

	(void)state;
	assert_int_equal(w->ncards, 2);
	assert_true(use(w, 0).samples == 2 && use(w, 0).busy == 93 && use(w, 0).used == 10752 && !use(w, 1).samples);
	w = watched("#Date       Time        gpu     sm    mem    enc    dec\n#YYYYMMDD   HH:MM:SS    Idx      %      "
		    "%      %      %\n"
		    " 20240420   18:48:59      0     92     35      0      0\n 20240420   18:49:01      0     90     "
		    "35      0      0\n");
	assert_true(use(w, 0).busy == 91 && w->last_clock - w->first_clock == 2);
}

static void the_table(void **state)
{
	const struct watch *w =
		watched("Sat Apr 20 18:48:59 2024\n| NVIDIA-SMI 525.105.17   Driver Version: 525.105.17   CUDA "
			"Version: 12.0     |\n"
			"|   0  NVIDIA GeForce RTX 3090        On  | 00000000:01:00.0 Off |                  N/A |\n"
			"| 92%   65C    P2             280W / 350W |  10752MiB / 24576MiB |     92%      Default |\n"
			"|                                         |                      |                  N/A |\n"
			"|    0   N/A  N/A      1234      C   python                          10240MiB |\n");

	(void)state;
	assert_int_equal(w->ncards, 1);
	assert_string_equal(w->card[0].name, "NVIDIA GeForce RTX 3090");
	assert_true(use(w, 0).busy == 92 && use(w, 0).used == 10752 && w->card[0].total == 24576);
}

static void saws_and_idle_cards(void **state)
{
	struct buf b = { 0 };
	struct card_use u;

	(void)state;
	buf_puts(&b, "index, utilization.gpu [%]\n");
	for (int i = 0; i < 200; i++)
		buf_printf(&b, "0, %d\n1, %d\n2, %d\n", i % 5 < 3 ? 95 : 3, 88, i < 150 ? 95 : 0);
	u = use(watched(buf_str(&b)), 0);
	assert_true(u.saw && near(u.idle, 0.4) && u.busy == 95);
	assert_false(use(all.watch, 1).saw);
	assert_false(use(all.watch, 2).saw); /* it ended */
	buf_release(&b);
}

static void more_samples_than_are_kept(void **state)
{
	struct buf b = { 0 };

	(void)state;
	buf_puts(&b, "index, utilization.gpu [%]\n");
	for (int i = 0; i < 3 * WATCH_SAMPLES; i++)
		buf_printf(&b, "0, %d\n", i % 64 < 32 ? 90 : 80);
	assert_true(use(watched(buf_str(&b)), 0).samples == 3 * WATCH_SAMPLES);
	assert_true(all.watch->card[0].busy.n <= WATCH_SAMPLES && use(all.watch, 0).busy >= 80);
	buf_release(&b);
}

static void hostile_figures(void **state)
{
	const struct watch *w =
		watched("index, utilization.gpu [%], memory.used [MiB], memory.total [MiB]\n"
			"0, 1e999 %, -1e999 MiB, 1e400 MiB\n0, 101 %, nan, inf\n99999999999, -5 %, 1e30 MiB, 5 MiB\n");

	(void)state;
	assert_true(!use(w, 0).samples && !w->card[0].used.n && !(w->card[0].total > 0));
}

static struct swap_use swap(const char *text)
{
	struct swap_use u;

	assert_non_null(watched(text));
	watch_swap(&all.watch->host, &u);
	return u;
}

#define HEADER "               total        used        free      shared  buff/cache   available\n"
#define VMSTAT " r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n"

static void memory_of_the_machine(void **state)
{
	(void)state;
	assert_true(swap(HEADER
			 "Mem:           64216       60011        1200\nSwap:           8191        2048        6143\n")
			    .last == 2048);
	assert_true(all.watch->host.memory == 64216);
	assert_true(swap(HEADER
			 "Mem:        65757184    61451264     1228800\nSwap:        8388604     2097152     6291452\n")
			    .last == 2048);
	assert_true(swap(HEADER
			 "Mem:            62Gi        59Gi       1.2Gi\nSwap:          8.0Gi       512Mi       6.0Gi\n")
			    .last == 512);
	assert_true(all.watch->host.memory == 62 * 1024);
	assert_true(
		swap("MemTotal:       65757184 kB\nSwapTotal:       8388604 kB\nSwapFree:        6291452 kB\n").last ==
		2048);
	assert_false(
		swap(VMSTAT " 9  3 2097152 1 1 1 0 0 8 9 1 9 7 1 5 1 0\n 9  3 2097152 1 1 1 0 0 8 9 1 9 7 1 5 1 0\n")
			.grows);
	assert_true(
		swap(VMSTAT " 9  3 2097152 1 1 1 0 0 8 9 1 9 7 1 5 1 0\n 9  3 2297152 1 1 1 90 0 8 9 1 9 7 1 5 1 0\n")
			.grows);
}

static void before_a_log(void **state)
{
	const struct watch *w =
		watched("|   0  NVIDIA GeForce RTX 3060        On  | 00000000:01:00.0 Off |                  N/A |\n"
			"|  0%   35C    P8              12W / 170W |      5MiB / 12288MiB |      0%      Default |\n"
			"2021-04-16 14:30:22,123 - mmdet - INFO - Iter [10/900]\tlr: 1.0e-02, time: 0.1, data_time: "
			"0.01, memory: 3000, loss: 1.0\n"
			"2021-04-16 14:30:23,123 - mmdet - INFO - Iter [20/900]\tlr: 1.0e-02, time: 0.1, data_time: "
			"0.01, memory: 3000, loss: 1.0\n");

	(void)state;
	assert_int_equal(all.n, 1);
	assert_int_equal(all.at[0].train.n, 2);
	assert_int_equal(all.at[0].train.at[0].line, 3);
	assert_true(all.at[0].watch == w && memory_card(&a, &all.at[0]).total == 12288);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(csv_with_names_and_units),
		cmocka_unit_test(csv_without_index_or_units),
		cmocka_unit_test(csv_without_header),
		cmocka_unit_test(dmon),
		cmocka_unit_test(the_table),
		cmocka_unit_test(saws_and_idle_cards),
		cmocka_unit_test(more_samples_than_are_kept),
		cmocka_unit_test(hostile_figures),
		cmocka_unit_test(memory_of_the_machine),
		cmocka_unit_test(before_a_log),
	};

	return cmocka_run_group_tests(tests, formats_begin, formats_end);
}
