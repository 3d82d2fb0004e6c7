import { AppError } from '../../platform/errors/app-error.js';

export const SHORTEST_PASSWORD = 10;
export const LONGEST_PASSWORD = 1024;

/**
 * Judges a new password of an account, whose length is checked before.
 * @throws AppError settingsInvalid when it is the email, or the name before its @, or among the most common passwords
 */
export async function judgePassword(password: string, email: string): Promise<void> {
  const folded = password.normalize('NFKC').toLowerCase();
  const address = email.toLowerCase();
  if (folded === address || folded === address.split('@')[0]) refuse('must not be your email');
  if ((await commonPasswords()).has(folded)) refuse('is among the most common passwords');
}

function refuse(msg: string): never {
  throw new AppError('settingsInvalid', { details: { errors: [{ path: 'password', msg }] } });
}

let common: Promise<ReadonlySet<string>> | undefined;

/** Those that are long enough, in lower case. Loaded with the first password that is judged. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set(dictionary['passwords-common'].filter(({ length }) => length >= SHORTEST_PASSWORD)),
  );
  return common;
}
