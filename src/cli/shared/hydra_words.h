// SPDX-License-Identifier: MIT
/* Words of a command line that name a Hydra program or one of its configs, with overrides behind it, in the same word
 * or in the next ones:
 *
 *	cfglint show train.py model=resnet +x=1
 *	cfglint diff 'train.py model=resnet' 'train.py model=vit' */
#ifndef CLI_SHARED_HYDRA_WORDS_H
#define CLI_SHARED_HYDRA_WORDS_H
#include "cli/session.h"
#include "hydra/hydra_program.h"

struct hydra_view {
	const char *given; /* the whole word */
	const char *path;  /* absolute */
	struct strings overrides;
};
VEC(hydra_views, struct hydra_view);
/* The words that name such files; the others go to rest. Release mine with hydra_views_release. */
void hydra_words(struct session *s, const struct strings *words, struct hydra_views *mine, struct strings *rest);
void hydra_views_release(struct hydra_views *v);
struct hydra_shown {
	struct arena arena;
	struct hydra_files files;
	struct hydra_program program;
	struct hydra_config config;
	struct value resolved; /* the same tree without interpolations */
	bool composed;	       /* the list is to be released */
};
/* Composes the config. false: Hydra would raise, or it is not known; that is reported. Release it in both cases. */
bool hydra_shown_make(struct session *s, const struct hydra_view *v, struct hydra_shown *out);
void hydra_shown_release(struct hydra_shown *x);
#endif
