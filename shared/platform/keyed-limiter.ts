import { AppError } from './errors/app-error.js';

export interface KeyedLimits {
  readonly maxRunning: number;
  readonly maxRunningPerKey: number;
  /** Further work of a key with this much waiting work is refused at once; without it, all of it waits. */
  readonly maxWaitingPerKey?: number;
  /** Work that has not started after this time is refused; without it, work waits until it starts. */
  readonly waitMs?: number;
}

interface KeyState {
  running: number;
  readonly waiting: Set<() => void>;
  /** Work that gave up its permit to wait for something else; it resumes before waiting work starts. */
  readonly resuming: Set<() => void>;
}

/**
 * A concurrency limit with a limit for every key (an organisation, an address). Free permits are assigned to keys in
 * round robin, so a key with much waiting work delays only itself; within a key, first come first served.
 */
export class KeyedLimiter<Key> {
  /** Only keys with running or waiting work; the key that was served last comes last. */
  private readonly keys = new Map<Key, KeyState>();
  private running = 0;

  constructor(private readonly limits: KeyedLimits) {}

  /**
   * Runs work with a permit of its key.
   * @throws AppError overloaded when no permit becomes free in time; the work has not started
   */
  async run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(key);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /**
   * Acquires a permit and returns the function that releases it.
   * @throws as {@link run}
   */
  async acquire(key: Key): Promise<() => void> {
    const free = this.tryAcquire(key);
    if (free) return free;
    const state = this.stateOf(key);
    const { maxWaitingPerKey = Infinity, waitMs } = this.limits;
    if (state.waiting.size >= maxWaitingPerKey) throw new AppError('overloaded');
    await new Promise<void>((resolve, reject) => {
      const onPermit = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const refuse = (): void => {
        state.waiting.delete(onPermit);
        this.removeIfIdle(key, state);
        reject(new AppError('overloaded'));
      };
      const timer = waitMs === undefined ? undefined : setTimeout(refuse, waitMs);
      state.waiting.add(onPermit);
    });
    return this.releaseOnce(key);
  }

  /** Acquires a permit and returns the function that releases it; null when none is free. */
  tryAcquire(key: Key): (() => void) | null {
    const state = this.stateOf(key);
    if (!this.hasPermit(state)) {
      this.removeIfIdle(key, state);
      return null;
    }
    this.start(key, state);
    return this.releaseOnce(key);
  }

  /** Releases the permit of the key's running work during `wait`, and acquires one again ahead of waiting work. */
  async waitOutside<T>(key: Key, wait: () => Promise<T>): Promise<T> {
    if (!this.keys.get(key)?.running) return wait();
    this.release(key);
    try {
      return await wait();
    } finally {
      await this.resume(key);
    }
  }

  private async resume(key: Key): Promise<void> {
    const state = this.stateOf(key);
    if (this.hasPermit(state)) this.start(key, state);
    else await new Promise<void>((resolve) => state.resuming.add(resolve));
  }

  private releaseOnce(key: Key): () => void {
    let isHeld = true;
    return () => {
      if (isHeld) this.release(key);
      isHeld = false;
    };
  }

  private release(key: Key): void {
    const state = this.stateOf(key);
    state.running -= 1;
    this.running -= 1;
    this.removeIfIdle(key, state);
    this.assignPermit();
  }

  /** Assigns the free permit to the next key in turn that has waiting work and is below its limit. */
  private assignPermit(): void {
    for (const [key, state] of this.keys) {
      const [next] = state.resuming.size > 0 ? state.resuming : state.waiting;
      if (next === undefined || !this.hasPermit(state)) continue;
      state.resuming.delete(next);
      state.waiting.delete(next);
      this.start(key, state);
      next();
      return;
    }
  }

  private hasPermit(state: KeyState): boolean {
    return this.running < this.limits.maxRunning && state.running < this.limits.maxRunningPerKey;
  }

  private start(key: Key, state: KeyState): void {
    state.running += 1;
    this.running += 1;
    this.keys.delete(key);
    this.keys.set(key, state);
  }

  private stateOf(key: Key): KeyState {
    const known = this.keys.get(key);
    if (known) return known;
    const state: KeyState = { running: 0, waiting: new Set(), resuming: new Set() };
    this.keys.set(key, state);
    return state;
  }

  private removeIfIdle(key: Key, state: KeyState): void {
    if (state.running + state.waiting.size + state.resuming.size === 0) this.keys.delete(key);
  }
}
