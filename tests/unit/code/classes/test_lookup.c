// SPDX-License-Identifier: MIT
/* After what mmengine's tests/test_registry says of get(), build() and `_scope_`:
 *
 *            root (mmengine)
 *         hound          samoyed
 *   little    mid       little_samoyed        (and pose, another package's) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "code/classes/lookup.h"
#include "trained.h"

static struct trained t;

static int end(void **state)
{
	(void)state;
	trained_end(&t);
	return 0;
}

static int dogs(void **state)
{
	(void)state;
	trained_project(&t, NULL,
			"from mmengine.registry import MODELS as ROOT, Registry\n"
			"from pose.registry import MODELS as POSE\n"
			"PKG = Registry('dogs', parent=ROOT)\n"
			"HOUNDS = Registry('hounds', parent=ROOT, scope='hound')\n"
			"LITTLE = Registry('little', None, HOUNDS, 'little')\n"
			"MID = Registry('mid', parent=HOUNDS, scope='mid')\n"
			"SAMOYEDS = Registry('samoyeds', parent=ROOT, scope='samoyed')\n"
			"LITTLE_SAMOYEDS = Registry('little samoyeds', parent=SAMOYEDS, scope='little_samoyed')\n"
			"ALIAS = HOUNDS\n"
			"@PKG.register_module()\nclass Dog:\n    pass\n"
			"@ROOT.register_module()\nclass Bare:\n    pass\n"
			"@ALIAS.register_module()\nclass BloodHound:\n    pass\n"
			"@LITTLE.register_module('Dachs')\nclass Dachshund:\n    pass\n"
			"@MID.register_module()\nclass Beagle:\n    pass\n"
			"@SAMOYEDS.register_module()\nclass Pedigree:\n    pass\n"
			"@LITTLE_SAMOYEDS.register_module()\nclass LittlePedigree:\n    pass\n"
			"@POSE.register_module()\nclass Pointer:\n    pass\n"
			"@MID.register_module('Same')\nclass SameOfMid:\n    def __init__(self, mid): pass\n"
			"@SAMOYEDS.register_module('Same')\nclass SameOfSamoyeds:\n    def __init__(self, sam): pass\n",
			"    cfg.a\n");
	return 0;
}

static struct code_lookup look(const char *type, const char *scope)
{
	return code_lookup(trained_code(&t), str_lit(type),
			   &(struct type_place){ .scope = scope ? str_lit(scope) : NULL });
}

#define finds(type, scope) assert_int_equal(look(type, scope).is, CODE_TYPE_FOUND)
#define others(type, scope) assert_int_equal(look(type, scope).is, CODE_TYPE_OTHERS)
/* What Registry.get() gives: of the registry that the scope names, the root's where there is none. */
static const struct {
	const char *scope, *type;
	int is;
} gets[] = {
	/* its own, and those above */
	{ "hound", "BloodHound", CODE_TYPE_FOUND },
	{ "mid", "BloodHound", CODE_TYPE_FOUND },
	{ "little", "BloodHound", CODE_TYPE_FOUND },
	{ "mid", "Bare", CODE_TYPE_FOUND },
	{ "pkg", "Dog", CODE_TYPE_FOUND }, /* whose scope is the package's */
	/* neither children nor siblings */
	{ "samoyed", "BloodHound", CODE_TYPE_OTHERS },
	{ "hound", "Beagle", CODE_TYPE_OTHERS },
	{ "little", "Beagle", CODE_TYPE_OTHERS },
	{ "pkg", "Dachs", CODE_TYPE_OTHERS },
	{ "little", "Dachshund", CODE_TYPE_NONE }, /* it has another name there */
	{ "hound", "Poodle", CODE_TYPE_NONE },
	/* a prefix: itself, a child, a grandchild, the parent, a sibling, an uncle, a cousin, a nephew */
	{ "hound", "hound.BloodHound", CODE_TYPE_FOUND },
	{ NULL, "hound.BloodHound", CODE_TYPE_FOUND },
	{ "hound", "little.Dachs", CODE_TYPE_FOUND },
	{ NULL, "hound.little.Dachs", CODE_TYPE_FOUND },
	{ "little", "hound.BloodHound", CODE_TYPE_FOUND },
	{ "little", "hound.mid.Beagle", CODE_TYPE_FOUND },
	{ "little", "samoyed.Pedigree", CODE_TYPE_FOUND },
	{ "little", "samoyed.little_samoyed.LittlePedigree", CODE_TYPE_FOUND },
	{ "hound", "samoyed.little_samoyed.LittlePedigree", CODE_TYPE_FOUND },
	{ "samoyed", "hound.BloodHound", CODE_TYPE_FOUND },
	{ "samoyed", "hound.mid.Beagle", CODE_TYPE_FOUND },
	{ "hound", "pkg.Dog", CODE_TYPE_FOUND },
	{ "hound", "pose.Pointer", CODE_TYPE_FOUND },
	/* behind a prefix parents are searched, unless the registry searches itself */
	{ "samoyed", "hound.Bare", CODE_TYPE_FOUND },
	{ "hound", "mid.BloodHound", CODE_TYPE_FOUND },
	{ "hound", "hound.Bare", CODE_TYPE_OTHERS },
	{ "mid", "mid.BloodHound", CODE_TYPE_OTHERS },
	/* only children of the registry or of the root are reached by one prefix */
	{ "samoyed", "mid.Beagle", CODE_TYPE_OTHERS },
	{ "little", "little_samoyed.LittlePedigree", CODE_TYPE_OTHERS },
	/* no such thing there */
	{ "hound", "samoyed.LittlePedigree", CODE_TYPE_OTHERS },
	{ "mid", "samoyed.Beagle", CODE_TYPE_OTHERS },
	{ "hound", "samoyedddd.Pedigree", CODE_TYPE_OTHERS },
	{ "pkg", "pose.Dog", CODE_TYPE_OTHERS },
	{ "little", "mid.Pedigreeee", CODE_TYPE_NONE },
	{ NULL, "hound.Poodle", CODE_TYPE_NONE },
	/* a scope that no registry has: what builds searches its own, and which that is isn't known */
	{ "unknown", "BloodHound", CODE_TYPE_OTHERS },
	{ "unknown", "hound.BloodHound", CODE_TYPE_FOUND },
};

static void test_registry_get(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof gets / sizeof *gets; i++)
		if ((int)look(gets[i].type, gets[i].scope).is != gets[i].is)
			fail_msg("%s of %s: %d", gets[i].type, gets[i].scope ? gets[i].scope : "the root",
				 (int)look(gets[i].type, gets[i].scope).is);
}

static void test_another_package_may_have_the_name_itself(void **state)
{
	(void)state;
	finds("Pointer", "pose");
	others("Bare", "pose");
	others("Dog", "pose");
	others("Pointer", "hound");
	assert_true(code_scope_is_foreign(trained_code(&t), str_lit("pose")));
	assert_false(code_scope_is_foreign(trained_code(&t), str_lit("mid")));
}

static void test_one_of_several_by_the_scope(void **state)
{
	(void)state;
	assert_null(look("Same", NULL).params);
	assert_string_equal(look("Same", "mid").params->name[0]->s, "mid");
	assert_string_equal(look("samoyed.Same", "mid").params->name[0]->s, "sam");
}

static void test_without_a_scope_all_are_looked_at(void **state)
{
	(void)state;
	finds("Beagle", NULL);
	finds("Pointer", NULL);
}

/* ---- kinds of registries ---- */

static int kinds(void **state)
{
	(void)state;
	trained_project(&t, NULL,
			"from mmengine.registry import MODELS as M, TRANSFORMS as T, Registry\n"
			"MODELS = Registry('model', parent=M)\nMY_TRANSFORMS = Registry('transform', parent=T)\n"
			"ODD = Registry('odd')\nBACKBONES = MODELS\n"
			"@MODELS.register_module()\nclass Resize:\n    def __init__(self, width): pass\n"
			"@MY_TRANSFORMS.register_module()\nclass Flip:\n    def __init__(self, prob): pass\n"
			"    def work(self, results): return results.flipped\n"
			"@BACKBONES.register_module('Flip')\nclass FlipNet:\n    def __init__(self, depth): pass\n"
			"    def work(self, images, *, flat): return images.forward\n"
			"@ODD.register_module()\nclass Strange:\n    def __init__(self, odd): pass\n",
			"    cfg.a\n");
	return 0;
}

static struct code_lookup look_at(const char *type, const char *path)
{
	const struct keypath dict = trained_path(&t, path);
	return code_lookup(trained_code(&t), str_lit(type), &(struct type_place){ NULL, str_lit("mmengine"), &dict });
}

/* first: the parameter of the class that is found; "": there are several; NULL: it is none of the project's
 */
static const struct {
	const char *path, *type, *first;
} places[] = {
	{ "model.neck", "Resize", "width" },
	{ "train_pipeline[0]", "Resize", NULL },
	{ "train_dataloader.dataset.pipeline[3].transforms[0]", "Resize", NULL },
	{ "train_pipeline[0]", "pkg.Resize", NULL },
	{ "whatever", "Resize", "width" }, /* who builds that isn't known */
	{ "train_pipeline[0]", "Flip", "prob" },
	{ "model.backbone", "Flip", "depth" },
	{ "model.backbone", "pkg.Flip", "depth" },
	{ "whatever", "Flip", "" },
	{ "optim_wrapper.optimizer", "Flip", NULL },
	{ "train_pipeline[0]", "Strange", "odd" }, /* nor what is built from that registry */
	{ "model.backbone", "Strange", "odd" },
};

static void test_registry_of_the_place(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		const struct code_lookup x = look_at(places[i].type, places[i].path);
		const char *got = x.is != CODE_TYPE_FOUND ? "-" : x.params ? x.params->name[0]->s : "";
		if (strcmp(got, places[i].first ? places[i].first : "-") != 0)
			fail_msg("%s at %s: %s", places[i].type, places[i].path, got);
	}
	assert_string_equal(look("Flip", NULL).chosen->s, "Flip");
}

static bool names(const char *path, const char *word)
{
	const struct str *type = look_at("Flip", path).chosen, *w = str_lit(word);
	return code_named(trained_code(&t), &t.arena,
			  &(struct code_words){ .type = &type, .word = &w, .ntypes = 1, .nwords = 1 })
		       .is == CODE_NAMED;
}

static void test_chosen_class_is_asked(void **state)
{
	(void)state;
	assert_true(names("train_pipeline", "flipped"));
	assert_false(names("train_pipeline", "forward"));
	assert_true(names("model.backbone", "forward"));
	assert_true(names("whatever", "flipped"));
	assert_true(names("whatever", "forward"));
	assert_true(takes(code_method(trained_code(&t), look_at("Flip", "train_pipeline").chosen, "work", NULL),
			  "results"));
	assert_true(takes(code_method(trained_code(&t), look_at("Flip", "model.neck").chosen, "work", NULL), "flat"));
	assert_null(code_method(trained_code(&t), look_at("Flip", "whatever").chosen, "work", NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_registry_get, dogs, end),
		cmocka_unit_test_setup_teardown(test_another_package_may_have_the_name_itself, dogs, end),
		cmocka_unit_test_setup_teardown(test_one_of_several_by_the_scope, dogs, end),
		cmocka_unit_test_setup_teardown(test_without_a_scope_all_are_looked_at, dogs, end),
		cmocka_unit_test_setup_teardown(test_registry_of_the_place, kinds, end),
		cmocka_unit_test_setup_teardown(test_chosen_class_is_asked, kinds, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
