# SPDX-License-Identifier: GPL-2.0
# bash completion for fdd: fdd itself lists its commands, options and columns, so this
# knows none of them.
#
# A name that another user has chosen, such as that of a tracing instance, may be "$(a
# command)": it gets neither into compgen -W, which would run it, nor unquoted into the
# command line.

# A line for each option of a command: letter, name, argument, values; "-" is none.
_fdd_rows()
{
	# "" is fdd itself
	# shellcheck disable=SC2086
	fdd $1 --list-options 2>/dev/null
}

# _fdd_words ROWS: all options, with "=" where a value follows.
_fdd_words()
{
	awk -F '\t' '
		$1 != "-" { print "-" $1 }
		{ print "--" $2 ($3 == "-" || $3 ~ / / || ($3 ~ /^\[/ && $4 == "-") ? "" : "=") }' <<<"$1"
}

# _fdd_row ROWS OPTION: argument and values of -n or --number.
_fdd_row()
{
	awk -F '\t' -v option="$2" '
		($1 != "-" && option == "-" $1) || option == "--" $2 { print $3 "\t" $4; exit }' <<<"$1"
}

_fdd_columns()
{
	fdd --fields 2>/dev/null | awk 'NR > 1 { print substr($0, 3, 1) == " " ? $1 : $2 }'
}

# Quoted for the shell.
_fdd_instances()
{
	local dir
	shopt -u failglob
	for dir in /sys/kernel/tracing/instances/*/; do
		dir=${dir%/}
		[ ! -d "$dir" ] || printf '%q\n' "${dir##*/}"
	done
}

# _fdd_values VALUES: the words that can follow, one in a line.
_fdd_values()
{
	case $1 in
	@column)	_fdd_columns ;;
	@pid)		ps -eo pid= 2>/dev/null | tr -d ' ' ;;
	@instance)	_fdd_instances ;;
	-)		;;
	*)		tr ' ' '\n' <<<"$1" ;;
	esac
}

# Add those of the lines that begin with what was typed. They stay as they are.
_fdd_reply()
{
	local word
	while IFS= read -r word; do
		[[ $word != "$cur"* ]] || COMPREPLY+=("$word")
	done
}

# What was typed so far of which option's value: bash splits "--option=value" into
# three words.
_fdd_split()
{
	prev=""
	[ "$COMP_CWORD" -lt 1 ] || prev=${COMP_WORDS[COMP_CWORD - 1]}
	if [ "$prev" = "=" ] && [ "$COMP_CWORD" -gt 1 ]; then
		prev=${COMP_WORDS[COMP_CWORD - 2]}
	elif [ "$cur" = "=" ]; then
		cur=
	fi
}

# The value of $prev, if that is an option with one. "[WHEN]" needs a "=".
_fdd_value()
{
	local arg values
	[[ $prev == -* ]] || return
	IFS=$'\t' read -r arg values <<<"$(_fdd_row "$rows" "$prev")"
	case $arg in
	''|-)	return 1 ;;
	\[*)	[ "${COMP_WORDS[COMP_CWORD - 1]}" = "=" ] || [ "${COMP_WORDS[COMP_CWORD]}" = "=" ] ||
			return 1 ;;
	esac
	if [ "$values" = @file ]; then
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		compopt -o filenames 2>/dev/null
	else
		_fdd_reply < <(_fdd_values "$values")
	fi
}

# Words that are not options: a command, a trace, or a program to record.
_fdd_operand()
{
	case $command in
	agent|now|serve|restore|top)
		return ;;
	record)
		mapfile -t COMPREPLY < <(compgen -c -- "$cur") ;;
	*)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
	esac
	[ "$COMP_CWORD" -ne 1 ] || _fdd_reply < <(fdd --list-commands 2>/dev/null)
	compopt -o filenames 2>/dev/null
}

_fdd()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev command="" rows
	COMPREPLY=()
	_fdd_split
	[ "$COMP_CWORD" -lt 2 ] || command=$(fdd --list-commands 2>/dev/null |
		grep -m 1 -xF -- "${COMP_WORDS[1]}")
	rows=$(_fdd_rows "$command")
	_fdd_value && return
	case $cur in
	-*)
		_fdd_reply < <(_fdd_words "$rows")
		[[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace ;;
	*)
		_fdd_operand ;;
	esac
}

complete -F _fdd fdd
