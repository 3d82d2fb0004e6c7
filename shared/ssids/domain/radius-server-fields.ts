import Joi from 'joi';
import { cleanText } from '../../platform/values/texts.js';

/** Schemas of the fields of a RADIUS server, the same for requests and fleet files. */

export const port = Joi.number().integer().min(1).max(65_535);

/** Without spaces around it, which programs that read it from a file would drop. */
export const radiusSecret = Joi.string()
  .pattern(/^[\x21-\x7e](?:[\x20-\x7e]{0,126}[\x21-\x7e])?$/)
  .messages({
    'string.pattern.base':
      '{{#label}} must have 1 to 128 printable ASCII characters, without spaces around them',
  });

export const nasIdentifier = cleanText.min(1).max(48).allow(null);
