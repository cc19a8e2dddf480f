// SPDX-License-Identifier: MIT
/* The cache file of a project's training code: what stands behind its checksum. */
#include "base/hash.h"
#include "code/cache_quota.h"
#include "fuzz.h"
#include "project.h"

static const char *kept;
static size_t nkept;

/* The linker puts these three in the place of those in code/: no file is read or written, and the answers are of these
 * files, which are on no disk. */
bool __wrap_files_stamp(const void *x, const char *open, char *out, size_t size)
{
	(void)x, (void)open;
	snprintf(out, size, STORE_MARK "0");
	return true;
}

bool __wrap_budget_read(const char *dir, const char *name, const char *stamp, struct buf *out)
{
	(void)dir;
	(void)name;
	buf_printf(out, "%s\n%016llx\n", stamp, (unsigned long long)hash_long(kept, nkept));
	buf_add(out, kept, nkept);
	return true;
}

void __wrap_budget_write(const char *dir, const char *name, const struct buf *text)
{
	(void)dir;
	(void)name;
	(void)text;
}

void fuzz_input(const char *text, size_t n)
{
	struct fuzz f;

	kept = text;
	nkept = n;
	fuzz_begin(&f);
	fuzz_put(&f, FUZZ_CONFIG, project_config, strlen(project_config));
	if (fuzz_lint(&f, FUZZ_CONFIG, "/cache"))
		fuzz_report(&f);
	fuzz_end(&f);
}
