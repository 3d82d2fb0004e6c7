# shellcheck shell=sh
# Reloading the radios of OpenWrt.

SERVICES=${AIRFLEET_SERVICES:-/etc/init.d}
DNSMASQ_FILES=${AIRFLEET_DNSMASQ:-/var/etc}

# backend_reload: fails if the radios are not up in time. netifd answers before it has begun, and the radios seem to be up
# as they were: what runs must be what was installed, two times in succession.
backend_reload() {
	read_wifi
	failed_before=$failed_radios seen=0 served=false
	case $changed in *system*) "$SERVICES/system" reload > /dev/null 2>&1 || log warn system_not_reloaded ;; esac
	ubus call network reload > /dev/null 2>&1 || return
	await_radios
	awaited=$?
	report_failed
	return "$awaited"
}

# read_wifi: sets `failed_radios` to the radios whose setup netifd has given up.
read_wifi() {
	failed_radios=''
	ubus call network.wireless status > "$WORK/wifi" 2> /dev/null || return
	[ -n "${all_radios-}" ] || see_machine
	for radio in $all_radios; do
		load "$WORK/wifi" failed=".$radio.retry_setup_failed" || return
		[ "$failed" != true ] || failed_radios="$failed_radios $radio"
	done
}

# backend_up: whether each section has its interface, which runs what was installed. Then the services that netifd does not
# reload read their files, and must run what these say.
backend_up() {
	needs_s=0
	if read_wifi && sections_up && networks_up; then
		seen=$((seen + 1))
	else
		seen=0
	fi
	[ "$seen" -ge 2 ] || return
	[ "$served" = true ] || { reload_services && served=true; } || return
	services_up
}

# networks_up: an interface with an address of its own has it. One that waits for a lease does not hold up the radios.
networks_up() {
	sed -n "s/^network\.\(airfleet_[v0-9][0-9]*\)\.proto='\(.*\)'$/\1 \2/p" "$installed/sections" > "$WORK/networks" || return
	while read -r name protocol; do
		ubus call "network.interface.$name" status > "$WORK/network" 2> /dev/null || return
		load "$WORK/network" up=.up available=.available address='["ipv4-address"][0].address' || return
		case $protocol:$up:$available in
		static:true:*) grep -qxF "network.$name.ipaddr='$address'" "$installed/sections" || return ;;
		none:true:* | dhcp:*:true) ;;
		*) return 1 ;;
		esac
	done < "$WORK/networks"
}

# reload_services: dnsmasq reads a network's address when it starts, the firewall its device.
reload_services() {
	for service in firewall:firewall dhcp:dnsmasq; do
		file=${service%:*}
		case " $changed ":$(grep -c "^$file\." "$installed/sections") in
		*" $file "*) ;;
		*" network "*:[1-9]*) ;;
		*) continue ;;
		esac
		[ ! -x "$SERVICES/${service#*:}" ] || "$SERVICES/${service#*:}" reload > /dev/null 2>&1 || return
	done
}

# services_up: whether the firewall has each zone, and dnsmasq runs with each pool.
services_up() {
	if has fw4; then
		zones=$(sed -n "s/^firewall\.airfleet_.*\.name='\(af[a-z0-9]*\)'$/\1/p" "$installed/sections")
		for zone in $zones; do
			nft list chain inet fw4 "input_$zone" > /dev/null 2>&1 || return
		done
	fi
	pools=$(sed -n "s/^dhcp\.airfleet_.*\.interface='\(.*\)'$/\1/p" "$installed/sections" | sort -u)
	[ -n "$pools" ] || return 0
	for pool in $pools; do
		grep -q "^dhcp-range=set:$pool," "$DNSMASQ_FILES"/dnsmasq.conf* 2> /dev/null || return
	done
	ubus call service list '{"name":"dnsmasq"}' > "$WORK/service" 2> /dev/null &&
		load "$WORK/service" run='.dnsmasq.instances[*].running' || return
	case $run in *true*) ;; *) return 1 ;; esac
}

# A radio whose setup failed before is not the fault of the document.
sections_up() {
	sed -n "s/^wireless\.airfleet_[^.=]*\.device='\(.*\)'$/\1/p" "$installed/sections" | sort -u > "$WORK/radios" || return
	while read -r radio; do
		case " $failed_before " in *" $radio "*) continue ;; esac
		case " $failed_radios " in
		*" $radio "*)
			up_by=0
			return 1
			;;
		esac
		radio_up || return
	done < "$WORK/radios"
}

radio_up() {
	load "$WORK/wifi" up=".$radio.up" pending=".$radio.pending" names=".$radio.interfaces[*].section" || return
	[ "$up" = true ] && [ "$pending" != true ] || return
	index=0 running=0
	for name in $names; do
		interface=".$radio.interfaces[$index]"
		index=$((index + 1))
		case $name in airfleet_*) ;; *) continue ;; esac
		load "$WORK/wifi" ifname="$interface.ifname" ssid="$interface.config.ssid" key_now="$interface.config.key" \
			encryption="$interface.config.encryption" || return
		is_set ssid "$ssid" && is_set encryption "$encryption" && is_set key "$key_now" && hostapd_up || return
		running=$((running + 1))
	done
	[ "$running" = "$(grep -c "^wireless\.airfleet_[^.=]*\.device='$radio'$" "$installed/sections")" ]
}

# is_set NAME VALUE: whether the section is to have the value; empty if it is not to have the option
is_set() {
	section=wireless.$name
	if [ -n "$2" ]; then
		grep -qxF "$(option "$1" "$2" | sed 's/^set //')" "$installed/sections"
	else
		! grep -q "^wireless\.$name\.$1=" "$installed/sections"
	fi
}

# hostapd_up: whether hostapd has the interface on the air. An old one does not say.
hostapd_up() {
	[ -n "$ifname" ] || return
	ubus call "hostapd.$ifname" get_status > "$WORK/status" 2> /dev/null || return 0
	load "$WORK/status" radio_state=.status left_s=.dfs.cac_seconds_left cac_s=.dfs.cac_seconds || return
	[ "${radio_state:-ENABLED}" != ENABLED ] || return 0
	on_the_way "$radio_state" "$left_s" "$cac_s"
	return 1
}

# report_failed: heartbeats have the radios that fail besides.
report_failed() {
	for radio in $failed_before; do
		echo "0 radio $radio its setup failed before"
	done | replace "$STATE_DIR/radios_failed"
}
