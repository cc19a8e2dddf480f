// SPDX-License-Identifier: MIT
/* The tables of `cfglint compare`, and below them what each run is against the first. */
#include "cli/command/compare_print.h"
#include "cli/command/compare_table.h"
#include "cli/command/compare_words.h"
#include "cli/messages.h"
#include "report/draw/terminal.h"
#include <string.h>

static void put_table(const struct compare_table *t)
{
	size_t width[COMPARE_COLUMNS] = { 0 };

	for (unsigned k = 0; k < t->columns; k++)
		for (uint32_t i = 0; i < t->rows; i++) {
			size_t n = terminal_text_columns(t->cell[i][k], strlen(t->cell[i][k]));

			width[k] = n > width[k] ? n : width[k];
		}
	for (uint32_t i = 0; i < t->rows; i++) {
		unsigned last = t->columns;

		while (last && !t->cell[i][last - 1][0])
			last--;
		for (unsigned k = 0; k < last; k++)
			say("%s%*s", k ? "  " : "", (int)width[k], t->cell[i][k]);
		say("\n");
	}
}

static void put_line(const char *lead, const char *text)
{
	if (text)
		say_line(5, "   %s%s", lead, text);
}

static void put_run(struct session *s, const struct comparison *all, uint32_t i)
{
	const struct compared *c = &all->at[i];

	say_line(3, "%u  %s: %s", i + 1, compare_name(s, c), compare_verdict(s, c));
	put_line("in all: ", compare_whole(s, all, i));
	put_line("changed: ", compare_changes(s, &c->drifts));
	put_line("", compare_by(s, c));
	put_line("", compare_machine(s, c));
}

static void put_note(const char *note)
{
	while (note && *note) {
		size_t n = strcspn(note, "\n");

		say_line(0, "%.*s", (int)n, note);
		note += n + (note[n] == '\n');
	}
}

void compare_say(struct session *s, const struct comparison *c)
{
	struct compare_table speeds = compare_speeds(s, c), times = compare_times(s, c);

	put_table(&speeds);
	if (c->per_gpu)
		say_line(0, COMPARE_PER_GPU);
	if (times.rows) {
		say("\nof the wall time, and what that makes of the speed:\n");
		put_table(&times);
		put_note(compare_times_note(s, &times));
	}
	say("\n");
	for (uint32_t i = 0; i < c->n; i++)
		put_run(s, c, i);
}
