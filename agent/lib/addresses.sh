# shellcheck shell=sh
# IPv4 addresses as numbers.

# read_address ADDRESS: sets `bits`. Fails if it is not of IPv4.
read_address() {
	case $1 in *[!0-9.]* | *..* | *.*.*.*.* | .* | *. | '') return 1 ;; *.*.*.*) ;; *) return 1 ;; esac
	rest=$1. bits=0
	while [ -n "$rest" ]; do
		[ "${rest%%.*}" -le 255 ] || return
		bits=$((bits * 256 + ${rest%%.*})) rest=${rest#*.}
	done
}

text_of() { echo "$(($1 >> 24 & 255)).$(($1 >> 16 & 255)).$(($1 >> 8 & 255)).$(($1 & 255))"; }
