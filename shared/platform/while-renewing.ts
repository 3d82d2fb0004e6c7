/**
 * Runs work while a claim is renewed at intervals. If a renewal fails, the next one still comes before the claim expires:
 * it lasts for several intervals.
 */
export async function whileRenewing<T>(
  renew: () => Promise<unknown>,
  everyMs: number,
  work: () => Promise<T>,
): Promise<T> {
  const renewal = setInterval(() => {
    renew().catch(() => undefined);
  }, everyMs);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
  }
}
