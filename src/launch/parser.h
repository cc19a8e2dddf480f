// SPDX-License-Identifier: MIT
/* Which flags a Python script declares (argparse), by its own text alone: for what a launch line gives it. */
#ifndef LAUNCH_PARSER_H
#define LAUNCH_PARSER_H
#include "python/syntax/parse.h"
#include "python/value/value.h"

/* {names: [...], flags: {name: {takes, type, default, action, used}}, positionals: likewise, in their order,
 * open, abbrev}; Unknown where the text has no
 * parser. open: there may be more flags than are told, or unknown ones are taken: it parses known arguments only, gives
 * the parser away, makes names in a loop, or changes sys.argv. With several parsers, the flags of all of them. */
struct value parser_flags(struct arena *a, const struct parsed *parsed, const char *text);
#endif
