import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { loadAxe, violationsOf } from '../browser/axe.js';
import { browserService, type BrowserService } from '../browser/browser-service.js';
import { makeRelease } from '../fixtures/records/firmware.js';
import { signInAt } from './console-page.js';
import { choose } from './keyboard.js';

const PART = 'AP-210';

describe('the history of a rollout in the console', () => {
  let service: BrowserService;
  let page: Page;
  let id: number;

  before(async () => {
    service = await browserService('console-rollout-history');
    const { api, org, part } = service.fixture;
    const { deps } = api;
    await makeRelease(deps, org, '6.0.0', [part._id], { isReleased: true });
    const body = { name: 'With two sick devices', version: '6.0.0', targets: ['all'] };
    const created = await service.fixture.call('POST', '/v1/rollouts', { body });
    id = (created.body as { data: { rollout: { id: number } } }).data.rollout.id;
    const rollout = { _id: id, organisationId: org };
    const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 5, 12, minute));
    const none = { failed: 0, skipped: 0, cancelled: 0, expired: 0, left: 0 };
    for (const [minute, success, sick] of [
      [0, 0, 0],
      [10, 30, 0],
      [20, 60, 2],
    ] as const)
      await deps.stores.rolloutSeries.addCounts(rollout, {
        at: at(minute),
        ...none,
        success,
        waiting: 80 - success,
        in_flight: 0,
        sick: { success: sick, inFlight: 0 },
      });
    for (const [minute, sick] of [
      [10, 0],
      [20, 2],
    ] as const) {
      const compared = { treated: { devices: 40, sick }, control: { devices: 20, sick: 0 } };
      const radio = { treated: { devices: 40, sick: 0 }, control: { devices: 20, sick: 2 } };
      await deps.stores.rolloutSeries.addLook(rollout, {
        part: PART,
        point: {
          at: at(minute),
          ...compared,
          tests: [
            { sign: 'down', ...compared },
            { sign: 'radio', ...radio },
          ],
        },
        sick: [
          { upgrade_id: 1, mac_id: '02:00:5E:10:00:01', sign: 'down' },
          { upgrade_id: 2, mac_id: '02:00:5E:10:00:02', sign: 'radio' },
        ],
      });
    }
    ({ page } = await service.open({ reducedMotion: 'reduce' }));
    await signInAt(page, `/rollouts/${id}/history`, service.email);
  });
  after(() => service.close());

  it('stacks the states of its devices, without those that never occurred', async () => {
    const chart = page.getByRole('application', { name: 'Devices of the rollout by state over time' });
    await chart.waitFor();
    for (const state of ['Success', 'Sick', 'Waiting'])
      await page.getByText(state, { exact: true }).first().waitFor();
    expect(await page.getByText('Skipped', { exact: true }).count()).to.equal(0);
    await loadAxe(page);
    expect(await violationsOf(page)).to.deep.equal([]);
  });

  it('compares upgraded devices with the others, by sign', async () => {
    await page.getByRole('heading', { name: `Sick devices of ${PART}` }).waitFor();
    const chart = page.getByRole('application', {
      name: `Share of sick devices of ${PART} over time: Upgraded devices`,
    });
    await page.getByText('02:00:5E:10:00:01 is down').waitFor();
    // 2 of 40 upgraded devices.
    await chart.getByText('5 %', { exact: true }).waitFor();
    expect(await chart.getByText('10 %', { exact: true }).count()).to.equal(0);
    await choose(page, 'Sign', 'A radio down or crashing');
    // 2 of 20 others: both charts have the scale of the larger share.
    await chart.getByText('10 %', { exact: true }).waitFor();
  });
});
