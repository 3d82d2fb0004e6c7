import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Closing } from '../../shared/platform/observability/closing.js';
import { tryLock } from '../lock-file.mjs';
import { startStores } from '../services/start-stores.js';
import { banner } from './banner.js';
import { DemoApi } from './demo-api.js';
import { demoSettings } from './demo-settings.js';
import { followUpgrades } from './follow-upgrades.js';
import { keepRunning, type ProcessPlan } from './kept-process.js';
import { demoFiles, loadDemo, writeDemoFiles } from './load-demo.js';
import type { Screen } from './screen.js';

export interface DemoPlace {
  /** The compiled project. */
  readonly dist: string;
  readonly dataDir: string;
  readonly env: NodeJS.ProcessEnv;
}

const UPGRADE_IN_MS = 30_000;

/**
 * Brings the demo up, part by part, and puts what stops each part on `closing` as soon as it runs. `failed` is
 * called when a part does not stay up. `signal` stops the work between two parts.
 * @throws one clear error when a part cannot be brought up
 */
export async function runDemo(
  place: DemoPlace,
  screen: Screen,
  closing: Closing,
  signal: AbortSignal,
  failed: (error: Error) => void,
): Promise<void> {
  const started = performance.now();
  const { dataDir, dist } = place;
  const folder = join(dataDir, 'demo');
  const logs = join(dataDir, 'logs');
  await mkdir(logs, { recursive: true });
  const release = takeLock(dataDir);
  closing.add('lock', () => {
    release();
    return Promise.resolve();
  });
  const settings = await demoSettings(place.env, folder);
  const say = (line: string): void => {
    screen.say(line);
  };

  const stores = await startStores({ dataDir, durable: true, env: place.env, log: say });
  closing.add('stores', () => stores.stop());
  signal.throwIfAborted();
  const env = { ...settings.env, MONGODB_URI: stores.mongodbUri, REDIS_URL: stores.redisUrl };
  const files = demoFiles(folder);
  await writeDemoFiles(files, folder);
  if (await loadDemo(files, join(dist, 'api/cli'), env)) say('The demo organisation is loaded');

  const keep = async (plan: Omit<ProcessPlan, 'env' | 'logFile'>): Promise<void> => {
    signal.throwIfAborted();
    const logFile = join(logs, `${plan.name.replaceAll(' ', '-')}.log`);
    await rename(logFile, `${logFile}.1`).catch(() => undefined);
    const kept = await keepRunning({ ...plan, env, logFile }, say, failed);
    closing.add(plan.name, () => kept.stop());
  };
  await keep({ name: 'API', command: [join(dist, 'api/main.js')], readyUrl: `${settings.url}/readyz` });
  const worker = join(dist, 'worker/main.js');
  await keep({ name: 'worker', command: [worker], readyUrl: `${settings.workerUrl}/readyz` });
  const simulator = [join(dist, 'dev/simulator/main.js'), '--quiet', '--url', settings.url] as const;
  await keep({
    name: 'device simulator',
    command: [...simulator, '--devices', files.devices, '--memory', files.memory],
  });
  signal.throwIfAborted();

  const api = await DemoApi.signIn(settings.url);
  const upgradeAt = (await api.upgrades()).length === 0 ? new Date(Date.now() + UPGRADE_IN_MS) : null;
  if (upgradeAt !== null) await api.scheduleFirstWave(upgradeAt);
  const startedInMs = performance.now() - started;
  say(banner({ ...settings, token: api.token, upgradeAt, startedInMs }));
  const followed = followUpgrades(api, screen, signal);
  closing.add('progress', () => followed);
}

function takeLock(dataDir: string): () => void {
  const lock = tryLock(join(dataDir, 'start.lock'));
  if (lock.release) return lock.release;
  throw new Error(
    `airfleet already runs on the data in ${dataDir}, started by process ${lock.heldBy}. Use that one, or stop it first (Ctrl-C there).`,
  );
}
