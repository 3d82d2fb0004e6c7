/**
 * Works on what comes, so much of it at once, and asks for more only when there is room.
 * @throws the first failure, once everything that was begun is over; what comes after it is not begun
 */
export async function eachAtOnce<T>(
  items: AsyncIterable<T>,
  most: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const open = new Set<Promise<void>>();
  const failures: unknown[] = [];
  try {
    for await (const item of items) {
      if (failures.length > 0) break;
      const begun = work(item)
        .catch((error: unknown) => {
          failures.push(error);
        })
        .finally(() => open.delete(begun));
      open.add(begun);
      if (open.size >= most) await Promise.race(open);
      if (failures.length > 0) break;
    }
  } finally {
    await Promise.all(open);
  }
  if (failures.length > 0) throw failures[0];
}
