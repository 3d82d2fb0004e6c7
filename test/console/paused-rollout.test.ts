import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { loadAxe, violationsOf } from '../browser/axe.js';
import { browserService, type BrowserService } from '../browser/browser-service.js';
import { makeDevices } from '../fixtures/records/device.js';
import { makeRelease } from '../fixtures/records/firmware.js';
import { readAgain, signInAt } from './console-page.js';

const SICK = { upgrade_id: 7, mac_id: '02:00:5E:10:00:BD', sign: 'restarted' } as const;

describe('a rollout that sick devices have paused in the console', () => {
  let service: BrowserService;
  let page: Page;
  let id: number;
  let part: string;

  before(async () => {
    service = await browserService('console-paused-rollout');
    const { api, org, part: made } = service.fixture;
    part = made._id;
    await makeRelease(api.deps, org, '6.0.0', [part], { isReleased: true });
    const tag = await service.tag('wave-2');
    await makeDevices(api.deps, org, 4, () => ({ part: made, tags: [tag] }));
    const body = {
      name: 'With a sick canary',
      version: '6.0.0',
      targets: [`tag:${tag._id}`],
      stages: [{ canary_per_part: 1, soak_minutes: 90 }, { percent: 100 }],
    };
    const created = await service.fixture.call('POST', '/v1/rollouts', { body });
    expect(created.status, created.text).to.equal(201);
    id = (created.body as { data: { rollout: { id: number } } }).data.rollout.id;
    const ended = { Success: 3, Failed: 0, Skipped: 0, Cancelled: 0, Expired: 0 };
    const stateReason = {
      gate: 'failure_gate',
      stage: 1,
      part,
      counts: { finished: 1, failed: 1 },
      p: null,
      limit: 5,
      examples: [SICK],
      at: '2026-01-05T12:20:00Z',
    };
    await api.deps.mongo.models.rollouts.collection.updateOne(
      { _id: id as never },
      {
        $set: {
          state: 'Paused',
          startedAt: new Date(),
          stateReason,
          sick: { success: 1, inFlight: 0 },
          'stages.0.state': 'Soaking',
          'stages.0.startedAt': new Date(),
          'stages.0.bound': 3,
          'stages.0.ended': ended,
        },
      },
    );
    const compared = { treated: { devices: 3, sick: 1 }, control: { devices: 20, sick: 0 } };
    await api.deps.stores.rolloutSeries.addLook(
      { _id: id, organisationId: org },
      {
        part,
        point: { at: new Date(), ...compared, tests: [{ sign: 'restarted', ...compared }] },
        sick: [SICK],
      },
    );
    ({ page } = await service.open({ reducedMotion: 'reduce' }));
    await signInAt(page, `/rollouts/${id}`, service.email);
  });
  after(() => service.close());

  it('says in the banner, the bar and the table that one Success is sick', async () => {
    await page.getByText('1 of 1 device is sick, though its upgrade did not fail.').waitFor();
    await page.getByText('02:00:5E:10:00:BD has restarted repeatedly').waitFor();
    await page.getByText('Success and healthy 2').waitFor();
    await page.getByText('Success but sick 1').waitFor();
    const stage = page.getByRole('table', { name: 'Stages' }).getByRole('row').nth(1);
    await stage.getByText('3 (1 sick)', { exact: true }).waitFor();
    await stage.getByText('1 h 30 min', { exact: true }).waitFor();
    await loadAxe(page);
    expect(await violationsOf(page)).to.deep.equal([]);
  });

  it('leads with leaving out the part that the gate names, not with a resume', async () => {
    const names = ['Cancel rollout', 'Resume', 'Roll back', 'Exclude a part and resume'];
    const variants = await Promise.all(
      names.map(async (name) => {
        const button = page.getByRole('button', { name, exact: true });
        return (await button.getAttribute('class'))?.includes('variant-primary');
      }),
    );
    expect(variants).to.deep.equal([false, false, false, true]);
  });

  it('says after the resume what is left out, for how many devices, and that one is still sick', async () => {
    const { rollouts } = service.api.deps.mongo.models;
    await rollouts.collection.updateOne(
      { _id: id as never },
      {
        $set: { state: 'Running', stateReason: null, sick: null, 'settings.exclude': [`part:${part}`] },
        $inc: { revision: 1, seq: 1 },
      },
    );
    await readAgain(page, () =>
      page.getByText(`Devices of part ${part} were sick when it was left out`).isVisible(),
    );
    await page.getByText(`02:00:5E:10:00:BD has restarted repeatedly (part ${part})`).waitFor();
    const leftOut = page.getByRole('listitem').filter({ hasText: `part ${part}` });
    await leftOut.getByText('4 devices of the targets').waitFor();
    await page.goto(`/console/rollouts/${id}?tab=settings`);
    await page.getByRole('link', { name: 'tag wave-2', exact: true }).waitFor();
  });
});
