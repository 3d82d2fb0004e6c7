# shellcheck shell=sh
# Firmware. The file `firmware` is the order that is being downloaded: id, version, size, hash and URL, a line each.

# upgrade: follows the service's order by at most one interval of download.
upgrade() {
	part=$(backend_part)
	read_order && [ "${upgrade_id:-$order_id}" = "$order_id" ] || take_order || return
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
	report_upgrade downloading 0
	beat "$current"
}

# report_upgrade STATE PROGRESS [MESSAGE]: for the next heartbeats
report_upgrade() {
	upgrade_report="{\"id\":$order_id,\"state\":\"$1\",\"progress\":$2${3:+,\"message\":\"$3\"}}"
}

fail_upgrade() {
	log error upgrade_failed id="$order_id"
	rm -f "$STATE_DIR/firmware" "$part"
	report_upgrade failure 0 "$1"
	return 6
}

have_bytes() { if [ -f "$part" ]; then wc -c < "$part" | tr -d ' '; else echo 0; fi; }

# download: returns 0 once the image is whole. What is there is not fetched again. An interval that brings nothing has failed.
download() {
	case $order_url in
	*[!!-~]* | *[\"\\]*) fail_upgrade 'the address is malformed' || return ;;
	esac
	had_bytes=$(have_bytes)
	if [ "$had_bytes" != "$order_size" ]; then "download_by_$CLIENT"; fi
	ended=$? have_now=$(have_bytes)
	[ "$have_now" = "$had_bytes" ] || failed_downloads=0
	case $ended in
	0) return ;;
	23) fail_upgrade 'no space for the image' || return ;;
	33 | 36) rm -f "$part" ;; # the server knows no ranges
	28 | 124) [ "$have_now" != "$had_bytes" ] || failed_downloads=$((failed_downloads + 1)) ;; # the interval is over
	*) failed_downloads=$((failed_downloads + 1)) wait_s=$(spread 5 50) ;;
	esac
	[ "$failed_downloads" -lt 5 ] || fail_upgrade 'the download failed' || return
	percent=0
	[ -z "$order_size" ] || percent=$((have_now * 100 / order_size))
	report_upgrade downloading "$percent"
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
