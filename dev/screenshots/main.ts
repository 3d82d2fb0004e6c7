import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type BrowserContextOptions } from 'playwright-core';
import { Closing } from '../../shared/platform/observability/closing.js';
import { createLogger } from '../../shared/platform/observability/logger.js';
import { findChromium } from '../checks/chromium.js';
import { DEMO_PASSWORD, SUPER_ADMIN_EMAIL } from '../demo/demo-organisations.js';
import { unusedPort } from '../demo/ports.js';
import { runDemo } from '../demo/run-demo.js';
import { Screen } from '../demo/screen.js';

/**
 * `npm run screenshots`: starts a new demo, waits until a gate has paused its rollout, and makes screenshots of the
 * console in docs/screenshots. `npm run screenshots -- --only NAME` makes those whose name contains NAME.
 */
const DIST = fileURLToPath(new URL('../../', import.meta.url));
const FOLDER = resolve(DIST, '../docs/screenshots');
const DATA = resolve(DIST, '../.airfleet/screenshots-demo');
const SETTLED_MS = 500;
const TIMEOUT_MS = 240_000;

/** With the heading at the top of the picture, where it is not the first one. */
const SCREENS: readonly (readonly [name: string, path: string, heading?: string])[] = [
  ['overview', '/'],
  ['sites', '/', 'Sites'],
  ['devices', '/devices'],
  ['device', '/devices/6'],
  ['network', '/networks/1'],
  ['ssid', '/networks/1/ssids/2'],
  ['rollouts', '/rollouts'],
  ['rollout', '/rollouts/1'],
  ['rollout-history', '/rollouts/1/history'],
  ['rollout-new', '/rollouts/new'],
  ['firmware', '/firmware'],
  ['users', '/users'],
  ['audit', '/audit'],
  ['alerts', '/alerts'],
  ['settings', '/settings'],
  ['single-sign-on', '/settings/single-sign-on'],
];

const WIDE = { width: 1440, height: 900 };
/** What a window of 1,280 pixels shows at 400 % zoom. */
const ZOOMED = { width: 320, height: 640 };
const VARIANTS: readonly (readonly [suffix: string, options: BrowserContextOptions, screens: RegExp])[] = [
  ['', { viewport: WIDE, colorScheme: 'light' }, /./],
  ['-dark', { viewport: WIDE, colorScheme: 'dark' }, /^(overview|sites|device|rollout|ssid)$/],
  ['-zoomed', { viewport: ZOOMED }, /^(rollout|ssid)$/],
  ['-forced-colours', { viewport: WIDE, forcedColors: 'active' }, /^rollout$/],
];

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const closing = new Closing();
const stopping = new AbortController();
try {
  await rm(DATA, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const [port, workerPort] = [await unusedPort('127.0.0.1'), await unusedPort('127.0.0.1')];
  const env = { ...process.env, PORT: String(port), WORKER_PORT: String(workerPort) };
  const fail = (error: Error): void => {
    throw error;
  };
  const place = { dist: DIST, dataDir: DATA, env, watch: false };
  await runDemo(place, new Screen(), closing, stopping.signal, fail);
  const executablePath = await findChromium();
  if (executablePath === undefined) throw new Error('The screenshots need chromium on the PATH');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  closing.add('browser', () => browser.close());
  for (const variant of VARIANTS) await show(browser, `http://127.0.0.1:${port}`, variant);
} finally {
  stopping.abort();
  await closing.run(createLogger('error', 'screenshots'));
}
process.exit();

/** Signs in, waits for the paused rollout, and makes the screenshots of one variant. */
async function show(
  browser: Browser,
  url: string,
  [suffix, options, shown]: (typeof VARIANTS)[number],
): Promise<void> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    ...options,
    baseURL: url,
  });
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  await page.goto('/console/rollouts/1');
  await page.getByLabel('Email').fill(SUPER_ADMIN_EMAIL);
  await page.getByLabel('Password').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('has paused this rollout').first().waitFor();
  for (const [name, path, heading] of SCREENS) {
    if (!shown.test(name) || !`${name}${suffix}`.includes(values.only)) continue;
    await page.goto(`/console${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    if (heading !== undefined)
      await page
        .getByRole('heading', { name: heading, exact: true })
        .evaluate((element: { scrollIntoView(): void }) => {
          element.scrollIntoView();
        });
    await page.waitForTimeout(SETTLED_MS);
    await page.screenshot({ path: join(FOLDER, `${name}${suffix}.png`), animations: 'disabled' });
    process.stdout.write(`${name}${suffix}.png\n`);
  }
  await context.close();
}
