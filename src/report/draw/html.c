// SPDX-License-Identifier: MIT
/* Writes a page of HTML in one file. Bytes are decoded as UTF-8, one sequence at a time, and escaped; prose is split
 * at backticks, words and parts of names, between which a line may break.
 *
 * Invariant: no byte of a text from outside reaches the page unescaped, and the only script that may run is the one
 * in this file: the policy has its SHA-256.
 *
 *	html_text("<a>")			&lt;a&gt;
 *	html_prose("see `a.b`")			see <code>a.<wbr/>b</code>
 *	html_text("\x1b[31m")			\x1b[31m, with a printed backslash */
#include "report/draw/html.h"
#include "base/utf8.h"
#include <nettle/base64.h>
#include <nettle/sha2.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { LONG_PART = 30 /* letters of a name in which a line may end */ };

/* No & and no < in either: they stand in XML as they are. */
static const char style[] =
	":root{color-scheme:light "
	"dark;--page:#fff;--text:#1b1f24;--soft:#57606a;--rule:#d0d7de;--one:#1f5fa8;--two:#a34700;--three:#1f7a3d;--"
	"four:#8a2f8a;"
	"--band:#eef3f8;--odd:#f8f1e4;--gap:#e3b7b7;--box:#f6f8fa}\n"
	"@media "
	"(prefers-color-scheme:dark){:root{--page:#15181c;--text:#e6e8ea;--soft:#a3adb8;--rule:#3b424a;--one:#6cb0ff;"
	"--two:#ffb066;--three:#7fd68f;--four:#e6a3ea;--band:#1d2733;--odd:#2b2619;--gap:#5a2a2a;--box:#1e2329}}\n"
	"*{box-sizing:border-box}\n"
	"body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif}\n"
	"main{max-width:72rem;margin:0 auto;padding:0 1rem 2rem}a{color:var(--one)}\n"
	"h1{font-size:1.6rem;margin:1rem 0 0}h2{font-size:1.05rem;margin:1.25rem 0 .5rem;border-top:2px solid "
	"var(--rule);"
	"padding-top:.75rem}h3{font-size:1.2rem;margin:1.75rem 0 .25rem}h4{font-size:1rem;margin:0}\n"
	"h1,h2,h3,h4,p,dd,li,td,th,summary{overflow-wrap:anywhere}p{margin:.25rem 0;max-width:60rem}\n"
	"code{font:.875em ui-monospace,monospace;background:var(--box)}\n"
	".soft,dt,caption,th{color:var(--soft)}\n"
	".facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:.5rem 1rem;margin:.5rem 0}"
	".facts dt{font-size:.85rem}.facts dd{margin:0;font-weight:600}\n"
	".finding{border:1px solid var(--rule);border-left:.4rem solid var(--two);border-radius:.25rem;padding:.5rem "
	".75rem;"
	"margin:.5rem 0}.finding.error{border-left-style:double}\n"
	"pre{margin:.25rem 0;padding:.5rem;background:var(--box);white-space:pre-wrap;overflow-wrap:anywhere;"
	"font:.8rem/1.4 ui-monospace,monospace}\n"
	"figure{margin:.25rem 0}svg{display:block;overflow:visible}svg text{fill:var(--text);font:12px "
	"system-ui,sans-serif}"
	".picture{display:flex}.side{flex:none}.chart{flex:1;min-width:0;touch-action:pan-y}\n"
	".grid{stroke:var(--rule)}.band{fill:var(--band)}.band.odd{fill:var(--odd)}.gap{fill:var(--gap)}"
	".hair{stroke:var(--text);stroke-dasharray:2 2}svg .mark{font-weight:600}\n"
	".line polyline{fill:none;stroke:var(--one);stroke-width:2px;stroke-linecap:round;stroke-linejoin:round;"
	"vector-effect:non-scaling-stroke}.l1 polyline{stroke:var(--two);stroke-dasharray:5 4}.l2 "
	"polyline{stroke:var(--three);stroke-dasharray:2 5}.l3 polyline{stroke:var(--four);stroke-dasharray:12 5}.l4 "
	"polyline{stroke:var(--one);stroke-dasharray:12 5 2 5}.l5 polyline{stroke:var(--two);stroke-dasharray:2 5 2 5 "
	"12 5}"
	".l6 polyline{stroke:var(--three);stroke-dasharray:20 6}.l7 polyline{stroke:var(--four);stroke-dasharray:1 9}\n"
	".label{font-weight:600;paint-order:stroke;stroke:var(--page);stroke-width:4px;stroke-linejoin:round}"
	".range{stroke:var(--one);stroke-width:2px}.dot{fill:var(--one)}.origin{stroke:var(--soft);stroke-dasharray:2 "
	"2}"
	".legend{list-style:none;padding:0;margin:.25rem 0}.sample{display:inline-block;margin-right:.5rem}\n"
	".at{min-height:1.5em;font-variant-numeric:tabular-nums}\n"
	".bar "
	"rect{stroke:var(--page)}.k0{fill:#4477aa}.k1{fill:#cc6600}.k2{fill:#228833}.k3{fill:#8a4fb0}.k4{fill:#bb4444}"
	".k5{fill:#777}.k6{fill:#c4407f}.k7{fill:#807f44}.k8{fill:#338899}.k9{fill:#997755}\n"
	".flow,.flow li{display:flex;align-items:center}"
	".flow{flex-wrap:wrap;gap:.75rem 0;list-style:none;padding:0;margin:.75rem 0}"
	".flow li{max-width:100%}.flow li+li::before{content:'\\2192';padding:0 .6rem;color:var(--soft)}"
	".column{display:grid;gap:.75rem;min-width:0}.box{min-width:9rem;padding:.4rem .6rem;border:1px solid "
	"var(--soft);"
	"border-radius:.25rem;background:var(--box);font-size:.8rem;line-height:1.35}.box.marked{border:3px double "
	"var(--two)}\n"
	".wide{overflow-x:auto}table{border-collapse:collapse;margin:.5rem "
	"0;font-variant-numeric:tabular-nums;font-size:.9rem}"
	"th,td{text-align:right;vertical-align:top;padding:.2rem .3rem;border-bottom:1px solid var(--rule);"
	"overflow-wrap:normal}th:first-child{text-align:left;padding-left:0}\n"
	".runs td{white-space:nowrap}.watched td,.cards th,.cards td{text-align:left}"
	".cards td,.cards th{overflow-wrap:break-word}.cards td:last-child{color:var(--soft)}\n"
	"th[scope=row]{color:var(--text);font-weight:400}summary{cursor:pointer;color:var(--soft)}\n"
	/* A table with a block a row, and a line a cell. */
	"@media (max-width:60rem){.cards,.cards tbody,.cards tr,.cards th,.cards td{display:block}"
	".cards th[scope=col],.cards td:empty{display:none}.cards td{border:0;padding:0 0 0 1rem}"
	".cards th[scope=row]{border:0;font-weight:600}.cards tr{border-bottom:1px solid var(--rule);padding:.3rem 0}"
	".cards td::before{content:attr(data-label) ': '}}\n"
	"@media (max-width:40rem){h1{font-size:1.1rem}table{font-size:.8rem}td,th{padding:.2rem .15rem}.flow,.flow "
	"li{flex-direction:column;align-items:stretch;flex-wrap:nowrap}"
	".flow li+li::before{content:'\\2193';padding:.3rem;text-align:center}}\n"
	"@media "
	"print{:root{--page:#fff;--text:#000;--soft:#000;--rule:#999;--one:#000;--two:#000;--three:#000;--four:#000;--"
	"band:#fff;--odd:#eee;"
	"--gap:#ccc;--box:#fff}body{font-size:10pt}main{max-width:none;padding:0}.at,summary,nav{display:none}"
	"figure,.finding,tr{break-inside:avoid}h2,h3{break-after:avoid}svg{print-color-adjust:exact}"
	".bar rect{stroke:#000}.k0{fill:#fff}.k1{fill:#999}.k2{fill:#ddd}.k3{fill:#666}.k4{fill:#bbb}.k5{fill:#333}"
	".k6{fill:#eee}.k7{fill:#888}.k8{fill:#ccc}.k9{fill:#555}}\n";

static const char script[] =
	"(function () {\n"
	"'use strict';\n"
	"document.querySelectorAll('figure').forEach(function (figure) {\n"
	"  var chart = figure.querySelector('.chart'), at = figure.querySelector('.at');\n"
	"  if (!chart || !at) { return; }\n"
	"  var hair = chart.querySelector('.hair'), from = Number(figure.dataset.from), to = "
	"Number(figure.dataset.to);\n"
	"  var lines = Array.from(chart.querySelectorAll('.line')).reverse().map(function (line) {\n"
	"    return { name: line.dataset.name, unit: line.dataset.unit, words: line.dataset.points.split(' ') };\n"
	"  });\n"
	"  function nearest(words, x) {\n" /* its points: pairs of words, x rising */
	"    var lo = 0, hi = words.length / 2 - 1;\n"
	"    while (hi - lo > 1) {\n"
	"      var mid = (lo + hi) >> 1;\n"
	"      if (Number(words[2 * mid]) > x) { hi = mid; } else { lo = mid; }\n"
	"    }\n"
	"    return x - words[2 * lo] > words[2 * hi] - x ? hi : lo;\n"
	"  }\n"
	"  function show(event) {\n"
	"    var box = chart.getBoundingClientRect(), part = (event.clientX - box.left) / box.width;\n"
	"    var x = from + (to - from) * Math.min(1, Math.max(0, part));\n"
	"    var first = lines[0], i = nearest(first.words, x), place = Number(first.words[2 * i]);\n"
	"    var texts = lines.map(function (line) {\n"
	"      return line.name + ' ' + line.words[2 * nearest(line.words, place) + 1] + ' ' + line.unit;\n"
	"    });\n"
	"    var share = 100 * (place - from) / (to - from) + '%';\n"
	"    hair.setAttribute('x1', share);\n"
	"    hair.setAttribute('x2', share);\n"
	"    hair.setAttribute('visibility', 'visible');\n"
	"    at.textContent = 'iteration ' + place.toLocaleString('en') + ': ' + texts.join(', ');\n"
	"  }\n"
	"  chart.addEventListener('pointermove', show);\n"
	"  chart.addEventListener('pointerdown', show);\n"
	"});\n"
	"}());\n";

/* --- text */

static void put_sequence(struct buf *b, const char *s, unsigned n)
{
	static const char *const entity[128] = {
		['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;", ['\''] = "&#39;"
	};
	uint32_t c = n ? utf8_decode(s, n) : 0xFFFD;

	if (c < 128 && entity[c])
		buf_puts(b, entity[c]);
	else if (c == '\t' || c == '\n')
		buf_putc(b, (char)c);
	else if (utf8_acts(c))
		buf_printf(b, c < 0x100 ? "\\x%02x" : "\\u%04x", c);
	else if (!n || c == 0xFFFE || c == 0xFFFF)
		buf_puts(b, "\xEF\xBF\xBD");
	else
		buf_add(b, s, n);
}

void html_bytes(struct buf *b, const char *s, size_t n)
{
	for (size_t i = 0; i < n;) {
		unsigned len = utf8_len(s + i, n - i);

		put_sequence(b, s + i, len);
		i += len ? len : 1;
	}
}

void html_text(struct buf *b, const char *s)
{
	html_bytes(b, s, strlen(s));
}

/* A part of a name or path; a line may end within one that is long itself. */
static void put_part(struct buf *b, const char *s, size_t n)
{
	size_t lo = 0;

	for (size_t i = 0; n > LONG_PART && i + 1 < n; i++) {
		if (!strchr("_=(,", s[i]))
			continue;
		html_bytes(b, s + lo, i + 1 - lo);
		buf_puts(b, "<wbr/>");
		lo = i + 1;
	}
	html_bytes(b, s + lo, n - lo);
}

/* Between the parts of a path, else of a dotted name, a line may end. */
static void put_word(struct buf *b, const char *s, size_t n)
{
	char between = memchr(s, '/', n) ? '/' : '.';
	size_t lo = 0;

	for (size_t i = 0; i + 1 < n; i++) {
		if (s[i] != between || (between == '.' && !isalpha((unsigned char)s[i + 1]) && s[i + 1] != '_'))
			continue;
		put_part(b, s + lo, i + 1 - lo);
		buf_puts(b, "<wbr/>");
		lo = i + 1;
	}
	put_part(b, s + lo, n - lo);
}

static void put_words(struct buf *b, const char *s, size_t n)
{
	static const char blanks[] = " \t\n";

	for (size_t i = 0, end; i < n; i = end) {
		for (end = i; end < n && !strchr(blanks, s[end]);)
			end++;
		put_word(b, s + i, end - i);
		if (end < n)
			html_bytes(b, s + end++, 1);
	}
}

void html_prose(struct buf *b, const char *s)
{
	const char *open, *close;

	for (; (open = strchr(s, '`')) && (close = strchr(open + 1, '`')); s = close + 1) {
		put_words(b, s, (size_t)(open - s));
		buf_puts(b, "<code>");
		put_words(b, open + 1, (size_t)(close - open - 1));
		buf_puts(b, "</code>");
	}
	put_words(b, s, strlen(s));
}

/* --- the page */

/* What the browser compares the script with before it runs it. */
static void put_policy(struct buf *b)
{
	uint8_t digest[SHA256_DIGEST_SIZE];
	char word[BASE64_ENCODE_RAW_LENGTH(SHA256_DIGEST_SIZE) + 1] = "";
	struct sha256_ctx c;

	sha256_init(&c);
	sha256_update(&c, sizeof script - 1, (const uint8_t *)script);
	sha256_digest(&c, sizeof digest, digest);
	base64_encode_raw(word, sizeof digest, digest);
	buf_printf(
		b,
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
		"script-src 'sha256-%s'\"/>\n",
		word);
}

void html_begin(struct buf *b, const char *title)
{
	buf_puts(b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n");
	put_policy(b);
	buf_puts(b, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
		    "<meta name=\"color-scheme\" content=\"light dark\"/>\n");
	buf_puts(b, "<title>");
	html_text(b, title);
	buf_puts(b, "</title>\n");
	buf_printf(b, "<style>\n%s</style>\n</head>\n<body>\n<main>\n", style);
	html_element(b, "h1", title);
}

void html_end(struct buf *b)
{
	buf_printf(b, "</main>\n<script>%s</script>\n</body>\n</html>\n", script);
}

void html_element(struct buf *b, const char *tag, const char *text)
{
	buf_printf(b, "<%s>", tag);
	html_prose(b, text);
	buf_printf(b, "</%s>\n", tag);
}

void html_fact(struct buf *b, const char *name, const char *value)
{
	buf_puts(b, "<div><dt>");
	html_text(b, name);
	buf_puts(b, "</dt><dd>");
	html_prose(b, value);
	buf_puts(b, "</dd></div>\n");
}

static void put_cell(struct buf *b, const char *tag, const char *label, const char *text)
{
	buf_printf(b, "<%s", tag);
	if (label) {
		buf_puts(b, " data-label=\"");
		html_text(b, label);
		buf_puts(b, "\"");
	}
	buf_putc(b, '>');
	html_prose(b, text);
	buf_printf(b, "</%.2s>", tag);
}

void html_row(struct buf *b, const char *tag, const char *const *cell, unsigned n)
{
	buf_puts(b, "<tr>");
	for (unsigned i = 0; i < n; i++)
		put_cell(b, tag[1] == 'h' ? "th scope=\"col\"" : i ? "td" : "th scope=\"row\"", NULL, cell[i]);
	buf_puts(b, "</tr>\n");
}

void html_cards(struct buf *b, const char *const *head, unsigned n)
{
	buf_puts(b, "<table class=\"cards\">\n");
	html_row(b, "th", head, n);
}

void html_card(struct buf *b, const char *const *head, const char *const *cell, unsigned n)
{
	buf_puts(b, "<tr>");
	for (unsigned i = 0; i < n; i++)
		put_cell(b, i ? "td" : "th scope=\"row\"", i ? head[i] : NULL, cell[i]);
	buf_puts(b, "</tr>\n");
}

void html_table(struct buf *b, const char *summary)
{
	if (summary) {
		buf_puts(b, "<details>");
		html_element(b, "summary", summary);
	}
	buf_puts(b, "<div class=\"wide\"><table>\n");
}

void html_table_end(struct buf *b, const char *summary)
{
	buf_printf(b, "</table></div>%s\n", summary ? "</details>" : "");
}
