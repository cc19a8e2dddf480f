// SPDX-License-Identifier: MIT
/* Remarks between the words of a command, which the grammar of bash takes for a comment up to the end of the line.
 *
 * 	train.py \
 * 	    `# LoRA` \		blanks, as many bytes
 * 	    --lora_r 8 */
#ifndef SHELL_REMARKS_H
#define SHELL_REMARKS_H
#include "base/arena.h"

/* The bytes with blanks in place of such remarks: a copy on a, or bytes itself where there is none. */
const char *shell_without_remarks(struct arena *a, const char *bytes, uint32_t len);
#endif
