import { newEntry } from '../../audit/domain/audit-entry.js';
import { authorOf, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import type { EnrolmentDeps } from '../deps.js';
import { isSilentForADay } from '../domain/judge-enrolment.js';
import type { EnrolmentRecord } from '../models/enrolment.js';
import type { FoundMac } from '../stores/enrolled-device-store.js';
import { admitDevice } from './admit-device.js';
import { findWaitingEnrolment } from './find-waiting-enrolment.js';

/** A request that has become a device. */
export interface ApprovedEnrolment {
  readonly enrolment: EnrolmentRecord;
  readonly partNumber: string;
  readonly deviceId: number;
}

const MAX_TRIES = 5;

/**
 * Enrols the device of a request; it gets its key when it asks again.
 * @param partNumber null for the part that has the board, or that a device of the inventory has
 * @throws AppError forbidden, enrolmentNotFound, settingsInvalid, inventoryFull; stateForbids for a refused request, a
 *   revoked token, or a MAC that is known by now
 */
export async function approveEnrolment(
  deps: EnrolmentDeps,
  caller: Caller,
  { id, partNumber: given }: { readonly id: number; readonly partNumber: string | null },
  accompany: Accompany<ApprovedEnrolment>,
): Promise<ApprovedEnrolment> {
  const { stores, now } = deps;
  const { organisationId } = caller;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const request = await findWaitingEnrolment(deps, caller, id);
    const token = await stores.enrolmentTokens.find(organisationId, request.tokenId);
    if (!token) throw new AppError('stateForbids', { text: 'The enrolment token is revoked' });
    const known = await stores.enrolledDevices.known(organisationId, request.macId);
    const at = now();
    await requireSameMac(deps, caller, request, known, at);
    const partNumber = known?.partNumber ?? (await choosePart(deps, request, given));
    const author = authorOf(caller);
    const approved = (deviceId: number) => ({ enrolment: request, partNumber, deviceId });
    const admission = { token, device: request, partNumber, known, deviceKeyHash: null, request, at, author };
    const deviceId = await admitDevice(deps, { ...admission, isNew: false }, async (device, session) => {
      const after = { device_id: device, part_number: partNumber };
      const change = { organisationId, at, action: 'enrolment.approved', subject: `enrolment:${id}`, after };
      await stores.audit.write([newEntry(change, author)], session);
      await accompany(approved(device), session);
    });
    if (deviceId !== null) return approved(deviceId);
  }
  throw new AppError('overloaded');
}

/** A MAC may have come to be known, and a silent device may have come back, while the request waited. */
async function requireSameMac(
  { deafness }: EnrolmentDeps,
  { organisationId }: Caller,
  { replaces }: EnrolmentRecord,
  known: FoundMac | null,
  now: Date,
): Promise<void> {
  if (!replaces && known === null) return;
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
  throw new AppError('settingsInvalid', { details: { errors: [{ path: 'part_number', msg }] } });
}
