# shellcheck shell=sh
# Restarting radios.

# backend_reload: makes the networks, configures the uplinks, restarts the radios that have changed or have lost their bridge, gives
# all of them their power and sets the rates. Sets `reason` on failure.
backend_reload() {
	make_networks "$installed" && apply_uplink "$installed" && apply_station "$installed" || return
	[ "$RELOAD" != : ] || return 0
	reason='the radios were not up in time'
	for radio in $RADIOS; do
		case " $changed " in *" $radio "*) ;; *) ! is_detached "$radio" || changed="$changed $radio" ;; esac
	done
	unblock
	for radio in $changed; do
		restart_radio || return
	done
	until await_radios; do
		fell_back=false
		for radio in $down; do
			! fall_back || restart_radio || return
		done
		[ "$fell_back" = true ] || return
	done
	# A hostapd that was started before the agent has made the bridge itself, and removes it when it ends.
	make_networks "$installed" || return
	apply_rates "$installed" || return
	set_powers
	write_differences || log error not_saved
}

# restart_radio: of `radio`. One that hostapd does not start falls back.
restart_radio() {
	until sh -c "$RELOAD" reload "$radio" > /dev/null 2>&1; do
		fall_back || return
	done
}

# fall_back: gives `radio` the next lines to fall back on. Fails if there are none.
fall_back() {
	next_lines "$installed" "$radio" || return
	conf=$installed/$radio.conf
	leave_out "$installed" 0 "$feature" "$radio" 'hostapd does not run with it' &&
		without_next | replace "$conf" &&
		rm -f "$next" && replace "$RADIOS_DIR/$radio.conf" < "$conf" && fell_back=true
}

# without_next: the file of the radio after the fall
without_next() {
	case $feature in
	options) sed '/^# radio options$/,/^# end$/d' "$conf" ;;
	*) cat "$next" && sed -n '/^# SSID /,$p' "$conf" ;;
	esac
}

# backend_up: whether the changed radios are up. If not, sets `down` to those that are not, and `needs_s` to the time that one
# which is on its way needs, 0 without one.
backend_up() {
	down='' needs_s=0
	for radio in $changed; do
		[ -s "$RADIOS_DIR/$radio.conf" ] || continue
		control=$(option "$radio" ctrl_interface)
		hostapd_cli -p "${control:-/run/hostapd}" -i "$(option "$radio" interface)" status > "$WORK/status" 2> /dev/null
		radio_state='' left_s='' cac_s=''
		while IFS='=' read -r name value; do
			case $name in
			state) radio_state=$value ;;
			cac_time_seconds) cac_s=$value ;;
			cac_time_left_seconds) left_s=$value ;;
			esac
		done < "$WORK/status"
		[ "$radio_state" = ENABLED ] || down="$down $radio"
		on_the_way "$radio_state" "$left_s" "$cac_s"
	done
	[ -z "$down" ]
}
