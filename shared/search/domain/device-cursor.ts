import { createHmac } from 'node:crypto';
import type { Position, SortColumn } from './device-order.js';

/** What clients get as next_search_after and give back as JSON text: `[sort value, id]`. */
export type Cursor = readonly [value: string, id: number];

const TAG_LENGTH = 12;
const TEXT = 's';
const NUMBER = 'n';

/**
 * Issues and reads the cursors of one organisation and sort column. The sort value carries a tag, so that a
 * cursor of another organisation or another order is told from our own without asking the database, also when its
 * device is gone (docs/interface.md#rout_inventory_list).
 */
export class CursorSeal {
  private readonly keys: readonly Buffer[];

  /** @param secrets newest first: the first one issues, every one of them reads */
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

  /** Null for anything that was not issued here. */
  read(json: string): Position | null {
    const cursor = parse(json);
    if (!cursor) return null;
    const [sealed, id] = cursor;
    const text = sealed.slice(TAG_LENGTH);
    if (!this.tags(text, id).includes(sealed.slice(0, TAG_LENGTH))) return null;
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
  const [sealed, id] = value as unknown[];
  return typeof sealed === 'string' && Number.isSafeInteger(id) ? [sealed, id as number] : null;
}
