import type { ClientSession } from 'mongoose';
import { newEntry } from '../../audit/domain/audit-entry.js';
import { authorOf, wholeOrganisation, type Caller } from '../../access/domain/access.js';
import type { NetworkRecord } from '../../inventory/models/network.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import type { EnrolmentDeps } from '../deps.js';
import { isSilentForADay } from '../domain/judge-enrolment.js';
import type { EnrolmentRecord } from '../models/enrolment.js';
import type { EnrolmentTokenRecord } from '../models/enrolment-token.js';
import type { FoundMac } from '../stores/enrolled-device-store.js';
import { admitDevice } from './admit-device.js';
import { adoptDevice } from './adopt-device.js';
import { findWaitingEnrolment } from './find-waiting-enrolment.js';

/** A request that has become a device. */
export interface ApprovedEnrolment {
  readonly enrolment: EnrolmentRecord;
  readonly partNumber: string;
  readonly deviceId: number;
}

const MAX_TRIES = 5;

interface Approval {
  readonly id: number;
  /** Null for the part that has the board, or that the device's record has already. */
  readonly partNumber: string | null;
  /** The network of a device with a certificate; null for none. */
  readonly networkId: number | null;
}

/**
 * Enrols the device of a request; it gets its key when it asks again. One with a certificate connects with that.
 * @throws AppError forbidden, enrolmentNotFound, networkNotFound, settingsInvalid, inventoryFull; stateForbids for a refused
 *   request, a revoked token, or a MAC that is known by now
 */
export async function approveEnrolment(
  deps: EnrolmentDeps,
  caller: Caller,
  { id, partNumber: given, networkId }: Approval,
  accompany: Accompany<ApprovedEnrolment>,
): Promise<ApprovedEnrolment> {
  const { stores, now } = deps;
  const { organisationId } = caller;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { request, network } = await findToApprove(deps, caller, { id, networkId });
    const [token, known] = await Promise.all([
      tokenOf(deps, request),
      stores.enrolledDevices.known(organisationId, request.macId),
    ]);
    const at = now();
    await requireSameMac(deps, request, known, at);
    const partNumber = known?.partNumber ?? (await choosePart(deps, request, given));
    const author = authorOf(caller);
    const approved = (deviceId: number) => ({ enrolment: request, partNumber, deviceId });
    const end = async (device: number, session: ClientSession): Promise<void> => {
      const after = { device_id: device, part_number: partNumber };
      const change = { organisationId, at, action: 'enrolment.approved', subject: `enrolment:${id}`, after };
      await stores.audit.write([newEntry(change, author)], session);
      await accompany(approved(device), session);
    };
    const coming = { request, partNumber, known, at, author };
    const deviceId = token
      ? await admitDevice(deps, { ...coming, token, device: request, deviceKeyHash: null, isNew: false }, end)
      : await adoptDevice(deps, { ...coming, network }, end);
    if (deviceId !== null) return approved(deviceId);
  }
  throw new AppError('overloaded');
}

/**
 * A request that waits, with the network that is asked for.
 * @throws AppError forbidden, enrolmentNotFound, stateForbids, networkNotFound; settingsInvalid for a network of a device with
 *   a token
 */
export async function findToApprove(
  deps: Pick<EnrolmentDeps, 'stores'>,
  caller: Caller,
  { id, networkId }: Pick<Approval, 'id' | 'networkId'>,
): Promise<{ readonly request: EnrolmentRecord; readonly network: NetworkRecord | null }> {
  const request = await findWaitingEnrolment(deps, caller, id);
  return { request, network: await networkFor(deps, request, networkId) };
}

/** Null for a device with a certificate. @throws AppError stateForbids for a token that is revoked */
async function tokenOf(
  { stores }: EnrolmentDeps,
  { organisationId, tokenId }: EnrolmentRecord,
): Promise<EnrolmentTokenRecord | null> {
  if (tokenId === null) return null;
  const token = await stores.enrolmentTokens.find(organisationId, tokenId);
  if (!token) throw new AppError('stateForbids', { text: 'The enrolment token is revoked' });
  return token;
}

/** The network that is asked for; devices with a token come to that of the token. */
async function networkFor(
  { stores }: Pick<EnrolmentDeps, 'stores'>,
  { organisationId, tokenId }: EnrolmentRecord,
  id: number | null,
): Promise<NetworkRecord | null> {
  if (id === null) return null;
  if (tokenId !== null) throw invalid('network_id', 'is that of the enrolment token');
  const network = await stores.networks.find(wholeOrganisation(organisationId), id);
  if (!network) throw new AppError('networkNotFound', { details: { network_id: id } });
  return network;
}

/** A MAC may have come to be known, and a silent device may have come back, while the request waited. */
async function requireSameMac(
  { deafness }: EnrolmentDeps,
  { organisationId, tokenId, replaces }: EnrolmentRecord,
  known: FoundMac | null,
  now: Date,
): Promise<void> {
  if (!replaces && known === null) return;
  // A certificate takes over no device that has a key.
  if (tokenId === null && known?.organisationId === null && !known.hasKey) return;
  const isOwn = replaces && known?.organisationId === organisationId;
  if (isOwn && isSilentForADay(known, { deafness: (await deafness()).of(organisationId), now })) return;
  throw new AppError('stateForbids', {
    text: replaces ? 'The device has been heard, or is gone' : 'The MAC has come to be known',
  });
}

async function choosePart(
  { stores }: EnrolmentDeps,
  { board }: EnrolmentRecord,
  given: string | null,
): Promise<string> {
  const [found, other] =
    given === null
      ? await stores.enrolledDevices.partsOfBoard(board)
      : [...(await stores.parts.byNumbers([given])).keys()];
  if (found !== undefined && other === undefined) return found;
  const msg =
    given === null ? 'is required: no hardware part, or more than one, has the board' : 'is no hardware part';
  throw invalid('part_number', msg);
}

function invalid(path: string, msg: string): AppError {
  return new AppError('settingsInvalid', { details: { errors: [{ path, msg }] } });
}
