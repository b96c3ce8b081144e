# SPDX-License-Identifier: GPL-2.0
# bash completion for fdd

_fdd_columns()
{
	fdd --fields 2>/dev/null | awk 'NR > 1 { print substr($0, 3, 1) == " " ? $1 : $2 }'
}

_fdd()
{
	local cur=${COMP_WORDS[COMP_CWORD]} prev="" option
	[ "$COMP_CWORD" -gt 0 ] && prev=${COMP_WORDS[COMP_CWORD - 1]}
	COMPREPLY=()

	# bash splits "--option=value" into three words
	if [ "$prev" = "=" ] && [ "$COMP_CWORD" -gt 1 ]; then
		option=${COMP_WORDS[COMP_CWORD - 2]}
	elif [ "$cur" = "=" ]; then
		option=$prev
		cur=
	else
		option=$prev
	fi
	case $option in
	--format)
		mapfile -t COMPREPLY < <(compgen -W "text csv json nanos-csv" -- "$cur")
		return ;;
	--by)
		mapfile -t COMPREPLY < <(compgen -W "function task cpu module caller label host" -- "$cur")
		return ;;
	--to)
		mapfile -t COMPREPLY < <(compgen -W "chrome folded speedscope csv html" -- "$cur")
		return ;;
	--color)
		mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$cur")
		return ;;
	-s|--sort|-f|--columns)
		mapfile -t COMPREPLY < <(compgen -W "$(_fdd_columns)" -- "$cur")
		return ;;
	-n|--number|-t|--time|-D|--depth|-r|--range|-e|--filter|--slowest|\
	--min-duration|--max-duration|--min-count|--max-count|--label|\
	-F|--function|-N|--not-function|--comm|--module|-i|--interrupt|--between|--region)
		return ;;
	-p|--pid)
		mapfile -t COMPREPLY < <(compgen -W "$(ps -eo pid= 2>/dev/null)" -- "$cur")
		return ;;
	esac
	case ${COMP_WORDS[1]-}:$cur in
	serve:*)
		[ "$option" != --token-file ] ||
			{ mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return; }
		mapfile -t COMPREPLY < <(compgen -W "-l -B -h --listen= --instance= --token-file= --help" -- "$cur")
		[[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace
		return ;;
	export:--[to]*)
		mapfile -t COMPREPLY < <(compgen -W "--to= --output= --time=" -- "$cur")
		[[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace
		return ;;
	esac
	case $cur in
	-*)
		mapfile -t COMPREPLY < <(compgen -W "-d -c -n -t -i -e -f -l -s -w -z -h -V \
			-F -N -D -r -p -C --calls --tree --hist --linear --slowest= --by= \
			--info --number= --time= --interrupt= --filter= --columns= --fields \
			--long --sort= --warnings --help --version --debug --format= \
			--function= --not-function= --depth= --range= --pid= --cpu= \
			--comm= --module= --min-duration= --max-duration= --min-count= \
			--max-count= --between --region= --regions --label= --hosts --color=" -- "$cur")
		[[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace
		return ;;
	esac
	mapfile -t COMPREPLY < <(compgen -f -- "$cur")
	if [ "$COMP_CWORD" -eq 1 ]; then
		mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "diff regions record restore top export serve" -- "$cur")
	fi
	compopt -o filenames 2>/dev/null
}

complete -F _fdd fdd
