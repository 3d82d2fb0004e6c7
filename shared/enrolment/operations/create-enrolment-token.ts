import { authorOf, wholeOrganisation, type Caller } from '../../access/domain/access.js';
import { findTags } from '../../inventory/operations/update-device.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import { hashToken, newToken } from '../../platform/values/secrets.js';
import type { EnrolmentDeps } from '../deps.js';
import { tokenEntry } from '../domain/enrolment-entries.js';
import type { EnrolmentTokenRecord } from '../models/enrolment-token.js';
import { requireEnroller } from './require-enroller.js';

const MAX_TOKENS = 100;
const PREFIX_LENGTH = 8;

export interface EnrolmentTokenFields {
  readonly name: string;
  readonly networkId: number | null;
  readonly tagIds: readonly number[];
  readonly expiresAt: Date;
  readonly maxDevices: number;
  readonly approval: boolean;
  readonly replace: boolean;
}

/** A new token with its secret, which is shown once. */
export interface RevealedEnrolmentToken {
  readonly token: EnrolmentTokenRecord;
  readonly secret: string;
}

/**
 * Creates an enrolment token. The organisation's tokens are counted in the transaction that adds it, so that concurrent
 * requests do not exceed the limit.
 * @throws AppError forbidden, networkNotFound, settingsInvalid, tooManyOpen
 */
export async function createEnrolmentToken(
  deps: EnrolmentDeps,
  caller: Caller,
  fields: EnrolmentTokenFields,
  accompany: Accompany<RevealedEnrolmentToken>,
): Promise<RevealedEnrolmentToken> {
  const { stores, now } = deps;
  const { organisationId } = caller;
  await requireTokenNetwork(deps, caller, fields.networkId);
  const tags = await findTags(deps, caller, fields.tagIds);
  const at = now();
  if (fields.expiresAt <= at) {
    const errors = [{ path: 'expires_at', msg: 'must be in the future' }];
    throw new AppError('settingsInvalid', { details: { errors } });
  }
  const secret = newToken();
  const token: EnrolmentTokenRecord = {
    ...fields,
    _id: await stores.ids.reserve('enrolmentTokens'),
    organisationId,
    tokenHash: hashToken(secret),
    prefix: secret.slice(0, PREFIX_LENGTH),
    createdBy: caller.userId,
    createdAt: at,
    tagIds: tags.map(({ id }) => id),
    places: 0,
  };
  const revealed = { token, secret };
  await stores.transact(organisationId, async (session) => {
    if ((await stores.enrolmentTokens.count(organisationId, session)) >= MAX_TOKENS)
      throw new AppError('tooManyOpen', {
        text: `The organisation has ${MAX_TOKENS} enrolment tokens, which is the most`,
      });
    await stores.enrolmentTokens.create(token, session);
    await stores.audit.write([tokenEntry('created', token, at, authorOf(caller))], session);
    await accompany(revealed, session);
  });
  return revealed;
}

/**
 * Checks that the caller may create a token for a network.
 * @param id null for none
 * @throws AppError forbidden, networkNotFound
 */
export async function requireTokenNetwork(
  { stores }: EnrolmentDeps,
  caller: Caller,
  id: number | null,
): Promise<void> {
  requireEnroller(caller);
  if (id === null || (await stores.networks.find(wholeOrganisation(caller.organisationId), id))) return;
  throw new AppError('networkNotFound', { details: { network_id: id } });
}
