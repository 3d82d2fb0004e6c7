import { Semaphore } from 'async-mutex';

/** The shares of a lock. An exclusive lock takes all of them; the pool runs fewer statements at once. */
const SHARES = 64;

/**
 * A shared or exclusive lock for each collection, granted in the order of requests. Batches of writes share it; one
 * that ended in a deadlock takes it exclusively.
 */
export class CollectionLocks {
  readonly #locks = new Map<string, Semaphore>();

  shared<T>(collection: string, run: () => Promise<T>): Promise<T> {
    return this.#run(collection, 1, run);
  }

  exclusive<T>(collection: string, run: () => Promise<T>): Promise<T> {
    return this.#run(collection, SHARES, run);
  }

  async #run<T>(collection: string, weight: number, run: () => Promise<T>): Promise<T> {
    const lock = this.#locks.get(collection) ?? new Semaphore(SHARES);
    this.#locks.set(collection, lock);
    try {
      return await lock.runExclusive(run, weight);
    } finally {
      if (lock.getValue() === SHARES) this.#locks.delete(collection);
    }
  }
}
