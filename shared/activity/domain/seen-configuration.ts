import {
  leavesOut,
  type ConfigurationState,
  type ConfigurationStatus,
} from '../../configuration/records/domain/device-configuration.js';

/** How far a device has applied its configuration. */
export interface SeenConfiguration {
  readonly state: ConfigurationStatus;
  /** What the device runs, or the revision that it has refused. */
  readonly revision: string | null;
  /** Why it has refused it; null in other states. */
  readonly code: string | null;
  /** Whether the document, or the device, leaves something out. */
  readonly leavesOut: boolean;
}

/** The configuration as the worker last saw it settled; null: the device was not managed. */
export type SettledConfiguration = Pick<SeenConfiguration, 'state' | 'revision'> | null;

/** Null for a device that is not managed. */
export function seenConfiguration(
  configuration: ConfigurationState,
  state: ConfigurationStatus,
): SeenConfiguration | null {
  const { report, refused } = configuration;
  if (!report || state === 'unmanaged') return null;
  const seen = { state, leavesOut: leavesOut(configuration) };
  if (refused && (state === 'failed' || state === 'rolled_back'))
    return { ...seen, revision: refused.revision, code: refused.code };
  return { ...seen, revision: report.revision, code: null };
}

/** The settled configuration after an observation: a device that is pending or held is between two. */
export function settledAfter(
  before: SettledConfiguration,
  seen: SeenConfiguration | null,
): SettledConfiguration {
  if (seen === null) return null;
  const { state, revision } = seen;
  return state === 'pending' || state === 'held' ? before : { state, revision };
}
