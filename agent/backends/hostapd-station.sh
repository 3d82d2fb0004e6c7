# shellcheck shell=sh
# The uplink by wifi: the interface afsta on a radio of the band, beside its access points. rev/REVISION/station has the
# document's entry in one line, `-` for what is not set, and station.conf the file of wpa_supplicant. $RUN/station is the one
# in force, empty while it changes.

# render_station FOLDER: the entry that has been loaded
render_station() {
	station=''
	for radio in $RADIOS; do
		[ -n "$station" ] || [ "$(band_of "$radio")" != "${type#wifi-}" ] || station=$(option "$radio" interface)
	done
	# The machine's own default route may have no metric.
	[ "${priority:-0}" != 0 ] || priority=600
	if lacks_of_station "$1"; then
		leave_out "$1" 0 uplinks "$type" "$why"
		return
	fi
	echo "$protocol $priority ${ip_address:--} ${netmask:--} ${gateway:--} ${mtu:--} $station" > "$1/station" &&
		station_lines > "$1/station.conf" || return 7
	[ -z "$servers" ] || leave_out "$1" 0 uplinks "$type" 'name servers are not set'
}

# lacks_of_station FOLDER: whether the uplink is not possible, for the reason `why`
lacks_of_station() {
	check_protocol
	case ${#uplink_key} in
	0 | [89] | [1-5][0-9] | 6[0-3]) ;;
	64) case $uplink_key in *[!0-9A-Fa-f]*) why='the key is not valid' ;; esac ;;
	*) why='the key is not valid' ;;
	esac
	case $(printf %s "$uplink_ssid" | wc -c) in
	*[4-9][0-9] | *3[3-9] | *[0-9][0-9][0-9]) why='the SSID is too long' ;;
	esac
	for program in ip iw wpa_supplicant; do
		has "$program" || why="$program is not there"
	done
	if [ -z "$station" ]; then
		why='no radio of the band is on'
	elif [ -z "$uplink_ssid" ]; then
		why='it has no SSID'
	elif [ -f "$1/station" ]; then
		why='only one uplink by wifi is possible'
	elif has_priority "$1/uplink" "$priority"; then
		why='the uplink by ethernet has the priority'
	fi
	[ -n "$why" ]
}

station_lines() {
	printf 'network={\n\tssid=%s\n\tscan_ssid=1\n' "$(printf %s "$uplink_ssid" | od -An -v -tx1 | tr -d ' \n')"
	case ${#uplink_key} in
	0) printf '\tkey_mgmt=NONE\n' ;;
	64) printf '\tkey_mgmt=WPA-PSK\n\tpsk=%s\n' "$uplink_key" ;;
	*) printf '\tkey_mgmt=WPA-PSK SAE\n\tieee80211w=1\n\tpsk="%s"\n' "$uplink_key" ;;
	esac
	echo '}'
}

# apply_station FOLDER: brings the folder's uplink by wifi into force, or ends the one that is.
apply_station() {
	reason='the uplink by wifi could not be configured'
	if [ ! -f "$1/station" ]; then
		[ ! -f "$RUN/station" ] || drop_station
		return
	fi
	mkdir -p "$RUN" || return
	! { cmp -s "$1/station" "$RUN/station" && cmp -s "$1/station.conf" "$RUN/station.conf" && station_served; } || return 0
	drop_station && : > "$RUN/station" || return
	read -r protocol priority ip_address netmask gateway mtu station < "$1/station" && port=afsta || return
	(umask 077 && cat "$1/station.conf" > "$RUN/station.conf") || return
	iw dev "$station" interface add afsta type managed addr "$(station_mac)" > /dev/null 2>&1 &&
		wpa_supplicant -B -D nl80211 -i afsta -c "$RUN/station.conf" -P "$RUN/station.pid" > /dev/null 2>&1 &&
		"take_$protocol" && cp "$1/station" "$RUN/station"
}

# station_mac: locally administered, and none of those of BSSs, whose second octet is that of the radio.
station_mac() {
	mac=$(address_of "$station")
	[ -n "$mac" ] || mac=$(device_mac)
	rest=${mac#*:}
	printf '%02x:%02x:%s\n' $((0x${mac%%:*} | 2)) $((0x${rest%%:*} ^ 128)) "${rest#*:}"
}

drop_station() {
	stop_dhcp_client afsta && stop_program wpa_supplicant "$RUN/station.pid" || return
	[ ! -d "$INTERFACES/afsta" ] || iw dev afsta del > /dev/null 2>&1 || return
	rm -f "$RUN/station" "$RUN/station.conf"
}

station_served() {
	[ -f "$RUN/station" ] || return 0
	[ -d "$INTERFACES/afsta" ] && runs wpa_supplicant "$RUN/station.pid" && read -r protocol _ < "$RUN/station" || return
	[ "$protocol" != dhcp ] || dhcp_client_runs afsta
}
