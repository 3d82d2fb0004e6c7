import { judgeReport } from '../../configuration/domain/judge-report.js';
import { advanceCanaries, type ManagedBeat } from '../../configuration/operations/advance-canaries.js';
import type { ConfigurationState } from '../../configuration/records/domain/device-configuration.js';
import type { LastHeard } from '../../status/stores/heartbeat-store.js';
import type { ConfigurationChange } from '../../status/stores/state-write.js';
import type { HeartbeatDeps } from '../deps.js';
import type { KnownHeartbeat } from '../domain/heartbeat.js';

/** What a heartbeat that reports a configuration is answered. */
export interface ConfigurationAnswer {
  /** The reported revision once the report is stored; null when a later heartbeat was stored before it. */
  readonly confirmed: string | null;
  /** Whether the device should fetch its configuration. */
  readonly fetch: boolean;
}

/** The state of a device's configuration before and with its heartbeat, and the fields that the heartbeat changes. */
export interface ReportedState {
  readonly read: ConfigurationState;
  readonly state: ConfigurationState;
  readonly change: Partial<ConfigurationState> | null;
}

/** Judges the reports of a batch, by device. Devices that have never reported a configuration are missing. */
export function judgeConfigurations(
  known: readonly KnownHeartbeat[],
  lastHeard: ReadonlyMap<number, LastHeard>,
): Map<number, ReportedState> {
  const states = new Map<number, ReportedState>();
  for (const { ref, beat } of known) {
    const stored = lastHeard.get(ref.deviceId)?.configuration;
    const { at, configuration: report = null } = beat;
    if (stored === undefined && report === null) continue;
    const change = judgeReport(stored, report, at);
    states.set(ref.deviceId, { read: stored ?? {}, state: { ...stored, ...change }, change });
  }
  return states;
}

/** The write of a report; null when it changes nothing. */
export function configurationWrite(reported: ReportedState | undefined): ConfigurationChange | null {
  return reported?.change ? { read: reported.read, change: reported.change } : null;
}

/** The managed devices whose stored heartbeat is not the one of the batch, after a write that did not change all. */
export async function overtakenReports(
  { stores }: Pick<HeartbeatDeps, 'stores'>,
  known: readonly KnownHeartbeat[],
): Promise<ReadonlySet<number>> {
  const managed = known.filter(({ beat }) => beat.configuration);
  if (managed.length === 0) return new Set();
  const stored = await stores.heartbeats.lastHeard(managed.map(({ ref }) => ref));
  const overtaken = managed.filter(
    ({ ref, beat }) => stored.get(ref.deviceId)?.at?.getTime() !== beat.at.getTime(),
  );
  return new Set(overtaken.map(({ ref }) => ref.deviceId));
}

/** What the managed devices of a batch are answered, by device. An upgrade goes before a fetch. */
export async function answerConfigurations(
  deps: HeartbeatDeps,
  known: readonly KnownHeartbeat[],
  reported: ReadonlyMap<number, ReportedState>,
  facts: {
    readonly overtaken: ReadonlySet<number>;
    /** Devices with an upgrade that has not ended, and those that it is offered to or that report it. */
    readonly upgrading: Pick<ReadonlySet<number>, 'has'>;
    readonly busy: ReadonlySet<number>;
  },
): Promise<Map<number, ConfigurationAnswer>> {
  const answers = new Map<number, ConfigurationAnswer>();
  const beats: ManagedBeat[] = [];
  for (const { ref, device, beat } of known) {
    const state = reported.get(ref.deviceId)?.state;
    if (!beat.configuration || !state) continue;
    const isOvertaken = facts.overtaken.has(ref.deviceId);
    const confirmed = isOvertaken ? null : beat.configuration.revision;
    answers.set(ref.deviceId, { confirmed, fetch: false });
    if (isOvertaken) continue;
    const { organisationId, deviceId } = ref;
    const upgrade = { hasUpgrade: facts.upgrading.has(deviceId), isBusy: facts.busy.has(deviceId) };
    beats.push({ organisationId, device, state, at: beat.at, ...upgrade });
  }
  if (beats.length === 0) return answers;
  for (const deviceId of await advanceCanaries(deps, beats)) {
    const answer = answers.get(deviceId);
    if (answer) answers.set(deviceId, { ...answer, fetch: true });
  }
  return answers;
}
