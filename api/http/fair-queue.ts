import type { Env } from '../../shared/platform/env/env.js';
import { AppError } from '../../shared/platform/errors/app-error.js';

export interface FairQueueLimits {
  readonly maxRunning: number;
  readonly maxRunningPerKey: number;
  /** Further work of a key with this much waiting work is refused at once. */
  readonly maxWaitingPerKey: number;
  readonly waitMs: number;
}

interface KeyQueue {
  running: number;
  readonly waiting: Set<() => void>;
  /** Work that gave up its slot to wait for something else; it resumes before waiting work starts. */
  readonly resuming: Set<() => void>;
}

/**
 * A concurrency limit with a limit for every key (an organisation, an address). Free slots are assigned to keys in
 * round robin, so a key with much waiting work delays only itself; within a key, first come first served.
 */
export class FairQueue<Key> {
  /** Only keys with running or waiting work; the key that was served last comes last. */
  private readonly queues = new Map<Key, KeyQueue>();
  private running = 0;

  constructor(private readonly limits: FairQueueLimits) {}

  /**
   * Runs work in a slot of its key.
   * @throws AppError overloaded when no slot becomes free in time; the work has not started
   */
  async run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    await this.acquire(key);
    try {
      return await work();
    } finally {
      this.release(key);
    }
  }

  /** Acquires a slot and returns the function that releases it; null when none is free. */
  tryAcquire(key: Key): (() => void) | null {
    const queue = this.queueOf(key);
    if (!this.hasSlot(queue)) {
      this.removeIfIdle(key, queue);
      return null;
    }
    this.start(queue);
    let held = true;
    return () => {
      if (held) this.release(key);
      held = false;
    };
  }

  /** Releases the slot of the key's running work during `wait`, and acquires one again ahead of waiting work. */
  async yieldSlot<T>(key: Key, wait: () => Promise<T>): Promise<T> {
    if (!this.queues.get(key)?.running) return wait();
    this.release(key);
    try {
      return await wait();
    } finally {
      await this.resume(key);
    }
  }

  private async acquire(key: Key): Promise<void> {
    const queue = this.queueOf(key);
    if (this.hasSlot(queue)) {
      this.start(queue);
      return;
    }
    if (queue.waiting.size >= this.limits.maxWaitingPerKey) throw new AppError('overloaded');
    await new Promise<void>((resolve, reject) => {
      const onSlot = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.waiting.delete(onSlot);
        this.removeIfIdle(key, queue);
        reject(new AppError('overloaded'));
      }, this.limits.waitMs);
      queue.waiting.add(onSlot);
    });
  }

  private async resume(key: Key): Promise<void> {
    const queue = this.queueOf(key);
    if (this.hasSlot(queue)) this.start(queue);
    else await new Promise<void>((resolve) => queue.resuming.add(resolve));
  }

  private release(key: Key): void {
    const queue = this.queueOf(key);
    queue.running -= 1;
    this.running -= 1;
    this.removeIfIdle(key, queue);
    this.assignSlot();
  }

  /** Assigns the free slot to the next key in turn that has waiting work and is below its limit. */
  private assignSlot(): void {
    for (const [key, queue] of this.queues) {
      const [next] = queue.resuming.size > 0 ? queue.resuming : queue.waiting;
      if (next === undefined || !this.hasSlot(queue)) continue;
      queue.resuming.delete(next);
      queue.waiting.delete(next);
      this.queues.delete(key);
      this.queues.set(key, queue);
      this.start(queue);
      next();
      return;
    }
  }

  private hasSlot(queue: KeyQueue): boolean {
    return this.running < this.limits.maxRunning && queue.running < this.limits.maxRunningPerKey;
  }

  private start(queue: KeyQueue): void {
    queue.running += 1;
    this.running += 1;
  }

  private queueOf(key: Key): KeyQueue {
    const known = this.queues.get(key);
    if (known) return known;
    const queue: KeyQueue = { running: 0, waiting: new Set(), resuming: new Set() };
    this.queues.set(key, queue);
    return queue;
  }

  private removeIfIdle(key: Key, queue: KeyQueue): void {
    if (queue.running + queue.waiting.size + queue.resuming.size === 0) this.queues.delete(key);
  }
}

/** Concurrency limits of one API beyond its number of requests. */
export interface Capacity {
  /** Token look-ups, by address. */
  readonly identifications: FairQueue<string>;
  /** Operations of users, by organisation. */
  readonly operations: FairQueue<number>;
  /** Lists that are still being sent, by organisation. */
  readonly streams: FairQueue<number>;
}

/** The fraction of MAX_IN_FLIGHT that may wait under one key. */
const WAITING_SHARE = 1 / 4;
/** Leaves a second of the five within which every request is answered. */
const WAIT_MS = 4000;

/**
 * Sixteen concurrent operations use at most the 32 connections of the pool, because some operations need two. One
 * organisation gets at most a quarter of the operations and of the streams.
 */
export function createCapacity({ maxInFlight }: Pick<Env, 'maxInFlight'>): Capacity {
  const queue = { maxWaitingPerKey: Math.max(1, Math.floor(maxInFlight * WAITING_SHARE)), waitMs: WAIT_MS };
  return {
    identifications: new FairQueue({ maxRunning: 16, maxRunningPerKey: 8, ...queue }),
    operations: new FairQueue({ maxRunning: 16, maxRunningPerKey: 4, ...queue }),
    streams: new FairQueue({ maxRunning: 12, maxRunningPerKey: 3, ...queue }),
  };
}
