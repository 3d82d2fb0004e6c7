import { isIP } from 'node:net';
import Joi from 'joi';
import { parseIsoTime } from '../../platform/values/iso-time.js';
import { canonicalMac, groupOf } from '../../platform/values/mac.js';
import { cleanText } from '../../platform/values/texts.js';
import { ENCRYPTED_SECRET } from './encrypted-secret.js';

/** The kinds of values in a fleet file. Only these conversions apply: "1" is not a number. */

const MAX_ID = 999_999_999_999;

/** Converts a text. @param read null when the text is invalid */
const readAs = (read: (text: string) => unknown, problem: string) =>
  Joi.string().custom((text: string, helpers) => {
    const value = read(text);
    return value === null ? helpers.message({ custom: problem }) : value;
  });

/** Sort keys hold 16 digits, so the service can give out ids above those of any file. */
export const id = Joi.number().integer().min(1).max(MAX_ID);

/** Text of 1 to 255 characters. */
export const text = cleanText.max(255);

/** The same, or empty. */
export const optionalText = text.allow('');

/** The MAC of a device. */
export const mac = Joi.string().custom((text: string, helpers) => {
  const address = canonicalMac(text);
  if (address === null) return helpers.message({ custom: 'is not a MAC address' });
  const group = groupOf(address);
  return group === null
    ? address
    : helpers.message({ custom: `is not the MAC address of a device, but ${group}` });
});

/** ISO 8601, UTC when it carries no offset. */
export const time = readAs(parseIsoTime, 'is not an ISO 8601 time');

export const ipAddress = readAs((value) => (isIP(value) === 0 ? null : value), 'is not an IP address');

/** A token or device key, which has to fit into an HTTP header. */
export const secret = Joi.string()
  .pattern(/^[\x21-\x7e]{1,512}$/)
  .messages({ 'string.pattern.base': 'must be 1 to 512 printable ASCII characters without spaces' });

export const flag = Joi.boolean();

const MAX_ITEMS = 4096;

/** The details of an uplink: a type, the secrets of a backup, and further fields of any kind. */
export const uplinkDetails = Joi.object({
  uplink_type: Joi.valid('1', '2', '3', '4').required(),
  encrypted_key: ENCRYPTED_SECRET,
  encrypted_password: ENCRYPTED_SECRET,
})
  .pattern(/^[A-Za-z_]\w*$/, Joi.any())
  .messages({ 'object.unknown': 'is not a name of letters, digits and underscores' });

/** A list of at most 4,096 items. */
export const list = (item: Joi.Schema) => Joi.array().items(item).max(MAX_ITEMS);

/** A pending upgrade keeps the last 100 of its former schedules; a deleted one has its last besides. */
export const scheduleIds = Joi.array().items(id).unique().max(101);
