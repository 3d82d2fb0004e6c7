# shellcheck shell=sh
# The radios and clients of hostapd: one call of iw for all radios, and two programs for each. Listeners count the clients
# that join and those that fail; they and their counts outlive the agent.

# measure_wifi: prints `wifi` of the heartbeat.
measure_wifi() {
	[ -n "${RADIOS-}" ] || find_radios
	[ -n "$RADIOS" ] || return 0
	comma='' all_clients=0 surveyed='' bytes_now='' listening=false
	iw dev > "$WORK/air" 2> /dev/null || : > "$WORK/air"
	see_crashes
	printf ',"wifi":{"radios":['
	for radio in $RADIOS; do
		report_radio
	done
	surveys=$surveyed bytes_seen=$bytes_now
	printf '],"clients":%s,"rx_bytes":%s,"tx_bytes":%s' "$all_clients" "$all_rx" "$all_tx"
	[ "$listening" = false ] || print_counts
	printf '}'
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
			listen "$bss" && listening=true
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

# listen BSS: starts the listener of the BSS unless it runs. It ends with the BSS.
listen() {
	pid='' program=''
	{ read -r pid < "$RUN/listener.$1" && read -r program < "/proc/$pid/comm"; } 2> /dev/null
	[ "$program" != hostapd_cli ] || return 0
	[ -x "$LIB/backends/hostapd-event" ] && mkdir -p "$RUN" || return
	AIRFLEET_RUN=$RUN hostapd_cli -p "$control" -i "$1" -B -P "$RUN/listener.$1" -a "$LIB/backends/hostapd-event" > /dev/null 2>&1
}

# print_counts: a count is the size of a file, to which listeners append one byte for each client. One that has grown large
# begins anew.
print_counts() {
	for name in joined refused; do
		size=0
		[ ! -f "$RUN/$name" ] || size=$(wc -c < "$RUN/$name")
		printf ',"%s":%s' "$name" $((size))
		[ "$((size))" -le 1000000 ] || rm -f "$RUN/$name"
	done
}
