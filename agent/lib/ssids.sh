# shellcheck shell=sh
# The SSIDs of a document, and what the device leaves out of it. The file `left_out` has a line for each: the SSID, or 0, the
# feature, and for some the member of the document and a message.

# each_ssid DOCUMENT FUNCTION ARGUMENT...: calls the function for each SSID, with its members as variables.
each_ssid() {
	load_items "$1" .wireless id=.id ssid=.ssid bands='.bands[*]' mode=.mode hidden=.hidden isolate=.isolate wds=.wds \
		security=.security.mode ciphers='.security.ciphers[*]' passphrase=.security.key policy=.mac_filter.policy \
		macs='.mac_filter.macs[*]' vlan=.vlan.id vlan_dhcp=.vlan.dhcp max_clients=.max_clients idle_s=.idle_timeout_s \
		client_kbps=.client_kbps ssid_kbps=.ssid_kbps portal=.portal.login uplink_priority=.uplink_priority \
		splash_url=.portal.splash_url success_url=.portal.success_url walled_garden='.portal.walled_garden[*]' \
		auth_host='.security.servers[0].host' auth_port='.security.servers[0].port' \
		auth_secret='.security.servers[0].secret' nas_id='.security.servers[0].nas_identifier' \
		acct_host='.accounting.servers[0].host' acct_port='.accounting.servers[0].port' \
		acct_secret='.accounting.servers[0].secret' interim_s=.accounting.interim_s \
		mobility_domain=.extras.fast_roaming.mobility_domain neighbor_reports=.extras.neighbor_reports \
		bss_transition=.extras.bss_transition dynamic_vlan=.extras.dynamic_vlan dtim_period=.extras.dtim_period \
		dhcp_relay_address=.extras.dhcp_relay_address \
		hostapd_options='.extras.options.hostapd[+]' uci_options='.extras.options.uci[+]' \
		router_address=.router.address router_netmask=.router.netmask nat=.router.nat router_dhcp=.router.dhcp \
		lease_s=.router.lease_s range_starts='.router.ranges[*].start' range_ends='.router.ranges[*].end' \
		host_addresses='.router.hosts[*].address' host_macs='.router.hosts[*].mac' dns='.router.dns[*]' ||
		refuse 'the document cannot be read' || return
	shift
	while next_item; do
		[ -n "$id" ] || refuse 'an SSID has no id' || return
		"$@" || return
	done 3< "$WORK/items"
}

# refuse REASON: of a whole document
refuse() {
	reason=$1
	return 5
}

# leave_out FOLDER SSID FEATURE [MEMBER MESSAGE]
leave_out() {
	out=$1
	shift
	echo "$*" >> "$out/left_out" || return 7
}

# leave_out_rest DOCUMENT FOLDER: what no backend configures, and is the same on the machine
leave_out_rest() {
	load "$1" time_zone=.time_zone device_name=.device.name ||
		refuse 'the document cannot be read' || return
	[ "$time_zone" = "$(machine_zone)" ] || leave_out "$2" 0 time_zone || return
	[ "$device_name" = "$(machine_name)" ] || leave_out "$2" 0 device_name
}

machine_name() { cat /proc/sys/kernel/hostname; }

machine_zone() {
	zone=$(readlink /etc/localtime)
	zone=${zone##*zoneinfo/}
	echo "${zone:-UTC}"
}

# leave_out_parts FOLDER: what the SSID is applied without
leave_out_parts() {
	[ -z "$client_kbps" ] || leave_out "$1" "$id" client_kbps || return
	[ -z "$ssid_kbps" ] || leave_out "$1" "$id" ssid_kbps || return
	[ "$vlan_dhcp" != true ] || leave_out "$1" "$id" vlan_dhcp || return
	[ -z "$uplink_priority" ] || leave_out "$1" "$id" uplink_priority
}

# may_send BAND: whether the SSID may be on the air there. On 6 GHz it needs the protection of WPA3 or OWE.
may_send() {
	case " $bands ,$1,$security" in
	*' 6g '*,6g,wpa3-sae | *' 6g '*,6g,wpa3-eap | *' 6g '*,6g,owe | *' 5g '*,5g,* | *' 2g '*,2g,*) ;;
	*) return 1 ;;
	esac
}

# plain TEXT: up to 200 characters that JSON and the file `left_out` take
plain() { printf %s "$1" | tr -cd 'A-Za-z0-9 .,;:_=<>()-' | cut -c 1-200; }

# left_out_json FILE...: as heartbeats report it
left_out_json() {
	cat "$@" 2> /dev/null | sed -n '1,32{
		s/^\([0-9]*\) \([a-z0-9_]*\)$/{"ssid_id":\1,"feature":"\2"}/p
		s/^\([0-9]*\) \([a-z0-9_]*\) \([a-zA-Z0-9_.-]*\) \(.*\)$/{"ssid_id":\1,"feature":"\2","field":"\3","message":"\4"}/p
	}' | tr '\n' ','
}
