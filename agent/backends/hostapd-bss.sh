# shellcheck shell=sh
# The lines of one BSS.

# item NAME VALUE: a line of the file, if there is a value other than false
item() { [ -z "${2%false}" ] || printf '%s=%s\n' "$1" "$2" | sed 's/=true$/=1/'; }

# lack MEMBER MESSAGE: what the SSID lacks
lack() {
	member=$1 why=$2
	return 5
}

# render_bss: the lines of an SSID on `radio`. Returns 5 with `member` and `why` if the SSID is not valid.
render_bss() {
	hex=$(printf %s "$ssid" | od -An -v -tx1 | tr -d ' \n')
	[ -n "$hex" ] || lack ssid 'the SSID has no name' || return
	! grep -qx "ssid2=$hex" "$WORK/bss"/*."$radio" 2> /dev/null || lack ssid 'another SSID has the name' || return
	# For hostapd this is no limit that is not set, but no client.
	[ "$max_clients" != 0 ] || lack max_clients '1 to 2007 clients are possible' || return
	item bridge "${bridge:-$(option "$radio" bridge)}"
	echo "ssid2=$hex"
	item ignore_broadcast_ssid "$hidden"
	item ap_isolate "$isolate"
	item wds_sta "$wds"
	item max_num_sta "$max_clients"
	item ap_max_inactivity "$idle_s"
	render_security && render_filter && render_extras
}

# name_bss RADIO NUMBER: the interface and the address of a further BSS. The kernel takes names of 15 characters. hostapd
# chooses addresses only if the radio's own one is the first of a block, so each BSS has one with a first octet of its own.
# Those of several radios differ, too, as the addresses of radios often differ in their local bit only.
name_bss() {
	interface=$(option "$1" interface)
	mac=$(address_of "$interface")
	[ -n "$mac" ] || mac=$(device_mac)
	interface=${interface}_$2
	[ ${#interface} -le 15 ] || interface=af${position}_$2
	printf 'bss=%s\nbssid=%02x:%s\n' "$interface" $(((0x${mac%%:*} | 2) ^ ((position * 16 + $2) << 2 & 252))) "${mac#*:}"
}

render_security() {
	pairwise=$(echo "$ciphers" | tr '[:lower:]' '[:upper:]')
	case $security in
	open) return ;;
	wpa-wpa2-psk) printf 'wpa=3\nwpa_pairwise=%s\n' "$pairwise" && with_roaming WPA-PSK FT-PSK ;;
	wpa2-psk) echo wpa=2 && with_roaming WPA-PSK FT-PSK ;;
	wpa3-sae) printf 'wpa=2\nieee80211w=2\n' && with_roaming SAE FT-SAE ;;
	wpa2-psk-wpa3-sae)
		printf 'wpa=2\nieee80211w=1\nsae_require_mfp=1\n' && with_roaming 'WPA-PSK SAE' 'FT-PSK FT-SAE'
		;;
	owe) printf 'wpa=2\nwpa_key_mgmt=OWE\nieee80211w=2\n' ;;
	wpa2-eap) echo wpa=2 && with_roaming WPA-EAP FT-EAP ;;
	wpa3-eap) printf 'wpa=2\nieee80211w=2\n' && with_roaming WPA-EAP-SHA256 FT-EAP ;;
	*) lack security.mode 'the mode is unknown' || return ;;
	esac
	echo "rsn_pairwise=$pairwise"
	case $security:${#passphrase} in
	owe:*) ;;
	*-eap:*) render_radius ;;
	*:0) lack security.key 'the SSID has no key' ;;
	*:64) printf 'wpa_psk=%s\n' "$passphrase" ;;
	*) printf 'wpa_passphrase=%s\n' "$passphrase" ;;
	esac
}

render_radius() {
	[ -n "$auth_host" ] || lack security.servers 'the SSID has no RADIUS server' || return
	echo ieee8021x=1
	render_client_vlans
	[ -n "$mobility_domain" ] || item nas_identifier "$nas_id"
	printf 'auth_server_addr=%s\nauth_server_port=%s\n' "$auth_host" "$auth_port"
	printf 'auth_server_shared_secret=%s\n' "$auth_secret"
	[ -n "$acct_host" ] || return 0
	printf 'acct_server_addr=%s\nacct_server_port=%s\n' "$acct_host" "$acct_port"
	printf 'acct_server_shared_secret=%s\n' "$acct_secret"
	item radius_acct_interim_interval "$interim_s"
}

# render_client_vlans: a client goes to the bridge of the VLAN that its RADIUS answer names. hostapd makes what is not there.
render_client_vlans() {
	[ "$dynamic_vlan" != true ] ||
		printf 'dynamic_vlan=1\nvlan_tagged_interface=%s\nvlan_bridge=br-af\nvlan_naming=0\n' "$UPLINK"
}

# name_client_vlans NUMBER: the interfaces of the VLANs of the BSS on `interface`. Sets `client_vlans` to the beginning of
# their names, which have 15 characters at most.
name_client_vlans() {
	client_vlans=''
	grep -q '^dynamic_vlan=' "$part" || return 0
	client_vlans=$interface
	[ ${#interface} -le 10 ] || client_vlans=af${position}_$1
	mkdir -p "$STATE_DIR/vlans" && echo "* $client_vlans.#" | replace "$STATE_DIR/vlans/$client_vlans" || return 7
	echo "vlan_file=$STATE_DIR/vlans/$client_vlans"
}

# The file of addresses is named by its content, so that a radio restarts only when they change.
render_filter() {
	case $policy in
	allow) printf 'macaddr_acl=1\naccept_mac_file=' ;;
	deny) printf 'deny_mac_file=' ;;
	*) return 0 ;;
	esac
	macs_file=$STATE_DIR/macs/$(printf %s "$macs" | sha256sum | cut -c 1-16)
	mkdir -p "$STATE_DIR/macs" && printf '%s\n' "$macs" | tr ' ' '\n' | replace "$macs_file" || return 7
	echo "$macs_file"
}
