/**
 * hostapd_cli of a machine.
 * @param folder whose file `events` has what each listener hears, a line an event
 * @param otherwise the branches for other commands, in a `case` of all arguments
 */
export function hostapdCli(folder: string, otherwise = ''): string {
  return `
case "$*" in
stay) while [ -d '${folder}' ]; do sleep 1; done ;;
*' -a '*)
	while [ "$1" != -P ]; do shift; done
	for last; do :; done
	while read -r event; do "$last" wlan0 $event; done < '${folder}/events'
	"$0" stay &
	echo $! > "$2"
	;;
${otherwise}
esac
`;
}
