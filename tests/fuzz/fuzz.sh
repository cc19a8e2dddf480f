#!/bin/sh
# SPDX-License-Identifier: MIT
# fuzz.sh FOLDER SECONDS TARGET...: each target that long, from tests/fuzz/corpus/TARGET (configs: fixtures/semantics, too) and what earlier runs found worth
# keeping (FOLDER/corpus/TARGET). Ends at the first input that breaks something: FOLDER/TARGET-crash-..., -timeout-..., -leak-...
set -eu
folder=$1
seconds=$2
shift 2
for target in "$@"; do
	mkdir -p "$folder/corpus/$target"
	case $target in lint | fix | show) configs=fixtures/semantics ;; *) configs= ;; esac
	if ! "$folder/$target" -timeout=10 -max_total_time="$seconds" -dict=tests/fuzz/config.dict -artifact_prefix="$folder/$target-" \
		-print_final_stats=1 "$folder/corpus/$target" "tests/fuzz/corpus/$target" $configs >"$folder/$target.log" 2>&1; then
		tail -n 40 "$folder/$target.log"
		exit 1
	fi
	echo "$target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$folder/$target.log") inputs in $seconds seconds"
done
