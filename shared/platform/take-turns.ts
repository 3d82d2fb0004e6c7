import { KeyedLimiter } from './keyed-limiter.js';

interface Owned {
  readonly organisationId: number;
}

export interface TurnLimits {
  readonly maxRunning: number;
  /** No turn begins after this time. */
  readonly budgetMs: number;
}

/**
 * Works on items so that organisations take turns, one at a time each. A turn is one slice of one item; an unfinished
 * item has its next turn behind the other items of its organisation.
 * @param slice returns whether the item is finished
 */
export async function takeTurns<Item extends Owned>(
  items: readonly Item[],
  { maxRunning, budgetMs }: TurnLimits,
  slice: (item: Item) => Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + budgetMs;
  const turns = new KeyedLimiter<number>({ maxRunning, maxRunningPerKey: 1 });
  const lines = new Map<number, Item[]>();
  for (const item of items) {
    const line = lines.get(item.organisationId);
    if (line) line.push(item);
    else lines.set(item.organisationId, [item]);
  }
  await Promise.all(
    [...lines].map(async ([organisationId, line]) => {
      for (let item = line.shift(); item; item = line.shift()) {
        const next = item;
        const turn = async (): Promise<boolean> => performance.now() >= deadline || slice(next);
        if (!(await turns.run(organisationId, turn))) line.push(item);
      }
    }),
  );
}
