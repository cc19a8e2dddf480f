// SPDX-License-Identifier: MIT
/* The formats, in the order in which they are offered: each a `const struct reporter report_NAME` of a file here. */
#ifndef REPORT_PRIV_H
#define REPORT_PRIV_H
#include "report/report.h"

// clang-format off
#define REPORTERS(X) \
	X(full) X(concise) X(gcc) X(json) X(json_lines) X(json_report) X(sarif) X(github) X(gitlab) X(rdjson) \
	X(junit) X(checkstyle)
// clang-format on

#define DECLARE(name) extern const struct reporter report_##name;
REPORTERS(DECLARE)
#undef DECLARE
#endif
