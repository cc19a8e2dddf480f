// SPDX-License-Identifier: MIT
/* The floor of bench/table.py: tree-sitter alone parses the files whose names stand on standard input, one a line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tree_sitter/api.h>

const TSLanguage *tree_sitter_python(void);

int main(void)
{
	TSParser *p = ts_parser_new();
	char name[4096], *text = malloc(1 << 20);
	unsigned long files = 0, bytes = 0;

	ts_parser_set_language(p, tree_sitter_python());
	while (text && fgets(name, sizeof name, stdin)) {
		FILE *f;
		size_t n;

		name[strcspn(name, "\n")] = '\0';
		f = fopen(name, "rb");
		if (!f)
			continue;
		n = fread(text, 1, 1 << 20, f);
		fclose(f);
		ts_tree_delete(ts_parser_parse_string(p, NULL, text, (unsigned)n));
		files++;
		bytes += n;
	}
	printf("%lu files, %lu bytes\n", files, bytes);
	return 0;
}
