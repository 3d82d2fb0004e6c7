# shellcheck shell=sh
# The heartbeat: see the service's docs/device-makers.md.

# beat REVISION: sends a heartbeat of a device that runs this revision. Sets `confirmed`, `fetch`, `interval`, `upgrade_*`,
# `abort_id` and `command_*` by the answer. Returns 3 without an answer of the service, 4 after a refusal.
beat() {
	confirmed='' fetch='' next='' upgrade_id='' abort_id='' command_action=''
	heartbeat "$1" > "$WORK/body" || return 7
	request /device/v1/heartbeat "$WORK/body"
	case $status in
	200) ;;
	401 | 404) log error refused status="$status" && renew_key && return 4 ;;
	*) log warn not_reached status="$status" && return 3 ;;
	esac
	load "$WORK/answer" confirmed=.configuration.confirmed fetch=.configuration.fetch next=.next_heartbeat_in \
		upgrade_id=.upgrade.id upgrade_version=.upgrade.version upgrade_url=.upgrade.url \
		upgrade_sha256=.upgrade.sha256 upgrade_size=.upgrade.size abort_id=.abort \
		command_id=.command.id command_action=.command.action command_seconds=.command.seconds
	# A captive portal answers 200, too, but not with this.
	case $fetch:$next in true:[1-9]* | false:[1-9]*) interval=$next ;; *) return 3 ;; esac
	end_enrolment
	case $upgrade_report in *'"failure"'* | *'"aborted"'*) upgrade_report='' ;; esac
}

heartbeat() {
	version=''
	[ -z "$FIRMWARE_VERSION_FILE" ] || version=$(head -n 1 "$FIRMWARE_VERSION_FILE" | tr -cd 'A-Za-z0-9._+~-' | cut -c 1-64)
	printf '{"mac_id":"%s","firmware_version":"%s","uptime_s":%s%s' "$MAC" "${version:-unknown}" $(($(now_ms) / 1000)) \
		"${upgrade_report:+,\"upgrade\":$upgrade_report}"
	measure
	revision_json=null
	[ "$1" = none ] || revision_json="\"${1%%.*}\""
	printf ',"configuration":{"revision":%s,"agent":"airfleet-agent %s %s"' "$revision_json" "$VERSION" "$BACKEND"
	printf ',"drifted":%s' "$drifted"
	[ -z "$waiting_s" ] || printf ',"waiting_s":%s' "$waiting_s"
	[ "$state" = - ] || printf ',"state":"%s","attempt":%s,"mended":%s' "$state" "$attempt" "$mended"
	[ "$attempted" = - ] || printf ',"attempted":"%s"' "$attempted"
	[ "$code" = - ] || printf ',"error":{"code":"%s","message":"%s"}' "$code" "$message"
	left_out=$(left_out_json "$STATE_DIR/rev/$1/left_out" "$STATE_DIR/radios_failed")
	printf ',"left_out":[%s]}}' "${left_out%,}"
}
