# shellcheck shell=sh
# Channels and widths.

# learn: sets `listed` to the channels that the radio of `interface` has in its band, `free` to those that are not disabled at
# present, and `widest` in MHz, by what iw says of the radio. Without iw they are empty.
learn() {
	phy='' listed='' free='' widest='' part=''
	{ read -r phy < "$INTERFACES/$interface/phy80211/name"; } 2> /dev/null
	[ -n "$phy" ] && has iw && iw phy "$phy" info > "$WORK/phy" 2> /dev/null || return 0
	widest=20
	while read -r line; do
		case $line in
		'Band 1:') part=2g ;;
		'Band 2:') part=5g ;;
		'Band 4:') part=6g ;;
		'Band '* | 'Supported commands:') part='' ;;
		esac
		[ "$part" != "$band" ] || learn_line
	done < "$WORK/phy"
}

learn_line() {
	case $band:$line in
	?g:'* '*' MHz ['*']'*)
		line=${line#*\[}
		listed="$listed ${line%%]*}"
		case $line in *disabled*) ;; *) free="$free ${line%%]*}" ;; esac
		;;
	?g:HT20/HT40 | 2g:HE40/2.4GHz) is_wide 40 ;;
	5g:'VHT Capabilities '* | [56]g:HE40/HE80/5GHz) is_wide 80 ;;
	5g:'Supported Channel Width: 160 MHz'* | [56]g:HE160/*) is_wide 160 ;;
	esac
}

is_wide() { [ "$widest" -ge "$1" ] || widest=$1; }

# contains LIST ITEM
contains() { case " $1 " in *" $2 "*) ;; *) return 1 ;; esac }


# block_of CHANNEL WIDTH: sets `first`, the lowest channel of the block of this width in MHz that the channel is in, and
# `centre`. Fails if the band has no such block.
block_of() {
	case $band in
	2g)
		first=$1 centre=$1
		[ "$2" -eq 20 ] || { [ "$2" -eq 40 ] && [ "$1" -le 13 ]; }
		return
		;;
	6g) base=1 last=233 ;;
	*)
		base=149 last=161
		! contains "$usable" 177 || last=177
		if [ "$1" -le 64 ]; then base=36 last=64; elif [ "$1" -le 144 ]; then base=100 last=144; fi
		;;
	esac
	[ "$2" -gt 20 ] || last=253
	first=$((base + ($1 - base) / ($2 / 5) * ($2 / 5)))
	centre=$((first + $2 / 10 - 2))
	[ "$1" -ge "$base" ] && [ $((($1 - base) % 4)) -eq 0 ] && [ $((first + $2 / 5 - 4)) -le "$last" ]
}

# narrow CHANNEL WIDTH: sets `fitting` to the width, or to the next smaller one that the radio and the channel have.
narrow() {
	fitting=$2
	while [ "$fitting" -gt 20 ]; do
		if [ "$fitting" -le "${widest:-160}" ]; then
			is_number "$1" || return 0
			! block_of "$1" "$fitting" || ! is_usable || return 0
		fi
		fitting=$((fitting / 2))
	done
}

# is_usable: whether the radio has all channels of the block
is_usable() {
	[ -n "$usable" ] && [ "$band" != 2g ] || return 0
	block=$first
	while [ "$block" -le $((centre * 2 - first)) ]; do
		contains "$usable" "$block" || return
		block=$((block + 4))
	done
}

# channel_lines CHANNEL WIDTH: the lines of a channel, or of `auto`, and of a width
channel_lines() {
	secondary='' chwidth=0 has_centre=false
	if [ "$2" -gt 20 ]; then secondary='[HT40+]' own_n=1; fi
	if is_number "$1"; then
		echo "channel=$1"
		! block_of "$1" "$2" || [ "$2" -eq 20 ] || has_centre=true
		case $band in
		2g) [ "$1" -le 7 ] || secondary=${secondary:+'[HT40-]'} ;;
		*) [ $((($1 - base) / 4 % 2)) -eq 0 ] || secondary=${secondary:+'[HT40-]'} ;;
		esac
	else
		echo channel=acs_survey
		item chanlist "$among"
	fi
	case $2 in 80) chwidth=1 ;; 160) chwidth=2 ;; esac
	case $band:$2 in
	6g:20) if [ "$1" = 2 ]; then echo op_class=136; else echo op_class=131; fi ;;
	6g:40) echo op_class=132 ;;
	6g:80) echo op_class=133 ;;
	6g:160) echo op_class=134 ;;
	5g:80 | 5g:160) own_ac=1 ;;
	esac
	[ "$band" = 6g ] || { item ieee80211n "$own_n" && item ht_capab "$own_ht$secondary"; }
	[ "$band" != 2g ] || return 0
	if [ "$own_ac" = 1 ]; then
		echo ieee80211ac=1
		case $2:$own_vht in 160:*VHT160*) ;; 160:*) own_vht=$own_vht'[VHT160]' ;; esac
		item vht_capab "$own_vht"
		centre_lines vht
	fi
	[ "$own_ax" != 1 ] || centre_lines he
}

# centre_lines vht|he
centre_lines() {
	echo "$1_oper_chwidth=$chwidth"
	[ "$has_centre" = false ] || echo "$1_oper_centr_freq_seg0_idx=$centre"
}
