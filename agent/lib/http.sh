# shellcheck shell=sh
# Requests to the service by curl, GNU wget or uclient-fetch.

# request PATH [BODY-FILE] [REVISION]: POST with a body, else GET, with If-None-Match for a revision. Sets `status`, 000 if
# there is no answer, and `retry_after`. The answer's body is $WORK/answer. `limit_s` bounds the time.
request() {
	rm -f "$WORK/answer"
	: > "$WORK/head" && : > "$WORK/errors" || return 7
	"request_by_$CLIENT" "$1" "${2-}" "${3-}"
	status=$(sed -n 's/^ *HTTP\/[0-9.]* \([0-9]\{3\}\).*/\1/p' "$WORK/head" | tail -n 1)
	retry_after=$(sed -n 's/^ *[Rr]etry-[Aa]fter: *\([0-9]\{1,5\}\).*/\1/p' "$WORK/head" | tail -n 1)
	[ -n "$status" ] || ! grep -qi 'not yet' "$WORK/head" "$WORK/errors" || set_clock
	[ -n "$status" ] || status=000
}

# The key is in a file that curl reads, so it is on no command line.
request_by_curl() {
	{
		[ -z "$key" ] || printf 'header = "Authorization: Bearer %s"\n' "$key"
		[ -z "$2" ] || printf 'header = "Content-Type: application/json"\ndata-binary = "@%s"\n' "$2"
		[ -z "$3" ] || printf 'header = "If-None-Match: W/\\"%s\\""\n' "$3"
		[ -z "$CA_FILE" ] || printf 'cacert = "%s"\n' "$CA_FILE"
		[ -z "$PIN" ] || printf 'pinnedpubkey = "%s"\n' "$PIN"
	} | curl -q -sS -K - -m "$limit_s" --max-filesize 1000000 -D "$WORK/head" -o "$WORK/answer" "$URL$1" 2> "$WORK/errors"
}

request_by_wget() {
	{
		[ -z "$key" ] || printf 'header = Authorization: Bearer %s\n' "$key"
		[ -z "$2" ] || printf 'header = Content-Type: application/json\nmethod = POST\nbody_file = %s\n' "$2"
		[ -z "$3" ] || printf 'header = If-None-Match: W/"%s"\n' "$3"
		[ -z "$CA_FILE" ] || printf 'ca_certificate = %s\n' "$CA_FILE"
		[ -z "$PIN" ] || printf 'pinnedpubkey = %s\n' "$PIN"
		printf 'timeout = %s\ntries = 1\nmax_redirect = 0\ncontent_on_error = on\nhsts = off\n' "$limit_s"
	} > "$WORK/wgetrc" && wget --config="$WORK/wgetrc" -nv -S -O "$WORK/answer" "$URL$1" 2> "$WORK/head"
}

# It takes headers on its command line only, and shows neither headers nor the body of a refusal.
request_by_uclient() {
	if uclient-fetch ${key:+"--header=Authorization: Bearer $key"} --timeout="$limit_s" -O "$WORK/answer" \
		${2:+"--header=Content-Type: application/json" "--post-file=$2"} ${3:+"--header=If-None-Match: W/\"$3\""} \
		${CA_FILE:+"--ca-certificate=$CA_FILE"} "$URL$1" 2> "$WORK/errors"; then
		echo 'HTTP/1.1 200'
	else
		sed 's/.*HTTP error \([0-9]\{3\}\).*/HTTP\/1.1 \1/' "$WORK/errors"
	fi > "$WORK/head"
}

# A clock behind the newest file of the agent is wrong, as after a power cut: no certificate is valid yet.
set_clock() {
	[ "$SET_CLOCK" = 1 ] || return 1
	# shellcheck disable=SC2012 # the agent has chosen these names
	newest=$(date -r "$STATE_DIR/$(ls -t "$STATE_DIR" | head -n 1)" +%s) || return 1
	[ "$(date +%s)" -lt "$newest" ] && date -s "@$newest" > /dev/null && log warn clock_set seconds="$newest"
}
