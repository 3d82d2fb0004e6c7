import { Mutex, withTimeout } from 'async-mutex';
import { AppError } from '../errors/app-error.js';

/** Runs `wait` while the organisation's work yields its slot to other work. */
export type YieldSlot = <T>(organisationId: number, wait: () => Promise<T>) => Promise<T>;

/** A mutex per organisation within one process, first come first served. */
export class KeyedMutex {
  private readonly mutexes = new Map<number, Mutex>();

  constructor(
    private readonly timeoutMs: number,
    private readonly waitOutside: YieldSlot = (_organisationId, wait) => wait(),
  ) {}

  /**
   * Runs work when all earlier work of the organisation has ended.
   * @throws AppError overloaded on a timeout; the work has not started
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
