import { expect } from 'chai';
import { DeviceFleet } from '../../fixtures/records/device-fleet.js';
import { eventually } from '../../fixtures/eventually.js';
import { makeUser } from '../../fixtures/records/organisation.js';
import { walkInventory } from '../../fixtures/inventory-pages.js';
import { Machines } from '../../processes/machines.js';
import { startRedisCluster, type RedisCluster } from '../../processes/redis-cluster.js';
import { makeUserWithPassword, postForm, signInAs } from '../../browser/web-session.js';

/** Not divisible by three, so that concurrent heartbeats of a device go to different APIs: one accepts only two. */
const DEVICES = 61;
const PER_MINUTE = 60;
const LIST = '/v1/access_points/rout_inventory_list';
const SETTINGS = { UPGRADE_SOAK_S: '1', SWEEP_INTERVAL_S: '1', RATE_LIMIT_PER_MINUTE: String(PER_MINUTE) };

describe('three APIs behind one address, three workers and a Redis Cluster of three nodes', () => {
  let cluster: RedisCluster;
  let machines: Machines;
  before(async () => {
    cluster = await startRedisCluster();
    machines = await Machines.open({ ...SETTINGS, REDIS_URL: cluster.url }, DEVICES);
  });
  after(async () => {
    await machines.close();
    await cluster.stop();
  });

  const newUser = () => makeUser(machines.service.deps, machines.fixture.org);

  // docs/interface.md#rout_inventory_list-2
  it('list every device when each page comes from another API', async () => {
    const { token } = await newUser();
    const expected = machines.devices.map((device) => device._id).sort((a, b) => a - b);
    const before = machines.balancer.served;
    for (const step of ['cursor', 'number', 'both'] as const) {
      const rows = await walkInventory(machines.balancer, token, { per_page: 7, sort_column: 'id' }, step);
      expect(
        rows.map((row) => row.id),
        step,
      ).to.deep.equal(expected);
    }
    const asked = machines.balancer.served.map((count, index) => count - (before[index] ?? 0));
    for (const count of asked) expect(count).to.be.at.least(8);
  });

  // docs/interface.md#rout_inventory_list-3
  it('share the cached total of a list', async () => {
    let perPage = 10;
    // An API continues without a total when Redis takes longer than a quarter of a second. Each attempt is another list.
    await eventually('the second API has the total', async () => {
      const { token } = await newUser();
      const query = { per_page: (perPage += 1) };
      const first = await machines.balancer.call('GET', LIST, { token, query });
      const { next_search_after: cursor } = (first.body as { meta: { next_search_after: unknown } }).meta;
      const second = await machines.balancer.call('GET', LIST, {
        token,
        query: { ...query, search_after: JSON.stringify(cursor) },
      });
      return (second.body as { meta: { total: unknown } }).meta.total === DEVICES;
    });
  });

  it('show an upgrade created on one API on the others, dispatch it, and offer it once', async () => {
    const { balancer, service, devices } = machines;
    const { token } = await newUser();
    const aps = devices.map((device) => `AP:${device._id}`);
    const made = await balancer.call('POST', '/upgrades', { token, body: { upgrade: { aps } } });
    expect(made.status, made.text).to.equal(200);
    const [first] = devices;
    const { _id } = await service.latest(first ?? { _id: 0 });
    for (let api = 0; api < 3; api += 1) {
      expect((await balancer.call('GET', `/upgrades/${_id}`, { token })).status).to.equal(200);
    }

    const fleet = new DeviceFleet(service, devices, balancer);
    await eventually('every device has its offer', async () => {
      await fleet.heartbeat(fleet.withoutOffer());
      return fleet.withoutOffer().length === 0;
    });
    await Promise.all([fleet.heartbeat(), fleet.heartbeat(), fleet.heartbeat()]);
    expect([...fleet.offered.values()].map((ids) => ids.size)).to.deep.equal(devices.map(() => 1));
    await fleet.heartbeat(devices, (id) => ({ id, state: 'downloading', progress: 50 }));
    await fleet.runVersion('1.10.0');
    const { upgrades } = service.deps.mongo.models;
    await eventually('every upgrade is a Success', async () => {
      // A soak does not end while the service hears no device.
      await fleet.heartbeat();
      return (await upgrades.countDocuments({ status: 'Success' })) === DEVICES;
    });
    expect(await upgrades.countDocuments()).to.equal(DEVICES);
  });

  it('accept a session of one API on all, and refuse it on all once it has ended', async () => {
    const { balancer, service, fixture } = machines;
    const { user } = await makeUserWithPassword(service.api, fixture.org);
    const Cookie = await signInAs(balancer, user.email);
    const statuses = async (): Promise<number[]> => {
      const ask = async () => (await balancer.call('GET', '/upgrades.json', { headers: { Cookie } })).status;
      return [await ask(), await ask(), await ask()];
    };
    expect(await statuses()).to.deep.equal([200, 200, 200]);
    await postForm(balancer, '/sign_out', {}, { Cookie });
    expect(await statuses()).to.deep.equal([401, 401, 401]);
  });

  it('count the requests of a token, and failed sign-ins, across APIs', async () => {
    const { balancer, service, fixture } = machines;
    const { token } = await newUser();
    // At once: on a busy machine, one after the other takes longer than the minute.
    const replies = Array.from({ length: PER_MINUTE + 3 }, () =>
      balancer.call('GET', '/upgrades.json', { token }),
    );
    const statuses = (await Promise.all(replies)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).to.have.lengthOf(PER_MINUTE);
    expect(statuses.filter((status) => status === 429)).to.have.lengthOf(3);

    const { user } = await makeUserWithPassword(service.api, fixture.org);
    const attempts: number[] = [];
    for (let attempt = 0; attempt < 13; attempt += 1) {
      const body = { email: user.email, password: 'wrong' };
      attempts.push((await balancer.call('POST', '/v1/access_tokens', { body })).status);
    }
    expect(attempts).to.deep.equal([...Array.from({ length: 10 }, () => 401), 429, 429, 429]);
  });

  it('keep the queue on one node by its hash tag, and counters and caches on any', async () => {
    const holdsQueue = await cluster.keys(`${machines.service.deps.env.queuePrefix}:*`);
    expect(holdsQueue.filter((count) => count > 0)).to.have.lengthOf(1);
    const holdsOthers = await cluster.keys('airfleet:*');
    expect(holdsOthers.filter((count) => count > 0)).to.have.length.above(1);
  });
});
