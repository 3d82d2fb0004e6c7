import { isIPv6 } from 'node:net';
import Joi from 'joi';
import { cleanText, linesText } from '../../platform/values/texts.js';

/** Schemas of firmware releases, the same for requests, the command line and fleet files. */

/** The hardware parts of a release. */
export const MAX_FILES = 500;
const LONGEST_URL = 2048;
/** Far more than any firmware file has. */
const MAX_BYTES = 2 ** 40;
const BRACKETED = /^(https?:\/\/(?:[^/?#[\]@]*@)?)\[([^\]]*)\]/i;
const REFUSED = /[^A-Za-z0-9\-._~:/?&=%+@,#]/u;
const URI = Joi.string().uri({ scheme: ['http', 'https'] });

/**
 * What is wrong with the URL of a firmware file; null when nothing is. Devices give URLs to a shell, so a URL has no
 * character with a meaning there but `&`, `?`, `~` and `#` (docs/administration.md#create_firmware_release-3).
 */
function firmwareUrlProblem(url: string): string | null {
  const [, before = '', address = ''] = BRACKETED.exec(url) ?? [];
  const isBracketed = isIPv6(address) && !address.includes('%');
  const [refused] = REFUSED.exec(isBracketed ? url.replace(BRACKETED, before) : url) ?? [];
  if (refused !== undefined) return `must not have the character ${shownCharacter(refused)}`;
  if (/%(?![0-9a-f]{2})/i.test(url)) return 'must have two hexadecimal digits after each "%"';
  if (URI.validate(url).error || !URL.canParse(url)) return 'must be an http or https URL';
  return null;
}

/** `"$"`, and `U+0020` for a character that cannot be seen. */
function shownCharacter(character: string): string {
  if (/^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character)) return `"${character}"`;
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

export const firmwareUrl = Joi.string()
  .max(LONGEST_URL)
  .custom((url: string, helpers) => {
    const problem = firmwareUrlProblem(url);
    return problem === null ? url : helpers.message({ custom: '{{#label}} {{#problem}}' }, { problem });
  })
  .description('Of http or https, with letters, digits and - . _ ~ : / ? & = % + @ , # only')
  .example('https://firmware.example.test/ap-2.1.bin');

/** A SHA-256 hash as it is stored. */
export const sha256 = Joi.string()
  .pattern(/^[0-9a-f]{64}$/)
  .messages({ 'string.pattern.base': '{{#label}} must be 64 lower-case hexadecimal digits' });

/** The size of a firmware file. */
export const fileSize = Joi.number().integer().min(1).max(MAX_BYTES);

/** A signature of a firmware file in any text format of one line. */
export const signature = Joi.string()
  .pattern(/^[\x20-\x7e]{1,4096}$/)
  .messages({ 'string.pattern.base': '{{#label}} must be 1 to 4096 printable ASCII characters' });

/** The number of a hardware part. A fleet file has it as a name, and JSON gives one name a meaning. */
export const partNumber = cleanText.max(255).invalid('__proto__');

export const releaseNotes = linesText(10_000);
