import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Behaviour, DeviceSpec } from '../../dev/simulator/device-spec.js';
import { simulate, type Simulation } from '../../dev/simulator/simulate.js';
import { browserService, type BrowserService } from '../browser/browser-service.js';
import type { Misdeeds } from '../browser/browser.js';
import { PASSWORD } from '../browser/web-session.js';
import { makeDevices, makePart, type TestDevice } from '../fixtures/records/device.js';
import { makeRelease } from '../fixtures/records/firmware.js';
import { signInAt, withEndedSession } from './console-page.js';
import { choose, fill, press } from './keyboard.js';

function specOf({ macId, deviceKey, firmwareVersion }: TestDevice, behaviour: Behaviour): DeviceSpec {
  return { macId, deviceKey, firmwareVersion, behaviour, ports: 0 };
}

describe('rollouts in the console', () => {
  let service: BrowserService;
  let page: Page;
  let misdeeds: Misdeeds;
  let simulation: Simulation | undefined;
  let badPart: string;

  before(async () => {
    service = await browserService('console-rollout');
    const { api, org, part } = service.fixture;
    const bad = await makePart(api.deps);
    badPart = bad._id;
    await makeRelease(api.deps, org, '1.11.0', [part._id, bad._id]);
    const tag = await service.tag('lobby');
    const good = await makeDevices(api.deps, org, 4, (index) => ({
      part,
      tags: [tag],
      name: `Lobby ${index}`,
    }));
    const failing = await makeDevices(api.deps, org, 1, () => ({ part: bad, tags: [tag], name: 'Garden' }));
    const specs = [
      ...good.map((device) => specOf(device, { kind: 'normal' })),
      ...failing.map((device) => specOf(device, { kind: 'failsInstall' })),
    ];
    simulation = simulate(specs, { url: api.url, speed: 4, seed: 5, connections: 4 });
    ({ page, misdeeds } = await service.open());
  });
  after(async () => {
    await simulation?.stop();
    await service.close();
  });

  it('are created, previewed and started, pause by the failure gate, and complete without the part', async () => {
    await signInAt(page, '/rollouts', service.email);
    await press(page.getByRole('button', { name: 'Create rollout', exact: true }));
    await fill(page.getByLabel('Name'), 'Lobby upgrade');
    await choose(page, 'Targets', 'lobby');
    await page.keyboard.press('Escape');
    for (const stage of [4, 3, 2])
      await press(page.getByRole('button', { name: `Remove stage ${stage}`, exact: true }));
    await press(page.getByRole('button', { name: 'Add a stage', exact: true }));
    for (const soak of await page.getByLabel('Soak, in minutes').all()) await fill(soak, '0');
    await fill(page.getByLabel('Failure gate: judge after this many upgrades have finished'), '1');
    await press(page.getByRole('button', { name: 'Preview', exact: true }));

    await page.getByRole('heading', { name: '5 devices will be upgraded' }).waitFor();
    await page.getByText('No targeted device is skipped.').waitFor();
    await press(page.getByRole('button', { name: 'Start', exact: true }));
    await page.getByRole('dialog').getByText('5 devices will be upgraded to 1.11.0.').waitFor();
    await press(page.getByRole('dialog').getByRole('button', { name: 'Start', exact: true }));

    await page.getByText('The failure gate has paused this rollout').waitFor();
    await press(page.getByRole('button', { name: 'Exclude a part and resume', exact: true }));
    const dialog = page.getByRole('dialog');
    await dialog.getByText(badPart).first().waitFor();
    await press(dialog.getByRole('button', { name: 'Exclude and resume', exact: true }));
    await page.getByText('Completed', { exact: true }).waitFor();
    await page.getByText('Success 4').waitFor();
    await page.getByText('Failed 1').waitFor();
    expect(misdeeds).to.deep.equal({ violations: [], foreign: [], dialogs: [], errors: [] });
  });

  it('keep the form of a user whose session ends, and are created once the user has signed in again', async () => {
    await page.goto('/console/rollouts/new');
    await fill(page.getByLabel('Name'), 'Kept');
    await choose(page, 'Targets', 'All devices');
    await page.keyboard.press('Escape');
    await withEndedSession(page, () =>
      press(page.getByRole('button', { name: 'Save as draft', exact: true })),
    );
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await fill(dialog.getByLabel('Password'), PASSWORD);
    expect(await page.getByLabel('Name').first().inputValue()).to.equal('Kept');
    await press(dialog.getByRole('button', { name: 'Sign in and send again', exact: true }));
    await page.getByRole('heading', { name: 'Kept' }).waitFor();
    await page.getByText('Draft', { exact: true }).waitFor();
    expect(misdeeds.errors).to.deep.equal([]);
  });
});
