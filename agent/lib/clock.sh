# shellcheck shell=sh
# Time. /proc/uptime never steps, unlike the clock of the day.

# Milliseconds since the machine started.
now_ms() {
	read -r up _ < /proc/uptime || fail 1 no_uptime
	printf '%s0' "${up%.*}${up#*.}"
}

# pause SECONDS: a signal ends it.
pause() {
	sleep "$1" &
	sleeper=$!
	wait "$sleeper"
	sleeper=''
}

# limit SECONDS COMMAND...: ends the command after so many seconds, with 124, even if it ignores TERM. OpenWrt has no `timeout`.
limit() {
	seconds=$1
	shift
	"$@" &
	sleeper=$!
	while [ -n "$(identity "$sleeper")" ]; do
		if [ "$seconds" -le 0 ]; then
			kill "$sleeper"
			sleep 1
			kill -9 "$sleeper" 2> /dev/null
			wait "$sleeper"
			sleeper=''
			return 124
		fi
		seconds=$((seconds - 1))
		sleep 1
	done
	wait "$sleeper"
	ended=$? sleeper=''
	return "$ended"
}

# random N: an integer from 0 to N - 1
random() {
	digits=$(head -c 16 /dev/urandom | sha256sum | cut -c 1-7)
	echo $((0x$digits % $1))
}

# spread SECONDS PERCENT: a random time within PERCENT of SECONDS
spread() { echo $(($1 - $1 * $2 / 100 + $(random $(($1 * $2 / 50 + 1))))); }
