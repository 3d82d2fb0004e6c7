import { inScope, readScope, writeScope, type Caller } from '../../access/domain/access.js';
import { batchesOf } from '../../platform/mongo/batches.js';
import { canonicalMac } from '../../platform/values/mac.js';
import { requestedId } from '../../platform/values/requested-id.js';
import { canonicalMacs } from '../../inventory/domain/requested-macs.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { NetworkRecord } from '../../inventory/models/network.js';
import type { DeviceListing, DeviceView } from '../../inventory/stores/device-store.js';
import type { AssignmentStores } from '../deps.js';
import type { AssignmentDeps } from '../deps.js';
import { deviceEntry, requireWritable } from '../../inventory/operations/device-change.js';

/** An id or MAC from the request, in the JSON type that was sent. */
type Value = string | number;

export interface MoveRequest {
  /** Ids or MACs, possibly repeated. */
  readonly devices: readonly Value[];
  readonly networkId: string;
}

export interface MoveResult {
  readonly moved: DeviceView[];
  /** MACs of devices that stayed, and the requested values that no device matches. */
  readonly failed: Value[];
}

/** A requested value and the device it names; null when the caller sees none. */
interface Match {
  readonly value: Value;
  readonly device: DeviceListing | null;
}

/**
 * Moves devices to a network (docs/interface.md#move_devices): the values are read as ids, and as MACs if none of
 * them is the id of a device. A device that is installing firmware stays. Each batch of 1,000 is one transaction.
 * @throws AppError noDevicesProvided, moveNetworkNotFound, forbidden
 */
export async function moveDevices(
  { stores, now }: AssignmentDeps,
  caller: Caller,
  request: MoveRequest,
): Promise<MoveResult> {
  if (request.devices.length === 0) throw new AppError('noDevicesProvided');
  const network = await targetNetwork({ stores }, caller, request.networkId);
  const matches = await matching(stores, caller, request.devices);
  const devices = matches.flatMap(({ device }) => device ?? []);
  if (devices.length > 0 && !inScope(writeScope(caller), network._id)) throw new AppError('forbidden');
  requireWritable(caller, devices);
  const moved = new Map<number, DeviceListing>();
  const entry = deviceEntry(caller, 'devices.moved', devices, now(), { network_id: network._id });
  for (const batch of batchesOf(devices.map((device) => device._id))) {
    const assignment = { network, at: now(), entry };
    const assigned = await stores.networkAssignment
      .assign(writeScope(caller), batch, assignment)
      .catch((error: unknown) => {
        const isGone = error instanceof AppError && error.refusal === 'networkNotFound';
        throw isGone ? unknownTarget(request.networkId) : error;
      });
    for (const device of assigned) moved.set(device._id, device);
  }
  return {
    moved: await stores.devices.withStates(devices.flatMap((device) => moved.get(device._id) ?? [])),
    failed: matches.flatMap(({ value, device }) => {
      if (device === null) return value;
      return moved.has(device._id) ? [] : device.macId;
    }),
  };
}

export async function targetNetwork(
  { stores }: { readonly stores: AssignmentStores },
  caller: Caller,
  networkId: string,
): Promise<NetworkRecord> {
  const id = requestedId(networkId);
  const network = id === null ? null : await stores.networks.find(readScope(caller), id);
  if (!network) throw unknownTarget(networkId);
  return network;
}

function unknownTarget(networkId: string): AppError {
  return new AppError('moveNetworkNotFound', { details: { network_id: networkId } });
}

/** The device that each value names, every device once, in the order of the request. */
async function matching(
  stores: AssignmentStores,
  caller: Caller,
  values: readonly Value[],
): Promise<Match[]> {
  const scope = readScope(caller);
  const texts = values.map(String);
  const ids = [...new Set(texts.flatMap((text) => requestedId(text) ?? []))];
  const byId = new Map((await stores.devices.findByIds(scope, ids)).map((device) => [device._id, device]));
  if (byId.size > 0) return each(values, (text) => byId.get(requestedId(text) ?? 0));
  const macs = canonicalMacs(texts);
  const byMac = new Map(
    (await stores.devices.findByMacs(scope, macs)).map((device) => [device.macId, device]),
  );
  return each(values, (text) => byMac.get(canonicalMac(text) ?? ''));
}

function each(values: readonly Value[], find: (text: string) => DeviceListing | undefined): Match[] {
  const matches = new Map<number | string, Match>();
  for (const value of values) {
    const text = String(value);
    const device = find(text) ?? null;
    const key = device?._id ?? text;
    if (!matches.has(key)) matches.set(key, { value, device });
  }
  return [...matches.values()];
}
