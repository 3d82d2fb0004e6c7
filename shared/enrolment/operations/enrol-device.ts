import { AppError } from '../../platform/errors/app-error.js';
import { hashToken, newToken } from '../../platform/values/secrets.js';
import type { EnrolmentDeps } from '../deps.js';
import {
  authorOfToken,
  enrolledEntry,
  fieldsOfRequest,
  requestEntry,
  type EnrolledFields,
} from '../domain/enrolment-entries.js';
import { judgeEnrolment, type EnrolmentVerdict } from '../domain/judge-enrolment.js';
import { keptUntil } from '../domain/kept-until.js';
import type { EnrolmentRecord } from '../models/enrolment.js';
import type { EnrolmentTokenRecord } from '../models/enrolment-token.js';
import type { FoundMac } from '../stores/enrolled-device-store.js';
import { admitDevice, attempt, StaleEnrolment, takePlace } from './admit-device.js';

/** A device that asks for its key. */
export interface AskingDevice extends EnrolledFields {
  /** 32 random bytes, which the device keeps until its first heartbeat. */
  readonly nonce: string;
}

/** The key, or the request that waits for a person. */
export type EnrolmentAnswer = { readonly deviceKey: string } | { readonly waiting: number };

/** Concurrent requests may change the MAC's records in between. */
const MAX_TRIES = 5;

/** The token with this secret. @throws AppError enrolmentNotFound for an unknown or revoked one */
export async function findEnrolmentToken(
  { stores }: Pick<EnrolmentDeps, 'stores'>,
  secret: string,
): Promise<EnrolmentTokenRecord> {
  const token = await stores.enrolmentTokens.findByHash(hashToken(secret));
  if (!token) throw new AppError('enrolmentNotFound', { text: 'The enrolment token is not valid' });
  return token;
}

/**
 * Enrols a device that has a token, lets it wait for a person, or gives an enrolled one that lost its answer another key
 * (docs/enrolment.md#enrol).
 * @throws AppError enrolmentRefused, inventoryFull; overloaded when concurrent requests keep changing the MAC's records
 */
export async function enrolDevice(
  deps: EnrolmentDeps,
  token: EnrolmentTokenRecord,
  asking: AskingDevice,
  requestId: string,
): Promise<EnrolmentAnswer> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const answer = await enrolOnce(deps, token, asking, requestId);
    if (answer) return answer;
  }
  throw new AppError('overloaded');
}

interface Step {
  readonly token: EnrolmentTokenRecord;
  readonly device: EnrolledFields & { readonly nonceHash: string };
  readonly known: FoundMac | null;
  readonly request: EnrolmentRecord | null;
  readonly at: Date;
  readonly author: ReturnType<typeof authorOfToken>;
}

async function enrolOnce(
  deps: EnrolmentDeps,
  token: EnrolmentTokenRecord,
  { nonce, ...fields }: AskingDevice,
  requestId: string,
): Promise<EnrolmentAnswer | null> {
  const { stores, now } = deps;
  const { organisationId } = token;
  const nonceHash = hashToken(nonce);
  const [known, request, partNumbers, deafness] = await Promise.all([
    stores.enrolledDevices.known(organisationId, fields.macId),
    stores.enrolments.findByMac(organisationId, fields.macId),
    stores.enrolledDevices.partsOfBoard(fields.board),
    deps.deafness(),
  ]);
  const at = now();
  if (request?.nonceHash === nonceHash) await stores.enrolments.keep(request, at);
  const verdict = judgeEnrolment({
    nonceHash,
    token: { ...token, id: token._id },
    known,
    request,
    partNumbers,
    deafness: deafness.of(organisationId),
    now: at,
  });
  const author = authorOfToken(token, requestId);
  const step = { token, device: { ...fields, nonceHash }, known, request, at, author };
  return carryOut(deps, step, verdict);
}

function carryOut(
  deps: EnrolmentDeps,
  step: Step,
  verdict: EnrolmentVerdict,
): Promise<EnrolmentAnswer | null> {
  switch (verdict.kind) {
    case 'refuse':
      throw new AppError('enrolmentRefused', { text: verdict.why });
    case 'issueKey':
      return issueKey(deps, step);
    case 'wait':
      return letWait(deps, step, verdict);
    case 'enrol':
      return enrol(deps, step, verdict);
  }
}

async function enrol(
  deps: EnrolmentDeps,
  { known, ...step }: Step,
  { partNumber, replaces, isNew }: EnrolmentVerdict & { kind: 'enrol' },
): Promise<EnrolmentAnswer | null> {
  const deviceKey = newToken();
  const admission = {
    ...step,
    partNumber,
    known: replaces ? known : null,
    deviceKeyHash: hashToken(deviceKey),
    isNew,
  };
  const deviceId = await admitDevice(deps, admission, () => Promise.resolve());
  return deviceId === null ? null : { deviceKey };
}

/** The answer with the key may have been lost, so the device gets another one as long as it has used none. */
async function issueKey(
  deps: EnrolmentDeps,
  { token, device, known, at, author }: Step,
): Promise<EnrolmentAnswer | null> {
  const { stores } = deps;
  const { organisationId, _id: tokenId } = token;
  const deviceKey = newToken();
  const deviceId = known?.deviceId ?? 0;
  const enrolment = known?.enrolment ?? null;
  if (enrolment === null) return null;
  const issued = { enrolment, deviceKeyHash: hashToken(deviceKey) };
  const ref = { organisationId, deviceId, tokenId };
  const entry = enrolledEntry('key_issued', ref, fieldsOfRequest(device), at, author);
  return attempt(deps, organisationId, async (session) => {
    const own = { organisationId, deviceId, macId: device.macId };
    if (!(await stores.enrolledDevices.replaceKey(own, enrolment, issued, session)))
      throw new StaleEnrolment();
    await stores.audit.write([entry], session);
    return { deviceKey };
  });
}

async function letWait(
  deps: EnrolmentDeps,
  { token, device, request, at, author }: Step,
  { reason, replaces, isNew }: EnrolmentVerdict & { kind: 'wait' },
): Promise<EnrolmentAnswer | null> {
  if (!isNew && request) return { waiting: request._id };
  const { stores } = deps;
  const { organisationId, _id: tokenId } = token;
  const _id = await stores.ids.reserve('enrolments');
  const state = 'waiting' as const;
  const waiting = {
    ...device,
    _id,
    organisationId,
    tokenId,
    state,
    reason,
    replaces,
    createdAt: at,
    askedAt: at,
    expiresAt: keptUntil(tokenId, at),
  };
  return attempt(deps, organisationId, async (session) => {
    await takePlace(deps, token, session);
    if (request && !(await stores.enrolments.remove(request, session))) throw new StaleEnrolment();
    await stores.enrolments.create(waiting, session);
    await stores.audit.write([requestEntry('requested', waiting, at, author)], session);
    return { waiting: _id };
  });
}
