import Joi from 'joi';

const VERSION = 'v1';
const blank = Joi.valid('', null);

/** A cursor may hold a name of 255 characters, each escaped in JSON, and is encoded as base64. */
export const MAX_CURSOR = 4096;

/** An opaque cursor: where the next page of a list begins. */
function cursorOf(position: number | string): string {
  return Buffer.from(`${VERSION}:${position}`).toString('base64url');
}

/** Reads a cursor of {@link cursorMeta}. @param positions of the list, as a pattern with one group */
export const cursorQuery = (positions: RegExp, read: (position: string) => unknown) =>
  Joi.string()
    .empty(blank)
    .max(256)
    .custom((text: string, helpers) => {
      const [, position] = positions.exec(Buffer.from(text, 'base64url').toString()) ?? [];
      return position === undefined
        ? helpers.message({ custom: 'is not the cursor of a list' })
        : read(position);
    })
    .description('meta.next_cursor of the page before');

/** The cursor of a list whose positions are ids. */
export const cursor = cursorQuery(/^v1:(\d{1,15})$/, Number);

/** A record in a list ordered by time. */
interface TimePosition {
  readonly at: Date;
  readonly id: string;
}

/** The cursor of a list ordered by time. */
export const timeCursor = cursorQuery(/^v1:(\d{1,15}\.[\w:-]{1,150})$/, (text): TimePosition => {
  const dot = text.indexOf('.');
  return { at: new Date(Number(text.slice(0, dot))), id: text.slice(dot + 1) };
});

/** The meta of a page that {@link timeCursor} continues; `last` is null on the last page. */
export function timeCursorMeta(last: TimePosition | null) {
  return cursorMeta(last && `${last.at.getTime()}.${last.id}`);
}

/** The meta of a page whose positions are texts that only their list can read; `next` is null on the last one. */
export function textCursorMeta(next: string | null) {
  return {
    next_cursor: next === null ? null : Buffer.from(next).toString('base64url'),
    has_more: next !== null,
  };
}

/** Decodes a cursor of {@link textCursorMeta}. The operation validates the text. */
export const textCursor = Joi.string()
  .empty(blank)
  .max(MAX_CURSOR)
  .custom((text: string) => Buffer.from(text, 'base64url').toString())
  .description('meta.next_cursor of the page before');

/** The meta of a page; `next` is null on the last one. */
export function cursorMeta(next: number | string | null) {
  return { next_cursor: next === null ? null : cursorOf(next), has_more: next !== null };
}
