// SPDX-License-Identifier: MIT
/* The columns of CONFIG_NOTES. */
#include "config/note.h"
#include <stddef.h>

#define ID(name, id, counts) id,
const char *const config_note_id[] = { CONFIG_NOTES(ID) NULL };

#define COUNTS(name, id, counts) counts,
const enum note_counts config_note_counts[] = { CONFIG_NOTES(COUNTS) };
