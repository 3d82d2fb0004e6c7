# shellcheck shell=sh
# The networks of SSIDs that have one of their own: br-af<VLAN> over the link af<VLAN> of the uplink, and br-afr<SSID> of a
# router. rev/REVISION/network.<bridge> describes one: its first line is `vlan ID DHCP UPLINK` or `router SSID ADDRESS
# NETMASK`, and the others are lines for dnsmasq and nft after their name. A network is made before radios need it, and
# removed when the document that runs does not need it: while a document is on trial, those of both documents are there.

# What has been made since the machine started.
RUN=${AIRFLEET_RUN:-/run/airfleet}
VLANS=${AIRFLEET_VLANS:-/proc/net/vlan/config}

# network_inputs: what networks depend on besides the document
network_inputs() {
	for program in ip nft dnsmasq udhcpc dhclient wpa_supplicant; do
		! has "$program" || echo "$program"
	done
	[ ! -d "$INTERFACES/${UPLINK_INTERFACE:--}" ] || echo "$UPLINK_INTERFACE"
	[ -z "$UPLINK" ] || { echo "$UPLINK" && [ -d "$INTERFACES/$UPLINK" ] && echo there && grep -v '^af' "$VLANS"; } 2> /dev/null
	return 0
}

# choose_vlan: the bridge of an SSID with a VLAN, or what it lacks. Without UPLINK the machine has the bridge.
choose_vlan() {
	bridge=br-vlan$vlan
	if [ -z "$UPLINK" ]; then
		has_bridge "$bridge" || lacks=vlan
		return
	fi
	bridge=br-af$vlan
	if ! has ip; then
		lacks=ip
	elif [ ! -d "$INTERFACES/$UPLINK" ] || is_taken; then
		lacks=vlan
	fi
}

# is_taken: whether a link that is not the agent's has the VLAN of the uplink. Lines are `NAME | ID | DEVICE`.
is_taken() {
	while read -r link _ tag _ device; do
		case $link:$tag:$device in
		"af$vlan":*) ;;
		*":$vlan:$UPLINK") [ -e "$INTERFACES/br-af$vlan/brif/$link" ] || return 0 ;;
		esac
	done 2> /dev/null < "$VLANS"
	return 1
}

# describe_vlan FOLDER: SSIDs may share the network, and one of them may want it to have an address.
describe_vlan() {
	[ -n "$UPLINK" ] || return 0
	if [ "$vlan_dhcp" = true ] && ! find_dhcp_client; then
		leave_out "$1" "$id" vlan_dhcp vlan.dhcp 'neither udhcpc nor dhclient is there' || return
		vlan_dhcp=''
	fi
	[ -f "$WORK/networks/$bridge" ] && [ "$vlan_dhcp" != true ] ||
		echo "vlan $vlan ${vlan_dhcp:-false} $UPLINK" > "$WORK/networks/$bridge" || return 7
	vlan_dhcp=''
}

# keep_networks FOLDER: copies the descriptions of the bridges that the files of the radios name. An SSID that stays as it
# runs keeps its network.
keep_networks() {
	rm -f "$1"/network.*
	for radio in $RADIOS; do
		if [ -f "$1/$radio.kept" ]; then cat "$RADIOS_DIR/$radio.conf"; else cat "$1/$radio.conf"; fi 2> /dev/null
	done | sed -n 's/^bridge=\(br-afr\{0,1\}[0-9][0-9]*\)$/\1/p' > "$WORK/bridges" || return 7
	while read -r bridge; do
		for network in "$WORK/networks/$bridge" "$STATE_DIR/rev/$current/network.$bridge"; do
			[ -f "$network" ] || continue
			cp "$network" "$1/network.$bridge" || return 7
			break
		done
	done < "$WORK/bridges"
}

# each_network FOLDER FUNCTION: calls the function with `bridge` and the first line: `kind`, `ref`, `first` and `second`.
each_network() {
	for network in "$1"/network.*; do
		[ -f "$network" ] || continue
		bridge=${network##*/network.}
		read -r kind ref first second < "$network" && "$2" || return
	done
}

# make_networks FOLDER: makes what its networks need and is not there. On failure sets `reason`.
make_networks() {
	[ -d "$RUN" ] || ! each_network "$1" false || return 0
	reason='a network could not be made'
	mkdir -p "$RUN" && : > "$WORK/links" && apply_rules "$1" && apply_portals "$1" && each_network "$1" link_network || return
	[ ! -s "$WORK/links" ] || ip -batch "$WORK/links" > /dev/null 2>&1 || return
	each_network "$1" settle_network && serve_names "$1"
}

# is_made: whether the network is as described. Of a router, the record has the bridge's number and address.
is_made() {
	is_raised "$bridge" || return
	case $kind in
	vlan) [ -e "$INTERFACES/$bridge/brif/af$ref" ] && [ -e "$INTERFACES/af$ref/lower_$second" ] ;;
	router) record_of "$bridge" && [ "$made" = "$index $first/$second" ] ;;
	esac
}

is_raised() {
	flags=0
	{ read -r flags < "$INTERFACES/$1/flags"; } 2> /dev/null
	[ $((flags & 1)) = 1 ]
}

# record_of BRIDGE: sets its `index`, and `made` to the record of what has been made
record_of() {
	index='' made=''
	{ read -r index < "$INTERFACES/$1/ifindex" && read -r made < "$RUN/$1"; } 2> /dev/null
}

# link_network: writes the commands that make the network. The bridge has the device's address, since that of its ports
# would change with them.
link_network() {
	! is_made || return 0
	{
		[ -d "$INTERFACES/$bridge" ] || echo "link add $bridge address $(device_mac) type bridge"
		case $kind in
		vlan)
			if [ ! -e "$INTERFACES/af$ref/lower_$second" ]; then
				[ ! -d "$INTERFACES/af$ref" ] || echo "link del af$ref"
				# hostapd's, for a client in the VLAN
				[ ! -e "$INTERFACES/$bridge/brif/vlan$ref" ] || echo "link del vlan$ref"
				# It can be up while the uplink is down.
				echo "link add link $second name af$ref type vlan id $ref loose_binding on"
			fi
			echo "link set af$ref master $bridge up"
			;;
		router) printf 'addr flush dev %s\naddr add %s/%s broadcast + dev %s\n' "$bridge" "$first" "$second" "$bridge" ;;
		esac
		echo "link set $bridge up"
	} >> "$WORK/links"
}

settle_network() {
	case $kind:$first in
	router:*) is_made || { record_of "$bridge" || :; echo "$index $first/$second" > "$RUN/$bridge"; } ;;
	vlan:true) lease_address "$bridge" ;;
	vlan:*) release_address "$bridge" ;;
	esac
}

device_mac() { bare_mac "$MAC" | sed 's/../&:/g; s/:$//' | tr A-F a-f; }

# drop_networks: removes the networks that the document which runs does not need. A link goes before its bridge, by which it
# is found. While clients have VLANs of their own, they may be in any of these bridges, and hostapd removes those that it has
# made.
drop_networks() {
	: > "$WORK/links" || return 7
	has_client_vlans=false
	! grep -q '^dynamic_vlan=1' "$STATE_DIR/rev/$current"/*.conf 2> /dev/null || has_client_vlans=true
	for bridge in "$INTERFACES"/br-af[0-9]* "$INTERFACES"/br-afr[0-9]*; do
		bridge=${bridge##*/}
		case $has_client_vlans:$bridge in true:br-af[0-9]*) continue ;; esac
		if [ ! -d "$INTERFACES/$bridge" ] || [ -f "$STATE_DIR/rev/$current/network.$bridge" ]; then continue; fi
		stop_dhcp_client "$bridge"
		rm -f "$RUN/$bridge"
		[ ! -d "$INTERFACES/${bridge#br-}" ] || echo "link del ${bridge#br-}"
		[ ! -e "$INTERFACES/$bridge/brif/vlan${bridge#br-af}" ] || echo "link del vlan${bridge#br-af}"
		echo "link del $bridge"
	done > "$WORK/links"
	[ ! -s "$WORK/links" ] || ip -batch "$WORK/links" > /dev/null 2>&1 || log error network_not_removed
}

# is_healthy: whether the network is there, and its DHCP client runs
is_healthy() {
	is_made || return
	case $kind:$first in vlan:true) dhcp_client_runs "$bridge" ;; esac
}

# is_detached RADIO: whether a BSS is up outside of its bridge. A bridge that was made again has no ports.
is_detached() {
	while IFS='=' read -r name value; do
		case $name:$value in
		interface:* | bss:*) interface=$value ;;
		bridge:br-af[0-9r]*) [ -e "$INTERFACES/$value/brif/$interface" ] || ! is_raised "$interface" || return 0 ;;
		esac
	done 2> /dev/null < "$RADIOS_DIR/$1.conf"
	return 1
}

# backend_broken FOLDER: whether a network of the document that runs is gone, or a program that serves it has ended.
backend_broken() {
	each_network "$1" is_healthy && rules_apply && names_served && portals_serve && uplink_served && station_served && rates_hold "$1" || return 0
	for radio in $RADIOS; do
		! is_detached "$radio" || return 0
	done
	return 1
}

# backend_begin: makes the networks of the document that runs on a machine that has started, removes those that a killed agent
# has left, and gives radios their power.
backend_begin() {
	find_radios
	[ -d "$RUN" ] || {
		make_networks "$STATE_DIR/rev/$current" && apply_uplink "$STATE_DIR/rev/$current" &&
			apply_station "$STATE_DIR/rev/$current" && apply_rates "$STATE_DIR/rev/$current"
	} || log error network_not_made
	[ -f "$STATE_DIR/trial" ] || drop_networks
	keep_powers
}
