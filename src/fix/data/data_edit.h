// SPDX-License-Identifier: MIT
/* One entry of a YAML, JSON or TOML file, rewritten in the manner of the file. Everything outside of the entry stays as
 * it is: comments, quotes, order, indentation, line ends. Functions return false with a reason where they refuse. */
#ifndef FIX_DATA_DATA_EDIT_H
#define FIX_DATA_DATA_EDIT_H
#include "fix/proof/attempt.h"

struct data_editor { /* what a fix makes of one file */
	struct arena *a;
	struct attempt *t;
	const struct source *src; /* of the entry */
	uint32_t to;		  /* the source that gets the edits: src's own, or another one of the same file */
	bool json, toml;
	const char *reason;
};
bool data_refuse(struct data_editor *ed, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
bool data_rename(struct data_editor *ed, const struct entry *x, const struct str *name);
bool data_set(struct data_editor *ed, const struct entry *x, struct value want);
/* in: the dict that holds the entry. */
bool data_remove(struct data_editor *ed, struct value in, const struct entry *x);
/* An entry more, behind the one whose name is most like it. */
bool data_insert(struct data_editor *ed, struct value in, const struct str *name, struct value want);
#endif
