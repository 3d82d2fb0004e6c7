import Joi from 'joi';
import { ianaZone } from './time-zone.js';

/** Schemas of texts, the same for requests, heartbeats, the command line and fleet files. Lengths are in UTF-16 units. */

const UNCLEAN = /[\p{Cc}\p{Surrogate}]/gu;
const CLEAN = /^[^\p{Cc}\p{Surrogate}]*$/u;
/** Clean but for tabs and ends of lines. */
const CLEAN_LINES = /^[^\p{Cc}\p{Surrogate}\t\r\n]*(?:[\t\r\n][^\p{Cc}\p{Surrogate}\t\r\n]*)*$/u;
const REPLACEMENT = '\uFFFD';
/** The longest firmware version. */
export const MAX_VERSION = 128;

/** Text without control characters and halves of surrogate pairs. */
export const cleanText = Joi.string()
  .pattern(CLEAN)
  .messages({ 'string.pattern.base': '{{#label}} must not have control characters or broken characters' });

/** The name of a record: 1 to 255 characters, without white space around it. */
export const nameText = cleanText.trim().max(255);

/** The name of an access token. */
export const tokenName = cleanText.trim().max(100);

/** The name of a time zone. */
export const zoneText = Joi.string()
  .trim()
  .min(1)
  .max(64)
  .custom((name: string, helpers) =>
    ianaZone(name) === null
      ? helpers.message({ custom: 'must be the name of an IANA time zone such as Europe/Berlin' })
      : name,
  );

/** A firmware version. */
export const versionText = cleanText.trim().max(MAX_VERSION);

/** Text of several lines. */
export const linesText = (longest: number) =>
  Joi.string()
    .trim()
    .max(longest)
    .pattern(CLEAN_LINES)
    .messages({ 'string.pattern.base': '{{#label}} must not have control characters or broken characters' });

/** What a device reports: its control characters and broken characters become U+FFFD. A fleet file has none. */
export const reported = (schema: Joi.StringSchema) => schema.replace(UNCLEAN, REPLACEMENT);

export const reportedText = (longest: number) => reported(cleanText.max(longest));

/** The same of a part of a text that no schema checks. It is a copy: a part of a text keeps all of it in memory. */
export function reportedPart(part: string): string {
  return Buffer.from(part).toString().replace(UNCLEAN, REPLACEMENT);
}
