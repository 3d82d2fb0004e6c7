import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { readEnv } from '../../shared/platform/env/env.js';
import { portIsFree, unusedPort } from './ports.js';
import { readOrCreateSecrets } from './demo-secrets.js';

/** Short intervals, so that a demo upgrade takes minutes instead of hours. The environment overrides them. */
const DEMO_DEFAULTS = {
  HEARTBEAT_INTERVAL_S: '3',
  DOWN_AFTER_S: '10',
  UPGRADE_SOAK_S: '8',
  UPGRADE_STEP_TIMEOUT_S: '25',
  UPGRADE_WINDOW_S: '90',
  UPGRADE_MAX_ATTEMPTS: '2',
  SWEEP_INTERVAL_S: '2',
  // The demo's receiver of webhooks listens on this machine.
  WEBHOOK_ALLOW: '127.0.0.0/8',
  DRAIN_S: '0',
  LOG_LEVEL: 'warn',
  LOG_FORMAT: 'readable',
};

const LOOPBACK_OF_WILDCARD: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

export interface DemoSettings {
  /** The environment of the demo's processes, without the addresses of the stores. */
  readonly env: NodeJS.ProcessEnv;
  readonly url: string;
  /** The same by the name of the machine, because browsers make no passkeys for addresses. */
  readonly publicUrl: string;
  readonly workerUrl: string;
  readonly gatewayUrl: string;
  /** Where devices that speak uCentral connect. */
  readonly ucentralPort: string;
}

/**
 * Builds the environment of the demo from the given one, short intervals, the demo's secrets and free ports.
 * @throws EnvError naming every invalid variable; Error when a port is taken, or in production
 */
export async function demoSettings(given: NodeJS.ProcessEnv, folder: string): Promise<DemoSettings> {
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  if (set['NODE_ENV'] === 'production') {
    throw new Error(
      'npm start runs the demo, which is not for production: there, run the lines of the Procfile.',
    );
  }
  readEnv(set);
  const env = { ...DEMO_DEFAULTS, ...(await readOrCreateSecrets(join(folder, 'secrets.json'))), ...set };
  const { host, port, workerPort, gatewayAdminPort, ucentralPort } = readEnv(env);
  const urlHost = LOOPBACK_OF_WILDCARD[host] ?? host;
  const ports = {
    PORT: await choosePort('PORT', port, host),
    WORKER_PORT: await choosePort('WORKER_PORT', workerPort, host),
  };
  const gateway = {
    GATEWAY_ADMIN_PORT: await preferPort('GATEWAY_ADMIN_PORT', gatewayAdminPort, host, set),
    UCENTRAL_PORT: await preferPort('UCENTRAL_PORT', ucentralPort ?? 0, host, set),
  };
  if (ports.PORT === ports.WORKER_PORT) throw new Error(`PORT and WORKER_PORT are both ${ports.PORT}.`);
  const urlOf = (chosen: string): string => `http://${isIPv6(urlHost) ? `[${urlHost}]` : urlHost}:${chosen}`;
  // Without ADMIN_PORT, the API serves everything at the one address that the demo prints.
  return {
    env: { ...env, ...ports, ...gateway, ADMIN_PORT: '' },
    url: urlOf(ports.PORT),
    publicUrl: urlOf(ports.PORT).replace(/\/\/(127\.0\.0\.1|\[::1\]):/, '//localhost:'),
    workerUrl: urlOf(ports.WORKER_PORT),
    gatewayUrl: urlOf(gateway.GATEWAY_ADMIN_PORT),
    ucentralPort: gateway.UCENTRAL_PORT,
  };
}

/** As `choosePort`, but another one when the port is taken and was not asked for: no one types it. */
async function preferPort(name: string, port: number, host: string, set: NodeJS.ProcessEnv): Promise<string> {
  const isFree = port !== 0 && (await portIsFree(port, host));
  return isFree || set[name] !== undefined ? choosePort(name, port, host) : String(await unusedPort(host));
}

async function choosePort(name: string, port: number, host: string): Promise<string> {
  if (port === 0) return String(await unusedPort(host));
  if (await portIsFree(port, host)) return String(port);
  throw new Error(
    `Port ${port} on ${host} is taken by another process. Stop that one, or choose another port: ${name}=${port + 10} npm start`,
  );
}
