# shellcheck shell=sh
# Enrolment: a device with a token gets its key. The file `nonce` is there from before the first request until the first
# heartbeat: the service gives the same nonce another key, so an answer that is lost locks no device out.

# may_enrol: whether the device has no key yet, and a token.
may_enrol() { [ -z "$key" ] && [ -r "$TOKEN_FILE" ]; }

# read_enrolment enrol OPTION VALUE...: the settings file may be absent.
read_enrolment() {
	http=${ALLOW_HTTP:-0} file=$config
	[ -f "$config" ] || file=/dev/null
	read_settings "$file"
	if [ "$file" = /dev/null ] && [ -f "$ROOT/etc/openwrt_release" ]; then BACKEND=openwrt STATE_DIR=/etc/airfleet/state; fi
	[ "$http" != 1 ] || ALLOW_HTTP=1
	shift
	while [ $# -gt 0 ]; do
		[ $# -ge 2 ] || usage
		case $1 in
		--url) URL=$2 ;;
		--token) TOKEN_FILE=$2 ;;
		--mac) MAC=$2 ;;
		*) usage ;;
		esac
		shift 2
	done
	case $TOKEN_FILE in /*) ;; *) TOKEN_FILE=$PWD/$TOKEN_FILE ;; esac
	check_url
	[ -r "$TOKEN_FILE" ] || fail 2 token_not_readable
}

# enrol: asks for the key until the service gives or refuses it.
enrol() {
	[ -n "$MAC" ] || own_mac || fail 2 no_default_route
	begin_enrolment || return 7
	until ask; do
		case $? in 4 | 7) return "$?" ;; esac
		pause "$wait_s"
	done
}

# enrol_at_boot: the same, and waits for a route and through refusals. A person may change what was refused.
enrol_at_boot() {
	check_url
	until [ -n "$MAC" ] || own_mac; do pause 5; done
	begin_enrolment || return 7
	until ask; do
		case $? in
		4) pause "$(spread 600 50)" ;;
		7) return 7 ;;
		*) pause "$wait_s" ;;
		esac
	done
	check_identity
}

# begin_enrolment: saves what a restart needs to go on: the nonce, and the settings.
begin_enrolment() {
	enrol_backoff=5
	[ -s "$STATE_DIR/nonce" ] || save nonce "$(head -c 32 /dev/urandom | sha256sum | cut -c 1-64)" || return
	{
		[ ! -f "$config" ] || grep -v -e '^URL=' -e '^MAC=' -e '^TOKEN_FILE=' -e '^ALLOW_HTTP=' -e '^BACKEND=' -e '^STATE_DIR=' "$config"
		printf '%s\n' "URL=$URL" "MAC=$MAC" "BACKEND=$BACKEND" "STATE_DIR=$STATE_DIR"
		[ "$TOKEN_FILE" = /etc/airfleet/token ] || printf 'TOKEN_FILE=%s\n' "$TOKEN_FILE"
		[ "$ALLOW_HTTP" != 1 ] || echo ALLOW_HTTP=1
	} > "$WORK/settings"
	if [ -f "$config" ] && cmp -s "$WORK/settings" "$config"; then return; fi
	make_folder "$config" && replace "$config" < "$WORK/settings"
}

# ask: one request. Returns 0 once the key is stored, 3 if the next request is due in `wait_s`, 4 after a refusal.
ask() {
	key='' new_key='' next='' why=''
	token=$(tr -cd 'A-Za-z0-9_-' < "$TOKEN_FILE") && read -r nonce < "$STATE_DIR/nonce" || return 7
	printf '{"token":"%s","nonce":"%s","mac_id":"%s","router_serial_number":"%s","board":"%s","agent":"%s"}' "$token" "$nonce" \
		"$MAC" "$(serial_number)" "$(board)" "airfleet-agent $VERSION $BACKEND" > "$WORK/body" || return 7
	request /device/v1/enrol "$WORK/body"
	rm -f "$WORK/body"
	case $status in
	20[0-2]) load "$WORK/answer" new_key=.device_key next=.next_request_in || new_key='' ;;
	408 | 429 | 5?? | 000) ;;
	*)
		load "$WORK/answer" why=.msg
		log error enrolment_refused status="$status" reason="$(plain "$why")"
		return 4
		;;
	esac
	case $new_key:$next in
	*[!A-Za-z0-9._~+/=:-]*) ;;
	?*:)
		store_key || return 7
		return
		;;
	:[1-9]*)
		log info waits_for_approval
		wait_s=$(spread "$next" 20)
		return 3
		;;
	esac
	log warn not_enrolled status="$status"
	wait_s=${retry_after:-$(spread "$enrol_backoff" 50)}
	enrol_backoff=$((enrol_backoff * 2 < 60 ? enrol_backoff * 2 : 60))
	return 3
}

store_key() {
	rm -f "$WORK/answer"
	make_folder "$KEY_FILE" && echo "$new_key" | replace "$KEY_FILE" && key=$new_key && log info enrolled
}

# make_folder FILE: the folder of a file
make_folder() { case $1 in */*) mkdir -p "${1%/*}" ;; esac; }

# renew_key: a refused key that no heartbeat was sent with may have been replaced by a later answer, which was lost.
renew_key() {
	if [ "$status" = 401 ] && [ -f "$STATE_DIR/nonce" ] && [ -r "$TOKEN_FILE" ]; then
		enrol_backoff=5 old_key=$key
		ask || key=$old_key
	fi
	return 0
}

# end_enrolment: after a heartbeat. The token of an image has served.
end_enrolment() {
	[ -f "$STATE_DIR/nonce" ] || return 0
	[ "$TOKEN_FILE" != /etc/airfleet/token ] || rm -f "$TOKEN_FILE"
	rm -f "$STATE_DIR/nonce"
}

# own_mac: sets MAC to the address of the interface of the default route.
own_mac() {
	best=''
	while read -r interface destination _ _ _ _ metric mask _; do
		[ "$destination:$mask" = 00000000:00000000 ] || continue
		if [ -z "$best" ] || [ "$metric" -lt "$best" ]; then best=$metric uplink=$interface; fi
	done < "$ROOT/proc/net/route"
	[ -n "$best" ] && read -r MAC < "${AIRFLEET_INTERFACES:-/sys/class/net}/$uplink/address"
}

board() {
	first_text "$ROOT/tmp/sysinfo/board_name" "$ROOT/sys/class/dmi/id/product_name" "$ROOT/proc/device-tree/model"
}

serial_number() { first_text "$ROOT/sys/class/dmi/id/product_serial" "$ROOT/proc/device-tree/serial-number"; }

# first_text FILE...: the text of the first file that has one, as JSON takes it
first_text() {
	for file; do
		[ -r "$file" ] || continue
		text=$(head -n 1 "$file" | tr -cd ' !#-[]-~' | cut -c 1-200)
		[ -z "$text" ] || break
	done
	printf %s "${text-}"
	text=''
}
