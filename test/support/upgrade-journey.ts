import type { ReleasedStatus } from '../../shared/domain/upgrade-status.js';
import type { UpgradeRecord } from '../../shared/models/upgrade.js';
import type { DeviceFields, TestDevice } from './factories/device.js';
import type { Order, Said, UpgradeStage } from './upgrade-stage.js';
import type { UpgradeWorld } from './upgrade-world.js';

/** What the devices of a journey run before, and what they are to run. */
export const OLD = '1.0.0';
export const NEW = '1.10.0';

/** One device and its upgrade to {@link NEW}, moved on by what the device says and by the clock. */
export class Journey {
  private constructor(
    private readonly stage: UpgradeStage,
    readonly world: UpgradeWorld,
    readonly device: TestDevice,
    readonly id: number,
  ) {}

  /** A device with a pending upgrade that is due. */
  static async pending(stage: UpgradeStage, fields: DeviceFields = {}): Promise<Journey> {
    const world = await stage.world();
    const device = await world.device(fields);
    await world.post({ aps: [`AP:${device._id}`] });
    return Journey.of(stage, world, device);
  }

  /** The device's newest upgrade, however it came about. */
  static async of(stage: UpgradeStage, world: UpgradeWorld, device: TestDevice): Promise<Journey> {
    const { _id } = await stage.latest(device);
    return new Journey(stage, world, device, _id);
  }

  /** The same, released; `told` when the device has been told of it, or as far as `status` says. */
  static async at(
    stage: UpgradeStage,
    status: ReleasedStatus | 'told',
    fields: DeviceFields = {},
  ): Promise<Journey> {
    const journey = await Journey.pending(stage, fields);
    await stage.release();
    if (status === 'Queued') return journey;
    await journey.says();
    if (status === 'told') return journey;
    await journey.reports('downloading');
    if (status === 'Downloading') return journey;
    await journey.reports('installing');
    if (status === 'Installing') return journey;
    await journey.says({ firmware_version: NEW });
    return journey;
  }

  says(said: Said = {}): Promise<Order | null> {
    return this.stage.beat(this.device, said);
  }

  /** A report about its upgrade, on the old version. */
  reports(state: string, said: { progress?: number; message?: string } = {}): Promise<Order | null> {
    return this.says({ upgrade: { id: this.id, state, ...said } });
  }

  /** Lives on for so many seconds with a heartbeat every minute. */
  async livesOn(seconds: number, said: Said = {}): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 60) {
      this.stage.clock.advance(Math.min(60, seconds - passed));
      await this.says(said);
    }
  }

  /** The upgrade as it is stored. */
  async now(): Promise<UpgradeRecord> {
    const found = (await this.stage.upgrades(this.device)).find((upgrade) => upgrade._id === this.id);
    if (!found) throw new Error(`Upgrade ${this.id} is gone`);
    return found;
  }
}
