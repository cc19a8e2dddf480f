// SPDX-License-Identifier: MIT
/* The kept tree of a config, behind its checksum: whatever it is, rules are asked about it. */
#include "base/hash.h"
#include "fuzz.h"
#include "project.h"
#include "python/syntax/trees.h"

void fuzz_input(const char *text, size_t n)
{
	struct {
		uint64_t checksum;
		uint32_t n, len;
	} head;
	struct buf whole = { 0 }, file = { 0 };
	struct trees *t = trees_new("");
	struct fuzz f;

	buf_add(&whole, project_config, strlen(project_config));
	buf_add(&whole, text, n);
	head.n = (uint32_t)whole.n;
	head.len = (uint32_t)strlen(project_config);
	head.checksum = hash_word(hash_long(whole.s, whole.n), head.len);
	buf_putc(&file, '\n');
	buf_add(&file, &head, sizeof head);
	buf_add(&file, whole.s, whole.n);
	buf_putc(&file, '\n');
	trees_read(t, &file);

	fuzz_begin(&f);
	f.l.graph.trees = t;
	fuzz_put(&f, FUZZ_CONFIG, project_config, strlen(project_config));
	if (fuzz_lint(&f, FUZZ_CONFIG, NULL))
		fuzz_report(&f);
	fuzz_end(&f);
	trees_free(t);
	buf_release(&whole);
}
