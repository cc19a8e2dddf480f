// SPDX-License-Identifier: MIT
#include "fix/kind.h"
#include "fix/launch/changed.h"
#include "fix/launch/plan.h"
#include "fix/script/changed.h"
#include "fix/script/plan.h"
#include "launch/subject.h"
#include "script/subject.h"

static const struct fix_kind all[] = {
	{ &script_kind, script_plan, script_changed },
	{ &launch_kind, launch_plan, launch_changed },
};

const struct fix_kind *fix_kind_find(const struct subject_kind *kind)
{
	for (size_t i = 0; i < ARRAY_SIZE(all); i++)
		if (all[i].of == kind)
			return &all[i];
	return NULL;
}
