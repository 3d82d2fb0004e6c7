import type { ClientSession } from 'mongoose';
import type { AccessModels } from '../models/models.js';
import type { Account } from './account.js';

/** The ids of an account; an operator of the installation has no organisation. */
export interface AccountId {
  readonly userId: number;
  readonly organisationId: number | null;
}

/** The account with these ids, disabled or not; null without one. */
export async function findAccount(
  { users, operators }: AccessModels,
  { userId: _id, organisationId }: AccountId,
  session: ClientSession | null = null,
): Promise<Account | null> {
  return organisationId === null
    ? operators.findOne({ _id }, {}, { session }).lean()
    : users.findOne({ _id, organisationId }, {}, { session }).lean();
}
