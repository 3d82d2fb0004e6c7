import type { ConfigurationReport } from '../../configuration/records/domain/device-configuration.js';
import type { LastTraffic, Measurements } from '../../inventory/domain/measured.js';
import type { ReportedPort } from '../../inventory/domain/reported-port.js';
import type { DeviceRef } from '../../inventory/stores/device-ref.js';
import type { KnownDevice, LastHeard } from '../../status/stores/heartbeat-store.js';
import type { Beat, UpgradeReport } from '../../upgrades/domain/device-beat.js';

/** One heartbeat as received. */
export interface Heartbeat {
  readonly macId: string;
  /** The device that the MAC and key identify. */
  readonly ref: DeviceRef;
  readonly at: Date;
  readonly publicIp: string;
  readonly firmwareVersion: string;
  readonly uptimeS: number | null;
  readonly ports: ReportedPort[] | null;
  readonly report: UpgradeReport | null;
  /** The number of the connection over which it came; absent for a heartbeat by HTTP. */
  readonly session?: number;
  /** How much longer than others the device may be silent before it is down; absent for most. */
  readonly graceS?: number;
  /** How a heartbeat by HTTP was authenticated; `isRemembered`: by a key that this process remembered. */
  readonly authentication?: { readonly keyHash: string; readonly isRemembered: boolean };
  /** Absent or null from a device that does not report its configuration. */
  readonly configuration?: ConfigurationReport | null;
  /** Absent or null from a device that does not measure anything. */
  readonly measured?: Measurements | null;
}

/** A heartbeat of a device that is in an inventory. */
export interface KnownHeartbeat {
  /** The index of the heartbeat in its batch. */
  readonly index: number;
  readonly beat: Heartbeat;
  readonly ref: DeviceRef;
  readonly device: KnownDevice;
}

/** A device that has restarted since its last heartbeat has not been up for longer than since then, and this much. */
const LATE_TOLERANCE_S = 600;

/**
 * Whether the device has restarted since its last heartbeat: its uptime is less than then, or less than half the time
 * since. A heartbeat that was stored before, or was sent long before it arrived, restarts nothing.
 */
export function isRestart(
  { beat, ref }: KnownHeartbeat,
  lastHeard: ReadonlyMap<number, Pick<LastHeard, 'uptimeS' | 'at'>>,
): boolean {
  const { uptimeS: before = null, at = null } = lastHeard.get(ref.deviceId) ?? {};
  const { uptimeS } = beat;
  if (before === null || uptimeS === null || at === null || uptimeS === before || beat.at < at) return false;
  const passedS = (beat.at.getTime() - at.getTime()) / 1000;
  if (uptimeS > passedS + LATE_TOLERANCE_S) return false;
  return uptimeS < before || 2 * uptimeS < passedS;
}

/** The heartbeat as the rules of upgrades read it. */
export function beatOf(known: KnownHeartbeat, lastHeard: ReadonlyMap<number, LastHeard>): Beat {
  const { beat, ref } = known;
  const last = lastHeard.get(ref.deviceId);
  const restarted = isRestart(known, lastHeard);
  return {
    at: beat.at,
    firmwareVersion: beat.firmwareVersion,
    uptimeSeconds: beat.uptimeS ?? undefined,
    report: beat.report ?? undefined,
    previousHeartbeatAt: last?.at ?? null,
    restarts: (last?.restarts ?? 0) + (restarted ? 1 : 0),
    isRestart: restarted,
  };
}

/** The counters that the heartbeat reports; undefined for one without `wifi`. */
export function trafficOf({ measured, at }: Heartbeat): LastTraffic | undefined {
  const wifi = measured?.wifi;
  return wifi ? { rxBytes: wifi.rxBytes, txBytes: wifi.txBytes, at } : undefined;
}
