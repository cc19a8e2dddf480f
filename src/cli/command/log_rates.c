// SPDX-License-Identifier: MIT
#include "cli/command/log_rates.h"
#include "cli/messages.h"
#include <math.h>

const char *log_rates_text(struct arena *a, const struct rates *x)
{
	if (x->why)
		return arena_printf(a, "not checked: %s", x->why);
	if (!x->off)
		return arena_printf(a, "follows the config on all %u line%s%s", x->lines, plural(x->lines),
				    x->never ? ", and never moves" : "");
	if (x->constant && x->moves)
		return arena_printf(a, "stays at %.4g on all %u lines; the config's schedule goes from %.4g to %.4g",
				    rates_printed(x->first), x->lines, x->ends[0], x->ends[1]);
	if (isfinite(x->factor))
		return arena_printf(a, "follows the schedule on all %u line%s, but from %.4g times the config's rate",
				    x->lines, plural(x->lines), x->factor);
	return arena_printf(a, "follows the config on %u of %u lines; first not at iteration %u: %.4g, expected %.4g",
			    x->lines - x->off, x->lines, x->first->iter, rates_printed(x->first), x->first_expected);
}
