import { authorOf, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import type { EnrolmentDeps } from '../deps.js';
import { requestEntry } from '../domain/enrolment-entries.js';
import type { EnrolmentRecord } from '../models/enrolment.js';
import { attempt, StaleEnrolment } from './admit-device.js';
import { findWaitingEnrolment } from './find-waiting-enrolment.js';

const MAX_TRIES = 5;

/**
 * Refuses a request, whose nonce gets no key any more, and gives its place back. One with a certificate is not shown again
 * while its device asks.
 * @throws AppError forbidden, enrolmentNotFound, stateForbids
 */
export async function refuseEnrolment(
  deps: EnrolmentDeps,
  caller: Caller,
  id: number,
  accompany: Accompany<EnrolmentRecord>,
): Promise<EnrolmentRecord> {
  const { stores, now } = deps;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const request = await findWaitingEnrolment(deps, caller, id);
    const refused = { ...request, state: 'refused' as const };
    const entry = requestEntry('refused', refused, now(), authorOf(caller));
    const done = await attempt(deps, caller.organisationId, async (session) => {
      if (!(await stores.enrolments.refuse(request, session))) throw new StaleEnrolment();
      const { tokenId, organisationId } = request;
      if (tokenId !== null)
        await stores.enrolmentTokens.giveBackPlace({ _id: tokenId, organisationId }, session);
      await stores.audit.write([entry], session);
      await accompany(refused, session);
      return refused;
    });
    if (done) return done;
  }
  throw new AppError('overloaded');
}
