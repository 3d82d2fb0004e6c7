import { waits } from '../../inventory/domain/device-command.js';
import { measuredFields } from '../../inventory/domain/measured.js';
import type { HeartbeatDeps } from '../deps.js';
import type { RememberedDevice } from '../domain/device-memory.js';
import { trafficOf, type Heartbeat, type KnownHeartbeat } from '../domain/heartbeat.js';
import { NOTHING, type HeartbeatResult } from './record-heartbeats.js';
import { answerConfigurations, type ReportedState } from './report-configuration.js';

/** An ordinary heartbeat, and what is remembered of its device. */
interface Ordinary extends KnownHeartbeat {
  readonly remembered: RememberedDevice;
}

/**
 * Records the ordinary heartbeats of devices that are remembered, on the condition that the devices are as they were:
 * with their revisions, without an upgrade, not restarted, and with the configuration that they had. Reads no more of a
 * device than its revisions.
 * @returns the results by index; heartbeats that are missing have to be recorded by what is stored
 */
export async function recordRemembered(
  deps: HeartbeatDeps,
  beats: readonly Heartbeat[],
): Promise<Map<number, HeartbeatResult>> {
  const { stores, deviceMemory, metrics } = deps;
  const remembered = beats.flatMap((beat, index): Ordinary[] => {
    const found = deviceMemory.ordinary(beat);
    return found ? [{ index, beat, ref: beat.ref, device: found.device, remembered: found }] : [];
  });
  const results = new Map<number, HeartbeatResult>();
  if (remembered.length === 0) return results;
  const refs = remembered.map(({ ref }) => ref);
  const [revisions, upgrades] = await Promise.all([
    stores.heartbeats.revisions(refs),
    stores.openUpgrades.of(refs),
  ]);
  await deps.failpoint('heartbeats-read');
  const known = remembered.filter(({ beat, ref: { deviceId }, device }) => {
    const { revision, configurationSeq, command } = revisions.get(deviceId) ?? {};
    const isSame = revision === device.revision && configurationSeq === device.configurationSeq;
    return isSame && !upgrades.has(deviceId) && !waits(command, beat.at);
  });
  if (known.length === 0) return results;
  const writes = known.map(({ beat, ref, remembered: { configuration, traffic } }) => ({
    ...beat,
    ...ref,
    isRestart: false,
    configuration: { read: configuration ?? {}, change: {} },
    measured: measuredFields(beat.measured, beat.at, traffic),
  }));
  // A heartbeat that was written although another one of them was not is the same when it is recorded again.
  if ((await stores.heartbeats.writeOrdinary(writes)) < known.length) return results;
  await deps.failpoint('heartbeats-written');
  metrics.heartbeats.inc({ outcome: 'recorded' }, known.length);
  metrics.heartbeatsRemembered.inc(known.length);
  for (const { beat } of known) {
    const traffic = trafficOf(beat);
    if (traffic) deviceMemory.measured(beat.macId, traffic);
  }
  const answers = await answerConfigurations(deps, known, reportedOf(known), {
    overtaken: new Set(),
    upgrading: upgrades,
    busy: new Set(),
  });
  for (const { index, ref } of known)
    results.set(index, { ...NOTHING, configuration: answers.get(ref.deviceId) ?? null });
  return results;
}

function reportedOf(known: readonly Ordinary[]): Map<number, ReportedState> {
  return new Map(
    known.flatMap(({ ref, remembered: { configuration } }) =>
      configuration ? [[ref.deviceId, { read: configuration, state: configuration, change: null }]] : [],
    ),
  );
}
