// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>
#include "code/classes/member.h"
#include "python/value/repr.h"
#include "trained.h"

static struct trained t;

static int end(void **state)
{
	(void)state;
	trained_end(&t);
	return 0;
}

static struct code_member ask(enum code_member_kind kind, const char *type, const char *name, const char *trusted)
{
	const struct code_class_name of = { .type = str_lit(type), .trusted = trusted ? str_lit(trusted) : NULL };
	return code_member(trained_code(&t), kind, &of, str_lit(name));
}

static void is_text(struct code_member m, const char *want)
{
	struct buf b = { 0 };
	if (m.is != CODE_MEMBER_KNOWN)
		fail_msg("not known: %s", m.why ? m.why : "no such class or name");
	assert_true(op_repr(&b, m.val));
	assert_string_equal(buf_str(&b), want);
	buf_release(&b);
}

static void unknown(struct code_member m, const char *why)
{
	assert_int_equal(m.is, CODE_MEMBER_UNKNOWN);
	assert_string_equal(m.why, why);
}

static void attribute(const char *type, const char *name, const char *want)
{
	is_text(ask(CODE_ATTRIBUTE, type, name, NULL), want);
}

static void given(const char *type, const char *name, const char *want)
{
	is_text(ask(CODE_GIVEN, type, name, NULL), want);
}

/* ---- attributes ---- */

static void test_attributes_through_bases(void **state)
{
	(void)state;
	trained_types(&t, REGISTRY "class Top:\n    CLASSES = ('a', 'b')\n    SIZE = 3\n"
				   "class Mid(Top):\n    SIZE = 4\n" MODEL "class Low(Mid):\n    pass\n");
	attribute("Low", "CLASSES", "('a', 'b')");
	attribute("Low", "SIZE", "4");
	assert_int_equal(ask(CODE_ATTRIBUTE, "Low", "COLOUR", NULL).is, CODE_MEMBER_NONE);
	assert_int_equal(ask(CODE_ATTRIBUTE, "Nothing", "SIZE", NULL).is, CODE_MEMBER_NONE);
}

static void test_constants_of_modules(void **state)
{
	(void)state;
	trained_begin(&t, NULL);
	trained_file(&t, "/p/pkg/names.py", "from .more import REST\nFIRST = ('a', )\nALL = FIRST + REST\n");
	trained_file(&t, "/p/pkg/more.py", "REST = ('b', ) * 2\n");
	trained_file(&t, "/p/pkg/helpers.py",
		     REGISTRY "from pkg.names import ALL\nfrom pkg import names\nOWN = ['x']\n" MODEL
			      "class A:\n    CLASSES = ALL\n    FIRST = names.FIRST\n    BOTH = OWN + ['y']\n" MODEL
			      "class B:\n    CLASSES = A.CLASSES + ('c', )\n");
	trained_script(&t, "/p/tools/train.py", "    cfg.a\n");
	attribute("A", "CLASSES", "('a', 'b', 'b')");
	attribute("A", "FIRST", "('a',)");
	attribute("A", "BOTH", "['x', 'y']");
	attribute("B", "CLASSES", "('a', 'b', 'b', 'c')");
}

static void test_items_of_dicts(void **state)
{
	(void)state;
	trained_types(&t,
		      REGISTRY MODEL "class A:\n    METAINFO = dict(classes=('a', 'b'), more={'n': 1})\n    N = 3\n");
	attribute("A", "METAINFO.classes", "('a', 'b')");
	attribute("A", "METAINFO.more.n", "1");
	unknown(ask(CODE_ATTRIBUTE, "A", "METAINFO.palette", NULL), "it has no such key");
	unknown(ask(CODE_ATTRIBUTE, "A", "N.classes", NULL), "it has no such key");
}

static void test_texts_of_all_kinds(void **state)
{
	(void)state;
	trained_types(
		&t, REGISTRY MODEL
		"class A:\n    ONE = ('a, b', )\n    QUOTES = [\"driver's seat\", 'say \\\"a\\\"', '(', ']']\n"
		"    ESCAPED = ['a', 'b\\n', 'c']\n    BOTH = ['\\'\\\"']\n    NONE = ()\n    MIXED = ['a', 1, ('b', "
		")]\n");
	attribute("A", "ONE", "('a, b',)");
	attribute("A", "QUOTES", "[\"driver's seat\", 'say \"a\"', '(', ']']");
	attribute("A", "ESCAPED", "['a', 'b\\n', 'c']");
	attribute("A", "BOTH", "['\\'\"']");
	attribute("A", "NONE", "()");
	attribute("A", "MIXED", "['a', 1, ('b',)]");
}

static void test_what_a_method_sets(void **state)
{
	(void)state;
	trained_types(&t, REGISTRY
		      "class Top:\n    CLASSES = ('a', )\n" MODEL
		      "class A(Top):\n    def __init__(self, x):\n        if x:\n            self.CLASSES = x\n" MODEL
		      "class B(Top):\n    def __init__(self, x):\n        B.CLASSES = x\n" MODEL
		      "class C(Top):\n    def __init__(self, CLASSES):\n        self.names = CLASSES\n");
	unknown(ask(CODE_ATTRIBUTE, "A", "CLASSES", NULL), "a method sets it");
	unknown(ask(CODE_ATTRIBUTE, "B", "CLASSES", NULL), "a method sets it");
	attribute("C", "CLASSES", "('a',)");
	/* who asks knows what its methods do */
	is_text(ask(CODE_ATTRIBUTE, "A", "CLASSES", "pkg"), "('a',)");
}

static void test_two_assignments(void **state)
{
	(void)state;
	trained_types(&t, REGISTRY
		      "NAMES = ('a', )\nNAMES = NAMES + ('b', )\n"
		      "KEPT = ['a']\nKEPT.append('b')\nPARTS = {}\nPARTS['k'] = 1\n"
		      "if NAMES:\n    SOMETIMES = 1\n" MODEL
		      "class A:\n    TWICE = 1\n    TWICE = 2\n    if NAMES:\n        MAYBE = 1\n"
		      "    for LOOP in NAMES:\n        pass\n    GROWN = 1\n    GROWN += 1\n    X, Y = 1, 2\n"
		      "    FROM = NAMES\n    LIST = KEPT\n    DICT = PARTS\n    COND = SOMETIMES\n    ANN: int = 7\n");
	static const char *const not_once[] = {
		"TWICE", "MAYBE", "LOOP", "GROWN", "X", "FROM", "LIST", "DICT", "COND"
	};
	for (size_t i = 0; i < ARRAY_SIZE(not_once); i++)
		assert_int_equal(ask(CODE_ATTRIBUTE, "A", not_once[i], NULL).is, CODE_MEMBER_UNKNOWN);
	unknown(ask(CODE_ATTRIBUTE, "A", "TWICE", NULL), "it is assigned more than once, or under a condition");
	attribute("A", "ANN", "7");
}

static void test_what_can_not_be_computed(void **state)
{
	(void)state;
	trained_types(
		&t, REGISTRY
		"import elsewhere\n" MODEL
		"class A:\n    NAMES = open('names.txt').read()\n    OUT = elsewhere.NAMES\n    BAD = 1 / 0\n" MODEL
		"class B(elsewhere.Base):\n    OWN = 1\n");
	assert_int_equal(ask(CODE_ATTRIBUTE, "A", "NAMES", NULL).is, CODE_MEMBER_UNKNOWN);
	assert_int_equal(ask(CODE_ATTRIBUTE, "A", "OUT", NULL).is, CODE_MEMBER_UNKNOWN);
	unknown(ask(CODE_ATTRIBUTE, "A", "BAD", NULL), "it raises");
	attribute("B", "OWN", "1");
	assert_true(ask(CODE_ATTRIBUTE, "B", "CLASSES", NULL).is != CODE_MEMBER_KNOWN);
}

static void test_circles(void **state)
{
	(void)state;
	trained_begin(&t, NULL);
	trained_file(&t, "/p/pkg/one.py", "from pkg.two import X\n");
	trained_file(&t, "/p/pkg/two.py", "from pkg.one import X\n");
	trained_file(&t, "/p/pkg/helpers.py",
		     REGISTRY "from pkg.one import X\nA1 = B1\nB1 = A1\n" MODEL
			      "class A:\n    NAMES = X\n    ROUND = A1\n    SELF = A.SELF\n");
	trained_script(&t, "/p/tools/train.py", "    cfg.a\n");
	assert_int_equal(ask(CODE_ATTRIBUTE, "A", "NAMES", NULL).is, CODE_MEMBER_UNKNOWN);
	assert_int_equal(ask(CODE_ATTRIBUTE, "A", "ROUND", NULL).is, CODE_MEMBER_UNKNOWN);
	assert_int_equal(ask(CODE_ATTRIBUTE, "A", "SELF", NULL).is, CODE_MEMBER_UNKNOWN);
}

/* Each hands on the names of all others: a search along every way through them takes ages. */
static void test_modules_that_hand_on_each_other(void **state)
{
	enum { MODULES = 12 };
	(void)state;
	trained_begin(&t, NULL);
	struct buf text = { 0 };
	for (unsigned i = 0; i < MODULES; i++)
		buf_printf(&text, "from pkg.m%u import *\n", i);
	buf_printf(&text, "OWN = 7\n");
	for (unsigned i = 0; i < MODULES; i++) {
		char path[32];
		snprintf(path, sizeof path, "/p/pkg/m%u.py", i);
		trained_file(&t, path, buf_str(&text) + (i ? 0 : strlen("from pkg.m0 import *\n")));
	}
	trained_file(&t, "/p/pkg/m11.py", "LAST = 8\nfrom pkg.m10 import *\n");
	trained_file(&t, "/p/pkg/helpers.py",
		     REGISTRY "from pkg.m0 import *\n" MODEL
			      "class A:\n    FAR = LAST\n    NEAR = OWN\n    NONE = nobody_has_it\n");
	trained_script(&t, "/p/tools/train.py", "    absent_too(cfg.a)\n");
	attribute("A", "FAR", "8");
	attribute("A", "NEAR", "7");
	assert_int_equal(ask(CODE_ATTRIBUTE, "A", "NONE", NULL).is, CODE_MEMBER_UNKNOWN);
	buf_release(&text);
}

static void test_two_classes_of_a_name(void **state)
{
	(void)state;
	trained_begin(&t, NULL);
	trained_file(&t, "/p/pkg/other.py", REGISTRY MODEL "class A:\n    N = 2\n");
	trained_file(&t, "/p/pkg/helpers.py", REGISTRY MODEL "class A:\n    N = 1\n");
	trained_file(&t, "/p/pkg/all.py", "from . import other\nfrom .helpers import A\n");
	trained_script(&t, "/p/tools/train.py", "    cfg.a\n");
	unknown(ask(CODE_ATTRIBUTE, "A", "N", NULL), "several classes have this name");
	trained_end(&t);
	trained_begin(&t, NULL); /* copies, which may still import other values */
	for (int i = 0; i < 2; i++) {
		trained_file(&t, i ? "/p/old/helpers.py" : "/p/pkg/helpers.py",
			     "from .numbers import K\n" REGISTRY MODEL "class A:\n    N = 1\n    M = K\n");
		trained_file(&t, i ? "/p/old/numbers.py" : "/p/pkg/numbers.py", i ? "K = 2\n" : "K = 3\n");
	}
	trained_file(&t, "/p/all.py", "import old.helpers\nimport pkg.helpers\n");
	trained_script(&t, "/p/tools/train.py", "    cfg.a\n");
	is_text(ask(CODE_ATTRIBUTE, "A", "N", NULL), "1");
	unknown(ask(CODE_ATTRIBUTE, "A", "M", NULL), "several classes have this name");
}

/* Who imports none of them may do so in a way that isn't seen. */
static void test_of_two_classes_the_imported_one(void **state)
{
	static const char *const imports[] = { "from .helpers import A\n", "from . import helpers\n",
					       "import pkg.helpers\n", "from pkg.helpers import *\n" };
	(void)state;
	for (unsigned i = 0; i < ARRAY_SIZE(imports); i++) {
		trained_begin(&t, NULL);
		trained_file(&t, "/p/pkg/__init__.py", imports[i]);
		trained_file(&t, "/p/pkg/other.py", REGISTRY MODEL "class A:\n    N = 1\n");
		trained_file(&t, "/p/pkg/helpers.py", REGISTRY MODEL "class A:\n    N = 2\n");
		trained_script(&t, "/p/tools/train.py", "    cfg.a\n");
		attribute("A", "N", "2");
		trained_end(&t);
	}
	trained_begin(&t, NULL); /* of more than two, whatever comes first */
	trained_file(&t, "/p/pkg/__init__.py", "from .net import A\n");
	trained_file(&t, "/p/pkg/a_1.py", REGISTRY MODEL "class A:\n    N = 1\n");
	trained_file(&t, "/p/pkg/a_2.py", REGISTRY MODEL "class A:\n    N = 2\n");
	trained_file(&t, "/p/pkg/net.py", REGISTRY MODEL "class A:\n    N = 3\n");
	trained_file(&t, "/p/pkg/old.py", REGISTRY MODEL "class A:\n    N = 4\n");
	trained_script(&t, "/p/tools/train.py", "    cfg.a\n");
	attribute("A", "N", "3");
	trained_end(&t);
	trained_begin(&t, NULL); /* a package that is there because of what lies in it */
	trained_file(&t, "/p/pkg/other.py", REGISTRY MODEL "class A:\n    N = 1\n");
	trained_file(&t, "/p/pkg/sub/__init__.py", REGISTRY MODEL "class A:\n    N = 2\n");
	trained_file(&t, "/p/pkg/sub/part.py", "");
	trained_script(&t, "/p/tools/train.py", "    import pkg.sub.part\n    cfg.a\n");
	attribute("A", "N", "2");
	trained_end(&t);
	trained_begin(&t, NULL);
	trained_file(&t, "/p/pkg/first.py", REGISTRY MODEL "class A:\n    N = 1\n");
	trained_file(&t, "/p/pkg/second.py", REGISTRY MODEL "class A:\n    N = 2\n");
	trained_file(&t, "/p/pkg/third.py", REGISTRY MODEL "class A:\n    N = 3\n");
	trained_script(&t, "/p/tools/train.py", "    cfg.a\n");
	unknown(ask(CODE_ATTRIBUTE, "A", "N", NULL), "several classes have this name");
}

static void test_a_class_outside_the_package(void **state)
{
	(void)state;
	trained_types(&t, REGISTRY MODEL "class A:\n    N = 1\n");
	struct code_class_name of = { .type = str_lit("A"), .package = str_lit("mmdet") };
	unknown(code_member(trained_code(&t), CODE_ATTRIBUTE, &of, str_lit("N")),
		"the project has a class of its own of this name");
	of.package = str_lit("pkg");
	is_text(code_member(trained_code(&t), CODE_ATTRIBUTE, &of, str_lit("N")), "1");
}

/* A registry of the package's own is searched where the type names it; another one's class of that name doesn't
 * count. */
static void test_a_package_that_the_type_names(void **state)
{
	(void)state;
	trained_types(&t, "from mmdet.registry import MODELS\n" MODEL "class A:\n    N = 1\n");
	struct code_class_name of = { .type = str_lit("A"), .package = str_lit("mmdet"), .explicit_package = true };
	unknown(code_member(trained_code(&t), CODE_ATTRIBUTE, &of, str_lit("N")),
		"the project has a class of its own of this name");
	trained_end(&t);
	trained_types(&t, "from mmocr.registry import MODELS\n" MODEL "class A:\n    N = 1\n");
	assert_int_equal(code_member(trained_code(&t), CODE_ATTRIBUTE, &of, str_lit("N")).is, CODE_MEMBER_NONE);
}

static void two_of_a_name(const char *imports)
{
	char text[400];
	snprintf(text, sizeof text, "%s%s", imports, REGISTRY MODEL "class A:\n    N = 1\n");
	trained_begin(&t, NULL);
	trained_file(&t, "/p/side/more/other.py", REGISTRY MODEL "class A:\n    N = 2\n");
	trained_file(&t, "/p/pkg/helpers.py", text);
	trained_script(&t, "/p/tools/train.py", "    cfg.a\n");
}

static void test_a_folder_that_nothing_brings_in(void **state)
{
	(void)state;
	struct code_class_name of = { .type = str_lit("A"), .package = str_lit("pkg") };
	two_of_a_name("");
	is_text(code_member(trained_code(&t), CODE_ATTRIBUTE, &of, str_lit("N")), "1");
	of.plugged = true; /* the config may import it */
	unknown(code_member(trained_code(&t), CODE_ATTRIBUTE, &of, str_lit("N")),
		"the project has a class of its own of this name");
	trained_end(&t);
	of.plugged = false;
	two_of_a_name("import side.more.other\n");
	unknown(code_member(trained_code(&t), CODE_ATTRIBUTE, &of, str_lit("N")),
		"the project has a class of its own of this name");
}

#define ABOVE "from mmengine.registry import MODELS\n"

/* Types without a package mean those of one package first. */
static void test_a_class_in_a_registry_of_the_scope(void **state)
{
	static const char registry[] = "from mmengine import Registry\nMODELS = Registry('model', parent=ROOT)\n";
	struct code_class_name of = { .type = str_lit("A"), .package = str_lit("pkg"), .scope = true };
	(void)state;
	trained_begin(&t, NULL);
	trained_file(&t, "/p/pkg/registry.py", registry);
	trained_file(&t, "/p/side/registry.py", registry);
	trained_file(&t, "/p/pkg/helpers.py", "from pkg.registry import MODELS\n" MODEL "class A:\n    N = 1\n");
	trained_file(&t, "/p/side/helpers.py", "from side.registry import MODELS\n" MODEL "class A:\n    N = 2\n");
	trained_file(&t, "/p/all.py", "import side.helpers\nimport pkg.helpers\n");
	trained_script(&t, "/p/tools/train.py", "    cfg.a\n");
	is_text(code_member(trained_code(&t), CODE_ATTRIBUTE, &of, str_lit("N")), "1");
	of.scope = false;
	unknown(code_member(trained_code(&t), CODE_ATTRIBUTE, &of, str_lit("N")),
		"the project has a class of its own of this name");
	trained_end(&t);
	of.scope = true;
	trained_begin(&t, NULL); /* both are in the registry above */
	trained_file(&t, "/p/side/helpers.py", ABOVE MODEL "class A:\n    N = 2\n");
	trained_file(&t, "/p/pkg/helpers.py", ABOVE MODEL "class A:\n    N = 1\n");
	trained_file(&t, "/p/all.py", "import side.helpers\nimport pkg.helpers\n");
	trained_script(&t, "/p/tools/train.py", "    cfg.a\n");
	unknown(code_member(trained_code(&t), CODE_ATTRIBUTE, &of, str_lit("N")),
		"the project has a class of its own of this name");
}

/* ---- what subclasses do themselves ---- */

#define TOP "class Top:\n    def __init__(self, classes, width=1, mode=None, **kwargs):\n        pass\n"

static void changes(const char *body, const char *want)
{
	char text[1000];
	snprintf(text, sizeof text, "%sclass Low(Top):\n%s", REGISTRY TOP MODEL, body);
	trained_types(&t, text);
	is_text(ask(CODE_CHANGES, "Low", "pkg.helpers.Top seen hidden", NULL), want);
	trained_end(&t);
}

static void test_what_subclasses_define(void **state)
{
	(void)state;
	changes("    size = 3\n    def forward(self, x):\n        return self.seen(x)\n",
		"['size', 'forward', '.seen']");
	changes("    if True:\n        size = 3\n", "['*']");
	changes("    pass\n", "[]");
	trained_types(&t, REGISTRY TOP MODEL "class Low:\n    pass\n");
	assert_int_equal(ask(CODE_CHANGES, "Low", "pkg.helpers.Top seen", NULL).is, CODE_MEMBER_NONE);
}

static void test_constructors_of_subclasses(void **state)
{
	(void)state;
	changes("    def __init__(self, *args, own=1, **kwargs):\n        super().__init__(*args, **kwargs)\n"
		"        self.own = own\n",
		"['~own']");
	changes("    def __init__(self, classes, width, **kw):\n        super(Low, self).__init__(classes, "
		"width=width, **kw)\n",
		"[]");
	changes("    def __init__(self, **kw):\n        super().__init__(width=2, mode='all', **kw)\n",
		"['~width', '~mode', '=mode all']");
	changes("    def __init__(self, classes, **kw):\n        classes += 1\n        super().__init__(classes, "
		"**kw)\n",
		"['~classes']");
	changes("    def __init__(self, **kw):\n        kw['width'] = 3\n        super().__init__(**kw)\n",
		"['~width']");
	changes("    def __init__(self, classes, **kw):\n        super().__init__(classes + 1, **kw)\n",
		"['~classes', '~classes']");
	changes("    def __init__(self, width, classes):\n        super().__init__(width, classes)\n",
		"['~classes', '~width']");
	changes("    def __init__(self, **kw):\n        super().__init__(3)\n", "['~classes', '__init__']");
	changes("    def __init__(self, **kw):\n        if kw:\n            super().__init__(**kw)\n", "['__init__']");
	changes("    def __init__(self, **kw):\n        change(kw)\n        super().__init__(**kw)\n", "['__init__']");
	/* Top's own constructor is left out; what it hands on to the one above is reported as ever */
	changes("    def __init__(self, classes):\n        super(Top, self).__init__()\n", "['~classes']");
	changes("    def __init__(self, classes):\n        super(Top, self).__init__(classes)\n", "['__init__']");
}

static void test_constructors_that_name_their_base(void **state)
{
	(void)state;
	changes("    def __init__(self, *args, own=1, **kw):\n        Top.__init__(self, *args, **kw)\n", "['~own']");
	changes("    def __init__(self, classes, **kw):\n        Top.__init__(self, classes, **kw)\n", "[]");
	changes("    def __init__(self, **kw):\n        Top.__init__(self, width=2, **kw)\n", "['~width']");
	changes("    def __init__(self, width, classes):\n        Top.__init__(self, width, classes)\n",
		"['~classes', '~width']");
	changes("    def __init__(self, **kw):\n        Other.__init__(self, **kw)\n", "['__init__']");
	changes("    def __init__(self, **kw):\n        Top.__init__(kw['other'], **kw)\n", "['__init__']");
	changes("    def __init__(self, **kw):\n        Top.__init__(self, **kw)\n        Top.__init__(self, **kw)\n",
		"['__init__']");
	/* one beside the ancestor, of the same folder outside or not */
	trained_types(&t,
		      "from mmdet.models import Head, Near\nfrom elsewhere import Far\n" REGISTRY MODEL
		      "class Low(Head, Near):\n    def __init__(self, **kw):\n        Near.__init__(self, **kw)\n" MODEL
		      "class Other(Head, Far):\n    def __init__(self, **kw):\n        Far.__init__(self, **kw)\n");
	is_text(ask(CODE_CHANGES, "Low", "mmdet.models.Head seen", NULL), "[]");
	is_text(ask(CODE_CHANGES, "Other", "mmdet.models.Head seen", NULL), "['__init__']");
	trained_end(&t);
}

static void test_words_of_methods(void **state)
{
	(void)state;
	trained_types(&t, REGISTRY TOP MODEL
		      "class Mid(Top):\n    def loss(self):\n        return self.size\n" MODEL
		      "class Low(Mid):\n    def __init__(self, **kw):\n        super().__init__(**kw)\n"
		      "        self.only = 1\n    def loss(self):\n        return 0\n"
		      "    def target(self):\n        return self.size\n");
	is_text(ask(CODE_CHANGES, "Low", "pkg.helpers.Top :size @size @only", NULL),
		"['loss', 'target', 'target:size', '@size', 'loss', '@size']");
	trained_end(&t);
}

static void test_subclasses_of_classes_outside(void **state)
{
	(void)state;
	trained_types(&t, "from mmdet.models import Head\n" REGISTRY MODEL
			  "class Low(Head):\n    def loss(self):\n        pass\n");
	is_text(ask(CODE_CHANGES, "Low", "mmdet.models.Head seen", NULL), "['loss']");
	trained_end(&t);
	trained_types(&t, "from mmdet.models import Head\nfrom elsewhere import Mixin\n" REGISTRY MODEL
			  "class Low(Mixin, Head):\n    pass\n" MODEL "class Other(Head, Mixin):\n    pass\n");
	is_text(ask(CODE_CHANGES, "Low", "mmdet.models.Head seen", NULL), "['*']");
	is_text(ask(CODE_CHANGES, "Other", "mmdet.models.Head seen", NULL), "[]");
}

/* ---- parameters without an argument ---- */

static void test_defaults_through_kwargs(void **state)
{
	(void)state;
	trained_types(&t, REGISTRY
		      "WIDE = 64\nclass Top:\n    def __init__(self, depth, width=WIDE, out=(0, 1)):\n        pass\n"
		      "class Mid(Top):\n    def __init__(self, *args, out=(2, ), **kwargs):\n"
		      "        super().__init__(*args, **kwargs)\n" MODEL "class Low(Mid):\n    pass\n");
	given("Low", "width", "64");
	given("Low", "out", "(2,)"); /* the nearest constructor's */
	unknown(ask(CODE_GIVEN, "Low", "depth", NULL), "it is required");
	assert_int_equal(ask(CODE_GIVEN, "Low", "height", NULL).is, CODE_MEMBER_NONE);
}

static void test_a_constructor_that_hands_nothing_on(void **state)
{
	(void)state;
	trained_types(&t, REGISTRY "class Top:\n    def __init__(self, width=1):\n        pass\n" MODEL
				   "class Low(Top):\n    def __init__(self, depth=2):\n        super().__init__()\n");
	given("Low", "depth", "2");
	assert_int_equal(ask(CODE_GIVEN, "Low", "width", NULL).is, CODE_MEMBER_NONE);
}

static void test_a_constructor_that_gives_its_base_another(void **state)
{
	(void)state;
	trained_types(
		&t, REGISTRY
		"class Top:\n    def __init__(self, width=1, depth=1):\n        pass\n" MODEL
		"class Low(Top):\n    def __init__(self, **kwargs):\n        super().__init__(width=3, **kwargs)\n");
	given("Low", "width", "3");
	given("Low", "depth", "1");
	trained_end(&t);
	trained_types(&t, REGISTRY
		      "class Top:\n    def __init__(self, width=1, depth=1):\n        pass\n" MODEL
		      "class Low(Top):\n    def __init__(self, **kwargs):\n        super().__init__(width=SIZE, "
		      "**kwargs)\n" MODEL
		      "class Mid(Top):\n    def __init__(self, **kwargs):\n        self.part = build(width=3)\n"
		      "        super().__init__(**kwargs)\n");
	unknown(ask(CODE_GIVEN, "Low", "width", NULL), "a constructor passes another value to its base");
	unknown(ask(CODE_GIVEN, "Mid", "width", NULL), "a constructor passes another value to its base");
}

/* Not always, or not by a keyword. */
static void test_a_constructor_that_may_give_its_base_another(void **state)
{
	static const char *const bodies[] = {
		"        if depth:\n            super().__init__(width=3, **kwargs)\n        else:\n"
		"            super().__init__(**kwargs)\n",
		"        if depth:\n            super().__init__(width=3, **kwargs)\n",
		"        part.__init__(width=3)\n        super().__init__(**kwargs)\n",
		"        kwargs['width'] = 3\n        super().__init__(**kwargs)\n",
		"        kwargs.setdefault('width', 3)\n        super().__init__(**kwargs)\n",
		"        super().__init__(depth, 3, **kwargs)\n",
		"        Top.__init__(self, depth, 3, **kwargs)\n",
		"        super().__init__(*depth, **kwargs)\n",
	};
	(void)state;
	for (unsigned i = 0; i < ARRAY_SIZE(bodies); i++) {
		trained_begin(&t, NULL);
		trained_file(&t, "/p/pkg/helpers.py",
			     REGISTRY "class Top:\n    def __init__(self, first, width=1, high=2):\n        pass\n");
		trained_file(&t, "/p/pkg/low.py",
			     arena_printf(&t.arena, "%s%s",
					  "from .helpers import MODELS, Top\n" MODEL
					  "class Low(Top):\n    def __init__(self, depth=0, *args, **kwargs):\n",
					  bodies[i]));
		trained_script(&t, "/p/tools/train.py", "    cfg.a\n");
		unknown(ask(CODE_GIVEN, "Low", "width", NULL), "a constructor passes another value to its base");
		if (i < ARRAY_SIZE(bodies) - 1)
			given("Low", "high", "2");
		trained_end(&t);
	}
	trained_types(&t, REGISTRY "class Top:\n    def __init__(self, first, width=1):\n        pass\n" MODEL
				   "class Low(Top):\n    def __init__(self, first, *args, **kwargs):\n"
				   "        Top.__init__(self, first, *args, **kwargs)\n");
	given("Low", "width", "1");
}

static void test_bases_outside_are_not_answered_for(void **state)
{
	(void)state;
	trained_types(
		&t, REGISTRY
		"from elsewhere import Base\n" MODEL
		"class A(Base):\n    def __init__(self, width=1, **kwargs):\n        super().__init__(**kwargs)\n");
	given("A", "width", "1");
	assert_int_equal(ask(CODE_GIVEN, "A", "depth", NULL).is, CODE_MEMBER_NONE);
}

/* ---- lineage ---- */

static void test_lineage(void **state)
{
	(void)state;
	trained_types(&t, REGISTRY "from mmdet.datasets import CocoDataset\nclass Mid(CocoDataset):\n    pass\n" MODEL
				   "class Low(Mid):\n    pass\n");
	is_text(ask(CODE_LINEAGE, "Low", "", NULL), "'pkg.helpers.Low pkg.helpers.Mid ~mmdet.datasets.CocoDataset'");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_attributes_through_bases, end),
		cmocka_unit_test_teardown(test_constants_of_modules, end),
		cmocka_unit_test_teardown(test_items_of_dicts, end),
		cmocka_unit_test_teardown(test_texts_of_all_kinds, end),
		cmocka_unit_test_teardown(test_what_a_method_sets, end),
		cmocka_unit_test_teardown(test_two_assignments, end),
		cmocka_unit_test_teardown(test_what_can_not_be_computed, end),
		cmocka_unit_test_teardown(test_circles, end),
		cmocka_unit_test_teardown(test_modules_that_hand_on_each_other, end),
		cmocka_unit_test_teardown(test_two_classes_of_a_name, end),
		cmocka_unit_test_teardown(test_of_two_classes_the_imported_one, end),
		cmocka_unit_test_teardown(test_a_class_outside_the_package, end),
		cmocka_unit_test_teardown(test_a_package_that_the_type_names, end),
		cmocka_unit_test_teardown(test_a_folder_that_nothing_brings_in, end),
		cmocka_unit_test_teardown(test_a_class_in_a_registry_of_the_scope, end),
		cmocka_unit_test_teardown(test_what_subclasses_define, end),
		cmocka_unit_test(test_constructors_of_subclasses),
		cmocka_unit_test_teardown(test_subclasses_of_classes_outside, end),
		cmocka_unit_test_teardown(test_defaults_through_kwargs, end),
		cmocka_unit_test_teardown(test_a_constructor_that_hands_nothing_on, end),
		cmocka_unit_test_teardown(test_a_constructor_that_gives_its_base_another, end),
		cmocka_unit_test_teardown(test_a_constructor_that_may_give_its_base_another, end),
		cmocka_unit_test_teardown(test_bases_outside_are_not_answered_for, end),
		cmocka_unit_test_teardown(test_lineage, end),
		cmocka_unit_test(test_words_of_methods),
		cmocka_unit_test(test_constructors_that_name_their_base),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
