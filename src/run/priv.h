// SPDX-License-Identifier: MIT
/* What a file of rules/logs/ becomes, and the reading of one log: parts of the readers, for this folder alone. */
#ifndef RUN_PRIV_H
#define RUN_PRIV_H
#include "base/buf.h"
#include "run/clock.h"
#include "run/read_log.h"
#include "run/template.h"

/* ---- a format, compiled (format.c) */

/* What a message that matches a pattern is. */
enum what {
	WHAT_TRAIN,
	WHAT_VAL,
	WHAT_BEGIN,
	WHAT_START,
	WHAT_CONFIG,
	WHAT_HOOKS,
	WHAT_MAX,
	WHAT_IMAGES,
	WHAT_EVENT,
	WHAT_ECHO,
	WHAT_FACT
};
struct log_pattern {
	enum what what;
	enum run_event_kind event;
	const char *role; /* of a fact */
	struct template t;
	struct log_pattern *next; /* that may match the same message, as in the file */
};
/* Figures of a line's `key: value` items. */
enum log_item {
	ITEM_LR,
	ITEM_BASE_LR,
	ITEM_ETA,
	ITEM_TIME,
	ITEM_DATA_TIME,
	ITEM_MEMORY,
	ITEM_GRAD_NORM,
	ITEM_LOSS,
	ITEM_COUNT
};
struct item_key {
	enum log_item item;
	const char *key; /* what ends in '*' means all that begin so */
	uint32_t n;	 /* without the '*' */
	bool open;
};
struct role_key { /* key of the environment; what ends in {list}: a template */
	const char *role, *key;
	struct template t;
};
struct json_form {
	const char *is, *epoch;
	const char *train_key, *train_value, *val_key, *val_value; /* values NULL: whatever it is */
	const char **iter, **meta;
	uint32_t niter, nmeta;
	bool inner;
	uint32_t decimals; /* that floats are rounded to; 0: not */
	const char *environment, *config;
};
enum layer_kind { LAYER_CONV, LAYER_LINEAR, LAYER_NORM, LAYER_GROUP_NORM, LAYER_EMBEDDING, LAYER_COUNT };
struct log_program {
	struct template *prefix;
	uint32_t nprefix;
	struct log_pattern *message[256]; /* by first byte */
	struct log_pattern *failure;	  /* anywhere in a line */
	bool val_is_result;
	struct item_key *key;
	uint32_t nkeys;
	bool key_begins[256]; /* the first bytes of key */
	const char **strip;
	uint32_t nstrip;
	struct role_key *role;
	uint32_t nroles;
	struct template hook, stage, parameter;
	const char **layer[LAYER_COUNT]; /* names of layers whose parameters their printed arguments tell */
	uint32_t nlayers[LAYER_COUNT];
	const char **batch_at, **optimizer_at; /* key paths of the dumped config; NULL behind the last */
	const char **frozen_key;	       /* how keys begin that keep parts of a model from being trained */
	struct json_form json;		       /* is NULL: no json logs */
	const char *tensorboard;	       /* what a tag begins with by which its event files are known; NULL */
	const char **text_file, **json_file, **config_file,
		**event_file; /* {start} stands for the time; NULL behind the last */
};

/* ---- one file's reading (reading.c) */

VEC(open_runs, struct run);
struct reading {
	struct runs *out;
	const struct log_formats *formats;
	const struct run_limits *limits;
	struct open_runs run;
	struct run *cur; /* the last of run, NULL */
	const char *file;
	uint32_t line;		 /* that is read now */
	uint64_t records;	 /* kept so far */
	struct text_state *text; /* text.c */
};
struct run *reading_begin(struct reading *r, const struct log_format *f); /* a new run at this line */
struct run *reading_run(struct reading *r, const struct log_format *f);	  /* the current one, else a new one */
/* Takes a record, or not: one that goes back begins a new run, one that repeats the last is left. */
void reading_train(struct reading *r, const struct log_format *f, const struct train_record *t);
struct run_event *reading_event(struct reading *r, struct run *run, enum run_event_kind k, double clock);
const char *reading_text(struct reading *r, const char *s, size_t n); /* a copy for the runs: NUL becomes '?' */
void reading_fact(struct reading *r, struct run *run, const char *key, size_t nkey, const char *s, size_t n);
void reading_end(struct reading *r); /* moves what was read to the runs */

/* ---- text logs (text.c, block.c) */

/* Where a printed model is open (modules.c). */
struct modules {
	struct {
		uint32_t indent;
		double times;
	} at[16];
	uint32_t depth;
};
/* Of the layer that a line tells, with all its copies. */
double module_parameters(const struct reading *r, struct modules *m, const char *s, const char *end);
enum block { BLOCK_NONE, BLOCK_ENVIRONMENT, BLOCK_CONFIG, BLOCK_HOOKS };

struct text_state {
	enum block block;
	const struct log_format *f; /* whose prefix the last line with one had, and which */
	uint32_t prefix;
	bool sure;    /* it has been seen to train */
	bool started; /* the current run has said that it starts */
	bool traceback;
	char lead[24]; /* what stands before each line of it: `[rank0]: ` */
	size_t nlead;
	struct buf trouble; /* outside of all runs: the line that tells what went wrong */
	bool failed;	    /* outside of all runs: the line of a known failure was seen */
	struct clock clock;
	double now;	/* clock of the last message */
	uint32_t empty; /* line of the last message without text */
	double empty_at;
	struct buf config;
	const char *stage;
	const char *parameter; /* the first one that was printed */
	const char *module;    /* likewise, of a printed model */
	struct modules modules;
};
/* A line of the block that is open, of the current run. */
void block_line(struct reading *r, const char *s, const char *end);
void block_close(struct reading *r);
/* Lines before the first record, of no block: shapes of parameters. */
void parameter_line(struct reading *r, const char *s, const char *end);
/* A line without its end; s may be changed. */
void text_begin(struct reading *r);
void text_line(struct reading *r, char *s, size_t n);
void text_end(struct reading *r);
void json_line(struct reading *r, const char *s, size_t n);
void json_end(struct reading *r);
/* Environment printed as lines "KEY: VALUE". */
void environment_line(struct reading *r, struct run *run, const char *s, size_t n);
/* key: value, with the role's bit in has; x: what it says. */
void item_put(struct train_record *t, enum log_item i, double x, double half);
/* The item that a key stands for, without what is stripped; ITEM_COUNT: none. */
enum log_item item_find(const struct log_program *p, const char *s, size_t n);

/* TensorBoard's event files (tfevents.c), which are read whole. Times are UTC. */
bool tfevents_begins(const char *bytes, size_t n);
void tfevents_read(struct reading *r, const char *bytes, size_t n);

/* A row of NaN. */
struct train_record train_record_new(void);
/* Takes from a json log of the same start what it knows better or alone, record by record (join.c). */
void run_join(struct run *text, const struct run *json);
/* The newest run of a folder, its parts joined (folder.c). */
bool folder_empty(struct err *e); /* false; what was looked for in a folder without a log */
bool folder_read(struct runs *out, const struct log_formats *formats, const struct vfs *fs, const char *dir,
		 const struct run_limits *limits, struct err *e);
/* A line of nvidia-smi (smi.c), of free, /proc/meminfo or vmstat, a whole wandb-metadata.json (host.c). */
struct watching;
bool smi_line(struct watching *w, const char *s, const char *end);
bool host_line(struct watching *w, const char *s, const char *end);
bool wandb_read(struct watching *w, const char *text, size_t n);
/* What monitoring tools wrote into a file: added to w (read.c). */
bool watch_read(struct watching *w, const struct log_formats *formats, const struct vfs *fs, const char *path,
		const struct run_limits *limits, struct err *e);
/* One file (read.c). */
bool file_read(struct runs *out, const struct log_formats *formats, const struct vfs *fs, const char *path,
	       const struct run_limits *limits, struct err *e);
#endif
