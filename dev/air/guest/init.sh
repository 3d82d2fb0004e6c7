#!/bin/sh
# The first process of the guest: an access point's machine with radios, and beside it its site and its clients.
export PATH=/usr/sbin:/usr/bin:/usr/lib/busybox LC_ALL=C
busybox=/usr/bin/busybox

$busybox mkdir -p /usr/lib/busybox
$busybox --install -s /usr/lib/busybox
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
ln -s /proc/self/fd /dev/fd
ln -s /proc/self/fd/0 /dev/stdin
ln -s /proc/self/fd/1 /dev/stdout
ln -s /proc/self/fd/2 /dev/stderr
mkdir -p /run/hostapd /run/netns

while read -r module; do
	case $module in
	*/mac80211_hwsim.ko) insmod "$module" radios=13 ;;
	*) insmod "$module" ;;
	esac
done < /usr/lib/modules/order

# Radios start with the rules of the whole world, which forbid access points on 5 GHz.
iw reg set DE
/usr/lib/airfleet-air/site.sh
/usr/lib/airfleet-air/control.sh
# The host has closed the channel.
poweroff -f
