import { expect } from 'chai';
import { makeNetwork, makeUser } from '../../fixtures/records/organisation.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import { TestService } from '../../fixtures/records/test-service.js';
import type { UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

const HOUR_S = 3600;
const LEFT_TARGET = 'Cancelled 1.10.0: The device has left the target of the schedule';

describe('a schedule of a network or a tag', () => {
  let service: TestService;
  let fixture: UpgradeFixture;
  let elsewhere: number;
  before(async () => {
    service = await TestService.open();
  });
  after(() => service.close());
  beforeEach(async () => {
    fixture = await service.fixture();
    elsewhere = (await makeNetwork(service.deps, fixture.org))._id;
  });

  const inHours = (hours: number): string =>
    new Date(service.clock.now().getTime() + hours * HOUR_S * 1000).toISOString();

  async function post(aps: string[], hours: number, fields: Record<string, unknown> = {}): Promise<number> {
    const later = { schedule_type: 'later', schedule_at: inHours(hours) };
    const reply = await fixture.post({ aps, ...later, ...fields });
    expect(reply.status, reply.text).to.equal(200);
    service.clock.advance(60);
    return (await service.schedule())._id;
  }

  const ofNetwork = (): Promise<number> => post([`network:${fixture.network._id}`], 1);

  async function call(method: string, path: string, body: unknown = {}, status = 200): Promise<string> {
    const reply = await fixture.call(method, path, method === 'GET' ? {} : { body });
    expect(reply.status, reply.text).to.equal(status);
    return reply.text;
  }

  async function patch(device: TestDevice, upgrade: Record<string, unknown>): Promise<void> {
    await call('PATCH', `/upgrades/${(await service.latest(device))._id}`, { upgrade });
  }

  async function move(device: TestDevice, existing_network_id: number): Promise<void> {
    await call('POST', '/v1/access_points/move_devices', { devices: [device.macId], existing_network_id });
    service.clock.advance(1);
  }

  async function deleteUpgrade(device: TestDevice): Promise<void> {
    await call('DELETE', `/upgrades/${(await service.latest(device))._id}`);
  }

  async function due(hours = 1): Promise<void> {
    service.clock.advance(hours * HOUR_S);
    await service.dispatch();
  }

  async function outcome(device: TestDevice): Promise<string> {
    const upgrades = await service.upgrades(device);
    return upgrades
      .map(({ status, version, message }) => `${status} ${version}: ${message ?? ''}`)
      .join('; ');
  }

  it('keeps its targets when a flag of an upgrade changes: devices that leave are Cancelled, devices that join are upgraded', async () => {
    const [leaves, stays] = [
      await fixture.device({ network: fixture.network }),
      await fixture.device({ network: fixture.network }),
    ];
    const joins = await fixture.device();
    await ofNetwork();
    await patch(leaves, { save_prev_config: true });
    await patch(stays, { save_prev_config: true });
    await move(leaves, elsewhere);
    await move(joins, fixture.network._id);
    await due();
    expect(await outcome(leaves)).to.equal(LEFT_TARGET);
    expect(await outcome(stays)).to.equal('Queued 1.10.0: ');
    expect((await service.latest(stays)).savePrevConfig).to.equal(true);
    expect(await outcome(joins)).to.equal('Queued 1.10.0: ');
  });

  it('keeps its targets when the time of an upgrade changes, and checks them at the new time', async () => {
    const [leaves, stays, sooner] = [
      await fixture.device({ network: fixture.network }),
      await fixture.device({ network: fixture.network }),
      await fixture.device({ network: fixture.network }),
    ];
    await post([`network:${fixture.network._id}`, `AP:${sooner._id}`], 2);
    await patch(leaves, { schedule_at: inHours(3) });
    await patch(stays, { schedule_at: inHours(3) });
    await patch(sooner, { schedule_type: 'now' });
    await service.dispatch();
    expect(await outcome(sooner)).to.equal('Queued 1.10.0: ');
    await due(2);
    expect([await outcome(leaves), await outcome(stays)]).to.deep.equal([' 1.10.0: ', ' 1.10.0: ']);
    await move(leaves, elsewhere);
    await due(1);
    expect(await outcome(leaves)).to.equal(LEFT_TARGET);
    expect(await outcome(stays)).to.equal('Queued 1.10.0: ');
  });

  it('remains when its last upgrade is deleted, and can be cancelled', async () => {
    const [device, joins, late] = [
      await fixture.device({ network: fixture.network }),
      await fixture.device(),
      await fixture.device(),
    ];
    await ofNetwork();
    await deleteUpgrade(device);
    await move(joins, fixture.network._id);
    await due();
    expect(await outcome(device)).to.equal('');
    expect(await outcome(joins)).to.equal('Queued 1.10.0: ');

    await move(joins, elsewhere);
    const second = await ofNetwork();
    await deleteUpgrade(device);
    const listed = JSON.parse(await call('GET', '/upgrades/schedules.json')) as {
      data: { schedules: { id: number }[] };
    };
    expect(listed.data.schedules.map(({ id }) => id)).to.include(second);
    const answer = await call('DELETE', `/upgrades/schedules/${second}.json`);
    expect(answer).to.include('Deleted 0 pending upgrades');
    await move(late, fixture.network._id);
    await due();
    expect(await outcome(late)).to.equal('');
  });

  it('remains when a later request takes over its last upgrade', async () => {
    const [device, joins] = [await fixture.device({ network: fixture.network }), await fixture.device()];
    await ofNetwork();
    await post([`AP:${device._id}`], 3, { upgrade_type: 'manual', version: '1.9.0' });
    await move(joins, fixture.network._id);
    await due();
    expect(await outcome(joins)).to.equal('Queued 1.10.0: ');
    expect(await outcome(device)).to.equal(' 1.9.0: ');
  });

  it('gives no second upgrade to a device that loses the first, leaves and returns', async () => {
    const network = fixture.network;
    const made = () => fixture.device({ network });
    const [deleted, taken, moved, cancelled] = [await made(), await made(), await made(), await made()];
    const other = await fixture.device();
    const id = await post([`network:${network._id}`], 2);
    await deleteUpgrade(deleted);
    await fixture.post({ aps: [`AP:${taken._id}`], upgrade_type: 'manual', version: '1.9.0' });
    await patch(moved, { schedule_type: 'now' });
    await service.dispatch();
    const { token } = await makeUser(service.deps, fixture.org, {
      networks: [{ id: elsewhere, access: 'full' }],
      manageInventory: false,
    });
    await move(cancelled, elsewhere);
    const partial = await fixture.call('DELETE', `/upgrades/schedules/${id}.json`, { token });
    expect(partial.status, partial.text).to.equal(200);
    for (const device of [deleted, taken, moved]) await move(device, elsewhere);
    // All upgrades that they got meanwhile have ended.
    await service.deps.mongo.models.upgrades.collection.updateMany(
      { routerInventoryId: { $in: [taken._id, moved._id] } },
      { $set: { status: 'Success', inFlight: false } },
    );
    for (const device of [deleted, taken, moved, cancelled, other]) await move(device, network._id);
    await due(2);
    expect(await outcome(other)).to.equal('Queued 1.10.0: ');
    expect(await outcome(deleted)).to.equal('');
    expect(await outcome(cancelled)).to.equal('');
    expect(await outcome(taken)).to.equal('Success 1.9.0: ');
    expect(await outcome(moved)).to.equal('Success 1.10.0: ');
  });

  it('keeps the upgrades of later batches while another request takes over the earlier ones', async () => {
    const devices = await Promise.all(
      Array.from({ length: 2 }, () => fixture.device({ network: fixture.network })),
    );
    const [first, second] = devices as [TestDevice, TestDevice];
    service.failpoint = async (step) => {
      if (step !== 'pending-batch-written') return;
      service.failpoint = () => undefined;
      // The upgrades of the first batch are removed before the next batch is written.
      await fixture.post({ aps: [`AP:${first._id}`, `AP:${second._id}`] });
      await service.deps.mongo.models.upgrades.deleteOne({ routerInventoryId: second._id });
      const schedule = await service.deps.mongo.models.schedules.findOne({ state: 'writing' }).lean();
      if (!schedule) throw new Error('nothing is being written');
      const batch = await service.deps.stores.targets.current([fixture.org], [second._id]);
      await service.deps.stores.pending.put(schedule, [...batch.values()], service.clock.now());
    };
    await ofNetwork();
    await due();
    expect(await outcome(second)).to.equal('Queued 1.10.0: ');
  });

  it('leaves no pending upgrade when it is cancelled while it is being written', async () => {
    const device = await fixture.device({ network: fixture.network });
    service.failpoint = async (step) => {
      if (step !== 'schedule-written') return;
      service.failpoint = () => undefined;
      await call('DELETE', `/upgrades/schedules/${(await service.schedule())._id}.json`);
    };
    await ofNetwork();
    expect(await outcome(device)).to.equal('');
  });

  it('has its upgrades Cancelled by the sweep when the process that cancels it dies', async () => {
    const device = await fixture.device({ network: fixture.network });
    const id = await ofNetwork();
    service.failpoint = (step) => {
      if (step !== 'schedule-cancelled') return;
      service.failpoint = () => undefined;
      throw new Error('the process dies');
    };
    await call('DELETE', `/upgrades/schedules/${id}.json`, {}, 500);
    service.clock.advance(2 * HOUR_S);
    await service.sweep();
    expect(await outcome(device)).to.equal('Cancelled 1.10.0: The schedule was cancelled');
    // docs/rollouts.md#audit_log-5
    const { auditEntries } = service.deps.mongo.models;
    const logged = await auditEntries
      .find({ subject: `schedule:${id}` })
      .sort({ at: 1, _id: 1 })
      .lean();
    expect(logged.map(({ action }) => action)).to.deep.equal(['upgrades.scheduled', 'upgrades.cancelled']);
  });

  it('renews its claim before every batch of late additions', async () => {
    const { schedules, pending } = service.deps.stores;
    await fixture.device({ network: fixture.network });
    const late = await fixture.device();
    const id = await ofNetwork();
    await move(late, fixture.network._id);
    const renewed: Date[] = [];
    const renewClaim = schedules.renewClaim.bind(schedules);
    const put = pending.put.bind(pending);
    Object.assign(schedules, {
      renewClaim: (...args: Parameters<typeof renewClaim>) => {
        if (args[0]._id === id) renewed.push(args[1]);
        return renewClaim(...args);
      },
    });
    Object.assign(pending, {
      put: (...args: Parameters<typeof put>) => {
        expect(renewed, 'renewals before the batch is written').to.have.length(1);
        return put(...args);
      },
    });
    try {
      await due();
    } finally {
      Object.assign(schedules, { renewClaim });
      Object.assign(pending, { put });
    }
    expect(await outcome(late)).to.equal('Queued 1.10.0: ');
  });
});
