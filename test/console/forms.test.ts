import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { browserService, type BrowserService } from '../browser/browser-service.js';
import { makeUserWithPassword, PASSWORD } from '../browser/web-session.js';
import { eventually } from '../fixtures/eventually.js';
import { makeNetwork } from '../fixtures/records/organisation.js';
import { markedInvalid, readAgain, signInAt, withEndedSession } from './console-page.js';
import { check, choose, fill, press, reach } from './keyboard.js';

const DAY_MS = 86_400_000;

describe('forms of the console', () => {
  let service: BrowserService;
  let page: Page;

  before(async () => {
    service = await browserService('console-forms');
    ({ page } = await service.open());
    await signInAt(page, '', service.email);
  });
  after(() => service.close());

  const endedSession = () => page.getByRole('dialog', { name: 'Your session has ended' });
  const networkOf = (id: number) => service.api.deps.mongo.models.networks.findById(id).lean().orFail();

  async function openSettings(): Promise<number> {
    const { _id: id } = await makeNetwork(service.api.deps, service.fixture.org);
    await page.goto(`/console/networks/${id}?tab=settings`);
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    return id;
  }

  it('show a list that was first asked for after the session had ended, once the user has signed in', async () => {
    await page.goto('/console/settings');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await withEndedSession(page, () => press(page.getByRole('link', { name: 'Networks' })));
    await fill(endedSession().getByLabel('Password'), 'wrong');
    await press(endedSession().getByRole('button', { name: 'Sign in', exact: true }));
    await endedSession().getByText('The email or the password is wrong').waitFor();
    await fill(endedSession().getByLabel('Password'), PASSWORD);
    await press(endedSession().getByRole('button', { name: 'Sign in', exact: true }));
    await page.getByRole('link', { name: service.fixture.network.networkName }).waitFor();
    expect(await endedSession().count()).to.equal(0);
  });

  it('of one user are not sent when another user signs in', async () => {
    const { user: other } = await makeUserWithPassword(service.api, service.fixture.org);
    await page.goto('/console/rollouts/new');
    await fill(page.getByLabel('Name'), 'Of the first user');
    await choose(page, 'Targets', 'All devices');
    await page.keyboard.press('Escape');
    await withEndedSession(page, () =>
      press(page.getByRole('button', { name: 'Save as draft', exact: true })),
    );
    await fill(endedSession().getByLabel('Email'), other.email);
    await fill(endedSession().getByLabel('Password'), PASSWORD);
    await press(endedSession().getByRole('button', { name: 'Sign in and send again', exact: true }));
    await page.getByRole('link', { name: `Settings of ${other.email}` }).waitFor();
    await page.waitForFunction(`document.querySelector('input:not([type])')?.value !== 'Of the first user'`);
    const { rollouts } = service.api.deps.mongo.models;
    expect(await rollouts.countDocuments({ organisationId: service.fixture.org })).to.equal(0);
    await page.context().clearCookies();
    await signInAt(page, '', service.email);
  });

  it('create a token, asking again for a wrong password, show it once, and revoke it', async () => {
    await page.goto('/console/tokens');
    await press(page.getByRole('button', { name: 'Create token', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Create access token' });
    await fill(dialog.getByLabel('Name'), 'CI');
    await fill(dialog.getByLabel('Your password'), 'wrong');
    await page.keyboard.press('Enter');
    await dialog.getByText('The password is wrong').waitFor();
    expect(await endedSession().count()).to.equal(0);
    await fill(dialog.getByLabel('Your password'), PASSWORD);
    await page.keyboard.press('Enter');
    const created = page.getByRole('dialog', { name: 'Your access token' });
    const [token = ''] = /[\w-]{20,}/.exec(await created.innerText()) ?? [];
    const statusOf = async () => (await service.api.call('GET', '/v1/me', { token })).status;
    expect(await statusOf()).to.equal(200);
    await press(created.getByRole('button', { name: 'Done', exact: true }));
    await page.getByRole('row', { name: 'CI' }).getByText(token.slice(0, 8), { exact: true }).waitFor();
    expect(await page.getByText(token).count()).to.equal(0);
    await press(page.getByRole('button', { name: 'Revoke CI', exact: true }));
    await press(page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }));
    await page.getByRole('button', { name: 'Revoke CI', exact: true }).waitFor({ state: 'detached' });
    expect(await statusOf()).to.equal(401);
  });

  it('are not sent by the buttons that add and remove a maintenance window', async () => {
    const id = await openSettings();
    const { revision: revisionBefore = 0 } = await networkOf(id);
    await check(page.getByRole('checkbox', { name: /^Own maintenance windows/ }));
    for (let number = 1; number <= 2; number++)
      await press(page.getByRole('button', { name: 'Add a window', exact: true }));
    await press(page.getByRole('button', { name: 'Remove window 2', exact: true }));
    await page.getByLabel('Window 2 from').waitFor({ state: 'detached' });
    await fill(page.getByLabel('Window 1 from'), '01:30');
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByText('Saved', { exact: true }).waitFor();
    const { windows, revision = 0 } = await networkOf(id);
    expect(windows?.map(({ from, to }) => `${from} ${to}`)).to.deep.equal(['01:30 05:00']);
    expect(revision).to.equal(revisionBefore + 1);
  });

  it('do not overwrite what another user saved meanwhile: they say what changed and ask', async () => {
    const id = await openSettings();
    await fill(page.getByLabel('Name'), 'Mine');
    const change = (body: object) => service.fixture.call('PATCH', `/v1/networks/${id}`, { body });
    await change({ network_name: 'Theirs', time_zone: 'Europe/Paris' });
    // The page has read the new revision, and still must not send it for a form that the old one filled.
    await readAgain(page, () => page.getByRole('heading', { level: 1, name: 'Theirs' }).isVisible());
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByText('Name: now Theirs').waitFor();
    await page.getByText('Time zone: now Europe/Paris').waitFor();
    expect((await networkOf(id)).networkName).to.equal('Theirs');

    await press(page.getByRole('button', { name: 'Keep my values', exact: true }));
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await networkOf(id)).networkName).to.equal('Mine');

    await change({ network_name: 'Theirs again' });
    await fill(page.getByLabel('Name'), 'Mine again');
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await press(page.getByRole('button', { name: 'Discard my values', exact: true }));
    expect(await page.getByLabel('Name').inputValue()).to.equal('Theirs again');
  });

  it('keep their values while the service is away, below what the page last read, and send them when it is back', async () => {
    const id = await openSettings();
    await fill(page.getByLabel('Name'), 'Kept');
    await page.route('**/v1/**', (route) => route.abort('connectionrefused'));
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByText('The service cannot be reached').first().waitFor();
    await readAgain(page, () => page.getByRole('button', { name: 'Retry', exact: true }).isVisible());
    expect(await page.getByLabel('Name').inputValue()).to.equal('Kept');
    await page.unroute('**/v1/**');
    await press(page.getByRole('button', { name: 'Retry', exact: true }));
    await page.getByRole('button', { name: 'Retry', exact: true }).waitFor({ state: 'detached' });
    await press(page.getByRole('button', { name: 'Save', exact: true }));
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.getByText('The service cannot be reached').waitFor({ state: 'detached' });
    expect((await networkOf(id)).networkName).to.equal('Kept');
  });

  it('stay when a dialog cannot be loaded, and the dialog of an ended session is loaded before', async () => {
    const id = await openSettings();
    await fill(page.getByLabel('Name'), 'Still there');
    await page.route('**/console/assets/**', (route) => route.abort('connectionrefused'));
    await page.keyboard.press('Control+k');
    await page.getByText('This part of the page could not be loaded').waitFor();
    await withEndedSession(page, () => press(page.getByRole('button', { name: 'Save', exact: true })));
    await fill(endedSession().getByLabel('Password'), PASSWORD);
    await press(endedSession().getByRole('button', { name: 'Sign in and send again', exact: true }));
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await networkOf(id)).networkName).to.equal('Still there');
    await page.unroute('**/console/assets/**');
  });

  it('keep the start of a draft in another time zone', async () => {
    const start = `${new Date(Date.now() + DAY_MS).toISOString().slice(0, 11)}20:15:00Z`;
    const body = { name: 'Tokyo', targets: ['all'], time_zone: 'Asia/Tokyo', start_at: start };
    const created = await service.fixture.call('POST', '/v1/rollouts', { body });
    const { id } = (created.body as { data: { rollout: { id: number } } }).data.rollout;
    await page.goto(`/console/rollouts/${id}/edit`);
    await fill(page.getByLabel('Name'), 'Tokyo, renamed');
    expect(await page.getByLabel('Start', { exact: true }).inputValue()).to.match(/ 05:15$/);
    await press(page.getByRole('button', { name: 'Save as draft', exact: true }));
    await page.getByRole('heading', { name: 'Tokyo, renamed' }).waitFor();
    const shown = await service.fixture.call('GET', `/v1/rollouts/${id}`);
    expect(shown.body).to.have.nested.property('data.rollout.start_at', start);
  });

  it('are refused at the field whose number cannot be read', async () => {
    const body = { name: 'Slow', targets: ['all'], rate: { per_minute: 1000 } };
    const created = await service.fixture.call('POST', '/v1/rollouts', { body });
    const { id } = (created.body as { data: { rollout: { id: number } } }).data.rollout;
    await page.goto(`/console/rollouts/${id}/edit`);
    const rate = page.getByLabel('New upgrades per minute');
    await fill(rate, '1,000');
    await press(page.getByRole('button', { name: 'Save as draft', exact: true }));
    await markedInvalid(rate);
    await page
      .getByText(/must be a number/)
      .first()
      .waitFor();
    await fill(rate, ' 2000 ');
    await press(page.getByRole('button', { name: 'Save as draft', exact: true }));
    await page.getByRole('heading', { name: 'Slow', exact: true }).waitFor();
    const shown = await service.fixture.call('GET', `/v1/rollouts/${id}`);
    expect(shown.body).to.have.nested.property('data.rollout.rate.per_minute', 2000);
  });

  it('filter a list while the user types, and keep the focus', async () => {
    await page.goto('/console/devices');
    const search = page.getByLabel('Search', { exact: true });
    await reach(search);
    for (const [letter, text] of [
      ['x', 'x'],
      ['y', 'xy'],
    ] as const) {
      await page.keyboard.type(letter);
      await eventually('the filter in the URL', () => page.url().endsWith(`?search=${text}`));
    }
    expect(await search.inputValue()).to.equal('xy');
    await page.goBack();
    await eventually('the filter before', async () => (await search.inputValue()) === 'x');
  });

  it('change the own password, after a sign-in when the last one is long ago', async () => {
    const { user } = await makeUserWithPassword(service.api, service.fixture.org);
    const { page: own } = await service.open();
    await signInAt(own, '/settings', user.email);
    const { accessTokens, users } = service.api.deps.mongo.models;
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await accessTokens.updateMany({ userId: user._id }, { $set: { createdAt: anHourAgo } });
    await service.api.deps.accessEpoch.change();

    await press(own.getByRole('button', { name: 'Change password', exact: true }));
    const dialog = own.getByRole('dialog', { name: 'Change password' });
    await fill(dialog.getByLabel('New password'), 'qwertyuiop');
    await press(dialog.getByRole('button', { name: 'Change', exact: true }));
    const ended = own.getByRole('dialog', { name: 'Your session has ended' });
    await fill(ended.getByLabel('Password'), PASSWORD);
    await press(ended.getByRole('button', { name: 'Sign in and send again', exact: true }));
    await dialog.getByText('is among the most common passwords', { exact: true }).waitFor();
    await fill(dialog.getByLabel('New password'), 'three cold lighthouses');
    await press(dialog.getByRole('button', { name: 'Change', exact: true }));
    await dialog.waitFor({ state: 'detached' });
    expect((await users.findById(user._id).lean())?.passwordHash).not.to.equal(user.passwordHash);
  });

  it('end the session of another browser', async () => {
    const { user } = await makeUserWithPassword(service.api, service.fixture.org);
    const { page: other } = await service.open();
    await signInAt(other, '/settings', user.email);
    const { page: own } = await service.open();
    await signInAt(own, '/settings', user.email);
    await own.getByText('This one', { exact: true }).waitFor();
    await press(own.getByRole('button', { name: 'End', exact: true }));
    const dialog = own.getByRole('dialog', { name: /^End the session in Chrome on/ });
    await press(dialog.getByRole('button', { name: 'End session', exact: true }));
    await dialog.waitFor({ state: 'detached' });
    await own.getByRole('button', { name: 'End', exact: true }).waitFor({ state: 'detached' });
    await other.reload();
    await other.getByRole('heading', { level: 1, name: 'Sign in to airfleet' }).waitFor();
  });
});
