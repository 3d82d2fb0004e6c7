import { AppError } from '../../platform/errors/app-error.js';
import { waits, wasCommanded, type DeviceCommandRecord } from '../../inventory/domain/device-command.js';
import { measuredFields } from '../../inventory/domain/measured.js';
import { authenticateDevices } from '../../status/operations/authenticate-devices.js';
import { isLate } from '../../upgrades/domain/device-beat.js';
import type { HeartbeatDeps } from '../deps.js';
import { beatOf, isRestart, trafficOf, type Heartbeat, type KnownHeartbeat } from '../domain/heartbeat.js';
import { advanceUpgrades, heldBack } from './advance-upgrades.js';
import { ordersOf, type UpgradeOrder } from './order-upgrades.js';
import {
  answerConfigurations,
  configurationWrite,
  judgeConfigurations,
  overtakenReports,
  type ConfigurationAnswer,
} from './report-configuration.js';

export type HeartbeatResult =
  | {
      readonly order: UpgradeOrder | null;
      /** The upgrade whose download the device has to stop. */
      readonly abort: number | null;
      readonly configuration: ConfigurationAnswer | null;
      /** What a caller has asked of the device; it is sent once. */
      readonly command: DeviceCommandRecord | null;
      /** The device has a newer connection than the one of the heartbeat, which changed nothing. */
      readonly isDisplaced?: true;
    }
  | { readonly refused: AppError };

/** The answer to a heartbeat after which the device has nothing to do. */
export const NOTHING = { order: null, abort: null, configuration: null, command: null } as const;

/**
 * Makes a batch of at most 1,000 heartbeats of different devices durable and decides what each device does next
 * (docs/device-makers.md). A refused heartbeat does not delay the others.
 */
export async function recordHeartbeats(
  deps: HeartbeatDeps,
  beats: readonly Heartbeat[],
): Promise<HeartbeatResult[]> {
  const { heartbeats, openUpgrades } = deps.stores;
  const results: HeartbeatResult[] = beats.map(() => NOTHING);
  const refs = beats.map(({ ref }) => ref);
  const [rejected, devices, lastHeard, upgrades] = await Promise.all([
    rejectedKeys(deps, beats),
    heartbeats.devices(refs),
    heartbeats.lastHeard(refs),
    openUpgrades.of(refs),
  ]);
  await deps.failpoint('heartbeats-read');
  const known = beats.flatMap((beat, index): KnownHeartbeat[] => {
    const { ref } = beat;
    const refused = rejected.get(beat);
    if (refused) {
      results[index] = { refused };
      return [];
    }
    const device = devices.get(ref.deviceId);
    if (beat.session !== undefined && beat.session < (lastHeard.get(ref.deviceId)?.session ?? 0)) {
      results[index] = { ...NOTHING, isDisplaced: true };
      return [];
    }
    if (device) return [{ index, beat, ref, device }];
    results[index] = { refused: new AppError('deviceNotFound') };
    return [];
  });
  deps.metrics.heartbeats.inc({ outcome: 'recorded' }, known.length);
  deps.metrics.heartbeats.inc({ outcome: 'refused' }, beats.length - known.length - rejected.size);
  if (known.length === 0) return results;
  const changed = known.filter(
    (entry) =>
      entry.device.firmwareVersion !== entry.beat.firmwareVersion && !isLate(beatOf(entry, lastHeard)),
  );
  const configurations = judgeConfigurations(known, lastHeard);
  const states = known.map((entry) => ({
    ...entry.beat,
    ...entry.ref,
    isRestart: isRestart(entry, lastHeard) && !wasCommanded(entry.device.command, entry.beat.at),
    session: entry.beat.session,
    configuration: configurationWrite(configurations.get(entry.ref.deviceId)),
    measured: measuredFields(entry.beat.measured, entry.beat.at, lastHeard.get(entry.ref.deviceId)?.traffic),
  }));
  // Before the states: a repetition of the heartbeat finds the restart or the silence that changed an upgrade.
  const { offers, aborts } = await advanceUpgrades(deps, known, upgrades, lastHeard);
  await deps.failpoint('upgrades-advanced');
  const [written] = await Promise.all([
    heartbeats.writeStates(states),
    changed.length > 0 &&
      heartbeats.writeFirmware(
        changed.map(({ ref, beat, device: { revision } }) => {
          return { ...ref, revision, firmwareVersion: beat.firmwareVersion };
        }),
      ),
  ]);
  await deps.failpoint('heartbeats-written');
  const given = ordersOf(offers);
  const overtaken = written < known.length ? await overtakenReports(deps, known) : new Set<number>();
  // A fetch or a retry may have overtaken the report, which the device repeats; the rest of the heartbeat still counts.
  const again = states.filter(({ deviceId, configuration }) => configuration && overtaken.has(deviceId));
  if (again.length > 0)
    await heartbeats.writeStates(again.map((state) => ({ ...state, configuration: null })));
  const busy = known.filter(({ index, beat }) => given.has(index) || beat.report !== null);
  const answers = await answerConfigurations(deps, known, configurations, {
    overtaken,
    upgrading: upgrades,
    busy: new Set(busy.map(({ ref }) => ref.deviceId)),
  });
  const held = await heldBack(deps, offers);
  const commands = await takenCommands(deps, known);
  for (const { index, beat, ref, device } of known) {
    // What changes the device or belongs to an upgrade is read again.
    if (upgrades.has(ref.deviceId) || given.has(index) || device.firmwareVersion !== beat.firmwareVersion)
      continue;
    const configuration = configurations.get(ref.deviceId)?.state;
    const traffic = trafficOf(beat) ?? lastHeard.get(ref.deviceId)?.traffic;
    const keyHash = beat.authentication?.keyHash ?? null;
    deps.deviceMemory.remember(beat.macId, { ref, keyHash, device, configuration, traffic });
  }
  for (const { index, ref } of known)
    results[index] = {
      order: held.has(index) ? null : (given.get(index) ?? null),
      abort: aborts.get(index) ?? null,
      configuration: answers.get(ref.deviceId) ?? null,
      command: commands.get(ref.deviceId) ?? null,
    };
  return results;
}

/**
 * The commands that wait for the devices, by device; no other heartbeat gets them. A reboot would end what an upgrade has
 * begun, so a command waits for the end of one that is open, or that the device reports.
 */
async function takenCommands(
  { stores }: HeartbeatDeps,
  known: readonly KnownHeartbeat[],
): Promise<ReadonlyMap<number, DeviceCommandRecord>> {
  const given = known.filter(({ beat, device }) => beat.report === null && waits(device.command, beat.at));
  if (given.length === 0) return new Map();
  const upgrading = await stores.openUpgrades.of(given.map(({ ref }) => ref));
  const waiting = given.filter(({ ref }) => !upgrading.has(ref.deviceId));
  const [first] = waiting;
  if (!first) return new Map();
  const ids = waiting.flatMap(({ device: { command } }) => command?.id ?? []);
  return stores.commands.take(
    waiting.map(({ ref }) => ref),
    ids,
    first.beat.at,
  );
}

/** The heartbeats that this process authenticated by a key that it remembered, and whose device has another one by now. */
async function rejectedKeys(
  deps: HeartbeatDeps,
  beats: readonly Heartbeat[],
): Promise<Map<Heartbeat, AppError>> {
  const asked = beats.flatMap((beat) => {
    const { macId, authentication } = beat;
    return authentication?.isRemembered === true
      ? [{ beat, claim: { macId, keyHash: authentication.keyHash } }]
      : [];
  });
  if (asked.length === 0) return new Map();
  const found = await authenticateDevices(
    deps,
    asked.map(({ claim }) => claim),
  );
  return new Map(
    asked.flatMap(({ beat }, index): [Heartbeat, AppError][] => {
      const answer = found[index];
      if (answer && 'refused' in answer) return [[beat, answer.refused]];
      return answer?.ref.deviceId === beat.ref.deviceId ? [] : [[beat, new AppError('deviceNotFound')]];
    }),
  );
}
