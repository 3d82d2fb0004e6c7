#!/bin/sh
# upstream.sh PSK: starts an access point of another network, `Upstream`, on the last radio and on channel 6, in the namespace
# `upstream`. It leases addresses of 10.50.0.0/24 and leads to the site.
if [ ! -e /run/netns/upstream ]; then
	ip netns add upstream
	iw phy phy12 set netns name upstream
	ip link add upstream netns site type veth peer name site netns upstream
	ip -n site -batch - << END
addr add 10.60.0.1/30 dev upstream
link set upstream up
route add 10.50.0.0/24 via 10.60.0.2
END
	ip -n upstream -batch - << END
link set lo up
addr add 10.60.0.2/30 dev site
link set site up
route add default via 10.60.0.1
END
	ip netns exec upstream sh -c 'echo 1 > /proc/sys/net/ipv4/ip_forward'
fi
for name in hostapd dnsmasq; do /usr/lib/airfleet-air/stop.sh "/run/upstream-$name.pid"; done
cat > /run/upstream.conf << END
interface=wlan12
driver=nl80211
ssid=Upstream
hw_mode=g
channel=6
wpa=2
wpa_key_mgmt=WPA-PSK
rsn_pairwise=CCMP
wpa_psk=$1
END
ip netns exec upstream hostapd -B -P /run/upstream-hostapd.pid -f /run/upstream.log /run/upstream.conf
ip -n upstream addr replace 10.50.0.1/24 dev wlan12
ip netns exec upstream dnsmasq --conf-file=/dev/null --user=root --interface=wlan12 --bind-interfaces --port=0 \
	--dhcp-range=10.50.0.100,10.50.0.200 --dhcp-leasefile=/run/upstream-leases --dhcp-authoritative \
	--pid-file=/run/upstream-dnsmasq.pid
