import Joi from 'joi';

const isBlank = (entry: unknown): boolean => entry === '' || entry === null;

/** Drops blank entries before the others are judged, so that a fault names the entry's own rule. */
const Lists = Joi.extend({
  type: 'array',
  base: Joi.array(),
  coerce: {
    from: 'object',
    method: (value: unknown) => ({
      value: Array.isArray(value) ? value.filter((entry) => !isBlank(entry)) : value,
    }),
  },
}) as Joi.Root;

/** A list; blank entries are dropped (docs/http.md#requests-10). */
export function listOf(entry: Joi.Schema): Joi.ArraySchema {
  return Lists.array().items(entry);
}

/** A list, or its only entry. What is neither is refused as no list. */
export function listOrEntry(entry: Joi.Schema): Joi.ArraySchema {
  return listOf(entry)
    .single()
    .error((errors) => {
      for (const error of errors) {
        const isEntry = typeof error.path.at(-1) === 'number';
        if (!isEntry && error.code.endsWith('.base'))
          error.message = `${String((error.local as { label?: unknown }).label)} must be a list`;
      }
      return errors;
    });
}
