# shellcheck shell=sh
# The name and the time zone of the machine: options of its section in /etc/config/system.

ZONES=${AIRFLEET_ZONES:-/usr/share/zoneinfo}

# render_system DOCUMENT FOLDER: what the machine cannot take is reported.
render_system() {
	load "$1" time_zone=.time_zone device_name=.device.name || refuse 'the document cannot be read' || return
	system=$(own_sections system system | head -n 1)
	case $system:$device_name in
	:* | *:-* | *:*- | *:*[!A-Za-z0-9-]* | *:) leave_out "$2" 0 device_name || return ;;
	*) [ ${#device_name} -le 63 ] && set_system hostname "$device_name" || leave_out "$2" 0 device_name || return ;;
	esac
	case $time_zone:$(own "system.$system.timezone") in UTC:UTC | UTC:GMT0) return ;; esac
	zone=$(zone_rule)
	if [ -n "$system" ] && [ -n "$zone" ]; then
		set_system zonename "$time_zone" && set_system timezone "$zone"
	else
		leave_out "$2" 0 time_zone
	fi
}

set_system() { [ "$(own "system.$system.$1")" = "$2" ] || change "system.$system.$1" "$2"; }

# zone_rule: the rule of the time zone for POSIX programs, the last line of its file
zone_rule() {
	case $time_zone in
	UTC) echo UTC ;;
	*[!A-Za-z0-9_/+-]* | *..*) ;;
	*) tail -n 1 "$ZONES/$time_zone" 2> /dev/null | tr -cd '!-~' ;;
	esac
}
