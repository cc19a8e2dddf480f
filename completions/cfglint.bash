# SPDX-License-Identifier: MIT
# bash completion for cfglint
_cfglint() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command='' word
	local commands='lint slow show where trace unread diff deps explain rules variant test-rules new-rule'
	local common='--rules --color --jobs --quiet --verbose --help --version'
	local reading='--loader --env --cfg-options --packages --config --isolated --no-cache'
	local machine='--gpus --nodes --cores --gpu-mem --dialect'
	local judging="--select --extend-select --ignore --pedantic $machine"
	COMPREPLY=()
	for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
		case $word in
		lint | slow | show | where | trace | unread | diff | deps | explain | rules | variant | test-rules | new-rule) command=$word && break ;;
		-*) ;;
		*) break ;;
		esac
	done
	case $prev in
	--output-format) COMPREPLY=($(compgen -W 'full concise json' -- "$cur")) && return ;;
	--format) COMPREPLY=($(compgen -W 'py yaml json jsonl text' -- "$cur")) && return ;;
	--fail-on) COMPREPLY=($(compgen -W 'error warning performance info never' -- "$cur")) && return ;;
	--loader) COMPREPLY=($(compgen -W 'auto mmcv1 mmengine' -- "$cur")) && return ;;
	--color) COMPREPLY=($(compgen -W 'auto always never' -- "$cur")) && return ;;
	--packages) COMPREPLY=($(compgen -W 'auto none' -- "$cur")) && return ;;
	--dependents) COMPREPLY=($(compgen -W 'yes no' -- "$cur")) && return ;;
	--rules | --output-dir) COMPREPLY=($(compgen -d -- "$cur")) && return ;;
	--config | --files-from | --stdin-filename) COMPREPLY=($(compgen -f -- "$cur")) && return ;;
	--select | --extend-select | --ignore | explain | test-rules)
		COMPREPLY=($(compgen -W "$(cfglint rules -q 2>/dev/null | awk '{ print $1, $2 }')" -- "$cur")) && return
		;;
	variant)
		COMPREPLY=($(compgen -W "$(cfglint variant 2>&1 | awk '/^  [a-z]/ { print $1 }')" -- "$cur")) && return
		;;
	esac
	if [[ $cur == -* ]]; then
		case $command in
		show) word="$reading $machine $common --format --files-from --provenance --unknown --facts" ;;
		where | trace | unread | diff) word="$reading $common --format" ;;
		deps) word="$reading $common --format --reverse" ;;
		slow) word="$reading $judging $common --output-format --no-ignore-files --force-exclude" ;;
		explain) word="$reading $judging $common" ;;
		rules) word="$common --output-format" ;;
		variant) word="$reading $judging $common --diff --explain --format --stdout --output-dir --force --set" ;;
		test-rules | new-rule) word=$common ;;
		*) word="$reading $judging $common --fix --fix=ask --fix-only --unsafe-fixes --edit-bases --show-fixes --explain-silence --diff
			--output-format --fail-on --stdin-filename --no-ignore-files --dependents --force-exclude --parse-only" ;;
		esac
		COMPREPLY=($(compgen -W "$word" -- "$cur"))
		return
	fi
	COMPREPLY=($(compgen -f -- "$cur"))
	if [[ -z $command && $COMP_CWORD -eq 1 ]]; then
		COMPREPLY+=($(compgen -W "$commands" -- "$cur"))
	fi
}
complete -o filenames -F _cfglint cfglint
