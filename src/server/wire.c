// SPDX-License-Identifier: MIT
/* Frames and parses messages. Bytes are appended to a buffer and split by Content-Length as they come; whole messages
 * wait in a queue, so that a cancellation reaches a request before its turn. Writing blocks.
 *
 * Invariant: what comes is bounded: the header, a message, its number of values, the queue. Beyond a limit a message
 * is skipped or the conversation ends, never more is stored.
 *
 *	"Content-Length: 2\r\n\r\n{}"	one message
 *	$/cancelRequest for a waiting id	wire_take sets *cancelled for it
 *	a header without a length		the input counts as ended */
#include "server/wire.h"
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { HEADER_MAX = 4096, MESSAGE_MAX = 16 << 20, VALUES_MAX = 500000, WAITING_MAX = 10000, PART = 64 << 10 };

void wire_open(struct wire *w, int in, int out)
{
	*w = (struct wire){ .in = in, .out = out };
}

void wire_leave(struct wire *w)
{
	w->ended = true;
	for (; w->next < w->waiting.n; w->next++)
		json_decref(w->waiting.at[w->next].root);
	w->taken = w->bytes.n;
}

void wire_release(struct wire *w)
{
	wire_leave(w);
	vec_release(&w->waiting);
	buf_release(&w->bytes);
}

/* --- what comes */

static void cancel(struct wire *w, json_t *id)
{
	for (size_t i = w->next; i < w->waiting.n; i++)
		if (json_equal(json_object_get(w->waiting.at[i].root, "id"), id) &&
		    json_object_get(w->waiting.at[i].root, "method"))
			w->waiting.at[i].cancelled = true;
}

static bool is_half(unsigned long unit, bool first)
{
	return unit >= (first ? 0xD800 : 0xDC00) && unit <= (first ? 0xDBFF : 0xDFFF);
}

/* The code of \uXXXX there. */
static unsigned long unit_at(const char *s, const char *end)
{
	char digits[5] = "";

	if (end - s < 6 || s[0] != '\\' || s[1] != 'u')
		return 0;
	memcpy(digits, s + 2, 4);
	return strtoul(digits, NULL, 16);
}

/* Editors that count in UTF-16 may hold, and send, half a character; JSON's readers take none. It becomes U+FFFD, which
 * is as long. */
static void mend_halves(char *text, size_t n)
{
	const char *end = text + n;

	for (char *s = memchr(text, '\\', n); s; s = s < end ? memchr(s, '\\', (size_t)(end - s)) : NULL) {
		unsigned long unit = unit_at(s, end);

		if (is_half(unit, true) && is_half(unit_at(s + 6, end), false)) {
			s += 12;
			continue;
		}
		if (is_half(unit, true) || is_half(unit, false))
			memcpy(s + 2, "fffd", 4);
		s += 2;
	}
}

/* Each value but the first follows one of these outside of texts; a value takes up to 50 times its bytes. */
static bool has_too_many_values(const char *s, size_t n)
{
	size_t values = 1;
	bool text = false;

	for (size_t i = 0; i < n && values <= VALUES_MAX; i++)
		if (text && s[i] == '\\')
			i++;
		else if (s[i] == '"')
			text = !text;
		else if (!text)
			values += s[i] == ',' || s[i] == '[' || s[i] == '{' || s[i] == ':';
	return values > VALUES_MAX;
}

/* Texts with a NUL in them are texts of documents, too. */
static json_t *load(const char *text, size_t n)
{
	json_t *root = json_loadb(text, n, JSON_ALLOW_NUL, NULL);
	char *copy;

	if (root || !memchr(text, '\\', n))
		return root;
	copy = xcalloc(n + 1, 1);
	memcpy(copy, text, n);
	mend_halves(copy, n);
	root = json_loadb(copy, n, JSON_ALLOW_NUL, NULL);
	free(copy);
	return root;
}

static void take_in(struct wire *w, const char *text, size_t n)
{
	bool many = has_too_many_values(text, n);
	json_t *root = many ? NULL : load(text, n);
	const char *method = json_string_value(json_object_get(root, "method"));

	if (many) {
		wire_refuse(w, NULL, WIRE_BAD_REQUEST, "a message has at most 500,000 values; this one was ignored");
	} else if (!root) {
		wire_refuse(w, NULL, WIRE_NOT_JSON, "this is not JSON");
	} else if (!json_is_object(root)) {
		wire_refuse(w, NULL, WIRE_BAD_REQUEST, "a message must be an object");
		json_decref(root);
	} else if (method && strcmp(method, "$/cancelRequest") == 0) {
		cancel(w, json_object_get(json_object_get(root, "params"), "id"));
		json_decref(root);
	} else if (!method) { /* an answer to a request of ours */
		json_decref(root);
	} else {
		vec_push(&w->waiting, ((struct message){ .root = root }));
	}
}

/* The figure of the header that ends before `end`; SIZE_MAX: it has none that can be meant. */
static size_t length_said(const char *head, const char *end)
{
	static const char name[] = "Content-Length:";
	size_t n = SIZE_MAX;

	for (const char *line = head; line < end;
	     line = (const char *)memmem(line, (size_t)(end - line), "\r\n", 2) + 2)
		if (strncasecmp(line, name, sizeof name - 1) == 0) {
			const char *p = line + sizeof name - 1;

			p += strspn(p, " \t");
			n = *p >= '0' && *p <= '9' && strspn(p, "0123456789") < 12 ? strtoull(p, NULL, 10) : SIZE_MAX;
		}
	return n;
}

/* Skips the received part of an ignored message. */
static void skip(struct wire *w)
{
	size_t left = w->bytes.n - w->taken, n = left < w->skip ? left : w->skip;

	w->taken += n;
	w->skip -= n;
}

/* One message of the bytes read; false: it is incomplete. */
static bool split(struct wire *w)
{
	const char *head, *end;
	size_t left, n;

	skip(w);
	head = buf_str(&w->bytes) + w->taken;
	left = w->bytes.n - w->taken;
	end = memmem(head, left < HEADER_MAX ? left : HEADER_MAX, "\r\n\r\n", 4);
	if (!end) {
		w->ended |= left >= HEADER_MAX;
		return false;
	}
	n = length_said(head, end + 2);
	if (n == SIZE_MAX) {
		w->ended = true; /* the start of the next one is unknown */
		return false;
	}
	if (n > MESSAGE_MAX) {
		wire_refuse(w, NULL, WIRE_BAD_REQUEST, "a message has at most 16 MiB; this one was ignored");
		w->taken += (size_t)(end + 4 - head);
		w->skip = n;
		return true;
	}
	if (left - (size_t)(end + 4 - head) < n)
		return false;
	w->taken += (size_t)(end + 4 - head) + n;
	take_in(w, end + 4, n);
	return true;
}

static void read_part(struct wire *w)
{
	char part[PART];
	ssize_t n = read(w->in, part, sizeof part);

	if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN)) {
		w->ended = true;
		return;
	}
	if (n < 0)
		return;
	if (w->taken) { /* what was taken goes */
		memmove(w->bytes.s, w->bytes.s + w->taken, w->bytes.n - w->taken);
		w->bytes.n -= w->taken;
		w->taken = 0;
	}
	buf_add(&w->bytes, part, (size_t)n);
	while (w->waiting.n - w->next < WAITING_MAX && split(w))
		;
}

/* Reads the available bytes; waits for the first one. false: end of input. */
static bool fill(struct wire *w, int ms)
{
	struct pollfd p = { .fd = w->in, .events = POLLIN };
	bool came = false;

	while (!w->ended && w->waiting.n - w->next < WAITING_MAX && poll(&p, 1, came ? 0 : ms) > 0) {
		read_part(w);
		came = true;
	}
	return came;
}

bool wire_has_more(struct wire *w)
{
	fill(w, 0);
	return w->next < w->waiting.n;
}

json_t *wire_take(struct wire *w, int ms, bool *cancelled)
{
	struct message m;

	while (split(w)) /* what a full queue left */
		;
	while (!wire_has_more(w) && !w->ended) /* part of a message may have come, and no whole one */
		if (!fill(w, ms) && ms >= 0)
			return NULL;
	if (w->next == w->waiting.n)
		return NULL;
	m = w->waiting.at[w->next++];
	if (w->next == w->waiting.n)
		w->next = w->waiting.n = 0;
	*cancelled = m.cancelled;
	return m.root;
}

/* --- what goes */

json_t *wire_textn(const char *s, size_t n)
{
	json_t *text = json_stringn(s, n);
	struct buf b = { 0 };

	if (text)
		return text;
	buf_json(&b, s, n);
	text = json_loadb(buf_str(&b), b.n, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
	buf_release(&b);
	return text;
}

json_t *wire_text(const char *s)
{
	return wire_textn(s, strlen(s));
}

json_t *wire_textf(const char *fmt, ...)
{
	char *text = NULL;
	json_t *out;
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(&text, fmt, ap) < 0)
		die("out of memory");
	va_end(ap);
	out = wire_text(text);
	free(text);
	return out;
}

static void put(struct wire *w, const char *bytes, size_t n)
{
	while (n && !w->broken) {
		ssize_t done = write(w->out, bytes, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0) {
			w->broken = w->ended = true;
			return;
		}
		bytes += done;
		n -= (size_t)done;
	}
}

static void send_message(struct wire *w, json_t *message)
{
	char head[64];
	char *text;

	json_object_set_new(message, "jsonrpc", json_string("2.0"));
	text = json_dumps(message, JSON_COMPACT);
	if (text) {
		snprintf(head, sizeof head, "Content-Length: %zu\r\n\r\n", strlen(text));
		put(w, head, strlen(head));
		put(w, text, strlen(text));
	}
	free(text);
	json_decref(message);
}

void wire_answer(struct wire *w, json_t *id, json_t *result)
{
	send_message(w, json_pack("{s:O?, s:o?}", "id", id, "result", result));
}

void wire_refuse(struct wire *w, json_t *id, int code, const char *why)
{
	send_message(w, json_pack("{s:O?, s:{s:i, s:o}}", "id", id, "error", "code", code, "message", wire_text(why)));
}

void wire_notify(struct wire *w, const char *method, json_t *params)
{
	send_message(w, json_pack("{s:s, s:o}", "method", method, "params", params));
}

void wire_ask(struct wire *w, const char *method, json_t *params)
{
	send_message(w, json_pack("{s:I, s:s, s:o}", "id", ++w->last_id, "method", method, "params", params));
}
