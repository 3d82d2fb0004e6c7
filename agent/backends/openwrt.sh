# shellcheck shell=sh
# OpenWrt: the sections airfleet_* of the files below are the agent's. Of other sections it changes single options, and puts
# them back as they were when a document no longer sets them: the file `airfleet` has what they were, as comments. It lies
# beside the files that it is about, so that sysupgrade keeps or drops all of them.

ETC=${AIRFLEET_ETC:-/etc/config}
# An SSID is the last to be written, after its network and the firewall of it.
FILES='system network firewall dhcp wireless'

# show FOLDER: what is committed. Changes that a person has not committed lie in /tmp/.uci, which no command here reads or
# writes.
show() {
	uci -q -c "$1" -t "$WORK/save" show |
		grep -e '^system\.' -e '^network\.' -e '^firewall\.' -e '^dhcp\.' -e '^wireless\.'
}

# see_machine: $WORK/machine has what is committed as it is without the agent: without its sections, and with the options of
# other sections as they were. Sets `all_radios`.
see_machine() {
	all_radios='' radio_bands=' '
	show "$ETC" | grep -v '^[a-z]*\.airfleet_' > "$WORK/shown"
	read_own || return 7
	{ without "$WORK/own" < "$WORK/shown" && grep "='" "$WORK/own"; } > "$WORK/machine"
	[ -s "$WORK/machine" ] || return
	for radio in $(own_sections wireless wifi-device); do
		all_radios="$all_radios $radio" radio_bands="$radio_bands$radio:$(own "wireless.$radio.band") "
	done
}

# read_own: $WORK/own has the options that the agent has changed as they were. One that was not set has no value after the `=`.
read_own() { sed -n 's/^# \([a-z]*\..*=\)/\1/p' "$ETC/airfleet" 2> /dev/null > "$WORK/own" || [ ! -f "$ETC/airfleet" ]; }

write_own() {
	{ echo '# Options that airfleet-agent has changed, as they were before.' && sed 's/^/# /'; } | replace "$ETC/airfleet"
}

# named FILE: prints those lines of the input that are about an option of the file
named() {
	sed 's/=.*/=/' "$1" > "$WORK/names"
	[ ! -s "$WORK/names" ] || grep -F -f "$WORK/names"
}

# without FILE: prints the other lines of the input
without() {
	sed 's/=.*/=/' "$1" > "$WORK/names"
	if [ -s "$WORK/names" ]; then grep -v -F -f "$WORK/names"; else cat; fi
}

# own NAME: the value of an option without the agent; the values of a list are separated by spaces
own() { grep -F "$1='" "$WORK/machine" | sed "s/^[^=]*='\(.*\)'$/\1/; s/' '/ /g; s/'\\\\''/'/g"; }

# own_sections FILE TYPE: their names
own_sections() { sed -n "s/^$1\.\([^.=]*\)=$2$/\1/p" "$WORK/machine"; }

# backend_inputs: what a rendering depends on besides the document
backend_inputs() {
	see_machine
	grep -v '^dhcp\.' "$WORK/machine" | sort
	router_programs
	ls "$PROTOCOLS" 2> /dev/null
}

# backend_render DOCUMENT FOLDER: writes the commands for `uci batch` that make the agent's sections (`batch`), the sections
# (`sections`), the options that it sets in other sections (`options`), and left_out.
backend_render() {
	made=$2 vlans='' leased='' subnets=''
	: > "$2/batch" && : > "$2/options" || return 7
	see_machine || refuse 'uci shows nothing' || return
	render_radios "$1" && render_uplinks "$1" && each_ssid "$1" render_ssid "$2" && render_networks &&
		render_system "$1" "$2" || return
	as_shown < "$2/batch" | sort > "$2/sections" && sort -o "$2/options" "$2/options" || return 7
	stage "$2"
}

# write: adds the commands of its input to the batch in a single write, whose exit status tells of a full disk.
write() {
	commands=$(cat) && printf '%s\n' "$commands" >> "$made/batch" || return 7
}

# quote TEXT: sets `quoted`.
quote() {
	case $1 in
	*"'"*) quoted=\'$(printf %s "$1" | sed "s/'/'\\\\''/g")\' ;;
	*) quoted="'$1'" ;;
	esac
}

# begin NAME TYPE: begins one of the agent's sections, named with its file
begin() {
	section=$1
	echo "set $1=$2"
}

# option NAME VALUE: an option of the section, if there is a value
option() { [ -z "$2" ] || { quote "$2" && printf 'set %s.%s=%s\n' "$section" "$1" "$quoted"; }; }

flag() { [ "$2" != true ] || option "$1" 1; }

# list NAME VALUE...
list() {
	item=$1
	shift
	for value; do
		quote "$value" && printf 'add_list %s.%s=%s\n' "$section" "$item" "$quoted"
	done
}

# change NAME VALUE: sets an option of another section
change() { quote "$2" && printf '%s=%s\n' "$1" "$quoted" >> "$made/options" || return 7; }

# unset_option NAME: the section of another is to be without the option
unset_option() { echo "$1=" >> "$made/options" || return 7; }

# as_shown: turns commands to lines of `uci show`
as_shown() {
	sed -e ':a' -e '$!N' -e 's/^\(add_list \([^=]*\)=.*\)\nadd_list \2=/\1 /' -e ta -e P -e D |
		sed 's/^set //; s/^add_list //'
}

# as_commands: turns lines of `uci show`, and those of options without a value, to commands
as_commands() {
	while IFS= read -r line; do
		name=${line%%=*}
		case $line in
		*=) echo "delete $name" ;;
		*.dns=* | *.channels=*)
			echo "delete $name"
			printf '%s\n' "${line#*=}" | sed "s/' '/'\nadd_list $name='/g; s/^/add_list $name=/"
			;;
		*) printf 'set %s\n' "$line" ;;
		esac
	done
}

# stage FOLDER: makes $WORK/uci, the machine's files with the folder's sections and options instead of the agent's last ones.
# `uci batch` exits 0 whatever happens, so the result is compared with what was asked for.
stage() {
	rm -rf "$WORK/uci" "$WORK/save" && mkdir "$WORK/uci" "$WORK/save" && read_own || return 7
	for file in $FILES; do
		if [ -f "$ETC/$file" ]; then cp "$ETC/$file" "$WORK/uci/"; else : > "$WORK/uci/$file"; fi || return 7
	done
	show "$WORK/uci" > "$WORK/shown"
	{
		sed -n 's/^\([a-z]*\.airfleet_[^.=]*\)=.*/delete \1/p' "$WORK/shown"
		without "$1/options" < "$WORK/own" | as_commands
		as_commands < "$1/options"
		cat "$1/batch"
		for file in $FILES; do echo "commit $file"; done
	} > "$WORK/batch" || return 7
	uci -q -c "$WORK/uci" -t "$WORK/save" batch < "$WORK/batch" > /dev/null 2>&1
	show "$WORK/uci" > "$WORK/staged"
	has_configuration "$1" "$WORK/staged" || return 7
}

# has_configuration FOLDER SHOWN: whether the lines of `uci show` have the folder's sections and options
has_configuration() {
	grep '^[a-z]*\.airfleet_' "$2" | sort | cmp -s - "$1/sections" || return
	grep "='" "$1/options" > "$WORK/wanted"
	named "$1/options" < "$2" | sort | cmp -s - "$WORK/wanted"
}

# record_own FOLDER: keeps what the options are that the folder is the first to change.
record_own() {
	without "$WORK/own" < "$1/options" > "$WORK/first"
	[ -s "$WORK/first" ] || return 0
	named "$WORK/first" < "$WORK/shown" > "$WORK/were"
	{ cat "$WORK/own" "$WORK/were" && without "$WORK/were" < "$WORK/first" | sed 's/=.*/=/'; } | write_own
}

backend_save() { : > "$1/batch" && : > "$1/sections" && : > "$1/options"; }

# backend_install FOLDER: sets `changed` to the files that change, or to all if `force` is true.
backend_install() {
	stage "$1" && record_own "$1" || return
	changed=''
	for file in $FILES; do
		if ! cmp -s "$WORK/uci/$file" "$ETC/$file" && { [ -f "$ETC/$file" ] || [ -s "$WORK/uci/$file" ]; }; then
			replace "$ETC/$file" < "$WORK/uci/$file" || return
		elif [ "$force" = false ]; then
			continue
		fi
		changed="$changed $file"
	done
	installed=$1
}

# backend_drifted FOLDER: whether something else has changed the agent's sections or options.
backend_drifted() {
	show "$ETC" > "$WORK/shown"
	! has_configuration "$1" "$WORK/shown"
}

# The machine starts its networks by itself.
backend_begin() { :; }

backend_broken() { return 1; }

# backend_prune: an option that has been put back is a person's again.
backend_prune() {
	[ "${installed-}" = "$STATE_DIR/rev/$current" ] && [ -f "$ETC/airfleet" ] && read_own || return 0
	named "$installed/options" < "$WORK/own" > "$WORK/kept"
	cmp -s "$WORK/kept" "$WORK/own" && return
	if [ -s "$WORK/kept" ]; then write_own < "$WORK/kept"; else rm "$ETC/airfleet"; fi || log error not_removed
}

# Not on the flash, and not in a backup of sysupgrade.
backend_part() { echo "${TMPDIR:-/tmp}/airfleet-firmware.part"; }

backend_flash() { sysupgrade -T "$1" && sysupgrade "$1"; }
