# shellcheck shell=sh
# The uplink by ethernet: the address and the default route of UPLINK_INTERFACE, which the machine has configured itself.
# rev/REVISION/uplink has the document's entry in one line, `-` for what is not set. $RUN/uplink is the one in force, empty
# while it changes, and $RUN/uplink.before has the commands that put back what the machine had.

# render_uplinks DOCUMENT FOLDER: an entry without a protocol changes nothing.
render_uplinks() {
	rm -f "$2/uplink"
	load_items "$1" .uplinks type=.type protocol=.settings.protocol priority=.settings.priority \
		ip_address=.settings.address netmask=.settings.netmask gateway=.settings.gateway vlan_id=.settings.vlan_id \
		mtu=.settings.mtu servers=.settings.dns || refuse 'the document cannot be read' || return
	while next_item; do
		[ -n "$protocol" ] || continue
		if lacks_of_uplink "$2"; then
			leave_out "$2" 0 uplinks "$type" "$why" || return
		else
			echo "$protocol ${priority:-0} ${ip_address:--} ${netmask:--} ${gateway:--} ${mtu:--}" > "$2/uplink" || return 7
			[ -z "$servers" ] || leave_out "$2" 0 uplinks "$type" 'name servers are not set' || return
		fi
	done 3< "$WORK/items"
}

# lacks_of_uplink FOLDER: whether the uplink is not possible, for the reason `why`
lacks_of_uplink() {
	why=''
	case $type:$protocol:$vlan_id in
	ethernet:static:)
		{ read_address "$ip_address" && read_address "$netmask" && read_address "${gateway:-$ip_address}"; } ||
			why='the address, the netmask or the gateway is not one of IPv4'
		;;
	ethernet:dhcp:) find_dhcp_client || why='neither udhcpc nor dhclient is there' ;;
	ethernet:*:?*) why='a VLAN is not possible' ;;
	ethernet:*) why='the protocol is not possible' ;;
	*) why='only ethernet is possible' ;;
	esac
	case $priority$mtu in *[!0-9]*) why='the priority or the MTU is not a number' ;; esac
	if [ -z "$UPLINK_INTERFACE" ] || [ ! -d "$INTERFACES/$UPLINK_INTERFACE" ]; then
		why='UPLINK_INTERFACE is not set or not there'
	elif ! has ip; then
		why='ip is not there'
	elif [ -f "$1/uplink" ]; then
		why='only one uplink by ethernet is possible'
	fi
	[ -n "$why" ]
}

# apply_uplink FOLDER: brings the folder's uplink into force, or what the machine had without one.
apply_uplink() {
	reason='the uplink could not be configured'
	if [ ! -f "$1/uplink" ]; then
		[ ! -f "$RUN/uplink.before" ] || give_back
		return
	fi
	mkdir -p "$RUN" || return
	! { cmp -s "$1/uplink" "$RUN/uplink" && uplink_served; } || return 0
	[ -f "$RUN/uplink.before" ] || keep_before || return
	: > "$RUN/uplink" && stop_dhcp_client "$UPLINK_INTERFACE" || return
	read -r protocol priority ip_address netmask gateway mtu < "$1/uplink" && "take_$protocol" || return
	cp "$1/uplink" "$RUN/uplink"
}

# keep_before: the address and the routes that the kernel has not made by itself, and the MTU
keep_before() {
	{
		echo "addr flush dev $UPLINK_INTERFACE scope global"
		read -r mtu < "$INTERFACES/$UPLINK_INTERFACE/mtu" && echo "link set $UPLINK_INTERFACE mtu $mtu"
		ip -o -4 addr show dev "$UPLINK_INTERFACE" scope global |
			sed "s/.* inet \([0-9./]*\) .*/addr add \1 broadcast + dev $UPLINK_INTERFACE/"
		ip -4 route show dev "$UPLINK_INTERFACE" | sed -n "/proto kernel/d; s/^\([^ ].*\)/route replace \1 dev $UPLINK_INTERFACE/p"
	} > "$RUN/uplink.new" && mv "$RUN/uplink.new" "$RUN/uplink.before"
}

give_back() {
	: > "$RUN/uplink" && stop_dhcp_client "$UPLINK_INTERFACE" && ip -batch "$RUN/uplink.before" > /dev/null 2>&1 &&
		rm "$RUN/uplink.before" "$RUN/uplink"
}

take_static() {
	{
		echo "addr flush dev $UPLINK_INTERFACE scope global"
		[ "$mtu" = - ] || echo "link set $UPLINK_INTERFACE mtu $mtu"
		echo "addr add $ip_address/$netmask broadcast + dev $UPLINK_INTERFACE"
		[ "$gateway" = - ] || echo "route replace default via $gateway dev $UPLINK_INTERFACE metric $priority"
	} > "$WORK/links" && ip -batch "$WORK/links" > /dev/null 2>&1
}

# The client keeps the name servers as they are.
take_dhcp() {
	[ "$mtu" = - ] || ip link set "$UPLINK_INTERFACE" mtu "$mtu" || return
	lease_address "$UPLINK_INTERFACE" "$priority"
}

uplink_served() {
	[ -f "$RUN/uplink" ] || return 0
	read -r protocol _ < "$RUN/uplink" || return
	[ "$protocol" != dhcp ] || dhcp_client_runs "$UPLINK_INTERFACE"
}
