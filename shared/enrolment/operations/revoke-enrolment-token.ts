import { authorOf, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { AccompanyDeletion } from '../../platform/mongo/transaction.js';
import type { EnrolmentDeps } from '../deps.js';
import { tokenEntry } from '../domain/enrolment-entries.js';
import { requireEnroller } from './require-enroller.js';

/** Deletes a token: it enrols no device any more, and those that wait with it cannot be approved. @throws AppError forbidden, enrolmentNotFound */
export async function revokeEnrolmentToken(
  { stores, now }: Pick<EnrolmentDeps, 'stores' | 'now'>,
  caller: Caller,
  id: number,
  accompany: AccompanyDeletion,
): Promise<void> {
  requireEnroller(caller);
  const token = await stores.enrolmentTokens.find(caller.organisationId, id);
  if (!token) throw new AppError('enrolmentNotFound', { details: { id } });
  await stores.transactUncounted(async (session) => {
    if (!(await stores.enrolmentTokens.remove(token, session)))
      throw new AppError('enrolmentNotFound', { details: { id } });
    await stores.audit.write([tokenEntry('revoked', token, now(), authorOf(caller))], session);
    await accompany(session);
  });
}
