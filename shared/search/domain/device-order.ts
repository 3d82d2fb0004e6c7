import { createHmac } from 'node:crypto';
import { keyOf, valueOf } from '../../inventory/domain/device-search.js';

/** What the inventory can be sorted by (docs/interface.md#rout_inventory_list). */
export const SORT_COLUMNS = [
  'name',
  'macId',
  'routerSerialNumber',
  'firmwareVersion',
  'networkName',
  'hpName',
  'activatedOn',
  'lastHeartbeatAt',
  'id',
] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

export interface DeviceOrder {
  readonly column: SortColumn;
  readonly descending: boolean;
}

/** A position in an order: the sort value of a device and, since values repeat, its id. */
export interface Position {
  readonly value: string | number;
  readonly id: number;
}

/** Where a page begins: at a position or behind it, or behind the first `offset` devices. */
export type PageStart = { readonly at: Position; readonly inclusive: boolean } | { readonly offset: number };

/** How many devices a page passes over. */
export function offsetOf(start: PageStart): number {
  return 'offset' in start ? start.offset : 0;
}

/** The stored sort key: a text for every column except the id. It holds the value and the id unless the value is unique. */
export type SortKey = string | number;

/** The position of a device with this stored key. */
export function positionOf(column: SortColumn, key: SortKey, id: number): Position {
  return { value: typeof key === 'number' || column === 'macId' ? key : valueOf(key), id };
}

/** The stored key of a position; null when the position cannot belong to this column. */
export function keyAt(column: SortColumn, { value, id }: Position): SortKey | null {
  if (column === 'id') return value === id ? id : null;
  if (typeof value !== 'string') return null;
  return column === 'macId' ? value : keyOf(value, id);
}

/**
 * Compares keys as the database does: numbers by size, texts by their UTF-8 bytes.
 * (JavaScript compares UTF-16 units, which puts emoji before some letters.)
 */
export function compareKeys(one: SortKey, other: SortKey): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
}

/** Clients receive it as next_search_after and send it back as JSON text: `[sort value, id]`. */
export type Cursor = readonly [value: string, id: number];

const TAG_LENGTH = 12;
const TEXT = 's';
const NUMBER = 'n';

/**
 * Issues and reads the cursors of one organisation and sort column. The sort value carries a MAC, which refuses a cursor
 * of another organisation or order without a query, even after its device is gone (docs/interface.md#rout_inventory_list).
 */
export class CursorSigner {
  private readonly keys: readonly Buffer[];

  /** @param secrets newest first: the first issues, all of them read */
  constructor(
    secrets: readonly string[],
    private readonly organisationId: number,
    private readonly column: SortColumn,
  ) {
    this.keys = secrets.map((secret) => createHmac('sha256', secret).update('inventory cursor').digest());
  }

  issue({ value, id }: Position): Cursor {
    const text = `${typeof value === 'number' ? NUMBER : TEXT}${value}`;
    const [tag = ''] = this.tags(text, id);
    return [`${tag}${text}`, id];
  }

  /** Null for any text that this class did not issue. */
  read(json: string): Position | null {
    const cursor = parse(json);
    if (!cursor) return null;
    const [tagged, id] = cursor;
    const text = tagged.slice(TAG_LENGTH);
    if (!this.tags(text, id).includes(tagged.slice(0, TAG_LENGTH))) return null;
    const value = text.slice(1);
    return { value: text.startsWith(NUMBER) ? Number(value) : value, id };
  }

  private tags(text: string, id: number): string[] {
    const subject = JSON.stringify([this.organisationId, this.column, text, id]);
    return this.keys.map((key) =>
      createHmac('sha256', key).update(subject).digest('base64url').slice(0, TAG_LENGTH),
    );
  }
}

function parse(json: string): Cursor | null {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return null;
  }
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [tagged, id] = value as unknown[];
  return typeof tagged === 'string' && Number.isSafeInteger(id) ? [tagged, id as number] : null;
}
