// SPDX-License-Identifier: MIT
/* Shared by the files of this room: an abstract interpreter that finds the launches of one script. It walks the
 * script forwards once, as bash would. Both arms of an `if` are walked and their states are joined; loops over known
 * words are unrolled; functions and scripts of the project are walked at each call. The work is charged to a budget.
 * */
#ifndef LAUNCH_PRIV_H
#define LAUNCH_PRIV_H
#include "launch/shell_state.h"
#include "launch/words.h"
#include "shell/shell_parse.h"
#include "text/vfs.h"

enum {
	STEPS_MAX = 100000, /* words and statements */
	BYTES_MAX = 64 << 20,
	LAUNCHES_MAX = 600,
	UNROLL_MAX = 64,
	CALLS_MAX = 6, /* depth of functions and scripts */
	ARMS_MAX = 24,
	SCRIPTS_MAX = 64, /* that one script calls or sources */
	VALUES_MAX = 32,
	ENV_MAX = 64,
	PEEL_MAX = 12 /* wrappers around one command */
};

struct script {
	const char *path;
	const struct source *src;
	struct shell_script tree;
};
struct shell_function {
	const struct str *name;
	const struct shell_node *body;
	const struct script *of;
};
struct arm { /* the branch taken: launches in two arms of one `if` exclude each other */
	uint32_t of, arm;
};
struct launch_value { /* an option of a launcher and its value */
	const char *field, *into;
	struct expanded value;
	bool flag;
};
struct launch {
	struct span at;		/* the command */
	const char *program;	/* "python"; "" if the script is executed directly; NULL: unknown */
	struct expanded script; /* or the module */
	bool module;
	const char *launcher, *by; /* NULL: none; by: its name in the call: torchrun, torch.distributed.launch */
	struct span program_at, by_at;
	const char *table;		  /* of its arguments, of rules/schemas/; NULL: the script says what they are */
	const struct launch_row *command; /* which takes arguments of classes or of a table; NULL: it is none */
	bool pairs;			  /* its arguments are words NAME=VALUE */
	bool uses;			  /* it trains nothing, but takes the same files */
	const char *profiler, *via;	  /* via: the script of the project through which it was called */
	uint32_t port;			  /* the launcher's default port; 0: none */
	const char *container;		  /* the command that runs it elsewhere: "docker run"; NULL: none */
	bool total, omp, elsewhere, copies, slurm, repeated;
	struct launch_value value[VALUES_MAX];
	struct shell_variable env[ENV_MAX];
	uint32_t nvalues, nenv;
	bool env_open;		    /* there may be more variables */
	const struct expanded *arg; /* after the script */
	uint32_t nargs;
	/* state of the script at the launch */
	bool background, relied, last, errexit, pipefail;
	bool brought;	    /* files may have been written or fetched before it */
	uint32_t files;	    /* see struct state */
	const char *folder; /* see struct state */
	uint32_t strand, round, narms;
	struct arm arm[ARMS_MAX];
	const char **pipe; /* names of the commands after it in the pipeline */
	uint32_t npipe;
	const char *lost; /* the next line is a command that starts with a flag: a backslash is missing; NULL: not so */
	struct span lost_at;
};
struct env_setting { /* a setting of an environment variable */
	const struct str *name;
	const char *text;
	struct span at, name_at;
	bool own; /* it is in the script itself */
};
VEC(settings_seen, struct env_setting);
VEC(launches, struct launch *);

struct evaluation {
	struct arena *a;
	const struct launch_words *words;
	const struct vfs *fs;
	struct sources *sources;
	const char *root;
	const struct script *main, *file;
	struct span outer; /* place in main that represents places in other files */
	const char *via;
	struct state state;
	struct positionals args;
	VEC(, struct shell_function) function;
	VEC(, struct script *) script;
	struct launches launch;
	struct settings_seen setting;
	struct budget budget;
	uint32_t depth, strand, nstrands, round, nifs, narms;
	struct arm arm[ARMS_MAX];
	bool relied, tail, looped, brought;
	const char **pipe;
	uint32_t npipe;
	const struct launch *around; /* launch whose wrappers apply to the commands of a called script; NULL: none */
};

/* false: the budget is spent; the walk ends, and the launches found so far are valid */
static inline bool evaluation_step(struct evaluation *e)
{
	return budget_steps(&e->budget, 1);
}
struct state state_keep(struct evaluation *e); /* a copy of the current state; charges steps */
struct span evaluation_span(const struct evaluation *e, uint32_t lo, uint32_t hi);
/* A script by its name in the current one; NULL: it is not in the project, or can't be read. */
const struct script *script_open(struct evaluation *e, const char *path);
/* Parses a text as a script of the current file; NULL: the budget is spent. */
const struct script *script_of_text(struct evaluation *e, const char *text);
void walk_node(struct evaluation *e, const struct shell_node *n);
void walk_script(struct evaluation *e, const struct script *s, const struct shell_fields *args, const struct span *at,
		 bool own_state);

struct positionals positionals_of(struct evaluation *e, const struct shell_fields *args);
/* bash_builtin.c: false: it is no builtin */
bool builtin_run(struct evaluation *e, const struct shell_node *n, const struct shell_fields *w);

/* test.c */
enum decided { TEST_OPEN, TEST_FALSE, TEST_TRUE };
enum decided test_decide(struct evaluation *e, const struct shell_node *condition);
/* expand.c: splits fields as bash does; a value is not split */
void expand_words(struct evaluation *e, const struct shell_word *w, uint32_t n, struct shell_fields *out);
struct expanded expand_value(struct evaluation *e, const struct shell_word *w);
void variable_assign(struct evaluation *e, const struct shell_assign *s, bool exported);
void variable_forget(struct evaluation *e, const struct str *name); /* its value is unknown from here on */
void arithmetic_run(struct evaluation *e, const char *text);	    /* "N += 1": forgets the variables that it sets */

/* launch_command.c: a command that is no builtin */
void launch_find(struct evaluation *e, const struct shell_node *n, struct shell_fields *words);
/* Parses the words as options of a command, for headers of batch jobs. */
void launch_options(struct evaluation *e, const struct launch_row *row, const struct shell_fields *words,
		    struct launch *out);
const struct launch_row *launch_row_find(const struct launch_words *w, const char *name);
#endif
