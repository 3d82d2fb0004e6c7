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
 * device is gone (decisions, inventory: a malformed or foreign cursor is refused).
 */
export class CursorSeal {
  private readonly key: Buffer;

  constructor(
    secret: string,
    private readonly organisationId: number,
    private readonly column: SortColumn,
  ) {
    this.key = createHmac('sha256', secret).update('inventory cursor').digest();
  }

  issue({ value, id }: Position): Cursor {
    const text = `${typeof value === 'number' ? NUMBER : TEXT}${value}`;
    return [`${this.tag(text, id)}${text}`, id];
  }

  /** Null for anything that was not issued here. */
  read(json: string): Position | null {
    const cursor = parse(json);
    if (!cursor) return null;
    const [sealed, id] = cursor;
    const text = sealed.slice(TAG_LENGTH);
    if (sealed.slice(0, TAG_LENGTH) !== this.tag(text, id)) return null;
    const value = text.slice(1);
    return { value: text.startsWith(NUMBER) ? Number(value) : value, id };
  }

  private tag(text: string, id: number): string {
    const subject = JSON.stringify([this.organisationId, this.column, text, id]);
    return createHmac('sha256', this.key).update(subject).digest('base64url').slice(0, TAG_LENGTH);
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
