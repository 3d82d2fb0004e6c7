import { readScope, writeScope, type Caller } from '../../access/domain/access.js';
import { settingsInForce } from '../../configuration/records/domain/network-configuration.js';
import { readDeafness } from '../../deaf-periods/operations/read-deafness.js';
import type { DeviceListing } from '../../inventory/stores/device-store.js';
import type { BulkDeps } from '../deps.js';
import { canaryKey } from '../domain/judge-canary.js';
import type { BulkOperationRecord } from '../models/bulk-operation.js';
import { changeDevices } from './change-devices.js';
import { isRefusal, refusalOf } from './refusals.js';

/**
 * Changes the canaries among the devices of the list that a staged operation has come to: of each network and hardware part
 * that has none yet, one device that can be changed, is managed and is up. The other devices are left to the second pass,
 * with all failures.
 * @throws BatchStopped when the operation is no longer running
 */
export async function changeCanaries(
  deps: BulkDeps,
  operation: BulkOperationRecord,
  caller: Caller | null,
): Promise<void> {
  const { stores, now, failpoint } = deps;
  const { bulkOperations } = stores;
  const list = await bulkOperations.list(operation);
  if (caller && list) await change(deps, operation, caller, list.ids);
  await failpoint('bulk-canaries-changed');
  const current = await bulkOperations.current(operation);
  if (current?.next === operation.next) await stores.bulkStages.finishCanaries(current, now());
}

async function change(
  deps: BulkDeps,
  operation: BulkOperationRecord,
  caller: Caller,
  ids: readonly number[],
): Promise<void> {
  const scope = writeScope(caller);
  const found = await deps.stores.devices.findByIds(readScope(caller), ids);
  const changeable = found.filter((device) => refusalOf(operation, caller, scope, device) === null);
  const canaries = await choose(deps, operation, changeable);
  try {
    await changeDevices(deps, operation, { caller, scope }, canaries);
  } catch (error) {
    // The second pass is refused in the same way, and counts the failures.
    if (!isRefusal(error)) throw error;
  }
}

async function choose(
  deps: BulkDeps,
  operation: BulkOperationRecord,
  devices: readonly DeviceListing[],
): Promise<DeviceListing[]> {
  if (devices.length === 0) return [];
  const { stores, env, now } = deps;
  const { organisationId } = operation;
  const ids = devices.map(({ _id }) => _id);
  const known = await stores.configurationStates.known(organisationId, ids, env);
  const deafness = (await readDeafness(deps)).of(organisationId);
  const judgedTo = deafness.judgedTo(now());
  const isHeard = (at: Date | null): boolean =>
    at !== null && judgedTo <= deafness.silenceAfter(at, new Date(at.getTime() + env.downAfterS * 1000));
  const able = devices.filter(({ _id, locationNetworkId }) => {
    const { configuration, lastHeartbeatAt = null } = known.devices.get(_id) ?? {};
    const network = known.networks.get(locationNetworkId ?? 0);
    const settings = network?.canary.settings ?? settingsInForce(undefined, env);
    const isManaged = Boolean(configuration?.report);
    return isManaged && settings.canary && isHeard(lastHeartbeatAt);
  });
  if (able.length === 0) return [];
  const upgrading = await stores.openUpgrades.of(
    able.map(({ _id: deviceId }) => ({ organisationId, deviceId })),
  );
  const taken = await stores.bulkCanaries.taken(operation, [...new Set(able.map(canaryKey))]);
  return able.filter((device) => {
    const key = canaryKey(device);
    if (upgrading.has(device._id) || taken.has(key)) return false;
    taken.add(key);
    return true;
  });
}
