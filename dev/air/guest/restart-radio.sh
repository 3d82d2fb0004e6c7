#!/bin/sh
# restart-radio.sh NAME: what `systemctl restart hostapd@NAME` does on Debian, whose unit does not start for an empty file.
/usr/lib/airfleet-air/stop.sh "/run/radio-$1.pid"
[ ! -s "/etc/hostapd/$1.conf" ] || exec hostapd -B -P "/run/radio-$1.pid" -f "/run/radio-$1.log" -t "/etc/hostapd/$1.conf"
