import type { Caller } from '../../access/domain/access.js';
import type { SortedPage, SortedPageRequest } from '../../platform/mongo/sorted-page.js';
import type { EnrolmentDeps } from '../deps.js';
import type { EnrolmentTokenRecord } from '../models/enrolment-token.js';
import { requireEnroller } from './require-enroller.js';

/** One page of the organisation's tokens. @throws AppError forbidden */
export async function listEnrolmentTokens(
  { stores }: Pick<EnrolmentDeps, 'stores'>,
  caller: Caller,
  page: SortedPageRequest,
): Promise<SortedPage<EnrolmentTokenRecord>> {
  requireEnroller(caller);
  return stores.enrolmentTokens.list(caller, page);
}
