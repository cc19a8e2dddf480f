// SPDX-License-Identifier: MIT
/* How a class that learns labels counts them, by the syntax of its methods and of those of its bases in the project:
 * what is certain from that, and nothing else. */
#ifndef CODE_LABELS_H
#define CODE_LABELS_H
#include "code/names.h"

/* Its method m gives its argument `labels` to `self.LOSS(...)` as it comes, and asks `labels < self.COUNT`. */
bool labels_bounded(const struct cls *k, const struct str *m, const struct str *labels, const struct str *count,
		    const struct str *loss);
/* A method makes `labels` by a call that gets self.COUNT, and puts its own argument `given` into them as it comes. */
bool labels_filled(const struct cls *k, const struct str *labels, const struct str *given, const struct str *count);
/* Its method m gives `labels` no value but by a call of EACH, or by one of JOIN that gets them first. */
bool labels_kept(const struct cls *k, const struct str *m, const struct str *labels, const struct str *each,
		 const struct str *join);
/* The constructor that makes self.LAYER last makes it, wherever it does, of COUNT + 1. */
bool labels_one_more(const struct cls *k, const struct str *layer, const struct str *count);
#endif
