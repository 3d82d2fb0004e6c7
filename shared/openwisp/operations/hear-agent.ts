import { AppError } from '../../platform/errors/app-error.js';
import { AGENT_DOWN_AFTER_S } from '../../status/domain/heartbeat-time.js';
import type { OpenwispDeps } from '../deps.js';
import { reportOfTrack } from '../domain/agent-track.js';
import type { AgentRecord, AgentRef, SealedArchives } from '../stores/openwisp-device-store.js';

/** A request of an agent, which its key has authenticated. */
export interface AgentRequest extends AgentRef {
  readonly keyHash: string;
  readonly ip: string;
}

const DAY_MS = 86_400_000;
/** Concurrent requests of one device may change its record in between. */
const MAX_TRIES = 5;

/** Another request has changed the record since it was read. */
class StaleRecord extends Error {
  override readonly name = 'StaleRecord';
}

/** Serves a request of a device, again when another one has changed its record meanwhile. @throws AppError overloaded */
export async function serveAgent<T>(serve: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    try {
      return await serve();
    } catch (error) {
      if (!(error instanceof StaleRecord)) throw error;
    }
  }
  throw new AppError('overloaded');
}

/** What is known of the device. Its first request marks it as one with openwisp-config. */
export async function knownAgent(
  { stores, now }: Pick<OpenwispDeps, 'stores' | 'now'>,
  agent: AgentRef,
): Promise<AgentRecord> {
  const { openwispDevices } = stores;
  const at = now();
  const known = await openwispDevices.find(agent);
  if (known) {
    if (at.getTime() - known.seenAt.getTime() >= DAY_MS) await openwispDevices.touch(agent, at);
    return known;
  }
  await openwispDevices.mark(agent);
  await openwispDevices.begin(agent, at);
  const begun = await openwispDevices.find(agent);
  if (!begun) throw new StaleRecord();
  return begun;
}

/** Saves what has changed. It fails when another request of the device has changed the record. */
export async function saveAgent(
  { stores, now }: Pick<OpenwispDeps, 'stores' | 'now'>,
  agent: AgentRef,
  record: AgentRecord,
  archives?: SealedArchives,
): Promise<AgentRecord> {
  const saved = { ...record, seenAt: now() };
  if (!(await stores.openwispDevices.save(agent, saved, archives))) throw new StaleRecord();
  return { ...saved, seq: record.seq + 1 };
}

/**
 * Records a heartbeat of the device: a request of its agent says that it lives, and the service knows what it runs.
 * @returns whether the device should get its configuration
 * @throws AppError deviceNotFound, overloaded
 */
export async function recordAgent(
  { heartbeats, env, now }: Pick<OpenwispDeps, 'heartbeats' | 'env' | 'now'>,
  { macId, organisationId, deviceId, keyHash, ip }: AgentRequest,
  record: AgentRecord,
): Promise<boolean> {
  const result = await heartbeats.record({
    macId,
    ref: { organisationId, deviceId },
    authentication: { keyHash, isRemembered: false },
    at: now(),
    publicIp: ip,
    firmwareVersion: record.version,
    uptimeS: null,
    ports: null,
    report: null,
    configuration: reportOfTrack(record),
    graceS: Math.max(0, AGENT_DOWN_AFTER_S - env.downAfterS),
  });
  if ('refused' in result) throw result.refused;
  return result.configuration?.fetch === true;
}
