import { expect } from 'chai';
import { TrackedUpgrade, NEW } from '../fixtures/records/tracked-upgrade.js';
import { TestService } from '../fixtures/records/test-service.js';
import { DeafPeriodFixture } from './deaf-period-fixture.js';

const DOWN_AFTER_S = 180;
const INTERVAL_S = 60;
const SOAK_S = 300;
const STEP_S = 1800;
const WINDOW_S = 86_400;
const GRACE_S = DOWN_AFTER_S + 2 * INTERVAL_S;

/** Outages as multiples of DOWN_AFTER_S, in each of which the store is away as well or not. */
export type Outages = readonly { readonly factor: number; readonly isStoreAway: boolean }[];

export function describeJudgements(outages: Outages): void {
  let service: TestService;
  let fixture: DeafPeriodFixture;
  before(async () => {
    service = await TestService.open();
    fixture = new DeafPeriodFixture(service);
  });
  beforeEach(() => fixture.clear());
  after(() => service.close());

  const sweep = async (): Promise<void> => {
    await service.sweep();
  };
  const onNew = async (tracked: TrackedUpgrade): Promise<void> => {
    await tracked.heartbeat({ firmware_version: NEW });
  };
  /** The other devices are heard, and the worker sweeps. */
  const goOn = async (seconds: number): Promise<void> => {
    await fixture.heard(seconds);
    await sweep();
  };

  for (const { factor, isStoreAway } of outages)
    describe(`after ${factor} times DOWN_AFTER_S without ${isStoreAway ? 'store' : 'API'}`, () => {
      const length = factor * DOWN_AFTER_S;
      const outage = (): Promise<void> => fixture.outage(length, { isStoreAway, each: sweep });

      // docs/reliability.md#deaf-periods-4
      it('does not fail a soak, by the first heartbeat after it', async () => {
        const tracked = await TrackedUpgrade.at(service, 'Verifying');
        await fixture.heard(12);
        await outage();
        await tracked.heartbeat({ firmware_version: NEW });
        await sweep();
        expect((await tracked.now()).status).to.equal('Verifying');
        await fixture.heard(SOAK_S + length, () => onNew(tracked));
        expect((await tracked.now()).status).to.equal('Success');
      });

      // docs/reliability.md#deaf-periods-5
      it('does not fail a soak, by a sweep before the device is heard', async () => {
        const tracked = await TrackedUpgrade.at(service, 'Verifying');
        await fixture.heard(SOAK_S - 20, () => onNew(tracked));
        await outage();
        await goOn(GRACE_S - 10);
        expect((await tracked.now()).status).to.equal('Verifying');
        await onNew(tracked);
        await fixture.heard(60, () => onNew(tracked));
        expect((await tracked.now()).status).to.equal('Success');
      });

      it('fails a device that died in the same minutes, when the grace is over', async () => {
        const soaking = await TrackedUpgrade.at(service, 'Verifying');
        await fixture.heard(30);
        await outage();
        await goOn(GRACE_S + SOAK_S + 30);
        expect(await soaking.now()).to.include({ status: 'Failed', cause: 'went_silent' });
      });

      if (factor !== (isStoreAway ? 3 : 1)) return;

      it('does not take a try from a download', async () => {
        const tracked = await TrackedUpgrade.at(service, 'Downloading');
        service.clock.advance(STEP_S - 60);
        await fixture.clear();
        await outage();
        await goOn(GRACE_S - 10);
        expect(await tracked.now()).to.include({ status: 'Downloading', attempts: 1 });
        await tracked.report('downloading', { progress: 40 });
        await goOn(20);
        expect(await tracked.now()).to.include({ status: 'Downloading', progress: 40 });
      });

      it('does not fail an installation', async () => {
        const tracked = await TrackedUpgrade.at(service, 'Installing');
        service.clock.advance(STEP_S - 60);
        await fixture.clear();
        await outage();
        await goOn(GRACE_S - 10);
        expect((await tracked.now()).status).to.equal('Installing');
        await tracked.heartbeat({ firmware_version: NEW });
        expect((await tracked.now()).status).to.equal('Verifying');
      });

      it('lengthens the window of an upgrade that waits for its device', async () => {
        const tracked = await TrackedUpgrade.at(service, 'Queued');
        service.clock.advance(WINDOW_S - 60);
        await fixture.clear();
        await outage();
        expect(await tracked.heartbeat()).to.include({ id: tracked.id });
      });
    });
}
