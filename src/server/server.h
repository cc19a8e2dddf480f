// SPDX-License-Identifier: MIT
/* The language server: one conversation on standard input and output, by the language server protocol 3.17. Messages
 * are handled one after the other; findings are published when no message waits, first of the document alone, and when
 * the editor has been quiet for a moment with what inherits from it. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H
#include "server/wire.h"
#include "server/world.h"

struct editor {		/* what the client can do */
	bool pulls;	/* it pulls diagnostics */
	bool refreshes; /* ... again, on request of the server */
	bool resolves;	/* it resolves a code action's edit when that is chosen */
	bool trees;	/* it takes symbols with children */
	bool versions;	/* edits of versioned documents */
	bool registers; /* it can register file watchers */
	bool progress;	/* it shows progress */
};
struct due { /* a document with findings to publish */
	struct document *d;
	bool whole; /* it was published alone; the rest follows */
};
struct server {
	struct wire wire;
	struct documents docs;
	struct world world;
	struct editor can;
	VEC(, struct due) due;
	char *last_message;   /* the last message that the user was shown */
	bool ready, ending;   /* initialized; shutdown was requested */
	long long tokens;     /* of progress */
	struct opts *own;     /* options that the client gave */
	struct arena reasons; /* of one request; the session, whose arena grows, may be closed */
};
/* An error response; code 0: there is a result. */
struct refusal {
	int code;
	const char *why; /* on the server's reasons or the session's arena, or constant */
};
/* Speaks on the descriptors until the client ends it. Returns the exit status: 0 after `shutdown`, else 1. */
int server_run(struct session *s, int in, int out);

/* What the handlers share. */
struct request_place { /* a place in an open document, with what is known of it */
	struct document *d;
	struct analysis *a;
	const struct source *src; /* of the document's text as it is */
	uint32_t offset;
};
/* Of textDocument and position; false: why is filled, or code is 0 if nothing is known there. */
bool server_place(struct server *s, const json_t *params, struct request_place *out, struct refusal *why);
struct document *server_document(struct server *s, const json_t *params, struct refusal *why);
struct analysis *server_look(struct server *s, struct document *d, bool whole); /* shows the user an error */
void server_show(struct server *s, int type, const char *text);			/* window/showMessage; once in a row */
#endif
