import type { Locator, Page } from 'playwright-core';
import { PASSWORD } from '../browser/web-session.js';
import { eventually } from '../fixtures/eventually.js';

/** Opens a screen of the console and signs in there. */
export async function signInAt(page: Page, path: string, email: string): Promise<void> {
  await page.goto(`/console${path}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Screens' }).waitFor({ state: 'attached' });
}

/** Opens one of the lists that Cloudscape shows for a select, and takes an option. */
export async function choose(
  page: Page,
  label: string,
  option: string | RegExp,
  within: Page | Locator = page,
): Promise<void> {
  await within.getByLabel(label).click();
  await page.getByRole('option', { name: option }).first().click();
}

/** Makes the page read its data again, as when the user comes back to its tab. */
export async function readAgain(page: Page): Promise<void> {
  await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
}

/** Presses the button of an action, and the button of the same name in the dialog that it opens. */
export async function confirmAction(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: action, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
}

/** Waits until a field is marked because the service refuses its value. */
export async function markedInvalid(field: Locator): Promise<void> {
  await eventually('the field is marked', async () => (await field.getAttribute('aria-invalid')) === 'true');
}
