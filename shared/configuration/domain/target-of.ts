import {
  missingSsids,
  type ConfigurationKey,
  type ConfigurationState,
  type PreviousDocument,
} from '../records/domain/device-configuration.js';
import { partOf, type NetworkCanary } from './network-canary.js';

/** The fields of a device that decide what it is to run. */
export interface TargetDevice {
  readonly _id: number;
  readonly locationNetworkId: number | null;
  readonly partNumber: string;
  readonly configurationSeq?: number;
}

/** What a device is to run (docs/configuration.md#target). */
export interface Target {
  /** Null: it keeps what it runs, and is offered nothing. */
  readonly document: 'live' | 'base' | null;
  /** The key of that document; of the live one for a device that waits. */
  readonly key: ConfigurationKey;
  /** The key of the network's settings now. */
  readonly live: ConfigurationKey;
  readonly isHeld: boolean;
}

/**
 * What a device is to run.
 * @param network undefined: its settings have never changed, or it has none
 */
export function targetOf(
  device: TargetDevice,
  state: ConfigurationState,
  network: NetworkCanary | undefined,
  installationSeq: number,
): Target {
  const mapping = state.report?.mapping;
  const keyAt = (networkSeq: number): ConfigurationKey => {
    const { locationNetworkId: networkId, configurationSeq = 0 } = device;
    const key = [networkId ?? 0, networkSeq, configurationSeq, installationSeq] as const;
    return mapping === undefined ? key : [...key, mapping];
  };
  const live = keyAt(network?.seq ?? 0);
  const isHeld = network !== undefined && network.held !== null;
  if (isLive(runningKey(state), live)) return { document: 'live', key: live, live, isHeld };
  if (!network || network.baseSeq === null) {
    // A device that does not restore anything by itself waits until its network has canaries.
    const waits = mapping !== undefined && device.locationNetworkId !== null;
    return { document: waits ? null : 'live', key: live, live, isHeld };
  }
  if (isHeld) {
    return isBehind(runningKey(state), live)
      ? { document: 'base', key: keyAt(network.baseSeq), live, isHeld }
      : { document: null, key: live, live, isHeld };
  }
  const part = partOf(network, device.partNumber, variantOf(live));
  const isOpen = part !== undefined && (part.passedAt !== null || part.deviceId === device._id);
  return { document: isOpen ? 'live' : null, key: live, live, isHeld };
}

/** The key of the document that the device reports; null when it runs none, or none that is known. */
export function runningKey({ report, rendered, previous }: ConfigurationState): ConfigurationKey | null {
  if (!report || report.revision === null) return null;
  if (report.revision === rendered?.revision) return rendered.key;
  return report.revision === previous?.revision ? previous.key : null;
}

/** What the device runs, before another document is rendered for it; null when that is not known. */
export function previousOf({ report, rendered, previous }: ConfigurationState): PreviousDocument | null {
  if (rendered && report?.revision === rendered.revision) {
    const missing = missingSsids(report);
    const applied = (rendered.ssids ?? []).filter((id) => !missing.includes(id));
    return { revision: rendered.revision, key: rendered.key, applied };
  }
  return previous && report?.revision === previous.revision ? previous : null;
}

/**
 * Whether a key has the settings of the network as they are now. A device that does not restore anything by itself has them
 * only as they are mapped for it now: another mapping, or other settings of the installation, are tested like an edit.
 */
export function isLive(key: ConfigurationKey | null, live: ConfigurationKey): boolean {
  if (key === null || key[0] !== live[0] || key[1] !== live[1]) return false;
  return live[4] === undefined || (key[3] === live[3] && key[4] === live[4]);
}

/** What a change of the network is tested in for a device, besides its part; absent for devices that restore by themselves. */
export function variantOf([, , , installationSeq, mapping]: ConfigurationKey): string | undefined {
  return mapping === undefined ? undefined : `${installationSeq}.${mapping}`;
}

/** Whether a device runs nothing of its network, or what it runs is older than its own or the installation's change. */
function isBehind(running: ConfigurationKey | null, live: ConfigurationKey): boolean {
  if (running === null || running[0] !== live[0] || running[2] !== live[2]) return true;
  return live[4] === undefined && running[3] !== live[3];
}
