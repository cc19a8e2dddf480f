// SPDX-License-Identifier: MIT
/* Findings as the protocol's diagnostics. A finding in another file is shown at the best place that the document has,
 * with its own place as related information: where the document names the base that the finding comes from; of a file
 * that inherits from the document, the value in the document that the finding is related to, else the first line that
 * was edited. A finding of such a file that has no place in the document, which was not edited either, is not shown. */
#ifndef SERVER_DIAGNOSTICS_H
#define SERVER_DIAGNOSTICS_H
#include "server/world.h"

enum { DIAGNOSTICS_MAX = 1000 /* of a document; the last one has the number of further ones */ };
/* Where the document shows the finding, in bytes of its text; false: it does not show it. */
bool diagnostic_place(const struct analysis *a, const struct diag *d, struct span *out);
json_t *diagnostics_of(const struct analysis *a, enum column_unit u);
/* NULL: the document does not show it. */
json_t *diagnostic_of(const struct analysis *a, enum column_unit u, const struct diag *d);
/* A place in any loaded file as {uri, range}; NULL: nowhere, or in no file. */
json_t *location_json(enum column_unit u, const struct source *s, struct span at);
#endif
