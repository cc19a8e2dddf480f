// SPDX-License-Identifier: MIT
/* The server's state of the disk and of the open documents: a session like that of one call of the program, and for
 * each document the findings of its current text. Files are read through an overlay of all open documents, so that an
 * unsaved base counts for its children; settings and training code count as they are on disk.
 *
 * A session looks at folders, settings and training code once. When something of that may have changed, the world is
 * renewed: everything is looked at again on the next question. That also gives back what many edits have left. */
#ifndef SERVER_WORLD_H
#define SERVER_WORLD_H
#include "cli/report_run.h"
#include "config/graph.h"
#include "server/document.h"

struct analysis { /* of one document, as it was at that time */
	struct document *document;
	long long version;
	bool whole; /* its dependents were linted too */
	bool taken; /* it is one of the linted files; else the other members are unset */
	bool stale; /* a document that it may depend on has changed */
	struct vfs *vfs;
	struct lint_ctx l;
	const struct subject *subject; /* NULL: it could not be loaded */
	struct analysis *before;       /* where it isn't a config that loads: the last one that was; or NULL */
};
struct world {
	const struct subject_kind *const *kinds;
	const struct opts *given; /* what the server was called with */
	struct opts *requested;	  /* by the client, instead of those; NULL: not set */
	bool open;		  /* there is a session */
	struct opts o;
	struct session s;
	struct vfs *disk; /* the session's own */
	char *why_closed; /* why there can't be one; NULL: there can */
	uint32_t lints;	  /* in this session */
	VEC(, struct analysis *) known;
};
/* The analysis of this document in its current state; lints it if needed, with its dependents (whole) or alone, which
 * suffices for a keystroke. NULL: there can be no session (reported on standard error), or the document is no file.
 * Lives until the next call for the same document, or world_renew. */
struct analysis *world_look(struct world *w, const struct documents *all, struct document *d, bool whole);
/* The same, if it is cached; else NULL. Nothing is linted. */
struct analysis *world_known(const struct world *w, const struct document *d);
const char *world_complaint(const struct world *w); /* the last error of settings, rules or files; NULL */
void world_changed(struct world *w,
		   const struct document *d); /* its text changed: documents that depend on it become stale */
void world_forget(struct world *w, const struct document *d); /* it is closed */
void world_renew(struct world *w);
void world_release(struct world *w);
/* The session reads through the analysis' overlay from here on, until it is ended with NULL. */
void world_through(struct world *w, const struct analysis *a);
const struct module *analysis_config(const struct analysis *a); /* NULL: it is no config that loads */
const struct module *world_last_good(const struct analysis *a); /* the same of this one or the last that was; or NULL */
const struct source *analysis_source(const struct analysis *a); /* NULL: it could not be read */
#endif
