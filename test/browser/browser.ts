import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { findChromium } from '../../dev/checks/chromium.js';
import { atEnd } from '../fixtures/at-end.js';
import { TIMEOUT_MS } from '../fixtures/eventually.js';

const SCREENSHOTS = join('.airfleet', 'screenshots');
/** Keep processes, background requests and the compilation of scripts that run for seconds to a minimum. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--js-flags=--no-opt --no-maglev',
];

let shared: Browser | undefined;

/**
 * The machine's chromium in headless mode, which the tests of a run share.
 * @throws an error with the remedy if there is none
 */
async function sharedBrowser(): Promise<Browser> {
  if (shared?.isConnected()) return shared;
  const browser = await launchBrowser();
  atEnd(() => browser.close());
  shared = browser;
  return browser;
}

async function launchBrowser(): Promise<Browser> {
  const executablePath = await findChromium();
  if (executablePath === undefined) {
    throw new Error('The browser tests need chromium, on the PATH or fetched by npm test');
  }
  return chromium.launch({ executablePath, args: ARGUMENTS });
}

/** What a page did that our pages must not do. */
export interface Misdeeds {
  /** Violations of the Content-Security-Policy. */
  readonly violations: string[];
  /** Requests to other origins. */
  readonly foreign: string[];
  /** Calls of alert, confirm or prompt. */
  readonly dialogs: string[];
  /** Uncaught errors. */
  readonly errors: string[];
}

export interface WatchedPage {
  readonly page: Page;
  readonly misdeeds: Misdeeds;
}

/** Opens a page in a new profile, which the test closes, and watches it from its first request. */
export async function openPage(ownUrl: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await (
    await sharedBrowser()
  ).newContext({
    viewport: { width: 1360, height: 860 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    ...options,
    baseURL: ownUrl,
  });
  context.setDefaultTimeout(TIMEOUT_MS);
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

/** Saves a screenshot in .airfleet/screenshots, which git ignores. */
export async function screenshot(page: Page, name: string): Promise<void> {
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), animations: 'disabled' });
}
