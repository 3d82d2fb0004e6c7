# shellcheck shell=sh
# Which BSS hostapd's parser refuses.

# parses FILE: hostapd reads the file to its end, and then stops at an item that it does not know, before it opens an
# interface. Any other error is one of the file. Sets `member`, the document's name of what is refused, and `why`.
parses() {
	{ cat "$1" && echo airfleet_end=1; } > "$WORK/check.conf" || return 7
	hostapd "$WORK/check.conf" > "$WORK/check" 2>&1
	last=$(wc -l < "$WORK/check.conf" | tr -d ' ')
	grep -q "^Line $last: unknown configuration item 'airfleet_end'" "$WORK/check" &&
		grep -q '^1 errors found in configuration file ' "$WORK/check" && return
	line=$(sed -n "s/^Line $last:.*//; s/^Line \([0-9]*\):.*/\1/p" "$WORK/check" | head -n 1)
	item=$(sed -n "${line:-\$}s/=.*//p" "$WORK/check.conf") value=$(sed -n "${line:-\$}s/^[^=]*=//p" "$WORK/check.conf")
	# hostapd quotes values, also keys.
	why=$(grep -v -e "^Line $last:" -e 'errors found in' "$WORK/check" | head -n 1 |
		sed "s/^Line [0-9]*: *//; s/'.*'/(a value)/")
	member=''
	case $item in
	airfleet_end) ;;
	ssid2) member=ssid ;;
	max_num_sta) member=max_clients ;;
	ap_max_inactivity) member=idle_timeout_s ;;
	accept_mac_file | deny_mac_file) member=mac_filter.macs ;;
	bridge) member=vlan ;;
	wpa_key_mgmt | wpa | ieee80211w) member=security.mode ;;
	*_pairwise) member=security.ciphers ;;
	wpa_passphrase | wpa_psk | *_shared_secret)
		member=security.key
		[ "${item#*_server_}" = "$item" ] || member=security.servers
		case $why in *"$value"*) why='the key is not valid' ;; esac
		;;
	*) member=$(member_of "$item" "$line") ;;
	esac
	return 5
}

# check_radios FOLDER
check_radios() {
	for radio in $RADIOS; do
		[ ! -s "$1/$radio.conf" ] || parses "$1/$radio.conf" || return
	done
}

# find_refused FOLDER: has each BSS checked alone. Sets `broken` to the radios whose own lines are refused.
find_refused() {
	for radio in $RADIOS; do
		! contains "$off" "$radio" || continue
		until has_valid_lines "$1"; do
			part=others
			case $member in options.*) part=options why="${member##*.}: $why" ;; esac
			next_lines "$1" "$radio" "$part" || break
			leave_out "$1" 0 "$feature" "$radio" "$(plain "$why")" || return 7
			if [ "$feature" = options ]; then rm "$next"; else mv "$next" "$WORK/hardware/$radio"; fi || return 7
		done
		[ "$valid" = false ] || continue
		broken="$broken $radio"
		rm -f "$WORK/bss"/*."$radio"
		leave_out "$1" 0 radio "$(plain "$radio")" "$(plain "$why")" || return
	done
	for id in $rendered; do
		if has_part "$WORK/bss/$id".*; then
			check_ssid "$1" || refuse_ssid "$1" "$id" "$member" "$why" || return
		elif ! grep -q "^$id invalid" "$1/left_out"; then
			leave_out "$1" "$id" band || return
		fi
		# The form that runs may have been of other hardware.
		! has_part "$WORK/kept/$id".* || check_ssid "$1" || rm -f "$WORK/kept/$id".* || return 7
	done
}

has_part() { [ -f "$1" ]; }

# has_valid_lines FOLDER: of `radio`; sets `valid`.
has_valid_lines() {
	valid=true
	lines_of "$1" "$radio" > "$WORK/lines" || return
	# On 6 GHz no file is valid without protection.
	[ "$(band_of "$radio")" != 6g ] ||
		printf 'wpa=2\nwpa_key_mgmt=OWE\nieee80211w=2\nrsn_pairwise=CCMP\n' >> "$WORK/lines" || return
	parses "$WORK/lines" || { valid=false && return 1; }
}

# check_ssid FOLDER
check_ssid() {
	for radio in $RADIOS; do
		case " $broken " in *" $radio "*) continue ;; esac
		part_of "$id" "$radio" || continue
		lines_of "$1" "$radio" > "$WORK/one" && cat "$part" >> "$WORK/one" || return 7
		parses "$WORK/one" || return
	done
}
