// SPDX-License-Identifier: MIT
/* The words for severities, in one place for reading and printing. */
#include "lint/rules/severity.h"
#include <string.h>

static const char *const names[] = {
	[SEV_INFO] = "info", [SEV_PERFORMANCE] = "performance", [SEV_WARNING] = "warning", [SEV_ERROR] = "error"
};

const char *severity_name(enum severity s)
{
	return names[s];
}

bool severity_read(struct yread *y, const struct ynode *n, enum severity *out)
{
	const char *s = yread_text(y, n, "severity");
	for (size_t i = 0; s && i < ARRAY_SIZE(names); i++)
		if (!strcmp(s, names[i])) {
			*out = (enum severity)i;
			return true;
		}
	return s && yread_unknown(y, n->at.lo, "severity", s, names, ARRAY_SIZE(names));
}
