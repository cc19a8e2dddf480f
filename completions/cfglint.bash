# SPDX-License-Identifier: MIT
# bash completion for cfglint

# Those of the lines of standard input that go on with the word; quoted, and never expanded: they come from files.
_cfglint_offer() { # CURRENT BEFORE
	local line
	while IFS= read -r line; do
		[[ $line == "$1"* ]] && COMPREPLY+=("$2$(printf %q "$line")")
	done
	compopt +o filenames 2>/dev/null || :
}

# The last word of a list with commas: what stands before it stays.
_cfglint_list() { # CURRENT, the words on standard input
	local before=''
	[[ $1 == *,* ]] && before=${1%,*},
	_cfglint_offer "${1##*,}" "$before"
	compopt -o nospace 2>/dev/null || :
}

# Rules by id and name.
_cfglint_rules() {
	cfglint rules -q 2>/dev/null | awk '{ print $1; print $2 }'
}

# Whether the word after this option is its value.
_cfglint_takes_value() {
	case $1 in
	--output-format | --format | -f | --exclude | --select | --extend-select | --ignore | --fail-on | --gpus | --nodes | --cores | --gpu-mem | --dialect) ;;
	--loader | --env | --cfg-options | --packages | --dependents | --config | --stdin-filename | --files-from | --output-dir | --output-file | -o | --report | --allow | --limit | --set) ;;
	--evidence | --baseline | --add-ignore | --reason | --diff-base | --was-gpus | --samples | --params | --sample-mib | --its | --step-ms | --log | --at | --tolerance) ;;
	--rules | --color | --jobs | -j) ;;
	*) return 1 ;;
	esac
}

_cfglint_formats() { # COMMAND
	case $1 in
	show) echo 'py yaml json jsonl text html' ;;
	where | trace | unread | diff | impact | deps | launches | config) echo 'text json' ;;
	log) echo 'text json jsonl html' ;;
	compare | plan) echo 'text json html' ;;
	variant) echo 'text jsonl' ;;
	rules | explain | version) echo 'full concise json' ;;
	*) echo 'full concise gcc json json-lines json-report sarif github gitlab rdjson junit checkstyle' ;;
	esac
}

# Keys of the config that is named behind the cursor or before it.
_cfglint_keys() { # CURRENT
	local word
	for word in "${COMP_WORDS[@]:2}"; do
		[[ $word == *.* && -f $word ]] || continue
		_cfglint_offer "$1" '' < <(cfglint show --keys "$word" 2>/dev/null)
		return 0
	done
}

_cfglint() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command='' word before='' nth=0
	local commands='lint slow plan show where trace unread diff deps launches log compare explain rules variant server test-rules new-rule impact config init help version'
	local common='--rules --color --jobs --quiet --verbose --help --version'
	local reading='--loader --env --cfg-options --packages --config --allow --limit --isolated --no-cache'
	local machine='--gpus --nodes --cores --gpu-mem --dialect'
	local judging="--select --extend-select --ignore --pedantic $machine"
	COMPREPLY=()
	if [[ $cur == = ]]; then # readline takes --select=X apart
		cur=''
	elif [[ $prev == = ]]; then
		prev=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do # the command, and how many words stand behind it
		if ! _cfglint_takes_value "$before" && [[ $word != -* && $word != = ]]; then
			if [[ -z $command && $nth -eq 0 && " $commands " == *" $word "* ]]; then
				command=$word
			else
				nth=$((nth + 1))
			fi
		fi
		before=$word
	done
	case $prev in
	--output-format | --format | -f) COMPREPLY=($(compgen -W "$(_cfglint_formats "$command")" -- "$cur")) && return ;;
	--fail-on) COMPREPLY=($(compgen -W 'error warning performance info never' -- "$cur")) && return ;;
	--loader) COMPREPLY=($(compgen -W 'auto mmcv1 mmengine' -- "$cur")) && return ;;
	--color) COMPREPLY=($(compgen -W 'auto always never' -- "$cur")) && return ;;
	--packages) COMPREPLY=($(compgen -W 'auto none' -- "$cur")) && return ;;
	--dependents) COMPREPLY=($(compgen -W 'yes no' -- "$cur")) && return ;;
	--dialect) _cfglint_offer "$cur" '' < <(cfglint help dialects 2>/dev/null | awk '{ print $1 }') && return ;;
	--limit) COMPREPLY=($(compgen -W 'seconds= memory= run_memory=' -- "$cur")) && compopt -o nospace 2>/dev/null && return ;;
	--rules | --output-dir | --allow) COMPREPLY=($(compgen -d -- "$cur")) && return ;;
	--config | --files-from | --stdin-filename | --output-file | -o) COMPREPLY=($(compgen -f -- "$cur")) && return ;;
	--select | --extend-select | --ignore) _cfglint_list "$cur" < <(_cfglint_rules; printf '%s\n' perf info error warning all) && return ;;
	esac
	_cfglint_takes_value "$prev" && return
	if [[ $cur == -* ]]; then
		case $command in
		show) word="$reading $machine $common --output-format --files-from --provenance --unknown --facts --keys --model" ;;
		init) word="$common --gpus --nodes --cores --gpu-mem --force" ;;
		config) word="$common --select --extend-select --ignore --pedantic --gpus --nodes --cores --gpu-mem --dialect --loader --config --isolated --allow --output-format" ;;
		where | trace | unread | diff | impact) word="$reading $common --output-format" ;;
		plan) word="$reading $machine $common --output-format --set --was-gpus --samples --params --sample-mib --its --step-ms --log --at" ;;
		deps) word="$reading $common --output-format --reverse" ;;
		launches) word="$common --output-format" ;;
		log) word="$common --output-format --output-file --allow --isolated --config --select --extend-select --ignore --fail-on --pedantic --gpu-mem" ;;
		compare) word="$common --output-format --output-file --allow --isolated --config --gpus --gpu-mem --tolerance --strict" ;;
		slow) word="$reading $judging $common --output-format --carried --no-ignore-files --force-exclude --exclude --unsafe-fixes --edit-bases --evidence" ;;
		explain) word="$reading $judging $common --all --output-format" ;;
		rules) word="$common --output-format --select" ;;
		variant) word="$reading $judging $common --diff --explain --output-format --stdout --output-dir --force --set --evidence" ;;
		server) word="$reading $judging $common --unsafe-fixes --edit-bases --baseline --no-baseline --carried --no-ignore-files --dependents --stdio" ;;
		test-rules | new-rule | help) word=$common ;;
		version) word="$common --output-format" ;;
		*) word="$reading $judging $common --fix --fix=ask --evidence --fix-only --exit-non-zero-on-fix --unsafe-fixes --edit-bases --edit-code --show-fixes --explain-silence --diff
			--output-format --output-file --report --statistics --fail-on --stdin-filename --add-ignore --reason --diff-base --baseline --no-baseline --add-baseline --prune-baseline --carried --no-ignore-files --dependents --verify-cache --force-exclude --hook --parse-only --exclude --exit-zero --show-files --show-settings" ;;
		esac
		COMPREPLY=($(compgen -W "$word" -- "$cur"))
		return
	fi
	case $command:$nth in
	explain:0 | test-rules:*) _cfglint_offer "$cur" '' < <(_cfglint_rules) && return ;;
	variant:0) _cfglint_list "$cur" < <(cfglint help profiles 2>/dev/null | awk '{ print $1 }') && return ;;
	where:0 | trace:0) _cfglint_keys "$cur" && return ;;
	help:0) COMPREPLY=($(compgen -W "$commands dialects families profiles" -- "$cur")) && return ;;
	help:* | version:* | rules:* | new-rule:* | server:*) return ;;
	esac
	COMPREPLY=($(compgen -f -- "$cur"))
	if [[ -z $command && $COMP_CWORD -eq 1 ]]; then
		COMPREPLY+=($(compgen -W "$commands" -- "$cur"))
	fi
}
complete -o filenames -F _cfglint cfglint
