import Joi from 'joi';

export const LONGEST_EMAIL = 254;
const ADDRESS = /^[^\s@\p{Cc}\p{Surrogate}]+@[^\s@\p{Cc}\p{Surrogate}]+$/u;

/** An e-mail address of at most 254 characters as it is stored and compared, in lower case; null for anything else. */
function readEmail(text: string): string | null {
  const address = text.trim().toLowerCase();
  return address.length <= LONGEST_EMAIL && ADDRESS.test(address) ? address : null;
}

/** An address that mail servers read in one way: no list, no quotes, no comment. */
export function isMailbox(address: string): boolean {
  return address.length <= LONGEST_EMAIL && /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+$/.test(address);
}

/** The address of a user or operator, the same for requests, the command line and fleet files. */
export const emailText = Joi.string().custom(
  (text: string, helpers) =>
    readEmail(text) ??
    helpers.message({
      custom: `{{#label}} must be an e-mail address of at most ${LONGEST_EMAIL} characters`,
    }),
);
