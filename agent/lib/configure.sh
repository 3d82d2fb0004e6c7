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
	[ "$schema" = 1 ] && [ "$(bare_mac "$mac_id")" = "$(bare_mac "$MAC")" ] && [ -n "$confirm_s" ] || return 5
}

# prepare FILE FOLDER: renders the document into the folder and has it checked.
prepare() {
	rm -rf "$2" && mkdir -p "$2" && cp "$1" "$2/document" && : > "$2/left_out" || return 7
	backend_render "$1" "$2" && backend_check "$2" || return
	for prepared in "$2"/*; do
		sync "$prepared" || return 7
	done
}

# store FILE: prepares rev/<revision>. The files of the configuration in force are kept.
store() {
	[ "$revision" != "$current" ] || return 0
	if [ "$current" = none ] && [ ! -d "$STATE_DIR/rev/none" ]; then
		rm -rf "$STATE_DIR/rev/new" && mkdir "$STATE_DIR/rev/new" && backend_save "$STATE_DIR/rev/new" &&
			mv "$STATE_DIR/rev/new" "$STATE_DIR/rev/none" || return 7
	fi
	prepare "$1" "$STATE_DIR/rev/new" || return
	if [ "$revision" = "$previous" ]; then
		rm "$STATE_DIR/previous" && previous=none || return 7
	fi
	rm -rf "$STATE_DIR/rev/$revision" && mv "$STATE_DIR/rev/new" "$STATE_DIR/rev/$revision" && sync "$STATE_DIR/rev" ||
		return 7
}

# attempt: fetches the document and brings it into force. Returns an exit code.
attempt() {
	etag=$current started=$(now_ms)
	[ "$current" != none ] && [ "$drifted" = false ] || etag=''
	request "/device/v1/configuration?mac_id=$MAC" '' "$etag"
	case $status in
	200) ;;
	304 | 409) log info nothing_to_apply status="$status" && return ;;
	401 | 404) log error refused status="$status" && return 4 ;;
	*) log warn not_fetched status="$status" && return 3 ;;
	esac
	number=$((attempt + 1))
	verify "$WORK/answer" && store "$WORK/answer"
	case $? in
	0) try ;;
	3) revision=- && give_up 3 failed download "$reason" ;;
	5) give_up 5 failed invalid "$reason" ;;
	*) give_up 7 failed no_space 'the files could not be written' ;;
	esac
}

# give_up EXIT-CODE STATE ERROR MESSAGE: ends the attempt and its trial. After a transient error the next is due in 1, 2, 4
# to 60 minutes.
give_up() {
	keep_outcome "$number" "$2" "$3" "$revision" "$(printf %s "$4" | tr -cd 'A-Za-z0-9 ._-' | cut -c 1-300)"
	rm -f "$STATE_DIR/trial"
	case $3 in
	download | no_space | busy | service_away)
		retry_at=$(($(now_ms) + retry_minutes * 60000))
		retry_minutes=$((retry_minutes * 2 < 60 ? retry_minutes * 2 : 60))
		;;
	esac
	log error "$2" code="$3" revision="$(short "$revision")"
	wait_s=0
	prune
	return "$1"
}

# check_file FILE: prints what is left out; exits 5 if the document cannot be applied here.
check_file() {
	current=none
	{ verify "$1" && prepare "$1" "$WORK/checked"; } || fail 5 invalid reason="$reason"
	cat "$WORK/checked/left_out"
}
