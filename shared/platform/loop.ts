import type { BaseDeps } from './deps.js';
import { KeyedLimiter } from './keyed-limiter.js';
import { LockHeld, type HeldLock, type LockStore } from './mongo/lock-store.js';

/** What the work of a loop gets besides its dependencies. */
export interface Turn {
  /** Checked before each write that two workers must not make. Without a lease it is always held. */
  readonly lease: HeldLock;
  /** Whether the budget is spent: the work gives way to that of others. */
  readonly isOver: () => boolean;
}

/** The settings of a loop; times are in milliseconds. */
export interface LoopTerms {
  /** How long the lease of a killed worker remains; null: any number of workers do the work at once. */
  readonly lease: number | null;
  /** How long a pass works on one key. */
  readonly budget?: number;
  /** How many keys a pass works on at once; one unless given. */
  readonly atOnce?: number;
}

/** A row of the table of background work. */
export interface Loop<Deps> extends LoopTerms {
  /** The pause after a pass that leaves nothing to do at once. */
  readonly every: number | ((deps: Deps, tookMs: number) => number);
  /** The worker that has the lease keeps it until it stops or fails. */
  readonly keepsLease?: true;
  readonly work: Work<Deps>;
  /** Ends work that outlives its pass. */
  readonly stop?: () => Promise<void>;
}

/**
 * One pass: does what is due.
 * @param held the lease of the loop, if the worker keeps it
 */
export type Work<Deps> = (deps: Deps, name: string, terms: LoopTerms, held?: HeldLock) => Promise<Pass>;

export interface Pass {
  /** How many keys were worked on: those of other workers are left to them. */
  readonly worked: number;
  /** Whether something can be done at once. */
  readonly isMore: boolean;
}

/** What every pass needs. */
export type LoopDeps = BaseDeps<{ readonly locks: LockStore }>;

/**
 * Work on everything at once, under the lease of the loop's name.
 * @param work returns whether something can be done at once
 */
export function whole<Deps extends LoopDeps>(work: (deps: Deps, turn: Turn) => Promise<boolean>): Work<Deps> {
  return async (deps, name, terms, held) => {
    const isMore = await underLease(deps, name, terms, (turn) => work(deps, turn), held);
    return { worked: isMore === null ? 0 : 1, isMore: isMore ?? false };
  };
}

/**
 * Work on what is due, each key under a lease of its own; organisations take turns. What fails is left to the next pass and
 * does not delay the rest.
 * @param work returns whether its key can be continued at once
 */
export function each<Deps extends LoopDeps, Item extends { readonly organisationId: number }>(
  due: (deps: Deps) => Promise<readonly Item[]>,
  keyOf: (item: Item) => number | string,
  work: (deps: Deps, item: Item, turn: Turn) => Promise<boolean>,
): Work<Deps> {
  return async (deps, name, terms) => {
    const atOnce = terms.atOnce ?? 1;
    const permits = new KeyedLimiter<number>({ maxRunning: atOnce, maxRunningPerKey: atOnce });
    const part = async (item: Item): Promise<boolean | 'held' | 'failed'> => {
      const key = keyOf(item);
      try {
        return (await underLease(deps, `${name}:${key}`, terms, (turn) => work(deps, item, turn))) ?? 'held';
      } catch (error) {
        deps.log.error({ err: error, loop: name, key }, 'A part of a loop failed; its next pass tries again');
        return 'failed';
      }
    };
    const items = await due(deps);
    const parts = await Promise.all(items.map((item) => permits.run(item.organisationId, () => part(item))));
    return {
      worked: parts.filter((each) => typeof each === 'boolean').length,
      // Without a pause, what fails would be tried again at once.
      isMore: parts.includes(true) && !parts.includes('failed'),
    };
  };
}

const WITHOUT_LEASE: HeldLock = { check: () => Promise.resolve() };

/** @returns null when another worker has the lease */
async function underLease<T>(
  { stores }: LoopDeps,
  key: string,
  { lease, budget = Infinity }: LoopTerms,
  work: (turn: Turn) => Promise<T>,
  held?: HeldLock,
): Promise<T | null> {
  const deadline = performance.now() + budget;
  const take = (mine: HeldLock): Promise<T> =>
    work({ lease: mine, isOver: () => performance.now() >= deadline });
  if (held !== undefined || lease === null) return take(held ?? WITHOUT_LEASE);
  try {
    return await stores.locks.hold(key, 0, take, lease);
  } catch (error) {
    if (error instanceof LockHeld) return null;
    throw error;
  }
}
