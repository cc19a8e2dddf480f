// SPDX-License-Identifier: MIT
/* Whether a text without a name is data, and so no Python: standard input that the user did not name. */
#ifndef CLI_STDIN_DATA_H
#define CLI_STDIN_DATA_H
#include <stddef.h>

/* "JSON", or "YAML" where the first line that says something is `key: value` or `key:`; NULL: it may be Python. text: n
 * bytes, and a NUL. */
const char *stdin_data(const char *text, size_t n);
#endif
