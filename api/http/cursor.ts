import Joi from 'joi';

const VERSION = 'v1';

/** An opaque cursor: where the next page of a list begins. */
function cursorOf(position: number): string {
  return Buffer.from(`${VERSION}:${position}`).toString('base64url');
}

/** Reads a cursor of {@link cursorOf}. */
export const cursor = Joi.string()
  .empty(Joi.valid('', null))
  .max(64)
  .custom((text: string, helpers) => {
    const [, position] = /^v1:(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
    return position === undefined
      ? helpers.message({ custom: 'is not the cursor of a list' })
      : Number(position);
  })
  .description('meta.next_cursor of the page before');

/** The meta of a page; `next` is null on the last one. */
export function cursorMeta(next: number | null) {
  return { next_cursor: next === null ? null : cursorOf(next), has_more: next !== null };
}
