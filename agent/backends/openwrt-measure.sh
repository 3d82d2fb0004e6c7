# shellcheck shell=sh
# The radios and clients of OpenWrt, from ubus and iwinfo (rpcd-mod-iwinfo); who joins and who fails from hostapd-utils.

INTERFACES=${AIRFLEET_INTERFACES:-/sys/class/net} RUN=${AIRFLEET_RUN:-/var/run/airfleet}

# measure_wifi: prints `wifi` of the heartbeat.
measure_wifi() {
	ubus call network.wireless status > "$WORK/wifi" 2> /dev/null || return 0
	[ -n "${all_radios-}" ] || see_machine || return 0
	[ -n "$all_radios" ] || return 0
	print_wifi "$all_radios"
}

report_radio() {
	on=false clients=null channel=null width=null busy=null crashes=null first=''
	case $radio_bands in *" $radio:"*) band=${radio_bands##* "$radio":} band=${band%% *} ;; *) band='' ;; esac
	load "$WORK/wifi" up=".$radio.up" disabled=".$radio.disabled" ifnames=".$radio.interfaces[*].ifname" || return
	[ "$up" = true ] || up=false
	[ "$disabled" = true ] || on=true
	if [ "$up" = true ]; then
		clients=0
		for ifname in $ifnames; do
			first=${first:-$ifname}
			count_bytes "$ifname"
			has hostapd_cli && listen "$ifname" /var/run/hostapd && listening=true
			ubus call iwinfo assoclist "{\"device\":\"$ifname\"}" > "$WORK/stations" 2> /dev/null || continue
			clients=$((clients + $(grep -c '"mac"' "$WORK/stations")))
		done
		[ -z "$first" ] || { see_air; count_crashes "$first"; }
		all_clients=$((all_clients + clients))
	fi
	[ -n "$band" ] || band=2g
	print_radio
}

# see_air: sets `channel`, `width` and `busy` by the first interface of the radio.
see_air() {
	ubus call iwinfo info "{\"device\":\"$first\"}" > "$WORK/air" 2> /dev/null || return 0
	load "$WORK/air" on_channel=.channel frequency=.frequency htmode=.htmode || return 0
	! is_number "$on_channel" || channel=$on_channel
	case $htmode in *[0-9]) width=${htmode##*[!0-9]} ;; NOHT) width=20 ;; esac
	ubus call iwinfo survey "{\"device\":\"$first\"}" > "$WORK/survey" 2> /dev/null || return 0
	load_items "$WORK/survey" .results mhz=.mhz active_ms=.active_time busy_ms=.busy_time || return 0
	found=''
	while next_item; do
		[ "$mhz" != "$frequency" ] || found="$active_ms $busy_ms"
	done 3< "$WORK/items"
	[ -n "$found" ] || return 0
	active_ms=${found% *} busy_ms=${found#* }
	share_busy "$first"
}
