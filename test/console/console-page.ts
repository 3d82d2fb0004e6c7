import { EventEmitter, once } from 'node:events';
import type { Locator, Page } from 'playwright-core';
import { PASSWORD } from '../browser/web-session.js';
import { eventually } from '../fixtures/eventually.js';
import { fill, press } from './keyboard.js';

/** Opens a screen of the console and signs in there. */
export async function signInAt(page: Page, path: string, email: string): Promise<void> {
  await page.goto(`/console${path}`);
  await fill(page.getByLabel('Email'), email);
  await fill(page.getByLabel('Password'), PASSWORD);
  await press(page.getByRole('button', { name: 'Sign in', exact: true }));
  await page.getByRole('navigation', { name: 'Screens' }).waitFor({ state: 'attached' });
}

/**
 * Ends the session of the browser just before an action of the user. Until then the page gets no answer to what it reads by
 * itself, which would open the dialog of the ended session first.
 */
export async function withEndedSession(page: Page, act: () => Promise<void>): Promise<void> {
  const done = new EventEmitter();
  let isDone = false;
  // It stays, because to remove it while requests arrive would answer some of them twice.
  await page.route('**/v1/**', async (route) => {
    if (!isDone) await once(done, 'done');
    await route.continue();
  });
  await page.context().clearCookies();
  await act();
  isDone = true;
  done.emit('done');
}

/**
 * Makes the page read its data again, as when the user comes back to its tab, until it shows what it has read: a page
 * does not read again what it has read within the last second.
 */
export async function readAgain(page: Page, isShown: () => Promise<boolean>): Promise<void> {
  await eventually('the page shows what it has read again', async () => {
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    return isShown();
  });
}

/** Presses the button of an action, and the button of the same name in the dialog that it opens. */
export async function confirmAction(page: Page, action: string): Promise<void> {
  await press(page.getByRole('button', { name: action, exact: true }));
  await press(page.getByRole('dialog').getByRole('button', { name: action, exact: true }));
}

/** Waits until a field is marked because the service refuses its value. */
export async function markedInvalid(field: Locator): Promise<void> {
  await eventually('the field is marked', async () => (await field.getAttribute('aria-invalid')) === 'true');
}

/** Opens some groups of the advanced settings of an SSID. */
export async function openGroups(page: Page, ...titles: readonly string[]): Promise<void> {
  for (const title of titles) {
    const group = page.getByRole('button', { name: title, exact: true });
    await group.waitFor();
    if ((await group.getAttribute('aria-expanded')) !== 'true') await press(group);
  }
}
