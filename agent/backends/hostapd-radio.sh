# shellcheck shell=sh
# The lines of a radio's hardware: those of its file, with the values of the document in their place.

# render_radios DOCUMENT FOLDER: writes the lines of each radio to $WORK/hardware/NAME, those to fall back on when hostapd
# does not run with them to FOLDER/NAME.1FEATURE and FOLDER/NAME.2FEATURE, its options to FOLDER/NAME.0options, and what hostapd has no line for to the file
# `radios`. Sets `off` to the radios that the document switches off.
render_radios() {
	rm -rf "$WORK/hardware" && mkdir "$WORK/hardware" || return 7
	off=''
	for radio in $RADIOS; do
		own_lines > "$WORK/hardware/$radio" || return 7
	done
	load_items "$1" .radios band=.band enabled=.enabled country=.country channel=.channel channels='.channels[*]' \
		width=.width_mhz power=.power_dbm legacy_rates=.legacy_rates radio_options='.options.hostapd[+]' || refuse 'the document cannot be read' || return
	while next_item; do
		[ -n "$enabled$country$channel$width$power$legacy_rates$radio_options" ] || continue
		of_band=''
		for radio in $RADIOS; do
			[ "$(band_of "$radio")" != "$band" ] || of_band="$of_band $radio"
		done
		[ "$enabled" != true ] || [ -n "$of_band" ] || leave_out "$2" 0 radio "$band" 'no radio of this band' || return
		choose_taker
		for radio in $of_band; do
			render_radio "$2" || return
		done
	done 3< "$WORK/items"
}

own_lines() { grep -v -e '^bridge=' -e '^#' "$RADIOS_DIR/$radio.radio"; }

# choose_taker: sets `taker` to the radio of the band that the document's channel is for, the first that has it.
choose_taker() {
	taker=${of_band# }
	case $taker in *' '*) ;; *) return ;; esac
	taker='' lister=''
	for radio in $of_band; do
		if [ -n "$taker" ] || ! is_number "$channel"; then break; fi
		describe_radio "$radio" && learn
		! contains "$free" "$channel" || taker=$radio
		! contains "$listed" "$channel" || lister=${lister:-$radio}
	done
	taker=${taker:-${lister:-${of_band# }}} && taker=${taker%% *}
}

render_radio() {
	if [ "$enabled" = false ]; then
		off="$off $radio"
		return
	fi
	describe_radio "$radio"
	wanted=$channel wide=$width among=$channels
	if [ -n "$wanted$width" ]; then
		learn
		! is_number "$channel" || [ "$radio" = "$taker" ] || choose_among
		settle_channel "$1" || return
	fi
	hardware_lines "$wanted" "$wide" > "$WORK/hardware/$radio" || return 7
	if [ -n "$wanted" ]; then
		lacking=channel
		[ -n "$channel" ] || lacking=width
		hardware_lines '' '' > "$1/$radio.1$lacking" || return 7
	fi
	[ -z "$radio_options" ] || printf '# radio options\n%s\n# end\n' "$radio_options" | tr '\t' '\n' > "$1/$radio.0options" || return 7
	case $country:$legacy_rates in
	:) ;;
	:*) own_lines > "$1/$radio.2radio" || return 7 ;;
	*) own_lines > "$1/$radio.2country" || return 7 ;;
	esac
	set -- "$1" "$radio $interface ${enabled:--} ${power:--} ${country:--} ${wanted:--} ${wide:--}"
	case $power in '' | auto) ;; *) has iw || leave_out "$1" 0 power "$radio" 'the program iw is missing' || return ;; esac
	echo "$2" >> "$1/radios" || return 7
}

# choose_among: the radio chooses a channel outside of the 80 MHz around that of the other radio.
choose_among() {
	wanted=auto among=''
	usable=$free
	block_of "$channel" 80 || first=$channel
	for free_one in $free; do
		[ "$free_one" -ge "$first" ] && [ "$free_one" -le $((first + 12)) ] || among="$among${among:+ }$free_one"
	done
}

# describe_radio RADIO: sets `interface` and `own_*` by the radio's file, `own_width` in MHz.
describe_radio() {
	interface='' own_channel=0 own_channels='' own_width=20 own_ht='' own_vht='' own_n='' own_ac='' own_ax='' own_country=''
	while IFS='=' read -r name value; do
		case $name:$value in
		interface:*) interface=$value ;;
		channel:*) own_channel=$value ;;
		chanlist:*) own_channels=$value ;;
		country_code:*) own_country=$value ;;
		ieee80211n:*) own_n=$value ;;
		ieee80211ac:*) own_ac=$value ;;
		ieee80211ax:*) own_ax=$value ;;
		vht_capab:*) own_vht=$value ;;
		ht_capab:*)
			own_ht=$value
			case $value in
			*'[HT40'[+-]']'*)
				own_ht="${value%%'[HT40'*}${value#*'[HT40'?']'}"
				[ "$own_width" -gt 40 ] || own_width=40
				;;
			esac
			;;
		vht_oper_chwidth:1 | he_oper_chwidth:1 | op_class:133) own_width=80 ;;
		vht_oper_chwidth:2 | he_oper_chwidth:2 | op_class:134) own_width=160 ;;
		op_class:132) own_width=40 ;;
		esac
	done < "$RADIOS_DIR/$1.radio"
}

# settle_channel FOLDER: replaces the channel `wanted` and the width `wide` by what the radio has. Sets `usable` to its channels.
settle_channel() {
	usable=$free
	is_in_force "${country:-$own_country}" || usable=$listed
	if is_number "$wanted" && [ -n "$usable" ] && ! contains "$usable" "$wanted"; then
		leave_out "$1" 0 channel "$radio" "its own channel instead of $wanted" || return
		wanted=''
	fi
	[ -n "$wanted$width" ] || return 0
	on=$wanted
	[ -n "$on" ] || on=$own_channel among=$own_channels
	[ "$on" != 0 ] && is_number "$on" || on=auto
	narrow "$on" "${width:-$own_width}"
	wide=$fitting wanted=$on
	[ "$fitting" = "${width:-$fitting}" ] || leave_out "$1" 0 width "$radio" "$fitting MHz instead of $width"
}

# is_in_force COUNTRY: in another one than this, channels that are disabled at present may be possible.
is_in_force() { [ -n "$1" ] && iw reg get 2> /dev/null | grep -q "^country $1:"; }

# hardware_lines CHANNEL WIDTH: the lines of the radio with the document's values, on its own channel if CHANNEL is empty
hardware_lines() {
	legacy=$legacy_rates regulated=false
	[ "$band" = 2g ] || legacy=''
	if [ -n "$country$1" ] && [ -n "$country$own_country" ]; then regulated=true; fi
	while IFS= read -r line || [ -n "$line" ]; do
		case ${line%%=*} in
		'#'* | bridge) continue ;;
		country_code) [ -z "$country" ] || continue ;;
		ieee80211d | ieee80211h) [ "$regulated" = false ] || continue ;;
		supported_rates | basic_rates) [ -z "$legacy" ] || continue ;;
		channel | chanlist | freqlist | op_class | ht_capab | vht_capab | ieee80211n | ieee80211ac | \
			*_oper_chwidth | *_oper_centr_freq_seg?_idx) [ -z "$1" ] || continue ;;
		esac
		[ "$legacy:$line" != false:hw_mode=b ] || line=hw_mode=g
		printf '%s\n' "$line"
	done < "$RADIOS_DIR/$radio.radio"
	item country_code "$country"
	if [ "$regulated" = true ]; then
		echo ieee80211d=1
		[ "$band" != 5g ] || echo ieee80211h=1
	fi
	[ "$legacy" != false ] || printf '%s\n' 'supported_rates=60 90 120 180 240 360 480 540' 'basic_rates=60 120 240'
	[ -z "$1" ] || channel_lines "$1" "$2"
}

# lines_of FOLDER RADIO: the lines before those of SSIDs
lines_of() {
	cat "$WORK/hardware/$2" || return
	[ ! -f "$1/$2.0options" ] || cat "$1/$2.0options"
}

# next_lines FOLDER RADIO [PART]: sets `next` to the file of the next lines to fall back on, and `feature` to what they lack.
# The first one has the options, which are left out then. PART is `options` for it or `others`. Fails if there are none.
next_lines() {
	for next in "$1/$2".[012]*; do
		[ -f "$next" ] || break
		feature=${next##*/"$2".?}
		case $feature:${3-} in
		*: | options:options) return ;;
		options:others) ;;
		*:others) return ;;
		esac
	done
	return 1
}
