import { expect } from 'chai';
import type { Failpoint } from '../../../shared/platform/failpoints.js';
import { RealClock } from '../../fixtures/clock.js';
import { HeardDevice } from '../../fixtures/records/heard-device.js';
import { makeDevices, type TestDevice } from '../../fixtures/records/device.js';
import { makeNetwork } from '../../fixtures/records/organisation.js';
import { RolloutRunFixture } from '../../rollouts/rollout-run-fixture.js';
import { Receiver } from '../../webhooks/receiver.js';
import { readKillPoints } from './kill-points.js';
import { KILLED_SETTINGS } from './killed-service.js';
import { RolloutKillsFixture } from './rollout-kills-fixture.js';
import type { ExpectedRollout } from './rollout-kills-checks.js';

/** `npm run test:kills` sets it. */
const IS_WHOLE = process.env['AIRFLEET_TEST_KILLS'] === 'all';
const DEVICES = IS_WHOLE ? 3000 : 100;
const JOINERS = IS_WHOLE ? 60 : 20;
const OTHER_DEVICES = 40;
const WORKERS = IS_WHOLE ? 3 : 2;
/** Fewer than the devices of the first stage. */
const SLOTS = IS_WHOLE ? 200 : 25;

describe('rollouts whose APIs and workers are killed', function () {
  this.timeout(1_800_000);
  let fixture: RolloutRunFixture;
  let receiver: Receiver;
  let kills: RolloutKillsFixture;
  let heard: HeardDevice;
  before(async () => {
    const settings = { ...KILLED_SETTINGS, UPGRADE_SOAK_S: '1' };
    fixture = await RolloutRunFixture.open(settings, new RealClock());
    heard = await HeardDevice.open(fixture.service);
    receiver = await Receiver.open();
    kills = new RolloutKillsFixture(fixture, receiver, new Set(await wanted()), WORKERS, SLOTS);
  });
  async function wanted(): Promise<Failpoint[]> {
    const points = (await readKillPoints('Kill points')).filter(({ isSampled }) => IS_WHOLE || isSampled);
    return points.map(({ failpoint }) => failpoint);
  }

  after(async () => {
    await kills.close();
    await heard.close();
    await receiver.close();
    await fixture.close();
  });

  // docs/reliability.md#rollout-processes-killed
  it(`upgrade each of ${DEVICES} devices once, start each stage once, and count and report each upgrade once`, async () => {
    const make = (count: number, network = fixture.organisation.network): Promise<TestDevice[]> =>
      makeDevices(fixture.service.deps, fixture.organisation.org, count, () => kills.deviceIn(network));
    await kills.subscribe();
    const id = await kills.upgradeAll(await make(DEVICES), () => make(JOINERS));
    const all = DEVICES + JOINERS;
    const expected: ExpectedRollout[] = [{ id, stages: 2, counts: { devices: all, success: all } }];
    if (IS_WHOLE) {
      const other = await makeNetwork(fixture.service.deps, fixture.organisation.org);
      const { source, rollback } = await kills.rollBackOne(await make(OTHER_DEVICES, other), other);
      await kills.cancel(source);
      const counts = { devices: OTHER_DEVICES, success: 1, failed: 1, cancelled: OTHER_DEVICES - 2 };
      expected.push({ id: source, stages: 1, counts });
      expected.push({ id: rollback, stages: 1, counts: { devices: 1, success: 1 } });
    }
    await kills.expectOnce(expected);
    expect([...new Set(kills.killedAt)]).to.have.members(await wanted());
  });
});
