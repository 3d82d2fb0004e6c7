import type { ConfigurationReport } from '../../configuration/records/domain/device-configuration.js';
import type { Measurements } from '../../inventory/domain/measured.js';
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

/** Whether the device has restarted since its last heartbeat. */
export function isRestart(
  { beat, ref }: KnownHeartbeat,
  lastHeard: ReadonlyMap<number, Pick<LastHeard, 'uptimeS'>>,
): boolean {
  const { uptimeS = null } = lastHeard.get(ref.deviceId) ?? {};
  return uptimeS !== null && beat.uptimeS !== null && beat.uptimeS < uptimeS;
}

/** The heartbeat as the rules of upgrades read it. */
export function beatOf(known: KnownHeartbeat, lastHeard: ReadonlyMap<number, LastHeard>): Beat {
  const { beat, ref } = known;
  const last = lastHeard.get(ref.deviceId);
  return {
    at: beat.at,
    firmwareVersion: beat.firmwareVersion,
    uptimeSeconds: beat.uptimeS ?? undefined,
    report: beat.report ?? undefined,
    previousHeartbeatAt: last?.at ?? null,
    restarts: (last?.restarts ?? 0) + (isRestart(known, lastHeard) ? 1 : 0),
  };
}
