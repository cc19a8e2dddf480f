// SPDX-License-Identifier: MIT
#include "launch/launch_source.h"
#include "text/notebook.h"

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
