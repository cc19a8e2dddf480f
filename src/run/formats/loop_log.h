// SPDX-License-Identifier: MIT
/* Logs of training loops whose form no file of rules/logs/ describes: text with figures, bars, dicts or json, tables
 * (csv), json documents. The bytes are read twice: first to learn which lines train (run/formats/loop_shape.h), then to
 * read them. Memory is bounded by the words that the log uses, not by its length. */
#ifndef RUN_FORMATS_LOOP_LOG_H
#define RUN_FORMATS_LOOP_LOG_H
#include "run/formats/log_format.h"

struct log_reader;
struct loop_log;					    /* of loop_log.c */
struct loop_log *loop_log_new(const struct log_formats *f); /* NULL: no format is learnt */
void loop_log_free(struct loop_log *l);
/* The next bytes of the file; they may be changed. */
void loop_log_part(struct loop_log *l, char *s, size_t n);
/* After the first pass. false: the log is of something else. true: from here on r takes the records of the second. */
bool loop_log_learnt(struct loop_log *l, struct log_reader *r);
void loop_log_end(struct loop_log *l); /* after the second */
#endif
