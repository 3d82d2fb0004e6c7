import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Env } from '../shared/platform/env/env.js';
import type { StartOverrides } from '../shared/composition/deps.js';
import { openProcess } from '../shared/composition/open-process.js';
import { openDeviceConversation } from '../shared/composition/device-conversation.js';
import { createIndexCheck } from '../shared/platform/migrations/check-indexes.js';
import type { Log } from '../shared/platform/observability/logger.js';
import { closeRedis, openListeningRedis } from '../shared/platform/redis/redis.js';
import { hearAssigned } from '../shared/assignment/stores/assignment-notices.js';
import { openProbes, type Readiness } from '../shared/platform/observability/probe-server.js';
import { succeedsInTime } from '../shared/platform/observability/with-timeout.js';
import { GroupCommit } from '../shared/status/operations/group-commit.js';
import type { GatewayDeps } from './deps.js';
import { openDeviceDoor, type DeviceDoor } from './device-door.js';
import { UnknownDevices } from './door/unknown-devices.js';
import { createGatewayMetrics } from './gateway-metrics.js';
import { certificateFiles } from './tls/certificate-files.js';
import { LiveCertificates } from './tls/live-certificates.js';

const POOL_SIZE = 16;
const LOOKUPS = { maxPerBatch: 500, maxBatches: 2, maxWaiting: 2000 };

export interface RunningGateway {
  readonly probesUrl: string;
  /** Null when the gateway listens to no devices. */
  readonly devicePort: number | null;
  readonly deps: GatewayDeps;
  /** Reads the certificates again. */
  reload(): Promise<void>;
  drain(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the stores and listens to devices. Without a port or certificates only the probes answer.
 * @throws Error naming the file that cannot be used
 */
export async function startGateway(
  env: Env,
  log: Log,
  overrides: StartOverrides = {},
): Promise<RunningGateway> {
  const leaving = new AbortController();
  const { closing, mongo, redis, base } = openProcess(env, log, POOL_SIZE, overrides);
  const conversation = openDeviceConversation(base, closing, 'gateway');
  const deps: GatewayDeps = {
    ...base,
    ...conversation,
    gatewayMetrics: createGatewayMetrics(base.metrics.registry),
    gateway: `${hostname()} ${randomUUID().slice(0, 8)}`,
    registrations: new GroupCommit(async (macIds: readonly string[]) => {
      const found = await base.stores.ucentralDevices.registrations(macIds);
      return macIds.map((macId) => found.get(macId));
    }, LOOKUPS),
    unknownDevices: new UnknownDevices(base),
  };
  const indexesReady = createIndexCheck(mongo.models, log);
  // The check logs missing indexes; the probes report a lost store.
  void mongo.connected.then(indexesReady).catch(() => undefined);
  const opened: { door?: DeviceDoor; certificates?: LiveCertificates } = {};
  const close = (): Promise<void> => {
    leaving.abort();
    return closing.run(log);
  };
  const readiness = async (): Promise<Readiness> => {
    const [mongodb, queue, indexes] = await Promise.all([
      succeedsInTime(() => mongo.ping()),
      succeedsInTime(() => redis.exists(env.queuePrefix)),
      succeedsInTime(indexesReady),
    ]);
    const certificate = opened.certificates?.isValid() ?? true;
    const shown = { devices: opened.door ? 'listening' : 'off' };
    return { checks: { mongodb, redis: queue, indexes, certificate }, shown };
  };
  try {
    const address = { host: env.host, port: env.gatewayAdminPort };
    const { metrics } = base;
    const probes = await openProbes({ ...address, metrics, leaving: leaving.signal, readiness });
    closing.add('probes', () => probes.close());
    const files = env.ucentralPort === null ? null : certificateFiles(env);
    if (files) {
      const certificates = await LiveCertificates.open(deps, files);
      closing.add('certificates', () => {
        certificates.close();
        return Promise.resolve();
      });
      const door = await openDeviceDoor(deps, certificates);
      deps.gatewayMetrics.measureBy(() => {
        door.connections.show();
      });
      closing.add('devices', () => door.close());
      const listening = openListeningRedis(env.redis, log);
      closing.add('listening redis', () => closeRedis(listening));
      hearAssigned(listening, env, (organisationId, deviceIds) => {
        door.connections.heedAssignment(organisationId, deviceIds);
      });
      Object.assign(opened, { certificates, door });
    }
    return {
      probesUrl: probes.url,
      devicePort: opened.door?.port ?? null,
      deps,
      reload: async () => opened.certificates?.reload(),
      async drain() {
        leaving.abort();
        await opened.door?.drain(env.drainS);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
