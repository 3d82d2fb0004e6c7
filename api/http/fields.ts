import Joi from 'joi';

/** The schemas that several operations share, so that a kind of parameter means the same everywhere. */

/** Text that may be absent or blank: an operation tells blank from missing itself, in its own order of checks. */
export const optionalText = (description: string) =>
  Joi.string().allow('', null).max(65_536).description(description);

/** A comma-separated list; as long as a body may be. */
export const listText = (description: string) =>
  Joi.string()
    .allow('', null)
    .max(1024 * 1024)
    .description(description);

/** A list proper, or a comma-separated one, of MACs or ids. Text stays text: a MAC of digits is no number. */
export const deviceList = (description: string) =>
  Joi.alternatives()
    .try(
      Joi.array().items(Joi.string().allow('', null), Joi.number().integer()).max(10_000),
      listText(description),
    )
    .description(description);

/** An id that the interface document calls a string: in digits or as a number; other text is no known id. */
export const idText = (description: string) =>
  Joi.alternatives()
    .try(Joi.string().allow('', null).max(65_536), Joi.number().integer())
    .description(description);

const wholeNumber = Joi.number().integer().unsafe().empty(Joi.valid('', null));

/** The id of a record, as a number or in digits; a number beyond 2^53 is the id of nothing. */
export const optionalNumberId = wholeNumber.custom((id: number) => (Number.isSafeInteger(id) ? id : 0));

/** How many rows a page has at most. A number above the bound is lowered to it, however large. */
export const pageSize = (fallback: number, most: number) =>
  wholeNumber.default(fallback).custom((size: number) => Math.min(size, most));

/** A whole number that a client gives as a page, and that is 1 when it gives none. */
export const page = Joi.number()
  .integer()
  .min(1)
  .max(Number.MAX_SAFE_INTEGER - 1)
  .empty(Joi.valid('', null))
  .default(1);

/** No record has it. */
const UNKNOWN_ID = 0;

/** An id in a path is digits only; anything else, also a number too large to be exact, is an unknown id. */
export const pathId = Joi.number()
  .integer()
  .min(0)
  .custom((id: number, { original }: Joi.CustomHelpers<unknown>) =>
    typeof original === 'number' || /^\d+$/.test(String(original)) ? id : UNKNOWN_ID,
  )
  .failover(UNKNOWN_ID)
  .required();

export const accessToken = Joi.string()
  .allow('')
  .description('The user access token, if not sent as Authorization: Bearer');

/** `DD/MM/YYYY HH:MM:SS +00:00`, always UTC. */
export const wireTimestamp = Joi.string()
  .pattern(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2} \+00:00$/)
  .allow(null)
  .example('24/12/2026 18:00:00 +00:00');

/** What /v1 answers when it refuses. */
export const refusal = Joi.object({
  msg: Joi.string().required(),
  error_code: Joi.number().integer(),
});

/** MACs, canonical. */
export const macList = Joi.array().items(Joi.string().example('02:00:5E:10:00:01'));
