import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { findChromium } from '../dev/checks/chromium.js';
import { ADMIN_EMAIL, DEMO_PASSWORD } from '../dev/demo/demo-organisations.js';
import { demoFiles, loadDemo, writeDemoFiles } from '../dev/demo/load-demo.js';
import {
  CASE_OPTION,
  isChosen,
  median,
  numberOption,
  type Benchmark,
  type BenchOptions,
} from './benchmark.js';
import { openEmptyDatabase } from './fleet/bench-database.js';
import { openBenchApi } from './load/bench-api.js';
import { observe } from '../dev/run-loop.js';

const CLI = fileURLToPath(new URL('../programs', import.meta.url));
/** A mobile line: the round trip in milliseconds, and bytes a second. */
const LINE = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const ROW = 'main tbody td:nth-child(2)';
const FIELD = 'main form input';

/** Each screen with the element that shows its data: a row, a number or a field. */
const SCREENS: readonly (readonly [path: string, shows: string])[] = [
  ['/', 'main a[href$="/devices"]'],
  ['/devices', ROW],
  ['/devices/6', 'main dd, main [class*=key-value]'],
  ['/networks', ROW],
  ['/networks/1', ROW],
  ['/networks/1/ssids/2', FIELD],
  ['/rollouts', 'main table'],
  ['/rollouts/new', FIELD],
  ['/firmware', ROW],
  ['/users', ROW],
  ['/tokens', ROW],
  ['/webhooks', 'main table'],
  ['/audit', ROW],
  ['/settings', 'main input'],
];

interface Visit {
  readonly requests: number;
  readonly bytes: number;
  readonly ms: number;
}

/** The console's screens on a slow line, in a browser without its files and in one that has them. */
export const screensBenchmark: Benchmark = {
  name: 'screens',
  summary:
    "the console's screens in chromium over 1.6 Mbit/s and 150 ms, cold and warm: requests, bytes, time to the first row",
  options: { ...CASE_OPTION, rounds: { type: 'string' } },
  small: ['--rounds=1', '--case=/devices'],
  async run(print, options) {
    const rounds = numberOption(options, 'rounds', 3);
    const folder = await mkdtemp(join(tmpdir(), 'airfleet-screens-'));
    const database = await openEmptyDatabase('screens');
    const files = demoFiles(folder);
    await writeDemoFiles(files, folder);
    await loadDemo(files, CLI, { ...process.env, MONGODB_URI: database.uri });
    const api = await openBenchApi(database.uri);
    await observe(api.running.deps);
    try {
      await measure(api.running.url, rounds, options, print);
    } finally {
      await api.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function measure(
  url: string,
  rounds: number,
  options: BenchOptions,
  print: (result: object) => void,
): Promise<void> {
  const browser = await chromium.launch({ executablePath: await foundChromium(), args: ['--no-sandbox'] });
  try {
    const session = await signIn(browser, url);
    for (const [path, shows] of SCREENS) {
      if (!isChosen(options, path)) continue;
      const cold: Visit[] = [];
      const warm: Visit[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const context = await browser.newContext({ baseURL: url, storageState: session });
        cold.push(await visit(context, path, shows));
        warm.push(await visit(context, path, shows));
        await context.close();
      }
      print({ screen: path, cold: middle(cold), warm: middle(warm) });
    }
  } finally {
    await browser.close();
  }
}

async function foundChromium(): Promise<string> {
  const path = await findChromium();
  if (path === undefined) throw new Error('This benchmark needs chromium on the PATH');
  return path;
}

/** The cookies of a signed-in administrator. */
async function signIn(
  browser: Browser,
  url: string,
): Promise<Awaited<ReturnType<BrowserContext['storageState']>>> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto('/console/settings');
  await page.getByLabel('Email').fill(ADMIN_EMAIL);
  await page.getByLabel('Password').fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Opens a screen over the slow line; counts until the line is idle what does not come from the browser's cache. */
async function visit(context: BrowserContext, path: string, shows: string): Promise<Visit> {
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', { offline: false, ...LINE });
  const cached = new Set<string>();
  let [requests, bytes] = [0, 0];
  line.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId));
  line.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true) cached.add(requestId);
  });
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (cached.has(requestId)) return;
    requests += 1;
    bytes += encodedDataLength;
  });
  const began = performance.now();
  await page.goto(`/console${path}`, { waitUntil: 'commit' });
  await page.locator(shows).first().waitFor();
  const ms = performance.now() - began;
  await page.waitForLoadState('networkidle');
  await page.close();
  return { requests, bytes, ms };
}

function middle(visits: readonly Visit[]) {
  const of = (field: keyof Visit): number => median(visits.map((each) => each[field]));
  return { requests: of('requests'), kB: Math.round(of('bytes') / 1000), ms: Math.round(of('ms')) };
}
