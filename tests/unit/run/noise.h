// SPDX-License-Identifier: MIT
/* Noise as iteration times have it, the same in each test run. */
#ifndef TESTS_RUN_NOISE_H
#define TESTS_RUN_NOISE_H
#include <math.h>
#include <stdint.h>

enum { RUNS = 1000 };
static uint64_t state_of_noise;

static double uniform(void)
{
	state_of_noise = state_of_noise * 6364136223846793005u + 1442695040888963407u;
	return ((double)(state_of_noise >> 11) + 0.5) / 9007199254740992.0;
}

static double normal(void)
{
	return sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform());
}

/* Iteration times of 100 with 3 % noise that lasts: neighbours correlate by a half. */
static void clean_run(double *x, size_t n)
{
	double noise = normal();

	for (size_t i = 0; i < n; i++) {
		noise = 0.5 * noise + sqrt(0.75) * normal();
		x[i] = 100 + 3 * noise;
	}
}
#endif
