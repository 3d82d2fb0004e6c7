# shellcheck shell=sh
# Router mode: the bridge br-afr<SSID> has the address of the SSID's router, one dnsmasq serves DHCP and DNS on all of these
# bridges, and the table `inet airfleet` of nftables translates their addresses and keeps them apart.

FORWARD=${AIRFLEET_FORWARD:-/proc/sys/net/ipv4/ip_forward}

# choose_router: the bridge of an SSID in router mode, or what it lacks. Clients of a VLAN need no router of this device.
choose_router() {
	bridge=br-afr$id
	[ "$router_dhcp:$dhcp_relay_address" != relay: ] || lacks=relay
	[ -z "$vlan" ] || lacks=vlan
	for program in ip nft dnsmasq; do
		has "$program" || lacks=$program
	done
}

# describe_router FOLDER: describes the network. Returns 5 with `member` and `why` if it is not possible.
describe_router() {
	# shellcheck disable=SC2086 # lists
	find_subnet && check_addresses router.ranges $range_starts $range_ends && check_addresses router.hosts $host_addresses ||
		return
	{
		echo "router $id $router_address $router_netmask"
		name_lines | sed 's/^/dnsmasq /'
		rule_lines | sed 's/^/nft /'
	} > "$WORK/networks/$bridge" || return 7
	sed -n 's/^dnsmasq //p' "$WORK/networks"/br-afr* > "$WORK/names" || return 7
	if ! why=$(dnsmasq --test --conf-file="$WORK/names" 2>&1); then
		rm -f "$WORK/networks/$bridge"
		lack router "$(printf %s "$why" | sed 's/^dnsmasq: //; s/ at line .*//; q')"
		return
	fi
	case $dns in *:*) leave_out "$1" "$id" dns router.dns 'DHCP gives clients servers with IPv4 only' ;; esac
}

# find_subnet: sets `subnet` and `mask`. Fails if an SSID before this one has a part of the subnet.
find_subnet() {
	read_address "$router_netmask" || lack router.netmask 'not an IPv4 netmask' || return
	mask=$bits
	read_address "$router_address" || lack router.address 'not an IPv4 address' || return
	subnet=$((bits & mask))
	for network in "$WORK/networks"/br-afr*; do
		{ read -r _ _ other netmask < "$network" && read_address "$netmask"; } 2> /dev/null || continue
		common=$((mask & bits))
		read_address "$other"
		[ $((subnet & common)) != $((bits & common)) ] || lack router.address 'another SSID has the subnet' || return
	done
}

# check_addresses MEMBER ADDRESS...: they must be in the subnet
check_addresses() {
	checked=$1
	shift
	for other; do
		{ read_address "$other" && [ $((bits & mask)) = "$subnet" ]; } || lack "$checked" 'not an address of the subnet' || return
	done
}

# name_lines: the SSID's part of dnsmasq's file. Clients get fixed name servers by DHCP, otherwise this device as theirs.
name_lines() {
	echo "interface=$bridge"
	case $router_dhcp in
	server) dhcp_lines ;;
	relay) echo "dhcp-relay=$router_address,$dhcp_relay_address" ;;
	*) echo "no-dhcp-interface=$bridge" ;;
	esac
}

dhcp_lines() {
	lease_s=${lease_s:-43200}
	# shellcheck disable=SC2086 # lists
	set -- $range_ends
	for start in $range_starts; do
		echo "dhcp-range=set:$bridge,$start,$1,$router_netmask,$lease_s"
		shift
	done
	[ -n "$range_starts" ] || echo "dhcp-range=set:$bridge,$(text_of "$subnet"),static,$router_netmask,$lease_s"
	# shellcheck disable=SC2086
	set -- $host_macs
	for address in $host_addresses; do
		echo "dhcp-host=$1,$address"
		shift
	done
	servers=''
	for server in $dns; do
		case $server in *:*) ;; *) servers=$servers,$server ;; esac
	done
	[ -z "$servers" ] || echo "dhcp-option=tag:$bridge,option:dns-server$servers"
}

# rule_lines: the SSID's rules. Its clients reach each other, the router's services at its own address, and what the routes
# lead to other than networks of SSIDs; what begins outside reaches them only without NAT.
# A portal adds rules here: `forward` before the first one below decides what a client reaches until it has agreed, `services`
# has what the device itself offers (the port of its page), and a chain of the type nat on the hook prerouting (made in
# write_rules) leads requests to the page. What clients have agreed to is a set in this table, or in one of the portal's own
# if it is to last longer than a document: apply_rules makes this table anew when a rule changes.
rule_lines() {
	rule='add rule inet airfleet'
	echo "$rule input iifname $bridge ip daddr $router_address jump services"
	echo "$rule forward iifname $bridge oifname $bridge accept"
	echo "$rule forward iifname $bridge oifname br-af* drop"
	echo "$rule forward iifname br-af* oifname $bridge drop"
	[ "$nat" = true ] || return 0
	echo "$rule forward oifname $bridge drop"
	echo "$rule postrouting ip saddr & $router_netmask == $(text_of "$subnet") oifname != br-af* masquerade"
}

# write_rules FOLDER: the whole table, in one transaction; nothing without a router
write_rules() {
	rules=$(sed -n 's/^nft //p' "$1"/network.* 2> /dev/null)
	[ -n "$rules" ] || return 0
	cat <<- END
		add table inet airfleet
		delete table inet airfleet
		add table inet airfleet
		add chain inet airfleet services
		add rule inet airfleet services meta l4proto icmp accept
		add rule inet airfleet services udp dport 53 accept
		add rule inet airfleet services tcp dport 53 accept
		add chain inet airfleet input { type filter hook input priority 0; }
		add rule inet airfleet input iifname != br-afr* accept
		add rule inet airfleet input ct state established,related accept
		add rule inet airfleet input udp dport 67 accept
		add chain inet airfleet forward { type filter hook forward priority 0; }
		add rule inet airfleet forward ct state established,related accept
		add chain inet airfleet postrouting { type nat hook postrouting priority 100; }
		$rules
		add rule inet airfleet input drop
	END
}

# apply_rules FOLDER: the record of the rules is empty while they are written, so that a table which may exist has one.
apply_rules() {
	write_rules "$1" > "$WORK/rules" || return
	if [ ! -s "$WORK/rules" ]; then
		remove_rules
		return
	fi
	! { cmp -s "$WORK/rules" "$RUN/rules" && rules_apply; } || return 0
	: > "$RUN/rules" && nft -f "$WORK/rules" > /dev/null 2>&1 || return
	[ -f "$RUN/forward" ] || { cp "$FORWARD" "$RUN/forward.new" && mv "$RUN/forward.new" "$RUN/forward"; } || return
	echo 1 > "$FORWARD" && cp "$WORK/rules" "$RUN/rules"
}

remove_rules() {
	[ -f "$RUN/rules" ] || return 0
	printf '%s table inet airfleet\n' add delete | nft -f - > /dev/null 2>&1 || return
	[ ! -f "$RUN/forward" ] || { cat "$RUN/forward" > "$FORWARD" && rm "$RUN/forward"; } || return
	rm "$RUN/rules"
}

# rules_apply: whether the rules that were written are in force. Another program may have flushed all tables.
rules_apply() {
	[ -f "$RUN/rules" ] || return 0
	# The kernel gives a shell that reads byte by byte no line end.
	read -r forwards < "$FORWARD"
	[ "$forwards" = 1 ] && nft list chain inet airfleet services > /dev/null 2>&1
}

# serve_names FOLDER: runs dnsmasq with the folder's lines. It is restarted only when they change.
serve_names() {
	lines=$(sed -n 's/^dnsmasq //p' "$1"/network.* 2> /dev/null)
	if [ -z "$lines" ]; then
		[ ! -f "$RUN/dnsmasq.conf" ] || { stop_program dnsmasq "$RUN/dnsmasq.pid" && rm "$RUN/dnsmasq.conf"; }
		return
	fi
	cat > "$WORK/names" <<- END
		bind-dynamic
		except-interface=lo
		no-hosts
		dhcp-authoritative
		dhcp-leasefile=$STATE_DIR/leases
		$lines
	END
	! { cmp -s "$WORK/names" "$RUN/dnsmasq.conf" && names_served; } || return 0
	reason='dnsmasq does not start'
	stop_program dnsmasq "$RUN/dnsmasq.pid" && cp "$WORK/names" "$RUN/dnsmasq.conf" &&
		dnsmasq --conf-file="$RUN/dnsmasq.conf" --pid-file="$RUN/dnsmasq.pid" > /dev/null 2>&1
}

names_served() { [ ! -f "$RUN/dnsmasq.conf" ] || runs dnsmasq "$RUN/dnsmasq.pid"; }
