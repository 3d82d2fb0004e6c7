# shellcheck shell=sh
# The lock of the state folder: a symbolic link to the process that holds it, which is made only if there is none.

# identity PID: a process, told from others of the same number by the time of its start and by the boot; empty if it is dead
identity() {
	process=''
	{ read -r process < "/proc/$1/stat"; } 2> /dev/null || return 0
	read -r boot < /proc/sys/kernel/random/boot_id || return
	# shellcheck disable=SC2086 # the fields of the file
	set -- "$1" ${process##*) }
	[ "$2" = Z ] || echo "$1:${21}:$boot"
}

# is_alive IDENTITY
is_alive() { [ "$(identity "${1%%:*}")" = "$1" ]; }

# take PATH: makes the link. That of a dead process is replaced by the one that holds the lock of its replacement, whose name
# is the dead process: so no other process can replace the new link.
take() {
	ln -s "$self" "$1" 2> /dev/null && return
	set -- "$1" "$(readlink "$1")"
	{ [ -n "$2" ] && ! is_alive "$2"; } || return
	take "$1.$2" || return
	[ "$(readlink "$1")" != "$2" ] || rm -f "$1"
	set -- "$1" "$2" "$(ln -s "$self" "$1" 2> /dev/null && echo taken)"
	rm -f "$1.$2"
	[ -n "$3" ]
}

# take_lock: takes the lock of the state folder.
take_lock() {
	mkdir -p "$STATE_DIR/rev" "$STATE_DIR/lock" || fail 7 state_not_writable
	chmod 700 "$STATE_DIR" || fail 7 state_not_writable
	self=$(identity $$)
	[ -n "$self" ] || fail 1 no_identity
	take "$STATE_DIR/lock/owner" || return
	lock=$STATE_DIR/lock/owner
	rm -f "$lock".*
	remove_dead_folders
}

# The working folders of agents that were killed may hold keys.
remove_dead_folders() {
	for dead in "${TMPDIR:-/tmp}"/airfleet-agent.*.??????; do
		owner=${dead%.*} owner=${owner##*.}
		[ -d "/proc/$owner" ] || rm -rf "$dead"
	done
}

holder() { readlink "$STATE_DIR/lock/owner"; }
