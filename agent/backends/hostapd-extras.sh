# shellcheck shell=sh
# What a BSS has beyond the interface document: roaming, and options that airfleet does not know.

# with_roaming MODES FAST-MODES: the key management of the SSID
with_roaming() { echo "wpa_key_mgmt=$1${mobility_domain:+ $2}"; }

render_extras() {
	item rrm_neighbor_report "$neighbor_reports"
	item bss_transition "$bss_transition"
	item dtim_period "$dtim_period"
	[ -z "$mobility_domain" ] || render_roaming
	[ -z "$hostapd_options" ] || printf '# options\n%s\n' "$hostapd_options" | tr '\t' '\n'
}

# 802.11r. Access points find the key of a client by the name of the BSS at which it has authenticated, so each BSS has one of
# its own; RADIUS servers get theirs. A key of WPA2 gives every access point all that it needs; otherwise they ask each
# other, under a key that they all have.
render_roaming() {
	printf 'mobility_domain=%s\nnas_identifier=%.48s\n' "$mobility_domain" "$(bare_mac "$MAC")-$id-$radio"
	printf 'reassociation_deadline=20000\nft_over_ds=0\n'
	case $security in
	*-eap)
		[ -z "$nas_id" ] || printf 'radius_%s_req_attr=32:s:%s\n' auth "$nas_id" acct "$nas_id"
		roaming_secret=$auth_secret
		;;
	*)
		echo ft_psk_generate_local=1
		roaming_secret=$passphrase
		;;
	esac
	case $security in *-psk) return ;; esac
	roaming_key=$(printf '%s %s' "$mobility_domain" "$roaming_secret" | sha256sum | cut -c 1-64)
	printf 'r0kh=ff:ff:ff:ff:ff:ff * %s\nr1kh=00:00:00:00:00:00 00:00:00:00:00:00 %s\n' "$roaming_key" "$roaming_key"
}

# member_of ITEM LINE: the document's name of an item of extras in $WORK/check.conf, or the item
member_of() {
	case $1 in
	mobility_domain | nas_identifier | reassociation_deadline | ft_* | r0kh | r1kh) echo extras.fast_roaming ;;
	rrm_neighbor_report) echo extras.neighbor_reports ;;
	bss_transition | dtim_period) echo "extras.$1" ;;
	*)
		case $(sed -n "1,$2s/^# //p" "$WORK/check.conf" | tail -n 1) in
		options) echo "extras.options.hostapd.$1" ;;
		'radio options') echo "options.hostapd.$1" ;;
		*) echo "$1" ;;
		esac
		;;
	esac
}
