// SPDX-License-Identifier: MIT
/* One YAML file of a Hydra config directory: its keys as values with places, its defaults list, its package header.
 * Scalars are those of OmegaConf's loader (omegaconf/_utils.py, get_yaml_loader): YAML 1.1 without dates, and `1e-4`
 * is a number. */
#ifndef HYDRA_HYDRA_FILE_H
#define HYDRA_HYDRA_FILE_H
#include "python/value/value.h"
#include "text/vfs.h"

struct hydra_struct;
struct hydra_file {
	const char *path;	  /* absolute */
	const struct source *src; /* NULL: it can't be read */
	bool good;		  /* it is a dict, or empty */
	struct value data;	  /* a dict without `defaults`; Unknown: not good */
	struct value defaults;	  /* the list under `defaults`, as written; Unknown: there is none */
	bool odd_defaults;	  /* `defaults` is there and no list */
	const char *package;	  /* of `# @package NAME`; NULL: no header */
	struct span package_at;
	/* A header that Hydra does not read, because another line comes before it (hydra/plugins/config_source.py,
	 * _get_header_dict); file 0: none. */
	struct span late_header;
	/* A key that its dict has already, which OmegaConf's loader refuses; file 0: none. */
	struct span twice, first;
	const char *twice_key;
	const struct hydra_struct *schema; /* it is no file but this dataclass, of the file at path; NULL: a file */
};
/* Reads and parses the file. Everything lives in a, its text in sources. */
struct hydra_file *hydra_file_read(struct arena *a, const struct vfs *fs, struct sources *sources, const char *path);
/* A plain scalar as OmegaConf's loader reads it. */
struct value hydra_scalar(const struct str *text, struct span at);
#endif
