// SPDX-License-Identifier: MIT
/* A project of a few files in memory: what names stand for, which bases are searched, who imports what. */
#include "pymodel/pymodel.h"
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
	assert_true(file_imported(&deep, deep.file[0])); /* for it can't be told */
	pymodel_release(&deep);
}

int main(void)
{
	const struct CMUnitTest all[] = {
		cmocka_unit_test_setup_teardown(names_are_followed_through_imports, begin, end),
		cmocka_unit_test_setup_teardown(bases_are_searched_as_python_does, begin, end),
		cmocka_unit_test_setup_teardown(files_know_who_imports_them, begin, end),
		cmocka_unit_test_setup_teardown(what_is_nested_too_deeply_is_told, begin, end),
	};
	return cmocka_run_group_tests(all, NULL, NULL);
}
