import { fstatSync } from 'node:fs';

/** An input that ends within this time was closed before the start. */
const STARTUP_MS = 250;

/**
 * Stops the process when its input closes, as it does when the parent ends over ssh or under a supervisor. Applies
 * only to a pipe or socket that is open at the start; a closed input, a file or /dev/null does not stop the process.
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
