#!/bin/sh
# Called by udhcpc: gives the client the address and the router of a lease, and prints them and its name servers.
[ "$1" = bound ] || exit 0
ip -batch - << END
addr flush dev $interface
addr add $ip/$mask dev $interface
route replace default via $router
END
echo "lease $ip $router $dns"
