import type { OneNetwork } from '../fleet/bench-upgrades.js';
import { devicesOf, heartbeatOf } from '../load/heartbeat-requests.js';
import type { WireRequest } from '../load/http-load.js';

/** Devices that report in turns, and run a version from the heartbeat after its offer on. */
export class SoakDevices {
  private turn = 0;

  private constructor(
    private readonly devices: Awaited<ReturnType<typeof devicesOf>>,
    private readonly versions: Map<number, string>,
  ) {}

  static async open({ mongo, whole }: OneNetwork): Promise<SoakDevices> {
    const devices = await devicesOf(mongo.models, whole);
    return new SoakDevices(devices, new Map(devices.map((device) => [device._id, device.firmwareVersion])));
  }

  /** The next heartbeat. */
  next(): WireRequest {
    const device = this.devices[this.turn % this.devices.length];
    if (!device) throw new Error('The organisation has no device');
    this.turn += 1;
    return {
      ...heartbeatOf(device, this.versions.get(device._id) ?? device.firmwareVersion),
      answered: (status, text) => {
        const offered = status === 200 ? /"upgrade":\{[^}]*"version":"([^"]+)"/.exec(text)?.[1] : undefined;
        if (offered !== undefined) this.versions.set(device._id, offered);
      },
    };
  }
}
