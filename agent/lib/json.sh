# shellcheck shell=sh
# JSON by jq or by OpenWrt's jsonfilter.

# load FILE NAME=PATH...: sets the variable NAME to the text at PATH, empty for null. A path with [*] is a list; its items
# are separated by spaces, with [+] by tabs. Fails if the file is not JSON.
load() {
	loaded=$1 prefix='' each=''
	shift
	if has jq; then values_by_jq "$@"; else values_by_jsonfilter "$@"; fi > "$WORK/values" || return 1
	while [ $# -gt 0 ]; do
		IFS= read -r "${1%%=*}" || return 1
		shift
	done < "$WORK/values"
}

# load_items FILE LIST NAME=PATH...: writes the texts at the paths of each item of a list to $WORK/items, for next_item. Each
# item has the first one.
load_items() {
	loaded=$1 list=$2 fields=''
	shift 2
	for path; do fields="$fields ${path%%=*}"; done
	prefix='' each="${list}[] | "
	if has jq; then
		values_by_jq "$@"
	else
		items=$(jsonfilter -i "$loaded" -e "@${list}[*]${1#*=}" 2> /dev/null | wc -l)
		index=0
		while [ "$index" -lt "$items" ]; do
			prefix="${list}[$index]"
			values_by_jsonfilter "$@" || return
			index=$((index + 1))
		done
	fi > "$WORK/items"
}

# next_item: reads the next item from file descriptor 3. Fails after the last one.
next_item() {
	for field in $fields; do
		# shellcheck disable=SC2229 # the variable that it names
		IFS= read -r "$field" <&3 || return 1
	done
}

values_by_jq() {
	filter=''
	for path; do
		path=${path#*=}
		case $path in '['*) path=.$path ;; esac
		case $path in
		*'[*]'*) path="([${path%%\[\*\]*}[]?${path#*\[\*\]}] | join(\" \"))" ;;
		*'[+]') path="([${path%\[+\]}[]?] | join(\"\t\"))" ;;
		esac
		filter="$filter${filter:+, }$path"
	done
	jq -r "${each}[$filter][] | if . == null then \"\" else . end" "$loaded" 2> /dev/null
}

# jsonfilter exits 1 when a path is null or absent, and higher when the file is not JSON.
values_by_jsonfilter() {
	for path; do
		found=${path#*=}
		case $path in *'[+]') found="${found%+]}*]" ;; esac
		value=$(jsonfilter -i "$loaded" -e "@$prefix$found" 2> /dev/null)
		[ $? -le 1 ] || return 1
		case $path in
		*'[+]') value=$(printf '%s' "$value" | tr '\n' '\t') ;;
		*'[*]'*) value=$(printf '%s' "$value" | tr '\n' ' ') ;;
		esac
		printf '%s\n' "$value"
	done
}
