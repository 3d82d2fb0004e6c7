import type { ClientSession } from 'mongoose';
import { bulkEntry, type Author } from '../../audit/domain/audit-entry.js';
import type { NetworkRecord } from '../../inventory/models/network.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { EnrolmentDeps } from '../deps.js';
import { enrolledEntry, fieldsOfRequest } from '../domain/enrolment-entries.js';
import type { EnrolmentRecord } from '../models/enrolment.js';
import type { FoundMac } from '../stores/enrolled-device-store.js';
import { attempt, StaleEnrolment, unlessStale } from './admit-device.js';
import { prepareDevice } from './prepare-device.js';

/** A device with a certificate that comes to the inventory of the organisation whose authority has issued it. */
interface Adoption {
  readonly request: EnrolmentRecord;
  readonly partNumber: string;
  readonly network: NetworkRecord | null;
  /** The manufacturer's record of the MAC, which no organisation has claimed; null without one. */
  readonly known: FoundMac | null;
  readonly at: Date;
  readonly author: Author;
}

type End = (deviceId: number, session: ClientSession) => Promise<void>;

/**
 * Adds a device to the inventory that has a certificate in place of a key, and ends its request, in one transaction.
 * @param accompany runs in the transaction, with the id of the device
 * @returns the id of the device; null when a concurrent request changed what was read
 * @throws AppError inventoryFull, networkNotFound
 */
export async function adoptDevice(
  deps: EnrolmentDeps,
  adoption: Adoption,
  accompany: End,
): Promise<number | null> {
  const { request, known } = adoption;
  const end: End = async (deviceId, session) => {
    if (!(await deps.stores.enrolments.remove(request, session))) throw new StaleEnrolment();
    await accompany(deviceId, session);
  };
  return known ? claim(deps, adoption, end) : add(deps, adoption, end);
}

/** Claims the manufacturer's record, as provisioning does. */
async function claim(
  { stores }: EnrolmentDeps,
  { request: { organisationId, macId }, network, at, author }: Adoption,
  end: End,
): Promise<number | null> {
  const built = (await stores.master.byMacs([macId])).get(macId);
  if (!built) return null;
  const after = { network_id: network?._id ?? null };
  const change = { organisationId, at, action: 'devices.provisioned', kind: 'devices', after };
  const activation = {
    organisationId,
    network,
    at,
    entry: bulkEntry(change, author),
    identity: 'certificate' as const,
    accompany: ([deviceId = 0]: readonly number[], session: ClientSession) => end(deviceId, session),
  };
  const activated = await unlessStale(stores.provisioning.activate(activation, [built]));
  const [device] = activated ?? [];
  if (device) return device._id;
  const { count, capacity } = await stores.provisioning.size(organisationId);
  if (count >= capacity) throw new AppError('inventoryFull');
  return null;
}

/** Adds a device that is in no list, with a record of its own. */
async function add(
  deps: EnrolmentDeps,
  { request, partNumber, network, at, author }: Adoption,
  end: End,
): Promise<number | null> {
  const { enrolledDevices, audit } = deps.stores;
  const { organisationId, macId, routerSerialNumber, tokenId } = request;
  const prepared = await prepareDevice(deps, { organisationId, networkId: null, tagIds: [] }, partNumber);
  if (!prepared) return null;
  const { deviceId, hpName, isSwitch } = prepared;
  const master = { _id: macId, routerSerialNumber, partNumber, hpName, isSwitch };
  const device = { organisationId, deviceId, macId, master };
  const fields = { ...fieldsOfRequest(request), part_number: partNumber, network_id: network?._id ?? null };
  const entry = enrolledEntry('enrolled', { organisationId, deviceId, tokenId }, fields, at, author);
  return attempt(deps, organisationId, async (session) => {
    const joining = { organisationId, network, at };
    if (!(await enrolledDevices.add(device, joining, { identity: 'certificate' }, session)))
      throw new AppError('inventoryFull');
    await audit.write([entry], session);
    await end(deviceId, session);
    return deviceId;
  });
}
