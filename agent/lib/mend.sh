# shellcheck shell=sh
# What runs is rendered again when the machine has changed: the files of its radios, its bridges, its name, or the agent.

# is_stale: whether the document that runs would be rendered otherwise by now. The new rendering is rev/new then.
is_stale() {
	[ "$current" != none ] && [ -f "$STATE_DIR/rev/$current/document" ] || return
	write_inputs "$WORK/inputs" || return
	! cmp -s "$WORK/inputs" "$STATE_DIR/rev/$current/inputs" || return
	if ! prepare "$STATE_DIR/rev/$current/document"; then
		log error not_rendered revision="$(short "$current")"
		[ ! -f "$fresh/inputs" ] || keep_inputs
		return 1
	fi
	renders_alike "$fresh" "$STATE_DIR/rev/$current" || return 0
	keep_inputs
	return 1
}

# mend: brings the document that runs into force again, as it is rendered now.
mend() {
	[ "$current" != none ] || { log info nothing_to_apply && return; } || return
	rm -f "$STATE_DIR/rev/$current/inputs"
	number=$((attempt + 1)) old=$current revision=${current%%.*} started=$(now_ms) confirm_s=''
	load "$STATE_DIR/rev/$current/document" confirm_s=.confirm_within_s
	confirm_s=${confirm_s:-120}
	reason='the document cannot be rendered'
	prepare "$STATE_DIR/rev/$current/document" && adopt
	mended_by=$?
	if [ "$mended_by" -eq 0 ] && [ "$revision" = "$current" ] && ! backend_drifted "$STATE_DIR/rev/$current" &&
		! backend_broken "$STATE_DIR/rev/$current"; then
		log info nothing_to_apply
		return
	fi
	finish_attempt "$mended_by"
}

# forget_mending: a rendering that did not work is not tried again until the machine changes once more.
forget_mending() {
	[ "$current" != none ] && [ "$revision" != "$current" ] && [ "${revision%%.*}" = "${current%%.*}" ] || return 0
	[ ! -f "$STATE_DIR/rev/$revision/inputs" ] ||
		replace "$STATE_DIR/rev/$current/inputs" < "$STATE_DIR/rev/$revision/inputs"
}

# apply: has the running agent mend at once, or does so itself.
apply() {
	[ ! -f "$STATE_DIR/trial" ] || resume || return
	mend
}
