import { expect } from 'chai';
import type { Failpoint } from '../../../shared/platform/failpoints.js';
import { readKillPoints } from './kill-points.js';
import { UcentralKillsFixture } from './ucentral-kills-fixture.js';

/** `npm run test:kills` sets it. */
const IS_WHOLE = process.env['AIRFLEET_TEST_KILLS'] === 'all';

describe('devices that speak uCentral, whose gateway is killed', function () {
  this.timeout(1_800_000);
  let kills: UcentralKillsFixture;
  let wanted: readonly Failpoint[];
  before(async () => {
    const points = await readKillPoints('Kill points of uCentral devices');
    wanted = points.flatMap(({ failpoint, isSampled }) => (IS_WHOLE || isSampled ? [failpoint] : []));
    kills = await UcentralKillsFixture.open(new Set(wanted));
  });
  after(() => kills.close());

  // docs/reliability.md#gateways-killed
  it('get each command once, run the right version and configuration in the end, and hold no network', async () => {
    await kills.upgrade('session-begun', 1, 1);
    await kills.upgrade('heartbeats-read', 1, 1);
    await kills.upgrade('heartbeats-written', 1, 1);
    // Saved, and not sent: the device is not waited for after eleven minutes.
    await kills.upgrade('upgrade-step-saved', 1, 2);
    // The answer of the device is saved, and the service does not know it yet.
    await kills.upgrade('upgrade-step-saved', 2, 1);
    await kills.upgrade('command-sent', 1, 1);
    await kills.configure('configuration-step-saved', 1, 1);
    await kills.configure('configuration-step-saved', 2, 1);
    await kills.configure('command-sent', 1, 1);
    await kills.remove('device-forgotten');
    expect([...new Set(kills.killedAt)]).to.have.members(wanted);
  });
});
