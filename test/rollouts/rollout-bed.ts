import { expect } from 'chai';
import { readSettings } from '../../shared/rollouts/domain/read-settings.js';
import { emptyBucket } from '../../shared/rollouts/domain/rate.js';
import type { RolloutRecord, StageRecord } from '../../shared/rollouts/models/rollout.js';
import { readProgress, type RolloutProgress } from '../../shared/rollouts/operations/read-progress.js';
import { reconcileDue } from '../../shared/rollouts/operations/reconcile/reconcile-due.js';
import type { UpgradeRecord } from '../../shared/upgrades/models/upgrade.js';
import type { TestDevice } from '../fixtures/records/device.js';
import { TestService, type HeartbeatFields, type Order } from '../fixtures/records/test-service.js';
import type { UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';

export const OLD = '1.9.0';
export const NEW = '1.10.0';

/** A service with an organisation whose devices a rollout upgrades from {@link OLD} to {@link NEW}. */
export class RolloutBed {
  private constructor(
    readonly service: TestService,
    readonly fixture: UpgradeFixture,
  ) {}

  static async open(env: Record<string, string> = {}): Promise<RolloutBed> {
    const service = await TestService.open({ UPGRADE_SOAK_S: '60', ...env });
    return new RolloutBed(service, await service.fixture());
  }

  close(): Promise<void> {
    return this.service.close();
  }

  /** Devices on {@link OLD} that have just sent a heartbeat. */
  async devices(count: number): Promise<TestDevice[]> {
    const made: TestDevice[] = [];
    for (let index = 0; index < count; index += 1) {
      made.push(await this.fixture.device({ firmwareVersion: OLD, network: this.fixture.network }));
    }
    for (const device of made) await this.beat(device);
    return made;
  }

  beat(device: TestDevice, fields: HeartbeatFields = {}): Promise<Order | null> {
    return this.service.acceptedHeartbeat(device, { firmware_version: OLD, ...fields });
  }

  /** A running rollout of all devices, in one stage without a soak unless the settings say otherwise. */
  async started(given: Record<string, unknown> = {}): Promise<RolloutRecord> {
    const { deps, clock } = this.service;
    const input = {
      name: 'Test',
      version: NEW,
      targets: ['all'],
      stages: [{ percent: 100, soak_minutes: 0 }],
      ...given,
    };
    const defaults = { maxAttempts: deps.env.upgradeMaxAttempts, stepTimeoutS: deps.env.upgradeStepTimeoutS };
    const read = readSettings(input, { defaults, fallbackSeed: 'seed', now: clock.now() });
    if (!read.ok) throw new Error(JSON.stringify(read.faults));
    const release = await deps.mongo.models.firmwareReleases.findOne({ version: NEW }).lean();
    const rollout: RolloutRecord = {
      _id: await deps.stores.ids.reserve('rollouts'),
      organisationId: this.fixture.org,
      createdBy: this.fixture.admin.user._id,
      createdAt: clock.now(),
      networkIds: null,
      includesUnassigned: true,
      settings: read.settings,
      state: 'Running',
      stateReason: null,
      revision: 1,
      scheduleId: await deps.stores.ids.reserve('schedules'),
      releaseId: release?._id ?? 0,
      startedAt: clock.now(),
      endedAt: null,
      derivedFrom: null,
      stages: read.settings.stages.map(newStage),
      seq: 1,
      tickAt: clock.now(),
      tick: null,
      bucket: emptyBucket(clock.now()),
      scan: null,
      offline: 0,
      finished: [],
      judged: [],
      failures: [],
    };
    await deps.mongo.models.rollouts.create([rollout]);
    return rollout;
  }

  /** Advances the clock by a second and ticks what is due, several times. */
  async tick(times = 1): Promise<void> {
    for (let made = 0; made < times; made += 1) {
      this.service.clock.advance(1);
      await reconcileDue(this.service.deps);
    }
  }

  async rollout(id: number): Promise<RolloutRecord> {
    const found = await this.service.deps.stores.rollouts.current({
      _id: id,
      organisationId: this.fixture.org,
    });
    if (!found) throw new Error(`There is no rollout ${id}`);
    return found;
  }

  /** The progress of a rollout, which must equal a count of its upgrades. */
  async progress(id: number): Promise<RolloutProgress> {
    const rollout = await this.rollout(id);
    const progress = await readProgress(this.service.deps, rollout);
    if (!progress) throw new Error(`Rollout ${id} has no progress`);
    const upgrades = await this.upgradesOf(id);
    const count = (matches: (upgrade: UpgradeRecord) => boolean): number => upgrades.filter(matches).length;
    const begun = ['Downloading', 'Installing', 'Verifying'];
    const { left: _left, ...total } = progress.total;
    expect(total).to.deep.equal({
      devices: upgrades.length,
      waiting: count(({ status, rollout: place }) => status === '' || (status === 'Queued' && !place?.slot)),
      in_flight: count(
        ({ status, rollout: place }) =>
          begun.includes(status) || (status === 'Queued' && place?.slot === true),
      ),
      success: count(({ status }) => status === 'Success'),
      failed: count(({ status }) => status === 'Failed'),
      skipped: count(({ status }) => status === 'Skipped'),
      cancelled: count(({ status }) => status === 'Cancelled'),
      expired: count(({ status }) => status === 'Expired'),
    });
    return progress;
  }

  upgradesOf(id: number): Promise<UpgradeRecord[]> {
    return this.service.deps.mongo.models.upgrades
      .find({ 'rollout.id': id, inRollout: true })
      .sort({ _id: 1 })
      .lean();
  }

  /** A heartbeat that must get an offer, and the heartbeats of a device that takes it to its soak. */
  async upgrade(device: TestDevice): Promise<void> {
    const order = await this.beat(device);
    if (!order) throw new Error(`${device.macId} was offered nothing`);
    await this.beat(device, { upgrade: { id: order.id, state: 'downloading' } });
    await this.beat(device, { upgrade: { id: order.id, state: 'installing' } });
    await this.beat(device, { firmware_version: NEW });
  }

  /** Ends the soak of upgraded devices. */
  async soak(devices: readonly TestDevice[]): Promise<void> {
    this.service.clock.advance(61);
    for (const device of devices) await this.beat(device, { firmware_version: NEW });
  }
}

function newStage(): StageRecord {
  return {
    state: 'Waiting',
    startedAt: null,
    doneAt: null,
    soakUntil: null,
    lastKey: null,
    canaries: null,
    boundTo: null,
    bound: 0,
    left: 0,
    ended: { Success: 0, Failed: 0, Skipped: 0, Cancelled: 0, Expired: 0 },
    onVersion: 0,
    noFirmware: 0,
  };
}
