import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { browserService, type BrowserService } from '../browser/browser-service.js';
import type { TestDevice } from '../fixtures/records/device.js';
import { tomorrow } from '../fixtures/records/upgrade-fixture.js';
import { signInAt } from './console-page.js';

const HOUR_MS = 3_600_000;

describe('a device that has been down since an upgrade, in the console', () => {
  let service: BrowserService;
  let page: Page;
  let device: TestDevice;

  before(async () => {
    service = await browserService('console-down-device');
    const { api, network, org } = service.fixture;
    const heard = new Date(Date.now() - 50 * HOUR_MS);
    const state = { lastHeartbeatAt: heard, uptimeS: 273_600, loadPercent: 12 };
    device = await service.fixture.device({ network, name: 'Cellar', state });
    const later = { schedule_type: 'later', schedule_at: tomorrow(), time_zone: 'Etc/UTC' };
    await service.fixture.post({ aps: [`AP:${device._id}`], ...later });
    const upgrade = await service.fixture.pending(device);
    expect(upgrade?.version).to.equal('1.10.0');
    const message = 'no heartbeat came after the restart';
    await service.fixture.set(upgrade?._id ?? 0, { status: 'Failed', message });
    await api.deps.mongo.models.deviceEvents.create({
      _id: `${device._id}:1:went_down`,
      organisationId: org,
      deviceId: device._id,
      at: heard,
      kind: 'went_down',
      planned: true,
    });
    ({ page } = await service.open());
    await signInAt(page, `/devices/${device._id}`, service.email);
  });
  after(() => service.close());

  it('says at the top since when, and that and why the upgrade failed', async () => {
    await page.getByText(/^Down since .*, while firmware was being installed$/).waitFor();
    await page
      .getByText('Its last upgrade, to 1.10.0, failed: no heartbeat came after the restart')
      .waitFor();
  });

  it('shows what it reported last with its time', async () => {
    await page.getByText(/^3 d 4 h, reported \w+/).waitFor();
    await page.getByText(/^12 %, reported \w+/).waitFor();
  });

  it('shows the reason beside the failed upgrade', async () => {
    await page.goto(`/console/devices/${device._id}?tab=upgrades`);
    await page.getByRole('cell', { name: 'Failed: no heartbeat came after the restart' }).waitFor();
  });
});
