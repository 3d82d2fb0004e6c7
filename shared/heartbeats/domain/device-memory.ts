import type { ConfigurationState } from '../../configuration/records/domain/device-configuration.js';
import { judgeReport } from '../../configuration/domain/judge-report.js';
import type { LastTraffic } from '../../inventory/domain/measured.js';
import type { DeviceRef } from '../../inventory/stores/device-ref.js';
import { sameHash } from '../../platform/values/secrets.js';
import type { KnownDevice } from '../../status/stores/heartbeat-store.js';
import type { Heartbeat } from './heartbeat.js';

/** What a process remembers of a device that it has heard. It holds while the device has the revision. */
export interface RememberedDevice {
  readonly ref: DeviceRef;
  /** Null for a device that keeps a connection. */
  readonly keyHash: string | null;
  readonly device: KnownDevice;
  readonly configuration: ConfigurationState | undefined;
  readonly traffic: LastTraffic | undefined;
}

interface Entry extends RememberedDevice {
  readonly isConfirmed: boolean;
  readonly until: number;
}

/** Bounds how long a device that is not heard any more takes up room. */
const KEEP_MS = 3_600_000;
/** The memory of one device with a configuration, in bytes, rounded up. */
const ENTRY_BYTES = 1024;

/**
 * The devices that a process has heard, so that an ordinary heartbeat is answered without reading its device. When it
 * is full, it keeps what it has: devices come in turn, and the least recently heard one is the next to come.
 */
export class DeviceMemory {
  private readonly entries = new Map<string, Entry>();
  private readonly max: number;

  constructor(
    mebibytes: number,
    private readonly now: () => number,
  ) {
    this.max = mebibytes * (1_048_576 / ENTRY_BYTES);
  }

  /** The device with the MAC, if it is remembered and had the key. It may have another one by now. */
  authenticated(macId: string, keyHash: string): DeviceRef | null {
    const entry = this.find(macId);
    return entry?.keyHash && sameHash(entry.keyHash, keyHash) ? entry.ref : null;
  }

  /** What is remembered of the device of an ordinary heartbeat, which changes nothing but times and measurements. */
  ordinary(beat: Heartbeat): RememberedDevice | null {
    const entry = this.find(beat.macId);
    if (!entry || beat.report !== null || beat.firmwareVersion !== entry.device.firmwareVersion) return null;
    if (entry.ref.deviceId !== beat.ref.deviceId || entry.ref.organisationId !== beat.ref.organisationId)
      return null;
    if (entry.keyHash !== (beat.authentication?.keyHash ?? null)) return null;
    return judgeReport(entry.configuration, beat.configuration ?? null, beat.at) === null ? entry : null;
  }

  /**
   * Remembers what was read for a heartbeat after its authentication. A key may have been replaced between the two, so
   * it counts only once it was authenticated again while the device kept its revision.
   */
  remember(macId: string, device: RememberedDevice): void {
    const before = this.entries.get(macId);
    const isConfirmed =
      device.keyHash === null ||
      (before?.keyHash === device.keyHash &&
        before.ref.deviceId === device.ref.deviceId &&
        before.device.revision === device.device.revision);
    // The oldest entry is always the first.
    if (before) this.entries.delete(macId);
    else if (!this.makeRoom()) return;
    this.entries.set(macId, { ...device, isConfirmed, until: this.now() + KEEP_MS });
  }

  /** Remembers the counters of an ordinary heartbeat. */
  measured(macId: string, traffic: LastTraffic): void {
    const entry = this.entries.get(macId);
    if (entry) this.entries.set(macId, { ...entry, traffic });
  }

  private find(macId: string): Entry | undefined {
    const entry = this.entries.get(macId);
    return entry?.isConfirmed === true && entry.until > this.now() ? entry : undefined;
  }

  private makeRoom(): boolean {
    if (this.entries.size < this.max) return true;
    for (const [macId, { until }] of this.entries) {
      if (until > this.now()) return false;
      this.entries.delete(macId);
      return true;
    }
    return false;
  }
}
