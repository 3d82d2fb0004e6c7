import type { DevicePoint, PointSpan } from '../../shared/inventory/domain/device-points.js';
import type { DeviceRef } from '../../shared/inventory/stores/device-ref.js';
import type { SimulatedFleet } from './simulated-fleet.js';

/** The time of the simulation. */
export interface VirtualClock {
  /** In seconds. */
  now: number;
  /** Heartbeats that have arrived by then are stored. */
  heardTo: number;
  readonly dateOf: (seconds: number) => Date;
}

/** What the devices of a simulated fleet have reported: heartbeats are not stored but computed from the fleet. */
export class MemoryStates {
  constructor(
    private readonly fleet: SimulatedFleet,
    private readonly clock: VirtualClock,
  ) {}

  readonly heartbeats = {
    lastHeard: async (refs: readonly DeviceRef[]) =>
      new Map(refs.map(({ deviceId }) => [deviceId, this.heard(deviceId)] as const)),
    health: async (refs: readonly DeviceRef[]) =>
      new Map(refs.map(({ deviceId }) => [deviceId, this.measured(deviceId)] as const)),
    heardSince: async (refs: readonly DeviceRef[], since: Date) => {
      const heard = refs.filter(({ deviceId }) => {
        const beat = this.lastBeat(deviceId);
        return beat !== null && this.clock.dateOf(beat) >= since;
      });
      return new Set(heard.map(({ deviceId }) => deviceId));
    },
    devices: async (refs: readonly DeviceRef[]) =>
      new Map(
        refs.flatMap(({ deviceId: _id }) => {
          const device = this.fleet.byId.get(_id);
          if (!device) return [];
          return [
            [_id, { _id, firmwareVersion: device.version, partNumber: device.part, revision: 0 }] as const,
          ];
        }),
      ),
    writeStates: async () => undefined,
    writeFirmware: async () => undefined,
  };

  private lastBeat(id: number): number | null {
    const device = this.fleet.byId.get(id);
    return device ? this.fleet.lastBeat(device, this.clock.heardTo) : null;
  }

  private heard(id: number) {
    const device = this.fleet.byId.get(id);
    const beat = this.lastBeat(id);
    if (!device || beat === null) return { at: null, firmwareVersion: null, uptimeS: null, restarts: 0 };
    const { count: restarts, last } = this.fleet.restartsBy(device, beat);
    const firmwareVersion = this.fleet.versionAt(device, beat);
    return { at: this.clock.dateOf(beat), firmwareVersion, uptimeS: Math.floor(beat - last), restarts };
  }

  private measured(id: number) {
    const { air } = this.fleet;
    const device = this.fleet.byId.get(id);
    const beat = this.lastBeat(id);
    if (!device || beat === null)
      return { at: null, firmwareVersion: null, restarts: 0, wifi: null, memFreeKb: null };
    return {
      at: this.clock.dateOf(beat),
      firmwareVersion: this.fleet.versionAt(device, beat),
      restarts: this.fleet.restartsBy(device, beat).count,
      wifi: air?.wifiAt(device, beat) ?? null,
      memFreeKb: air?.memFreeKbAt(device, beat) ?? null,
    };
  }

  readonly devicePoints = {
    ofSpans: async (_organisation: unknown, spans: readonly PointSpan[]) => {
      const points = new Map<number, DevicePoint[]>();
      const { air } = this.fleet;
      for (const span of air ? spans : []) {
        const ofDevice = points.get(span.deviceId) ?? [];
        points.set(span.deviceId, ofDevice);
        ofDevice.push(...(air?.points(span, this.clock.dateOf) ?? []));
      }
      return points;
    },
  };
}
