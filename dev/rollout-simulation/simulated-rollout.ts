import type { HeartbeatDeps } from '../../shared/heartbeats/deps.js';
import type { Heartbeat } from '../../shared/heartbeats/domain/heartbeat.js';
import { recordHeartbeats } from '../../shared/heartbeats/operations/record-heartbeats.js';
import { closeOverdue } from '../../shared/upgrades/operations/sweep/close-overdue.js';
import type { RolloutDeps } from '../../shared/rollouts/deps.js';
import type { RolloutRecord } from '../../shared/rollouts/models/rollout.js';
import { tickRollout } from '../../shared/rollouts/operations/reconcile/tick-rollout.js';
import type { SimulatedDevice } from './simulated-device.js';
import type { SimulatedFleet } from './simulated-fleet.js';

/** What a simulation of one rollout is run on: the model of the stores, or real ones. */
export interface SimulatedService {
  readonly deps: HeartbeatDeps & RolloutDeps;
  readonly organisationId: number;
  readonly rollout: () => Promise<RolloutRecord>;
  /** Sets the time, in seconds; heartbeats up to `heardTo` are stored. */
  readonly setTime: (now: number, heardTo: number) => void;
  readonly dateOf: (seconds: number) => Date;
  /** Devices whose heartbeats matter now. */
  readonly beating: () => Promise<readonly SimulatedDevice[]>;
}

const MINUTE_S = 60;
const MAX_TICKS = 50;
/** No other worker ticks the rollout. */
const LEASE = { check: (): Promise<void> => Promise.resolve() };
const BATCH = 1000;

/** One minute of a rollout: heartbeats, the sweep, and ticks. */
export async function simulateMinute(
  service: SimulatedService,
  fleet: SimulatedFleet,
  now: number,
): Promise<RolloutRecord> {
  service.setTime(now, now - MINUTE_S);
  const devices = await service.beating();
  for (let start = 0; start < devices.length; start += BATCH)
    await sendHeartbeats(service, fleet, devices.slice(start, start + BATCH), now);
  service.setTime(now, now);
  await closeOverdue(service.deps);
  for (let ticks = 0; ticks < MAX_TICKS; ticks += 1) {
    if (!(await tick(service))) break;
  }
  return service.rollout();
}

/** @returns whether another tick is due at once */
async function tick({ deps, rollout }: SimulatedService): Promise<boolean> {
  try {
    return await tickRollout(deps, await rollout(), LEASE);
  } catch (error) {
    if (error instanceof WorkerKilled) return true;
    throw error;
  }
}

/** A worker died at a failpoint; the next tick goes on. */
export class WorkerKilled extends Error {}

async function sendHeartbeats(
  { deps, organisationId, dateOf }: SimulatedService,
  fleet: SimulatedFleet,
  devices: readonly SimulatedDevice[],
  now: number,
): Promise<void> {
  const senders: SimulatedDevice[] = [];
  const beats: Heartbeat[] = [];
  for (const device of devices) {
    const beat = fleet.beatAt(device, now);
    if (beat === null) continue;
    const report = fleet.report(device, beat);
    const { last } = fleet.restartsBy(device, beat);
    senders.push(device);
    beats.push({
      macId: device.macId,
      ref: { organisationId, deviceId: device.id },
      at: dateOf(beat),
      publicIp: '192.0.2.1',
      firmwareVersion: fleet.versionAt(device, beat),
      uptimeS: Math.floor(beat - last),
      ports: null,
      report,
    });
  }
  if (beats.length === 0) return;
  const results = await recordHeartbeats(deps, beats);
  for (const [index, result] of results.entries()) {
    const device = senders[index];
    if (device && 'order' in result && result.order) fleet.offer(device, result.order.id);
  }
}
