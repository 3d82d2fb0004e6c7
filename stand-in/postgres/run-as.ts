import { execFileSync } from 'node:child_process';

const NOBODY = 65534;

/**
 * PostgreSQL refuses to run as root. Started by root, it runs as an unprivileged user that keeps one capability:
 * entering folders such as /root, which may contain checkouts and caches.
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

/** Changes the owner of a folder and its content to the user that PostgreSQL runs as. */
export function giveToPostgresUser(folder: string): void {
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder]);
}
