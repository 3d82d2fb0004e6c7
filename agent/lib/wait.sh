# shellcheck shell=sh
# Waiting for radios. One that listens for radar (DFS) or chooses its channel is on its way, and its time is not that of
# the trial.

# await_radios: waits until the radios are up. Fails 30 s after the time that those which are on their way need.
# Heartbeats go on, with the time that is left.
await_radios() {
	begun=$(now_ms)
	up_by=$((begun + 30000)) beat_at=$begun
	until backend_up; do
		at=$(now_ms)
		if [ "$needs_s" -gt 0 ]; then
			up_by=$(at_least "$up_by" $((at + needs_s * 1000 + 30000)))
			up_by=$(at_most "$up_by" $((begun + 1800000)))
			[ "$at" -lt "$beat_at" ] || beat_waiting
		fi
		if [ "$at" -ge "$up_by" ]; then return 1; fi
		pause 2
	done
}

beat_waiting() {
	beat_at=$((at + $(at_most "$interval" 30) * 1000))
	waiting_s=$(((up_by - at) / 1000)) limit_s=10
	beat "$old"
	waiting_s='' limit_s=30
}

# on_the_way STATE LEFT ALL: raises `needs_s` to what a radio in a state of hostapd needs. It can choose for two minutes;
# then it may have to listen.
on_the_way() {
	case $1 in
	DFS)
		case $2 in '' | *[!0-9]*) set -- "$1" "$3" ;; esac
		case $2 in '' | *[!0-9]*) set -- "$1" 60 ;; esac
		needs_s=$(at_least "$needs_s" "$(at_least "$2" 1)")
		;;
	ACS | HT_SCAN | COUNTRY_UPDATE)
		chosen_by=$(((begun + 120000 - $(now_ms)) / 1000))
		needs_s=$(at_least "$needs_s" "$(at_most "$chosen_by" 30)")
		;;
	esac
}

at_most() { echo $(($1 < $2 ? $1 : $2)); }

at_least() { echo $(($1 > $2 ? $1 : $2)); }
