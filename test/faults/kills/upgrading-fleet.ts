import type { TestDevice } from '../../fixtures/records/device.js';
import { DeviceFleet } from '../../fixtures/records/device-fleet.js';
import { NEW, type RolloutRunFixture } from '../../rollouts/rollout-run-fixture.js';

/** Devices send heartbeats for this long after an upgrade; the sweep ends the soak of the others. */
const SOAKING_MS = 3000;

/** Devices that carry out what they are offered. */
export class UpgradingFleet {
  readonly fleet: DeviceFleet;
  private soaking: { since: number; devices: readonly TestDevice[] }[] = [];
  private waiting: TestDevice[];

  constructor(fixture: RolloutRunFixture, devices: readonly TestDevice[]) {
    this.fleet = new DeviceFleet(fixture.service, devices);
    this.waiting = [...devices];
  }

  add(devices: readonly TestDevice[]): void {
    this.fleet.add(devices);
    this.waiting.push(...devices);
  }

  /**
   * Heartbeats of the devices that wait, and of those that have upgraded in the last seconds. Devices that are offered an
   * upgrade download it and run the new version.
   */
  async act(): Promise<void> {
    await this.fleet.heartbeat(this.waiting);
    const offered = this.waiting.filter(({ _id }) => this.fleet.offered.has(_id));
    await this.fleet.heartbeat(offered, (id) => ({ id, state: 'downloading', progress: 50 }));
    await this.fleet.runVersion(NEW, offered);
    this.waiting = this.waiting.filter(({ _id }) => !this.fleet.offered.has(_id));
    const now = Date.now();
    this.soaking = this.soaking.filter(({ since }) => now - since < SOAKING_MS);
    await this.fleet.heartbeat(this.soaking.flatMap(({ devices }) => devices));
    this.soaking.push({ since: now, devices: offered });
  }
}
