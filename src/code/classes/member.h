// SPDX-License-Identifier: MIT
/* Facts about a class beside its parameters' names: its resolution order, itself first ("mmdet.models.resnet.ResNet
 * ~mmcv.runner.BaseModule", ~ before classes outside the project); an attribute of the class ("METAINFO.classes": a
 * key of that dict), unless a method assigns it; the default of a parameter. Names of modules are followed to their
 * assignment, if there is only one. What is assigned under a condition, twice, or from a call is unknown. */
#ifndef CODE_CLASSES_MEMBER_H
#define CODE_CLASSES_MEMBER_H
#include "code/code.h"

struct code_class_name {
	const struct str *type; /* its registered name, or else its class name */
	/* it must lie in this package: a class of that name elsewhere is another one; NULL: any */
	const struct str *package;
	/* package whose methods may assign attributes, because the caller knows what they do; or NULL */
	const struct str *trusted;
	bool explicit_package; /* the package stands before the type: another package's class of that name doesn't count
				*/
	/* types without a package are searched in its registries first, and its class is in one of them */
	bool scope;
	bool entered; /* it may lie elsewhere if it is certainly added to one of the package's registries */
	bool plugged; /* the config imports further code itself */
};
/* CODE_CHANGES: what the subclasses of an ancestor do, code/classes/subclass.h; name: the ancestor, a blank, and the
 * words. CODE_WIRED: True if the statement in name is certain, code/classes/wired.h. CODE_KEYS: the keys of a sample
 * that its code names, code/classes/sample_keys.h; name: "class" or "file", or "step" and names of methods,
 * code/classes/sample_step.h
 */
enum code_member_kind { CODE_LINEAGE, CODE_ATTRIBUTE, CODE_GIVEN, CODE_CHANGES, CODE_WIRED, CODE_KEYS };
enum code_member_is {
	CODE_MEMBER_NONE,    /* the project has no such class, or its classes of that name lack the member */
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
