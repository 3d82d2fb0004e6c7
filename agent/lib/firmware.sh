# shellcheck shell=sh
# Firmware. The file `firmware` is the order that is being downloaded: id, version, size, hash and URL, a line each.

# upgrade: follows the service's order by at most one interval of download, or stops the download if the service says so.
upgrade() {
	part=$(backend_part)
	[ -n "$abort_id" ] || { read_order && [ "${upgrade_id:-$order_id}" = "$order_id" ]; } || take_order || return
	if [ -n "$abort_id" ]; then
		abort_upgrade
		return
	fi
	wait_s=0
	if [ -z "$order_sha256" ] && [ "$ALLOW_UNVERIFIED" != 1 ]; then
		fail_upgrade 'the release has no hash'
	elif download; then
		install_image
	fi
}

read_order() {
	[ -f "$STATE_DIR/firmware" ] && {
		read -r order_id && read -r order_version && read -r order_size && read -r order_sha256 && read -r order_url
	} < "$STATE_DIR/firmware"
}

take_order() {
	rm -f "$part"
	printf '%s\n' "$upgrade_id" "$upgrade_version" "$upgrade_size" "$upgrade_sha256" "$upgrade_url" |
		replace "$STATE_DIR/firmware" && read_order || return 7
	failed_downloads=0
	report_download
	beat "$current"
}

# resume_report: the first heartbeat of the agent names the download that it resumes.
resume_report() {
	part=$(backend_part)
	! read_order || report_download
}

# report_download: how much of the image is there; nothing if its size is not known, so that it does not seem to stand still.
report_download() {
	report_upgrade downloading "${order_size:+$(($(have_bytes) * 100 / order_size))}"
}

# abort_upgrade: the order is removed before the service hears of it, so that nothing is resumed. One that is not there is
# reported as well: the agent may have ended before it could.
abort_upgrade() {
	if read_order && [ "$order_id" = "$abort_id" ]; then rm -f "$STATE_DIR/firmware" "$part" || return 7; fi
	order_id=$abort_id
	log info download_aborted id="$order_id"
	report_upgrade aborted ''
	beat "$current"
}

# report_upgrade STATE PROGRESS [MESSAGE]: for the next heartbeats; an empty progress is left out
report_upgrade() {
	upgrade_report="{\"id\":$order_id,\"state\":\"$1\"${2:+,\"progress\":$2}${3:+,\"message\":\"$3\"}}"
}

fail_upgrade() {
	log error upgrade_failed id="$order_id"
	rm -f "$STATE_DIR/firmware" "$part"
	report_upgrade failure 0 "$1"
	return 6
}

have_bytes() { if [ -f "$part" ]; then wc -c < "$part" | tr -d ' '; else echo 0; fi; }

# download: returns 0 once the image is whole. What is there is not fetched again. A try that brings nothing has failed, and
# the next one does not make up for it: the fifth ends the upgrade.
download() {
	case $order_url in
	*[!!-~]* | *[\"\\]*) fail_upgrade 'the address is malformed' || return ;;
	esac
	had_bytes=$(have_bytes)
	if [ "$had_bytes" != "$order_size" ]; then "download_by_$CLIENT"; fi
	ended=$? have_now=$(have_bytes)
	case $ended in
	0 | 23 | 33 | 36) ;;
	*) [ "$have_now" != "$had_bytes" ] || failed_downloads=$((failed_downloads + 1)) ;;
	esac
	case $ended in
	0) return ;;
	23) fail_upgrade 'no space for the image' || return ;;
	33 | 36) rm -f "$part" ;; # the server knows no ranges
	28 | 124) ;; # the interval is over
	*) wait_s=$(spread 5 50) ;;
	esac
	[ "$failed_downloads" -lt 5 ] || fail_upgrade 'the download failed' || return
	report_download
	return 3
}

download_by_curl() {
	printf 'url = "%s"\n' "$order_url" |
		curl -q -sS -f -K - ${CA_FILE:+--cacert "$CA_FILE"} -C - -m "$interval" -o "$part" 2> /dev/null
}

download_by_wget() {
	limit "$interval" wget -q -c --tries=1 ${CA_FILE:+--ca-certificate="$CA_FILE"} -O "$part" "$order_url" 2> /dev/null
}

download_by_uclient() {
	limit "$interval" uclient-fetch -q -c --timeout=30 ${CA_FILE:+--ca-certificate="$CA_FILE"} -O "$part" "$order_url" 2> /dev/null
}

# The service must know of the installation before the flash is written.
install_image() {
	if [ "$(have_bytes)" != "${order_size:-$(have_bytes)}" ]; then
		fail_upgrade 'the size of the image differs' || return
	fi
	image_sha256=$(sha256sum < "$part" | cut -c 1-64)
	if [ "$image_sha256" != "${order_sha256:-$image_sha256}" ]; then
		fail_upgrade 'the hash of the image differs' || return
	fi
	report_upgrade installing 0
	sync "$part" && beat "$current" && rm "$STATE_DIR/firmware" || return
	log info installing id="$order_id"
	backend_flash "$part" "$order_version" > /dev/null 2>&1 || fail_upgrade 'the image could not be installed' || return
	rm -f "$part"
	upgrade_report=''
}
