# shellcheck shell=sh
# The networks of VLANs: interfaces airfleet_vVLAN on the ports of the machine's network `lan`.

# choose_vlan: sets `network` to a person's interface `vlanID`, or to one of the agent's, or says what the VLAN lacks.
choose_vlan() {
	network=airfleet_v$vlan
	if grep -qx "network\.vlan$vlan=interface" "$WORK/machine"; then
		network=vlan$vlan
	else
		find_ports
	fi
}

# find_ports: sets `bridge` and `ports` to those of the network `lan`, and `filters` to whether the bridge has VLANs. Without
# a section bridge-vlan it has none, even if it filters: the first one would cut off the network `lan`.
find_ports() {
	bridge=$(own network.lan.device)
	bridge=${bridge%%.*} filters=false ports=''
	for each_section in $(own_sections network bridge-vlan); do
		[ "$(own "network.$each_section.device")" != "$bridge" ] || filters=true
	done
	for each_section in $(sections_with network name "$bridge"); do
		ports=$(own "network.$each_section.ports")
	done
	ports=${ports:-$bridge} member=lan
	case "$ports " in
	' ') lacks=vlan why='the network lan has no device' ;;
	*.[0-9]*) lacks=vlan why='the ports of the network lan are VLANs of a switch' ;;
	*[!\ ][!\ ][!\ ][!\ ][!\ ][!\ ][!\ ][!\ ][!\ ][!\ ][!\ ]\ *) lacks=vlan why='the names of the ports are too long' ;;
	esac
}

# sections_with FILE OPTION VALUE: the names of the machine's sections with the value
sections_with() { sed -n "s/^$1\.\([^=]*\)\.$2='$3'$/\1/p" "$WORK/machine"; }

# need_vlan VLAN DHCP: the document needs the VLAN, with an address if DHCP is true.
need_vlan() {
	case " $vlans " in *" $1 "*) ;; *) vlans="$vlans $1" ;; esac
	[ "$2" != true ] || leased="$leased $1 "
}

render_networks() {
	[ -n "$vlans" ] || return 0
	find_ports
	for vlan in $vlans; do
		render_vlan | write || return
	done
}

render_vlan() {
	if [ "$filters" = true ]; then
		device=$bridge.$vlan
		has_bridge_vlan || {
			begin "network.airfleet_b$vlan" bridge-vlan
			option device "$bridge"
			option vlan "$vlan"
			for port in $ports; do list ports "$port:t"; done
		}
	else
		device=br-af$vlan
		begin "network.airfleet_d$vlan" device
		option type bridge
		option name "$device"
		for port in $ports; do list ports "$port.$vlan"; done
	fi
	begin "network.airfleet_v$vlan" interface
	option device "$device"
	case $leased in
	*" $vlan "*)
		# An address of the VLAN; the way out stays that of the machine.
		option proto dhcp
		option defaultroute 0
		option peerdns 0
		;;
	*) option proto none ;;
	esac
}

# has_bridge_vlan: whether a person has the VLAN on the bridge
has_bridge_vlan() {
	for each_section in $(sections_with network vlan "$vlan"); do
		[ "$(own "network.$each_section.device")" != "$bridge" ] || return 0
	done
	return 1
}
