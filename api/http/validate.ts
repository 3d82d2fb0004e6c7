import type Joi from 'joi';
import { AppError } from '../../shared/platform/errors/app-error.js';
import { refuseOversized } from './bounds.js';
import type { RawParameters } from './nested-parameters.js';

/** A rule of our own says itself what is wrong. */
const MESSAGES = { 'any.custom': '{#label} {#error.message}' };

/**
 * What came in, as the schema types it; parameters that the operation does not know are left out.
 * @throws AppError invalidParameters with one message per faulty field
 */
export function validate<Input>(
  schema: Joi.ObjectSchema<Input>,
  raw: RawParameters,
  { abortEarly = false } = {},
): Input {
  refuseOversized(schema, raw);
  const checked = schema.validate(raw, {
    abortEarly,
    stripUnknown: { objects: true },
    convert: true,
    errors: { wrap: { label: false } },
    messages: MESSAGES,
  });
  if (!checked.error) return checked.value;
  const messages = [...new Set(checked.error.details.map((detail) => detail.message))].slice(0, 20);
  throw new AppError('invalidParameters', {
    text: messages.join(', '),
    details: { fields: checked.error.details.map((detail) => detail.path.join('.')).slice(0, 20) },
  });
}
