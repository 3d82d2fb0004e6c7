import { setImmediate as nextTurn } from 'node:timers/promises';
import pTimeout from 'p-timeout';

const TIMEOUT_MS = 2000;

/**
 * Whether a call succeeds before the timeout, two seconds by default. A result that has arrived by then counts, even if
 * this process was too busy to read it. Never rejects.
 */
export async function succeedsInTime(
  call: () => Promise<unknown>,
  milliseconds = TIMEOUT_MS,
): Promise<boolean> {
  const succeeded = call().then(
    () => true,
    () => false,
  );
  // After a delay of the event loop its timers come before its sockets.
  const fallback = async (): Promise<boolean> => Promise.race([succeeded, nextTurn(false)]);
  return pTimeout(succeeded, { milliseconds, fallback });
}
