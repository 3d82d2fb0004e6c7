import { AppError } from '../errors/app-error.js';

const ATTEMPTS_AT_ONCE = 3;

/**
 * Runs all items in one transaction. If it keeps conflicting with other writes, such as heartbeats, runs each half
 * separately, down to single items: smaller transactions conflict less.
 * @param run `maxAttempts` limits the attempts of a transaction before it fails as overloaded
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
