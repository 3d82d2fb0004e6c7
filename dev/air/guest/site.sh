#!/bin/sh
# The site around the access point: eth0 leads to a router in the namespace `site`, which has a DHCP server, answers pings
# on the untagged network 192.0.2.0/24 and on the VLANs 20, 198.51.100.0/24, 30, 203.0.113.0/24, and 40, 10.40.0.0/24, knows
# the name site.example, and leads to the host. It leases addresses of 10.9.9.0/24, which is behind the access point, to a
# relay. The access point bridges its uplink as br0, and VLAN 20 as br-vlan20.
ip -batch - << END
netns add site
link set eth0 netns site
link add eth0 type veth peer name lan netns site
link add br0 type bridge
link set eth0 master br0
addr add 192.0.2.2/24 dev br0
link set lo up
link set eth0 up
link set br0 up
route add default via 192.0.2.1
link add link eth0 name eth0.20 type vlan id 20
link add br-vlan20 type bridge
link set eth0.20 master br-vlan20
link set eth0.20 up
link set br-vlan20 up
END
ip -n site -batch - << END
link set lo up
link set eth0 up
addr add 10.0.2.15/24 dev eth0
route add default via 10.0.2.2
link set lan up
addr add 192.0.2.1/24 dev lan
link add link lan name lan.20 type vlan id 20
addr add 198.51.100.1/24 dev lan.20
link set lan.20 up
link add link lan name lan.30 type vlan id 30
addr add 203.0.113.1/24 dev lan.30
link set lan.30 up
link add link lan name lan.40 type vlan id 40
addr add 10.40.0.1/24 dev lan.40
link set lan.40 up
route add 10.9.9.0/24 via 192.0.2.2
END
ip netns exec site sh -s << END
echo 1 > /proc/sys/net/ipv4/ip_forward
nft add table ip site
nft add chain ip site out '{ type nat hook postrouting priority 100; }'
nft add rule ip site out oifname eth0 masquerade
dnsmasq --conf-file=/dev/null --user=root --interface=lan --interface=lan.20 --interface=lan.30 --interface=lan.40 \
	--bind-interfaces --no-resolv --no-hosts --host-record=site.example,192.0.2.1 --dhcp-range=192.0.2.100,192.0.2.200 \
	--dhcp-range=198.51.100.100,198.51.100.200 --dhcp-range=203.0.113.100,203.0.113.200 \
	--dhcp-range=10.40.0.100,10.40.0.200 \
	--dhcp-range=set:relay,10.9.9.100,10.9.9.199,255.255.255.0 --dhcp-option=tag:relay,3,10.9.9.1 \
	--dhcp-leasefile=/run/leases \
	--dhcp-no-override --dhcp-authoritative --pid-file=/run/dnsmasq.pid
END
echo nameserver 192.0.2.1 > /etc/resolv.conf
