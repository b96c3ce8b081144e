# SPDX-License-Identifier: GPL-2.0
# bash completion for fdd

# _fdd_options COMMAND: those of fdd itself for "", with "=" where a value follows.
# tests/fdd/installed compares them with what --help says.
_fdd_options()
{
	local recording="-t -F -N -g -D -p -b -h --threshold= --function=
		--not-function= --graph-function= --depth= --pid= --buffer-size=
		--module= --debug --help"
	local filters="-t -F -N -p -C -D -r -e -i --time= --min-count= --max-count=
		--function= --not-function= --module= --pid= --cpu= --comm= --depth=
		--range= --min-duration= --max-duration= --between --region= --filter=
		--interrupt= --label= --hosts --by= -w --warnings --debug"

	case $1 in
	record)
		echo "$recording -o --output= --only-command --no-report --dry-run" ;;
	top)
		echo "$recording -i -w -s -n --interval= --window= --sort= --limit=
			--once --json --count=" ;;
	restore)
		echo "-h --help" ;;
	serve)
		echo "-l -B -h --listen= --instance= --token-file= --help" ;;
	export)
		echo "$filters -o -h --to= --output= --help" ;;
	*)
		echo "$filters -d -c -n -f -l -s -z -h -V --calls --tree --hist --linear
			--slowest= --info --regions --number= --columns= --fields --long
			--sort= --format= --color= --help --version" ;;
	esac
}

_fdd_columns()
{
	fdd --fields 2>/dev/null | awk 'NR > 1 { print substr($0, 3, 1) == " " ? $1 : $2 }'
}

# _fdd_values COMMAND OPTION: the words that can follow. Fails if that is anything,
# or nothing since OPTION takes no value.
_fdd_values()
{
	case $1:$2 in
	top:-s|top:--sort)	echo "total self calls avg p99 max name" ;;
	serve:-B|serve:--instance)
		(cd /sys/kernel/tracing/instances 2>/dev/null && echo *) ;;
	export:--to)		echo "chrome folded speedscope csv html" ;;
	record:*|top:*|serve:*)	return 1 ;;
	*:-s|*:--sort|*:-f|*:--columns)
				_fdd_columns ;;
	*:--format)		echo "text csv json nanos-csv" ;;
	*:--by)			echo "function task cpu module caller label host" ;;
	*:--color)		echo "auto always never" ;;
	*)			return 1 ;;
	esac
}

# _fdd_takes_file COMMAND OPTION
_fdd_takes_file()
{
	case $1:$2 in
	serve:--token-file|record:--module|top:--module)	return 0 ;;
	record:-o|record:--output|export:-o|export:--output)	return 0 ;;
	*)							return 1 ;;
	esac
}

# _fdd_takes_value COMMAND OPTION: "--option=" is in the list of those that do;
# of a letter, that depends on the command.
_fdd_takes_value()
{
	case $1:$2 in
	*:--between)		return 0 ;;
	*:--*)			[[ " $(_fdd_options "$1" | tr '\n' ' ') " == *" $2= "* ]] ;;
	record:-[tFNgDpbo])	return 0 ;;
	top:-[tFNgDpbiwsn])	return 0 ;;
	serve:-[lB])		return 0 ;;
	record:*|top:*|serve:*|restore:*)	return 1 ;;
	export:-o)		return 0 ;;
	*:-[tFNpCDreinsf])	return 0 ;;
	*)			return 1 ;;
	esac
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

_fdd()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev command="" values
	_fdd_split
	COMPREPLY=()

	[ "$COMP_CWORD" -lt 2 ] || case ${COMP_WORDS[1]} in
	record|top|restore|serve|export)	command=${COMP_WORDS[1]} ;;
	esac
	if [ "$prev" = -p ] || [ "$prev" = --pid ]; then
		mapfile -t COMPREPLY < <(compgen -W "$(ps -eo pid= 2>/dev/null)" -- "$cur")
		return
	elif values=$(_fdd_values "$command" "$prev"); then
		mapfile -t COMPREPLY < <(compgen -W "$values" -- "$cur")
		return
	elif _fdd_takes_file "$command" "$prev"; then
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		compopt -o filenames 2>/dev/null
		return
	elif _fdd_takes_value "$command" "$prev"; then
		return
	fi
	case $cur in
	-*)
		mapfile -t COMPREPLY < <(compgen -W "$(_fdd_options "$command")" -- "$cur")
		[[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace
		return ;;
	esac
	case $command in
	serve|restore|top)
		return ;;
	record)
		mapfile -t COMPREPLY < <(compgen -c -- "$cur") ;;
	*)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
	esac
	if [ "$COMP_CWORD" -eq 1 ]; then
		mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W \
			"diff regions record restore top export serve" -- "$cur")
	fi
	compopt -o filenames 2>/dev/null
}

complete -F _fdd fdd
