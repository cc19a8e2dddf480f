// SPDX-License-Identifier: MIT
/* Days since 1970, daylight saving time, and missing years. */
#include "run/formats/clock.h"
#include <math.h>

enum { HOUR = 3600, DISORDER = 60 };

/* Of the Gregorian calendar; years begin in March here. */
int64_t clock_days(int64_t y, uint32_t m, uint32_t d)
{
	int64_t era, year_of_era, day_of_year;

	y -= m <= 2;
	era = y / 400;
	year_of_era = y - era * 400;
	day_of_year = (153 * ((int64_t)m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
	return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719468;
}

/* Without a year: years are counted from 1970; leap years show themselves. */
static int64_t undated(struct clock *c, uint32_t m, uint32_t d)
{
	if (c->month > m && c->month - m > 6) {
		c->days += c->leap ? 366 : 365;
		c->leap = false;
	}
	c->month = m;
	c->leap |= m == 2 && d == 29;
	return c->days + clock_days(1970, m, d) + (c->leap && m > 2);
}

double clock_read(struct clock *c, const struct fields *f)
{
	uint32_t y = field_count(f, FIELD_YEAR), m = field_count(f, FIELD_MONTH), d = field_count(f, FIELD_DAY);

	c->dated = field_set(f, FIELD_YEAR);
	c->step = field_set(f, FIELD_MS) ? 0.001 : 1;
	if (m < 1 || m > 12 || d < 1 || d > 31 || y > 9999 || !field_set(f, FIELD_HOUR))
		return NAN;
	if (!c->dated) {
		c->day = undated(c, m, d);
	} else if (y != c->y || m != c->m || d != c->d) {
		c->y = y, c->m = m, c->d = d;
		c->day = clock_days(y, m, d);
	}
	return (double)c->day * 86400 + f->number[FIELD_HOUR] * HOUR + f->number[FIELD_MINUTE] * 60 +
	       f->number[FIELD_SECOND] + (field_set(f, FIELD_MS) ? f->number[FIELD_MS] : 0);
}

void clock_restart(struct clock *c)
{
	c->follows = false;
	c->shift = 0;
}

double clock_follow(struct clock *c, double raw, double *set)
{
	double step = c->follows ? raw - c->last : 0;

	*set = 0;
	if (isnan(raw))
		return raw;
	if (step < -DISORDER) { /* by an hour: applies what is left of it; else it is unknown */
		*set = step >= -HOUR && step < -HOUR / 2 ? -HOUR : step;
		c->shift -= *set;
	}
	c->follows = true;
	c->last = raw;
	return raw + c->shift;
}

double clock_forward(struct clock *c, double took, uint32_t n, float time)
{
	double expected = n * (double)time, over = took - expected - HOUR;
	double hour = fmod(c->last, 86400) / HOUR;

	if (!(expected < HOUR / 2) || fabs(over) > fmax(3 * c->step, expected / 4) || hour < 1 || hour >= 4)
		return 0;
	c->shift -= HOUR;
	return HOUR;
}
