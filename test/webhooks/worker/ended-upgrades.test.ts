import { expect } from 'chai';
import type { RolloutRunFixture } from '../../rollouts/rollout-run-fixture.js';
import { EventFixture, upgradesIn } from '../event-fixture.js';
import { runLoop } from '../../../dev/run-loop.js';

describe('events of ended upgrades', () => {
  let eventFixture: EventFixture;
  let fixture: RolloutRunFixture;
  beforeEach(async () => {
    eventFixture = await EventFixture.open();
    ({ fixture } = eventFixture);
  });
  afterEach(() => eventFixture.close());

  // docs/webhooks.md#events-2
  it('name each ended upgrade of a rollout once, at most 100 an event', async () => {
    const webhook = await eventFixture.subscribe(['upgrades.finished']);
    const devices = await fixture.devices(3);
    const { _id } = await fixture.started();
    await eventFixture.upgradeAll(devices);
    await fixture.tickUntilIdle();
    const upgrades = upgradesIn(await eventFixture.written(webhook));
    const stored = await fixture.upgradesOf(_id);
    expect(upgrades).to.have.deep.members(
      stored.map((upgrade) => ({
        upgrade_id: upgrade._id,
        rollout_id: _id,
        stage: 1,
        status: 'Success',
        cause: null,
        part_number: upgrade.partNumber,
        network_id: fixture.organisation.network._id,
        previous_version: upgrade.previousVersion,
        mac_id: upgrade.macId,
      })),
    );
    expect(upgrades).to.have.length(3);
  });

  // docs/webhooks.md#events-2
  it('name 250 ends that one tick of a rollout counts in three events', async () => {
    const webhook = await eventFixture.subscribe(['upgrades.finished']);
    const devices = await fixture.devices(1);
    const { _id } = await fixture.started();
    await eventFixture.upgradeAll(devices);
    const [ended] = await fixture.upgradesOf(_id);
    if (!ended) throw new Error('The upgrade is not there');
    await fixture.service.deps.mongo.models.upgrades.insertMany(
      Array.from({ length: 249 }, (_, index) => ({
        ...ended,
        _id: ended._id + 1 + index,
        routerInventoryId: ended.routerInventoryId + 1 + index,
      })),
    );
    await fixture.tickUntilIdle();
    const events = await eventFixture.written(webhook);
    expect(events.map(({ data }) => data.upgrades?.length)).to.deep.equal([100, 100, 50]);
    expect(new Set(upgradesIn(events).map(({ upgrade_id }) => upgrade_id)).size).to.equal(250);
  });

  // docs/webhooks.md#events-3
  it('name each ended plain upgrade once, whatever it ended in', async () => {
    const [before, first, second] = await fixture.devices(3);
    await eventFixture.plainUpgrade([before]);
    fixture.service.clock.advance(1);
    const webhook = await eventFixture.subscribe(['upgrades.finished']);
    await eventFixture.plainUpgrade([first, second]);
    expect(await runLoop('ends', fixture.service.deps)).to.include({ worked: 1 });
    expect(await runLoop('ends', fixture.service.deps)).to.include({ worked: 0 });
    const events = await eventFixture.written(webhook);
    expect(events.map(({ type }) => type)).to.deep.equal(['upgrades.finished']);
    const upgrades = upgradesIn(events);
    expect(upgrades.map(({ mac_id }) => mac_id)).to.have.members([first.macId, second.macId]);
    expect(upgrades[0]).to.include({ rollout_id: null, stage: null, status: 'Success', cause: null });
    expect(upgrades[0]?.['part_number']).to.be.a('string');
  });

  it('name no upgrade that ended before the webhook took them', async () => {
    const [before, after] = await fixture.devices(2);
    const webhook = await eventFixture.subscribe(['rollout.paused']);
    await eventFixture.plainUpgrade([before]);
    fixture.service.clock.advance(1);
    const body = { types: ['rollout.paused', 'upgrades.finished'] };
    expect((await fixture.organisation.call('PATCH', `/v1/webhooks/${webhook}`, { body })).status).to.equal(
      200,
    );
    await eventFixture.plainUpgrade([after]);
    expect(await runLoop('ends', fixture.service.deps)).to.include({ worked: 1 });
    const upgrades = upgradesIn(await eventFixture.written(webhook));
    expect(upgrades.map(({ mac_id }) => mac_id)).to.deep.equal([after.macId]);
  });

  it('name 250 ends in three events', async () => {
    const webhook = await eventFixture.subscribe(['upgrades.finished']);
    const [device] = await fixture.devices(1);
    await eventFixture.plainUpgrade([device]);
    const { upgrades } = fixture.service.deps.mongo.models;
    const ended = await upgrades.findOne({ routerInventoryId: device._id }).lean();
    if (!ended) throw new Error('The upgrade is not there');
    const copies = Array.from({ length: 249 }, (_, index) => ({
      ...ended,
      _id: ended._id + 1 + index,
      scheduleId: ended.scheduleId + 1 + index,
    }));
    await upgrades.insertMany(copies);
    await runLoop('ends', fixture.service.deps);
    const sizes = (await eventFixture.written(webhook)).map(({ data }) => data.upgrades?.length);
    expect(sizes).to.deep.equal([100, 100, 50]);
  });

  it('of plain upgrades are written once by two workers at a time', async () => {
    const webhook = await eventFixture.subscribe(['upgrades.finished']);
    const devices = await fixture.devices(2);
    await eventFixture.plainUpgrade(devices);
    await Promise.all([runLoop('ends', fixture.service.deps), runLoop('ends', fixture.service.deps)]);
    await runLoop('ends', fixture.service.deps);
    expect(upgradesIn(await eventFixture.written(webhook))).to.have.length(2);
  });
});
