import type { ClientSession } from 'mongoose';
import type { AuditEntry, Author } from '../../audit/domain/audit-entry.js';
import { AppError } from '../../platform/errors/app-error.js';
import { isDuplicateKey } from '../../platform/mongo/batches.js';
import type { EnrolmentDeps } from '../deps.js';
import { enrolledEntry, fieldsOfRequest, type EnrolledFields } from '../domain/enrolment-entries.js';
import type { EnrolmentRecord } from '../models/enrolment.js';
import type { EnrolmentTokenRecord } from '../models/enrolment-token.js';
import type { FoundMac } from '../stores/enrolled-device-store.js';
import { prepareDevice, type PreparedDevice } from './prepare-device.js';

/** A concurrent request changed what was read. The transaction aborts, and the caller reads again. */
export class StaleEnrolment extends Error {
  override readonly name = 'StaleEnrolment';
}

/** Runs one step of an enrolment in a transaction; null when a concurrent request changed what was read. */
export async function attempt<T>(
  { stores }: Pick<EnrolmentDeps, 'stores'>,
  organisationId: number,
  work: (session: ClientSession) => Promise<T>,
): Promise<T | null> {
  return unlessStale(stores.transact(organisationId, work));
}

/** What a transaction results in; null when a concurrent request changed what was read. */
export async function unlessStale<T>(transaction: Promise<T>): Promise<T | null> {
  try {
    return await transaction;
  } catch (error) {
    if (error instanceof StaleEnrolment || isDuplicateKey(error)) return null;
    throw error;
  }
}

/** A device that may come to the inventory, or get another key. */
export interface Admission {
  readonly token: EnrolmentTokenRecord;
  readonly device: EnrolledFields & { readonly nonceHash: string };
  readonly partNumber: string;
  /** The MAC's record, when the device gets another key. */
  readonly known: FoundMac | null;
  /** The hash of the key that it gets now; null when it asks for it later. */
  readonly deviceKeyHash: string | null;
  /** The request that ends; null without one. */
  readonly request: EnrolmentRecord | null;
  /** Whether it takes a place of the token. */
  readonly isNew: boolean;
  readonly at: Date;
  readonly author: Author;
}

/**
 * Adds a device to the inventory, or gives one of the inventory another key, in one transaction. A network or tag of the
 * token that was deleted is left out.
 * @param accompany runs in the transaction, with the id of the device
 * @returns the id of the device; null when a concurrent request changed what was read
 * @throws AppError inventoryFull, enrolmentRefused
 */
export async function admitDevice(
  deps: EnrolmentDeps,
  admission: Admission,
  accompany: (deviceId: number, session: ClientSession) => Promise<void>,
): Promise<number | null> {
  const { stores } = deps;
  const { token, request, known, isNew } = admission;
  const prepared = known ? null : await prepareDevice(deps, token, admission.partNumber);
  if (!known && !prepared) return null;
  return attempt(deps, token.organisationId, async (session) => {
    const entry =
      prepared === null
        ? await replaceKey(deps, admission, session)
        : await add(deps, admission, prepared, session);
    if (isNew) await takePlace(deps, token, session);
    if (request && !(await stores.enrolments.remove(request, session))) throw new StaleEnrolment();
    await stores.audit.write([entry], session);
    const deviceId = prepared?.deviceId ?? known?.deviceId ?? 0;
    await accompany(deviceId, session);
    return deviceId;
  });
}

/** @throws AppError enrolmentRefused when all places are taken; enrolmentNotFound for a token that was revoked */
export async function takePlace(
  { stores }: EnrolmentDeps,
  token: EnrolmentTokenRecord,
  session: ClientSession,
): Promise<void> {
  if (await stores.enrolmentTokens.takePlace(token, session)) return;
  throw new AppError('enrolmentRefused', { text: 'The token has enrolled as many devices as it may' });
}

async function add(
  { stores }: EnrolmentDeps,
  { token, device, partNumber, deviceKeyHash, at, author }: Admission,
  { network, tags, hpName, isSwitch, deviceId }: PreparedDevice,
  session: ClientSession,
): Promise<AuditEntry> {
  const { organisationId } = token;
  const { macId, routerSerialNumber, nonceHash } = device;
  const master = { _id: macId, routerSerialNumber, partNumber, hpName, isSwitch };
  const joining = { organisationId, network, tags, at };
  const issued = { enrolment: { nonceHash, at }, deviceKeyHash };
  const own = { organisationId, deviceId, macId, master };
  if (!(await stores.enrolledDevices.add(own, joining, issued, session))) throw new AppError('inventoryFull');
  const fields = {
    ...fieldsOfRequest(device),
    part_number: partNumber,
    network_id: network?._id ?? null,
    tag_ids: tags.map(({ id }) => id),
  };
  return enrolledEntry('enrolled', { organisationId, deviceId, tokenId: token._id }, fields, at, author);
}

async function replaceKey(
  { stores }: EnrolmentDeps,
  { token, device, known, deviceKeyHash, at, author }: Admission,
  session: ClientSession,
): Promise<AuditEntry> {
  const { organisationId } = token;
  const { macId, nonceHash } = device;
  const deviceId = known?.deviceId ?? 0;
  const key = deviceKeyHash === null ? {} : { deviceKeyHash };
  const issued = { enrolment: { nonceHash, at }, ...key };
  const own = { organisationId, deviceId, macId };
  if (!(await stores.enrolledDevices.replaceKey(own, known?.enrolment ?? null, issued, session)))
    throw new StaleEnrolment();
  const ref = { organisationId, deviceId, tokenId: token._id };
  return enrolledEntry('key_replaced', ref, fieldsOfRequest(device), at, author);
}
