import { AppError } from '../errors/app-error.js';

const ATTEMPTS_AT_ONCE = 3;

/**
 * Does something to all items in one transaction; when that keeps colliding with others (heartbeats write the same
 * records), to each half of them, down to single items: the fewer, the sooner they are written.
 * @param run `maxAttempts` is what the transaction may try before it is given up as overloaded
 */
export async function splitOnConflict<T, R>(
  items: readonly T[],
  run: (items: readonly T[], maxAttempts: number) => Promise<R[]>,
): Promise<R[]> {
  try {
    return await run(items, items.length > 1 ? ATTEMPTS_AT_ONCE : Infinity);
  } catch (error) {
    if (items.length <= 1 || !(error instanceof AppError) || error.refusal !== 'overloaded') throw error;
  }
  const middle = Math.ceil(items.length / 2);
  const first = await splitOnConflict(items.slice(0, middle), run);
  return [...first, ...(await splitOnConflict(items.slice(middle), run))];
}
