import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import type { Failpoint } from '../../../shared/platform/failpoints.js';
import { isoSeconds } from '../../../shared/platform/values/iso-time.js';
import type { NetworkRecord } from '../../../shared/inventory/models/network.js';
import { EVENT_TYPES } from '../../../shared/webhooks/domain/event-types.js';
import { callAt } from '../../fixtures/api.js';
import type { DeviceFields, TestDevice } from '../../fixtures/records/device.js';
import { DeviceFleet } from '../../fixtures/records/device-fleet.js';
import { shown } from '../../fixtures/records/rollout-fixture.js';
import { slotsOf } from '../../rollouts/play/play.js';
import { NEW, OLD, type RolloutRunFixture } from '../../rollouts/rollout-run-fixture.js';
import type { Receiver } from '../../webhooks/receiver.js';
import { FIRST_STAGE, HEARTBEATS, PREVIEW, SWEEP } from './kill-points.js';
import { KilledService } from './killed-service.js';
import {
  expectPreviewed,
  expectReportedOnce,
  expectStartedOnce,
  type ExpectedRollout,
  type ShownPreview,
} from './rollout-kills-checks.js';
import { UpgradingFleet } from './upgrading-fleet.js';

const SOAK_MS = 1100;
const WITHIN_MS = 300_000;
/** The `max_in_flight` of a rollout of which two upgrades are enough. */
const FEW_SLOTS = 2;

/** Rollouts of an organisation from their creation to their end, whose processes are killed on the way. */
export class RolloutKillsFixture {
  private readonly service: KilledService;
  /** The highest `max_in_flight` that each started rollout has had. */
  private readonly limits = new Map<number, number>();
  private readonly fleets: DeviceFleet[] = [];

  /**
   * @param wanted the failpoints at which processes are killed
   * @param workers how many run at a time
   * @param slots the `max_in_flight` of a rollout that upgrades all devices
   */
  constructor(
    private readonly fixture: RolloutRunFixture,
    private readonly receiver: Receiver,
    wanted: ReadonlySet<Failpoint>,
    workers: number,
    private readonly slots: number,
  ) {
    this.service = new KilledService(fixture, wanted, workers, () => this.expectExact());
  }

  get killedAt(): readonly Failpoint[] {
    return this.service.killed;
  }

  close(): Promise<void> {
    return this.service.close();
  }

  deviceIn(network: NetworkRecord): DeviceFields {
    return { part: this.fixture.organisation.part, network, firmwareVersion: OLD };
  }

  /** Sends all events to the receiver. */
  async subscribe(): Promise<void> {
    const body = { url: this.receiver.url, types: EVENT_TYPES };
    const { status, text } = await this.fixture.organisation.call('POST', '/v1/webhooks', { body });
    expect(status, text).to.equal(201);
  }

  /**
   * Upgrades devices in two stages, from the draft to the end.
   * @param join makes devices that join the targets meanwhile
   * @returns the id of the rollout
   */
  async upgradeAll(devices: readonly TestDevice[], join: () => Promise<TestDevice[]>): Promise<number> {
    const { fixture, service } = this;
    const fleet = new UpgradingFleet(fixture, devices);
    this.fleets.push(fleet.fleet);
    await fleet.act();
    const id = await this.create({
      targets: [`network:${fixture.organisation.network._id}`],
      max_in_flight: this.slots,
      stages: [
        { percent: 30, soak_minutes: 0, approval: true },
        { percent: 100, soak_minutes: 0 },
      ],
    });
    const path = `/v1/rollouts/${id}`;
    await service.change({ method: 'POST', path: `${path}/preview` }, 'preview-requested');
    for (const failpoint of PREVIEW) await service.workersDieAt(failpoint);
    const preview = await service.workUntil('the preview is ready', async () => {
      const { body } = await fixture.organisation.call('GET', `${path}/preview`);
      const { data } = body as { data: { preview: ShownPreview } };
      return data.preview.state === 'ready' && data.preview;
    });
    expectPreviewed(preview, devices);
    await service.change({
      method: 'POST',
      path: `${path}/start`,
      body: { fingerprint: preview.fingerprint },
    });
    this.limits.set(id, this.slots);
    for (const failpoint of FIRST_STAGE) await service.workersDieAt(failpoint);
    await service.workUntil('upgrades have slots', async () => (await slotsOf(fixture, id)).size > 0);
    for (const failpoint of HEARTBEATS)
      await service.apiDiesAt(failpoint, (url) => this.heartbeats(url, devices));
    await fleet.act();
    await wait(SOAK_MS);
    for (const failpoint of SWEEP) await service.workersDieAt(failpoint);

    await service.change({ method: 'POST', path: `${path}/pause` });
    await service.workersDieAt('webhook-leased');
    await service.workersDieAt('webhook-sent');
    await service.change({ method: 'PATCH', path, body: { max_in_flight: this.slots - 1 } });
    await service.change({ method: 'POST', path: `${path}/resume` });
    await service.workersDieAt('webhook-recorded');
    await this.join(id, await join(), fleet);
    await service.workersDieAt('joiners-added');

    const reach = (state: string) => async () => {
      await fleet.act();
      const rollout = await fixture.rollout(id);
      return rollout.state === state || rollout.stages.some((stage) => stage.state === state);
    };
    await service.workUntil('the first stage awaits its approval', reach('AwaitingApproval'), WITHIN_MS);
    await service.change({ method: 'POST', path: `${path}/stages/1/approve` });
    await service.workersDieAt('webhook-released');
    await service.workUntil('the rollout is completed', reach('Completed'), WITHIN_MS);
    return id;
  }

  /**
   * Fails one of two upgrades of a rollout, which leads to a rollback of the other one.
   * @returns the ids of the rollout and of its rollback, which is completed
   */
  async rollBackOne(
    devices: readonly TestDevice[],
    network: NetworkRecord,
  ): Promise<{ source: number; rollback: number }> {
    const { fixture, service } = this;
    const fleet = new DeviceFleet(fixture.service, devices);
    this.fleets.push(fleet);
    await fleet.heartbeat();
    const source = await this.create({
      targets: [`network:${network._id}`],
      max_in_flight: FEW_SLOTS,
      gates: { failure_percent: 0, min_finished: 2, action: 'rollback' },
    });
    await service.change({ method: 'POST', path: `/v1/rollouts/${source}/start` });
    this.limits.set(source, FEW_SLOTS);
    const offered = (): TestDevice[] => devices.filter(({ _id }) => fleet.offered.has(_id));
    await service.workUntil('two devices are offered the upgrade', async () => {
      await fleet.heartbeat(fleet.withoutOffer());
      return offered().length === 2;
    });
    const [good, bad] = offered();
    if (!good || !bad) throw new Error('No two devices have an offer');
    for (const state of ['installing', 'failure'] as const)
      await fleet.heartbeat([bad], (id) => ({ id, state, progress: 50 }));
    await fleet.heartbeat([good], (id) => ({ id, state: 'installing', progress: 50 }));
    await fleet.runVersion(NEW, [good]);
    await wait(SOAK_MS);
    await fleet.heartbeat([good]);
    await service.workersDieAt('rollback-created');
    const { rollouts } = fixture.service.deps.mongo.models;
    const rollback = await service.workUntil('the rollback runs', async () => {
      await fleet.heartbeat([good]);
      const found = await rollouts.find({ 'derivedFrom.rollout_id': source }).lean();
      expect(found).to.have.length.at.most(1);
      return (fleet.offered.get(good._id)?.size ?? 0) > 1 && found[0]?._id;
    });
    this.limits.set(rollback, (await fixture.rollout(rollback)).settings.max_in_flight);
    await fleet.runVersion(OLD, [good]);
    await service.workUntil('the rollback has succeeded', async () => {
      await fleet.heartbeat([good]);
      return (await fixture.rollout(rollback)).stages[0]?.ended.Success === 1;
    });
    // Instead of a soak of half an hour.
    await service.change({
      method: 'PATCH',
      path: `/v1/rollouts/${rollback}`,
      body: { end_at: isoSeconds(new Date()) },
    });
    return { source, rollback };
  }

  /** Cancels a rollout that a gate has paused. */
  async cancel(id: number): Promise<void> {
    await this.service.change({ method: 'POST', path: `/v1/rollouts/${id}/cancel` });
    await this.service.workUntil('the waiting upgrades are cancelled', async () => {
      return (await this.fixture.rollout(id)).tickAt === null;
    });
  }

  /** Every device was offered one upgrade of each rollout, and everything was counted, logged and reported once. */
  async expectOnce(expected: readonly ExpectedRollout[]): Promise<void> {
    const { rollouts, webhookDeliveries } = this.fixture.service.deps.mongo.models;
    await this.service.workUntil('every event is written and delivered', async () => {
      // A rollout that is over ticks once more: its last tick may have been killed before it wrote its events.
      const ids = expected.map(({ id }) => id);
      if (await rollouts.exists({ _id: { $in: ids }, tickAt: { $ne: null } })) return false;
      return (await webhookDeliveries.countDocuments({ state: { $ne: 'Delivered' } })) === 0;
    });
    for (const { repeated } of this.fleets) expect(repeated, 'offered again').to.deep.equal([]);
    for (const rollout of expected) await expectStartedOnce(this.fixture, this.receiver, rollout);
    await expectReportedOnce(this.fixture, this.receiver);
    await this.expectExact();
  }

  private async create(settings: Record<string, unknown>): Promise<number> {
    const gates = { hold_out_percent: 0, watch_minutes: 0, ...(settings['gates'] as object | undefined) };
    const body = { name: 'Test', version: NEW, network: { max_percent: 100 }, ...settings, gates };
    const stages = [{ percent: 100, soak_minutes: 0 }];
    const reply = await this.service.change({
      method: 'POST',
      path: '/v1/rollouts',
      body: { stages, ...body },
    });
    return shown(reply, 201).id;
  }

  /** The counts are exact, at most `max_in_flight` slots are held, and no device has two upgrades of a rollout. */
  private async expectExact(): Promise<void> {
    for (const [id, limit] of this.limits) {
      await this.fixture.progress(id);
      expect((await slotsOf(this.fixture, id)).size, 'slots').to.be.at.most(limit);
      const devices = (await this.fixture.upgradesOf(id)).map(({ routerInventoryId }) => routerInventoryId);
      expect(new Set(devices).size, 'one upgrade a device').to.equal(devices.length);
    }
  }

  private heartbeats(url: string, devices: readonly TestDevice[]): Promise<unknown> {
    const client = { url, call: callAt.bind(null, url) };
    const some = devices.slice(0, 50);
    return Promise.all(
      some.map((device) => this.fixture.service.heartbeat(device, { firmware_version: OLD }, client)),
    );
  }

  /** Adds devices as if the last search for joiners had been two minutes ago; no worker runs. */
  private async join(id: number, joiners: readonly TestDevice[], fleet: UpgradingFleet): Promise<void> {
    const { rollouts } = this.fixture.service.deps.mongo.models;
    await rollouts.updateOne({ _id: id }, { $set: { joinedTo: new Date(Date.now() - 120_000) } });
    fleet.add(joiners);
  }
}
