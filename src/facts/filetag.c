// SPDX-License-Identifier: MIT
/* Reads `8xb4` from file names. The tag must be between separators: 32x4d is a ResNeXt, 512x1024 an image size and
 * 1x1x8 a sampling of frames. */
#include "facts/filetag.h"
#include "base/path.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool number(const char **s, int *out)
{
	const char *p = *s;
	int v = 0;
	while (isdigit((unsigned char)*p) && p - *s < 6)
		v = v * 10 + (*p++ - '0');
	if (p == *s || isdigit((unsigned char)*p) || !v)
		return false;
	*s = p;
	*out = v;
	return true;
}

static bool separator(char c)
{
	return !c || c == '_' || c == '-' || c == '.';
}

static bool tag_at(const char *start, struct filetag *out)
{
	const char *p = start;
	if (!number(&p, &out->gpus) || *p++ != 'x')
		return false;
	out->plain = *p != 'b';
	p += !out->plain;
	if (!number(&p, &out->batch) || !separator(*p))
		return false;
	out->text = start;
	out->len = (size_t)(p - start);
	if (!out->plain)
		return true;
	/* without the b: only plausible numbers of GPUs, not the 32x32 of an image or a kernel's 3x3 */
	bool power = !(out->gpus & (out->gpus - 1));
	return power && out->gpus <= 64 && out->batch <= 256 && !(out->gpus == out->batch && out->gpus >= 32);
}

bool filetag_find(const char *path, struct filetag *out)
{
	const char *name = path_base(path);
	struct filetag plain = { 0 };
	for (const char *p = name; *p; p++) {
		struct filetag t = { 0 };
		if ((p != name && !separator(p[-1])) || !tag_at(p, &t))
			continue;
		if (!t.plain) {
			*out = t;
			return true;
		}
		if (!plain.len)
			plain = t;
	}
	*out = plain;
	return plain.len > 0;
}
