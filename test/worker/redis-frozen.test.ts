import { expect } from 'chai';
import type { RunningWorker } from '../../worker/start-worker.js';
import { startTestApi, type TestApi } from '../fixtures/api.js';
import { RealClock } from '../fixtures/clock.js';
import { eventually } from '../fixtures/eventually.js';
import { redisRelay, type Relay } from '../processes/relay.js';
import { startTestWorker } from '../fixtures/test-worker.js';
import { TestService } from '../fixtures/records/test-service.js';
import { upgradeFixture, type UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';

describe('upgrades when connections to Redis freeze without closing', () => {
  let service: TestService;
  let relay: Relay;
  let fixture: UpgradeFixture;
  before(async () => {
    service = await TestService.open({ SWEEP_INTERVAL_S: '1' }, new RealClock());
    fixture = await service.fixture();
    relay = await redisRelay();
  });
  beforeEach(() => relay.up());
  afterEach(async () => {
    relay.thaw();
    await relay.down();
  });
  after(() => service.close());

  describe('in a worker', () => {
    let worker: RunningWorker;
    beforeEach(async () => {
      worker = await startTestWorker(service, { REDIS_URL: relay.url });
      await eventually('ready', async () => (await readiness()).status === 200);
    });
    afterEach(async () => {
      relay.thaw();
      await worker.close();
    });

    async function readiness(): Promise<{ status: number; body: Record<string, unknown> }> {
      const reply = await fetch(`${worker.probesUrl}/readyz`);
      return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
    }

    // docs/reliability.md#redis-connections-freeze
    it("are dispatched, and the worker's readiness names Redis", async () => {
      relay.freeze();
      const device = await fixture.device();
      await fixture.post({ aps: [`AP:${device._id}`] });
      await eventually('Queued', async () => (await service.latest(device)).status === 'Queued');
      const { status, body } = await readiness();
      expect(status).to.equal(503);
      expect(body).to.include({ status: 'unavailable', mongodb: true, redis: false, sweeping: true });
      relay.thaw();
      await eventually('ready', async () => (await readiness()).status === 200);
    });
  });

  describe('in an API', () => {
    let api: TestApi;
    beforeEach(async () => {
      const env = { ...service.env, REDIS_URL: relay.url, RATE_LIMIT_PER_MINUTE: '1000' };
      api = await startTestApi({ env });
      await eventually('the connection', () => api.deps.redis.status === 'ready');
    });
    afterEach(() => api.close());

    it('are created while they are frozen, both the first time and the next', async () => {
      const theirs = await upgradeFixture(api);
      relay.freeze();
      for (let frozen = 0; frozen < 2; frozen += 1) {
        const device = await theirs.device();
        expect((await theirs.post({ aps: [`AP:${device._id}`] })).status).to.equal(200);
      }
    });
  });
});
