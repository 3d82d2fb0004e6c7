import pTimeout from 'p-timeout';

const TIMEOUT_MS = 2000;

/** Whether a call succeeds before the timeout, two seconds by default. Never rejects. */
export async function succeedsInTime(
  call: () => Promise<unknown>,
  milliseconds = TIMEOUT_MS,
): Promise<boolean> {
  const succeeded = call().then(
    () => true,
    () => false,
  );
  return pTimeout(succeeded, { milliseconds, fallback: () => false });
}
