// SPDX-License-Identifier: MIT
/* How a project's own code reads its configs, from the texts of its programs. They are walked once in a run, and
 * only if a config has an error. */
#ifndef PROJECT_READER_H
#define PROJECT_READER_H
#include "text/vfs.h"

enum reads_bases {
	BASES_BY_FRAMEWORK, /* its own code does not read `_base_`, or calls a framework's Config.fromfile */
	BASES_BESIDE,	    /* it looks beside the file that names the base, as the frameworks do */
	BASES_FROM_TOP,	    /* it opens the path unchanged: relative to where the program is started */
	BASES_UNKNOWN	    /* it reads them in another way */
};
/* home: the folder whose Python files are read, and where its programs are started. */
enum reads_bases project_reads_bases(const struct vfs *fs, const char *home);
/* Whether a class Config of its own has a fromfile that runs the file as a Python module: then a config may call what
 * it imports, which MMEngine's loader refuses. */
bool project_executes_configs(const struct vfs *fs, const char *home);
/* Whether the project's own code imports files of the config's folder as modules, or computed names below a folder
 * of configs around it: then a relative import works. */
bool project_imports_config(const struct vfs *fs, const char *home, const char *path);
/* Whether the text has a `with read_base():` block, as configs of the imported style have, or imports the name, as
 * their bases do; a program that reads configs itself (`fromfile`) and merely imports the name has none. */
bool text_reads_base(const char *text);
/* Whether a program of the project puts something in the place of that word: a config in which it stands is a
 * template. Python's `text.replace('WORD', ...)`, `re.sub('WORD', ...)`, and tables `'WORD': value` with words in
 * capitals where the word is a variable; `sed s/WORD/.../` of shell scripts. */
bool project_fills_in(const struct vfs *fs, const char *home, const char *word, size_t n);
#endif
