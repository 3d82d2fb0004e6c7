import { expect } from 'chai';
import type { RolloutRecord } from '../../shared/rollouts/models/rollout.js';
import { DeviceFleet } from '../fixtures/records/device-fleet.js';
import { makeDevices, type TestDevice } from '../fixtures/records/device.js';
import { NEW, OLD, RolloutRunFixture } from './rollout-run-fixture.js';

/** 80 devices, 12 of which a rollout upgrades in its first stage, so that the others are its control group. */
export const DEVICES = 80;
export const TREATED = 12;
export const STAGES = [
  { count: TREATED, soak_minutes: 60 },
  { percent: 100, soak_minutes: 0 },
];

/** A rollout that has upgraded the devices of its first stage. */
export interface Upgraded {
  readonly id: number;
  readonly treated: TestDevice[];
  readonly others: TestDevice[];
}

export class HealthFixture {
  private constructor(
    readonly fixture: RolloutRunFixture,
    readonly devices: readonly TestDevice[],
    readonly fleet: DeviceFleet,
  ) {}

  static async open(): Promise<HealthFixture> {
    const fixture = await RolloutRunFixture.open();
    const { organisation, service } = fixture;
    const devices = await makeDevices(service.deps, organisation.org, DEVICES, () => ({
      part: organisation.part,
      network: organisation.network,
      firmwareVersion: OLD,
    }));
    const fleet = new DeviceFleet(service, devices);
    await fleet.heartbeat();
    return new HealthFixture(fixture, devices, fleet);
  }

  close(): Promise<void> {
    return this.fixture.close();
  }

  /** Starts a rollout and upgrades the devices of its first stage. */
  async upgraded(given: Record<string, unknown> = {}): Promise<Upgraded> {
    const { fixture, fleet, devices } = this;
    const { _id: id } = await fixture.dispatched({ stages: STAGES, ...given });
    await fleet.heartbeat();
    const treated = devices.filter(({ _id }) => fleet.offered.has(_id));
    const others = devices.filter((device) => !treated.includes(device));
    await fleet.runVersion(NEW, treated);
    fixture.service.clock.advance(61);
    await fleet.heartbeat();
    await fixture.tick();
    expect((await fixture.progress(id)).total).to.include({ success: treated.length });
    return { id, treated, others };
  }

  /** Lets ten minutes pass, at the end of which some devices send a heartbeat, and ticks. */
  async look(id: number, beating: readonly TestDevice[]): Promise<RolloutRecord> {
    this.fixture.service.clock.advance(600);
    await this.fleet.heartbeat([...beating]);
    await this.fixture.tick();
    return this.fixture.rollout(id);
  }
}
