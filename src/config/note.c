// SPDX-License-Identifier: MIT
/* The columns of CONFIG_NOTES. */
#include "config/note.h"
#include <stddef.h>

#define ID(name, id, counts, depends) id,
const char *const config_note_id[] = { CONFIG_NOTES(ID) NULL };

#define COUNTS(name, id, counts, depends) counts,
const enum note_counts config_note_counts[] = { CONFIG_NOTES(COUNTS) };

#define DEPENDS(name, id, counts, depends) depends,
const enum note_depends config_note_depends[] = { CONFIG_NOTES(DEPENDS) };
