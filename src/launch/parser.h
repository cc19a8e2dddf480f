// SPDX-License-Identifier: MIT
/* The flags that a Python script declares (argparse), to compare with a launch line. */
#ifndef LAUNCH_PARSER_H
#define LAUNCH_PARSER_H
#include "python/syntax/parse.h"
#include "python/value/value.h"

/* {names: [...], flags: {name: {takes, type, default, action, used}}, positionals: the same, in order, open,
 * abbrev}; Unknown if the files have no parser. open: there may be more flags, or unknown ones are accepted: it calls
 * parse_known_args, passes the parser to another file's code, computes names in a loop, or changes sys.argv. With
 * several parsers, the flags of all of them. */
struct parser_file {
	const struct parsed *parsed;
	const char *text;
};
struct value parser_flags(struct arena *a, const struct parser_file *file, size_t n);
#endif
