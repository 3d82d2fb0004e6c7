# shellcheck shell=sh
# The radios of a document: options of the machine's own wifi-device sections.

# is_of RADIO BAND
is_of() {
	case $radio_bands in *" $1:$2 "*) ;; *) return 1 ;; esac
}

# render_radios DOCUMENT: changes the options of the radios, and sets `radios` to those that are on then.
render_radios() {
	radios='' bands=''
	load_items "$1" .radios band=.band enabled=.enabled country=.country channel=.channel channels='.channels[*]' \
		width=.width_mhz power=.power_dbm legacy_rates=.legacy_rates radio_options='.options.uci[+]' || : > "$WORK/items"
	while next_item; do
		bands="$bands $band" found='' placed='' unplaced=''
		for radio in $all_radios; do
			is_of "$radio" "$band" || continue
			found=true
			render_radio || return
		done
		[ "$enabled:$found" != true: ] || leave_out "$made" 0 radio "$band" 'no radio of this band' || return
		[ -n "$placed" ] || [ -z "$unplaced" ] || lack_radio channel "$unplaced" "auto instead of $channel" || return
	done 3< "$WORK/items"
	for radio in $all_radios; do
		has_band || is_off || radios="$radios $radio"
	done
}

# has_band: whether the radio is of a band of the document
has_band() {
	for band in $bands; do
		! is_of "$radio" "$band" || return 0
	done
	return 1
}

# lack_radio FEATURE RADIO MESSAGE
lack_radio() { leave_out "$made" 0 "$1" "$(plain "$2")" "$3"; }

is_off() { [ "$(own "wireless.$radio.disabled")" = 1 ]; }

render_radio() {
	case $enabled in
	true)
		change "wireless.$radio.disabled" 0 || return
		! is_off || keep_others_off || return
		radios="$radios $radio"
		;;
	false) change "wireless.$radio.disabled" 1 || return ;;
	*) is_off || radios="$radios $radio" ;;
	esac
	[ -z "$country" ] || change "wireless.$radio.country" "$country" || return
	if [ -n "$channel$channels$width$power" ]; then
		ask_radio
		set_channel && set_width && set_power || return
	fi
	# The rates of 802.11b.
	case $band:$legacy_rates in
	2g:true) change "wireless.$radio.legacy_rates" 1 || return ;;
	2g:false) change "wireless.$radio.legacy_rates" 0 || return ;;
	esac
	[ -z "$radio_options" ] || set_radio_options
}

set_radio_options() {
	printf '%s\n' "$radio_options" | tr '\t' '\n' > "$WORK/radio_options" || return 7
	while IFS= read -r line; do
		[ -z "$line" ] || change "wireless.$radio.${line%%=*}" "${line#*=}" || return
	done < "$WORK/radio_options"
}

# keep_others_off: SSIDs of a radio that the machine has off, such as the open one of a new OpenWrt, stay off the air.
keep_others_off() {
	for other in $(sections_with wireless device "$radio"); do
		change "wireless.$other.disabled" 1 || return
	done
}

# ask_radio: what rpcd's iwinfo says of the radio. It is empty without iwinfo. Channels and power that it shows are those of
# the country in force.
ask_radio() {
	htmodes='' country_now='' offered='' mhzs='' unusable='' powers=''
	ask_iwinfo info && load "$WORK/iwinfo" htmodes='.htmodes[*]' country_now=.country
	[ -z "$country" ] || [ "$country" = "$country_now" ] || return 0
	ask_iwinfo freqlist &&
		load "$WORK/iwinfo" offered='.results[*].channel' mhzs='.results[*].mhz' unusable='.results[*].restricted'
	[ -z "$power" ] || { ask_iwinfo txpowerlist && load "$WORK/iwinfo" powers='.results[*].dbm'; }
}

ask_iwinfo() { ubus call iwinfo "$1" "{\"device\":\"$radio\"}" > "$WORK/iwinfo" 2> /dev/null; }

# offers CHANNEL: whether the radio has it in the band, as far as is known
offers() {
	[ -n "$offered" ] || return 0
	wanted=$1 rest="$unusable "
	# shellcheck disable=SC2086 # a list
	set -- $mhzs
	for one in $offered; do
		case $one:${rest%% *}:$band:$1 in
		"$wanted:true:"*) ;;
		"$wanted":*:2g:24?? | "$wanted":*:5g:[45]??? | "$wanted":*:6g:59[2-9]? | "$wanted":*:6g:[67]???) return ;;
		esac
		rest=${rest#* }
		shift
	done
	return 1
}

# set_channel: of several radios of a band the first that offers the channel takes it.
set_channel() {
	case $channel in
	'' | auto) ;;
	*)
		if [ -z "$placed" ] && offers "$channel"; then
			placed=$radio
			change "wireless.$radio.channel" "$channel"
			return
		fi
		unplaced=$radio
		change "wireless.$radio.channel" auto
		return
		;;
	esac
	[ -z "$channel" ] || change "wireless.$radio.channel" auto || return
	[ -n "$channels" ] || return 0
	possible=''
	for each_channel in $channels; do
		! offers "$each_channel" || possible="$possible${possible:+ }$each_channel"
	done
	[ "$possible" = "$channels" ] || lack_radio channel "$radio" "${possible:-none} of $channels" || return
	[ -z "$possible" ] || change "wireless.$radio.channels" "$possible"
}

# set_width: the widest mode up to the width, of the standard that the section names if possible (HT, VHT, HE or EHT).
set_width() {
	[ -n "$width" ] || return 0
	htmode=$(own "wireless.$radio.htmode")
	case $htmode in
	HT[1-9]*) standards='HT VHT HE EHT' ;;
	VHT*) standards='VHT HE EHT HT' ;;
	EHT*) standards='EHT HE VHT HT' ;;
	*) standards='HE VHT HT EHT' ;;
	esac
	[ -n "$htmodes" ] || [ -n "$htmode" ] || standards=HT
	for mhz in 320 160 80 40 20; do
		[ "$mhz" -le "$width" ] || continue
		for standard in $standards; do
			has_mode "$standard$mhz" || continue
			[ "$mhz" = "$width" ] || lack_radio width "$radio" "$mhz MHz instead of $width" || return
			change "wireless.$radio.htmode" "$standard$mhz"
			return
		done
	done
	lack_radio width "$radio" 'its widths are unknown'
}

# has_mode MODE: what iwinfo says; without it, what the standard of the section has in the band
has_mode() {
	if [ -n "$htmodes" ]; then
		case " $htmodes " in *" $1 "*) return ;; esac
		return 1
	fi
	case $htmode:$1:$band in
	[!0-9]*:"${htmode%%[0-9]*}"[24]0:* | *:HT[24]0:*) ;;
	VHT*:VHT80:5g | VHT*:VHT160:5g | HE*:HE80:[56]g | HE*:HE160:[56]g | EHT*:EHT80:[56]g | EHT*:EHT160:[56]g) ;;
	EHT*:EHT320:6g) ;;
	*) return 1 ;;
	esac
}

# set_power: the power up to the one that is asked for
set_power() {
	case $power in
	'') return ;;
	auto)
		unset_option "wireless.$radio.txpower"
		return
		;;
	esac
	nearest='' least=''
	for dbm in $powers; do
		[ "$dbm" -gt "$power" ] || [ "$dbm" -le "${nearest:--99}" ] || nearest=$dbm
		[ "$dbm" -ge "${least:-99}" ] || least=$dbm
	done
	nearest=${nearest:-${least:-$power}}
	[ "$nearest" = "$power" ] || lack_radio power "$radio" "$nearest dBm instead of $power" || return
	change "wireless.$radio.txpower" "$nearest"
}
