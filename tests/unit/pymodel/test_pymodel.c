// SPDX-License-Identifier: MIT
/* A project of a few files in memory: what names stand for, which bases are searched, who imports what. */
#include "pymodel/pymodel.h"
#include "base/buf.h"
#include "pymodel/fields.h"
#include "pymodel/imports.h"
#include "pymodel/inheritance.h"
#include "text/vfs.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static struct vfs *fs;
static struct pymodel m;

static void put(const char *path, const char *text)
{
	vfs_put(fs, path, text, strlen(text));
	pymodel_add_file(&m, "/p", path, NULL);
}

static int begin(void **state)
{
	(void)state;
	fs = vfs_new_sealed();
	pymodel_init(&m, "/p", fs, NULL);
	put("/p/tools/train.py", "import torch.nn as nn\nfrom pkg import Model, helper as h\nfrom pkg.deep import *\n"
				 "def main():\n    model = Model()\n    h(model)\n    return nn.Linear\n");
	put("/p/pkg/__init__.py", "from .model import Model\nfrom .tools import helper\n");
	put("/p/pkg/model.py", "from torch import nn\nclass A(nn.Module):\n    def f(self): pass\n"
			       "class B(A):\n    def f(self): pass\nclass C(A):\n    def g(self): pass\n"
			       "class Model(B, C):\n    pass\n");
	put("/p/pkg/tools.py", "def helper(x):\n    return x\n");
	put("/p/pkg/deep.py", "class Deep:\n    pass\n");
	put("/p/old/dead.py", "x = 1\n");
	pymodel_build(&m);
	return 0;
}

static int end(void **state)
{
	(void)state;
	pymodel_release(&m);
	vfs_free(fs);
	return 0;
}

static struct found find(const char *path, const char *name)
{
	return names_find(pymodel_file(&m, path)->top, str_lit(name));
}

static void names_are_followed_through_imports(void **state)
{
	(void)state;
	struct found model = find("/p/tools/train.py", "Model"), h = find("/p/tools/train.py", "h");
	assert_int_equal(model.kind, F_CLASS);
	assert_string_equal(model.cls->file->rel, "pkg/model.py");
	assert_int_equal(h.kind, F_FUNC);
	assert_string_equal(h.fn->name->s, "helper");
	assert_int_equal(find("/p/tools/train.py", "Deep").kind, F_CLASS); /* `import *` */
	assert_string_equal(find("/p/tools/train.py", "nn").dotted->s, "torch.nn");
	assert_int_equal(find("/p/tools/train.py", "nowhere").kind, F_NONE);
}

static void bases_are_searched_as_python_does(void **state)
{
	(void)state;
	struct cls *model = find("/p/tools/train.py", "Model").cls;
	struct fn *f = class_method(&m, model, str_lit("f"), NULL);
	static const char *const order[] = { "Model", "B", "C", "A" };
	assert_int_equal(model->nmro, 4);
	for (uint32_t i = 0; i < 4; i++)
		assert_string_equal(model->mro[i]->name->s, order[i]);
	assert_int_equal(model->nabroad, 1);
	assert_string_equal(model->abroad[0]->s, "torch.nn.Module");
	assert_string_equal(f->cls ? f->cls->name->s : "", "B");
	assert_string_equal(class_method(&m, model, str_lit("f"), model->mro[1])->cls->name->s, "A");
	assert_null(class_method(&m, model, str_lit("h"), NULL));
}

static void files_know_who_imports_them(void **state)
{
	(void)state;
	assert_true(file_imported(&m, pymodel_file(&m, "/p/pkg/deep.py")));
	assert_true(file_imported(&m, pymodel_file(&m, "/p/pkg/model.py")));
	assert_false(file_imported(&m, pymodel_file(&m, "/p/old/dead.py")));
	assert_int_equal(pymodel_file(&m, "/p/tools/train.py")->nimports, 4);
}

static void what_is_nested_too_deeply_is_told(void **state)
{
	static char text[4 * NEST_MAX];
	struct pymodel deep;
	(void)state;
	assert_null(m.deep_in);
	memset(text, 0, sizeof text);
	strcpy(text, "x");
	for (int i = 0; i < NEST_MAX + 20; i++)
		strcat(text, "+x");
	vfs_put(fs, "/q/a.py", text, strlen(text));
	pymodel_init(&deep, "/q", fs, NULL);
	pymodel_add_file(&deep, "/q", "/q/a.py", NULL);
	pymodel_build(&deep);
	assert_ptr_equal(deep.deep_in, deep.file[0]);
	assert_true(file_imported(&deep, deep.file[0])); /* for it isn't known */
	pymodel_release(&deep);
}

/* "model lr=1e-4 tags=list() fast? *seed=0": ? not in the constructor, * by name alone. */
static const char *fields_text(struct buf *b, struct pymodel *of, const char *name)
{
	static const char *const decorators[] = { "dataclasses.dataclass" }, *const bases[] = { "pydantic.BaseModel" },
				 *const calls[] = { "dataclasses.field", "pydantic.Field" };
	static const struct field_words words = { { decorators, 1 }, { bases, 1 }, { calls, 2 } };
	struct class_fields f = class_fields(of, names_find(of->file[0]->top, str_lit(name)).cls, &words);
	const char *text = of->file[0]->src->bytes;
	buf_clear(b);
	if (f.are != FIELDS_KNOWN)
		buf_puts(b, f.are == FIELDS_NONE ? "none" : f.why);
	for (uint32_t i = 0; f.are == FIELDS_KNOWN && i < f.n; i++) {
		const struct class_field *x = &f.at[i];
		buf_printf(b, "%s%s%s%s", i ? " " : "", x->keyword_only ? "*" : "", x->name->s, x->init ? "" : "?");
		if (x->value)
			buf_printf(b, "=%.*s%s", (int)(x->value->hi - x->value->lo), text + x->value->lo,
				   x->factory ? "()" : "");
	}
	return buf_str(b);
}

static void fields_make_constructors(void **state)
{
	static const char text[] =
		"from dataclasses import dataclass, field, KW_ONLY\nfrom typing import ClassVar\n"
		"import pydantic as pd\n"
		"@dataclass\nclass Base:\n    model: str\n    lr: float = 1e-4\n"
		"    tags: list = field(default_factory=list)\n    n: ClassVar[int] = 0\n    plain = 3\n"
		"@dataclass(frozen=True)\nclass Child(Base):\n    lr: float = 1e-3\n    fast: bool = "
		"field(init=False)\n"
		"    _: KW_ONLY\n    seed: int = 0\n"
		"class Plain(Base):\n    other: int = 1\n"
		"@dataclass\nclass Own(Base):\n    x: int = 1\n    def __init__(self): pass\n"
		"@dataclass(init=False)\nclass Bare:\n    x: int = 1\n"
		"class Settings(pd.BaseModel):\n    a: int\n    b: int = pd.Field(2)\n    c: int = pd.Field(...)\n"
		"class More(Settings):\n    d: str = 'x'\n"
		"@register\n@dataclass\nclass Decorated:\n    x: int = 1\n"
		"class Not:\n    x: int = 1\n"
		"@dataclass\nclass Some:\n    if x:\n        y: int = 1\n";
	struct pymodel of;
	struct buf b = { 0 };
	(void)state;
	vfs_put(fs, "/q/a.py", text, strlen(text));
	pymodel_init(&of, "/q", fs, NULL);
	pymodel_add_file(&of, "/q", "/q/a.py", NULL);
	pymodel_build(&of);
	assert_string_equal(fields_text(&b, &of, "Base"), "model lr=1e-4 tags=list()");
	assert_string_equal(fields_text(&b, &of, "Child"), "model lr=1e-3 tags=list() fast? *seed=0");
	assert_string_equal(fields_text(&b, &of, "Plain"), "model lr=1e-4 tags=list()");
	assert_string_equal(fields_text(&b, &of, "Own"), "none");
	assert_string_equal(fields_text(&b, &of, "Bare"), "none");
	assert_string_equal(fields_text(&b, &of, "Settings"), "a b=2 c");
	assert_string_equal(fields_text(&b, &of, "More"), "a b=2 c d='x'");
	assert_string_equal(fields_text(&b, &of, "Decorated"), "a decorator may change what it takes");
	assert_string_equal(fields_text(&b, &of, "Not"), "none");
	assert_string_equal(fields_text(&b, &of, "Some"), "fields stand under a condition");
	pymodel_release(&of);
	buf_release(&b);
}

int main(void)
{
	const struct CMUnitTest all[] = {
		cmocka_unit_test_setup_teardown(names_are_followed_through_imports, begin, end),
		cmocka_unit_test_setup_teardown(bases_are_searched_as_python_does, begin, end),
		cmocka_unit_test_setup_teardown(files_know_who_imports_them, begin, end),
		cmocka_unit_test_setup_teardown(fields_make_constructors, begin, end),
		cmocka_unit_test_setup_teardown(what_is_nested_too_deeply_is_told, begin, end),
	};
	return cmocka_run_group_tests(all, NULL, NULL);
}
