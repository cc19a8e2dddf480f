// SPDX-License-Identifier: MIT
/* A compiled file of rules/logs/, and the state of reading one log: parts of the readers, for this folder only. */
#ifndef RUN_FORMATS_PRIV_H
#define RUN_FORMATS_PRIV_H
#include "base/buf.h"
#include "run/formats/clock.h"
#include "run/formats/read_log.h"
#include "run/formats/template.h"

/* ---- a format, compiled (log_format.c) */

/* The meaning of a message that matches a pattern. */
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
	struct log_pattern *next; /* that may match the same message, in the order of the file */
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
	const char *key; /* a trailing '*' matches any rest */
	uint32_t n;	 /* without the '*' */
	bool open;
};
struct role_key { /* key of the environment; with a trailing {list}: a template */
	const char *role, *key;
	struct template t;
};
struct json_form {
	const char *is, *epoch;
	const char *train_key, *train_value, *val_key, *val_value; /* values NULL: any value */
	const char **iter, **meta;
	uint32_t niter, nmeta;
	bool inner;
	uint32_t decimals; /* to which floats are rounded; 0: not rounded */
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
	const char **layer[LAYER_COUNT]; /* names of layers whose printed arguments give their parameters */
	uint32_t nlayers[LAYER_COUNT];
	const char **batch_at, **optimizer_at; /* key paths of the dumped config; NULL-terminated */
	const char **frozen_key;	       /* beginnings of keys by which parts of a model aren't trained */
	struct json_form json;		       /* is NULL: no json logs */
	const char *tensorboard;	       /* the prefix of tags that identifies its event files; NULL */
	const char **text_file, **json_file, **config_file,
		**event_file; /* {start} stands for the time; NULL-terminated */
};

/* ---- the state of reading one file (log_reader.c) */

VEC(open_runs, struct run);
struct log_reader {
	struct runs *out;
	const struct log_formats *formats;
	const struct run_limits *limits;
	struct open_runs run;
	struct run *cur; /* the last of run, NULL */
	const char *file;
	uint32_t line;		 /* the current one */
	uint64_t records;	 /* stored so far */
	struct text_state *text; /* text_log.c */
};
struct run *log_reader_begin(struct log_reader *r, const struct log_format *f); /* a new run at this line */
struct run *log_reader_run(struct log_reader *r, const struct log_format *f);	/* the current one, else a new one */
/* Takes or skips a record: one that goes back begins a new run, one that repeats the last is skipped. */
void log_reader_train(struct log_reader *r, const struct log_format *f, const struct train_record *t);
struct run_event *log_reader_event(struct log_reader *r, struct run *run, enum run_event_kind k, double clock);
const char *log_reader_text(struct log_reader *r, const char *s, size_t n); /* a copy for the runs: NUL becomes '?' */
void log_reader_fact(struct log_reader *r, struct run *run, const char *key, size_t nkey, const char *s, size_t n);
void log_reader_end(struct log_reader *r); /* moves the results to the runs */

/* ---- text logs (text_log.c, block.c) */

/* The position in a printed model (modules.c). */
struct modules {
	struct {
		uint32_t indent;
		double times;
	} at[16];
	uint32_t depth;
};
/* The parameters of the layer in a line, with all its copies. */
double module_parameters(const struct log_reader *r, struct modules *m, const char *s, const char *end);
enum block { BLOCK_NONE, BLOCK_ENVIRONMENT, BLOCK_CONFIG, BLOCK_HOOKS };

struct text_state {
	enum block block;
	const struct log_format *f; /* the format and kind of the last prefix */
	uint32_t prefix;
	bool sure;    /* it was seen to train */
	bool started; /* the current run has reported its start */
	bool traceback;
	char lead[24]; /* the prefix of each line of it: `[rank0]: ` */
	size_t nlead;
	struct buf trouble; /* outside all runs: the line that reports a failure */
	bool failed;	    /* outside all runs: the line of a known failure was seen */
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
/* A line of the open block, of the current run. */
void block_line(struct log_reader *r, const char *s, const char *end);
void block_close(struct log_reader *r);
/* Lines before the first record outside blocks: shapes of parameters. */
void parameter_line(struct log_reader *r, const char *s, const char *end);
/* A line without its end; s may be changed. */
void text_begin(struct log_reader *r);
void text_line(struct log_reader *r, char *s, size_t n);
void text_end(struct log_reader *r);
/* A line of a log in no format known, which is not about training: a traceback, what PyTorch reports. */
void text_foreign_line(struct log_reader *r, const char *s, const char *end);
size_t text_without_colors(char *s, size_t n); /* removes a terminal's sequences; the length that is left */
void json_line(struct log_reader *r, const char *s, size_t n);
void json_end(struct log_reader *r);
/* Environment printed as lines "KEY: VALUE". */
void environment_line(struct log_reader *r, struct run *run, const char *s, size_t n);
/* key: value, with the role's bit in has; x: the value. */
void item_put(struct train_record *t, enum log_item i, double x, double half);
/* The item of a key, after stripping; ITEM_COUNT: none. */
enum log_item item_find(const struct log_program *p, const char *s, size_t n);

/* TensorBoard's event files (tfevents.c), which are read as a whole. Times are UTC. */
bool tfevents_begins(const char *bytes, size_t n);
void tfevents_read(struct log_reader *r, const char *bytes, size_t n);

/* A row of NaN. */
struct train_record train_record_new(void);
/* Takes from a json log of the same start what is better or only there, record by record (join.c). */
void run_join(struct run *text, const struct run *json);
/* The newest run of a folder, its parts joined (folder.c). */
bool folder_empty(struct err *e); /* false; e lists what was searched for in a folder without a log */
bool folder_read(struct runs *out, const struct log_formats *formats, const struct vfs *fs, const char *dir,
		 const struct run_limits *limits, struct err *e);
/* A line of nvidia-smi (smi.c), of free, /proc/meminfo or vmstat, a whole wandb-metadata.json (host.c). */
struct watch_reader;
bool smi_line(struct watch_reader *w, const char *s, const char *end);
bool host_line(struct watch_reader *w, const char *s, const char *end);
bool wandb_read(struct watch_reader *w, const char *text, size_t n);
/* Adds the output of monitoring tools in a file to w (read_log.c). */
bool watch_read(struct watch_reader *w, const struct log_formats *formats, const struct vfs *fs, const char *path,
		const struct run_limits *limits, struct err *e);
/* One file (read_log.c). */
bool file_read(struct runs *out, const struct log_formats *formats, const struct vfs *fs, const char *path,
	       const struct run_limits *limits, struct err *e);
#endif
