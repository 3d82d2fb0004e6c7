import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Closing } from '../../shared/platform/observability/closing.js';
import { tryLock } from '../../stand-in/lock-file.mjs';
import { startStores } from '../../stand-in/start-stores.js';
import { banner } from './banner.js';
import { prepareDemoAgent, prepareRadioAgent } from './demo-agent.js';
import { DemoApi } from './demo-api.js';
import { startDemoRollout } from './demo-rollout.js';
import { demoSettings } from './demo-settings.js';
import { prepareUcentral } from './demo-ucentral.js';
import { demoFiles, loadDemo, writeDemoFiles } from './load-demo.js';
import { startMailbox } from './mailbox.js';
import { ManagedProcess, type ProcessPlan } from './managed-process.js';
import type { Screen } from './screen.js';
import { showProgress } from './show-progress.js';
import { startWebhookReceiver } from './webhook-receiver.js';
import { watchSources } from './watch-sources.js';

export interface DemoOptions {
  /** The folder of the compiled project. */
  readonly dist: string;
  readonly dataDir: string;
  readonly env: NodeJS.ProcessEnv;
  /** `npm run dev`: restarts the API, the worker and the gateway when a source changes, and shows their logs. */
  readonly watch: boolean;
}

const UPGRADE_IN_MS = 30_000;
/** Log lines that `npm run dev` omits: successful heartbeats, and probes. */
const FREQUENT = /"operation":"heartbeat".*"status":200|"path":"\/(livez|readyz|metrics)"/;

/**
 * Starts the parts of the demo in order, and registers each in `closing` once it runs. `onFailure` is called when a
 * part keeps ending. `signal` interrupts the start between two parts.
 * @throws Error when a part does not start
 */
export async function runDemo(
  options: DemoOptions,
  screen: Screen,
  closing: Closing,
  signal: AbortSignal,
  onFailure: (error: Error) => void,
): Promise<void> {
  const started = performance.now();
  const { dataDir, dist, watch } = options;
  const folder = join(dataDir, 'demo');
  const logs = join(dataDir, 'logs');
  await mkdir(logs, { recursive: true });
  const release = takeLock(dataDir);
  closing.add('lock', () => {
    release();
    return Promise.resolve();
  });
  const settings = await demoSettings(watch ? { LOG_LEVEL: 'info', ...options.env } : options.env, folder);
  const print = (line: string): void => {
    screen.print(line);
  };

  const stores = await startStores({ dataDir, durable: true, env: options.env, log: print });
  closing.add('stores', () => stores.stop());
  signal.throwIfAborted();
  const mails = join(folder, 'mails');
  const mailbox = options.env['SMTP_URL'] ? null : await startMailbox(mails, print);
  if (mailbox !== null) closing.add('mailbox', () => mailbox.close());
  const env = {
    ...settings.env,
    ...(mailbox === null
      ? {}
      : {
          SMTP_URL: mailbox.url,
          MAIL_FROM: 'airfleet demo <alerts@demo.example>',
          PUBLIC_URL: settings.publicUrl,
        }),
    MONGODB_URI: stores.mongodbUri,
    REDIS_URL: stores.redisUrl,
  };
  const files = demoFiles(folder);
  const prepareAgent = options.env['DEMO_RADIO'] === '1' ? prepareRadioAgent : prepareDemoAgent;
  const agent = await prepareAgent(join(folder, 'agent'), dist, settings.url, options.env);
  const ucentral = await prepareUcentral(join(folder, 'ucentral'), settings.ucentralPort);
  await writeDemoFiles(files, folder, new Set(agent ? [agent.macId] : []));
  // A change of a source rewrites the modules, not their bundles.
  const commands = join(dist, watch ? 'api/cli' : 'programs');
  if (await loadDemo(files, commands, env)) print('The demo organisation is loaded');

  const start = async (
    name: string,
    plan: Partial<ProcessPlan> & Pick<ProcessPlan, 'command'>,
  ): Promise<ManagedProcess> => {
    signal.throwIfAborted();
    const logFile = join(logs, `${name.replaceAll(' ', '-')}.log`);
    await rename(logFile, `${logFile}.1`).catch(() => undefined);
    const managed = new ManagedProcess({ name, env, logFile, restarts: true, ...plan }, print, onFailure);
    await managed.start();
    closing.add(name, () => managed.stop());
    return managed;
  };
  const watchOptions = (name: string): Partial<ProcessPlan> => ({
    restarts: !watch,
    ...(watch
      ? {
          onLine: (line: string) => {
            if (!FREQUENT.test(line)) print(`${name} | ${line}`);
          },
        }
      : {}),
  });
  const serverScript = (name: string): string =>
    join(dist, watch ? `${name}/main.js` : `programs/${name}.js`);
  const api = await start('API', {
    command: [serverScript('api')],
    readyUrl: `${settings.url}/readyz`,
    ...watchOptions('api'),
  });
  const worker = await start('worker', {
    command: [serverScript('worker')],
    readyUrl: `${settings.workerUrl}/readyz`,
    ...watchOptions('worker'),
  });
  const gateway = await start('gateway', {
    command: [serverScript('gateway')],
    env: { ...env, ...ucentral.env },
    readyUrl: `${settings.gatewayUrl}/readyz`,
    ...watchOptions('gateway'),
  });
  const speaking = join(dist, 'dev/ucentral-simulator/main.js');
  await start('uCentral simulator', { command: [speaking, ucentral.folder] });
  const simulator = [join(dist, 'dev/simulator/main.js'), '--quiet', '--url', settings.url] as const;
  await start('device simulator', {
    command: [...simulator, '--devices', files.devices, '--memory', files.memory],
  });
  if (agent) await start('agent', { command: agent.command, env: agent.env });
  signal.throwIfAborted();

  const client = await DemoApi.ofAdministrator(settings.url);
  const receiver = await startWebhookReceiver(client, print);
  closing.add('receiver of webhooks', () => receiver.close());
  const upgradeAt = (await client.upgrades()).length === 0 ? new Date(Date.now() + UPGRADE_IN_MS) : null;
  if (upgradeAt !== null) await client.scheduleFirstWave(upgradeAt);
  await startDemoRollout(settings.url);
  const startedInMs = performance.now() - started;
  const { token } = client;
  const mailFolder = mailbox === null ? null : mails;
  print(banner({ ...settings, token, mailFolder, upgradeAt, startedInMs, agent: agent ?? null }));
  if (watch) {
    const watching = watchSources(dist, [api, worker, gateway], print);
    closing.add('watch', () => watching.close());
    return;
  }
  const progress = showProgress(client, screen, signal);
  closing.add('progress', () => progress);
}

function takeLock(dataDir: string): () => void {
  const lock = tryLock(join(dataDir, 'start.lock'));
  if (lock.release) return lock.release;
  throw new Error(
    `airfleet already runs on the data in ${dataDir}, started by process ${lock.heldBy}. Use that one, or stop it first (Ctrl-C there).`,
  );
}
