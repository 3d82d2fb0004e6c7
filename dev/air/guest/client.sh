#!/bin/sh
# client.sh NUMBER: starts a client with the file /run/client-NUMBER.conf. Its radio is in a namespace of its own, with an
# address of the untagged network.
name=client$1
/usr/lib/airfleet-air/stop.sh "/run/client-$1.pid"
if [ ! -e "/run/netns/$name" ]; then
	ip netns add "$name"
	iw phy "phy$1" set netns name "$name"
fi
ip -n "$name" -batch - << END
link set lo up
addr flush dev wlan$1
addr add 192.0.2.$((10 + $1))/24 dev wlan$1
END
exec ip netns exec "$name" wpa_supplicant -B -t -P "/run/client-$1.pid" -f "/run/client-$1.log" -i "wlan$1" \
	-c "/run/client-$1.conf"
