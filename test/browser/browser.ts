import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { findChromium } from '../../dev/checks/chromium.js';

const PATIENCE_MS = 20_000;
const SCREENSHOTS = join('.airfleet', 'screenshots');
/** As few processes, and as little talk with the fixture, as a test needs. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts this machine's chromium without a window. @throws when there is none, with what to do about it */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await findChromium();
  if (executablePath === undefined) {
    throw new Error('The browser tests need chromium, on the PATH or fetched by npm test');
  }
  return chromium.launch({ executablePath, args: ARGUMENTS });
}

/** What a page did that none of our pages may do. */
export interface Misdeeds {
  /** Breaches of the Content-Security-Policy. */
  readonly violations: string[];
  /** Requests to anywhere else. */
  readonly foreign: string[];
  /** alert, confirm, prompt. */
  readonly dialogs: string[];
  /** Errors that no script caught. */
  readonly errors: string[];
}

export interface WatchedPage {
  readonly page: Page;
  readonly misdeeds: Misdeeds;
}

/** A page in a profile of its own, watched from its first request on. */
export async function openPage(
  browser: Browser,
  ownUrl: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width: 1360, height: 860 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    ...options,
    baseURL: ownUrl,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const misdeeds: Misdeeds = { violations: [], foreign: [], dialogs: [], errors: [] };
  await context.exposeFunction('tellViolation', (text: string) => misdeeds.violations.push(text));
  await context.addInitScript(
    `document.addEventListener('securitypolicyviolation', (event) =>
       tellViolation(event.effectiveDirective + ' ' + event.blockedURI + ' ' + event.sample));`,
  );
  const page = await context.newPage();
  page.on('request', (request) => {
    if (!request.url().startsWith(`${ownUrl}/`) && !request.url().startsWith('data:'))
      misdeeds.foreign.push(request.url());
  });
  page.on('dialog', (dialog) => {
    misdeeds.dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => misdeeds.errors.push(error.message));
  return { page, misdeeds };
}

/** Keeps what the page looks like where a person can look at it: .airfleet/screenshots, which git ignores. */
export async function screenshot(page: Page, name: string): Promise<void> {
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), animations: 'disabled' });
}
