// SPDX-License-Identifier: MIT
/* What the project's code fixes of a class beside its parameters' names: which classes it is made from, itself first
 * ("mmdet.models.resnet.ResNet ~mmcv.runner.BaseModule", ~ before what lies outside the project); an attribute of the
 * class ("METAINFO.classes": a key of that dict), unless a method sets it; what a parameter is when nobody gives it.
 * Names of modules are followed to where they are assigned, once; what is assigned under a condition, twice, or made by
 * a call is not known. */
#ifndef CODE_MEMBER_H
#define CODE_MEMBER_H
#include "code/code.h"

struct code_class_name {
	const struct str *type;	   /* registered under that, else of that name */
	const struct str *package; /* that it must lie in: a class of that name elsewhere is another one; NULL: any */
	const struct str *trusted; /* package whose methods may set attributes: who asks knows what they do; or NULL */
	bool told;    /* the package stands before the type: another package's class of that name doesn't count */
	bool scope;   /* types without a package are looked for in its registries first, and its class is in one of them
		       */
	bool entered; /* it may lie elsewhere where it is certain that it is added to one of the package's registries */
	bool plugged; /* the config brings further code itself */
};
/* CODE_CHANGES: what the classes in front of one of the line do, code/heir.h; name: that one, a blank, and the words.
 * CODE_WIRED: True where what the name says is certain, code/wired.h */
enum code_member_kind { CODE_LINEAGE, CODE_ATTRIBUTE, CODE_GIVEN, CODE_CHANGES, CODE_WIRED };
enum code_member_is {
	CODE_MEMBER_NONE,    /* the project has no such class, or none of those that it has of it names that */
	CODE_MEMBER_UNKNOWN, /* why */
	CODE_MEMBER_KNOWN
};
struct code_member {
	enum code_member_is is;
	const char *why;
	struct value val; /* frozen; lives as long as c */
};
/* name: NULL for the lineage. */
struct code_member code_member(const struct code *c, enum code_member_kind kind, const struct code_class_name *of,
			       const struct str *name);
#endif
