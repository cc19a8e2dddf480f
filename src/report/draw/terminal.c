// SPDX-License-Identifier: MIT
/* What a terminal shows of names, places and text from sources, and in which colour. */
#include "report/draw/terminal.h"
#include "base/path.h"
#include "base/utf8.h"
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* verbatim: one more control character that is not escaped, besides the tab. */
static void escape(struct buf *b, const char *s, size_t n, char verbatim)
{
	for (size_t i = 0; i < n;) {
		unsigned len = utf8_len(s + i, n - i);
		uint32_t c = len ? utf8_decode(s + i, len) : 0;

		if (len && (!utf8_acts(c) || c == '\t' || (verbatim && c == (uint32_t)verbatim)))
			buf_add(b, s + i, len);
		else if (len == 0 || c < 0x100)
			buf_printf(b, "\\x%02x", len ? c : (unsigned char)s[i]);
		else
			buf_printf(b, "\\u%04x", c);
		i += len ? len : 1;
	}
}

void terminal_escape(struct buf *b, const char *s, size_t n)
{
	escape(b, s, n, 0);
}

void terminal_lines(struct buf *b, const char *s, size_t n)
{
	escape(b, s, n, '\n');
}

void terminal_point(struct buf *b, const char *cwd, const char *path, struct point at)
{
	struct arena tmp = { 0 };
	const char *name = path ? path_shown(&tmp, cwd, path) : NULL;

	if (!name) {
		buf_puts(b, "(no place)");
		return;
	}
	terminal_escape(b, name, strlen(name));
	if (at.cell)
		buf_printf(b, ":cell %u", at.cell);
	buf_printf(b, ":%u:%u", at.line + 1, at.col32 + 1);
	arena_release(&tmp);
}

void terminal_place(struct buf *b, const struct source *src, const char *cwd, struct span at)
{
	terminal_point(b, cwd, src ? src->path : NULL, src ? source_shown(src, at.lo) : (struct point){ 0 });
}

void terminal_paint(struct buf *b, bool color, enum paint p)
{
	static const char *const code[] = { "0", "1", "1;31", "1;33", "1;36", "1;34", "34" };

	if (color)
		buf_printf(b, "\033[%sm", code[p]);
}

enum paint terminal_severity(enum severity s)
{
	switch (s) {
	case SEV_ERROR:
		return PAINT_ERROR;
	case SEV_WARNING:
		return PAINT_WARNING;
	case SEV_PERFORMANCE:
		return PAINT_PERFORMANCE;
	case SEV_INFO:
		break;
	}
	return PAINT_INFO;
}

/* East Asian wide characters and emoji take two. */
unsigned terminal_columns(uint32_t c)
{
	return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7A3) ||
			       (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F) ||
			       (c >= 0xFF00 && c <= 0xFF60) || (c >= 0x1F300 && c <= 0x1FAFF) ||
			       (c >= 0x20000 && c <= 0x3FFFD)
		       ? 2
		       : 1;
}

/* Bytes of the colour that begins there; 0: none does. */
static size_t paint_length(const char *s, size_t n)
{
	size_t i = 2;

	if (n < 3 || s[0] != '\033' || s[1] != '[')
		return 0;
	while (i < n && s[i] != 'm')
		i++;
	return i < n ? i + 1 : 0;
}

size_t terminal_text_columns(const char *s, size_t n)
{
	size_t columns = 0;

	for (size_t i = 0; i < n;) {
		size_t paint = paint_length(s + i, n - i);
		unsigned len = utf8_len(s + i, n - i);

		columns += paint ? 0 : len ? terminal_columns(utf8_decode(s + i, len)) : 1;
		i += paint ? paint : len ? len : 1;
	}
	return columns;
}

unsigned terminal_width(void)
{
	struct winsize w = { 0 };

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) == 0 && w.ws_col >= 40)
		return w.ws_col;
	return 120;
}
