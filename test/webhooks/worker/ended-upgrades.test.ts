import { expect } from 'chai';
import type { TestDevice } from '../../fixtures/records/device.js';
import type { RolloutBed } from '../../rollouts/rollout-bed.js';
import { EventBed, upgradesIn } from '../event-bed.js';
import { runLoop } from '../../../dev/run-loop.js';

describe('events of ended upgrades', () => {
  let eventBed: EventBed;
  let bed: RolloutBed;
  beforeEach(async () => {
    eventBed = await EventBed.open();
    ({ bed } = eventBed);
  });
  afterEach(() => eventBed.close());

  // docs/webhooks.md#events-2
  it('name each ended upgrade of a rollout once, at most 100 an event', async () => {
    const webhook = await eventBed.subscribe(['upgrades.finished']);
    const devices = await bed.devices(3);
    const { _id } = await bed.started();
    await eventBed.upgradeAll(devices);
    await bed.tick(4);
    const upgrades = upgradesIn(await eventBed.written(webhook));
    const stored = await bed.upgradesOf(_id);
    expect(upgrades).to.have.deep.members(
      stored.map((upgrade) => ({
        upgrade_id: upgrade._id,
        rollout_id: _id,
        stage: 1,
        status: 'Success',
        cause: null,
        part_number: upgrade.rollout?.partNumber,
        network_id: bed.fixture.network._id,
        previous_version: upgrade.rollout?.previousVersion,
        mac_id: upgrade.macId,
      })),
    );
    expect(upgrades).to.have.length(3);
  });

  // docs/webhooks.md#events-2
  it('name 250 ends that one tick of a rollout counts in three events', async () => {
    const webhook = await eventBed.subscribe(['upgrades.finished']);
    const devices = await bed.devices(1);
    const { _id } = await bed.started();
    await eventBed.upgradeAll(devices);
    const [ended] = await bed.upgradesOf(_id);
    if (!ended) throw new Error('The upgrade is not there');
    await bed.service.deps.mongo.models.upgrades.insertMany(
      Array.from({ length: 249 }, (_, index) => ({
        ...ended,
        _id: ended._id + 1 + index,
        routerInventoryId: ended.routerInventoryId + 1 + index,
      })),
    );
    await bed.tick(2);
    const events = await eventBed.written(webhook);
    expect(events.map(({ data }) => data.upgrades?.length)).to.deep.equal([100, 100, 50]);
    expect(new Set(upgradesIn(events).map(({ upgrade_id }) => upgrade_id)).size).to.equal(250);
  });

  // docs/webhooks.md#events-3
  it('name each ended plain upgrade once, whatever it ended in', async () => {
    const [before, first, second] = (await bed.devices(3)) as [TestDevice, TestDevice, TestDevice];
    await eventBed.plainUpgrade([before]);
    bed.service.clock.advance(1);
    const webhook = await eventBed.subscribe(['upgrades.finished']);
    await eventBed.plainUpgrade([first, second]);
    expect(await runLoop('ends', bed.service.deps)).to.include({ worked: 1 });
    expect(await runLoop('ends', bed.service.deps)).to.include({ worked: 0 });
    const events = await eventBed.written(webhook);
    expect(events.map(({ type }) => type)).to.deep.equal(['upgrades.finished']);
    const upgrades = upgradesIn(events);
    expect(upgrades.map(({ mac_id }) => mac_id)).to.have.members([first.macId, second.macId]);
    expect(upgrades[0]).to.include({ rollout_id: null, stage: null, status: 'Success', cause: null });
    expect(upgrades[0]?.['part_number']).to.be.a('string');
  });

  it('name no upgrade that ended before the webhook took them', async () => {
    const [before, after] = (await bed.devices(2)) as [TestDevice, TestDevice];
    const webhook = await eventBed.subscribe(['rollout.paused']);
    await eventBed.plainUpgrade([before]);
    bed.service.clock.advance(1);
    const body = { types: ['rollout.paused', 'upgrades.finished'] };
    expect((await bed.fixture.call('PATCH', `/v1/webhooks/${webhook}`, { body })).status).to.equal(200);
    await eventBed.plainUpgrade([after]);
    expect(await runLoop('ends', bed.service.deps)).to.include({ worked: 1 });
    const upgrades = upgradesIn(await eventBed.written(webhook));
    expect(upgrades.map(({ mac_id }) => mac_id)).to.deep.equal([after.macId]);
  });

  it('name 250 ends in three events', async () => {
    const webhook = await eventBed.subscribe(['upgrades.finished']);
    const [device] = (await bed.devices(1)) as [TestDevice];
    await eventBed.plainUpgrade([device]);
    const { upgrades } = bed.service.deps.mongo.models;
    const ended = await upgrades.findOne({ routerInventoryId: device._id }).lean();
    if (!ended) throw new Error('The upgrade is not there');
    const copies = Array.from({ length: 249 }, (_, index) => ({
      ...ended,
      _id: ended._id + 1 + index,
      scheduleId: ended.scheduleId + 1 + index,
    }));
    await upgrades.insertMany(copies);
    await runLoop('ends', bed.service.deps);
    const sizes = (await eventBed.written(webhook)).map(({ data }) => data.upgrades?.length);
    expect(sizes).to.deep.equal([100, 100, 50]);
  });

  it('of plain upgrades are written once by two workers at a time', async () => {
    const webhook = await eventBed.subscribe(['upgrades.finished']);
    const devices = await bed.devices(2);
    await eventBed.plainUpgrade(devices);
    await Promise.all([runLoop('ends', bed.service.deps), runLoop('ends', bed.service.deps)]);
    await runLoop('ends', bed.service.deps);
    expect(upgradesIn(await eventBed.written(webhook))).to.have.length(2);
  });
});
