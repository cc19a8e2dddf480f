// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "text/notebook.h"
#include "text/notebook_edit.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct notebook nb;

/* What a piece says is the same, is; and no piece is behind the next one. */
static void pieces_agree(const char *json)
{
	for (size_t i = 0; i < nb.piece.n; i++) {
		const struct source_piece *p = &nb.piece.at[i];
		size_t end = i + 1 < nb.piece.n ? p[1].at : nb.text.n;

		assert_true(p->at < end);
		assert_true(i + 1 == nb.piece.n || p->in_file <= p[1].in_file);
		if (p->kind == PIECE_SAME) {
			assert_int_equal(p->len, end - p->at);
			assert_memory_equal(json + p->in_file, nb.text.s + p->at, p->len);
		}
	}
}

static const char *text_of(const char *json)
{
	struct err e = { 0 };

	notebook_release(&nb);
	assert_true(notebook_read(&nb, json, strlen(json), &e));
	pieces_agree(json);
	return nb.python ? buf_str(&nb.text) : NULL;
}

static const char *text_of_cell(const char *source)
{
	static char json[1000];

	snprintf(json, sizeof json, "{\"cells\": [{\"cell_type\": \"code\", \"source\": \"%s\"}]}", source);
	return text_of(json);
}

static void code_cells_are_one_program(void **state)
{
	(void)state;
	assert_string_equal(
		text_of("{\"cells\": [\n"
			"{\"cell_type\": \"markdown\", \"source\": [\"import torch\"]},\n"
			"{\"cell_type\": \"code\", \"outputs\": [{\"a\": [\"]}\\\"\"]}], \"source\": [\"a = 1\\n\", "
			"\"b\"]},\n"
			"{\"cell_type\": \"raw\", \"source\": \"x\"},\n"
			"{\"source\": \"c = '\\u00e9\\ud83d\\ude00'\", \"cell_type\": \"code\"}], \"nbformat\": 4}"),
		"a = 1\nb\nc = '\xC3\xA9\xF0\x9F\x98\x80'\n");
	assert_int_equal(nb.cell.n, 2);
	assert_int_equal(nb.cell.at[0].number, 2);
	assert_int_equal(nb.cell.at[1].number, 4);
	assert_int_equal(nb.cell.at[1].line, 2);
}

static void commands_are_texts(void **state)
{
	(void)state;
	assert_string_equal(text_of_cell("!pip install 'trl==0.9'"), "'pip install \\'trl==0.9\\''\n");
	assert_string_equal(text_of_cell("if x:\\n    !ls\\n"), "if x:\n    'ls'\n");
	assert_string_equal(text_of_cell("!pip install \\\\\\n  trl\\nx = 1"), "'pip install    trl'\n\nx = 1\n");
	assert_string_equal(text_of_cell("pip install trl"), "'pip install trl'\n");
	assert_string_equal(text_of_cell("pip = f(1)"), "pip = f(1)\n");
	assert_string_equal(text_of_cell("%matplotlib inline"), "'matplotlib inline'\n");
	assert_string_equal(text_of_cell("files = !ls\\nx = 1"), "files = get_ipython()\nx = 1\n");
	assert_string_equal(text_of_cell("%time fit(\\n1)"), "fit(\n1)\n");
	assert_string_equal(text_of_cell("h = %time fit()"), "h = fit()\n");
	assert_string_equal(text_of_cell("fit?\\n?fit\\nx"), "pass\n'fit'\nx\n");
	assert_string_equal(text_of_cell("%%capture out\\n!ls\\nx"), "#\n'ls'\nx\n");
}

static void python_stays(void **state)
{
	(void)state;
	static const char *const same[] = { "x = (a\\n% b)",	 "x = '''\\n!ls\\n%x\\n'''",
					    "x = a != b",	 "a %= b",
					    "x = 7 \\\\\\n% 3",	 "x = '?'  # why?",
					    "f(a=1, b={'!': 2})" };

	for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
		char *plain = strdup(text_of_cell(same[i]));

		assert_null(strstr(plain, "get_ipython"));
		assert_null(strstr(plain, "pass"));
		assert_int_equal(plain[0], same[i][0]);
		free(plain);
	}
}

static void other_languages_are_left_out(void **state)
{
	(void)state;
	assert_string_equal(text_of_cell("%%bash\\nimport torch"), "");
	assert_string_equal(text_of_cell("\\n%%writefile a.py\\nimport torch"), "");
	assert_null(text_of("{\"cells\": [], \"metadata\": {\"kernelspec\": {\"language\": \"R\"}}}"));
	assert_null(text_of("{\"metadata\": {\"language_info\": {\"name\": \"julia\"}}, \"cells\": []}"));
	assert_null(text_of("{\"worksheets\": [{\"cells\": []}], \"nbformat\": 3}"));
	assert_non_null(text_of("{\"cells\": [], \"metadata\": {\"kernelspec\": {\"language\": \"python\"}}}"));
}

static void refuses(const char *json, unsigned line, unsigned col, const char *why)
{
	struct err e = { 0 };

	notebook_release(&nb);
	assert_false(notebook_read(&nb, json, strlen(json), &e));
	assert_non_null(strstr(e.msg, why));
	assert_int_equal(e.line, line);
	assert_int_equal(e.col, col);
	assert_int_equal(nb.text.n, 0);
}

static void broken_ones_say_where(void **state)
{
	(void)state;
	refuses("", 1, 1, "JSON object");
	refuses("[]", 1, 1, "JSON object");
	refuses("{\"cells\": [\n<<<<<<< HEAD\n", 2, 9, "delimiter");
	refuses("{\"cells\": [{}\n{}]}", 2, 1, "','");
	refuses("{\"cells\": [", 1, 12, "value");
	refuses("{\"cells\": []} x", 1, 15, "Extra data");
	refuses("{\"a\": \"b", 1, 7, "Unterminated");
	refuses("{\"cells\": [{\"cell_type\": \"code\", \"source\": [1]}]}", 1, 45, "neither a text");
	refuses("{\"cells\": [{\"cell_type\": \"code\", \"source\": \"\\x\"}]}", 1, 46, "escape");
	refuses("{\"a\": \"\xff\"}", 1, 8, "UTF-8");
}

static void hostile_ones_end(void **state)
{
	size_t n = 4 << 20;
	char *json = malloc(n + 100);

	(void)state;
	memset(json, '[', n);
	memcpy(json, "{\"a\": ", 6);
	json[n] = 0;
	refuses(json, 1, (unsigned)n + 1, "value");
	memset(json, '"', n);
	refuses(json, 1, 1, "JSON object");
	n = (size_t)snprintf(json, 100, "{\"cells\": [{\"cell_type\": \"code\", \"source\": \"");
	memset(json + n, 'x', 2 << 20);
	strcpy(json + n + (2 << 20), "\"}]}");
	assert_false(notebook_read(&nb, json, strlen(json), NULL));
	assert_string_equal(text_of_cell("a\\u0000b"), "");
	assert_string_equal(text_of_cell("'\\ud800'"), "'\xEF\xBF\xBD'\n");
	assert_false(notebook_read(&(struct notebook){ 0 }, "{\"cells\": 3}", 12, NULL));
	assert_false(notebook_read(&(struct notebook){ 0 }, "{}", 2, NULL));
	assert_null(text_of("{\"worksheets\": []}"));
	assert_string_equal(text_of("{\"cells\": [1, null, [], {\"source\": {}}]}"), "");
	free(json);
}

/* ---- places and edits */

static const char file[] = "{\"cells\": [\n"
			   " {\"cell_type\": \"code\",\n"
			   "  \"source\": [\n"
			   "   \"x = \\\"\xC3\xA9\\\"\\n\",\n"
			   "   \"f(lr=1)\"]},\n"
			   " {\"cell_type\": \"code\", \"source\": \"!ls\\ng('\\u00e9', b=2)\\n\"}]}";

static const struct source *program(struct sources *all)
{
	text_of(file);
	struct source_cells cells = notebook_cells(&nb);

	return sources_add_program(all, "/x.ipynb", buf_str(&nb.text), nb.text.n, &cells);
}

static uint32_t find(const struct source *s, const char *text)
{
	const char *at = strstr(s->bytes, text);

	assert_non_null(at);
	return (uint32_t)(at - s->bytes);
}

static void places(void **state)
{
	struct sources *all = sources_new();
	const struct source *s = program(all);
	struct point p;

	(void)state;
	assert_string_equal(s->bytes, "x = \"\xC3\xA9\"\nf(lr=1)\n'ls'\ng('\xC3\xA9', b=2)\n");
	for (uint32_t i = find(s, "f(lr"); s->bytes[i] != '\n'; i++)
		assert_int_equal(file[source_offset(s, i)], s->bytes[i]);
	assert_int_equal(file[source_offset(s, find(s, "b=2"))], 'b');
	p = source_shown(s, find(s, "lr"));
	assert_int_equal(p.cell, 1);
	assert_int_equal(p.line, 1);
	assert_int_equal(p.col32, 2);
	p = source_shown(s, find(s, "b=2"));
	assert_int_equal(p.cell, 2);
	assert_int_equal(p.line, 1);
	p = source_in_file(s, find(s, "lr"));
	assert_int_equal(p.line, 4);
	assert_int_equal(p.col32, 6);
	assert_int_equal(p.cell, 0);
	p = source_in_file(s, find(s, "\"\nf"));
	assert_int_equal(p.line, 3);
	assert_int_equal(p.col8, 12);
	assert_int_equal(p.col32, 11);
	sources_free(all);
}

static void edits_touch_nothing_else(void **state)
{
	struct sources *all = sources_new();
	const struct source *s = program(all);
	uint32_t lr = find(s, "lr"), e = find(s, "'\xC3\xA9'");
	struct edit two[] = { { .at = { s->id, lr, lr + 2 }, .text = "a\"\\", .len = 3 },
			      { .at = { s->id, e, e + 4 }, .text = "q", .len = 1 } };
	struct edits edits = { .at = two, .n = 2 };
	struct buf out = { 0 };

	(void)state;
	assert_true(notebook_may_edit(s, &edits));
	assert_true(notebook_edit(&out, file, strlen(file), s, &edits));
	assert_string_equal(buf_str(&out), "{\"cells\": [\n"
					   " {\"cell_type\": \"code\",\n"
					   "  \"source\": [\n"
					   "   \"x = \\\"\xC3\xA9\\\"\\n\",\n"
					   "   \"f(a\\\"\\\\=1)\"]},\n"
					   " {\"cell_type\": \"code\", \"source\": \"!ls\\ng(q, b=2)\\n\"}]}");
	buf_clear(&out);
	assert_false(notebook_edit(&out, file + 1, strlen(file) - 1, s, &edits));
	assert_false(notebook_edit(&out, "{}", 2, s, &edits));
	assert_int_equal(out.n, 0);
	buf_release(&out);
	sources_free(all);
}

static void edit_gives(const char *from, const char *to, const char *text, const char *cells)
{
	struct sources *all = sources_new();
	const struct source *s = program(all);
	uint32_t lo = find(s, from), hi = to ? find(s, to) : lo;
	struct edit one = { .at = { s->id, lo, hi }, .text = text, .len = (uint32_t)strlen(text) };
	struct buf out = { 0 };
	struct notebook again = { 0 };

	assert_true(notebook_edit(&out, file, strlen(file), s, &(struct edits){ .at = &one, .n = 1 }));
	assert_non_null(strstr(buf_str(&out), cells));
	assert_true(notebook_read(&again, buf_str(&out), out.n, NULL));
	notebook_release(&again);
	buf_release(&out);
	sources_free(all);
}

static void lines_are_strings_of_a_list(void **state)
{
	(void)state;
	edit_gives("f(lr", NULL, "y = 2\n", "\\n\",\n   \"y = 2\\n\",\n   \"f(lr=1)\"]}");
	edit_gives("lr", NULL, "\n  a=1,\n  ", "\"f(\\n\",\n   \"  a=1,\\n\",\n   \"  lr=1)\"]}");
	edit_gives("x =", "f(lr", "", "\"source\": [\n   \"f(lr=1)\"]}");
	edit_gives("\"\nf", "lr", "", "\"x = \\\"\xC3\xA9lr=1)\"]}");
	edit_gives("b=2", NULL, "a=1,\n  ", "\"!ls\\ng('\\u00e9', a=1,\\n  b=2)\\n\"}");
}

static bool may(const struct source *s, uint32_t lo, uint32_t hi, const char *text)
{
	struct edit one = { .at = { s->id, lo, hi }, .text = text, .len = (uint32_t)strlen(text) };

	return notebook_may_edit(s, &(struct edits){ .at = &one, .n = 1 });
}

static void edits_beyond_a_cell_are_refused(void **state)
{
	struct sources *all = sources_new();
	const struct source *s = program(all);
	uint32_t lr = find(s, "lr"), ls = find(s, "'ls'");

	(void)state;
	assert_true(may(s, lr, lr + 2, "x"));
	assert_true(may(s, lr, lr, "x"));
	assert_true(may(s, lr, lr, "x\ny"));
	assert_true(may(s, 0, lr, "x"));
	assert_false(may(s, 0, find(s, "b=2"), "x")); /* of another cell */
	assert_false(may(s, lr, lr, "x\r\n"));
	assert_false(may(s, ls, ls + 4, "x"));
	assert_false(may(s, ls + 1, ls + 1, "x"));
	sources_free(all);
}

static void commands_are_a_script(void **state)
{
	static const struct {
		const char *source, *text;
	} all[] = {
		{ "x = 1\\n!torchrun a.py\\ny", "\n torchrun a.py\n" },
		{ "!cd a && python b.py", "(cd a && python b.py)\n" },
		{ "%cd a\\n!python b.py --lr {lr} {more}", " cd a\n python b.py --lr \"$(:)\" $(:)\n" },
		{ "%env A=1", " export A=1\n" },
		{ "%%bash\\nls\\npython a.py", "(\nls\npython a.py\n)\n" },
		{ "%%time\\n!ls", "\n ls\n" },
		{ "s = '''\\n!no\\n'''", "" },
		{ "%%writefile a.sh\\n!ls", "" },
		{ "%matplotlib inline\\nx = !ls", "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		char json[300];
		struct notebook commands = { 0 };

		snprintf(json, sizeof json, "{\"cells\": [{\"cell_type\": \"code\", \"source\": \"%s\"}]}",
			 all[i].source);
		assert_true(notebook_read_commands(&commands, json, strlen(json), NULL));
		assert_string_equal(buf_str(&commands.text), all[i].text);
		notebook_release(&commands);
	}
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(commands_are_a_script),
		cmocka_unit_test(code_cells_are_one_program),
		cmocka_unit_test(commands_are_texts),
		cmocka_unit_test(python_stays),
		cmocka_unit_test(other_languages_are_left_out),
		cmocka_unit_test(broken_ones_say_where),
		cmocka_unit_test(hostile_ones_end),
		cmocka_unit_test(places),
		cmocka_unit_test(edits_touch_nothing_else),
		cmocka_unit_test(lines_are_strings_of_a_list),
		cmocka_unit_test(edits_beyond_a_cell_are_refused),
	};
	int rc = cmocka_run_group_tests(tests, NULL, NULL);

	notebook_release(&nb);
	return rc;
}
