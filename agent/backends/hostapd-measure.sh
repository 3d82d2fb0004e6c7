# shellcheck shell=sh
# The radios and clients of hostapd: one call of iw for all radios, and two programs for each.

# measure_wifi: prints `wifi` of the heartbeat.
measure_wifi() {
	[ -n "${RADIOS-}" ] || find_radios
	[ -n "$RADIOS" ] || return 0
	iw dev > "$WORK/air" 2> /dev/null || : > "$WORK/air"
	print_wifi "$RADIOS"
}

report_radio() {
	read_hardware
	on=false up=false clients=0 bsses='' channel=null width=null busy=null
	[ ! -s "$RADIOS_DIR/$radio.conf" ] || on=true
	hostapd_cli -p "$control" -i "$interface" status > "$WORK/status" 2> /dev/null || : > "$WORK/status"
	while IFS='=' read -r name value; do
		case $name in
		state) [ "$value" != ENABLED ] || up=true ;;
		bss'['*) bsses="$bsses $value" ;;
		num_sta'['*) ! is_number "$value" || clients=$((clients + value)) ;;
		esac
	done < "$WORK/status"
	if [ "$up" = true ]; then
		read_air
		! is_number "$on_channel" || channel=$on_channel
		! is_number "$on_width" || width=$on_width
		find_busy "$interface"
		for bss in $bsses; do
			count_bytes "$bss"
			listen "$bss" "$control" && listening=true
		done
	fi
	all_clients=$((all_clients + clients))
	count_crashes "$interface"
	print_radio
}

# read_hardware: what the radio's file says of it
read_hardware() {
	interface='' control=/run/hostapd mode='' class=''
	while IFS='=' read -r name value; do
		case $name in
		interface) interface=$value ;;
		ctrl_interface) control=$value ;;
		hw_mode) mode=$value ;;
		op_class) class=$value ;;
		esac
	done < "$RADIOS_DIR/$radio.radio"
	case $class:$mode in
	13[1-7]:*) band=6g ;;
	*:a) band=5g ;;
	*) band=2g ;;
	esac
}
