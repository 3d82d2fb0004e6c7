import type { UpgradeReport } from '../../shared/domain/device-beat.js';
import type { UpgradeOrder } from '../../shared/operations/heartbeat/record-heartbeats.js';
import type { TestDevice } from './factories/device.js';
import type { Client } from './api.js';
import type { UpgradeStage } from './upgrade-stage.js';

/** Many devices that speak at once, and what each was told. */
export class DeviceFleet {
  /** The ids of the upgrades that each device was told of. */
  readonly told = new Map<number, Set<number>>();
  private readonly versions = new Map<number, string>();

  /** @param via who hears them; without it they speak past HTTP, by the door that HTTP leads to */
  constructor(
    private readonly stage: UpgradeStage,
    readonly devices: readonly TestDevice[],
    private readonly via?: Client,
  ) {
    for (const device of devices) this.versions.set(device._id, device.firmwareVersion);
  }

  /** A new campaign: what was told before no longer counts. */
  forget(): void {
    this.told.clear();
  }

  /** All of these say that they live, and take note of what they are told. */
  async beat(devices = this.devices, report?: (id: number) => UpgradeReport): Promise<void> {
    await Promise.all(
      devices.map(async (device) => {
        const [id] = this.told.get(device._id) ?? [];
        this.note(device, await this.say(device, id !== undefined && report ? report(id) : null));
      }),
    );
  }

  /** All of these run this version from now on, and say so. */
  async run(version: string, devices = this.devices): Promise<void> {
    for (const device of devices) this.versions.set(device._id, version);
    await this.beat(devices);
  }

  /** Those of them that have not been told of any upgrade yet. */
  untold(devices = this.devices): TestDevice[] {
    return devices.filter((device) => !this.told.has(device._id));
  }

  private async say(
    device: TestDevice,
    report: UpgradeReport | null,
  ): Promise<Pick<UpgradeOrder, 'id'> | null> {
    const firmwareVersion = this.versions.get(device._id) ?? '';
    if (this.via) {
      const upgrade = report && { upgrade: { id: report.id, state: report.state } };
      return this.stage.beat(device, { firmware_version: firmwareVersion, ...upgrade }, this.via);
    }
    const result = await this.stage.deps.heartbeats.add(device.macId, {
      macId: device.macId,
      ref: { organisationId: device.organisationId, deviceId: device._id },
      at: this.stage.clock.now(),
      publicIp: '192.0.2.1',
      firmwareVersion,
      uptimeS: null,
      ports: null,
      report,
    });
    if ('refused' in result) throw result.refused;
    return result.order;
  }

  private note(device: TestDevice, order: Pick<UpgradeOrder, 'id'> | null): void {
    if (order === null) return;
    const ids = this.told.get(device._id) ?? new Set();
    this.told.set(device._id, ids.add(order.id));
  }
}
