// SPDX-License-Identifier: MIT
/* Messages of the language server protocol on two descriptors: framing ("Content-Length: N", an empty line, N bytes of
 * JSON) and a queue of what has come. The only place that reads or writes them.
 *
 * What comes is hostile: a header of more than 4 KiB, or without a length, ends the conversation; what isn't JSON
 * is answered with an error (-32700) and left out, as is (-32600) a message of more than 16 MiB or 500,000 values;
 * 10,000 messages may wait. */
#ifndef SERVER_WIRE_H
#define SERVER_WIRE_H
#include "base/buf.h"
#include "base/vec.h"
#include <jansson.h>

struct message {
	json_t *root;
	bool cancelled; /* a $/cancelRequest for it came before its turn */
};
struct wire {
	int in, out;
	struct buf bytes; /* that are no whole message yet, from `taken` on */
	size_t taken;
	size_t skip;		       /* bytes of a message that is left out, still to come */
	VEC(, struct message) waiting; /* the first is `next` */
	size_t next;
	long long last_id; /* of our own requests */
	bool ended;	   /* end of input */
	bool broken;	   /* the output is closed */
};
void wire_open(struct wire *w, int in, int out);
void wire_release(struct wire *w);
void wire_leave(struct wire *w); /* no more messages are taken, not even received ones */
/* The next message, of which the caller's reference is; waits for it up to ms (-1: without end). NULL: none came, or
 * the conversation has ended. What else has come by then is in the queue. */
json_t *wire_take(struct wire *w, int ms, bool *cancelled);
bool wire_has_more(struct wire *w); /* input is waiting; does not block */
/* A text as JSON has it, never NULL: names of files and what people write need not be UTF-8; what isn't is U+FFFD. */
json_t *wire_text(const char *s);
json_t *wire_textn(const char *s, size_t n);
json_t *wire_textf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* All of these take the reference of what they send. id NULL: the request is unknown. */
void wire_answer(struct wire *w, json_t *id, json_t *result);
void wire_refuse(struct wire *w, json_t *id, int code, const char *why);
void wire_notify(struct wire *w, const char *method, json_t *params);
/* Responses to our own requests are ignored. */
void wire_ask(struct wire *w, const char *method, json_t *params);

/* Of JSON-RPC and the protocol. */
enum {
	WIRE_NOT_JSON = -32700,
	WIRE_BAD_REQUEST = -32600,
	WIRE_NO_METHOD = -32601,
	WIRE_BAD_PARAMS = -32602,
	WIRE_NOT_OPENED = -32002,
	WIRE_FAILED = -32803,
	WIRE_CANCELLED = -32800
};
#endif
