# shellcheck shell=sh
# Router mode: an SSID has an interface, a zone of the firewall, and pools of dnsmasq of its own.

# The programs without which an SSID has no router.
router_programs() {
	for program in dnsmasq fw4 fw3; do
		! has "$program" || echo "$program"
	done
}

# choose_router: sets `network` to the SSID's own, or says what the device lacks.
choose_router() {
	network=airfleet_$id
	[ "$router_dhcp:$dhcp_relay_address" != relay: ] || lacks=relay
	[ -z "$vlan" ] || lacks=vlan
	has fw4 || has fw3 || lacks=fw4
	has dnsmasq || lacks=dnsmasq
}

# is_router: whether the addresses fit. Sets `subnet` and `mask`, or `member` and `why`.
is_router() {
	member=router.netmask why='not an IPv4 netmask'
	read_address "$router_netmask" || return
	mask=$bits
	prefix_of "$mask" || return
	member=router.address why='not an IPv4 address'
	read_address "$router_address" || return
	subnet=$((bits & mask)) why='another SSID has the subnet'
	for other in $subnets; do
		common=$((${other#*/} & mask))
		[ $((${other%/*} & common)) != $((subnet & common)) ] || return
	done
	why='not an address of the subnet'
	are_inside router.ranges "$range_starts $range_ends" && are_inside router.hosts "$host_addresses"
}

# are_inside MEMBER ADDRESSES
are_inside() {
	member=$1
	for address in $2; do
		read_address "$address" && [ $((bits & mask)) = "$subnet" ] || return
	done
}

# prefix_of MASK: sets `prefix` to its length. Fails if its ones are not its first bits.
prefix_of() {
	prefix=0
	while [ "$prefix" -le 32 ]; do
		[ $((4294967295 << (32 - prefix) & 4294967295)) != "$1" ] || return 0
		prefix=$((prefix + 1))
	done
	return 1
}

# render_router FOLDER
render_router() {
	subnets="$subnets $subnet/$mask"
	{ router_network && router_zone && router_pools; } | write || return
	case $dns in *:*) leave_out "$1" "$id" dns router.dns 'DHCP gives clients servers with IPv4 only' ;; esac
}

router_network() {
	begin "network.airfleet_${id}_bridge" device
	option type bridge
	option name "br-afr$id"
	option bridge_empty 1
	begin "network.airfleet_$id" interface
	option device "br-afr$id"
	option proto static
	option ipaddr "$router_address"
	option netmask "$router_netmask"
}

# router_zone: clients reach DHCP, DNS and pings here, and beyond the uplinks. What begins there reaches them without NAT only.
router_zone() {
	begin "firewall.airfleet_${id}" zone
	option name "af$id"
	list network "airfleet_$id"
	option input REJECT
	option output ACCEPT
	option forward REJECT
	allow dns 'tcp udp' 53
	allow dhcp udp 67
	allow ping icmp
	target=ACCEPT
	[ "$nat" != true ] || target=MASQUERADE
	for zone in $uplink_zones; do
		forwarding "airfleet_${id}_to_$zone" "af$id" "$zone"
		[ "$nat" = true ] || forwarding "airfleet_${id}_from_$zone" "$zone" "af$id"
		begin "firewall.airfleet_${id}_nat_$zone" nat
		option name "airfleet-$id-nat"
		option family ipv4
		option src "$zone"
		option src_ip "$(text_of "$subnet")/$prefix"
		option proto all
		option target "$target"
		[ "$router_dhcp" != relay ] || {
			begin "firewall.airfleet_${id}_relay_$zone" rule
			option name "airfleet-$id-relay"
			option family ipv4
			option src "$zone"
			option src_ip "$dhcp_relay_address"
			option proto udp
			option dest_port 67
			option target ACCEPT
		}
	done
}

# allow NAME PROTOCOLS [PORT]: what the device offers to clients
allow() {
	begin "firewall.airfleet_${id}_$1" rule
	option name "airfleet-$id-$1"
	option family ipv4
	option src "af$id"
	option proto "$2"
	option dest_port "${3-}"
	option target ACCEPT
}

# forwarding SECTION ZONE ZONE
forwarding() {
	begin "firewall.$1" forwarding
	option src "$2"
	option dest "$3"
}

router_pools() {
	case $router_dhcp in
	relay)
		begin "dhcp.airfleet_${id}_relay" relay
		option local_addr "$router_address"
		option server_addr "$dhcp_relay_address"
		;;
	server) router_ranges && router_hosts ;;
	esac
}

router_ranges() {
	servers=''
	for server in $dns; do
		case $server in *:*) ;; *) servers=$servers,$server ;; esac
	done
	if [ -z "$range_starts" ]; then
		pool 1 1 1
		option dynamicdhcp 0
		return
	fi
	count=0
	# shellcheck disable=SC2086 # a list
	set -- $range_ends
	for start in $range_starts; do
		count=$((count + 1))
		read_address "$start"
		first=$bits
		read_address "$1"
		pool "$count" $((first - subnet)) $((bits - first + 1))
		shift
	done
}

# pool NUMBER START LIMIT: its start is the distance from the address of the subnet.
pool() {
	begin "dhcp.airfleet_${id}_$1" dhcp
	option interface "airfleet_$id"
	option start "$2"
	option limit "$3"
	option leasetime "${lease_s:-43200}"
	# No search for another server, which takes seconds.
	option force 1
	[ "$1" != 1 ] || [ -z "$servers" ] || list dhcp_option "6$servers"
}

router_hosts() {
	count=0
	# shellcheck disable=SC2086 # a list
	set -- $host_macs
	for address in $host_addresses; do
		count=$((count + 1))
		begin "dhcp.airfleet_${id}_host$count" host
		option mac "$1"
		option ip "$address"
		shift
	done
}

# zone_of INTERFACE: the zone of the firewall that has the network
zone_of() {
	zones=$(sed -n "s/^firewall\.\([^=]*\)\.network=.*[' ]$1[' ].*/\1/p" "$WORK/machine")
	for each_section in $zones; do
		own "firewall.$each_section.name"
	done
}
