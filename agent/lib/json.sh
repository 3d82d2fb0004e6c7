# shellcheck shell=sh
# JSON by jq or by OpenWrt's jsonfilter.

# load FILE NAME=PATH...: sets the variable NAME to the text at PATH, empty for null. A path with [*] is a list; its items
# are separated by spaces. Fails if the file is not JSON.
load() {
	loaded=$1
	shift
	if has jq; then values_by_jq "$@"; else values_by_jsonfilter "$@"; fi > "$WORK/values" || return 1
	while [ $# -gt 0 ]; do
		IFS= read -r "${1%%=*}" || return 1
		shift
	done < "$WORK/values"
}

values_by_jq() {
	filter=''
	for path; do
		path=${path#*=}
		case $path in '['*) path=.$path ;; esac
		case $path in
		*'[*]'*) path="([${path%%\[\*\]*}[]?${path#*\[\*\]}] | join(\" \"))" ;;
		esac
		filter="$filter${filter:+, }$path"
	done
	jq -r "[$filter][] | if . == null then \"\" else . end" "$loaded" 2> /dev/null
}

# jsonfilter exits 1 when a path is null or absent, and higher when the file is not JSON.
values_by_jsonfilter() {
	for path; do
		value=$(jsonfilter -i "$loaded" -e "@${path#*=}" 2> /dev/null)
		[ $? -le 1 ] || return 1
		case $path in
		*'[*]'*) value=$(printf '%s' "$value" | tr '\n' ' ') ;;
		esac
		printf '%s\n' "$value"
	done
}
