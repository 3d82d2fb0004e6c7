# shellcheck shell=sh
# What the machine measures: memory, load, why it started, and the clients of its radios. See the service's
# docs/device-makers.md. What a person or a driver does not tell is left out.

PROC=${AIRFLEET_PROC:-/proc} SYS=${AIRFLEET_SYS:-/sys} surveys='' bytes_seen='' all_rx=0 all_tx=0 dumps_seen=0 crashed='' cpu_idle='' cpu_all='' boot_word=''

# measure: prints the members of the heartbeat, each after a comma.
measure() {
	measure_wifi
	measure_memory
	measure_load
	[ -n "$boot_word" ] || find_boot
	printf ',"boot":"%s"' "$boot_word"
}

# print_wifi RADIOS: the member `wifi` of the heartbeat
print_wifi() {
	comma='' all_clients=0 surveyed='' bytes_now='' listening=false
	see_crashes
	printf ',"wifi":{"radios":['
	for radio in $1; do
		report_radio
	done
	surveys=$surveyed bytes_seen=$bytes_now
	printf '],"clients":%s,"rx_bytes":%s,"tx_bytes":%s' "$all_clients" "$all_rx" "$all_tx"
	[ "$listening" = false ] || print_counts
	printf '}'
}

measure_memory() {
	while read -r name value _; do
		case $name in MemAvailable:) ;; *) continue ;; esac
		! is_number "$value" || printf ',"mem_free_kb":%s' "$value"
		return
	done < "$PROC/meminfo"
}

# measure_load: the share of time since the last heartbeat in which the processors worked
measure_load() {
	read -r _ user nice system idle iowait irq softirq _ < "$PROC/stat" || return 0
	idle_before=$cpu_idle all_before=$cpu_all
	cpu_idle=$((idle + iowait)) cpu_all=$((user + nice + system + idle + iowait + irq + softirq))
	{ [ -n "$all_before" ] && [ "$cpu_all" -gt "$all_before" ] && [ "$cpu_idle" -ge "$idle_before" ]; } || return 0
	printf ',"load_percent":%s' $((100 - 100 * (cpu_idle - idle_before) / (cpu_all - all_before)))
}

# find_boot: sets `boot_word`. A power cut leaves no trace, nor does a restart by a person.
find_boot() {
	boot_word=unknown status=0
	for trace in "$SYS"/fs/pstore/dmesg-*; do
		[ ! -f "$trace" ] || boot_word=panic
	done
	for dog in "$SYS"/class/watchdog/*/bootstatus; do
		{ read -r status < "$dog"; } 2> /dev/null || continue
		# 32: the last start was by the watchdog.
		case $status in *[!0-9]* | '') ;; *) [ $((status & 32)) -eq 0 ] || boot_word=watchdog ;; esac
	done
}

# count_bytes INTERFACE: adds what clients have sent and received since the last heartbeat. The kernel begins anew with an
# interface that is made again.
count_bytes() {
	rx='' tx=''
	{ read -r rx < "$INTERFACES/$1/statistics/rx_bytes" && read -r tx < "$INTERFACES/$1/statistics/tx_bytes"; } 2> /dev/null ||
		return 0
	if ! { is_number "$rx" && is_number "$tx"; }; then return 0; fi
	before=${bytes_seen##* "$1":}
	bytes_now="$bytes_now $1:$rx:$tx"
	[ "$before" != "$bytes_seen" ] || return 0
	before=${before%% *}
	all_rx=$((all_rx + rx - (rx < ${before%:*} ? 0 : ${before%:*})))
	all_tx=$((all_tx + tx - (tx < ${before#*:} ? 0 : ${before#*:})))
}

# see_crashes: counts, by device, the crashes of firmware since the last heartbeat. The kernel numbers what they dump, and keeps
# it for five minutes.
see_crashes() {
	last_dump=$dumps_seen
	for dump in "$SYS"/class/devcoredump/devcd*; do
		dump_id=${dump##*/devcd}
		is_number "$dump_id" || continue
		[ "$dump_id" -gt "$dumps_seen" ] || continue
		radio_device=$(cd "$dump/failing_device" 2> /dev/null && pwd -P) || continue
		before=${crashed##* "$radio_device"=}
		if [ "$before" = "$crashed" ]; then
			crashed="$crashed $radio_device=1"
		else
			crashed="${crashed%% "$radio_device"=*} $radio_device=$((${before%% *} + 1))${before#"${before%% *}"}"
		fi
		[ "$dump_id" -le "$last_dump" ] || last_dump=$dump_id
	done
	dumps_seen=$last_dump
}

# count_crashes INTERFACE: sets `crashes` to those of its device that were seen since the start of the agent, or to null.
count_crashes() {
	crashes=null
	[ -d "$SYS/class/devcoredump" ] && radio_device=$(cd "$INTERFACES/$1/device" 2> /dev/null && pwd -P) || return 0
	before=${crashed##* "$radio_device"=} crashes=0
	[ "$before" = "$crashed" ] || crashes=${before%% *}
}

# find_busy INTERFACE: sets `busy` to the share of time since the last heartbeat in which the channel was busy, or to null.
find_busy() {
	busy=null active_ms='' busy_ms='' in_use=false
	iw dev "$1" survey dump > "$WORK/survey" 2> /dev/null || return 0
	while read -r first second third rest; do
		case "$first $second $third $rest" in
		frequency:*'[in use]'*) in_use=true ;;
		frequency:*) in_use=false ;;
		'channel active time: '*) [ "$in_use" = false ] || active_ms=${rest%% *} ;;
		'channel busy time: '*) [ "$in_use" = false ] || busy_ms=${rest%% *} ;;
		esac
	done < "$WORK/survey"
	share_busy "$1"
}

# share_busy INTERFACE: the same of the counters `active_ms` and `busy_ms`
share_busy() {
	if ! { is_number "$active_ms" && is_number "$busy_ms"; }; then return 0; fi
	before=${surveys##* "$1":}
	surveyed="$surveyed $1:$active_ms:$busy_ms"
	[ "$before" != "$surveys" ] || return 0
	before=${before%% *}
	[ "$active_ms" -gt "${before%:*}" ] && [ "$busy_ms" -ge "${before#*:}" ] || return 0
	busy=$((100 * (busy_ms - ${before#*:}) / (active_ms - ${before%:*})))
	[ "$busy" -le 100 ] || busy=100
}

# print_radio: one of the list, after the others
print_radio() {
	case $radio in *[!A-Za-z0-9._-]*) name=null ;; *) name="\"$radio\"" ;; esac
	printf '%s{"name":%s,"band":"%s","on":%s,"up":%s,"channel":%s,"width_mhz":%s,"busy_percent":%s,"clients":%s,"crashes":%s}' \
		"$comma" "$name" "$band" "$on" "$up" "$channel" "$width" "$busy" "$clients" "$crashes"
	comma=,
}

# listen BSS SOCKETS: starts the listener of a BSS of hostapd unless it runs. It counts the clients that join and those that fail,
# and ends with the BSS. Listeners and their counts outlive the agent.
listen() {
	pid='' program=''
	{ read -r pid < "$RUN/listener.$1" && read -r program < "/proc/$pid/comm"; } 2> /dev/null
	[ "$program" != hostapd_cli ] || return 0
	[ -x "$LIB/backends/hostapd-event" ] && mkdir -p "$RUN" || return
	AIRFLEET_RUN=$RUN hostapd_cli -p "$2" -i "$1" -B -P "$RUN/listener.$1" -a "$LIB/backends/hostapd-event" > /dev/null 2>&1
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

# is_number TEXT
is_number() { case $1 in '' | *[!0-9]*) return 1 ;; esac }
