// SPDX-License-Identifier: MIT
/* Statements of a shell script: which one sets a variable, taking one out, a line more. */
#ifndef FIX_LAUNCH_STATEMENT_H
#define FIX_LAUNCH_STATEMENT_H
#include "fix/launch/word_edit.h"
#include "shell/shell_parse.h"

/* Removes the assignment whose name begins there, alone or before a command. */
bool assignment_remove(struct word_editor *w, const struct shell_script *s, uint32_t name_at);
/* The variable whose value begins there, if it is used more than once; else NULL. */
const char *assignment_shared(struct word_editor *w, const struct shell_script *s, uint32_t value_at);
/* A line before all commands, behind the header and the first `set` lines. */
void line_insert(struct word_editor *w, const struct shell_script *s, const char *line);
/* Offset of a `|` that is neither in a comment nor after one of these commands in its pipeline; UINT32_MAX: none. */
uint32_t other_pipe(struct arena *a, const struct source *src, const struct shell_script *s, const struct span *command,
		    uint32_t n);
#endif
