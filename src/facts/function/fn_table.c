// SPDX-License-Identifier: MIT
/* The files of rule functions, each with its rows. */
#include "facts/function/fn_table.h"
#include "facts/function/priv.h"

static const struct rulefns *const files[] = { &rulefns_presence,    &rulefns_dicts,   &rulefns_code,
					       &rulefns_types,	     &rulefns_built,   &rulefns_parts,
					       &rulefns_file,	     &rulefns_remark,  &rulefns_same_schedule,
					       &rulefns_sample_flow, &rulefns_schema,  &rulefns_model,
					       &rulefns_math,	     &rulefns_exports, &rulefns_layers };

struct rulefn_table rulefn_table(void)
{
	return (struct rulefn_table){ files, ARRAY_SIZE(files) };
}
