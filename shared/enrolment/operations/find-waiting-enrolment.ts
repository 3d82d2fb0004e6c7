import type { Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { EnrolmentDeps } from '../deps.js';
import type { EnrolmentRecord } from '../models/enrolment.js';
import { requireEnroller } from './require-enroller.js';

/** A request that waits. @throws AppError forbidden, enrolmentNotFound; stateForbids for a refused one */
export async function findWaitingEnrolment(
  { stores }: Pick<EnrolmentDeps, 'stores'>,
  caller: Caller,
  id: number,
): Promise<EnrolmentRecord> {
  requireEnroller(caller);
  const request = await stores.enrolments.find(caller, id);
  if (!request) throw new AppError('enrolmentNotFound', { details: { id } });
  if (request.state !== 'waiting') throw new AppError('stateForbids', { text: 'The request was refused' });
  return request;
}
