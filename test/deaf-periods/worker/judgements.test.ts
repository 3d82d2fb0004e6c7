import { expect } from 'chai';
import { TrackedUpgrade } from '../../fixtures/records/tracked-upgrade.js';
import { TestService } from '../../fixtures/records/test-service.js';
import { DeafPeriodFixture } from '../deaf-period-fixture.js';
import { describeJudgements } from '../judgements.js';

const SOAK_S = 300;
const STEP_S = 1800;

describe('the judgement of a silent device', () => {
  describeJudgements([{ factor: 1, isStoreAway: false }]);

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
  const goOn = async (seconds: number): Promise<void> => {
    await fixture.heard(seconds);
    await sweep();
  };

  // docs/reliability.md#deaf-periods-6
  it('waits while nothing is heard and it is not known yet whether the service is deaf', async () => {
    const tracked = await TrackedUpgrade.at(service, 'Downloading');
    service.clock.advance(STEP_S - 20);
    await fixture.clear();
    await fixture.outage(10);
    expect(await fixture.periods()).to.deep.equal([]);
    await sweep();
    expect((await tracked.now()).status).to.equal('Downloading');
    await fixture.heard(5);
    await sweep();
    expect((await tracked.now()).status).to.equal('Queued');
  });

  it('fails a device that is silent while others are heard', async () => {
    const tracked = await TrackedUpgrade.at(service, 'Verifying');
    await goOn(SOAK_S + 10);
    expect(await tracked.now()).to.include({ status: 'Failed', cause: 'went_silent' });
  });

  it('does not read an upgrade that waits more than once in a sweep, and closes those behind it', async () => {
    const waiting = await TrackedUpgrade.at(service, 'Downloading');
    service.clock.advance(STEP_S - 60);
    await fixture.clear();
    await fixture.outage(600);
    const queued = await TrackedUpgrade.at(service, 'Queued');
    await queued.fixture.set(queued.id, { deadlineAt: service.clock.now() });
    let reads = 0;
    service.failpoint = (step) => {
      if (step === 'overdue-read') reads += 1;
      return undefined;
    };
    await goOn(10);
    service.failpoint = () => undefined;
    expect(reads).to.equal(1);
    expect((await waiting.now()).status).to.equal('Downloading');
  });
});
