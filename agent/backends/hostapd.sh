# shellcheck shell=sh
# hostapd: RADIOS_DIR/NAME.radio has the lines of the hardware, and the agent writes RADIOS_DIR/NAME.conf.

RADIOS=''
INTERFACES=${AIRFLEET_INTERFACES:-/sys/class/net}
for radio in "$RADIOS_DIR"/*.radio; do
	[ ! -f "$radio" ] || RADIOS="$RADIOS $(basename "$radio" .radio)"
done

# option RADIO NAME: a value of the radio's file
option() { sed -n "s/^$2=//p" "$RADIOS_DIR/$1.radio" | tail -n 1; }

band_of() {
	case $(option "$1" op_class):$(option "$1" hw_mode) in
	13[1-7]:*) echo 6g ;;
	*:a) echo 5g ;;
	*) echo 2g ;;
	esac
}

# refuse REASON
refuse() {
	reason=$1
	return 5
}

# leave_out FOLDER SSID FEATURE
leave_out() { echo "$2 $3" >> "$1/left_out" || return 7; }

# backend_render DOCUMENT FOLDER: writes NAME.conf for each radio, empty without SSIDs, and left_out. Returns 5 with `reason`
# if the document cannot be rendered, 7 if the files cannot be written.
backend_render() {
	[ -n "$RADIOS" ] || refuse 'no radio is described' || return
	for radio in $RADIOS; do
		: > "$2/$radio.conf" || return 7
	done
	load "$1" ids='.wireless[*].id' uplinks='.uplinks[*].type' || refuse 'the document cannot be read' || return
	[ -z "$uplinks" ] || leave_out "$2" 0 uplinks || return
	index=0
	for id in $ids; do
		read_ssid "$1" ".wireless[$index]" || refuse "SSID $id cannot be read" || return
		render_ssid "$2" || return
		index=$((index + 1))
	done
}

read_ssid() {
	load "$1" ssid="$2.ssid" bands="$2.bands[*]" mode="$2.mode" hidden="$2.hidden" isolate="$2.isolate" wds="$2.wds" \
		security="$2.security.mode" ciphers="$2.security.ciphers[*]" passphrase="$2.security.key" \
		policy="$2.mac_filter.policy" macs="$2.mac_filter.macs[*]" vlan="$2.vlan.id" max_clients="$2.max_clients" \
		idle_s="$2.idle_timeout_s" client_kbps="$2.client_kbps" ssid_kbps="$2.ssid_kbps" portal="$2.portal.login"
}

# render_ssid FOLDER: adds the SSID to the radios of its bands, or says what this device cannot do.
render_ssid() {
	[ -z "$client_kbps" ] || leave_out "$1" "$id" client_kbps || return
	[ -z "$ssid_kbps" ] || leave_out "$1" "$id" ssid_kbps || return
	lacks=''
	[ -z "$vlan" ] || has_bridge "br-vlan$vlan" || lacks=vlan
	case $mode:$security:$portal in
	router:*) lacks=router ;;
	*-eap:*) lacks=eap ;;
	*:*:?*) lacks=portal ;;
	esac
	[ -z "$lacks" ] || { leave_out "$1" "$id" "$lacks" && return; } || return
	hex=$(printf %s "$ssid" | od -An -v -tx1 | tr -d ' \n')
	[ -n "$hex" ] || refuse "SSID $id has no name" || return
	lacks=band
	for radio in $RADIOS; do
		case " $bands ,$(band_of "$radio"),$security" in
		*' 6g '*,6g,wpa3-sae | *' 6g '*,6g,owe | *' 5g '*,5g,* | *' 2g '*,2g,*) lacks='' ;;
		*) continue ;;
		esac
		! grep -qx "ssid2=$hex" "$1/$radio.conf" || refuse "SSID $id has the name of another" || return
		render_bss "$1/$radio.conf" > "$WORK/bss" || return
		cat "$WORK/bss" >> "$1/$radio.conf" || return 7
	done
	[ -z "$lacks" ] || leave_out "$1" "$id" "$lacks"
}

has_bridge() { [ -d "$INTERFACES/$1/bridge" ]; }

# item NAME VALUE: a line of the file, if there is a value other than false
item() { [ -z "${2%false}" ] || printf '%s=%s\n' "$1" "$2" | sed 's/=true$/=1/'; }

# render_bss FILE: the lines of one SSID, after those of the hardware if it is the first.
render_bss() {
	bss=$(grep -c '^ssid2=' "$1")
	if [ "$bss" -eq 0 ]; then grep -v '^bridge=' "$RADIOS_DIR/$radio.radio" || return 7; fi
	[ "$bss" -eq 0 ] || name_bss "$radio" "$bss" || return
	if [ -n "$vlan" ]; then echo "bridge=br-vlan$vlan"; else item bridge "$(option "$radio" bridge)"; fi
	echo "ssid2=$hex"
	item ignore_broadcast_ssid "$hidden"
	item ap_isolate "$isolate"
	item wds_sta "$wds"
	item max_num_sta "$max_clients"
	item ap_max_inactivity "$idle_s"
	render_security && render_filter
}

# name_bss RADIO NUMBER: the interface and the address of a further BSS. The kernel takes 15 characters. hostapd chooses
# addresses only if the radio's own one is the first of a block, so each BSS has one with a first octet of its own. Those of
# several radios differ, too, as the addresses of radios often differ in their local bit only.
name_bss() {
	position=0
	for other in $RADIOS; do
		[ "$other" != "$1" ] || break
		position=$((position + 1))
	done
	interface=$(option "$1" interface)_$2
	[ ${#interface} -le 15 ] || interface=af${position}_$2
	mac=''
	{ read -r mac < "$INTERFACES/$(option "$1" interface)/address"; } 2> /dev/null
	[ -n "$mac" ] || mac=$(bare_mac "$MAC" | sed 's/../&:/g; s/:$//' | tr A-F a-f)
	printf 'bss=%s\nbssid=%02x:%s\n' "$interface" $(((0x${mac%%:*} | 2) ^ ((position * 16 + $2) << 2 & 252))) "${mac#*:}"
}

render_security() {
	pairwise=$(echo "$ciphers" | tr '[:lower:]' '[:upper:]')
	case $security in
	open) return ;;
	wpa-wpa2-psk) printf 'wpa=3\nwpa_key_mgmt=WPA-PSK\nwpa_pairwise=%s\n' "$pairwise" ;;
	wpa2-psk) printf 'wpa=2\nwpa_key_mgmt=WPA-PSK\n' ;;
	wpa3-sae) printf 'wpa=2\nwpa_key_mgmt=SAE\nieee80211w=2\n' ;;
	wpa2-psk-wpa3-sae) printf 'wpa=2\nwpa_key_mgmt=WPA-PSK SAE\nieee80211w=1\nsae_require_mfp=1\n' ;;
	owe) printf 'wpa=2\nwpa_key_mgmt=OWE\nieee80211w=2\n' ;;
	*) refuse "SSID $id has an unknown security mode" || return ;;
	esac
	echo "rsn_pairwise=$pairwise"
	case $security:${#passphrase} in
	owe:*) ;;
	*:0) refuse "SSID $id has no key" ;;
	*:64) printf 'wpa_psk=%s\n' "$passphrase" ;;
	*) printf 'wpa_passphrase=%s\n' "$passphrase" ;;
	esac
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

# backend_check FOLDER: hostapd reads each file to its end, and then stops at an item that it does not know, before it opens
# an interface. Any other error is one of the file. Its text may quote a key, so only the line's name is kept.
backend_check() {
	for conf in "$1"/*.conf; do
		[ -s "$conf" ] || continue
		{ cat "$conf" && echo airfleet_end=1; } > "$WORK/check.conf" || return 7
		hostapd "$WORK/check.conf" > "$WORK/check" 2>&1
		last=$(wc -l < "$WORK/check.conf" | tr -d ' ')
		grep -q "^Line $last: unknown configuration item 'airfleet_end'" "$WORK/check" &&
			grep -q '^1 errors found in configuration file ' "$WORK/check" && continue
		line=$(sed -n 's/^Line \([0-9]*\):.*/\1/p' "$WORK/check" | head -n 1)
		refuse "hostapd refuses $(sed -n "${line:-1}s/=.*//p" "$WORK/check.conf") in line ${line:-0} of ${conf##*/}"
		return
	done
}

# backend_save FOLDER: keeps the files that are there before the first document.
backend_save() {
	for radio in $RADIOS; do
		[ ! -f "$RADIOS_DIR/$radio.conf" ] || cp "$RADIOS_DIR/$radio.conf" "$1/" || return
	done
}

# backend_install FOLDER: sets `changed` to the radios whose file changes, or to all if `force` is true.
backend_install() {
	changed=''
	for radio in $RADIOS; do
		target=$RADIOS_DIR/$radio.conf
		if [ ! -f "$1/$radio.conf" ]; then
			rm -f "$target" || return
		elif ! cmp -s "$1/$radio.conf" "$target"; then
			replace "$target" < "$1/$radio.conf" || return
		elif [ "$force" = false ]; then
			continue
		fi
		changed="$changed $radio"
	done
}

# backend_reload: restarts the changed radios. Fails if they are not up within 30 s.
backend_reload() {
	[ "$RELOAD" != : ] || return 0
	for radio in $changed; do
		sh -c "$RELOAD" reload "$radio" > /dev/null 2>&1 || return
	done
	up_by=$(($(now_ms) + 30000))
	for radio in $changed; do
		until is_up "$radio"; do
			[ "$(now_ms)" -lt "$up_by" ] || return
			pause 2
		done
	done
}

is_up() {
	control=$(option "$1" ctrl_interface)
	[ ! -s "$RADIOS_DIR/$1.conf" ] ||
		hostapd_cli -p "${control:-/run/hostapd}" -i "$(option "$1" interface)" status 2> /dev/null | grep -q '^state=ENABLED'
}

# backend_drifted FOLDER: whether something else has changed the files.
backend_drifted() {
	for radio in $RADIOS; do
		[ ! -f "$1/$radio.conf" ] || cmp -s "$1/$radio.conf" "$RADIOS_DIR/$radio.conf" || return 0
	done
	return 1
}

backend_flash() { [ -n "$FIRMWARE_HOOK" ] && "$FIRMWARE_HOOK" "$1" "$2"; }
