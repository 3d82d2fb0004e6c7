import { expect } from 'chai';
import { HeartbeatCounter } from '../../../shared/deaf-periods/operations/count-heartbeats.js';
import { TestService } from '../../fixtures/records/test-service.js';
import { DeafPeriodFixture } from '../deaf-period-fixture.js';

const HOUR_S = 3600;

// docs/reliability.md#deaf-periods-9
describe('the watch over heartbeats that come to APIs and to gateways', () => {
  let service: TestService;
  let fixture: DeafPeriodFixture;
  let api: HeartbeatCounter;
  let gateway: HeartbeatCounter;
  beforeEach(async () => {
    service = await TestService.open();
    fixture = new DeafPeriodFixture(service);
    await fixture.clear();
    [api, gateway] = [
      new HeartbeatCounter(service.deps, 'api'),
      new HeartbeatCounter(service.deps, 'gateway'),
    ];
  });
  afterEach(async () => {
    await Promise.all([api.close(), gateway.close()]);
    await service.close();
  });

  /** So many devices speak to APIs and to gateways; after `DOWN_AFTER_S` the others are not up. */
  async function hear(devices: { api: number; gateway: number }, seconds: number): Promise<void> {
    const processes = [[api, devices.api] as const, [gateway, devices.gateway] as const].filter(
      ([, count]) => count > 0,
    );
    const begun = service.clock.now().getTime();
    await fixture.heardBy(processes, seconds, () => {
      const { downAfterS } = service.deps.env;
      if (service.clock.now().getTime() - begun >= downAfterS * 1000)
        fixture.up.set(0, devices.api + devices.gateway);
      return Promise.resolve();
    });
  }

  const recorded = async (): Promise<{ kind: string; from: Date; to: Date }[]> =>
    (await fixture.periods()).map(({ kind, from, to }) => ({ kind, from, to }));

  for (const [few, many] of [
    [
      { api: 0, gateway: 5 },
      { api: 95, gateway: 5 },
    ],
    [
      { api: 0, gateway: 45 },
      { api: 55, gateway: 45 },
    ],
    [
      { api: 5, gateway: 0 },
      { api: 5, gateway: 95 },
    ],
  ] as const)
    for (const seconds of [60, 600])
      it(`records one period while ${few.api + few.gateway} of 100 are heard for ${seconds} s, ${few.gateway} by a gateway`, async () => {
        await hear(many, 300);
        const from = service.clock.now();
        await hear(few, seconds / 2);
        fixture.restartWatch();
        await hear(few, seconds / 2);
        await hear(many, 12);
        const to = service.clock.now();
        expect(await recorded()).to.deep.equal([{ kind: 'silent', from, to }]);
        await hear(many, 360);
        expect(await recorded()).to.deep.equal([{ kind: 'silent', from, to }]);
      });

  it('records none while the door through which fewer devices speak is silent', async () => {
    await hear({ api: 70, gateway: 30 }, 300);
    await hear({ api: 70, gateway: 0 }, 600);
    expect(await recorded()).to.deep.equal([]);
  });

  it('records none while a handful of devices go from one door to the other', async () => {
    fixture.up.set(0, 3);
    await hear({ api: 3, gateway: 0 }, 300);
    await hear({ api: 0, gateway: 3 }, 600);
    expect(await recorded()).to.deep.equal([]);
  });

  it('ends the period when as many devices speak through the other door', async () => {
    await hear({ api: 90, gateway: 10 }, 300);
    const from = service.clock.now();
    await hear({ api: 0, gateway: 10 }, 300);
    await hear({ api: 0, gateway: 100 }, 300);
    const [period, ...others] = await recorded();
    expect(period).to.include({ kind: 'silent' });
    expect(period?.from).to.deep.equal(from);
    expect(period?.to.getTime()).to.be.within(from.getTime() + 300_000, from.getTime() + 600_000);
    expect(others).to.deep.equal([]);
    const again = service.clock.now();
    await hear({ api: 10, gateway: 0 }, 300);
    expect((await recorded()).slice(1))
      .to.have.lengthOf(1)
      .and.to.have.nested.property('0.from')
      .eql(again);
  });

  it('listens to the other door when nothing is hidden any more', async () => {
    await hear({ api: 90, gateway: 10 }, 300);
    await hear({ api: 0, gateway: 10 }, 120);
    service.clock.advance(24 * HOUR_S);
    await hear({ api: 0, gateway: 10 }, 120);
    const [period] = await recorded();
    expect(period?.to.getTime()).to.be.below(service.clock.now().getTime());
  });
});
