#!/bin/sh
# Called by udhcpc: prints the address of a lease. The client keeps its own.
[ "$1" != bound ] || echo "lease $ip"
