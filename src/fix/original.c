// SPDX-License-Identifier: MIT
#include "fix/original.h"
#include "base/path.h"
#include "base/str.h"
#include "config/config_subject.h"
#include <stdlib.h>
#include <string.h>

void originals_note(struct originals *o, struct arena *a, const struct vfs *vfs, const struct subject_set *set,
		    const struct source *s)
{
	struct buf json = { 0 };
	const struct subject *x = subject_owner(set, s->id);
	const struct module *m = x ? subject_config(x) : NULL;
	const char *link = m ? m->real : path_real(a, s->path);
	const struct str *real = str_lit(link ? link : s->path);

	if (map_get(&o->seen, real))
		return;
	map_put(a, &o->seen, real, o);
	if (s->cells && !vfs_read(vfs, s->path, &json, NULL))
		return;
	vec_push(&o->all, ((struct original){ .path = arena_strdup(a, x ? subject_file(x) : s->path),
					      .bytes = s->cells ? arena_strndup(a, buf_str(&json), json.n)
								: arena_strndup(a, s->bytes, s->len),
					      .n = s->cells ? json.n : s->len }));
	buf_release(&json);
}

static int by_path(const void *x, const void *y)
{
	return strcmp(((const struct fix_file *)x)->path, ((const struct fix_file *)y)->path);
}

void originals_changed(const struct originals *o, struct arena *a, const struct vfs *vfs, struct fix_result *out)
{
	struct fix_file *all = arena_array(a, struct fix_file, out->nfiles + o->all.n + 1);

	if (out->nfiles)
		memcpy(all, out->file, out->nfiles * sizeof *all);
	out->file = all;
	for (size_t i = 0; i < o->all.n; i++) {
		const struct original *was = &o->all.at[i];
		struct buf now = { 0 };

		if (vfs_read(vfs, was->path, &now, NULL) &&
		    (now.n != was->n || memcmp(buf_str(&now), was->bytes, was->n) != 0))
			out->file[out->nfiles++] =
				(struct fix_file){ .path = was->path,
						   .old_bytes = was->bytes,
						   .nold = was->n,
						   .new_bytes = arena_strndup(a, buf_str(&now), now.n),
						   .nnew = now.n };
		buf_release(&now);
	}
	qsort(out->file, out->nfiles, sizeof *out->file, by_path);
}

void originals_release(struct originals *o)
{
	vec_release(&o->all);
}
