import type {
  ConfigurationKey,
  ConfigurationReport,
  ConfigurationState,
} from '../../shared/configuration/records/domain/device-configuration.js';
import {
  DEFAULT_SETTINGS,
  type CanaryPart,
} from '../../shared/configuration/records/domain/network-configuration.js';
import type { NetworkCanary } from '../../shared/configuration/domain/network-canary.js';

const NETWORK = 7;
export const AT = new Date('2026-11-22T12:00:00Z');

export function later(seconds: number): Date {
  return new Date(AT.getTime() + seconds * 1000);
}

/** A network at sequence 5 whose settings of sequence 4 have passed. */
export function networkWith(fields: Partial<NetworkCanary> = {}): NetworkCanary {
  return {
    seq: 5,
    settings: { canary: true, ...DEFAULT_SETTINGS },
    baseSeq: 4,
    parts: [],
    held: null,
    ...fields,
  };
}

export function canaryPart(fields: Partial<CanaryPart> = {}): CanaryPart {
  const none = { fetchedAt: null, appliedAt: null, passedAt: null };
  return { part: 'MR-330', deviceId: 1, tries: 1, claimedAt: AT, ...none, ...fields };
}

export function deviceWith(fields: object = {}) {
  return { _id: 1, locationNetworkId: NETWORK, partNumber: 'MR-330', configurationSeq: 2, ...fields };
}

export function keyAt(networkSeq: number, deviceSeq = 2, networkId = NETWORK): ConfigurationKey {
  return [networkId, networkSeq, deviceSeq, 1];
}

export function revisionOf(key: ConfigurationKey): string {
  return key.join('-');
}

/** A report without an attempt. */
export const NOTHING_REPORTED: ConfigurationReport = {
  revision: null,
  state: null,
  attempted: null,
  attempt: null,
  error: null,
  drifted: false,
  mended: false,
  waitingS: null,
  leftOut: [],
  agent: null,
};

export function reportOf(
  revision: string | null,
  more: Partial<ConfigurationReport> = {},
): ConfigurationReport {
  return { ...NOTHING_REPORTED, revision, state: revision === null ? null : 'applied', ...more };
}

/** A device that fetched a document and runs it. */
export function running(key: ConfigurationKey): ConfigurationState {
  const revision = revisionOf(key);
  return { report: reportOf(revision), rendered: { revision, key, at: AT } };
}

/** A device that fetched a document while it ran another, and still runs that. */
export function fetched(key: ConfigurationKey, before: ConfigurationKey): ConfigurationState {
  const previous = { revision: revisionOf(before), key: before, applied: [] };
  return {
    report: reportOf(previous.revision),
    rendered: { revision: revisionOf(key), key, at: AT },
    previous,
  };
}
