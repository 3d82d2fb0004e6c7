import { Mutex, withTimeout } from 'async-mutex';
import { AppError } from '../errors/app-error.js';

/** Awaits what work of an organisation waits for; an API takes the place of waiting work back meanwhile. */
export type YieldSlot = <T>(organisationId: number, wait: () => Promise<T>) => Promise<T>;

/** A mutex for each organisation, first come first served, within one process. */
export class KeyedMutex {
  private readonly mutexes = new Map<number, Mutex>();

  constructor(
    private readonly timeoutMs: number,
    private readonly waitOutside: YieldSlot = (_organisationId, wait) => wait(),
  ) {}

  /**
   * Runs the work when everything before it under this organisation has ended.
   * @throws AppError overloaded on a timeout; the work is then not begun
   */
  async runExclusive<T>(organisationId: number, work: () => Promise<T>): Promise<T> {
    const mutex = this.mutexOf(organisationId);
    const acquire = () => withTimeout(mutex, this.timeoutMs, new AppError('overloaded')).acquire();
    const release = await (mutex.isLocked() ? this.waitOutside(organisationId, acquire) : acquire());
    try {
      return await work();
    } finally {
      release();
      if (!mutex.isLocked()) this.mutexes.delete(organisationId);
    }
  }

  private mutexOf(organisationId: number): Mutex {
    const known = this.mutexes.get(organisationId);
    if (known) return known;
    const mutex = new Mutex();
    this.mutexes.set(organisationId, mutex);
    return mutex;
  }
}
