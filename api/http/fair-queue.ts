import { AppError } from '../../shared/platform/errors/app-error.js';

/** How much runs and waits at once. */
export interface FairQueueLimits {
  readonly atOnce: number;
  /** Of `atOnce`, what one key may hold. */
  readonly share: number;
  /** How many of one key may wait; more are refused at once. */
  readonly waiting: number;
  readonly waitMs: number;
}

interface Line {
  running: number;
  readonly waiting: Set<() => void>;
  /** Work that has run already and goes on as soon as there is a place. */
  readonly returning: Set<() => void>;
}

/**
 * A concurrency limit with a share for every key (an organisation, an address). Places are given to keys in round
 * robin, so a key with much waiting work delays only itself; within a key, first come first served.
 */
export class FairQueue<Key> {
  /** Only keys with running or waiting work, the one that was served last at the end. */
  private readonly lines = new Map<Key, Line>();
  private running = 0;

  constructor(private readonly limits: FairQueueLimits) {}

  /**
   * Runs work in a place of its key.
   * @throws AppError overloaded when there is no place in time; the work is then not begun
   */
  async run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    await this.enter(key);
    try {
      return await work();
    } finally {
      this.leave(key);
    }
  }

  /** Takes a place if one is free, and gives the function that returns it; null when none is free. */
  takeFree(key: Key): (() => void) | null {
    const line = this.lineOf(key);
    if (!this.hasRoom(line)) {
      this.forgetIdle(key, line);
      return null;
    }
    this.start(line);
    let held = true;
    return () => {
      if (held) this.leave(key);
      held = false;
    };
  }

  /** Waits without the place that the key's running work holds, and goes on ahead of work that has not begun. */
  async outside<T>(key: Key, wait: () => Promise<T>): Promise<T> {
    if (!this.lines.get(key)?.running) return wait();
    this.leave(key);
    try {
      return await wait();
    } finally {
      await this.enterAgain(key);
    }
  }

  private async enter(key: Key): Promise<void> {
    const line = this.lineOf(key);
    if (this.hasRoom(line)) {
      this.start(line);
      return;
    }
    if (line.waiting.size >= this.limits.waiting) throw new AppError('overloaded');
    await new Promise<void>((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        line.waiting.delete(enter);
        this.forgetIdle(key, line);
        reject(new AppError('overloaded'));
      }, this.limits.waitMs);
      line.waiting.add(enter);
    });
  }

  private async enterAgain(key: Key): Promise<void> {
    const line = this.lineOf(key);
    if (this.hasRoom(line)) this.start(line);
    else await new Promise<void>((resolve) => line.returning.add(resolve));
  }

  private leave(key: Key): void {
    const line = this.lineOf(key);
    line.running -= 1;
    this.running -= 1;
    this.forgetIdle(key, line);
    this.admit();
  }

  /** Gives the free place to the next key in turn that has waiting work and part of its share left. */
  private admit(): void {
    for (const [key, line] of this.lines) {
      const [next] = line.returning.size > 0 ? line.returning : line.waiting;
      if (next === undefined || !this.hasRoom(line)) continue;
      line.returning.delete(next);
      line.waiting.delete(next);
      this.lines.delete(key);
      this.lines.set(key, line);
      this.start(line);
      next();
      return;
    }
  }

  private hasRoom(line: Line): boolean {
    return this.running < this.limits.atOnce && line.running < this.limits.share;
  }

  private start(line: Line): void {
    line.running += 1;
    this.running += 1;
  }

  private lineOf(key: Key): Line {
    const known = this.lines.get(key);
    if (known) return known;
    const line: Line = { running: 0, waiting: new Set(), returning: new Set() };
    this.lines.set(key, line);
    return line;
  }

  private forgetIdle(key: Key, line: Line): void {
    if (line.running + line.waiting.size + line.returning.size === 0) this.lines.delete(key);
  }
}
