# shellcheck shell=sh
# hostapd: RADIOS_DIR/NAME.radio has the lines of the hardware, and the agent writes RADIOS_DIR/NAME.conf: those lines with
# the document's values, and for each SSID a comment with its id and its BSS.

INTERFACES=${AIRFLEET_INTERFACES:-/sys/class/net} off=''

find_radios() {
	RADIOS=''
	for radio in "$RADIOS_DIR"/*.radio; do
		[ ! -f "$radio" ] || RADIOS="$RADIOS $(basename "$radio" .radio)"
	done
}

# option RADIO NAME: a value of the radio's file
option() { sed -n "s/^$2=//p" "$RADIOS_DIR/$1.radio" | tail -n 1; }

# band_of RADIO: nothing for one that the document switches off
band_of() {
	! contains "$off" "$1" || return 0
	case $(option "$1" op_class):$(option "$1" hw_mode) in
	13[1-7]:*) echo 6g ;;
	*:a) echo 5g ;;
	*) echo 2g ;;
	esac
}

has_bridge() { [ -d "$INTERFACES/$1/bridge" ]; }

# address_of INTERFACE: its address, or nothing
address_of() {
	address=''
	{ read -r address < "$INTERFACES/$1/address"; } 2> /dev/null
	echo "$address"
}

# backend_inputs: what a rendering depends on besides the document. What a radio can do changes with its kernel.
backend_inputs() {
	find_radios
	read -r release < /proc/sys/kernel/osrelease && echo "$release"
	! has iw || echo iw
	for radio in $RADIOS; do
		echo "$radio" && cat "$RADIOS_DIR/$radio.radio" && address_of "$(option "$radio" interface)"
	done
	for bridge in "$INTERFACES"/br-vlan*/bridge; do
		echo "$bridge"
	done
	network_inputs
}

# backend_render DOCUMENT FOLDER: writes NAME.conf for each radio, empty without SSIDs, and left_out. An SSID that hostapd
# refuses keeps its last form or is left out. Returns 5 with `reason` if the document cannot be rendered, 7 if the files
# cannot be written.
backend_render() {
	find_radios
	[ -n "$RADIOS" ] || refuse 'no radio is described' || return
	for parts in bss kept networks rates; do
		rm -rf "${WORK:?}/$parts" && mkdir "$WORK/$parts" || return 7
	done
	rendered='' broken='' portals=0
	render_radios "$1" "$2" || return
	each_ssid "$1" render_ssid "$2" && render_uplinks "$1" "$2" && leave_out_rest "$1" "$2" && assemble "$2" || return
	check_radios "$2"
	case $? in 0) return ;; 5) ;; *) return 7 ;; esac
	find_refused "$2" && assemble "$2" || return
	check_radios "$2" || refuse "hostapd refuses $member: $why"
}

# render_ssid FOLDER: writes the BSSs of the SSID for the radios of its bands, or says what this device cannot do.
render_ssid() {
	lacks='' bridge=''
	case $mode:$vlan in
	router:*) choose_router ;;
	*:?*) choose_vlan ;;
	esac
	[ "$dynamic_vlan" != true ] || [ -d "$INTERFACES/${UPLINK:-none}" ] || lacks=dynamic_vlan
	choose_portal
	if [ -n "$lacks" ]; then
		leave_out "$1" "$id" "$lacks"
		return
	fi
	rendered="$rendered $id" lacks=band
	case $mode in router) describe_router "$1" && describe_portal "$1" ;; *) [ -z "$vlan" ] || describe_vlan "$1" ;; esac
	case $? in
	0) ;;
	5)
		refuse_ssid "$1" "$id" "$member" "$why"
		return
		;;
	*) return 7 ;;
	esac
	for radio in $RADIOS; do
		! may_send "$(band_of "$radio")" || render_bss > "$WORK/bss/$id.$radio"
		case $? in
		0) ;;
		5)
			refuse_ssid "$1" "$id" "$member" "$why"
			return
			;;
		*) return 7 ;;
		esac
		[ ! -f "$WORK/bss/$id.$radio" ] || lacks=''
	done
	if [ -n "$lacks" ]; then leave_out "$1" "$id" "$lacks"; else choose_rates "$1" && leave_out_parts "$1"; fi
}

# refuse_ssid FOLDER SSID MEMBER MESSAGE: the SSID stays as it runs, if it does.
refuse_ssid() {
	rm -f "$WORK/bss/$2".* "$WORK/networks/br-afr$2" && leave_out "$1" "$2" invalid "${3:--}" "$(plain "$4")" || return 7
	[ "$current" != none ] || return 0
	for radio in $RADIOS; do
		sed -n "/^# SSID $2\$/,/^# SSID/p" "$STATE_DIR/rev/$current/$radio.conf" 2> /dev/null |
			grep -v -e '^#' -e '^bss=' -e '^bssid=' -e '^vlan_file=' > "$WORK/last"
		[ ! -s "$WORK/last" ] || mv "$WORK/last" "$WORK/kept/$2.$radio" || return 7
	done
}

# part_of SSID RADIO: sets `part` to the BSS: the new one, or the last one unless another SSID has its name by now.
part_of() {
	part=$WORK/bss/$1.$2
	[ ! -f "$part" ] || return 0
	part=$WORK/kept/$1.$2
	[ -f "$part" ] && ! grep -qxF "$(grep '^ssid2=' "$part")" "$WORK/bss"/*."$2" 2> /dev/null
}

# assemble FOLDER: writes the files of the radios. A radio whose own lines hostapd refuses keeps its file.
assemble() {
	position=-1
	for radio in $RADIOS; do
		conf=$1/$radio.conf position=$((position + 1))
		case " $broken " in
		*" $radio "*)
			rm -f "$conf" && : > "$1/$radio.kept" && keep_rates "$1/$radio.rates" || return 7
			continue
			;;
		esac
		: > "$conf" && rm -f "$1/$radio.rates" || return 7
		! contains "$off" "$radio" || continue
		bss=0 interface=$(option "$radio" interface)
		for id in $rendered; do
			part_of "$id" "$radio" || continue
			if [ "$bss" -eq 0 ]; then lines_of "$1" "$radio" >> "$conf" || return 7; fi
			{
				echo "# SSID $id" && { [ "$bss" -eq 0 ] || name_bss "$radio" "$bss"; } && cat "$part" && name_client_vlans "$bss"
			} >> "$conf" || return 7
			write_rates "$1/$radio.rates" || return 7
			bss=$((bss + 1))
		done
	done
	keep_networks "$1"
}

# backend_save FOLDER: keeps the files that are there before the first document.
backend_save() {
	find_radios
	for radio in $RADIOS; do
		[ ! -f "$RADIOS_DIR/$radio.conf" ] || cp "$RADIOS_DIR/$radio.conf" "$1/" || return
	done
}

# backend_install FOLDER: sets `installed`, and `changed` to the radios whose file changes, or to all if `force` is true.
backend_install() {
	find_radios
	installed=$1 changed=''
	for radio in $RADIOS; do
		target=$RADIOS_DIR/$radio.conf
		[ ! -f "$1/$radio.kept" ] || continue
		if [ ! -f "$1/$radio.conf" ]; then
			[ -f "$target" ] || continue
			rm -f "$target" || return
		elif ! cmp -s "$1/$radio.conf" "$target"; then
			replace "$target" < "$1/$radio.conf" || return
		elif [ "$force" = false ]; then
			continue
		fi
		changed="$changed $radio"
	done
}

# backend_drifted FOLDER: whether something else has changed the files.
backend_drifted() {
	find_radios
	for radio in $RADIOS; do
		[ ! -f "$1/$radio.conf" ] || cmp -s "$1/$radio.conf" "$RADIOS_DIR/$radio.conf" || return 0
	done
	return 1
}

# backend_prune: removes networks and lists of addresses that no file names.
backend_prune() {
	drop_networks
	for list in "$STATE_DIR"/macs/*; do
		grep -qF "${list##*/}" "$STATE_DIR"/rev/*/*.conf 2> /dev/null || rm -f "$list"
	done
}

backend_part() { echo "$STATE_DIR/firmware.part"; }

backend_flash() { [ -n "$FIRMWARE_HOOK" ] && "$FIRMWARE_HOOK" "$1" "$2"; }
