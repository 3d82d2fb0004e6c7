# shellcheck shell=sh
# Restarting radios.

# backend_reload: makes the networks, and restarts the radios that have changed or have lost their bridge. Sets `reason` if a
# network cannot be made, or radios are not up in time.
backend_reload() {
	make_networks "$installed" || return
	[ "$RELOAD" != : ] || return 0
	reason='the radios were not up in time'
	for radio in $RADIOS; do
		case " $changed " in *" $radio "*) ;; *) ! is_detached "$radio" || changed="$changed $radio" ;; esac
	done
	for radio in $changed; do
		sh -c "$RELOAD" reload "$radio" > /dev/null 2>&1 || return
	done
	await_radios
}

# backend_up: whether the changed radios are up. If not, sets `needs_s` to the time that one which is on its way needs, 0
# without one.
backend_up() {
	is_up=0 needs_s=0
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
		[ "$radio_state" = ENABLED ] || is_up=1
		on_the_way "$radio_state" "$left_s" "$cac_s"
	done
	return "$is_up"
}
