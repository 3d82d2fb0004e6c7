# shellcheck shell=sh
# OpenWrt: the sections airfleet_* of /etc/config/wireless are the agent's, all others are left as they are.

# An SSID is left out if it needs an interface or a server that the agent does not configure.
# backend_render DOCUMENT FOLDER: writes the commands for `uci batch`, and left_out.
backend_render() {
	reason='the document cannot be read'
	load "$1" ids='.wireless[*].id' uplinks='.uplinks[*].type' || return 5
	: > "$2/batch" || return 7
	[ -z "$uplinks" ] || echo '0 uplinks' >> "$2/left_out" || return 7
	index=0
	for id in $ids; do
		w=".wireless[$index]"
		load "$1" ssid="$w.ssid" bands="$w.bands[*]" mode="$w.mode" hidden="$w.hidden" isolate="$w.isolate" wds="$w.wds" \
			security="$w.security.mode" ciphers="$w.security.ciphers[*]" passphrase="$w.security.key" \
			policy="$w.mac_filter.policy" macs="$w.mac_filter.macs[*]" vlan="$w.vlan.id" max_clients="$w.max_clients" \
			idle_s="$w.idle_timeout_s" client_kbps="$w.client_kbps" ssid_kbps="$w.ssid_kbps" portal="$w.portal.login" ||
			return 5
		render_ssid "$2" || return
		index=$((index + 1))
	done
}

leave_out() { echo "$id $2" >> "$1/left_out" || return 7; }

render_ssid() {
	[ -z "$client_kbps$ssid_kbps" ] || leave_out "$1" rates || return
	case $mode:$portal:$security:$vlan in
	router:*) leave_out "$1" router && return ;;
	*:?*:*:*) leave_out "$1" portal && return ;;
	*-eap:*) leave_out "$1" eap && return ;;
	*:*[0-9]) uci -q get "network.vlan$vlan" > /dev/null || { leave_out "$1" vlan && return; } ;;
	esac
	case $security in
	open) encryption=none ;;
	owe) encryption=owe ;;
	wpa-wpa2-psk) encryption=psk-mixed ;;
	wpa2-psk) encryption=psk2 ;;
	wpa3-sae) encryption=sae ;;
	wpa2-psk-wpa3-sae) encryption=sae-mixed ;;
	*) reason="SSID $id has an unknown security mode" && return 5 ;;
	esac
	lacks=band
	for radio in $(radios); do
		case " $bands " in *" $(uci -q get "wireless.$radio.band") "*) lacks='' ;; *) continue ;; esac
		# In a single write, whose exit status tells of a full disk.
		commands=$(render_section) && printf '%s\n' "$commands" >> "$1/batch" || return 7
	done
	[ -z "$lacks" ] || leave_out "$1" "$lacks"
}

# The radios that are not switched off.
radios() {
	for radio in $(uci -q show wireless | sed -n 's/^wireless\.\([^.=]*\)=wifi-device$/\1/p'); do
		[ "$(uci -q get "wireless.$radio.disabled")" = 1 ] || echo "$radio"
	done
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
	option encryption "$encryption$(case $ciphers in tkip) echo +tkip ;; 'tkip ccmp') echo +tkip+ccmp ;; esac)"
	case $encryption in none | owe) ;; *) option key "$passphrase" ;; esac
	flag hidden "$hidden"
	flag isolate "$isolate"
	flag wds "$wds"
	option maxassoc "$max_clients"
	option max_inactivity "$idle_s"
	case $policy in allow | deny) option macfilter "$policy" && option maclist "$macs" ;; esac
}

# staged FOLDER: a copy of /etc/config/wireless in $WORK/uci with the folder's sections instead of the agent's
staged() {
	rm -rf "$WORK/uci" && mkdir "$WORK/uci" && cp /etc/config/wireless "$WORK/uci/" || return
	uci -c "$WORK/uci" show wireless | sed -n 's/^\(wireless\.airfleet_[^.=]*\)=.*/delete \1/p' > "$WORK/batch" &&
		cat "$1/batch" >> "$WORK/batch" && echo 'commit wireless' >> "$WORK/batch" || return
	uci -c "$WORK/uci" batch < "$WORK/batch" > /dev/null 2>&1
}

backend_check() { staged "$1" || { reason='uci refuses the sections' && return 5; }; }

backend_save() { : > "$1/batch"; }

backend_install() { staged "$1" && replace /etc/config/wireless < "$WORK/uci/wireless"; }

# backend_reload: fails if the radios are not up within 30 s.
backend_reload() {
	reload_config > /dev/null 2>&1 || return
	up_by=$(($(now_ms) + 30000))
	until ubus call network.wireless status > "$WORK/wifi" 2> /dev/null && are_up; do
		[ "$(now_ms)" -lt "$up_by" ] || return
		pause 2
	done
}

are_up() {
	for radio in $(radios); do
		load "$WORK/wifi" up=".$radio.up" && [ "$up" != false ] || return
	done
}

sections() { uci -c "$1" show wireless | grep '^wireless\.airfleet_' | sort; }

# backend_drifted FOLDER: whether something else has changed the agent's sections.
backend_drifted() { staged "$1" && [ "$(sections /etc/config)" != "$(sections "$WORK/uci")" ]; }

backend_flash() { sysupgrade -T "$1" && sysupgrade "$1"; }
