import Joi from 'joi';

const VERSION = 'v1';
const blank = Joi.valid('', null);

/** An opaque cursor: where the next page of a list begins. */
function cursorOf(position: number | string): string {
  return Buffer.from(`${VERSION}:${position}`).toString('base64url');
}

/** Reads a cursor of {@link cursorMeta}. @param positions of the list, as a pattern with one group */
export const cursorSchema = (positions: RegExp, read: (position: string) => unknown) =>
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
export const cursor = cursorSchema(/^v1:(\d{1,15})$/, Number);

/** The meta of a page; `next` is null on the last one. */
export function cursorMeta(next: number | string | null) {
  return { next_cursor: next === null ? null : cursorOf(next), has_more: next !== null };
}
