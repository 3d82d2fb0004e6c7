import { expect } from 'chai';
import type { RunningWorker } from '../../worker/start-worker.js';
import { startTestApi, type TestApi } from '../fixtures/api.js';
import { eventually } from '../fixtures/eventually.js';
import { HeldTimers } from '../fixtures/held-timers.js';
import { redisRelay, type Relay } from '../processes/relay.js';
import { startTestWorker } from '../fixtures/test-worker.js';
import { HeardDevice } from '../fixtures/records/heard-device.js';
import { TestService } from '../fixtures/records/test-service.js';
import { upgradeFixture, type UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';

/** What a request waits for a job to be queued, and a worker that closes for its jobs. */
const TIMEOUT_MS = [2500, 10_000] as const;

describe('upgrades without Redis', () => {
  let service: TestService;
  let relay: Relay;
  let api: TestApi;
  let fixture: UpgradeFixture;
  let heard: HeardDevice;
  const workers: RunningWorker[] = [];
  before(async () => {
    // Few heartbeats are due, so an hour without them leaves the service able to judge.
    service = await TestService.open({
      SWEEP_INTERVAL_S: '1',
      HEARTBEAT_INTERVAL_S: '3600',
      UPGRADE_WINDOW_S: '3600',
    });
    relay = await redisRelay();
    api = await startTestApi({ env: { ...service.env, REDIS_URL: relay.url }, now: service.clock.now });
    fixture = await upgradeFixture(api);
    heard = await HeardDevice.open(service);
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.close();
    await relay.down();
  });
  after(async () => {
    await heard.close();
    await api.close();
    await service.close();
  });

  async function worker(env: Record<string, string> = {}): Promise<RunningWorker> {
    const running = await startTestWorker(service, env);
    workers.push(running);
    return running;
  }

  /** Fails unless the function finishes without waiting for Redis. */
  async function promptly<T>(run: () => Promise<T>): Promise<T> {
    // Whatever waits for one of these timers never ends.
    const timers = new HeldTimers(...TIMEOUT_MS);
    try {
      return await run();
    } finally {
      timers.restore();
    }
  }

  it('are created, updated and deleted with 200 at once, and dispatched by the sweep', async () => {
    const [device, other] = [await fixture.device(), await fixture.device()];
    const posted = await promptly(() => fixture.post({ aps: [`AP:${device._id}`, `AP:${other._id}`] }));
    expect(posted.status).to.equal(200);
    const { _id } = await service.latest(device);
    const changed = await promptly(() =>
      fixture.call('PUT', `/upgrades/${_id}`, { body: { upgrade: { save_prev_config: true } } }),
    );
    expect(changed.status).to.equal(200);
    const { _id: unwanted } = await service.latest(other);
    const deleted = await promptly(() => fixture.call('DELETE', `/upgrades/${unwanted}`));
    expect(deleted.status).to.equal(200);
    expect(await service.deps.jobs.queues[0]?.getJobCountByTypes('waiting', 'delayed')).to.equal(0);

    await worker();
    await eventually('the sweep', async () => (await service.latest(device)).status === 'Queued');
    expect(await service.upgrades(other)).to.deep.equal([]);
  });

  it('are offered in the answer to a heartbeat', async () => {
    const device = await fixture.device();
    await fixture.post({ aps: [`AP:${device._id}`] });
    await service.dispatch();
    const { _id } = await service.latest(device);
    const headers = { Authorization: `Bearer ${device.deviceKey}` };
    const body = { mac_id: device.macId, firmware_version: '1.0.0' };
    const reply = await promptly(() => api.call('POST', '/device/v1/heartbeat', { body, headers }));
    expect(reply.status).to.equal(200);
    expect(reply.body).to.have.nested.property('upgrade.id', _id);
  });

  it('are queued once Redis is up, by an API that started before it', async () => {
    const device = await fixture.device();
    await relay.up();
    await eventually('the connection', () => api.deps.redis.status === 'ready');
    await fixture.post({ aps: [`AP:${device._id}`] });
    const { scheduleId, dueAt } = await service.latest(device);
    const job = await service.deps.jobs.queues[0]?.getJob(`schedule-${scheduleId}-${dueAt.getTime()}`);
    expect(job?.data).to.include({ scheduleId });
    await service.dispatch();
  });

  it('time out, and are dispatched once Redis is up, by a worker that started before it', async () => {
    const running = await worker({ REDIS_URL: relay.url });
    const device = await fixture.device();
    await fixture.post({ aps: [`AP:${device._id}`] });
    await service.dispatch();
    service.clock.advance(3601);
    await eventually('Expired', async () => (await service.latest(device)).status === 'Expired');
    expect((await fetch(`${running.probesUrl}/readyz`)).status).to.equal(503);

    const { deps } = service;
    const fresh = await upgradeFixture(service.api);
    const late = await fresh.device();
    await fresh.post({ aps: [`AP:${late._id}`] });
    await relay.up();
    await eventually('Queued', async () => (await service.latest(late)).status === 'Queued');
    await eventually('ready', async () => (await fetch(`${running.probesUrl}/readyz`)).status === 200);
    expect(await deps.jobs.queues[0]?.getFailedCount()).to.equal(0);
  });

  it('do not keep a worker from stopping promptly', async () => {
    await relay.up();
    const running = await worker({ REDIS_URL: relay.url });
    await eventually('ready', async () => (await fetch(`${running.probesUrl}/readyz`)).status === 200);
    await relay.down();
    await promptly(() => running.close());
    const never = await worker({ REDIS_URL: relay.url });
    await promptly(() => never.close());
  });
});
