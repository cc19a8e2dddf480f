// SPDX-License-Identifier: MIT
/* One program that Hydra starts, and what its command line makes of its config. */
#ifndef HYDRA_HYDRA_PROGRAM_H
#define HYDRA_HYDRA_PROGRAM_H
#include "hydra/hydra_compose.h"
#include "hydra/hydra_entry.h"

struct hydra_word {	  /* of a command line, behind the script */
	const char *text; /* NULL: not known */
	struct span at;
	bool cut;  /* only the beginning of it is known: "lr=" of lr=$LR */
	bool open; /* it may be several words, or none */
	bool rest; /* ... the arguments of the launch script, "$@": none, as the script stands */
};
struct hydra_flag { /* an option that Hydra does not have */
	const char *name;
	struct span at;
};
struct hydra_program {
	const struct hydra_project *project;
	const struct hydra_entry *entry;
	struct hydra_search search;
	struct hydra_composer composer;
	const char *primary;	/* NULL: none, or not known */
	const char *started_in; /* the folder in which it starts, absolute; NULL: not known */
	/* of the command line: */
	struct hydra_override *override;
	uint32_t noverrides;
	const struct hydra_flag *flag;
	uint32_t nflags;
	bool open;    /* a word is not known: there may be more overrides */
	bool vague;   /* ... and it is not the arguments of the launch script */
	bool added;   /* hydra_program_of_file: no defaults list has the file's group; its package is a guess */
	bool guessed; /* hydra_program_of_file: only --config-name can start it with the file */
	bool starts;  /* the program runs; false: --help, --cfg and the like */
};
/* The script at path, if it has exactly one @hydra.main. */
bool hydra_program_of_script(struct hydra_files *files, const char *path, struct hydra_program *out);
/* The i-th entry of the project. */
void hydra_program_of_entry(struct hydra_files *files, const struct hydra_project *p, uint32_t i,
			    struct hydra_program *out);
/* The entry whose primary config the file is; false: of none. */
bool hydra_program_of_config(struct hydra_files *files, const char *path, struct hydra_program *out);
/* The overrides that may choose the config "a/b/c", one by one: "a/b=c", then "a=b/c", with + where the composed list
 * does not have that group. NULL: there are no more. */
const char *hydra_program_choice(struct arena *a, const struct hydra_config *base, const char *config, uint32_t i);
/* The same for any file of a config folder: one at the top as if --config-name named it, one of a group as its option.
 * false: no program has it, or it is not known which config that one starts with. */
bool hydra_program_of_file(struct hydra_files *files, const char *path, struct hydra_program *out);
/* Whether a file belongs to the config folder of an entry, or is a primary config. */
bool hydra_project_has(const struct hydra_project *p, const char *path);
/* "model/resnet" of a file below the entry's folder; NULL: it is not there. primary: it is the entry's primary. */
const char *hydra_entry_config(struct arena *a, const struct hydra_entry *e, const char *path, bool *primary);
/* Takes the words of a command line: options of Hydra, and overrides, which come after those before. */
void hydra_program_words(struct hydra_program *p, const struct hydra_word *w, uint32_t n);
/* Composes it with its overrides; out->list is to be released. false: there is no primary config. */
bool hydra_program_compose(struct hydra_program *p, struct hydra_config *out);
#endif
