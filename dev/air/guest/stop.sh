#!/bin/sh
# stop.sh PID-FILE: ends a program that runs in the background, and waits for its end.
[ -f "$1" ] && read -r pid < "$1" || exit 0
kill "$pid" 2> /dev/null
while kill -0 "$pid" 2> /dev/null; do usleep 50000; done
rm -f "$1"
