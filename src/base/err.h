// SPDX-License-Identifier: MIT
/* Why an operation failed, for callers that go on. A zeroed err means no error. */
#ifndef BASE_ERR_H
#define BASE_ERR_H
#include "base/util.h"

enum err_code {
	ERR_NONE,
	ERR_NOT_FOUND,
	ERR_NOT_REGULAR, /* a directory, FIFO, device */
	ERR_TOO_LARGE,
	ERR_DENIED,  /* permission */
	ERR_OUTSIDE, /* outside the project's root */
	ERR_IO,
	ERR_ENCODING, /* not UTF-8, a BOM, a NUL byte */
	ERR_SYNTAX,
	ERR_CHANGED, /* the file on disk is no longer the one that was read */
	ERR_LIMIT,
	ERR_USAGE,
};
struct err {
	int code;
	char msg[512];	    /* one line, no file name unless needed; the caller knows the place */
	uint32_t line, col; /* 1-based position in a file if the failure has one, else 0 */
};

bool err_set(struct err *e, int code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4))); /* always false: `return err_set(...)`; e may be NULL */
#endif
