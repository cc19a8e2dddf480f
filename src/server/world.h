// SPDX-License-Identifier: MIT
/* What the server knows of the disk and of the open documents: a session as one call of the program has it, and of each
 * document what a lint of its text as it is now found. Files are read through an overlay of all open documents, so that
 * an unsaved base counts for its children; settings and training code count as they are on disk.
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
	bool whole; /* what inherits from it was judged, too */
	bool taken; /* it is one of the files that are linted; else there is nothing more */
	bool stale; /* a document that it may depend on has changed */
	struct vfs *vfs;
	struct linting l;
	const struct subject *subject; /* NULL: it could not be loaded */
	struct analysis *before;       /* where it isn't a config that loads: the last one that was; or NULL */
};
struct world {
	const struct subject_kind *const *kinds;
	const struct opts *given; /* what the server was called with */
	struct opts *asked;	  /* by the client, instead of those; NULL: it said nothing */
	bool open;		  /* there is a session */
	struct opts o;
	struct session s;
	struct vfs *disk; /* the session's own */
	char *why_closed; /* there can be none; NULL: there can */
	uint32_t lints;	  /* in this session */
	VEC(, struct analysis *) known;
};
/* Of this document as it is; lints it where that was not done yet, with what inherits from it (whole) or alone, which
 * is what a keystroke needs. NULL: there can be no session (told on standard error), or the document is no file. Lives
 * until the next call for the same document, or world_renew. */
struct analysis *world_look(struct world *w, const struct documents *all, struct document *d, bool whole);
/* The same, where it is known; NULL: it isn't. Nothing is linted. */
struct analysis *world_known(const struct world *w, const struct document *d);
const char *
world_complaint(const struct world *w); /* the last thing that was wrong with settings, rules or files; NULL */
void world_changed(struct world *w, const struct document *d); /* its text did: who depends on it becomes stale */
void world_forget(struct world *w, const struct document *d);  /* it is closed */
void world_renew(struct world *w);
void world_release(struct world *w);
/* The session reads through the analysis' overlay from here on, until it is ended with NULL. */
void world_through(struct world *w, const struct analysis *a);
const struct module *analysis_config(const struct analysis *a); /* NULL: it is no config that loads */
const struct module *world_last_good(const struct analysis *a); /* the same of this one or the last that was; or NULL */
const struct source *analysis_source(const struct analysis *a); /* NULL: it could not be read */
#endif
