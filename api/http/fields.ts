import Joi from 'joi';
import { flagSchema } from '../../shared/platform/values/flags.js';
import { AppError } from '../../shared/platform/errors/app-error.js';
import { parseIsoTime } from '../../shared/platform/values/iso-time.js';
import { splitList } from '../../shared/platform/values/mac.js';

/** Schemas shared by several operations. */

/** Text that may be absent or blank; operations check for blank values in their own order. */
export const optionalText = (description: string) =>
  Joi.string().allow('', null).max(65_536).description(description);

/** A comma-separated list, at most as long as a body. */
export const listText = (description: string) =>
  Joi.string()
    .allow('', null)
    .max(1024 * 1024)
    .description(description);

/** A JSON list or a comma-separated list of MACs or ids. Text is not converted: a MAC may consist of digits only. */
export const deviceList = (description: string) =>
  Joi.alternatives()
    .try(
      Joi.array()
        .items(Joi.string().allow('', null), Joi.number().integer())
        .max(10_000)
        .messages({ 'array.includes': '{{#label}} must be a text or a whole number' }),
      listText(description),
    )
    .messages({
      'alternatives.types': '{{#label}} must be a list, or a text with commas between the entries',
    })
    .description(description);

/** An id as a number or a string of digits; any other text matches no record. */
export const idText = (description: string) =>
  Joi.alternatives()
    .try(Joi.string().allow('', null).max(65_536), Joi.number().integer().unsafe())
    .description(description);

const wholeNumber = Joi.number().integer().unsafe().empty(Joi.valid('', null));

/** Matches no record, unlike 0, which filters take for devices without a network. */
export const UNKNOWN_ID = -1;

/** The id of a record, as a number or in digits; any other text, and a number above 2^53, matches no record. */
export const optionalNumberId = wholeNumber
  .custom((id: number) => (Number.isSafeInteger(id) ? id : UNKNOWN_ID))
  .failover((_parent: unknown, { original }: Joi.CustomHelpers<unknown>) =>
    typeof original === 'string' || typeof original === 'number' ? UNKNOWN_ID : undefined,
  );

/** The id of a record, as a number or in digits. */
export const numberId = Joi.number().integer().min(1);

/** A flag: true, "true", 1, "1" and their opposites (docs/http.md#requests-6). */
export const flag = flagSchema;

/** A flag that may be absent or blank. */
export const optionalFlag = flag.empty(Joi.valid('', null));

/** A time in ISO 8601. */
export const time = Joi.string()
  .max(64)
  .custom(
    (text: string, helpers) =>
      parseIsoTime(text) ?? helpers.message({ custom: 'is not a time, such as 2026-11-30T20:00:00Z' }),
  );

/** The same; absent when blank. */
export const optionalTime = time.empty(Joi.valid('', null));

/** The number of rows of a page, at most `max`; below 1 the default (docs/http.md#requests-9). */
export const pageSize = (fallback: number, max: number) =>
  wholeNumber
    .default(fallback)
    .custom((size: number) => (size < 1 ? fallback : Math.min(size, max)))
    .description(`Rows of a page, at most ${max}; less than 1 means ${fallback}`);

/** A page number; below 1 the first page (docs/http.md#requests-9). */
export const page = wholeNumber
  .default(1)
  .custom((number: number) => Math.min(Math.max(number, 1), Number.MAX_SAFE_INTEGER - 1))
  .description('Number of the page; less than 1 means 1');

/** An id in a path: digits only. Anything else, and a number above 2^53, matches no record. */
export const pathId = Joi.number()
  .integer()
  .min(0)
  .custom((id: number, { original }: Joi.CustomHelpers<unknown>) =>
    typeof original === 'number' || /^\d+$/.test(String(original)) ? id : UNKNOWN_ID,
  )
  .failover(UNKNOWN_ID)
  .required();

/** The same for an id that may be absent or blank. */
export const optionalPathId = pathId.optional().empty(Joi.valid('', null));

export const accessToken = Joi.string()
  .allow('')
  .description('The user access token, if not sent as Authorization: Bearer');

/** The input of an operation on the record of the path. */
export const recordId: Joi.ObjectSchema<{ id: number }> = Joi.object({
  id: pathId,
  access_token: accessToken,
});

/** `DD/MM/YYYY HH:MM:SS +00:00`, always UTC. */
export const wireTimestamp = Joi.string()
  .pattern(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2} \+00:00$/)
  .allow(null)
  .example('24/12/2026 18:00:00 +00:00');

/** The body of a refusal of /v1. */
export const refusal = Joi.object({
  msg: Joi.string().required(),
  error_code: Joi.number().integer(),
});

/** Canonical MACs. */
export const macList = Joi.array().items(Joi.string().example('02:00:5E:10:00:01'));

const MAX_ENTRIES = 10_000;

/** A list parameter after validation: a JSON list or comma-separated text. */
export type ListParameter = string | null | undefined | readonly (string | number | null)[];

/**
 * The entries of a list parameter in order, trimmed, without blank ones; numbers stay numbers.
 * @throws AppError invalidParameters for more than 10,000 entries
 */
export function typedEntriesOf(name: string, value: ListParameter): (string | number)[] {
  const given = typeof value === 'string' ? [value] : (value ?? []);
  const entries = given.flatMap((entry): (string | number)[] =>
    typeof entry === 'number' ? [entry] : splitList(entry ?? ''),
  );
  if (entries.length > MAX_ENTRIES) {
    throw new AppError('invalidParameters', { text: `${name}: at most ${MAX_ENTRIES} entries` });
  }
  return entries;
}

/** The entries of a list parameter as text. @throws AppError invalidParameters */
export function entriesOf(name: string, value: ListParameter): string[] {
  return typedEntriesOf(name, value).map(String);
}

/** Why a caller does something. */
export const reasonText = Joi.string().trim().max(1000).empty(Joi.valid('', null));
