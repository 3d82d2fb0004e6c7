import Joi from 'joi';

const blank = Joi.valid('', null);

/** A list; blank entries are dropped (docs/interface.md#requests-10). */
export function listOf(entry: Joi.Schema): Joi.ArraySchema {
  return Joi.array().items(blank.strip(), entry);
}
