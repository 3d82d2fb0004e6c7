# shellcheck shell=sh
# Programs of the device's owner that run before and after a document is applied. They say nothing in the log, and have
# half a minute each.

HOOK_S=${AIRFLEET_HOOK_S:-30}

# run_hook NAME ARGUMENT...: fails if the program fails or takes too long. One that is not there has nothing against it.
run_hook() {
	hook=$HOOKS_DIR/$1
	shift
	[ -x "$hook" ] || return 0
	limit "$HOOK_S" "$hook" "$@" < /dev/null > /dev/null 2>&1
}

# before_apply: sets `reason` if the hook refuses rev/<revision>.
before_apply() {
	run_hook before-apply "$STATE_DIR/rev/$revision/document"
	case $? in
	0) return ;;
	124) reason='the hook before-apply took too long' ;;
	*) reason='the hook before-apply has refused the document' ;;
	esac
	return 5
}

# after_apply applied|restored REVISION: of the revision in force by now. It cannot refuse any more.
after_apply() { run_hook after-apply "$1" "$STATE_DIR/rev/$2/document" || log warn hook_failed name=after-apply; }
