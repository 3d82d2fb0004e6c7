# shellcheck shell=sh
# OpenWrt: the sections airfleet_* of /etc/config/wireless are the agent's, all others are left as they are.

ETC=${AIRFLEET_ETC:-/etc/config}

# get NAME: what is committed. Changes that a person has not committed lie in /tmp/.uci, which no command here reads or
# writes.
get() { uci -q -c "$ETC" -t "$WORK/save" get "$1"; }

all_radios() {
	uci -q -c "$ETC" -t "$WORK/save" show wireless | sed -n 's/^wireless\.\([^.=]*\)=wifi-device$/\1/p'
}

# backend_inputs: what a rendering depends on besides the document
backend_inputs() {
	uci -q -c "$ETC" -t "$WORK/save" show wireless | grep -v '^wireless\.airfleet_' | sort
	uci -q -c "$ETC" -t "$WORK/save" show network | sed -n 's/^\(network\.vlan[0-9]*\)=.*/\1/p'
}

# backend_render DOCUMENT FOLDER: writes the commands for `uci batch`, the sections that they make, and left_out.
backend_render() {
	: > "$2/batch" || return 7
	radios=''
	for radio in $(all_radios); do
		[ "$(get "wireless.$radio.disabled")" = 1 ] || radios="$radios $radio"
	done
	each_ssid "$1" render_ssid "$2" && leave_out_rest "$1" "$2" || return
	sed 's/^set //' "$2/batch" | sort > "$2/sections" || return 7
	stage "$2"
}

# An SSID is left out if it needs an interface or a server that the agent does not configure.
render_ssid() {
	lacks=''
	case $mode:$portal:$security:$vlan in
	router:*) lacks=router ;;
	*:?*:*:*) lacks=portal ;;
	*:*[0-9]) get "network.vlan$vlan" > /dev/null || lacks=vlan ;;
	esac
	if [ -n "$lacks" ]; then
		leave_out "$1" "$id" "$lacks"
		return
	fi
	case $security in
	open) encryption=none ;;
	owe) encryption=owe ;;
	wpa-wpa2-psk) encryption=psk-mixed ;;
	wpa2-psk) encryption=psk2 ;;
	wpa2-eap) encryption=wpa2 ;;
	wpa3-eap) encryption=wpa3 ;;
	wpa3-sae) encryption=sae ;;
	wpa2-psk-wpa3-sae) encryption=sae-mixed ;;
	*) encryption='' ;;
	esac
	if ! is_valid; then
		refuse_ssid "$1" "$member" "$why"
		return
	fi
	lacks=band
	for radio in $radios; do
		may_send "$(get "wireless.$radio.band")" || continue
		lacks=''
		# In a single write, whose exit status tells of a full disk.
		commands=$(render_section) && printf '%s\n' "$commands" >> "$1/batch" || return 7
	done
	if [ -n "$lacks" ]; then leave_out "$1" "$id" "$lacks"; else leave_out_parts "$1"; fi
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

# refuse_ssid FOLDER MEMBER MESSAGE: the SSID stays as it runs, if it does.
refuse_ssid() {
	leave_out "$1" "$id" invalid "$2" "$(plain "$3")" || return
	grep "^set wireless\.airfleet_${id}_" "$STATE_DIR/rev/$current/batch" 2> /dev/null >> "$1/batch"
	return 0
}

# option NAME VALUE: a quoted option of the section, if there is a value
option() {
	[ -z "$2" ] || printf "set wireless.%s.%s='%s'\n" "$section" "$1" "$(printf %s "$2" | sed "s/'/'\\\\''/g")"
}

flag() { [ "$2" != true ] || option "$1" 1; }

render_section() {
	section=airfleet_${id}_$radio
	echo "set wireless.$section=wifi-iface"
	option device "$radio"
	option mode ap
	option network "${vlan:+vlan}${vlan:-lan}"
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

# sections FOLDER: the agent's sections of a folder of configurations
sections() { uci -q -c "$1" -t "$WORK/save" show wireless | grep '^wireless\.airfleet_' | sort; }

# stage FOLDER: makes $WORK/uci/wireless, the machine's file with the folder's sections instead of the agent's. `uci batch`
# exits 0 whatever happens, so the sections are compared with those that were asked for.
stage() {
	rm -rf "$WORK/uci" "$WORK/save" && mkdir "$WORK/uci" "$WORK/save" && cp "$ETC/wireless" "$WORK/uci/" || return 7
	{
		sections "$WORK/uci" | sed -n 's/^\(wireless\.airfleet_[^.=]*\)=.*/delete \1/p'
		cat "$1/batch"
		echo 'commit wireless'
	} > "$WORK/batch" || return 7
	uci -q -c "$WORK/uci" -t "$WORK/save" batch < "$WORK/batch" > /dev/null 2>&1
	sections "$WORK/uci" | cmp -s - "$1/sections" || return 7
}

backend_save() { : > "$1/batch" && : > "$1/sections"; }

backend_install() { stage "$1" && replace "$ETC/wireless" < "$WORK/uci/wireless" && installed=$1; }

# backend_drifted FOLDER: whether something else has changed the agent's sections.
backend_drifted() { ! sections "$ETC" | cmp -s - "$1/sections"; }

# The machine starts its networks by itself.
backend_begin() { :; }

backend_broken() { return 1; }

backend_prune() { :; }

# Not on the flash, and not in a backup of sysupgrade.
backend_part() { echo "${TMPDIR:-/tmp}/airfleet-firmware.part"; }

backend_flash() { sysupgrade -T "$1" && sysupgrade "$1"; }
