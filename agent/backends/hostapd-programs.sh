# shellcheck shell=sh
# Programs that run beside hostapd, known by the file with their process.

# runs PROGRAM FILE
runs() {
	pid='' program=''
	{ read -r pid < "$2" && read -r program < "/proc/$pid/comm"; } 2> /dev/null
	[ "$program" = "$1" ]
}

# stop_program PROGRAM FILE: ends it, and waits for its end, five seconds at most.
stop_program() {
	checks=0
	while runs "$1" "$2"; do
		case $checks in 0) kill "$pid" ;; 50) kill -9 "$pid" ;; 60) return 1 ;; esac 2> /dev/null
		checks=$((checks + 1))
		[ "$checks" -lt 2 ] || sleep 0.1 2> /dev/null || sleep 1
	done
	rm -f "$2"
}

# DHCP clients, which give the bridge of a VLAN or the uplink an address. They change no name server, and no route but that of
# the uplink.

find_dhcp_client() {
	for dhcp_client in udhcpc dhclient; do
		! has "$dhcp_client" || return 0
	done
	return 1
}

dhcp_client_runs() { find_dhcp_client && runs "$dhcp_client" "$RUN/$1.pid"; }

# lease_address INTERFACE [METRIC]: with a metric, the lease gives the default route, too.
lease_address() {
	! dhcp_client_runs "$1" || return 0
	write_lease_script || return
	case $dhcp_client in
	udhcpc) AIRFLEET_METRIC=${2-} udhcpc -b -t 2 -T 2 -i "$1" -p "$RUN/$1.pid" -s "$STATE_DIR/lease" ;;
	dhclient) dhclient -nw -e AIRFLEET_METRIC="${2-}" -sf "$STATE_DIR/lease" -pf "$RUN/$1.pid" -lf "$RUN/$1.leases" "$1" ;;
	esac > /dev/null 2>&1
}

# The clients name the event in an argument, or in `reason`.
write_lease_script() {
	cat > "$STATE_DIR/lease" <<- 'END' && chmod 700 "$STATE_DIR/lease"
		#!/bin/sh
		case ${reason:-$1} in
		bound | renew) ;;
		BOUND | RENEW | REBIND | REBOOT) ip=$new_ip_address mask=$new_subnet_mask router=$new_routers ;;
		deconfig | PREINIT | EXPIRE | FAIL | RELEASE | STOP)
			ip addr flush dev "$interface" scope global && ip link set "$interface" up
			exit
			;;
		*) exit ;;
		esac
		ip addr flush dev "$interface" scope global
		ip addr add "$ip/${mask:-24}" broadcast + dev "$interface"
		# An uplink by wifi replaces no default route.
		verb=replace
		[ "$interface" != afsta ] || verb=add
		[ -z "$AIRFLEET_METRIC" ] || [ -z "$router" ] ||
			ip route "$verb" default via "${router%% *}" dev "$interface" metric "$AIRFLEET_METRIC"
	END
}

# release_address BRIDGE
release_address() {
	[ -f "$RUN/$1.pid" ] || return 0
	stop_dhcp_client "$1" && ip addr flush dev "$1"
}

stop_dhcp_client() {
	for dhcp_client in udhcpc dhclient; do
		! runs "$dhcp_client" "$RUN/$1.pid" || stop_program "$dhcp_client" "$RUN/$1.pid" || return
	done
	rm -f "$RUN/$1.pid" "$RUN/$1.leases"
}
