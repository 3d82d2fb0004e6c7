# shellcheck shell=sh
# What hostapd has no lines for. The file `radios` of a revision has a line for each radio that the document has values for:
# its name, interface, whether it is enabled, power, country, channel and width, `-` for none.

# unblock: a radio that the document switches on is not blocked by rfkill any more.
unblock() {
	[ -f "$installed/radios" ] || return 0
	while read -r _ interface enabled _; do
		[ "$enabled" = true ] || continue
		for block in "$INTERFACES/$interface/phy80211"/rfkill*/soft; do
			[ ! -f "$block" ] || echo 0 > "$block" || log warn not_unblocked interface="$interface"
		done
	done < "$installed/radios"
}

# set_powers: by the revision that is installed. A power of the other one, of this or of the trial's revision, ends.
set_powers() {
	for folder in "$STATE_DIR/rev/$old" "$STATE_DIR/rev/${revision:-none}" "$installed"; do
		[ -f "$folder/radios" ] || continue
		while read -r _ interface _ power _; do
			case $folder:$power in
			"$installed:auto") set_power auto ;;
			"$installed:"[0-9]*) set_power fixed "${power}00" ;;
			"$installed:"* | *:- | *:auto) ;;
			*) set_power auto ;;
			esac
		done < "$folder/radios"
	done
}

# set_power auto | set_power fixed MBM: of `interface`, for all of its BSSs
set_power() {
	phy=''
	{ read -r phy < "$INTERFACES/$interface/phy80211/name"; } 2> /dev/null
	if [ -n "$phy" ]; then set -- phy "$phy" set txpower "$@"; else set -- dev "$interface" set txpower "$@"; fi
	iw "$@" < /dev/null > /dev/null 2>&1 || log warn power_not_set interface="$interface"
}

# keep_powers: the kernel forgets powers when it starts.
keep_powers() {
	[ "$RELOAD" != : ] || return 0
	installed=$STATE_DIR/rev/$current
	set_powers
}

# write_differences: the file radios_failed has what radios do otherwise than the document says.
write_differences() {
	: > "$WORK/differences"
	if [ -f "$installed/radios" ] && has iw; then
		iw dev > "$WORK/air" 2> /dev/null
		iw reg get > "$WORK/countries" 2> /dev/null
		while read -r radio interface _ power country channel width; do
			compare_radio
		done < "$installed/radios"
	fi
	if [ -s "$WORK/differences" ]; then
		replace "$STATE_DIR/radios_failed" < "$WORK/differences"
	else
		rm -f "$STATE_DIR/radios_failed"
	fi
}

compare_radio() {
	[ -s "$RADIOS_DIR/$radio.conf" ] || return 0
	read_air
	read_country
	case $power:$on_power in -:* | auto:* | *: | "$power:$power") ;; *) differs power "$on_power dBm instead of $power" ;; esac
	# The lines that the radio has fallen back on have other values.
	[ -f "$installed/$radio.2country" ] || country=-
	# 98 is what several countries have in common, as a client of other networks hears them.
	case $country:$on_country in -:* | *: | *:98 | "$country:$country") ;; *) differs country "$on_country instead of $country" ;; esac
	[ -f "$installed/$radio.1channel" ] || [ -f "$installed/$radio.1width" ] || return 0
	case $channel:$on_channel in auto:* | *: | "$channel:$channel") ;; *) differs channel "channel $on_channel instead of $channel" ;; esac
	case $width:$on_width in *: | "$width:$width") ;; *) differs width "$on_width MHz instead of $width" ;; esac
}

differs() { echo "0 $1 $radio $2" >> "$WORK/differences"; }

# read_air: sets `on_*` to what `interface` has on the air by the output of iw, and `phy` to its radio.
read_air() {
	on_channel='' on_width='' on_power='' phy='' at_phy='' at=''
	while read -r name value rest; do
		case $name:$at in
		phy#*) at_phy=${name#phy#} ;;
		Interface:*)
			at=$value
			[ "$at" != "$interface" ] || phy=$at_phy
			;;
		"channel:$interface")
			on_channel=$value
			on_width=${rest#*width: } on_width=${on_width%% *}
			;;
		"txpower:$interface") on_power=${value%%.*} ;;
		esac
	done < "$WORK/air"
}

# read_country: sets `on_country` to that of `phy`.
read_country() {
	on_country='' at=''
	while read -r name value _; do
		case $name:$at in
		global:* | phy#*) at=$name ;;
		country:global) on_country=${on_country:-${value%:}} ;;
		"country:phy#$phy") on_country=${value%:} ;;
		esac
	done < "$WORK/countries"
}
