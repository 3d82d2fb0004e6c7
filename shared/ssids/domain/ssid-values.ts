import { isIP } from 'node:net';
import { readFlag } from '../../platform/values/flags.js';
import { ipv4Number, isSubnetMask } from '../../platform/values/ipv4.js';

/**
 * A value that was read, or what is wrong with it. A problem is written to follow the field's name: ` must be …`,
 * or for something inside the field `[0].START must be …`. It repeats nothing that was sent (that may be secret,
 * and long) and has no comma (the messages are joined by commas).
 */
export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

export function fine<T>(value: T): Read<T> {
  return { ok: true, value };
}

export function wrong(problem: string): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem };
}

/** Whether nothing was entered: forms send an empty text where JSON has null. */
export function isBlank(value: unknown): value is null | undefined | '' {
  return value === null || value === undefined || value === '';
}

const LONGEST_TEXT = 4096;
const LONGEST_URL = 2048;
const MAX_NAME_BYTES = 32;

function readText(value: unknown, accepts: (text: string) => boolean, problem: string): Read<string> {
  return typeof value === 'string' && accepts(value) ? fine(value) : wrong(` must be ${problem}`);
}

/** 1 to 32 bytes of UTF-8 without control characters; not only spaces. */
export function readName(value: unknown): Read<string> {
  const accepts = (text: string): boolean =>
    text.trim() !== '' &&
    Buffer.byteLength(text, 'utf8') <= MAX_NAME_BYTES &&
    !/[\p{Cc}\p{Surrogate}]/u.test(text);
  return readText(value, accepts, 'text of 1 to 32 bytes without control characters');
}

/** True, false and the other ways to write them. */
export function readSsidFlag(value: unknown): Read<boolean> {
  const flag = readFlag(value);
  return flag === null ? wrong(' must be true or false') : fine(flag);
}

/** A string of up to nine digits, or a number that is written as one. */
export function readDigits(value: unknown): Read<string> {
  const text = typeof value === 'number' ? String(value) : value;
  return readText(text, (digits) => /^\d{1,9}$/.test(digits), 'a string of digits');
}

/** A whole number within bounds, or the digits of one. */
export function readInteger(value: unknown, least: number, most: number, problem: string): Read<number> {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  const isWithin =
    typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most;
  return isWithin ? fine(number) : wrong(` must be ${problem}`);
}

/** A whole number of 0 or more. */
export function readCount(value: unknown): Read<number> {
  return readInteger(value, 0, Number.MAX_SAFE_INTEGER, 'a whole number of 0 or more');
}

/** Text of up to 4,096 characters; of the control characters only tabs and line ends. */
export function readFreeText(value: unknown): Read<string> {
  const accepts = (text: string): boolean =>
    text.length <= LONGEST_TEXT && !/[\p{Surrogate}\p{Cc}]/u.test(text.replace(/[\t\r\n]/g, ' '));
  return readText(value, accepts, `text of at most ${LONGEST_TEXT} characters without control characters`);
}

/** A dotted IPv4 address. */
export function readIpv4(value: unknown): Read<string> {
  return readText(value, (text) => ipv4Number(text) !== null, 'an IPv4 address');
}

/** An IPv4 or IPv6 address. */
export function readIp(value: unknown): Read<string> {
  return readText(value, (text) => isIP(text) !== 0, 'an IP address');
}

/** A dotted subnet mask. */
export function readMask(value: unknown): Read<string> {
  return readText(value, isSubnetMask, 'a subnet mask such as 255.255.255.0');
}

/** An absolute http or https URL of up to 2,048 characters. */
export function readUrl(value: unknown): Read<string> {
  const accepts = (text: string): boolean =>
    text.length <= LONGEST_URL && /^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) && URL.canParse(text);
  return readText(value, accepts, 'an http or https URL');
}

/** 8 to 63 printable ASCII characters, or the 64 hexadecimal digits of a key. */
export function readKey(value: unknown): Read<string> {
  const accepts = (text: string): boolean => /^(?:[\x20-\x7e]{8,63}|[0-9a-f]{64})$/i.test(text);
  return readText(value, accepts, '8 to 63 printable ASCII characters or 64 hexadecimal digits');
}
