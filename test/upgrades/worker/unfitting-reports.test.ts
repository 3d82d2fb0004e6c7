import { expect } from 'chai';
import type { UpgradeRecord } from '../../../shared/upgrades/models/upgrade.js';
import { TrackedUpgrade, OLD } from '../../fixtures/records/tracked-upgrade.js';
import { TestService } from '../../fixtures/records/test-service.js';

const STATES = ['downloading', 'installing', 'success', 'failure'] as const;

describe('upgrades, a report that does not match', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.open();
  });
  after(() => service.close());

  /** Sends the report and returns the answer; asserts that the upgrade is unchanged. */
  async function saysInVain(tracked: TrackedUpgrade, id: number, state: string): Promise<unknown> {
    const before = await tracked.now();
    service.clock.advance(1);
    const order = await tracked.heartbeat({ upgrade: { id, state, progress: 99, message: 'x' } });
    expect(await tracked.now(), state).to.deep.equal(before);
    return order;
  }

  /** A device that installs is offered nothing. */
  function expectOffer(order: unknown, state: string, id: number): void {
    if (state === 'installing') expect(order).to.equal(null);
    else expect(order, state).to.include({ id });
  }

  it('about another device’s upgrade changes neither, and the device is offered its own', async () => {
    const other = await TrackedUpgrade.at(service, 'Downloading');
    const othersBefore = await other.now();
    const tracked = await TrackedUpgrade.at(service, 'offered');
    for (const state of STATES) {
      expectOffer(await saysInVain(tracked, other.id, state), state, tracked.id);
    }
    expect(await other.now()).to.deep.equal(othersBefore);
  });

  it('about another device’s upgrade during its own download is answered with its own upgrade again', async () => {
    const other = await TrackedUpgrade.at(service, 'offered');
    const tracked = await TrackedUpgrade.at(service, 'Downloading');
    const order = await saysInVain(tracked, other.id, 'downloading');
    expect(order).to.include({ id: tracked.id });
    expect((await other.now()).status).to.equal('Queued');
  });

  it('about an ended upgrade does not reopen it, and the device is offered the next', async () => {
    const tracked = await TrackedUpgrade.at(service, 'offered');
    await tracked.fixture.post({ aps: [`AP:${tracked.device._id}`] });
    await service.dispatch();
    const next = await service.latest(tracked.device);
    for (const state of STATES) {
      expectOffer(await saysInVain(tracked, tracked.id, state), state, next._id);
    }
    expect((await service.latest(tracked.device)).status).to.equal('Queued');
  });

  it('about an upgrade that is not due or does not exist changes nothing', async () => {
    const tracked = await TrackedUpgrade.pending(service);
    for (const state of STATES) {
      expect(await saysInVain(tracked, tracked.id, state)).to.equal(null);
      expect(await saysInVain(tracked, 2_000_000_000, state)).to.equal(null);
    }
  });

  it('of an earlier step does not set Installing back to Downloading', async () => {
    const tracked = await TrackedUpgrade.at(service, 'Installing');
    expect(await saysInVain(tracked, tracked.id, 'downloading')).to.equal(null);
  });

  it('of an earlier step does not set Verifying back to Downloading or Installing', async () => {
    const tracked = await TrackedUpgrade.at(service, 'Verifying');
    for (const state of ['downloading', 'installing'])
      expect(await saysInVain(tracked, tracked.id, state)).to.equal(null);
  });

  it('with less progress than before does not reduce the progress', async () => {
    const tracked = await TrackedUpgrade.at(service, 'Downloading');
    await tracked.report('downloading', { progress: 70 });
    await tracked.report('downloading', { progress: 30 });
    expect((await tracked.now()).progress).to.equal(70);
  });

  it('that is recorded concurrently with a later one does not reduce the progress', async () => {
    const tracked = await TrackedUpgrade.at(service, 'Downloading');
    service.clock.advance(5);
    service.failpoint = async (step) => {
      if (step !== 'heartbeats-read') return;
      service.failpoint = () => undefined;
      const { models } = service.deps.mongo;
      const deadlineAt = new Date(service.clock.now().getTime() + 1_800_000);
      await models.upgrades.updateOne({ _id: tracked.id }, { $set: { progress: 70, deadlineAt } });
    };
    await tracked.report('downloading', { progress: 30 });
    expect((await tracked.now()).progress).to.equal(70);
  });

  // docs/interface.md#heartbeat-3
  it('of success changes nothing while the device runs the old version', async () => {
    for (const status of ['offered', 'Downloading'] as const) {
      const tracked = await TrackedUpgrade.at(service, status);
      await saysInVain(tracked, tracked.id, 'success');
    }
    const installing = await TrackedUpgrade.at(service, 'Installing');
    await installing.report('success');
    const after: UpgradeRecord = await installing.now();
    expect(after).to.include({ status: 'Failed', message: `Came back on ${OLD} instead of 1.10.0` });
  });

  it('that is invalid is answered 422 and changes nothing', async () => {
    const tracked = await TrackedUpgrade.at(service, 'Downloading');
    const before = await tracked.now();
    for (const upgrade of [
      { id: tracked.id, state: 'rebooting' },
      { id: tracked.id, state: 'downloading', progress: 101 },
      { id: tracked.id, state: 'downloading', progress: { $gt: 0 } },
      { id: { $gt: 0 }, state: 'downloading' },
    ]) {
      const { status } = await service.heartbeat(tracked.device, { upgrade } as never);
      expect(status).to.equal(422);
    }
    expect(await tracked.now()).to.deep.equal(before);
  });
});
