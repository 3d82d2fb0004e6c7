import { execFileSync } from 'node:child_process';

const NOBODY = 65534;

/**
 * PostgreSQL refuses to run as root. Started by root it runs as nobody, who keeps one right of root's: to pass
 * through folders such as /root, where checkouts and caches lie and which others may not enter.
 */
export function asPostgresUser(
  command: string,
  args: readonly string[],
): { command: string; args: string[] } {
  if (process.getuid?.() !== 0) return { command, args: [...args] };
  const identity = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
  const rights = [
    '--securebits=+no_setuid_fixup',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
  ];
  return { command: 'setpriv', args: [...identity, ...rights, command, ...args] };
}

/** Gives a folder and all in it to the user that PostgreSQL runs as. */
export function giveToPostgresUser(folder: string): void {
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder]);
}
