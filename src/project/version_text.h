// SPDX-License-Identifier: MIT
/* The versions of a package that one text requires: a list of requirements, a lock file, a document. */
#ifndef PROJECT_VERSION_TEXT_H
#define PROJECT_VERSION_TEXT_H
#include "base/arena.h"
#include "base/str.h"

struct required_package {
	const struct str *name;		/* its name in rules */
	const struct str *const *known; /* its names in files */
	uint32_t nknown;
	bool documents; /* README and workflows count too: `Python 3.6+`, `python-version: [3.6, 3.7]` */
};
struct version_bounds {
	const char *least, *most; /* "1.13.1"; NULL: no bound */
	/* the places that state them: "requirements.txt:12", below the project's root; NULL: not known. open_at: a
	 * place without an upper bound; any_at: one that names the package alone, looked for where nothing has a bound
	 */
	const char *least_at, *most_at, *open_at, *any_at;
};
/* The bounds in one file's text: the lowest minimum, and the highest maximum if all places that name the package
 * have one. Lines with a condition after `;` (`; python_version < '3.10'`) only count where there are several and no
 * line without one. The places are lines: "12". */
struct version_bounds version_bounds_in(struct arena *a, const char *text, const struct required_package *package);
/* The same of its lines with `pip install` or `conda install` alone. */
struct version_bounds version_bounds_installed(struct arena *a, const char *text,
					       const struct required_package *package);
/* The versions that the text of a lock file (uv.lock, poetry.lock, pdm.lock) pins. */
struct version_bounds version_bounds_locked(struct arena *a, const char *text, const struct required_package *package);
#endif
