import type { Deafness } from '../../deaf-periods/domain/deafness.js';
import { readDeafness, type KnownDeafness } from '../../deaf-periods/operations/read-deafness.js';
import type { Turn } from '../../platform/loop.js';
import type { HeldLock } from '../../platform/mongo/lock-store.js';
import { stateAt } from '../../status/domain/heartbeat-time.js';
import type { ActivityDeps } from '../deps.js';
import { changeOf, type DeviceChange, type SeenDevice } from '../domain/compare-devices.js';
import { announceConfigured } from './announce-configured.js';
import { newSteps } from '../domain/series-steps.js';
import { DeviceCounter } from '../domain/tally-devices.js';
import type { ObservedBatch, ObservedDevice } from '../stores/observe-store.js';

/**
 * Observes every device once: records what has changed since the last observation as events, counts the devices of each network,
 * and adds the points of a new minute to the series. It may be killed at any line, and the next observation goes on from what was
 * recorded.
 * @returns false: the next observation comes later
 */
export async function observeFleet(deps: ActivityDeps, { lease }: Pick<Turn, 'lease'>): Promise<false> {
  const { stores, log } = deps;
  const deafness = await readDeafness(deps);
  for await (const id of stores.observations.organisationIds()) {
    try {
      await observeOrganisation(deps, id, lease, deafness);
    } catch (error) {
      log.warn({ err: error, organisation: id }, 'Devices were not observed; the next pass tries again');
    }
  }
  return false;
}

async function observeOrganisation(
  deps: ActivityDeps,
  organisationId: number,
  lock: HeldLock,
  known: KnownDeafness,
): Promise<void> {
  const deafness = known.of(organisationId);
  const { stores, now, failpoint, env } = deps;
  const counter = new DeviceCounter();
  const at = now();
  for await (const batch of stores.observations.batches(organisationId, env)) {
    await lock.check();
    const seen = batch.devices.map((device) => seenDevice(deps, organisationId, device, batch));
    for (const device of seen) counter.add(device);
    const there = new Set(seen.map(({ _id }) => _id));
    const removed = [...batch.summaries.keys()].filter((id) => !there.has(id));
    const changes = await changesOf(deps, organisationId, seen, batch, deafness);
    const configured = changes.flatMap((change) =>
      change.configured ? [{ ...change, configured: change.configured }] : [],
    );
    const announce = await announceConfigured(deps, organisationId, configured);
    await stores.observations.record(organisationId, changes, removed, announce);
    await failpoint('devices-observed');
  }
  await lock.check();
  const tallies = counter.tallies();
  const last = await stores.tallies.replace(organisationId, tallies, at);
  await failpoint('tallies-replaced');
  const resolutions = newSteps(at, last);
  // Counts of devices that cannot be heard would be taken for an outage of theirs.
  if (resolutions.length === 0 || deafness.isDeafWithin(at, 2 * env.heartbeatIntervalS)) return;
  await stores.onlineSeries.add(organisationId, tallies, resolutions, at);
  await failpoint('points-added');
  await stores.tallies.pointsAdded(organisationId, at);
}

function seenDevice(
  { env, now }: ActivityDeps,
  organisationId: number,
  { _id, macId, locationNetworkId, partNumber, isSwitch, firmwareVersion: version }: ObservedDevice,
  { heardAt: heard, configurations }: ObservedBatch,
): SeenDevice {
  const heardAt = heard.get(_id) ?? null;
  const state = stateAt(heardAt, now(), env.downAfterS);
  return {
    _id,
    organisationId,
    macId,
    networkId: locationNetworkId,
    partNumber,
    isSwitch,
    version,
    state,
    heardAt,
    configuration: configurations.get(_id) ?? null,
  };
}

async function changesOf(
  { stores, env, now }: ActivityDeps,
  organisationId: number,
  seen: readonly SeenDevice[],
  { summaries }: ObservedBatch,
  deafness: Deafness,
): Promise<DeviceChange[]> {
  const silent = seen.filter(({ _id, state }) => state === 'down' && summaries.get(_id)?.state === 'up');
  const installing = await stores.observations.installing(
    organisationId,
    silent.map(({ _id }) => _id),
  );
  const at = { now: now(), downAfterS: env.downAfterS, deafness };
  return seen.flatMap((device) => {
    const { _id } = device;
    return changeOf(summaries.get(_id) ?? null, device, { ...at, installing: installing.has(_id) }) ?? [];
  });
}
