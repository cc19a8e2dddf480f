// SPDX-License-Identifier: MIT
/* The values of the fixed names of expressions (vocab_special), each built on first use. */
#include "base/path.h"
#include "facts/priv.h"
#include "python/value/dict.h"
#include <string.h>

static const struct span nowhere;

static void put(const struct facts *f, struct value d, const char *key, struct value v)
{
	dict_put(f->arena, d.as.dict, value_text(key, nowhere), v, nowhere);
}

static struct value machine_dict(const struct facts *f)
{
	struct value d = value_dict(f->arena, nowhere);
	const struct machine *m = f->machine;
	put(f, d, "gpus", m->gpus);
	put(f, d, "nodes", m->nodes);
	put(f, d, "cores", m->cores);
	put(f, d, "gpu_mem", m->gpu_mem);
	put(f, d, "gpu", m->gpu ? value_text(m->gpu, nowhere) : facts_absent(f, nowhere, "machine.gpu"));
	put(f, d, "gpus_why", m->gpus_why ? value_text(m->gpus_why, nowhere) : m->gpus);
	put(f, d, "launch", m->launch ? value_text(m->launch, nowhere) : facts_absent(f, nowhere, "machine.launch"));
	return d;
}

static struct value file_dict(const struct facts *f)
{
	struct value d = value_dict(f->arena, nowhere);
	const struct subject *s = f->subject;
	const char *base = path_base(s->path);
	const char *rel = s->root ? path_relative(f->arena, s->root, s->path) : s->path;
	put(f, d, "name", value_str(str_of(base, strlen(base) - strlen(path_ext(base))), nowhere));
	put(f, d, "path", value_text(rel, nowhere));
	return d;
}

static struct value dialect_dict(const struct facts *f)
{
	struct value d = value_dict(f->arena, nowhere);
	if (!f->dialect)
		return value_unknown(f->arena, WHY_UNMAPPED, nowhere, "dialect");
	put(f, d, "name", value_text(f->dialect->name, nowhere));
	put(f, d, "family", value_str(f->dialect->family, nowhere));
	return d;
}

static struct value or_absent(const struct facts *f, struct value v, const char *what)
{
	return value_is_known(v) ? v : facts_absent(f, nowhere, what);
}

static struct value settings_dict(const struct facts *f)
{
	struct value lr = value_dict(f->arena, nowhere), d = value_dict(f->arena, nowhere);
	put(f, lr, "base_lr", or_absent(f, f->base_lr, "settings.lr.base_lr"));
	put(f, lr, "base_batch", or_absent(f, f->base_batch, "settings.lr.base_batch"));
	put(f, d, "lr", lr);
	return d;
}

static struct value tree_itself(const struct facts *f)
{
	return f->subject->tree;
}

struct value facts_special(struct facts *f, enum special s)
{
	static struct value (*const build[SPECIALS])(const struct facts *f) = {
		[SPECIAL_TREE] = tree_itself,	  [SPECIAL_MACHINE] = machine_dict,   [SPECIAL_FILE] = file_dict,
		[SPECIAL_DIALECT] = dialect_dict, [SPECIAL_SETTINGS] = settings_dict,
	};
	if (f->special[s].kind == VALUE_UNKNOWN && !f->special[s].as.cause)
		f->special[s] = build[s](f);
	return f->special[s];
}
