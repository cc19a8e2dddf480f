// SPDX-License-Identifier: MIT
#include "fix/kind.h"
#include "fix/data/data_changed.h"
#include "fix/data/data_plan.h"
#include "fix/launch/launch_changed.h"
#include "fix/launch/launch_plan.h"
#include "fix/script/script_changed.h"
#include "fix/script/script_plan.h"
#include "launch/launch_subject.h"
#include "plain/arguments_subject.h"
#include "script/script_subject.h"

static const struct fix_kind all[] = {
	{ &script_kind, script_plan, script_changed },
	{ &launch_kind, launch_plan, launch_changed },
	{ &arguments_kind, data_plan, data_changed },
};

const struct fix_kind *fix_kind_find(const struct subject_kind *kind)
{
	for (size_t i = 0; i < ARRAY_SIZE(all); i++)
		if (all[i].of == kind)
			return &all[i];
	return NULL;
}
