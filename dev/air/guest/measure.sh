#!/bin/sh
# measure.sh up|down CLIENT...: lets the clients send to the site, or receive from it, at the same time, and prints how many
# kbit/s each one has over the same seconds, after the first ones. BusyBox's setsid would run BusyBox's ip.
direction=$1
shift
jobs='' files=''
for client; do
	port=$((9000 + client)) file=/run/measured-$client
	: > "$file"
	case $direction in
	up) serve="cat > $file" from=/dev/zero to=/dev/null ;;
	*) serve='cat /dev/zero' from=/dev/null to=$file ;;
	esac
	setsid /usr/bin/ip netns exec site nc -l -p "$port" -e sh -c "$serve" < /dev/null > /dev/null 2>&1 &
	jobs="$jobs $!"
	setsid /usr/bin/ip netns exec "client$client" sh -c "until nc 192.0.2.1 $port < $from > $to; do :; done" 2> /dev/null &
	jobs="$jobs $!" files="$files $file"
done

# sample: sets `at`, in hundredths of a second, and `sizes`
sample() {
	read -r at _ < /proc/uptime
	at=${at%.*}${at#*.} sizes=''
	for file in $files; do sizes="$sizes $(stat -c %s "$file")"; done
}

total=0 checks=0
until [ "$total" -gt 400000 ] || [ "$checks" -gt 60 ]; do
	checks=$((checks + 1))
	sleep 1
	sample
	total=0
	for size in $sizes; do total=$((total + size)); done
done
begun=$at before=$sizes
sleep 8
sample
for first in $before; do
	size=${sizes# }
	size=${size%% *} sizes=${sizes# "$size"}
	echo $(((size - first) * 8 / 10 / (at - begun)))
done
# What the shell says of jobs that have ended is no rate.
exec 2> /dev/null
for job in $jobs; do kill -- "-$job"; done
for file in $files; do rm -f "$file"; done
