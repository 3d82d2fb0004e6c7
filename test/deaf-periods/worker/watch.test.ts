import { expect } from 'chai';
import { HeartbeatCounter } from '../../../shared/deaf-periods/operations/count-heartbeats.js';
import { timeSortKey } from '../../../shared/inventory/domain/device-search.js';
import { makeDevices } from '../../fixtures/records/device.js';
import { OLD } from '../../fixtures/records/tracked-upgrade.js';
import { PUBLIC_URL } from '../../fixtures/records/webhook-fixture.js';
import { TestService } from '../../fixtures/records/test-service.js';
import { DeafPeriodFixture, UP } from '../deaf-period-fixture.js';
import { observe } from '../../../dev/run-loop.js';

describe('the watch over heartbeats', () => {
  let service: TestService;
  let fixture: DeafPeriodFixture;
  beforeEach(async () => {
    service = await TestService.open();
    fixture = new DeafPeriodFixture(service);
    await fixture.clear();
    await fixture.heard(60);
  });
  afterEach(() => service.close());

  const recorded = async (): Promise<{ from: Date; to: Date; organisationId: number }[]> =>
    (await fixture.periods()).map(({ from, to, organisationId }) => ({ from, to, organisationId }));

  it('records a period from the last heartbeat to the first one after it', async () => {
    const from = service.clock.now();
    await fixture.outage(96);
    await fixture.heard(12);
    const to = service.clock.now();
    expect(await recorded()).to.deep.equal([{ from, to, organisationId: 0 }]);
  });

  it('finds a period in the counts when no worker watched', async () => {
    const from = service.clock.now();
    await fixture.outage(96, { isStoreAway: true });
    fixture.restartWatch();
    await fixture.heard(12);
    expect(await recorded()).to.deep.equal([{ from, to: service.clock.now(), organisationId: 0 }]);
  });

  it('finds the first heartbeat of an organisation after a time among others of the same day', async () => {
    const { org } = await service.fixture();
    const devices = await makeDevices(service.deps, org, 2);
    const [early, late] = [new Date('2026-05-01T08:00:00Z'), new Date('2026-05-01T12:00:00Z')];
    const { deviceStates } = service.deps.mongo.models;
    for (const [index, at] of [early, late].entries()) {
      const _id = devices[index]?._id ?? 0;
      const heard = { lastHeartbeatAt: at, sortKey: timeSortKey(at, _id) };
      await deviceStates.updateOne({ _id, organisationId: org }, { $set: heard });
    }
    const { heartbeatCounts } = service.deps.stores;
    const firstAfter = (time: string) => heartbeatCounts.firstAfter(org, new Date(`2026-05-01T${time}Z`));
    expect(await firstAfter('07:00:00')).to.deep.equal(early);
    expect(await firstAfter('08:00:00')).to.deep.equal(late);
    expect(await firstAfter('12:00:00')).to.equal(null);
  });

  it('records none when one of two APIs is killed', async () => {
    const other = new HeartbeatCounter(service.deps, 'api');
    for (let passed = 0; passed < 120; passed += 10) {
      service.clock.advance(10);
      other.stored(Array.from({ length: UP / 6 }, () => ({ at: service.clock.now() })));
      await other.flush();
      await fixture.watch();
    }
    await other.close();
    expect(await recorded()).to.deep.equal([]);
  });

  it('records a period in which a third of the heartbeats is answered 5xx', async () => {
    const fail = (count: number): void => {
      for (let answer = 0; answer < count; answer += 1)
        service.deps.heartbeatCounter.answered(answer % 3 === 0);
    };
    await fixture.heard(120, async () => {
      fail(30);
      await service.deps.heartbeatCounter.flush();
    });
    expect((await fixture.periods()).map(({ kind }) => kind)).to.deep.equal(['losing']);
    await fixture.heard(120);
    const [period] = await fixture.periods();
    expect(period?.to.getTime()).to.be.below(service.clock.now().getTime());
  });

  for (const [kinds, stored] of [
    [[], 6],
    [['losing'], 4],
  ] as const)
    // docs/reliability.md#deaf-periods-2
    it(`records ${kinds.length} losses when ${stored} of 10 heartbeats due are stored, and written late`, async () => {
      fixture.up.set(0, 600);
      fixture.restartWatch();
      const { heartbeatCounts } = service.deps.stores;
      const lateS = 3;
      for (let passed = 0; passed < 60; passed += 1) {
        service.clock.advance(1);
        const second = Math.floor(service.clock.now().getTime() / 1000) - lateS;
        const at = second * 1000;
        if (passed >= lateS)
          await heartbeatCounts.write('other', 'api', new Map([[second, [at, at, stored, stored, 0]]]));
        await fixture.watch();
      }
      expect((await fixture.periods()).map(({ kind }) => kind)).to.deep.equal(kinds);
    });

  for (const point of ['silence-recorded', 'silence-ended'] as const)
    // docs/reliability.md#deaf-periods-8
    it(`records a period once when the worker is killed at ${point}`, async () => {
      const from = service.clock.now();
      await fixture.outage(24);
      service.failpoint = (step) => (step === point ? Promise.reject(new Error('killed')) : undefined);
      await fixture.outage(12).catch(() => undefined);
      await fixture.heard(12).catch(() => undefined);
      const to = service.clock.now();
      service.failpoint = () => undefined;
      fixture.restartWatch();
      await fixture.heard(24);
      expect(await recorded()).to.deep.equal([{ from, to, organisationId: 0 }]);
    });

  it('reports a period once to every organisation, and lists it', async () => {
    const organisation = await service.fixture();
    const types = ['service.deaf'];
    await organisation.call('POST', '/v1/webhooks', { body: { url: PUBLIC_URL, types } });
    const from = service.clock.now();
    await fixture.outage(96);
    // docs/console-api.md#deaf_periods-1
    const list = async (): Promise<unknown> => (await organisation.call('GET', '/v1/deaf_periods')).body;
    const shown = { scope: 'installation', from: from.toISOString() };
    expect(await list()).to.deep.equal({ data: [{ ...shown, to: null }], status: 200 });
    await fixture.heard(12);
    const to = service.clock.now().toISOString();
    expect(await list()).to.deep.equal({ data: [{ ...shown, to }], status: 200 });
    // docs/webhooks.md#events-5
    service.failpoint = (step) =>
      step === 'deaf-period-announced' ? Promise.reject(new Error('killed')) : undefined;
    await fixture.announce().catch(() => undefined);
    service.failpoint = () => undefined;
    await fixture.announce();
    await fixture.announce();
    const events = await service.deps.mongo.models.webhookEvents.find({ type: 'service.deaf' }).lean();
    expect(events.map(({ body }) => JSON.parse(body) as unknown)).to.deep.equal([
      { type: 'service.deaf', timestamp: `${to.slice(0, 19)}Z`, data: { deaf: { ...shown, to } } },
    ]);
    // docs/console-api.md#online_series-4
    const series = await organisation.call('GET', '/v1/series/online');
    expect((series.body as { data: { series: { deaf: unknown } } }).data.series.deaf).to.deep.equal([
      { from: from.toISOString(), to },
    ]);
  });

  // docs/console-api.md#deaf_periods-2
  it('lists the last day unless a range is given', async () => {
    const organisation = await service.fixture();
    await fixture.outage(36);
    await fixture.heard(24);
    service.clock.advance(2 * 86_400);
    const list = async (query: Record<string, string>): Promise<number> => {
      const { body } = await organisation.call('GET', '/v1/deaf_periods', { query });
      return (body as { data: unknown[] }).data.length;
    };
    expect(await list({})).to.equal(0);
    expect(await list({ from: '2026-06-01T00:00:00Z' })).to.equal(1);
    const faulty = await organisation.call('GET', '/v1/deaf_periods', {
      query: { from: '2027-01-01T00:00:00Z' },
    });
    expect(faulty.status).to.equal(422);
  });

  // docs/reliability.md#service-not-heard
  it('sends no went_down for a device that may not have been heard, and one for a device that has died', async () => {
    const organisation = await service.fixture();
    const device = await organisation.device();
    await service.acceptedHeartbeat(device);
    const { deviceEvents } = service.deps.mongo.models;
    const wentDown = () => deviceEvents.countDocuments({ deviceId: device._id, kind: 'went_down' });
    await fixture.heard(12);
    await observe(service.deps);
    await fixture.outage(240);
    await observe(service.deps);
    await fixture.heard(288);
    await observe(service.deps);
    expect(await wentDown()).to.equal(0);
    await fixture.heard(24);
    await observe(service.deps);
    expect(await wentDown()).to.equal(1);
  });

  // docs/reliability.md#deaf-periods-2
  it('knows of answers with 5xx before it judges the devices that they silence, in an installation of ten', async () => {
    fixture.up.set(0, 10);
    const organisation = await service.fixture();
    const device = await organisation.device();
    const { deviceEvents } = service.deps.mongo.models;
    const answer = (answers: readonly boolean[]) => async (): Promise<void> => {
      for (const isFailure of answers) service.deps.heartbeatCounter.answered(isFailure);
      await service.deps.heartbeatCounter.flush();
    };
    await fixture.heard(360, answer([false, false, false]));
    await service.acceptedHeartbeat(device);
    await observe(service.deps);
    const refuse = answer([false, false, true]);
    await fixture.heard(168, refuse);
    await fixture.heard(60, async () => {
      await refuse();
      await observe(service.deps);
    });
    expect((await fixture.periods()).map(({ kind }) => kind)).to.deep.equal(['losing']);
    expect(await deviceEvents.countDocuments({ deviceId: device._id, kind: 'went_down' })).to.equal(0);
  });

  it('records one period while the share of 5xx varies from pass to pass', async () => {
    fixture.up.set(0, 5);
    let steps = 0;
    // Of the answers of the last 90 s, between a tenth and a third are 5xx.
    await fixture.heard(600, async () => {
      steps += 1;
      for (let answer = 0; answer < 5; answer += 1)
        service.deps.heartbeatCounter.answered(answer < 2 && steps % 10 < 5);
      await service.deps.heartbeatCounter.flush();
    });
    expect((await fixture.periods()).map(({ kind }) => kind)).to.deep.equal(['losing']);
  });

  const HOUR_S = 3600;
  // docs/reliability.md#deaf-periods-3
  for (const [offered, agoS, periods] of [
    [6, 0, 1],
    [7, 0, 0],
    [7, HOUR_S + 1, 1],
  ] as const)
    it(`records ${periods} periods of an organisation of 30 when ${offered} devices were offered an upgrade ${agoS} s before`, async () => {
      const organisation = await service.fixture();
      const { org, part, network } = organisation;
      const devices = await makeDevices(service.deps, org, offered, () => ({ part, network }));
      await organisation.post({ aps: devices.map(({ _id }) => `AP:${_id}`) });
      await service.dispatch();
      for (const device of devices)
        expect(await service.acceptedHeartbeat(device, { firmware_version: OLD }), 'an offer').not.to.equal(
          null,
        );
      if (agoS > 0) {
        service.clock.advance(agoS);
        await fixture.clear();
        for (const device of devices) await service.acceptedHeartbeat(device, { firmware_version: OLD });
      }
      fixture.up.set(org, 30);
      await fixture.heard(96);
      expect((await recorded()).map(({ organisationId }) => organisationId)).to.deep.equal(
        Array.from({ length: periods }, () => org),
      );
    });
});
