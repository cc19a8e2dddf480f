# SPDX-License-Identifier: MIT
# fish completion for cfglint

function __cfglint_rules
	cfglint rules -q 2>/dev/null | awk '{ print $1; print $2 }'
end

function __cfglint_profiles
	cfglint help profiles 2>/dev/null | awk '{ print $1 }'
end

function __cfglint_dialects
	cfglint help dialects 2>/dev/null | awk '{ print $1 }'
end

# How many words stand between the command and the cursor.
function __cfglint_nth
	set -l words (commandline -opc)[3..-1]
	string match -v -- '-*' $words | count
end

# Keys of the config that is named behind the cursor or before it.
function __cfglint_keys
	for word in (commandline -o)[3..-1]
		if string match -q -- '*.*' $word; and test -f $word
			cfglint show --keys $word 2>/dev/null
			return
		end
	end
end

set -l reading "not __fish_seen_subcommand_from log rules test-rules new-rule impact config init help version"
set -l machine "not __fish_seen_subcommand_from where trace unread diff deps launches log compare rules test-rules new-rule impact config init help version"
set -l judging "not __fish_seen_subcommand_from plan show where trace unread diff deps launches log compare rules test-rules new-rule impact config init help version"
set -l listing "not __fish_seen_subcommand_from plan show where trace unread diff deps launches log compare explain rules variant server test-rules new-rule impact config init help version"
set -l linting "not __fish_seen_subcommand_from slow plan show where trace unread diff deps launches log compare explain rules variant server test-rules new-rule impact config init help version"

complete -c cfglint -n "__fish_is_first_arg" -a lint -d "find mistakes"
complete -c cfglint -n "__fish_is_first_arg" -a slow -d "list what slows a run down"
complete -c cfglint -n "__fish_is_first_arg" -a plan -d "count what a run will do"
complete -c cfglint -n "__fish_is_first_arg" -a show -d "print the effective config"
complete -c cfglint -n "__fish_is_first_arg" -a where -d "tell who set a key"
complete -c cfglint -n "__fish_is_first_arg" -a trace -d "tell which training code reads or sets a key"
complete -c cfglint -n "__fish_is_first_arg" -a init -d "write a settings file for what is detected"
complete -c cfglint -n "__fish_is_first_arg" -a impact -d "tell which keys of which configs the work tree changes"
complete -c cfglint -n "__fish_is_first_arg" -a config -d "tell which settings hold, and who says so"
complete -c cfglint -n "__fish_is_first_arg" -a unread -d "list keys that no training code reads"
complete -c cfglint -n "__fish_is_first_arg" -a diff -d "compare two effective configs"
complete -c cfglint -n "__fish_is_first_arg" -a deps -d "print what inherits from what"
complete -c cfglint -n "__fish_is_first_arg" -a launches -d "list what launch scripts start"
complete -c cfglint -n "__fish_is_first_arg" -a log -d "summarise a training run from its log"
complete -c cfglint -n "__fish_is_first_arg" -a compare -d "tell whether runs train faster than the first, by their logs"
complete -c cfglint -n "__fish_is_first_arg" -a explain -d "document a rule"
complete -c cfglint -n "__fish_is_first_arg" -a rules -d "list all rules"
complete -c cfglint -n "__fish_is_first_arg" -a variant -d "write a child config that applies a profile"
complete -c cfglint -n "__fish_is_first_arg" -a server -d "speak with an editor"
complete -c cfglint -n "__fish_is_first_arg" -a test-rules -d "run the tests of rule files"
complete -c cfglint -n "__fish_is_first_arg" -a new-rule -d "write a rule file to fill in"
complete -c cfglint -n "__fish_is_first_arg" -a help -d "print the help of a command"
complete -c cfglint -n "__fish_is_first_arg" -a version -d "print the version"
complete -c cfglint -n "__fish_seen_subcommand_from explain test-rules" -a "(__cfglint_rules)"
complete -c cfglint -n "__fish_seen_subcommand_from variant; and test (__cfglint_nth) = 0" -f -a "(__fish_complete_list , __cfglint_profiles)"
complete -c cfglint -n "__fish_seen_subcommand_from where trace; and test (__cfglint_nth) = 0" -f -a "(__cfglint_keys)"
complete -c cfglint -n "__fish_seen_subcommand_from help; and test (__cfglint_nth) = 0" -f -a "lint slow plan show where trace unread diff deps launches log compare explain rules variant server test-rules new-rule impact config init dialects families profiles"
complete -c cfglint -n "__fish_seen_subcommand_from explain" -l all -d "every rule"
complete -c cfglint -n "__fish_seen_subcommand_from rules" -l select -x -a "(__fish_complete_list , __cfglint_rules)" -d rules
complete -c cfglint -n "__fish_seen_subcommand_from rules explain version" -s f -l output-format -x -a "full concise json" -d format

complete -c cfglint -l rules -r -d "take rules from a folder"
complete -c cfglint -l color -x -a "auto always never" -d colour
complete -c cfglint -s j -l jobs -x -d threads
complete -c cfglint -s q -l quiet -d "findings only"
complete -c cfglint -s v -l verbose -d "tell what was assumed"
complete -c cfglint -s h -l help -d help
complete -c cfglint -s V -l version -d "print the version"

for option in select extend-select ignore
	complete -c cfglint -n "$judging" -l $option -x -a "(__fish_complete_list , __cfglint_rules)" -d rules
end
complete -c cfglint -n "$judging" -l pedantic -d "show level info too"
complete -c cfglint -n "$machine" -l gpus -x -d "GPUs per node"
complete -c cfglint -n "$machine" -l nodes -x -d nodes
complete -c cfglint -n "$machine" -l cores -x -d "CPU cores per node"
complete -c cfglint -n "$machine" -l gpu-mem -x -d "GiB per GPU"
complete -c cfglint -n "$machine" -l dialect -x -a "(__cfglint_dialects)" -d "training code"
complete -c cfglint -n "$reading" -l loader -x -a "auto mmcv1 mmengine" -d "which Config.fromfile"
complete -c cfglint -n "$reading" -l env -x -d "environment variable of configs"
complete -c cfglint -n "$reading" -l cfg-options -x -d overrides
complete -c cfglint -n "$reading" -l packages -x -a "auto none" -d "installed packages"
complete -c cfglint -n "$reading" -l config -r -d "settings file"
complete -c cfglint -n "$reading" -l allow -x -a "(__fish_complete_directories)" -d "folder outside the project that may be read too"
complete -c cfglint -n "$reading" -l limit -x -a "seconds= memory= run_memory=" -d "what loading may take"
complete -c cfglint -n "$reading" -l isolated -d "read no settings file"
complete -c cfglint -n "$reading" -l no-cache -d "keep nothing from run to run"

complete -c cfglint -n "$linting" -l fix -f -a "ask" -d "apply safe fixes"
complete -c cfglint -n "$linting" -l fix-only -d "fix, report nothing"
complete -c cfglint -n "$linting" -l exit-non-zero-on-fix -d "exit 1 when something was fixed"
complete -c cfglint -n "$linting" -l stdin-filename -r -d "what - counts as"
complete -c cfglint -n "$linting" -l add-ignore -x -d "write comments that silence present findings of these rules"
complete -c cfglint -n "$linting" -l reason -x -d "why, behind each comment"
complete -c cfglint -n "$linting" -l diff-base -x -d "report what is new since a revision"
complete -c cfglint -n "$linting" -l baseline -r -d "file of old findings"
complete -c cfglint -n "$linting" -l no-baseline -d "report old findings too"
complete -c cfglint -n "$linting" -l add-baseline -d "count all present findings as old"
complete -c cfglint -n "$linting" -l prune-baseline -d "forget old findings that are gone"
complete -c cfglint -n "$listing" -l evidence -r -d "a run of the config"
complete -c cfglint -n "$listing" -l unsafe-fixes -d "unsafe ones too"
complete -c cfglint -n "$listing" -l edit-bases -d "change inherited files"
complete -c cfglint -n "$linting" -l edit-code -d "teach training code to read a key"
complete -c cfglint -n "$linting" -l show-fixes -d "list applied fixes"
complete -c cfglint -n "$linting" -l explain-silence -d "say why rules find nothing"
complete -c cfglint -n "$linting" -l diff -d "print a diff"
complete -c cfglint -n "$listing" -s f -l output-format -x -a "full concise gcc json json-lines json-report sarif github gitlab rdjson junit checkstyle" -d format
complete -c cfglint -n "$linting" -l statistics -d "count findings by rule"
complete -c cfglint -n "$linting" -s o -l output-file -r -d "write it to a file"
complete -c cfglint -n "$linting" -l report -r -d "FORMAT:FILE: write findings to a file, too"
complete -c cfglint -n "$linting" -l fail-on -x -a "error warning performance info never" -d level
complete -c cfglint -n "$listing" -l carried -d "list findings in unmodified lines of framework configs too"
complete -c cfglint -n "$listing" -l no-ignore-files -d "walk everything"
complete -c cfglint -n "$linting" -l dependents -x -a "yes no" -d "check what inherits from named files"
complete -c cfglint -n "$linting" -l verify-cache -d "compare with the report that is kept"
complete -c cfglint -n "$listing" -l force-exclude -d "exclude named files too"
complete -c cfglint -n "$listing" -l exclude -x -d "leave out in folders"
complete -c cfglint -n "$linting" -l exit-zero -d "exit 0 even with findings"
complete -c cfglint -n "$linting" -l show-files -d "list what would be linted"
complete -c cfglint -n "$linting" -l show-settings -d "print the settings of the paths"
complete -c cfglint -n "$linting" -l hook -d "skip named files that a walk would"
complete -c cfglint -n "$linting" -l parse-only -d "run no rules"

complete -c cfglint -n "__fish_seen_subcommand_from show" -s f -l output-format -x -a "py yaml json jsonl text html" -d format
complete -c cfglint -n "__fish_seen_subcommand_from where trace unread diff impact deps launches config" -s f -l output-format -x -a "text json" -d format
complete -c cfglint -n "__fish_seen_subcommand_from compare plan" -s f -l output-format -x -a "text json html" -d format
complete -c cfglint -n "__fish_seen_subcommand_from compare" -l allow -x -a "(__fish_complete_directories)" -d "folder outside the project that may be read too"
complete -c cfglint -n "__fish_seen_subcommand_from compare" -l isolated -d "read no settings file"
complete -c cfglint -n "__fish_seen_subcommand_from compare" -l config -r -d "settings file"
complete -c cfglint -n "__fish_seen_subcommand_from compare" -l gpus -x -d "GPUs on each node of the training machine"
complete -c cfglint -n "__fish_seen_subcommand_from compare" -l gpu-mem -x -d "GiB per GPU"
complete -c cfglint -n "__fish_seen_subcommand_from compare" -l tolerance -x -d "per cent that a run may be slower"
complete -c cfglint -n "__fish_seen_subcommand_from compare" -l strict -d "exit status 1 where it isn't decided, too"
complete -c cfglint -n "__fish_seen_subcommand_from log" -s f -l output-format -x -a "text json jsonl html" -d format
complete -c cfglint -n "__fish_seen_subcommand_from log compare" -s o -l output-file -r -d "write it to a file"
complete -c cfglint -n "__fish_seen_subcommand_from log" -l allow -x -a "(__fish_complete_directories)" -d "folder outside the project that may be read too"
complete -c cfglint -n "__fish_seen_subcommand_from log" -l isolated -d "read no settings file"
complete -c cfglint -n "__fish_seen_subcommand_from log" -l config -r -d "settings file"
complete -c cfglint -n "__fish_seen_subcommand_from log" -l pedantic -d "show findings of level info too"
complete -c cfglint -n "__fish_seen_subcommand_from log" -l gpu-mem -x -d "GiB per GPU"
for option in select extend-select ignore
	complete -c cfglint -n "__fish_seen_subcommand_from log" -l $option -x -a "(__fish_complete_list , __cfglint_rules)" -d rules
end
complete -c cfglint -n "__fish_seen_subcommand_from log" -l fail-on -x -a "error warning performance info never" -d level
complete -c cfglint -n "__fish_seen_subcommand_from deps" -l reverse -d "what inherits from the files"
complete -c cfglint -n "__fish_seen_subcommand_from show" -l files-from -r -d "paths from a file"
complete -c cfglint -n "__fish_seen_subcommand_from show" -l provenance -d "file and line of each value"
complete -c cfglint -n "__fish_seen_subcommand_from show" -l unknown -d "list unknown values"
complete -c cfglint -n "__fish_seen_subcommand_from show" -l facts -d "list what rules know"
complete -c cfglint -n "__fish_seen_subcommand_from show" -l model -d "print what it builds"
complete -c cfglint -n "__fish_seen_subcommand_from show" -l keys -d "list the key paths"

complete -c cfglint -n "__fish_seen_subcommand_from init" -l force -d "replace a file that exists"
complete -c cfglint -n "__fish_seen_subcommand_from variant" -l evidence -r -d "a run of the config"
complete -c cfglint -n "__fish_seen_subcommand_from variant" -l diff -d "print a diff"
complete -c cfglint -n "__fish_seen_subcommand_from variant" -l stdout -d "print the new config"
complete -c cfglint -n "__fish_seen_subcommand_from variant" -l explain -d "print the table of changes"
complete -c cfglint -n "__fish_seen_subcommand_from variant" -s f -l output-format -x -a "text jsonl" -d "format of the table"
complete -c cfglint -n "__fish_seen_subcommand_from variant" -l output-dir -r -d folder
complete -c cfglint -n "__fish_seen_subcommand_from variant" -l force -d "replace a file that exists"
complete -c cfglint -n "__fish_seen_subcommand_from variant" -l set -x -d "option of the profile"

complete -c cfglint -n "__fish_seen_subcommand_from plan" -l set -x -d "a key as it could be"
complete -c cfglint -n "__fish_seen_subcommand_from plan" -l was-gpus -x -d "compare --gpus with these"
complete -c cfglint -n "__fish_seen_subcommand_from plan" -l samples -x -d "samples of the training set"
complete -c cfglint -n "__fish_seen_subcommand_from plan" -l params -x -d "millions of parameters"
complete -c cfglint -n "__fish_seen_subcommand_from plan" -l sample-mib -x -d "MiB of a sample"
complete -c cfglint -n "__fish_seen_subcommand_from plan" -l its -x -d "iterations a second"
complete -c cfglint -n "__fish_seen_subcommand_from plan" -l step-ms -x -d "milliseconds an iteration"
complete -c cfglint -n "__fish_seen_subcommand_from plan" -l log -r -d "a run of the config"
complete -c cfglint -n "__fish_seen_subcommand_from plan" -l at -x -d "tell the learning rate at these iterations"

complete -c cfglint -n "__fish_seen_subcommand_from server" -l unsafe-fixes -d "offer unsafe ones too"
complete -c cfglint -n "__fish_seen_subcommand_from server" -l edit-bases -d "change inherited files"
complete -c cfglint -n "__fish_seen_subcommand_from server" -l baseline -r -d "file of old findings"
complete -c cfglint -n "__fish_seen_subcommand_from server" -l no-baseline -d "report old findings too"
complete -c cfglint -n "__fish_seen_subcommand_from server" -l carried -d "list findings in unmodified lines of framework configs too"
complete -c cfglint -n "__fish_seen_subcommand_from server" -l no-ignore-files -d "walk everything"
complete -c cfglint -n "__fish_seen_subcommand_from server" -l dependents -x -a "yes no" -d "check what inherits"
complete -c cfglint -n "__fish_seen_subcommand_from server" -l stdio -d "speak on standard input and output"
