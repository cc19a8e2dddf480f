// SPDX-License-Identifier: MIT
#include "launch/launch_source.h"
#include "base/path.h"
#include "text/notebook.h"
#include <string.h>

static const struct source *commands_of(struct sources *all, const char *path, struct buf *json, struct err *e)
{
	struct notebook nb = { 0 };
	const struct source *src = NULL;

	if (notebook_read_commands(&nb, buf_str(json), json->n, e)) {
		struct source_cells cells = notebook_cells(&nb);

		src = sources_add_program(all, path, buf_str(&nb.text), nb.text.n, &cells);
	}
	notebook_release(&nb);
	return src;
}

const struct source *launch_source(const struct vfs *fs, struct sources *all, const char *path, struct err *e)
{
	struct buf text = { 0 };
	const struct source *src = NULL;

	if (vfs_read(fs, path, &text, e))
		src = notebook_named(path) ? commands_of(all, path, &text, e)
					   : sources_add(all, path, buf_str(&text), text.n);
	buf_release(&text);
	return src && source_check(src, e) ? src : NULL;
}

const char *launch_shell(struct arena *a, const struct source *src)
{
	const char *s = src->bytes, *name = NULL;

	if (src->cells)
		return "notebook";
	if (strncmp(s, "#!", 2) != 0)
		return NULL;
	for (s += 2; *s && !strchr("\r\n", *s);) {
		size_t n = strcspn(s, " \t\r\n");
		const char *word = arena_strndup(a, s, n);

		if (n && *word != '-' && strcmp(path_base(word), "env") != 0) {
			name = path_base(word);
			break;
		}
		s += n + strspn(s + n, " \t");
	}
	return name;
}
