import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisClient } from '../../platform/redis/redis.js';
import type { Scope } from '../../access/domain/access.js';
import type { DeviceOrder, Position } from '../domain/device-order.js';

/** Identifies a list. Callers with the same scope who ask for the same list share what is cached of it. */
export interface CachedList {
  readonly scope: Scope;
  readonly search: string;
  readonly order: DeviceOrder;
  readonly perPage: number;
}

/** What was computed of a list. */
export interface ListFacts {
  readonly total: number;
  /** The first position of the list; null when it is unknown, or there is none. */
  readonly first: Position | null;
  /** The revision of the inventory that it was computed under. */
  readonly revision: string;
}

export interface CachedPage {
  readonly facts: ListFacts | null;
  /** The page begins after this position; null when it is not cached. */
  readonly after: Position | null;
}

export type PageCache = ReturnType<typeof createPageCache>;

const LIFETIME_S = 30 * 60;
/** Bounds what a slow Redis adds to a request, each time it is asked. */
const TIMEOUT_MS = 250;

/**
 * Caches cursors and totals in Redis for 30 minutes (docs/interface.md#rout_inventory_list).
 * Never fails: an entry that is missing or late is computed instead.
 */
export function createPageCache(redis: RedisClient, timeoutMs = TIMEOUT_MS) {
  const inTime = <Answer>(asked: Promise<Answer>, otherwise: Answer): Promise<Answer> =>
    Promise.race([asked.catch(() => otherwise), sleep(timeoutMs, otherwise, { ref: false })]);
  return {
    async read(list: CachedList, page: number): Promise<CachedPage> {
      const key = keyOf(list);
      const [facts, after] = await inTime(redis.mget(factsKey(key), pageKey(key, page)), [null, null]);
      return { facts: parse(facts) as ListFacts | null, after: parse(after) as Position | null };
    },
    /** Stores the facts of the list, the start of a page, or both. */
    async write(
      list: CachedList,
      { facts, start }: { facts?: ListFacts; start?: { page: number; after: Position } },
    ): Promise<void> {
      const key = keyOf(list);
      const writes = redis.pipeline();
      if (facts) writes.set(factsKey(key), JSON.stringify(facts), 'EX', LIFETIME_S);
      if (start) writes.set(pageKey(key, start.page), JSON.stringify(start.after), 'EX', LIFETIME_S);
      if (writes.length > 0) await inTime(writes.exec(), null);
    },
  };
}

const factsKey = (list: string): string => `${list}:total`;
const pageKey = (list: string, page: number): string => `${list}:page:${page}`;

function keyOf({ scope, search, order, perPage }: CachedList): string {
  const networks = scope.networkIds === 'all' ? 'all' : [...scope.networkIds].sort((a, b) => a - b);
  const view = [networks, scope.unassigned, search, order.column, order.descending, perPage];
  const hash = createHash('sha256').update(JSON.stringify(view)).digest('base64url');
  // A Redis cluster stores keys by the part in braces, so that the keys of a list are on one node.
  return `${listPrefix(scope.organisationId)}${hash}}`;
}

/** What the keys of an organisation's lists begin with. */
export function listPrefix(organisationId: number): string {
  return `airfleet:inventory:{${organisationId}:`;
}

function parse(text: string | null | undefined): unknown {
  return text ? JSON.parse(text) : null;
}
