// SPDX-License-Identifier: MIT
/* A value that the command line gives an argument, as --set learning_rate=1e-4 does: of the type that the table says.
 *
 * 	learning_rate=abc	"--set learning_rate=abc: learning_rate takes a number"
 * 	epochs=1		"train.py: TrainingArguments has no argument epochs; did you mean num_train_epochs?" */
#ifndef CLI_SHARED_ARGUMENT_OPTION_H
#define CLI_SHARED_ARGUMENT_OPTION_H
#include "cli/shared/argument_sets.h"

/* false: it is no value of the argument's type, or none that makes sense; that is reported. */
bool argument_from_option(struct session *s, const struct argument_sets *all, const struct argument_set *x,
			  const char *name, const char *text, struct value *out);
/* No argument of the set has that name. word: the file, as the user named it. */
void argument_report_unknown(struct session *s, const char *word, const struct argument_set *x, const char *name);
#endif
