import { expect } from 'chai';
import type { Failpoint } from '../../../shared/platform/failpoints.js';
import { RealClock } from '../../fixtures/clock.js';
import { TestService } from '../../fixtures/records/test-service.js';
import { ConfigurationKillsFixture } from './configuration-kills-fixture.js';
import { readKillPoints } from './kill-points.js';

/** `npm run test:kills` sets it. */
const IS_WHOLE = process.env['AIRFLEET_TEST_KILLS'] === 'all';

describe('configurations whose APIs and workers are killed', function () {
  this.timeout(1_800_000);
  let service: TestService;
  let kills: ConfigurationKillsFixture;
  before(async () => {
    service = await TestService.open({ DOWN_AFTER_S: '86400' }, new RealClock());
    kills = await ConfigurationKillsFixture.open(service, new Set(await wanted()));
  });
  after(async () => {
    await kills.close();
    await service.close();
  });

  async function wanted(): Promise<Failpoint[]> {
    const points = await readKillPoints('Kill points of configurations');
    return points.flatMap(({ failpoint, isSampled }) => (IS_WHOLE || isSampled ? [failpoint] : []));
  }

  // docs/reliability.md#configuration-processes-killed
  it('give no device a held edit, keep every claim, announce each hold once, and end in_sync', async () => {
    await kills.refuseByCanary();
    await kills.refuseAfterSilence();
    await kills.retry();
    await kills.expectInSync();
    await kills.expectAnnounced([
      'configuration.held',
      'configuration.lifted',
      'configuration.held',
      'configuration.lifted',
    ]);
    expect([...new Set(kills.killedAt)]).to.have.members(await wanted());
  });
});
