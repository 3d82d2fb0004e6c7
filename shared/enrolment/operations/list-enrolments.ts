import type { Caller } from '../../access/domain/access.js';
import type { SortedPage, SortedPageRequest } from '../../platform/mongo/sorted-page.js';
import type { EnrolmentDeps } from '../deps.js';
import type { EnrolmentState } from '../domain/judge-enrolment.js';
import type { EnrolmentRecord } from '../models/enrolment.js';
import { requireEnroller } from './require-enroller.js';

/** A request with the name of its token; null when that is revoked, and without a token. */
export interface EnrolmentView {
  readonly enrolment: EnrolmentRecord;
  readonly tokenName: string | null;
}

/** One page of the organisation's requests. @throws AppError forbidden */
export async function listEnrolments(
  { stores }: Pick<EnrolmentDeps, 'stores'>,
  caller: Caller,
  state: EnrolmentState,
  page: SortedPageRequest,
): Promise<SortedPage<EnrolmentView>> {
  requireEnroller(caller);
  const { items, ...found } = await stores.enrolments.list(caller, state, page);
  const names = await stores.enrolmentTokens.namesOf(
    caller.organisationId,
    items.flatMap(({ tokenId }) => tokenId ?? []),
  );
  const views = items.map((enrolment) => ({
    enrolment,
    tokenName: names.get(enrolment.tokenId ?? 0) ?? null,
  }));
  return { ...found, items: views };
}
