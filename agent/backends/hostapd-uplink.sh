# shellcheck shell=sh
# The uplink by ethernet: the address and the default route of UPLINK_INTERFACE, which the machine has configured itself. One
# in a VLAN has them on the link afup of the interface, which has none then.
# rev/REVISION/uplink has the document's entry in one line, `-` for what is not set. $RUN/uplink is the one in force, empty
# while it changes, and $RUN/uplink.before has the commands that put back what the machine had.

# render_uplinks DOCUMENT FOLDER: an entry without a protocol changes nothing.
render_uplinks() {
	rm -f "$2/uplink" "$2/station" "$2/station.conf"
	load_items "$1" .uplinks type=.type protocol=.settings.protocol priority=.settings.priority \
		ip_address=.settings.address netmask=.settings.netmask gateway=.settings.gateway vlan_id=.settings.vlan_id \
		mtu=.settings.mtu servers=.settings.dns uplink_ssid=.settings.ssid uplink_key=.settings.key || refuse 'the document cannot be read' || return
	while next_item; do
		[ -n "$protocol" ] || continue
		case $type in
		wifi-2g | wifi-5g)
			render_station "$2" || return
			continue
			;;
		esac
		if lacks_of_uplink "$2"; then
			leave_out "$2" 0 uplinks "$type" "$why" || return
		else
			echo "$protocol ${priority:-0} ${ip_address:--} ${netmask:--} ${gateway:--} ${mtu:--} ${vlan_id:--}" > "$2/uplink" || return 7
			[ -z "$servers" ] || leave_out "$2" 0 uplinks "$type" 'name servers are not set' || return
		fi
	done 3< "$WORK/items"
}

# lacks_of_uplink FOLDER: whether the uplink is not possible, for the reason `why`
lacks_of_uplink() {
	check_protocol
	case $vlan_id in
	'') ;;
	0* | *[!0-9]* | ?????*) why='the VLAN is not one of 1 to 4094' ;;
	*) if [ "$vlan_id" -gt 4094 ]; then why='the VLAN is not one of 1 to 4094'; elif tag_is_taken; then why='another link has the VLAN'; fi ;;
	esac
	[ "$type" = ethernet ] || why='only ethernet and wifi are possible'
	if [ -z "$UPLINK_INTERFACE" ] || [ ! -d "$INTERFACES/$UPLINK_INTERFACE" ]; then
		why='UPLINK_INTERFACE is not set or not there'
	elif ! has ip; then
		why='ip is not there'
	elif [ -f "$1/uplink" ]; then
		why='only one uplink by ethernet is possible'
	elif has_priority "$1/station" "${priority:-0}"; then
		why='the uplink by wifi has the priority'
	fi
	[ -n "$why" ]
}

# check_protocol: sets `why` to why the protocol is not possible, or to nothing.
check_protocol() {
	why=''
	case $protocol in
	static)
		{ read_address "$ip_address" && read_address "$netmask" && read_address "${gateway:-$ip_address}"; } ||
			why='the address, the netmask or the gateway is not one of IPv4'
		;;
	dhcp) find_dhcp_client || why='neither udhcpc nor dhclient is there' ;;
	*) why='the protocol is not possible' ;;
	esac
	case $priority$mtu in *[!0-9]*) why='the priority or the MTU is not a number' ;; esac
}

# has_priority FILE METRIC: whether the other uplink, which the file describes, has the metric
has_priority() { [ -f "$1" ] && read -r _ metric _ < "$1" && [ "$metric" = "$2" ]; }

# tag_is_taken: whether an SSID of the document, or another link, has the VLAN of the uplink. Lines are `NAME | ID | DEVICE`.
tag_is_taken() {
	[ ! -f "$WORK/networks/br-af$vlan_id" ] || return 0
	while read -r link _ tag _ device; do
		case $link:$tag:$device in
		afup:*) ;;
		*":$vlan_id:$UPLINK_INTERFACE" | *":$vlan_id:${UPLINK:--}") return 0 ;;
		esac
	done 2> /dev/null < "$VLANS"
	return 1
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
	: > "$RUN/uplink" && stop_uplink || return
	read -r protocol priority ip_address netmask gateway mtu tag < "$1/uplink" && make_port && "take_$protocol" || return
	cp "$1/uplink" "$RUN/uplink"
}

stop_uplink() {
	stop_dhcp_client "$UPLINK_INTERFACE" && stop_dhcp_client afup || return
	[ ! -d "$INTERFACES/afup" ] || ip link del afup
}

# make_port: sets `port` to the interface that gets the address.
make_port() {
	port=$UPLINK_INTERFACE
	[ "$tag" != - ] || return 0
	port=afup
	{
		echo "addr flush dev $UPLINK_INTERFACE scope global"
		echo "link add link $UPLINK_INTERFACE name afup type vlan id $tag"
		echo 'link set afup up'
	} > "$WORK/links" && ip -batch "$WORK/links" > /dev/null 2>&1
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
	: > "$RUN/uplink" && stop_uplink && ip -batch "$RUN/uplink.before" > /dev/null 2>&1 &&
		rm "$RUN/uplink.before" "$RUN/uplink"
}

take_static() {
	{
		echo "addr flush dev $port scope global"
		[ "$mtu" = - ] || echo "link set $port mtu $mtu"
		echo "addr add $ip_address/$netmask broadcast + dev $port"
		echo "link set $port up"
		[ "$gateway" = - ] || echo "route $(route_verb "$port") default via $gateway dev $port metric $priority"
	} > "$WORK/links" && ip -batch "$WORK/links" > /dev/null 2>&1
}

# route_verb INTERFACE: an uplink by wifi replaces no default route.
route_verb() { if [ "$1" = afsta ]; then echo add; else echo replace; fi; }

# The client keeps the name servers as they are.
take_dhcp() {
	[ "$mtu" = - ] || ip link set "$port" mtu "$mtu" || return
	lease_address "$port" "$priority"
}

uplink_served() {
	[ -f "$RUN/uplink" ] || return 0
	read -r protocol _ _ _ _ _ tag < "$RUN/uplink" && port=$UPLINK_INTERFACE || return
	[ "$tag" = - ] || port=afup
	[ -d "$INTERFACES/$port" ] || return
	[ "$protocol" != dhcp ] || dhcp_client_runs "$port"
}
