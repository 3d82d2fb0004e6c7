# shellcheck shell=sh
# The trial of a document. The file `trial` is its record: revision, revision before it, number of the attempt, phase and
# error. It is written before the configuration changes, and removed after the outcome has been saved, so that a restart
# finds what to do:
#   first, again   apply, and wait for the service; the second restart restores
#   restore        put the configuration before it in force
#   confirmed      the service has confirmed it

record() { save trial "$revision" "$old" "$number" "$1" "${2:--}"; }

# try: applies rev/<revision>, and restores the configuration before it unless the service confirms it.
try() {
	old=$current force=false
	if ! before_apply; then
		give_up 5 failed invalid "$reason"
		return
	fi
	if record first; then put_on_trial; else give_up 7 failed no_space 'the record of the trial could not be written'; fi
}

put_on_trial() {
	drifted=false reason='the radios were not up in time'
	if ! backend_install "$STATE_DIR/rev/$revision"; then
		restore no_space
	elif ! backend_reload; then
		restore apply
	elif confirm "$revision"; then
		succeed
	else
		restore lost_service
	fi
}

# confirm REVISION: sends heartbeats until an answer confirms the revision, for `confirm_s`.
confirm() {
	deadline=$(($(now_ms) + confirm_s * 1000)) limit_s=10 result=0
	until beat "$1" && is_confirmed "$1"; do
		[ "$(now_ms)" -lt "$deadline" ] || { result=1 && break; }
		pause 5
	done
	limit_s=30
	return "$result"
}

# `none` has no revision that could be confirmed: an answer of the service is enough.
is_confirmed() { [ "$confirmed" = "${1%%.*}" ] || [ "$1" = none ]; }

succeed() {
	record confirmed || log error not_saved
	if [ "${old%%.*}" != "${revision%%.*}" ]; then
		previous=$old
		save previous "$previous" || log error not_saved
	fi
	if [ "$old" != "$revision" ]; then
		current=$revision
		save current "$current" || log error not_saved
	fi
	keep_outcome "$number" applied - - -
	after_apply applied "$current"
	rm -f "$STATE_DIR/trial"
	retry_minutes=1 retry_at=0 wait_s=0
	prune
	log info applied revision="$(short "$revision")" ms=$(($(now_ms) - started))
}

# restore ERROR: puts the configuration before the trial in force, and judges what was at fault. If that cannot be written,
# the record stays, and the next step tries again.
restore() {
	told=${reason:-the radios were not up in time}
	record restore "$1" || log error not_saved
	backend_install "$STATE_DIR/rev/$old" || { log error not_restored && return 7; }
	backend_reload || log error radios_not_up
	[ "$current" = "$old" ] || { save current "$old" && current=$old; } || return 7
	[ "$1" != lost_service ] || confirm "$old" || set -- service_away
	after_apply restored "$old"
	case $1 in
	no_space) give_up 7 failed no_space 'the files of the radios could not be written' ;;
	apply) give_up 6 failed apply "$told" ;;
	lost_service) give_up 6 rolled_back lost_service 'no confirmation while the document was on trial' ;;
	service_away) give_up 6 failed service_away 'no confirmation with either configuration' ;;
	by_hand) give_up 0 rolled_back interrupted 'rolled back by hand' ;;
	*) give_up 6 rolled_back interrupted 'two restarts during the trial' ;;
	esac
}

# resume: continues what a restart has interrupted. It restarts all radios, as it does not know what they run.
resume() {
	read -r revision old number phase error < "$STATE_DIR/trial" || return 7
	log warn trial_resumed revision="$(short "$revision")" phase="$phase"
	force=true
	load "$STATE_DIR/rev/$revision/document" confirm_s=.confirm_within_s || confirm_s=120
	case $phase in
	confirmed) succeed ;;
	first) record again && put_on_trial ;;
	again) restore interrupted ;;
	*) restore "$error" ;;
	esac
}

# rollback: puts the configuration before the one that runs, or is on trial, in force. The service does not offer it again.
rollback() {
	revision=$current old=$previous number=$((attempt + 1)) force=true
	[ ! -f "$STATE_DIR/trial" ] || read -r revision old number _ < "$STATE_DIR/trial" || return 7
	{ [ "$old" != "$revision" ] && [ -d "$STATE_DIR/rev/$old" ]; } || fail 6 no_previous_configuration
	restore by_hand
}
