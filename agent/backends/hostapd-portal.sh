# shellcheck shell=sh
# The click portal of an SSID in router mode. Until a client has sent the page's form, the table `inet airfleet_portal` lets it
# reach its router and the walled garden only, and leads its DNS to the router and its requests of HTTP to an answer that
# redirects them to the page. BusyBox's nc gives that answer, as its httpd has a status of 404 for paths that it does not know,
# and its httpd serves the page. Clients that have agreed are in a set by their address; it outlives documents.

PORTAL_PORT=8006
PORTAL=$STATE_DIR/portal

# choose_portal: sets `lacks` to what an SSID with a portal lacks. A bridge is no gateway that could ask.
choose_portal() {
	case $portal:$mode in
	:*) ;;
	click:router) { has busybox && busybox --list | grep -qx httpd; } || lacks=busybox ;;
	*) lacks=portal ;;
	esac
}

# describe_portal FOLDER: the lines of the SSID's network: those for dnsmasq, for the router's table, for the portal's table,
# and what its page shows. Returns 5 with `member` and `why` if the portal is not possible.
describe_portal() {
	[ -n "$portal" ] || return 0
	splash_host=''
	is_link "$splash_url" || lack portal.splash_url 'not an address of the web' || return
	is_link "$success_url" || lack portal.success_url 'not an address of the web' || return
	[ -z "$splash_url" ] || { splash_host=${splash_url#*://} && splash_host=${splash_host%%[/:?#]*}; }
	addresses='' names=''
	for entry in $walled_garden $splash_host; do
		entry=${entry#'*.'}
		case $entry in
		*[!A-Za-z0-9./-]* | -* | *[!0-9./-]*/*) lack portal.walled_garden 'neither an address nor a name' || return ;;
		*[!0-9./-]*) names="$names $entry" ;;
		*) addresses="$addresses $entry" ;;
		esac
	done
	if [ -n "$names" ] && ! dnsmasq --version | grep -q ' nftset'; then
		leave_out "$1" "$id" walled_garden portal.walled_garden 'dnsmasq has no nftset for names' || return
		names=''
	fi
	portals=$((portals + 1))
	redirect_port=$((PORTAL_PORT + portals))
	portal_rules > "$WORK/portal" || return 7
	{ echo 'add table inet airfleet_portal' && portal_chains && cat "$WORK/portal"; } > "$WORK/portal.nft" || return 7
	nft -c -f "$WORK/portal.nft" > /dev/null 2>&1 || lack portal.walled_garden 'nft refuses an address' || return
	{
		for entry in $names; do echo "dnsmasq nftset=/$entry/4#inet#airfleet_portal#names$id"; done
		# Each request is a process.
		pages="nft add rule inet airfleet input iifname $bridge tcp dport { $PORTAL_PORT, $redirect_port }"
		printf '%s ct state new limit rate over 50/second burst 100 packets drop\n%s accept\n' "$pages" "$pages"
		sed 's/^/portal /' "$WORK/portal"
		echo "answer $redirect_port ${splash_url:-http://$router_address:$PORTAL_PORT/}"
		echo "success $success_url"
		echo "title $(printf %s "$ssid" | sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g')"
	} >> "$WORK/networks/$bridge" || return 7
}

# is_link TEXT: whether it is empty, or an address that a header can name
is_link() {
	case $1 in
	'') ;;
	*[!A-Za-z0-9:/?#@!\&\'\(\)*+,\;=._~%-]*) return 1 ;;
	http://?* | https://?*) ;;
	*) return 1 ;;
	esac
}

portal_chains() {
	echo 'add chain inet airfleet_portal prerouting { type nat hook prerouting priority -110; }'
	echo 'add chain inet airfleet_portal forward { type filter hook forward priority -10; }'
}

# portal_rules: a client that has agreed is asked again after a day.
portal_rules() {
	table='inet airfleet_portal'
	echo "add set $table agreed$id { type ether_addr; size 65535; timeout 1d; }"
	echo "add set $table names$id { type ipv4_addr; size 65535; timeout 1d; }"
	echo "add rule $table prerouting iifname $bridge ether saddr @agreed$id accept"
	echo "add rule $table prerouting iifname $bridge meta l4proto { tcp, udp } th dport 53 redirect"
	for chain in prerouting forward; do
		for entry in $addresses; do echo "add rule $table $chain iifname $bridge ip daddr $entry accept"; done
		echo "add rule $table $chain iifname $bridge ip daddr @names$id accept"
	done
	echo "add rule $table prerouting iifname $bridge tcp dport 80 redirect to :$redirect_port"
	echo "add rule $table forward iifname $bridge ether saddr @agreed$id accept"
	echo "add rule $table forward iifname $bridge drop"
}

# apply_portals FOLDER: brings the portals of the folder into force. What has been agreed to stays.
apply_portals() {
	sed -n '/^router /p; /^portal /p; /^answer /p; /^success /p; /^title /p' "$1"/network.br-afr* > "$WORK/portals" 2> /dev/null
	if ! grep -q '^answer ' "$WORK/portals"; then
		remove_portals
		return
	fi
	! { cmp -s "$WORK/portals" "$RUN/portals" && portals_serve; } || return 0
	reason='the portal could not be set up'
	: > "$RUN/portals" && stop_portals && {
		echo 'add table inet airfleet_portal'
		portal_chains
		printf 'flush chain inet airfleet_portal %s\n' prerouting forward
		sed -n 's/^portal //p' "$WORK/portals"
	} > "$WORK/portal.nft" && nft -f "$WORK/portal.nft" > /dev/null 2>&1 && write_pages && serve_pages &&
		cp "$WORK/portals" "$RUN/portals"
}

remove_portals() {
	[ -f "$RUN/portals" ] || return 0
	stop_portals && printf '%s table inet airfleet_portal\n' add delete | nft -f - > /dev/null 2>&1 && rm "$RUN/portals"
}

stop_portals() {
	for pid_file in "$RUN"/portal.*.pid; do
		[ ! -f "$pid_file" ] || stop_program busybox "$pid_file" || return
	done
}

# portals_serve: whether the portals that were set up are in force
portals_serve() {
	[ -f "$RUN/portals" ] || return 0
	for pid_file in "$RUN"/portal.*.pid; do
		runs busybox "$pid_file" || return
	done
	nft list chain inet airfleet_portal forward > /dev/null 2>&1
}

# write_pages: what httpd serves, and the answers that redirect
write_pages() {
	rm -rf "$PORTAL" && mkdir -p "$PORTAL/www/cgi-bin" && write_portal_page || return
	while read -r kind value rest; do
		case $kind in
		router) number=$value ;;
		success) echo "$value" > "$PORTAL/success.$number" ;;
		title) echo "$value${rest:+ $rest}" > "$PORTAL/title.$number" ;;
		answer) printf 'HTTP/1.1 302 Found\r\nLocation: %s\r\nCache-Control: no-store\r\nContent-Length: 0\r\nConnection: close\r\n\r\n' \
			"$rest" > "$PORTAL/answer.$value" ;;
		esac || return
	done < "$WORK/portals"
}

serve_pages() {
	serve_portal httpd httpd -f -p "0.0.0.0:$PORTAL_PORT" -h "$PORTAL/www"
	for answer in "$PORTAL"/answer.*; do
		serve_portal "${answer##*.}" sh "$PORTAL/serve" "${answer##*.}" "$answer"
	done
}

# serve_portal NAME COMMAND...: runs an applet in the background, without the files that the agent has open
serve_portal() {
	served=$1
	shift
	busybox "$@" < /dev/null > /dev/null 2>&1 3<&- &
	echo $! > "$RUN/portal.$served.pid"
}

# write_portal_page: the page decides by the address of the client in the kernel's table of neighbours, and reads nothing of
# the request but its method.
write_portal_page() {
	# nc answers one request only: BusyBox 1.35 does not accept a second one with -ll.
	# The answer takes what the client sends, so that no reset loses it.
	cat > "$PORTAL/serve" <<- 'END' && cat > "$PORTAL/answer" <<- 'END' || return
		trap 'kill "$!"; exit' TERM
		while :; do
			busybox nc -l -p "$1" -e busybox timeout 2 sh "${0%/*}/answer" "$2" &
			wait "$!" || sleep 1
		done
	END
		while read -r line && [ "${#line}" -gt 1 ]; do :; done
		cat "$1"
	END
	cat > "$PORTAL/www/cgi-bin/index.cgi" <<- END && cat >> "$PORTAL/www/cgi-bin/index.cgi" <<- 'END' && chmod 700 "$PORTAL/www/cgi-bin/index.cgi"
		#!/bin/sh
		PORTAL='$PORTAL' PATH='$PATH'
	END
		case $REMOTE_ADDR in '' | *[!0-9.]*) exit 1 ;; esac
		# 10.0.0.100 dev br-afr7 lladdr 02:00:5e:00:00:01 REACHABLE
		set -- $(ip -4 neigh show "$REMOTE_ADDR")
		id=${3#br-afr} client=$5
		case $2:$4:$id in dev:lladdr:*[!0-9]*) exit 1 ;; dev:lladdr:?*) ;; *) exit 1 ;; esac
		case $client in *[!0-9a-f:]* | '') exit 1 ;; esac
		[ -f "$PORTAL/title.$id" ] || exit 1
		read -r title < "$PORTAL/title.$id"
		read -r success < "$PORTAL/success.$id"
		answer='<button>Connect</button>'
		if [ "$REQUEST_METHOD" = POST ]; then
			nft add element inet airfleet_portal "agreed$id" "{ $client }" > /dev/null 2>&1 || exit 1
			if [ -n "$success" ]; then
				printf 'Status: 302 Found\r\nLocation: %s\r\n\r\n' "$success"
				exit
			fi
			answer='<p>You are connected.</p>'
		fi
		printf 'Content-Type: text/html; charset=utf-8\r\nCache-Control: no-store\r\n\r\n'
		printf '<!DOCTYPE html><html lang="en"><meta name="viewport" content="width=device-width"><title>%s</title>' "$title"
		printf '<style>body{font:1.2rem sans-serif;text-align:center;margin:20vh 1rem}button{font:inherit;padding:.6em 2em}</style>'
		printf '<h1>%s</h1><form method="post" action="/cgi-bin/index.cgi">%s</form></html>\n' "$title" "$answer"
	END
}
