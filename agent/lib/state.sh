# shellcheck shell=sh
# The state on disk. A file is replaced by a rename, so that it is always a whole one.

# replace FILE: standard input becomes FILE, or FILE stays as it is.
replace() {
	cat > "$1.new" && sync "$1.new" && mv "$1.new" "$1" && sync "${1%/*}" && return
	rm -f "$1.new"
	return 1
}

# save NAME TEXT...
save() {
	saved=$1
	shift
	printf '%s\n' "$*" | replace "$STATE_DIR/$saved"
}

# Reads what the last run left. `-` is an empty field.
load_state() {
	current=none previous=none attempt=0 state=- code=- attempted=- mended=false message=-
	[ ! -f "$STATE_DIR/current" ] || read -r current < "$STATE_DIR/current" || return 7
	[ ! -f "$STATE_DIR/previous" ] || read -r previous < "$STATE_DIR/previous" || return 7
	[ ! -f "$STATE_DIR/outcome" ] ||
		read -r attempt state code attempted mended message < "$STATE_DIR/outcome" || return 7
	interval=''
	[ "$current" = none ] || load "$STATE_DIR/rev/$current/document" interval=.heartbeat_interval_s || interval=''
	interval=${interval:-60} retry_at=0 retry_minutes=1 upgrade_report='' failed_downloads=0 limit_s=30 drifted=false wait_s=0
	waiting_s='' old=$current started=$(now_ms)
}

# keep_outcome ATTEMPT STATE CODE REVISION MESSAGE: what heartbeats report until the next outcome. On a full disk it lasts
# until the agent ends. An attempt with the revision that ran before has mended drift.
keep_outcome() {
	attempt=$1 state=$2 code=$3 attempted=$4 message=$5 mended=false
	[ "$old" = none ] || [ "${old%%.*}" != "${revision%%.*}" ] || mended=true
	save outcome "$1" "$2" "$3" "$4" "$mended" "$5" || log error outcome_not_saved
}

# Removes the documents that are neither in force nor before that.
prune() {
	for kept in "$STATE_DIR/rev"/*; do
		case ${kept##*/} in
		"$current" | "$previous") ;;
		*) rm -rf "$kept" || log error not_removed ;;
		esac
	done
	backend_prune
}

show_status() {
	for shown in current previous trial outcome; do
		[ ! -f "$STATE_DIR/$shown" ] || echo "$shown $(cat "$STATE_DIR/$shown")"
	done
}

# short REVISION: as in the log
short() { printf %.8s "$1"; }
