import { bulkEntry, type AuditEntry } from '../../audit/domain/audit-entry.js';
import {
  authorOf,
  inScope,
  readScope,
  wholeOrganisation,
  writeScope,
  type Caller,
} from '../../access/domain/access.js';
import { batchesOf } from '../../platform/mongo/batches.js';
import { groupOf } from '../../platform/values/mac.js';
import { judgeMacs, type ProvisioningVerdict } from '../../inventory/domain/provisioning.js';
import { requestedId } from '../../platform/values/requested-id.js';
import { requestedMacs, type RequestedMac } from '../../inventory/domain/requested-macs.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { NetworkRecord } from '../../inventory/models/network.js';
import type { DeviceListing, DeviceView } from '../../inventory/stores/device-store.js';
import type { ClaimableDevice } from '../../inventory/stores/master-store.js';
import type { AssignmentDeps } from '../deps.js';

const MAX_ATTEMPTS = 5;

export interface ProvisioningRequest {
  /** Blank when there was none. */
  readonly networkId: string;
  /** In any notation, possibly repeated. */
  readonly macs: readonly string[];
}

/**
 * Adds devices to the inventory and to a network (docs/interface.md#provisioning) and returns them in the order of the
 * request. Each batch of 1,000 is activated in one transaction.
 * @throws AppError invalidParameters, networkNotFound, macBlank, forbidden, inventoryFull, macsInvalid; overloaded
 * when other requests keep claiming and releasing the same MACs
 */
export async function provisionDevices(
  deps: AssignmentDeps,
  caller: Caller,
  request: ProvisioningRequest,
): Promise<DeviceView[]> {
  const existing = await existingNetwork(deps, caller, request.networkId);
  const requested = requestedMacs(request.macs);
  if (requested.length === 0) throw new AppError('macBlank');
  const network = usableNetwork(caller, existing);
  const entry = bulkEntry(
    {
      organisationId: caller.organisationId,
      at: deps.now(),
      action: 'devices.provisioned',
      kind: 'devices',
      after: { network_id: network?._id ?? null },
    },
    authorOf(caller),
  );
  const done = new Map<string, DeviceListing>();
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const open = requested.filter(({ macId }) => macId === null || !done.has(macId));
    const { verdict, built, unassigned, full } = await judge(deps, caller, open);
    for (const device of await assign(deps, caller, unassigned, network, entry))
      done.set(device.macId, device);
    if (verdict.invalid.length > 0) refuse(verdict, full);
    const activated = await activate(deps, caller, verdict.fresh, built, network, entry);
    for (const device of activated) done.set(device.macId, device);
    if (done.size === requested.length) return inOrder(deps, requested, done);
  }
  throw new AppError('overloaded');
}

/** Runs first: the network must exist in the organisation, whether or not the caller may use it. */
export async function existingNetwork(
  { stores }: Pick<AssignmentDeps, 'stores'>,
  { organisationId }: Caller,
  networkId: string,
): Promise<NetworkRecord> {
  if (networkId.trim() === '') throw new AppError('invalidParameters', { text: 'network_id is required' });
  const id = requestedId(networkId);
  const network = id === null ? null : await stores.networks.find(wholeOrganisation(organisationId), id);
  if (!network) throw new AppError('networkNotFound', { details: { network_id: networkId } });
  return network;
}

/**
 * The network if the caller may change it. Otherwise null if the caller manages the inventory and does not see the
 * network: the devices then stay unassigned.
 */
function usableNetwork(caller: Caller, network: NetworkRecord): NetworkRecord | null {
  const writable = writeScope(caller);
  if (inScope(writable, network._id)) return network;
  if (inScope(readScope(caller), network._id) || !writable.unassigned) throw new AppError('forbidden');
  return null;
}

interface Judgement {
  readonly verdict: ProvisioningVerdict;
  readonly built: ReadonlyMap<string, ClaimableDevice>;
  readonly unassigned: readonly DeviceListing[];
  readonly full: boolean;
}

/** Checks rules 2 and 3; writes nothing. */
async function judge(
  { stores }: AssignmentDeps,
  caller: Caller,
  requested: readonly RequestedMac[],
): Promise<Judgement> {
  const { organisationId } = caller;
  const [size, built] = await Promise.all([
    stores.provisioning.size(organisationId),
    stores.master.byMacs(requested.flatMap(({ macId }) => macId ?? [])),
  ]);
  const known = [...built.values()];
  const own = known.filter((device) => device.organisationId === organisationId);
  const visible = { organisationId, networkIds: [], unassigned: readScope(caller).unassigned };
  const unassigned = await stores.devices.findByMacs(
    visible,
    own.map((device) => device._id),
  );
  const claimable = known.filter((device) => device.organisationId === null && groupOf(device._id) === null);
  const verdict = judgeMacs(requested, {
    claimable: new Set(claimable.map((device) => device._id)),
    unassigned: new Set(unassigned.map((device) => device.macId)),
    capacity: size.capacity - size.count,
  });
  return { verdict, built, unassigned, full: size.count >= size.capacity };
}

/** Rule 3: assigns unassigned devices to the network; with null they stay as they are. */
async function assign(
  { stores, now }: AssignmentDeps,
  caller: Caller,
  unassigned: readonly DeviceListing[],
  network: NetworkRecord | null,
  entry: AuditEntry,
): Promise<readonly DeviceListing[]> {
  if (unassigned.length > 0 && !writeScope(caller).unassigned) throw new AppError('forbidden');
  if (network === null) return unassigned;
  const scope = { organisationId: caller.organisationId, networkIds: [], unassigned: true };
  const assigned: DeviceListing[] = [];
  for (const batch of batchesOf(unassigned.map((device) => device._id))) {
    const assignment = { network, at: now(), entry, evenInstalling: true };
    assigned.push(...(await stores.networkAssignment.assign(scope, batch, assignment)));
  }
  return assigned;
}

/** Rules 5 and 6. */
function refuse({ invalid }: ProvisioningVerdict, full: boolean): never {
  if (full) throw new AppError('inventoryFull');
  throw new AppError('macsInvalid', { text: `Invalid or already provisioned: ${invalid.join(', ')}` });
}

/** Rule 4, up to the first batch that conflicts with another request. */
async function activate(
  { stores, now }: AssignmentDeps,
  { organisationId }: Caller,
  macs: readonly string[],
  built: ReadonlyMap<string, ClaimableDevice>,
  network: NetworkRecord | null,
  entry: AuditEntry,
): Promise<DeviceListing[]> {
  const activated: DeviceListing[] = [];
  for (const batch of batchesOf(macs.flatMap((mac) => built.get(mac) ?? []))) {
    const devices = await stores.provisioning.activate({ organisationId, network, at: now(), entry }, batch);
    if (!devices) break;
    activated.push(...devices);
  }
  return activated;
}

async function inOrder(
  { stores }: AssignmentDeps,
  requested: readonly RequestedMac[],
  done: ReadonlyMap<string, DeviceListing>,
): Promise<DeviceView[]> {
  const devices = requested.flatMap(({ macId }) => (macId === null ? [] : (done.get(macId) ?? [])));
  return stores.devices.withStates(devices);
}
