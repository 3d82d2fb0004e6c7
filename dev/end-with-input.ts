import { fstatSync } from 'node:fs';

/** An input that was closed before the start is seen to be within this time. */
const STARTUP_MS = 250;

/**
 * Asks the process to stop when its input closes, which is how a parent's end shows over ssh or under a supervisor.
 * Only a pipe or socket counts, and only one that is open when the command starts: without input, from a file or
 * from /dev/null the process goes on.
 */
export function endWithInput(): void {
  const input = fstatSync(0);
  if (!input.isFIFO() && !input.isSocket()) return;
  const startedAt = performance.now();
  process.stdin.once('end', () => {
    if (performance.now() - startedAt > STARTUP_MS) process.kill(process.pid, 'SIGTERM');
  });
  process.stdin.resume();
  process.stdin.unref();
}
