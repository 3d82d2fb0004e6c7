import Joi from 'joi';

const TRUE: ReadonlySet<unknown> = new Set([true, 'true', 1, '1']);
const FALSE: ReadonlySet<unknown> = new Set([false, 'false', 0, '0']);

/** Parses a flag: true, "true", 1, "1" and their opposites; null for anything else. */
export function readFlag(value: unknown): boolean | null {
  if (TRUE.has(value)) return true;
  return FALSE.has(value) ? false : null;
}

/** The same as a field of a request. */
export const flagSchema = Joi.boolean()
  .truthy(1, '1')
  .falsy(0, '0')
  .sensitive()
  .messages({ 'boolean.base': '{{#label}} must be true or false' });
