import type { ClientSession } from 'mongoose';
import { AppError } from '../../platform/errors/app-error.js';
import { isDuplicateKey } from '../../platform/mongo/batches.js';
import type { AccessModels } from '../models/models.js';

/** @param others the accounts of the other kind @throws AppError settingsInvalid when one of them has the email */
export async function requireFreeEmail(
  others: AccessModels['users'] | AccessModels['operators'],
  email: string,
  session: ClientSession,
): Promise<void> {
  const of = others as AccessModels['operators'];
  if (await of.findOne({ email }, { _id: 1 }, { session, hint: 'email' }).lean()) throw emailTaken();
}

/** Writes an email under the unique index. @throws AppError settingsInvalid when another account of its kind has it */
export async function uniqueEmail<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw isDuplicateKey(error) ? emailTaken() : error;
  }
}

function emailTaken(): AppError {
  const errors = [{ path: 'email', msg: 'is the email of another account' }];
  return new AppError('settingsInvalid', { details: { errors } });
}
