// SPDX-License-Identifier: MIT
/* Findings as the protocol's diagnostics. What stands in another file is shown where the document names the base that
 * it comes from, with the place as related information. */
#ifndef SERVER_DIAGNOSTICS_H
#define SERVER_DIAGNOSTICS_H
#include "server/world.h"

enum { DIAGNOSTICS_MAX = 1000 /* of a document; the last one says that there are more */ };
/* Where the document shows the finding, in bytes of its text. */
struct span diagnostic_place(const struct analysis *a, const struct diag *d);
json_t *diagnostics_of(const struct analysis *a, enum column_unit u);
json_t *diagnostic_of(const struct analysis *a, enum column_unit u, const struct diag *d);
/* A place in any loaded file as {uri, range}; NULL: nowhere, or in no file. */
json_t *location_json(enum column_unit u, const struct source *s, struct span at);
#endif
