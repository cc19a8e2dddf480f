// SPDX-License-Identifier: MIT
/* The built-in formats of logs, loaded once for all tests of a program, and what a test reads by them. */
#ifndef TESTS_RUN_FORMATS_H
#define TESTS_RUN_FORMATS_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "run/formats/read_log.h"
#include <math.h>

static struct arena a;
static struct sources *sources;
static struct log_formats formats;
static struct runs all;
static struct err e;

static inline bool near(double x, double y)
{
	return fabs(x - y) <= 1e-6 * fabs(y);
}

static int formats_begin(void **state)
{
	(void)state;
	sources = sources_new();
	return !log_formats_load(&a, sources, NULL, NULL, &formats, &e);
}

static int formats_end(void **state)
{
	(void)state;
	runs_release(&all);
	sources_free(sources);
	arena_release(&a);
	return 0;
}
#endif
