# shellcheck shell=sh
# Uplinks. One by ethernet is the machine's interface UPLINK_INTERFACE, whose options change; one by wifi or a modem is an
# interface of the agent's, airfleet_wifi or airfleet_modem, in a zone of the firewall of its own.

PROTOCOLS=${AIRFLEET_PROTOCOLS:-/lib/netifd/proto}

# render_uplinks DOCUMENT: sets `uplink_zones` to the zones of the firewall that lead outside.
render_uplinks() {
	taken='' own_uplinks=''
	load_items "$1" .uplinks type=.type protocol=.settings.protocol priority=.settings.priority address=.settings.address \
		netmask=.settings.netmask gateway=.settings.gateway dns=.settings.dns vlan_id=.settings.vlan_id mtu=.settings.mtu \
		ssid=.settings.ssid key_of_uplink=.settings.key apn=.settings.apn username=.settings.username \
		password=.settings.password || refuse 'the document cannot be read' || return
	while next_item; do
		[ -n "$protocol" ] || continue
		dns=$(echo "$dns" | tr -s ',; ' ' ')
		why=''
		case $type in
		ethernet) take_over ;;
		wifi-2g | wifi-5g) join_wifi ;;
		usb-modem) dial ;;
		esac || return 7
		[ -z "$why" ] || leave_out "$made" 0 uplinks "$type" "$why" || return
	done 3< "$WORK/items"
	find_zones
	[ -z "$own_uplinks" ] || ! router_programs | grep -q fw || uplink_zone | write
}

# find_zones: without the setting, the interface `wan` is the uplink, or `lan` on a machine without it.
find_zones() {
	uplink_zones=$(zone_of "${UPLINK_INTERFACE:-wan}")
	[ -n "$uplink_zones" ] || [ -n "$UPLINK_INTERFACE" ] || uplink_zones=$(zone_of lan)
	[ -z "$own_uplinks" ] || uplink_zones="$uplink_zones afwan"
}

uplink_zone() {
	begin firewall.airfleet_wan zone
	option name afwan
	# shellcheck disable=SC2086 # a list
	list network $own_uplinks
	option input REJECT
	option output ACCEPT
	option forward REJECT
	option masq 1
	option mtu_fix 1
	inside=$(zone_of lan)
	[ -z "$inside" ] || forwarding airfleet_wan_lan "$inside" afwan
}

# fits_protocol PROTOCOL...: whether the uplink's is one of them and has what it needs. Sets `why` if not.
fits_protocol() {
	case " $* " in *" $protocol "*) ;; *) why="the protocol $(plain "$protocol") is not possible" && return 1 ;; esac
	case $protocol in
	static)
		why='the address or the netmask is not one of IPv4'
		read_address "$address" && read_address "$netmask" || return
		;;
	pppoe)
		why='ppp is not installed'
		[ -f "$PROTOCOLS/ppp.sh" ] || return
		;;
	esac
	why=''
}

# take_over: the interface is as the uplink says, and without what belongs to another protocol.
take_over() {
	lan=network.$UPLINK_INTERFACE
	device=$(own "$lan.device")
	if [ -z "$UPLINK_INTERFACE" ]; then
		why='UPLINK_INTERFACE is not set'
	elif [ -z "$device" ]; then
		why='the interface has no device'
	elif [ -n "$taken" ]; then
		why='only one uplink by ethernet is possible'
	elif [ -n "$vlan_id" ] && [ "$(type_of "$device")" = bridge ]; then
		why='the interface has a bridge'
	fi
	[ -z "$why" ] && fits_protocol dhcp static pppoe || return 0
	taken=true
	change "$lan.proto" "$protocol" || return
	if [ -n "$vlan_id" ]; then
		base=${device%.[0-9]*} device=${device%.[0-9]*}.$vlan_id
		change "$lan.device" "$device" || return
	fi
	case $protocol in static) ;; *) address='' netmask='' gateway='' ;; esac
	case $protocol in pppoe) set_mtu=$mtu ;; *) username='' password='' set_mtu='' ;; esac
	change_or_unset ipaddr "$address" && change_or_unset netmask "$netmask" && change_or_unset gateway "$gateway" &&
		change_or_unset username "$username" && change_or_unset password "$password" && change_or_unset mtu "$set_mtu" &&
		change_or_unset metric "$priority" && change_dns || return
	[ "$protocol" = pppoe ] || [ -z "$mtu" ] || change_device_mtu
}

type_of() {
	for each_section in $(sections_with network name "$1"); do
		own "network.$each_section.type"
	done
}

change_or_unset() { if [ -n "$2" ]; then change "$lan.$1" "$2"; else unset_option "$lan.$1"; fi; }

# change_dns: name servers of the uplink are instead of those that DHCP or PPP gives.
change_dns() {
	if [ -z "$dns" ]; then
		[ "$protocol" = static ] || [ -z "$(own "$lan.dns")" ] || unset_option "$lan.dns"
		return
	fi
	change "$lan.peerdns" 0 || return
	values=''
	for server in $dns; do quote "$server" && values="$values${values:+ }$quoted"; done
	printf '%s\n' "$lan.dns=$values" >> "$made/options" || return 7
}

# change_device_mtu: in the device's section, which may be a person's
change_device_mtu() {
	for each_section in $(sections_with network name "$device"); do
		change "network.$each_section.mtu" "$mtu"
		return
	done
	{
		begin network.airfleet_uplink device
		option name "$device"
		[ -z "$vlan_id" ] || { option type 8021q && option ifname "$base" && option vid "$vlan_id"; }
		option mtu "$mtu"
	} | write
}

# join_wifi: a station on the first radio of the band that is on
join_wifi() {
	station=''
	for radio in $radios; do
		[ -n "$station" ] || ! is_of "$radio" "${type#wifi-}" || station=$radio
	done
	if [ -z "$station" ]; then
		why='no radio of the band is on'
	elif [ -z "$ssid" ]; then
		why='it has no SSID'
	elif has_uplink airfleet_wifi; then
		why='only one uplink by wifi is possible'
	fi
	[ -z "$why" ] && fits_protocol dhcp static || return 0
	own_uplinks="$own_uplinks airfleet_wifi"
	{
		begin "wireless.airfleet_uplink_$station" wifi-iface
		option device "$station"
		option mode sta
		option network airfleet_wifi
		option ssid "$ssid"
		if [ -n "$key_of_uplink" ]; then option encryption sae-mixed; else option encryption none; fi
		option key "$key_of_uplink"
		begin network.airfleet_wifi interface
		option proto "$protocol"
		[ "$protocol" != static ] || {
			option ipaddr "$address"
			option netmask "$netmask"
			option gateway "$gateway"
		}
		own_uplink_options
	} | write
}

has_uplink() {
	case " $own_uplinks " in *" $1 "*) ;; *) return 1 ;; esac
}

own_uplink_options() {
	option metric "$priority"
	option mtu "$mtu"
	[ -z "$dns" ] || option peerdns 0
	# shellcheck disable=SC2086 # a list
	list dns $dns
}

# dial: the first modem of ModemManager
dial() {
	if [ ! -f "$PROTOCOLS/modemmanager.sh" ] || ! has mmcli; then
		why='ModemManager is not installed'
		return
	elif has_uplink airfleet_modem; then
		why='only one modem is possible'
		return
	fi
	modem='' modem_path=''
	mmcli -J -L > "$WORK/modem" 2> /dev/null && load "$WORK/modem" modem='["modem-list"][0]'
	[ -z "$modem" ] || { mmcli -J -m "$modem" > "$WORK/modem" 2> /dev/null && load "$WORK/modem" modem_path=.modem.generic.device; }
	[ -n "$modem_path" ] || { why='there is no modem' && return; }
	own_uplinks="$own_uplinks airfleet_modem"
	{
		begin network.airfleet_modem interface
		option proto modemmanager
		option device "$modem_path"
		option apn "$apn"
		option username "$username"
		option password "$password"
		own_uplink_options
	} | write
}
