# shellcheck shell=sh
# From a document to files that the backend has checked.

# The revision that a document must have.
revision_of() { sed 's/"revision":"[0-9a-f]\{64\}",//' "$1" | tr -d '\n' | sha256sum | cut -c 1-64; }

bare_mac() { printf %s "$1" | tr -d ':.-' | tr a-f A-F; }

# verify FILE: sets `revision`, `confirm_s` and, on failure, `reason`. Returns 3 if the file is damaged, 5 if this agent
# cannot use it.
verify() {
	revision=$(revision_of "$1") reason='the hash of the document differs'
	grep -q "\"revision\":\"$revision\"" "$1" || return 3
	reason='the document is of another schema or for another device'
	load "$1" schema=.schema mac_id=.device.mac_id confirm_s=.confirm_within_s || return 5
	[ "$schema" = 2 ] && [ "$(bare_mac "$mac_id")" = "$(bare_mac "$MAC")" ] && [ -n "$confirm_s" ] || return 5
}

# prepare FILE: renders the document into rev/new and has it checked. The file `inputs` has what the rendering depends on.
prepare() {
	fresh=$STATE_DIR/rev/new
	rm -rf "$fresh" && mkdir -p "$fresh" && cp "$1" "$fresh/document" && : > "$fresh/left_out" || return 7
	write_inputs "$fresh/inputs" || return 7
	backend_render "$1" "$fresh" || return
	for prepared in "$fresh"/*; do
		sync "$prepared" || return 7
	done
}

write_inputs() { { echo "$CODE" && machine_name && machine_zone && backend_inputs; } > "$1"; }

# store FILE: prepares rev/<revision>, and sets `revision` to the name of the folder. Another rendering of the revision that
# runs is <revision>.<number>. The files of the configuration in force are kept.
store() {
	if [ "$current" = none ] && [ ! -d "$STATE_DIR/rev/none" ]; then
		rm -rf "$STATE_DIR/rev/new" && mkdir "$STATE_DIR/rev/new" && backend_save "$STATE_DIR/rev/new" &&
			mv "$STATE_DIR/rev/new" "$STATE_DIR/rev/none" || return 7
	fi
	prepare "$1" && adopt
}

adopt() {
	if [ "$revision" = "${current%%.*}" ]; then
		if renders_alike "$fresh" "$STATE_DIR/rev/$current"; then
			revision=$current
			keep_inputs || return 7
			return
		fi
		case $current in
		*.*) revision=$revision.$((${current#*.} + 1)) ;;
		*) revision=$revision.1 ;;
		esac
	fi
	if [ "$revision" = "$previous" ]; then
		rm "$STATE_DIR/previous" && previous=none || return 7
	fi
	rm -rf "$STATE_DIR/rev/$revision" && mv "$fresh" "$STATE_DIR/rev/$revision" && sync "$STATE_DIR/rev" || return 7
}

# keep_inputs: what runs is what the last rendering gives, or has been found not to work.
keep_inputs() { replace "$STATE_DIR/rev/$current/inputs" < "$fresh/inputs"; }

# renders_alike FOLDER FOLDER
renders_alike() {
	for one in "$1"/*; do
		[ "${one##*/}" = inputs ] || cmp -s "$one" "$2/${one##*/}" || return
	done
	for one in "$2"/*; do
		[ -f "$1/${one##*/}" ] || return
	done
}

# attempt: fetches the document and brings it into force. Returns an exit code.
attempt() {
	etag=${current%%.*} started=$(now_ms)
	[ "$current" != none ] && [ "$drifted" = false ] || etag=''
	request "/device/v1/configuration?mac_id=$MAC" '' "$etag"
	case $status in
	200) ;;
	# A retry asks for another try of what runs.
	304)
		mend
		return
		;;
	409) log info nothing_to_apply status="$status" && return ;;
	401 | 404) log error refused status="$status" && return 4 ;;
	*) log warn not_fetched status="$status" && return 3 ;;
	esac
	number=$((attempt + 1)) old=$current
	verify "$WORK/answer" && store "$WORK/answer"
	finish_attempt $?
}

# finish_attempt CODE: tries what has been stored, or reports why it could not be.
finish_attempt() {
	case $1 in
	0) try ;;
	3) revision=- && give_up 3 failed download "$reason" ;;
	5) give_up 5 failed invalid "$reason" ;;
	*) give_up 7 failed no_space 'the files could not be written' ;;
	esac
}

# give_up EXIT-CODE STATE ERROR MESSAGE: ends the attempt and its trial. After a transient error, or one of what runs, the next
# is due in 1, 2, 4 to 60 minutes.
give_up() {
	keep_outcome "$number" "$2" "$3" "${revision%%.*}" "$(plain "$4")"
	rm -f "$STATE_DIR/trial"
	case $3 in
	download | no_space | busy | service_away) try_later ;;
	*) if [ "$revision" = "$current" ]; then try_later; else forget_mending; fi ;;
	esac
	log error "$2" code="$3" revision="$(short "$revision")"
	wait_s=0
	prune
	return "$1"
}

try_later() {
	retry_at=$(($(now_ms) + retry_minutes * 60000))
	retry_minutes=$((retry_minutes * 2 < 60 ? retry_minutes * 2 : 60))
}

# check_file FILE: prints what is left out; exits 5 if the document cannot be applied here.
check_file() {
	current=none STATE_DIR=$WORK
	{ verify "$1" && prepare "$1"; } || fail 5 invalid reason="$reason"
	cat "$fresh/left_out"
}
