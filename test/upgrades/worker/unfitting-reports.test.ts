import { expect } from 'chai';
import type { UpgradeRecord } from '../../../shared/upgrades/models/upgrade.js';
import { Journey, OLD } from '../../fixtures/records/upgrade-journey.js';
import { UpgradeStage } from '../../fixtures/records/upgrade-stage.js';

const STATES = ['downloading', 'installing', 'success', 'failure'] as const;

describe('upgrades, a report that does not fit', () => {
  let stage: UpgradeStage;
  before(async () => {
    stage = await UpgradeStage.open();
  });
  after(() => stage.close());

  /** Says it and gives the answer; the upgrade must be exactly as before. */
  async function saysInVain(journey: Journey, id: number, state: string): Promise<unknown> {
    const before = await journey.now();
    stage.clock.advance(1);
    const order = await journey.says({ upgrade: { id, state, progress: 99, message: 'x' } });
    expect(await journey.now(), state).to.deep.equal(before);
    return order;
  }

  it('is about another device’s upgrade: neither changes, and the device is told of its own', async () => {
    const other = await Journey.at(stage, 'Downloading');
    const othersBefore = await other.now();
    const journey = await Journey.at(stage, 'told');
    for (const state of STATES) {
      const order = await saysInVain(journey, other.id, state);
      expect(order).to.include({ id: journey.id });
    }
    expect(await other.now()).to.deep.equal(othersBefore);
  });

  it('is about another device’s upgrade while its own is under way: it is told of its own again', async () => {
    const other = await Journey.at(stage, 'told');
    const journey = await Journey.at(stage, 'Downloading');
    const order = await saysInVain(journey, other.id, 'installing');
    expect(order).to.include({ id: journey.id });
    expect((await other.now()).status).to.equal('Queued');
  });

  it('is about an ended upgrade: it stays ended, and the device is told of the next', async () => {
    const journey = await Journey.at(stage, 'told');
    await journey.world.post({ aps: [`AP:${journey.device._id}`] });
    await stage.release();
    const next = await stage.latest(journey.device);
    for (const state of STATES) {
      const order = await saysInVain(journey, journey.id, state);
      expect(order).to.include({ id: next._id });
    }
    expect((await stage.latest(journey.device)).status).to.equal('Queued');
  });

  it('is about an upgrade that is not due yet, or none that exists', async () => {
    const journey = await Journey.pending(stage);
    for (const state of STATES) {
      expect(await saysInVain(journey, journey.id, state)).to.equal(null);
      expect(await saysInVain(journey, 2_000_000_000, state)).to.equal(null);
    }
  });

  it('is a step backwards: Installing does not become Downloading', async () => {
    const journey = await Journey.at(stage, 'Installing');
    expect(await saysInVain(journey, journey.id, 'downloading')).to.equal(null);
  });

  it('is a step backwards: Verifying does not become Downloading or Installing', async () => {
    const journey = await Journey.at(stage, 'Verifying');
    for (const state of ['downloading', 'installing'])
      expect(await saysInVain(journey, journey.id, state)).to.equal(null);
  });

  it('is an overtaken one of the same step: progress never goes back', async () => {
    const journey = await Journey.at(stage, 'Downloading');
    await journey.reports('downloading', { progress: 70 });
    await journey.reports('downloading', { progress: 30 });
    expect((await journey.now()).progress).to.equal(70);
  });

  it('is an overtaken one of another way into the database: progress never goes back', async () => {
    const journey = await Journey.at(stage, 'Downloading');
    stage.clock.advance(5);
    stage.reach = async (step) => {
      if (step !== 'heartbeats-read') return;
      stage.reach = () => undefined;
      const { models } = stage.deps.mongo;
      const deadlineAt = new Date(stage.clock.now().getTime() + 1_800_000);
      await models.upgrades.updateOne({ _id: journey.id }, { $set: { progress: 70, deadlineAt } });
    };
    await journey.reports('downloading', { progress: 30 });
    expect((await journey.now()).progress).to.equal(70);
  });

  it('is a word of success alone: it moves nothing while the device runs the old version', async () => {
    for (const status of ['told', 'Downloading'] as const) {
      const journey = await Journey.at(stage, status);
      await saysInVain(journey, journey.id, 'success');
    }
    const installing = await Journey.at(stage, 'Installing');
    await installing.reports('success');
    const after: UpgradeRecord = await installing.now();
    expect(after).to.include({ status: 'Failed', message: `Came back on ${OLD} instead of 1.10.0` });
  });

  it('cannot be read: 422, and nothing changes', async () => {
    const journey = await Journey.at(stage, 'Downloading');
    const before = await journey.now();
    for (const upgrade of [
      { id: journey.id, state: 'rebooting' },
      { id: journey.id, state: 'downloading', progress: 101 },
      { id: journey.id, state: 'downloading', progress: { $gt: 0 } },
      { id: { $gt: 0 }, state: 'downloading' },
    ]) {
      const { status } = await stage.heartbeat(journey.device, { upgrade } as never);
      expect(status).to.equal(422);
    }
    expect(await journey.now()).to.deep.equal(before);
  });
});
