import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { loadAxe, violationsOf } from '../browser/axe.js';
import { browserService, type BrowserService } from '../browser/browser-service.js';
import { eventually } from '../fixtures/eventually.js';
import { makeNetwork } from '../fixtures/records/organisation.js';
import { signInAt } from './console-page.js';
import { choose, fill, pick, press } from './keyboard.js';

describe('exclusions of a rollout in the console', () => {
  let service: BrowserService;
  let page: Page;

  before(async () => {
    service = await browserService('console-exclusions');
    ({ page } = await service.open({ reducedMotion: 'reduce' }));
    await signInAt(page, '', service.email);
  });
  after(() => service.close());

  it('are parts, networks, tags and devices, chosen by name', async () => {
    const { api, org, part } = service.fixture;
    const network = await makeNetwork(api.deps, org, { networkName: 'Warehouse' });
    const tag = await service.tag('night shift');
    const device = await service.fixture.device({ network, name: 'Gate AP' });
    await page.goto('/console/rollouts/new');
    await fill(page.getByLabel('Name'), 'Without the warehouse');
    await choose(page, 'Targets', 'All devices');
    await page.keyboard.press('Escape');
    await choose(page, 'Exclude', /Warehouse/);
    for (const name of [/night shift/, /Gate AP/, new RegExp(`${part._id} `)])
      await pick(page.getByRole('option', { name }).first());
    await page.keyboard.press('Escape');
    await loadAxe(page);
    expect(await violationsOf(page)).to.deep.equal([]);
    await press(page.getByRole('button', { name: 'Save as draft', exact: true }));
    await page.getByRole('heading', { level: 1, name: 'Without the warehouse' }).waitFor();
    const { rollouts } = api.deps.mongo.models;
    const { _id: id, settings } = await rollouts.findOne({ organisationId: org }).lean().orFail();
    expect(settings.exclude).to.have.members([
      `network:${network._id}`,
      `tag:${tag._id}`,
      `AP:${device._id}`,
      `part:${part._id}`,
    ]);
    await page.goto(`/console/rollouts/${id}/edit`);
    await page.getByRole('button', { name: 'Remove Warehouse', exact: true }).waitFor();
    await press(page.getByRole('button', { name: 'Remove night shift', exact: true }));
    await press(page.getByRole('button', { name: 'Save as draft', exact: true }));
    const left = [`network:${network._id}`, `AP:${device._id}`, `part:${part._id}`];
    await eventually('the tag is not excluded any more', async () => {
      const saved = await rollouts.findById(id).lean().orFail();
      return saved.settings.exclude.toSorted().join() === left.toSorted().join();
    });
  });
});
