#!/bin/sh
# Takes the access point back to a machine without agent, configuration and radios on the air.
owner=$(readlink /var/lib/airfleet/lock/owner) && kill -9 "${owner%%:*}"
for pid in /run/radio-*.pid /run/client-*.pid /run/upstream-*.pid; do
	[ ! -f "$pid" ] || /usr/lib/airfleet-air/stop.sh "$pid"
done
/usr/lib/airfleet-air/stop.sh /run/radius/pid
for pid in /run/airfleet/*.pid; do
	[ ! -f "$pid" ] || /usr/lib/airfleet-air/stop.sh "$pid"
done
[ ! -e /sys/class/net/afsta ] || iw dev afsta del
printf '%s table inet airfleet\n' add delete | nft -f -
printf '%s table inet airfleet_portal\n' add delete | nft -f -
printf '%s table bridge airfleet_rates\n' add delete | nft -f -
echo 0 > /proc/sys/net/ipv4/ip_forward
for interface in /sys/class/net/br-af* /sys/class/net/af*; do
	[ ! -e "$interface" ] || ip link del "${interface##*/}"
done
for radio in 0 1 2 3; do
	for interface in "/sys/class/ieee80211/phy$radio/device/net"/*; do
		interface=${interface##*/}
		ip link set "$interface" nomaster down
		tc qdisc del dev "$interface" root
		tc qdisc del dev "$interface" ingress
		[ "$interface" = "wlan$radio" ] || ip link set "$interface" name "wlan$radio"
		ip link set "wlan$radio" address "02:00:00:00:0$radio:00"
	done
	iw phy "phy$radio" set txpower auto
	for block in "/sys/class/ieee80211/phy$radio"/rfkill*/soft; do
		[ ! -f "$block" ] || echo 0 > "$block"
	done
done
iw reg set DE
ip -batch - << END
link set eth0 up
addr flush dev br0 scope global
addr add 192.0.2.2/24 dev br0
route replace default via 192.0.2.1
END
rm -rf /var/lib/airfleet /run/airfleet /etc/hostapd/* /run/radio-* /run/client-*
exit 0
