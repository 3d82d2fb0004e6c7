import { createHash } from 'node:crypto';
import type { RedisClient } from '../../platform/redis/redis.js';
import type { Scope } from '../../access/domain/access.js';
import type { DeviceOrder, Position } from '../domain/device-order.js';

/** One list that somebody pages through: whoever sees the same and asks the same shares what is remembered of it. */
export interface RememberedList {
  readonly scope: Scope;
  readonly search: string;
  readonly order: DeviceOrder;
  readonly perPage: number;
}

/** What was computed of a list. */
export interface ListFacts {
  readonly total: number;
  /** The first place of the list; null when it is not known, or there is none. */
  readonly first: Position | null;
  /** The revision of the inventory that it was computed under. */
  readonly revision: string;
}

export interface Recalled {
  readonly facts: ListFacts | null;
  /** The page begins after this place; null when that is not stored. */
  readonly start: Position | null;
}

/**
 * Stored cursors and totals, in Redis, for 30 minutes (docs/interface.md#rout_inventory_list).
 * It may forget anything at any moment and never fails: whoever asks computes instead.
 */
export interface InventoryMemory {
  /** What is stored of the list and of one of its pages. One round trip to Redis. */
  recall(list: RememberedList, page: number): Promise<Recalled>;
  /** Stores the facts of the list, the start of a page, or both. One round trip to Redis. */
  keep(
    list: RememberedList,
    known: { facts?: ListFacts | undefined; start?: { page: number; at: Position } | undefined },
  ): Promise<void>;
}

const LIFETIME_S = 30 * 60;
/** A Redis that does not answer costs a request no more than this, each time it is asked. */
const PATIENCE_MS = 250;

export function createInventoryMemory(redis: RedisClient): InventoryMemory {
  return {
    async recall(list, page) {
      const key = keyOf(list);
      const stored = await soon(redis.mget(factsKey(key), pageKey(key, page)), [null, null]);
      const [facts, start] = stored;
      return { facts: read(facts) as ListFacts | null, start: read(start) as Position | null };
    },
    async keep(list, { facts, start }) {
      const key = keyOf(list);
      const writes = redis.pipeline();
      if (facts) writes.set(factsKey(key), JSON.stringify(facts), 'EX', LIFETIME_S);
      if (start) writes.set(pageKey(key, start.page), JSON.stringify(start.at), 'EX', LIFETIME_S);
      if (writes.length > 0) await soon(writes.exec(), null);
    },
  };
}

const factsKey = (list: string): string => `${list}:total`;
const pageKey = (list: string, page: number): string => `${list}:page:${page}`;

function keyOf({ scope, search, order, perPage }: RememberedList): string {
  const networks = scope.networkIds === 'all' ? 'all' : [...scope.networkIds].sort((a, b) => a - b);
  const view = [networks, scope.unassigned, search, order.column, order.descending, perPage];
  const hash = createHash('sha256').update(JSON.stringify(view)).digest('base64url');
  // What is read together lies together: in braces stands what a cluster places keys by.
  return `${listPrefix(scope.organisationId)}${hash}}`;
}

/** What the keys of an organisation's lists begin with. */
export function listPrefix(organisationId: number): string {
  return `airfleet:inventory:{${organisationId}:`;
}

/** What this store has written itself; anything else is taken for forgotten. */
function read(text: string | null | undefined): unknown {
  return text ? JSON.parse(text) : null;
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
