import { fetchDocuments, type Fetch, type FetchResult } from '../configuration/operations/fetch-documents.js';
import { createKnownSequences, type KnownSequences } from '../configuration/operations/known-sequences.js';
import { LiveSettings } from '../configuration/operations/live-settings.js';
import type { HeartbeatDoor } from '../deaf-periods/domain/silence.js';
import { HeartbeatCounter } from '../deaf-periods/operations/count-heartbeats.js';
import { createDeafnessReader, type KnownDeafness } from '../deaf-periods/operations/read-deafness.js';
import { DeviceMemory } from '../heartbeats/domain/device-memory.js';
import { HeartbeatRecorder } from '../heartbeats/operations/heartbeat-recorder.js';
import type { Closing } from '../platform/observability/closing.js';
import { createRunningRollouts } from '../rollouts/operations/running-rollouts.js';
import { GroupCommit, type GroupCommitOptions } from '../status/operations/group-commit.js';
import type { Deps } from './deps.js';

export const HEARTBEAT_BATCHES: Omit<GroupCommitOptions, 'onBatch'> = {
  maxPerBatch: 500,
  maxBatches: 2,
  maxWaiting: 20_000,
  maxPerKey: 2,
  delay: { ms: 50, enough: 16 },
};

const FETCHES: GroupCommitOptions = { maxPerBatch: 200, maxBatches: 2, maxWaiting: 2000, maxPerKey: 2 };

/** What a process needs to record heartbeats and to render the documents that devices fetch. */
export interface DeviceConversation {
  readonly heartbeats: HeartbeatRecorder;
  readonly heartbeatCounter: HeartbeatCounter;
  readonly deviceMemory: DeviceMemory;
  readonly deafness: () => Promise<KnownDeafness>;
  /** Renders the documents of concurrent fetches with shared queries. */
  readonly configurationFetches: GroupCommit<Fetch, FetchResult>;
  readonly knownSequences: KnownSequences;
  readonly liveSettings: LiveSettings;
}

/** Binds what every process that devices speak to shares; no I/O before the first heartbeat. */
export function openDeviceConversation(
  base: Deps,
  closing: Closing,
  door: HeartbeatDoor,
  heartbeatBatches: Omit<GroupCommitOptions, 'onBatch'> = HEARTBEAT_BATCHES,
): DeviceConversation {
  const knownSequences = createKnownSequences(base);
  const liveSettings = new LiveSettings();
  closing.add('known sequences', () => knownSequences.close());
  const configurationFetches = new GroupCommit(
    (fetches: readonly Fetch[]) => fetchDocuments({ ...base, knownSequences, liveSettings }, fetches),
    FETCHES,
  );
  const deafness = createDeafnessReader(base, () => base.now().getTime());
  const heartbeatCounter = new HeartbeatCounter(base, door);
  closing.add('counts of heartbeats', () => heartbeatCounter.close());
  const deviceMemory = new DeviceMemory(base.env.heartbeatMemoryMb, () => performance.now());
  const runningRollouts = createRunningRollouts(base.stores.rollouts);
  const heartbeats = new HeartbeatRecorder(
    { ...base, knownSequences, runningRollouts, deafness, deviceMemory },
    heartbeatCounter,
    heartbeatBatches,
  );
  return {
    heartbeats,
    heartbeatCounter,
    deviceMemory,
    deafness,
    configurationFetches,
    knownSequences,
    liveSettings,
  };
}
