# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
# For tests of every view and export of fdd: their words on the command line, before the
# trace. FUNC stands for the name of a function; see view_words().

# shellcheck disable=SC2034
fdd_views=("" -l --format=csv --format=json --format=nanos-csv
	--by=task --by=cpu --by=module --by=caller --by=label --by=host
	--hist "--hist --format=json" --calls "--calls --format=csv" "--calls --format=json"
	"--calls -n 20" --slowest=10 "--slowest=10 --format=json" --tree "--tree --format=json"
	"graph FUNC" "graph FUNC --format=json" --info "--info --format=json"
	regions "regions --format=json" why "why -F FUNC" "why -F FUNC --contrast"
	"why --all" "why --all --format=json"
	"export --to=csv" "export --to=chrome" "export --to=folded" "export --to=speedscope"
	"export --to=html" "export --to=rows" "export --to=rows.ndjson"
	"export --to=pprof" "export --to=perfetto" "export --to=otlp" "export --to=otlp.ndjson")

# function_of TRACE: the function that took most time.
function_of() {
	fdd -f f -n 1 "$1" 2>/dev/null | tail -n 1 | sed 's/ *$//'
}

# add_region TRACE: one that a program marked, for the views of regions.
add_region() {
	printf ' 0)               |  /* %s */\n' 'B|7|region' 'E|7' >>"$1"
}

# view_words VIEW FUNC: sets the array words.
view_words() {
	read -ra words <<<"$1"
	words=("${words[@]/#FUNC/$2}")
}
