import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Scope } from '../domain/access.js';
import type { DeviceOrder, Position } from '../domain/device-order.js';

/** One list that somebody pages through: cursors and totals are remembered for it, whoever of the same view asks. */
export interface RememberedList {
  readonly scope: Scope;
  readonly search: string;
  readonly order: DeviceOrder;
  readonly perPage: number;
}

export interface Recalled {
  readonly total: number | null;
  /** Where the page begins: after this place. */
  readonly start: Position | null;
}

/**
 * Stored cursors and totals, in Redis, for 30 minutes (Interface document, rout_inventory_list, rules 2, 3 and 5).
 * It may forget anything at any moment and never fails: whoever asks computes instead.
 */
export interface InventoryMemory {
  /** What is stored for a page of the list. One round trip to Redis. */
  recall(list: RememberedList, page: number): Promise<Recalled>;
  /** Stores the total of the list, the start of a page, or both. One round trip to Redis. */
  keep(
    list: RememberedList,
    facts: { total?: number; start?: { page: number; at: Position } },
  ): Promise<void>;
}

const LIFETIME_S = 30 * 60;
/** A Redis that does not answer costs a request no more than this. */
const PATIENCE_MS = 250;

export function createInventoryMemory(redis: Redis): InventoryMemory {
  return {
    async recall(list, page) {
      const key = keyOfList(list);
      const [total, start] = await soon(redis.mget(`${key}:total`, `${key}:page:${page}`), [null, null]);
      return { total: total ? Number(total) : null, start: start ? readPosition(start) : null };
    },
    async keep(list, { total, start }) {
      const key = keyOfList(list);
      const writes = redis.pipeline();
      if (total !== undefined) writes.set(`${key}:total`, total, 'EX', LIFETIME_S);
      if (start)
        writes.set(
          `${key}:page:${start.page}`,
          JSON.stringify([start.at.value, start.at.id]),
          'EX',
          LIFETIME_S,
        );
      if (writes.length > 0) await soon(writes.exec(), null);
    },
  };
}

function keyOfList({ scope, search, order, perPage }: RememberedList): string {
  const networks = scope.networkIds === 'all' ? 'all' : [...scope.networkIds].sort((a, b) => a - b);
  const view = [
    scope.organisationId,
    networks,
    scope.unassigned,
    search,
    order.column,
    order.descending,
    perPage,
  ];
  const hash = createHash('sha256').update(JSON.stringify(view)).digest('base64url');
  return `airfleet:inventory:${scope.organisationId}:${hash}`;
}

function readPosition(text: string): Position {
  const [value, id] = JSON.parse(text) as [string | number, number];
  return { value, id };
}

/** The answer if it comes in time and without error, else what stands in for it. */
async function soon<Answer>(asked: Promise<Answer>, otherwise: Answer): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Answer>((resolve) => {
    timer = setTimeout(() => {
      resolve(otherwise);
    }, PATIENCE_MS);
  });
  try {
    return await Promise.race([asked.catch(() => otherwise), late]);
  } finally {
    clearTimeout(timer);
  }
}
