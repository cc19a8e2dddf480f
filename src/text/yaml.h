// SPDX-License-Identifier: MIT
/* YAML documents (JSON: json.h) as nodes with byte spans; libyaml's only reader.
 * yaml_parse is strict (rules, settings): duplicate keys, tags, anchors, depth > 64, several documents are errors.
 * yaml_parse_config follows PyYAML 1.1's structure: last duplicate wins, anchors/aliases (bounded) and `<<` merges are
 * resolved; an empty file is null: a plain scalar without text. */
#ifndef TEXT_YAML_H
#define TEXT_YAML_H
#include "base/str.h"
#include "text/source.h"

enum ykind { Y_SCALAR, Y_SEQ, Y_MAP };
struct ynode {
	uint8_t kind; /* enum ykind */
	bool message; /* expr is a message: a text with {expressions} */
	bool plain;   /* scalar without quotes and not a block scalar */
	struct span at;
	uint32_t n;			/* children; map: pairs */
	uint32_t body;			/* block scalar: offset of its first content byte, else 0 */
	const struct str *text;		/* scalar text after YAML's unquoting */
	const struct ynode *const *kid; /* seq items, map values */
	const struct ynode *const *key; /* map keys */
	const struct str *tag;		/* configs: "tag:yaml.org,2002:set" if written, else NULL */
	const struct node *expr;	/* an expression of a compiled document (spec/compiled.h), parsed; else NULL */
};

const struct ynode *yaml_parse(struct arena *a, const struct source *s,
			       struct err *e); /* NULL + e on failure; empty file: Y_MAP n=0 */
const struct ynode *yaml_parse_config(struct arena *a, const struct source *s, struct err *e);
/* The same; twice[0] is the first key that its map has already, twice[1] its earlier place; else NULL. */
const struct ynode *yaml_parse_twice(struct arena *a, const struct source *s, struct err *e,
				     const struct ynode *twice[2]);
const struct ynode *yaml_get(const struct ynode *map, const char *key); /* NULL when the key is absent or map is no
									 * map */
const char *yaml_str(const struct ynode *n);				/* scalar's text or NULL */
/* Deep copy onto another arena. At most as deep as yaml_parse allows. */
const struct ynode *yaml_copy(struct arena *a, const struct ynode *n);
#endif
