# shellcheck shell=sh
# The rates of SSIDs. rev/REVISION/NAME.rates has a line for each BSS of a radio that has one: `INTERFACE SSID-KBPS
# CLIENT-KBPS`, with 0 for no limit. tc limits an SSID where the interface is, and loses it with the interface. nft limits
# each address of a client by rules that name the interface, which need not be there.

# What has been put in force since the machine started.
APPLIED_RATES=${AIRFLEET_RUN:-/run/airfleet}/rates.applied

# choose_rates FOLDER: notes the rates of the SSID, or says what the machine lacks for them.
choose_rates() {
	if [ "${client_kbps:-0}" -gt 0 ]; then
		if ! has nft; then
			leave_out "$1" "$id" client_kbps client_kbps 'nft is not there' || return
			client_kbps=''
		elif ! grep -q '^bridge=' "$WORK/bss/$id".*; then
			leave_out "$1" "$id" client_kbps client_kbps 'the radio has no bridge' || return
			client_kbps=''
		fi
	fi
	if [ "${ssid_kbps:-0}" -gt 0 ] && ! has tc; then
		leave_out "$1" "$id" ssid_kbps ssid_kbps 'tc is not there' || return
		ssid_kbps=''
	elif [ "${ssid_kbps:-0}" -gt 0 ] && [ "$dynamic_vlan" = true ]; then
		leave_out "$1" "$id" ssid_kbps ssid_kbps 'clients are in VLANs of their own' || return
		ssid_kbps=''
	fi
	[ $((${ssid_kbps:-0} + ${client_kbps:-0})) -eq 0 ] || echo "${ssid_kbps:-0} ${client_kbps:-0}" > "$WORK/rates/$id" || return 7
	client_kbps='' ssid_kbps=''
}

# write_rates FILE: the lines of the BSS on `interface`, and of its interfaces for VLANs of clients
write_rates() {
	[ -f "$WORK/rates/$id" ] || return 0
	{
		read -r ssid_kbps client_kbps < "$WORK/rates/$id" && echo "$interface $ssid_kbps $client_kbps"
		[ -z "$client_vlans" ] || echo "$client_vlans.* 0 $client_kbps"
	} >> "$1"
}

# keep_rates FILE: those of a radio that stays as it is
keep_rates() {
	rm -f "$1"
	[ ! -f "$STATE_DIR/rev/$current/${1##*/}" ] || cp "$STATE_DIR/rev/$current/${1##*/}" "$1"
}

# rates_of FOLDER: writes all lines to $WORK/rates.all
rates_of() {
	for rates in "$1"/*.rates; do
		[ ! -f "$rates" ] || cat "$rates" || return
	done > "$WORK/rates.all"
}

# apply_rates FOLDER: puts the rates of the document in force in place of those before. An interface that is not there gets
# its own when it is.
apply_rates() {
	reason='the rates could not be set'
	[ "$RELOAD" != : ] || return 0
	rates_of "$1" || return
	if [ -s "$WORK/rates.all" ]; then
		! rates_hold "$1" || return 0
	else
		[ -f "$APPLIED_RATES" ] || return 0
	fi
	mkdir -p "${APPLIED_RATES%/*}" && touch "$APPLIED_RATES" && remove_rates || return
	if [ ! -s "$WORK/rates.all" ]; then
		rm -f "$APPLIED_RATES"
		return
	fi
	# If the agent is killed now, the next one removes them.
	cat "$WORK/rates.all" >> "$APPLIED_RATES" && limit_ssids && limit_clients &&
		cp "$WORK/rates.all" "$APPLIED_RATES.new" && mv "$APPLIED_RATES.new" "$APPLIED_RATES"
}

remove_rates() {
	while read -r interface ssid_kbps client_kbps; do
		[ "$ssid_kbps" -eq 0 ] || printf 'qdisc del dev %s root\nqdisc del dev %s ingress\n' "$interface" "$interface"
	done < "$APPLIED_RATES" > "$WORK/tc"
	# What is not there need not be removed.
	[ ! -s "$WORK/tc" ] || tc -force -batch "$WORK/tc" > /dev/null 2>&1 || :
	! grep -qv ' 0$' "$APPLIED_RATES" || nft delete table bridge airfleet_rates 2> /dev/null || :
}

# limit_ssids: what a radio sends waits, what it has received is dropped. A burst is a fiftieth of a second of what it
# sends, and half a second of what it receives, as dropping slows senders down only later.
limit_ssids() {
	while read -r interface ssid_kbps client_kbps; do
		{ [ "$ssid_kbps" -gt 0 ] && [ -d "$INTERFACES/$interface" ]; } || continue
		cat <<- END
			qdisc add dev $interface root handle af: tbf rate ${ssid_kbps}kbit burst $(at_least $((ssid_kbps * 5 / 2)) 8000) latency 200ms
			qdisc add dev $interface ingress
			filter add dev $interface parent ffff: matchall action police rate ${ssid_kbps}kbit burst $(at_least $((ssid_kbps * 125 / 2)) 16000) mtu 65535 drop
		END
	done < "$WORK/rates.all" > "$WORK/tc"
	[ ! -s "$WORK/tc" ] || tc -batch "$WORK/tc" > /dev/null 2>&1
}

# limit_clients: each address has a bucket of one second in both directions.
limit_clients() {
	limits=0
	{
		echo 'table bridge airfleet_rates {'
		printf 'chain up {\ntype filter hook prerouting priority -300;\n}\n'
		printf 'chain down {\ntype filter hook postrouting priority 300;\n}\n}\n'
		while read -r interface ssid_kbps client_kbps; do
			[ "$client_kbps" -gt 0 ] || continue
			limits=$((limits + 1))
			limit_direction up iifname saddr
			limit_direction down oifname daddr
		done < "$WORK/rates.all"
	} > "$WORK/nft"
	[ "$limits" -eq 0 ] || nft -f "$WORK/nft" > /dev/null 2>&1
}

# limit_direction CHAIN INTERFACE ADDRESS: by the words of nft
limit_direction() {
	set -- "$1" "$2" "$3" "$1$limits" $((client_kbps * 125))
	cat <<- END
		add set bridge airfleet_rates $4 { type ether_addr; size 4096; timeout 10m; flags dynamic,timeout; }
		add rule bridge airfleet_rates $1 $2 "$interface" update @$4 { ether $3 limit rate over $5 bytes/second } drop
	END
}

# rates_hold FOLDER: whether the rates of the document are in force. An interface that was made again has lost its own.
rates_hold() {
	[ "$RELOAD" != : ] || return 0
	rates_of "$1" || return
	[ -s "$WORK/rates.all" ] || return 0
	cmp -s "$WORK/rates.all" "$APPLIED_RATES" || return
	! grep -qv ' 0$' "$WORK/rates.all" || nft list chain bridge airfleet_rates up > /dev/null 2>&1 || return
	grep -qv ' 0 [0-9]*$' "$WORK/rates.all" || return 0
	tc qdisc show > "$WORK/qdiscs" 2> /dev/null
	while read -r interface ssid_kbps client_kbps; do
		[ "$ssid_kbps" -eq 0 ] || [ ! -d "$INTERFACES/$interface" ] || grep -q "^qdisc tbf af: dev $interface " "$WORK/qdiscs" || return
	done < "$WORK/rates.all"
}
