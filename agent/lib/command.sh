# shellcheck shell=sh
# What a caller has asked of the device. The answer to one heartbeat says so, once.

# obey: carries out the command of the last answer. Returns 0 if nothing else is to be done before the device restarts.
obey() {
	case $command_action in
	reboot)
		log info reboots command="$command_id"
		reboot
		return
		;;
	blink)
		log info blinks command="$command_id"
		blink "$command_seconds" < /dev/null > /dev/null 2>&1 &
		;;
	esac
	return 1
}

# blink SECONDS: lets the lights of the device blink, and gives each of them what it showed before.
blink() {
	case $1 in '' | *[!0-9]*) return ;; esac
	mkdir "$WORK/blinking" 2> /dev/null || return
	lights=''
	for light in "$SYS"/class/leds/*; do
		[ -w "$light/trigger" ] || continue
		trigger=$(sed -n 's/.*\[\(.*\)\].*/\1/p' "$light/trigger")
		lights="$lights$light ${trigger:-none} $(cat "$light/brightness")
"
		echo timer > "$light/trigger"
	done
	[ -z "$lights" ] || sleep "$1"
	printf %s "$lights" | while read -r light trigger brightness; do
		echo "$trigger" > "$light/trigger"
		[ "$trigger" != none ] || echo "$brightness" > "$light/brightness"
	done
	rmdir "$WORK/blinking" 2> /dev/null
}
