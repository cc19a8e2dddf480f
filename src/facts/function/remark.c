// SPDX-License-Identifier: MIT
/* numbers_beside(x, 'gpu'): whole numbers of the comments about x that mention GPUs, 8 and 2 in
 *
 * 	lr=0.01,  # for 8 GPUs x 2 samples
 *
 * and counted_beside(x, 'gpu') those that count them: 8. A comment is about x at the end of its line or of its
 * statement's last line, alone on the lines before either, or alone on the line after the statement with an empty line
 * behind it; the same holds for the assignment of a variable that x
 * gets its value from. A comment anywhere in these files, or in the config itself, is also about x if it names x and
 * x is no whole number: for
 *
 * 	# 0.0005 @ bs 8 -> 0.001 @ bs 16
 *
 * counted_beside(lr, 'bs') is 16 for lr = 0.001, the count nearest to that number. Lines of code that are commented
 * out are ignored. */
#include "config/config_subject.h"
#include "facts/function/priv.h"
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { NUMBER_MOST = 1000000 };
static const struct span nowhere;

static uint32_t line_of(const struct source *s, uint32_t at)
{
	return source_point(s, at).line;
}

static const struct node *statement_around(const struct node *root, struct span at)
{
	for (uint32_t i = 0; i < root->n; i++)
		if (root->kid[i] && root->kid[i]->lo <= at.lo && at.lo < root->kid[i]->hi)
			return root->kid[i];
	return NULL;
}

static bool stands_alone(const struct source *s, uint32_t at)
{
	while (at > 0 && (s->bytes[at - 1] == ' ' || s->bytes[at - 1] == '\t'))
		at--;
	return at == 0 || s->bytes[at - 1] == '\n';
}

/* `samples_per_gpu=8,` */
static bool is_code(const char *text, uint32_t n)
{
	uint32_t at = 0;
	while (at < n && strchr("# \t", text[at]))
		at++;
	while (at < n && (isalnum((unsigned char)text[at]) || text[at] == '_'))
		at++;
	while (n > at && isspace((unsigned char)text[n - 1]))
		n--;
	return at < n && text[at] == '=' && text[n - 1] == ',';
}

enum { SHORT_WORD = 2 }; /* letters: `bs` is a separate word, not the end of `abs` */

static bool word_at(const char *text, uint32_t n, uint32_t at, const struct str *word)
{
	uint32_t end = at + word->len;
	if (end > n || strncasecmp(text + at, word->s, word->len) != 0)
		return false;
	return word->len > SHORT_WORD ||
	       !((at && isalpha((unsigned char)text[at - 1])) || (end < n && isalpha((unsigned char)text[end])));
}

static bool has_word(const char *text, uint32_t n, const struct str *word)
{
	for (uint32_t i = 0; i + word->len <= n; i++)
		if (word_at(text, n, i, word))
			return true;
	return false;
}

/* A digit that begins a whole number: not in 0.01, 2e-4, v100; but in 8x4, 8xb4. */
static bool begins_number(const char *text, uint32_t at)
{
	const char before = at ? text[at - 1] : ' ', second = at > 1 ? text[at - 2] : ' ';
	if (!isdigit((unsigned char)text[at]) || isdigit((unsigned char)before) || strchr("._", before))
		return false;
	if (before == '-' && tolower((unsigned char)second) == 'e')
		return false;
	return !isalpha((unsigned char)before) || before == 'x' || (before == 'b' && second == 'x');
}

static uint32_t skip(const char *text, uint32_t n, uint32_t at, const char *these)
{
	while (at < n && text[at] && strchr(these, text[at]))
		at++;
	return at;
}

/* `8 x GPUs`, `GPUs: 8`: *lo and *hi become its range. */
static bool counts(const char *text, uint32_t n, uint32_t *lo, uint32_t *hi, const struct str *word)
{
	uint32_t at = *lo;
	for (;; at--) {
		if (at >= word->len && word_at(text, n, at - word->len, word)) {
			*lo = at - word->len;
			return true;
		}
		if (!at || !strchr(" =:s", text[at - 1]))
			break;
	}
	at = skip(text, n, *hi, " x*-");
	if (!word_at(text, n, at, word))
		return false;
	*hi = at + word->len;
	return true;
}

struct said {			    /* what is searched for in a comment */
	const struct str *counting; /* only numbers that count such things; NULL: all */
	double named;		    /* the value itself, if comments name it; else NaN */
};

/* Where the comment names the value: *lo, *hi. */
static bool find_named(const char *text, uint32_t n, double named, uint32_t *lo, uint32_t *hi)
{
	for (uint32_t i = 0; !isnan(named) && i < n; i++) {
		char number[32], *end;
		uint32_t k = 0;
		if (!isdigit((unsigned char)text[i]) && text[i] != '.')
			continue;
		while (i + k < n && k + 1 < sizeof(number) &&
		       (isalnum((unsigned char)text[i + k]) || strchr(".-+", text[i + k]))) {
			number[k] = text[i + k];
			k++;
		}
		number[k] = 0;
		if (strtod(number, &end) == named && end > number) {
			*lo = i;
			*hi = i + (uint32_t)(end - number);
			return true;
		}
		i += k;
	}
	return false;
}

/* The distance between two things in a comment; `,`, `;` and `->` separate them. */
static uint32_t gap(const char *text, uint32_t from, uint32_t to)
{
	uint32_t far = 0;
	for (; from < to; from++)
		far += strchr(",;>", text[from]) ? 10 : 1;
	return far;
}

/* The number that starts at i in the comment; *end: after it. 0: none. */
static int64_t number_at(const char *text, uint32_t n, uint32_t i, uint32_t *end)
{
	int64_t number = 0;
	*end = i + 1;
	if (!begins_number(text, i))
		return 0;
	for (*end = i; *end < n && isdigit((unsigned char)text[*end]) && number < NUMBER_MOST; ++*end)
		number = number * 10 + text[*end] - '0';
	bool part = *end + 1 < n && (text[*end] == '.' || text[*end] == 'e') &&
		    (isdigit((unsigned char)text[*end + 1]) || text[*end + 1] == '-');
	return part ? 0 : number;
}

static void add_numbers(struct arena *a, const char *text, uint32_t n, const struct said *said, struct list *out)
{
	uint32_t lo, hi, end, best = UINT32_MAX;
	int64_t nearest = 0;
	bool names = said->counting && find_named(text, n, said->named, &lo, &hi);
	for (uint32_t i = 0; i < n; i++) {
		int64_t number = number_at(text, n, i, &end);
		uint32_t from = i, to = end;
		if (number <= 0 || (said->counting && !counts(text, n, &from, &to, said->counting)))
			continue;
		uint32_t far = names ? (to <= lo ? gap(text, to, lo) : gap(text, hi, from)) : 0;
		if (!names)
			list_push(a, out, value_int(number, nowhere), nowhere);
		else if (far < best) {
			best = far;
			nearest = number;
		}
	}
	if (nearest)
		list_push(a, out, value_int(nearest, nowhere), nowhere);
}

struct around {			   /* lines */
	uint32_t value, last;	   /* a comment may follow there */
	uint32_t above, above_all; /* or stand alone right before these */
};

/* Nothing stands on the line behind the one on which the comment ends. */
static bool ends_paragraph(const struct source *s, uint32_t at)
{
	while (at < s->len && s->bytes[at] != '\n')
		at++;
	for (at += at < s->len; at < s->len && s->bytes[at] != '\n'; at++)
		if (!isspace((unsigned char)s->bytes[at]))
			return false;
	return true;
}

/* Called from the last comment to the first. */
static bool is_beside(const struct source *s, const struct comment *c, struct around *where)
{
	uint32_t line = line_of(s, c->lo);
	if (!stands_alone(s, c->lo))
		return line == where->value || line == where->last;
	bool before = line + 1 == where->above, before_all = line + 1 == where->above_all;
	where->above -= before;
	where->above_all -= before_all;
	return before || before_all || (line == where->last + 1 && ends_paragraph(s, c->hi));
}

/* The comment's numbers, if it has one of the call's words. */
static bool read_comment(struct rulecall *c, const char *text, uint32_t n, bool counting, double named,
			 struct list *out, struct value *why)
{
	for (uint32_t k = 1; k < c->n; k++) {
		const struct str *word;
		if (!rule_text(c, k, &word, why))
			return false;
		struct said said = { counting ? word : NULL, named };
		if (!has_word(text, n, word))
			continue;
		add_numbers(c->facts->arena, text, n, &said, out);
		return true;
	}
	return true;
}

enum { PLACES = 2 };
struct places {				       /* where comments about a value may be */
	const struct module *file[PLACES + 1]; /* of each place, and the config's own; NULL: none */
	struct around at[PLACES];
	double named;
};

static void add_place(struct places *all, int i, const struct graph *g, struct span at)
{
	const struct module *m = at.file ? graph_owner(g, at.file) : NULL;
	const struct node *st = m && m->src && m->tree.root ? statement_around(m->tree.root, at) : NULL;
	if (!st || at.hi > m->src->len)
		return;
	uint32_t line = line_of(m->src, at.lo);
	all->file[i] = m;
	all->at[i] = (struct around){ line, line_of(m->src, st->hi - 1), line, line_of(m->src, st->lo) };
}

static bool is_about(struct places *all, const struct module *m, const struct comment *note)
{
	const char *text = m->src->bytes + note->lo;
	uint32_t n = note->hi - note->lo, lo, hi;
	bool about = false;
	for (int i = 0; i < PLACES; i++)
		about |= all->file[i] == m && is_beside(m->src, note, &all->at[i]);
	return (about || find_named(text, n, all->named, &lo, &hi)) && !is_code(text, n);
}

static bool read_file(struct rulecall *c, struct places *all, const struct module *m, bool counting, struct list *out,
		      struct value *why)
{
	for (uint32_t i = m->tree.ncomments; i-- > 0;) {
		const struct comment *note = &m->tree.comment[i];
		if (note->hi <= m->src->len && is_about(all, m, note) &&
		    !read_comment(c, m->src->bytes + note->lo, note->hi - note->lo, counting, all->named, out, why))
			return false;
	}
	return true;
}

static struct value beside(struct rulecall *c, bool counting)
{
	struct facts *f = c->facts;
	struct value out = value_list(f->arena, VALUE_LIST, 4, nowhere), why;
	struct places all = { .named = NAN };
	struct keypath p;
	if (!facts_path_of(c->facts_ctx, rule_node(c, 0), &p, 0) || p.n == 0)
		return out;
	const struct graph *g = subject_graph(f->subject->set);
	struct slot s = facts_slot(f, p);
	add_place(&all, 0, g, s.use);
	add_place(&all, 1, g, s.val.at);
	if (s.val.kind == VALUE_FLOAT && floor(value_number(s.val)) != value_number(s.val)) {
		all.named = value_number(s.val);
		all.file[PLACES] = subject_config(f->subject);
	}
	for (int i = 0; i <= PLACES; i++) {
		const struct module *m = all.file[i];
		bool seen = !m || !m->src || (i && m == all.file[0]) || (i > 1 && m == all.file[1]);
		if (!seen && !read_file(c, &all, m, counting, out.as.list, &why))
			return why;
	}
	return out;
}

static struct value fn_numbers_beside(struct rulecall *c)
{
	return beside(c, false);
}

static struct value fn_counted_beside(struct rulecall *c)
{
	return beside(c, true);
}

static const struct rulefn rows[] = { { "counted_beside", 2, 255, fn_counted_beside, LOOKS_ALL, OF_CONFIGS },
				      { "numbers_beside", 2, 255, fn_numbers_beside, LOOKS_ALL, OF_CONFIGS } };

const struct rulefns rulefns_remark = { rows, ARRAY_SIZE(rows) };
