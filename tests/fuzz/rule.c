// SPDX-License-Identifier: MIT
/* A rule file: compiled, and its own tests run. */
#include "fuzz.h"
#include "lint/rules/priv.h"
#include "lint/ruletest.h"
#include "text/yaml.h"

void fuzz_input(const char *text, size_t n)
{
	/* A set of its own, with the words of the program's rules. */
	struct ruleset rs = *fuzz_rules();
	struct parser *p = parser_new();
	struct buf report = { 0 };
	struct err e = { 0 };
	struct rule *r = NULL;

	rs.arena = (struct arena){ 0 };
	rs.sources = sources_new();

	const struct source *src = sources_add(rs.sources, "data/input.yaml", text, n);
	const struct ynode *doc = yaml_parse(&rs.arena, src, &e);

	if (doc)
		r = rule_compile(&rs, p, &(struct yfile){ "data/input.yaml", src, doc }, &e);
	if (r) {
		rs.at = &r;
		rs.n = 1;
		ruletest_run(&rs, NULL, NULL, true, &report);
	}
	buf_release(&report);
	parser_free(p);
	sources_free(rs.sources);
	arena_release(&rs.arena);
}
