/**
 * Runs `work` for every item with limited concurrency, and reads the next item only when it can start.
 * @throws the first failure, after all running work has ended; no work starts after it
 */
export async function forEachConcurrently<T>(
  items: AsyncIterable<T>,
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  try {
    for await (const item of items) {
      if (failures.length > 0) break;
      const started = work(item)
        .catch((error: unknown) => {
          failures.push(error);
        })
        .finally(() => running.delete(started));
      running.add(started);
      if (running.size >= concurrency) await Promise.race(running);
      if (failures.length > 0) break;
    }
  } finally {
    await Promise.all(running);
  }
  if (failures.length > 0) throw failures[0];
}
