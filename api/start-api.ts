import type { RequestListener } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Env } from '../shared/platform/env/env.js';
import { cacheSessions } from '../shared/access/stores/session-store.js';
import { createIndexCheck, type IndexCheck } from '../shared/platform/migrations/check-indexes.js';
import { CLAIM_MS } from '../shared/platform/mongo/idempotency-store.js';
import type { Log } from '../shared/platform/observability/logger.js';
import { GroupCommit, type GroupCommitOptions } from '../shared/status/operations/group-commit.js';
import type { StartOverrides } from '../shared/composition/deps.js';
import {
  authenticateDevices,
  findKnownKeys,
  type DeviceClaim,
} from '../shared/status/operations/authenticate-devices.js';
import { findMovedDevices } from '../shared/openwisp/operations/find-moved-devices.js';
import { HEARTBEAT_BATCHES, openDeviceConversation } from '../shared/composition/device-conversation.js';
import { createPageCache } from '../shared/search/stores/page-cache.js';
import { openProcess } from '../shared/composition/open-process.js';
import { createCapacity } from './http/capacity.js';
import { adminHandler, requestHandler } from './http/app.js';
import { ssidSecurityProblems } from '../shared/configuration/domain/ssid-security.js';
import type { ApiDeps } from './deps.js';
import {
  createAgentLimit,
  createCommandLimit,
  createEnrolmentLimit,
  createFetchLimit,
} from './http/limits/request-limits.js';
import { createSecretGuard } from './http/limits/secret-guard.js';
import { createLinkMailLimit } from './http/limits/link-mail-limit.js';
import { createFactorGuard, createSignInGuard } from './http/limits/sign-in-guard.js';
import { listen, type Listener } from './http/listener.js';

const POOL_SIZE = 32;
const KEY_LOOKUPS: GroupCommitOptions = { maxPerBatch: 500, maxBatches: 2, maxWaiting: 1000 };

export interface RunningApi {
  readonly url: string;
  /** The address of probes and metrics. */
  readonly adminUrl: string;
  readonly deps: ApiDeps;
  /** Answers for another DRAIN_S while /readyz is 503; every response closes its connection. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

/** Replacements for an API's own dependencies; used by tests. */
export interface ApiOverrides extends StartOverrides {
  readonly heartbeatBatches?: Omit<GroupCommitOptions, 'onBatch'>;
  readonly indexesReady?: IndexCheck;
  readonly claimRenewalMs?: number;
}

/** Opens the stores and listens. The stores may become reachable after the listener. */
export async function startApi(
  env: Env,
  log: Log,
  {
    heartbeatBatches = HEARTBEAT_BATCHES,
    indexesReady: givenCheck,
    claimRenewalMs = CLAIM_MS / 3,
    ...overrides
  }: ApiOverrides = {},
): Promise<RunningApi> {
  const capacity = createCapacity(env);
  const opened = openProcess(env, log, POOL_SIZE, overrides, (organisationId, wait) =>
    capacity.operations.waitOutside(organisationId, wait),
  );
  const { closing, mongo, redis } = opened;
  const { stores } = opened.base;
  const sessions = cacheSessions(stores.sessions, opened.base.accessEpoch);
  const base = { ...opened.base, stores: { ...stores, sessions } };
  const conversation = openDeviceConversation(base, closing, 'api', heartbeatBatches);
  const deviceAuthentication = new GroupCommit(
    (claims: readonly DeviceClaim[]) => authenticateDevices(base, claims),
    heartbeatBatches,
  );
  const deviceKeys = new GroupCommit((hashes: readonly string[]) => findKnownKeys(base, hashes), KEY_LOOKUPS);
  const movedDevices = new GroupCommit(
    (uuids: readonly string[]) => findMovedDevices(base, uuids),
    KEY_LOOKUPS,
  );
  const indexesReady = givenCheck ?? createIndexCheck(mongo.models, log);
  const draining = new AbortController();
  const deps: ApiDeps = {
    ...base,
    mongo,
    redis,
    capacity,
    pageCache: createPageCache(redis),
    signInGuard: createSignInGuard(redis),
    factorGuard: createFactorGuard(redis),
    linkMails: createLinkMailLimit(redis),
    secretGuard: createSecretGuard(env.rateLimitPerMinute),
    deviceAuthentication,
    deviceKeys,
    movedDevices,
    ...conversation,
    fetchLimit: createFetchLimit(redis),
    agentLimit: createAgentLimit(redis),
    commandLimit: createCommandLimit(redis),
    enrolmentLimit: createEnrolmentLimit(redis),
    ssidSecurity: (ssid) => ssidSecurityProblems(conversation.knownSequences.meanings(), ssid),
    claimRenewalMs,
    indexesReady,
    draining: draining.signal,
  };
  // The check logs missing indexes; the probes report a lost store.
  void mongo.connected.then(indexesReady).catch(() => undefined);
  const open = async (what: string, handle: RequestListener, port: number): Promise<Listener> => {
    const listener = await listen(handle, { ...env, port }).catch(async (error: unknown) => {
      await closing.run(log);
      throw error;
    });
    closing.add(what, () => listener.close());
    return listener;
  };
  // Opened first and closed last, so that probes are answered until the last request has ended.
  const admin =
    env.adminPort === null ? null : await open('admin listener', adminHandler(deps), env.adminPort);
  const listener = await open('listener', requestHandler(deps), env.port);
  return {
    url: listener.url,
    adminUrl: (admin ?? listener).url,
    deps,
    async drain() {
      draining.abort();
      await wait(env.drainS * 1000);
    },
    close() {
      draining.abort();
      return closing.run(log);
    },
  };
}
