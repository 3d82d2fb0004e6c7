import { AppError } from '../errors/app-error.js';

/** Lets work that would only collide run one after another, first come first served, within one process. */
export class Turns {
  private readonly last = new Map<number, Promise<void>>();

  /** @param patienceMs how long work waits for its turn */
  constructor(private readonly patienceMs: number) {}

  /**
   * Runs the work when all that came before under this key is over.
   * @throws AppError overloaded when its turn has not come in time; the work is then not begun
   */
  async take<T>(key: number, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(key);
    let over = (): void => undefined;
    const mine = new Promise<void>((resolve) => {
      over = resolve;
    });
    const all = before === undefined ? mine : before.then(() => mine);
    this.last.set(key, all);
    try {
      if (before !== undefined) await this.patiently(before);
      return await work();
    } finally {
      over();
      if (this.last.get(key) === all) this.last.delete(key);
    }
  }

  private async patiently(before: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(new AppError('overloaded'));
      }, this.patienceMs);
    });
    await Promise.race([before, late]).finally(() => {
      clearTimeout(timer);
    });
  }
}
