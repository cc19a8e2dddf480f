// SPDX-License-Identifier: MIT
/* Parses TensorBoard's event files: records of a length, its checksum, a protocol buffer (Event) and its checksum.
 * Of an Event the time, the step and plain scalars are read. Checksums are ignored: a truncated or broken file is
 * read up to there.
 *
 *	a record: length (8 bytes), its checksum (4), an Event, its checksum (4) */
#include "run/formats/priv.h"
#include <math.h>
#include <string.h>

enum { HEAD = 12, TAIL = 4, RECORD_MOST = 1 << 26 };
enum wire { VARINT, FIXED64, BYTES, FIXED32 = 5 };

struct bytes {
	const unsigned char *s, *end;
};
struct field_of {
	uint64_t number;
	enum wire wire;
	uint64_t value; /* of numbers, as bits */
	struct bytes bytes;
};

static uint64_t little_endian(const unsigned char *s, unsigned n)
{
	uint64_t x = 0;

	for (unsigned i = 0; i < n; i++)
		x |= (uint64_t)s[i] << (8 * i);
	return x;
}

static bool varint(struct bytes *b, uint64_t *out)
{
	*out = 0;
	for (unsigned shift = 0; b->s < b->end && shift < 64; shift += 7) {
		unsigned char c = *b->s++;

		*out |= (uint64_t)(c & 0x7F) << shift;
		if (c < 0x80)
			return true;
	}
	return false;
}

static bool fixed(struct bytes *b, unsigned n, uint64_t *out)
{
	if ((size_t)(b->end - b->s) < n)
		return false;
	*out = little_endian(b->s, n);
	b->s += n;
	return true;
}

/* The next field of a message; false: there is none, or it is broken. */
static bool next_field(struct bytes *b, struct field_of *f)
{
	uint64_t key;

	if (!varint(b, &key))
		return false;
	*f = (struct field_of){ .number = key >> 3, .wire = key & 7 };
	if (f->wire == VARINT)
		return varint(b, &f->value);
	if (f->wire == FIXED64 || f->wire == FIXED32)
		return fixed(b, f->wire == FIXED64 ? 8 : 4, &f->value);
	if (f->wire != BYTES || !varint(b, &f->value) || f->value > (uint64_t)(b->end - b->s))
		return false;
	f->bytes = (struct bytes){ b->s, b->s + f->value };
	b->s += f->value;
	return true;
}

struct event_file {
	struct log_reader *r;
	const struct log_format *f; /* NULL: no tag has identified it yet */
	struct train_record t;	    /* of the current step */
};

static const struct log_format *format_of(const struct log_reader *r, const char *tag, size_t n)
{
	for (uint32_t i = 0; i < r->formats->n; i++) {
		const char *is = r->formats->at[i].program->tensorboard;

		if (is && strlen(is) <= n && !memcmp(is, tag, strlen(is)))
			return &r->formats->at[i];
	}
	return NULL;
}

static void flush(struct event_file *x)
{
	if (x->f && x->t.has & HAS_LR && x->t.iter) /* without a rate: of a validation */
		log_reader_train(x->r, x->f, &x->t);
	x->t = train_record_new();
}

static void scalar(struct event_file *x, struct bytes value, double clock, uint32_t step)
{
	struct field_of f;
	const char *tag = NULL;
	size_t n = 0;
	float number = NAN;
	bool any = false;
	uint32_t bits;
	enum log_item item;

	while (next_field(&value, &f)) {
		if (f.number == 1 && f.wire == BYTES) {
			tag = (const char *)f.bytes.s;
			n = (size_t)(f.bytes.end - f.bytes.s);
		} else if (f.number == 2 && f.wire == FIXED32) {
			bits = (uint32_t)f.value;
			memcpy(&number, &bits, sizeof number);
			any = true;
		}
	}
	if (!tag || !any || (!x->f && !(x->f = format_of(x->r, tag, n))))
		return;
	item = item_find(x->f->program, tag, n);
	if (item == ITEM_COUNT)
		return;
	if (x->t.iter != step)
		flush(x);
	x->t.iter = step;
	x->t.clock = clock;
	item_put(&x->t, item, number, fabs(number) * 6e-8); /* floats have 24 bits */
}

static void event(struct event_file *x, struct bytes b)
{
	struct field_of f, value;
	double clock = NAN;
	uint32_t step = 0;

	x->r->line++;
	while (next_field(&b, &f)) {
		if (f.number == 1 && f.wire == FIXED64)
			memcpy(&clock, &f.value, sizeof clock);
		else if (f.number == 2 && f.wire == VARINT)
			step = f.value <= UINT32_MAX ? (uint32_t)f.value : 0;
		else if (f.number == 5 && f.wire == BYTES)
			while (next_field(&f.bytes, &value))
				if (value.number == 1 && value.wire == BYTES)
					scalar(x, value.bytes, clock, step);
	}
}

/* Clocks of runs: those of their records. */
static void clocks(struct run *run)
{
	if (!run->train.n)
		return;
	run->first_clock = run->train.at[0].clock;
	run->last_clock = run->train.at[run->train.n - 1].clock;
	run->clock_step = 1e-6;
	run->dated = true;
}

bool tfevents_begins(const char *bytes, size_t n)
{
	const unsigned char *s = (const unsigned char *)bytes;
	uint64_t length = n >= HEAD + 9 ? little_endian(s, 8) : 0;

	/* the first event has a time, then a file version */
	return length >= 9 && length < 1000 && s[HEAD] == 0x09;
}

void tfevents_read(struct log_reader *r, const char *bytes, size_t n)
{
	struct event_file x = { .r = r, .t = train_record_new() };
	struct bytes b = { (const unsigned char *)bytes, (const unsigned char *)bytes + n };

	while (b.end - b.s >= HEAD) {
		uint64_t length = little_endian(b.s, 8);

		if (length > RECORD_MOST || length > (uint64_t)(b.end - b.s - HEAD))
			break;
		event(&x, (struct bytes){ b.s + HEAD, b.s + HEAD + length });
		b.s += HEAD + length;
		b.s += b.end - b.s < TAIL ? b.end - b.s : TAIL;
	}
	flush(&x);
	for (size_t i = 0; i < r->run.n; i++)
		clocks(&r->run.at[i]);
}
