import { judge } from '../../configuration/stores/state-lookup.js';
import { settingsInForce } from '../../configuration/records/domain/network-configuration.js';
import type { DeviceListing } from '../../inventory/stores/device-store.js';
import type { BulkDeps } from '../deps.js';
import { stoppedDevices, type StoppedDevice } from '../domain/stopped-devices.js';
import type { BulkOperationRecord } from '../models/bulk-operation.js';

/** So many refusals are looked at: the highest `stop_after`. */
const MAX_REFUSALS = 1000;

/** Reads which of some devices a staged operation does not change any more, and returns the reason for each of them. */
export async function readStopped(
  { stores, env }: BulkDeps,
  operation: BulkOperationRecord,
  devices: readonly DeviceListing[],
): Promise<(device: StoppedDevice) => string | null> {
  const { organisationId, createdAt } = operation;
  const networkIds = [...new Set(devices.map(({ locationNetworkId }) => locationNetworkId ?? 0))];
  const canaries = operation.refused === 0 ? [] : await stores.bulkCanaries.failed(operation, networkIds);
  const recent = await stores.refusals.ofOrganisation(organisationId, createdAt, MAX_REFUSALS);
  const changed = await stores.bulkStages.changedAmong(operation, recent);
  if (canaries.length === 0 && changed.length === 0) return () => null;
  const known = await stores.configurationStates.known(organisationId, changed, env);
  const refusing = new Map<number, number[]>();
  for (const [id, { device, configuration }] of known.devices) {
    const state = judge(device, configuration, known);
    const networkId = device.locationNetworkId ?? 0;
    if (state === 'failed' || state === 'rolled_back')
      refusing.set(networkId, [...(refusing.get(networkId) ?? []), id]);
  }
  const networks = await stores.canaries.of(networkIds.map((networkId) => ({ organisationId, networkId })));
  const settingsOf = (networkId: number) => settingsInForce(networks.get(networkId)?.settings, env);
  return stoppedDevices({ canaries, refusing, settingsOf });
}
