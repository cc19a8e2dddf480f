// SPDX-License-Identifier: MIT
/* Which keys of a dict, and of dicts in it, stand as words in the Python files of a project: code that is not analysed
 * may read them. The words of a project are collected once. */
#ifndef PLAIN_WORDS_OF_CODE_H
#define PLAIN_WORDS_OF_CODE_H
#include "base/vec.h"
#include "python/value/value.h"
#include "text/vfs.h"

struct code_words;
VEC(code_words_all, struct code_words *); /* of all projects so far; zeroed: none */

/* A list of keys; open, if there are too many files to tell. root NULL: there is no project, so None; None, too, if the
 * project has no Python file. */
enum code_word { CODE_WORD_ANY, CODE_WORD_QUOTED /* it is a whole text, as of cfg['key'] */ };
struct value named_in_code(struct arena *a, struct code_words_all *all, const struct vfs *fs, const char *root,
			   enum code_word as, struct value dict);
void code_words_release(struct code_words_all *all);
#endif
