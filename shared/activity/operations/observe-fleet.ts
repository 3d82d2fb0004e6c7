import type { Deafness } from '../../deaf-periods/domain/deafness.js';
import { readDeafness, type KnownDeafness } from '../../deaf-periods/operations/read-deafness.js';
import { currentWifi, halfHourOf, pointValues } from '../../inventory/domain/device-points.js';
import type { Turn } from '../../platform/loop.js';
import type { HeldLock } from '../../platform/mongo/lock-store.js';
import { downAfterOf, stateAt } from '../../status/domain/heartbeat-time.js';
import type { ActivityDeps } from '../deps.js';
import { changeOf, type DeviceChange, type SeenDevice } from '../domain/compare-devices.js';
import { announceConfigured } from './announce-configured.js';
import { newSteps } from '../domain/series-steps.js';
import type { PointValues } from '../domain/series-points.js';
import { DeviceCounter, type Tally } from '../domain/tally-devices.js';
import type { TallyKey } from '../domain/tally-keys.js';
import type { TrafficTotals } from '../domain/traffic-totals.js';
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
  // Counts of devices that cannot be heard would be taken for an outage of theirs.
  const isDeaf = deafness.isDeafWithin(at, 2 * env.heartbeatIntervalS);
  const halfHour = isDeaf ? null : await newHalfHour(deps, organisationId, at);
  for await (const batch of stores.observations.batches(organisationId, env, halfHour !== null)) {
    await lock.check();
    const seen = batch.devices.map((device) => seenDevice(deps, organisationId, device, batch));
    for (const device of seen) counter.add(device);
    const there = new Set(seen.map(({ _id }) => _id));
    const former = [...batch.summaries.values()].filter(({ _id }) => !there.has(_id));
    const removed = former.map(({ _id }) => _id);
    const changes = await changesOf(deps, organisationId, seen, batch, deafness);
    const configured = changes.flatMap((change) =>
      change.configured ? [{ ...change, configured: change.configured }] : [],
    );
    const announce = await announceConfigured(deps, organisationId, configured);
    await stores.formerDevices.forget(organisationId, former);
    await stores.observations.record(organisationId, changes, removed, announce);
    await failpoint('devices-observed');
    if (removed.length > 0) await stores.devicePoints.remove(organisationId, removed, at);
    if (halfHour) await addDevicePoints(deps, organisationId, seen, batch, halfHour);
  }
  await lock.check();
  const tallies = counter.tallies();
  const { minute, totals } = await stores.tallies.replace(organisationId, tallies, at);
  await failpoint('tallies-replaced');
  if (halfHour) await stores.tallies.halfHourAdded(organisationId, halfHour);
  const resolutions = newSteps(at, minute);
  if (resolutions.length === 0 || isDeaf) return;
  await stores.onlineSeries.add(organisationId, pointsOf(tallies, totals), resolutions, at);
  await failpoint('points-added');
  await stores.tallies.pointsAdded(organisationId, at);
}

/** The half hour of a time; null if every device has its point. */
async function newHalfHour({ stores }: ActivityDeps, organisationId: number, at: Date): Promise<Date | null> {
  const halfHour = halfHourOf(at);
  const last = await stores.tallies.lastHalfHour(organisationId);
  return last !== null && last >= halfHour ? null : halfHour;
}

async function addDevicePoints(
  { stores, now }: ActivityDeps,
  organisationId: number,
  seen: readonly SeenDevice[],
  { states }: ObservedBatch,
  halfHour: Date,
): Promise<void> {
  const points = seen.flatMap(({ _id: deviceId, state }) => {
    const stored = states.get(deviceId);
    const values = stored ? pointValues(stored, state === 'up', now()) : null;
    return values ? [{ deviceId, values }] : [];
  });
  await stores.devicePoints.add(organisationId, points, halfHour);
}

function pointsOf(
  tallies: ReadonlyMap<TallyKey, Tally>,
  totals: ReadonlyMap<TallyKey, TrafficTotals>,
): Map<TallyKey, PointValues> {
  return new Map(
    [...tallies].map(([tallyKey, { up, down, clients = null }]) => {
      const { rxTotal, txTotal } = totals.get(tallyKey) ?? { rxTotal: null, txTotal: null };
      const isCounted = clients !== null || rxTotal !== null || txTotal !== null;
      return [tallyKey, isCounted ? [up, down, clients, rxTotal, txTotal] : [up, down]] as const;
    }),
  );
}

function seenDevice(
  { env, now }: ActivityDeps,
  organisationId: number,
  device: ObservedDevice,
  { states, configurations }: ObservedBatch,
): SeenDevice {
  const { _id, macId, locationNetworkId, partNumber, isSwitch, firmwareVersion: version } = device;
  const stored = states.get(_id);
  const heardAt = stored?.lastHeartbeatAt ?? null;
  const downAfterS = downAfterOf(device, env.downAfterS);
  const state = stateAt(heardAt, now(), downAfterS);
  const wifi = stored && state === 'up' ? currentWifi(stored) : undefined;
  const { clients = null, rxRate = null, txRate = null } = wifi ?? {};
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
    downAfterS,
    configuration: configurations.get(_id) ?? null,
    air: { clients, rxRate, txRate },
  };
}

async function changesOf(
  { stores, now }: ActivityDeps,
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
  const at = { now: now(), deafness };
  return seen.flatMap((device) => {
    const { _id } = device;
    return changeOf(summaries.get(_id) ?? null, device, { ...at, installing: installing.has(_id) }) ?? [];
  });
}
