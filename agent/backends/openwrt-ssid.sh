# shellcheck shell=sh
# The sections of an SSID in /etc/config/wireless: airfleet_ID_RADIO.

# render_ssid FOLDER: writes the sections of the SSID, or says what this device cannot do.
render_ssid() {
	lacks='' network=lan member='' why=''
	case $mode:$portal:$vlan in
	*:?*:*) lacks=portal ;;
	router:*) choose_router ;;
	*:[0-9]*) choose_vlan ;;
	esac
	tagged=-
	[ -n "$lacks" ] || [ "$dynamic_vlan" != true ] || find_tagged
	if [ -n "$lacks" ]; then
		leave_out "$1" "$id" "$lacks" ${member:+"$member"} ${why:+"$why"}
		return
	fi
	encryption=$(encryption_of)
	if ! is_valid || { [ "$mode" = router ] && ! is_router; }; then
		refuse_ssid "$1" "$member" "$why"
		return
	fi
	lacks=band
	for radio in $radios; do
		may_send_on "$radio" || continue
		lacks=''
		render_section | write || return
	done
	if [ -n "$lacks" ]; then
		leave_out "$1" "$id" "$lacks"
		return
	fi
	case $network in
	airfleet_v*) need_vlan "$vlan" "$vlan_dhcp" ;;
	airfleet_*) render_router "$1" || return ;;
	esac
	# The interface has it.
	vlan_dhcp=''
	leave_out_parts "$1"
}

may_send_on() {
	for band in $bands; do
		! is_of "$1" "$band" || ! may_send "$band" || return 0
	done
	return 1
}

# find_tagged: sets `tagged` to the port that has the VLANs of clients, or says what it lacks.
find_tagged() {
	find_ports
	[ "$filters" != true ] || { lacks=vlan why='the bridge has VLANs of its own'; }
	if [ -n "$lacks" ]; then lacks=dynamic_vlan; else tagged=${ports%% *}; fi
}

encryption_of() {
	case $security in
	open) echo none ;;
	wpa-wpa2-psk) echo psk-mixed ;;
	wpa2-psk) echo psk2 ;;
	wpa2-eap) echo wpa2 ;;
	wpa3-eap) echo wpa3 ;;
	wpa3-sae) echo sae ;;
	wpa2-psk-wpa3-sae) echo sae-mixed ;;
	owe) echo owe ;;
	esac
}

# is_valid: a value that hostapd refuses would take the radio down, with all of its SSIDs. Sets `member` and `why`.
is_valid() {
	member=ssid why='the SSID has no name'
	[ -n "$ssid" ] || return
	member=security.mode why='the mode is unknown'
	[ -n "$encryption" ] || return
	member=max_clients why='1 to 2007 clients are possible'
	[ -z "$max_clients" ] || { [ "$max_clients" -ge 1 ] && [ "$max_clients" -le 2007 ]; } || return
	member=security.servers why='the SSID has no RADIUS server'
	case $encryption:$auth_host in wpa?:) return 1 ;; esac
	member=security.key why='the key has 8 to 63 characters or 64 hexadecimal digits'
	case $encryption:${#passphrase} in
	none:* | owe:* | wpa?:*) ;;
	sae*:64 | *:[0-7]) return 1 ;;
	*:64) case $passphrase in *[!0-9A-Fa-f]*) return 1 ;; esac ;;
	*:[89] | *:[1-5][0-9] | *:6[0-3]) ;;
	*) return 1 ;;
	esac
}

# refuse_ssid FOLDER MEMBER MESSAGE: the SSID stays as it runs, if it does, with the network that it has.
refuse_ssid() {
	leave_out "$1" "$id" invalid "$2" "$(plain "$3")" || return
	grep "^[a-z_]* [a-z]*\.airfleet_${id}[_.=]" "$STATE_DIR/rev/$current/batch" 2> /dev/null > "$WORK/last" || return 0
	write < "$WORK/last" || return
	last_vlan=$(sed -n "s/.*\.network='airfleet_v\([0-9]*\)'$/\1/p" "$WORK/last" | head -n 1)
	[ -z "$last_vlan" ] || need_vlan "$last_vlan" "$vlan_dhcp"
}

render_section() {
	begin "wireless.airfleet_${id}_$radio" wifi-iface
	option device "$radio"
	option mode ap
	option network "$network"
	option ssid "$ssid"
	option encryption "$encryption$(cipher)"
	case $encryption in
	none | owe) ;;
	wpa?) radius_options ;;
	*) option key "$passphrase" ;;
	esac
	flag hidden "$hidden"
	flag isolate "$isolate"
	flag wds "$wds"
	option maxassoc "$max_clients"
	option max_inactivity "$idle_s"
	case $policy in allow | deny) option macfilter "$policy" && option maclist "$macs" ;; esac
	option dtim_period "$dtim_period"
	flag ieee80211k "$neighbor_reports"
	flag bss_transition "$bss_transition"
	[ -z "$mobility_domain" ] || roaming_options
	[ "$tagged" = - ] || vlan_options
	[ -z "$uci_options" ] || printf '%s\n' "$uci_options" | tr '\t' '\n' | sed '/^$/d' | while IFS= read -r pair; do
		option "${pair%%=*}" "${pair#*=}"
	done
}

# roaming_options: with a passphrase each access point makes the keys itself, otherwise they ask each other.
roaming_options() {
	option ieee80211r 1
	option mobility_domain "$mobility_domain"
	option ft_over_ds 0
	case $encryption in psk*) option ft_psk_generate_local 1 ;; esac
}

# vlan_options: a client without a VLAN stays in the network of the SSID. hostapd makes the bridges of the others.
vlan_options() {
	option dynamic_vlan 1
	option vlan_naming 1
	option vlan_bridge br-af
	option vlan_tagged_interface "$tagged"
}

radius_options() {
	option nasid "$nas_id"
	option auth_server "$auth_host"
	option auth_port "$auth_port"
	option auth_secret "$auth_secret"
	option acct_server "$acct_host"
	option acct_port "$acct_port"
	option acct_secret "$acct_secret"
	option acct_interval "$interim_s"
}

cipher() {
	case $ciphers in
	tkip) echo +tkip ;;
	'tkip ccmp') echo +tkip+ccmp ;;
	gcmp-256) echo +gcmp256 ;;
	esac
}
