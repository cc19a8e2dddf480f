// SPDX-License-Identifier: MIT
#include "report/html.h"
#include "base/utf8.h"
#include <nettle/base64.h>
#include <nettle/sha2.h>
#include <stdio.h>
#include <string.h>

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
	"main{max-width:60rem;margin:0 auto;padding:0 1rem 2rem}\n"
	"h1{font-size:1.6rem;margin:1rem 0 0}h2{font-size:1.05rem;margin:1.25rem 0 .5rem;border-top:2px solid "
	"var(--rule);"
	"padding-top:.75rem}h3{font-size:1.2rem;margin:1.75rem 0 .25rem}h4{font-size:1rem;margin:0}\n"
	"h1,h2,h3,h4,p,dd,li,td,th,summary{overflow-wrap:anywhere}p{margin:.25rem 0}\n"
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
	".box{fill:var(--box);stroke:var(--soft)}.box.marked{stroke:var(--two);stroke-width:3px}"
	".arrow{fill:none;stroke:var(--soft)}.tip{fill:var(--soft)}\n"
	".wide{overflow-x:auto}table{border-collapse:collapse;margin:.5rem "
	"0;font-variant-numeric:tabular-nums;font-size:.9rem}"
	"th,td{text-align:right;vertical-align:top;padding:.2rem .3rem;border-bottom:1px solid var(--rule);"
	"overflow-wrap:normal}th:first-child{text-align:left;padding-left:0;overflow-wrap:anywhere;min-width:6rem}\n"
	".runs th:first-child{min-width:0;overflow-wrap:normal}.runs td{white-space:nowrap}.told td{text-align:left}\n"
	"th[scope=row]{color:var(--text);font-weight:400}summary{cursor:pointer;color:var(--soft)}\n"
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
	"    var told = lines.map(function (line) {\n"
	"      return line.name + ' ' + line.words[2 * nearest(line.words, place) + 1] + ' ' + line.unit;\n"
	"    });\n"
	"    var share = 100 * (place - from) / (to - from) + '%';\n"
	"    hair.setAttribute('x1', share);\n"
	"    hair.setAttribute('x2', share);\n"
	"    hair.setAttribute('visibility', 'visible');\n"
	"    at.textContent = 'iteration ' + place.toLocaleString('en') + ': ' + told.join(', ');\n"
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
	html_element(b, "title", title);
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
	html_text(b, text);
	buf_printf(b, "</%s>\n", tag);
}

void html_fact(struct buf *b, const char *name, const char *value)
{
	buf_puts(b, "<div><dt>");
	html_text(b, name);
	buf_puts(b, "</dt><dd>");
	html_text(b, value);
	buf_puts(b, "</dd></div>\n");
}

void html_row(struct buf *b, const char *tag, const char *const *cell, unsigned n)
{
	buf_puts(b, "<tr>");
	for (unsigned i = 0; i < n; i++) {
		bool head = i == 0 || tag[1] == 'h';

		buf_printf(b, "<%s%s>", head ? "th" : "td",
			   tag[1] == 'h' ? " scope=\"col\""
			   : head	 ? " scope=\"row\""
					 : "");
		html_text(b, cell[i]);
		buf_printf(b, "</%s>", head ? "th" : "td");
	}
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
