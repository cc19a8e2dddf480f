// SPDX-License-Identifier: MIT
/* YAML, JSON and TOML configs as values: scalars by the rules of PyYAML's full loader (YAML 1.1: `1e-3` is a string,
 * `1:30` is 90, dates), of Python's json module and of its tomllib. Source: yaml/resolver.py, yaml/constructor.py of
 * PyYAML 6. */
#ifndef CONFIG_DATA_CONFIG_H
#define CONFIG_DATA_CONFIG_H
#include "config/subst.h"

const char *config_extension(size_t i); /* extensions that the loaders read, with the dot; NULL: there are no more */
bool config_is_named(const char *path); /* its extension is one of them */
bool data_is_config(const char *path);	/* its extension is one of them, and not .py */
bool data_is_read(const char *path);	/* data_load reads it: what data_is_config says, or .toml */
/* The config in the substituted text of file s. false: e has the loader's error ("ComposerError: ..." in msg). */
bool data_load(struct arena *a, const struct source *s, const struct substituted *sub, struct value *out,
	       struct err *e);
#endif
