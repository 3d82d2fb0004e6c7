const EVERY_MS = 25;

/** Waits until `ask` gives something other than false, null or undefined; fails after `withinMs`. */
export async function eventually<T>(
  what: string,
  ask: () => T | Promise<T>,
  withinMs = 15_000,
): Promise<NonNullable<Exclude<T, false>>> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== false && answer !== null && answer !== undefined)
      return answer as NonNullable<Exclude<T, false>>;
    if (Date.now() > deadline) throw new Error(`Waited ${withinMs} ms in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}
