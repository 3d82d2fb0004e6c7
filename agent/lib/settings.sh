# shellcheck shell=sh
# The settings file: lines NAME=value, read as text. Values are not expanded.

VERSION=1.0.0

# read_settings FILE: exits 2 if a setting is unknown or not possible here.
read_settings() {
	URL='' MAC='' KEY_FILE=/etc/airfleet/key BACKEND=hostapd STATE_DIR=/var/lib/airfleet CA_FILE='' PIN='' ALLOW_HTTP=0
	TOKEN_FILE=/etc/airfleet/token
	ALLOW_UNVERIFIED=0 SET_CLOCK=0 RADIOS_DIR=/etc/hostapd FIRMWARE_VERSION_FILE='' FIRMWARE_HOOK='' UPLINK=''
	HOOKS_DIR=/etc/airfleet/hooks
	UPLINK_INTERFACE=''
	# shellcheck disable=SC2016 # the shell of the command expands it
	RELOAD='systemctl restart "hostapd@$1"'
	[ -r "$1" ] || fail 2 settings_not_readable
	while read -r line || [ -n "$line" ]; do
		case ${line%%=*} in
		'' | '#'*) ;;
		URL | MAC | KEY_FILE | TOKEN_FILE | BACKEND | STATE_DIR | CA_FILE | PIN | ALLOW_HTTP | ALLOW_UNVERIFIED | SET_CLOCK | \
			RADIOS_DIR | RELOAD | FIRMWARE_VERSION_FILE | FIRMWARE_HOOK | UPLINK | \
			UPLINK_INTERFACE | HOOKS_DIR) export "${line%%=*}=${line#*=}" ;;
		*) fail 2 setting_unknown name="${line%%=*}" ;;
		esac
	done < "$1"
	case $BACKEND in hostapd | openwrt) ;; *) fail 2 setting_invalid name=BACKEND ;; esac
	key=$(cat "$KEY_FILE" 2> /dev/null)
	[ -z "$CA_FILE" ] || [ -r "$CA_FILE" ] || fail 2 setting_invalid name=CA_FILE
	choose_programs
}

# check_identity: exits 2 unless the settings say which device this is, and of which service.
check_identity() {
	check_url
	case $MAC in '' | *[!0-9A-Fa-f:.-]*) fail 2 setting_invalid name=MAC ;; esac
	case $key in '' | *[!A-Za-z0-9._~+/=-]*) fail 2 setting_invalid name=KEY_FILE ;; esac
}

check_url() {
	while [ "${URL%/}" != "$URL" ]; do URL=${URL%/}; done
	case $URL:$ALLOW_HTTP in https://*:* | http://*:1) ;; *) fail 2 setting_invalid name=URL ;; esac
}

# BusyBox has a wget, too, which does not verify certificates.
choose_programs() {
	if has curl; then
		CLIENT=curl
	elif wget --version 2> /dev/null | grep -q '^GNU Wget'; then
		CLIENT=wget
	elif has uclient-fetch && [ -z "$PIN" ]; then
		CLIENT=uclient
	else
		fail 2 no_http_client
	fi
	has jq || has jsonfilter || fail 2 no_json_program
}
