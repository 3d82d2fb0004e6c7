import { AppError } from '../../platform/errors/app-error.js';
import type { OpenwispDeps } from '../deps.js';
import { withApplied, withReissued, withRolledBack } from '../domain/agent-track.js';
import type { AgentRecord } from '../stores/openwisp-device-store.js';
import { knownAgent, recordAgent, saveAgent, serveAgent, type AgentRequest } from './hear-agent.js';
import { openArchive, sealArchive } from './sealed-archive.js';
import { checksumOf, inEdition } from './write-archive.js';

/** `error`: the agent has restored the configuration before it. */
export type AgentStatus = 'applied' | 'error';

/**
 * Records how the device has got on with what it downloaded last, in a heartbeat. A report that is repeated changes nothing.
 * @throws AppError deviceNotFound, overloaded
 */
export function reportStatus(deps: OpenwispDeps, agent: AgentRequest, status: AgentStatus): Promise<void> {
  return serveAgent(() => reportOnce(deps, agent, status));
}

async function reportOnce(deps: OpenwispDeps, agent: AgentRequest, status: AgentStatus): Promise<void> {
  const known = await knownAgent(deps, agent);
  const record = known.downloaded === null ? known : await saveOutcome(deps, agent, known, status);
  await recordAgent(deps, agent, record);
}

function saveOutcome(
  deps: OpenwispDeps,
  agent: AgentRequest,
  known: AgentRecord,
  status: AgentStatus,
): Promise<AgentRecord> {
  return status === 'applied' ? saveApplied(deps, agent, known) : saveRolledBack(deps, agent, known);
}

async function saveApplied(
  deps: OpenwispDeps,
  agent: AgentRequest,
  known: AgentRecord,
): Promise<AgentRecord> {
  const next = { ...known, ...withApplied(known) };
  const { running } = next;
  if (!running || running.checksum === known.running?.checksum) return saveAgent(deps, agent, next);
  // What was offered runs now.
  const archive = await deps.stores.openwispDevices.archive(agent, 'offered', running.checksum);
  if (!archive) throw new AppError('overloaded');
  return saveAgent(deps, agent, next, { running: archive });
}

/**
 * The agent has put back the files, but still holds the archive that it has restored for the one that it runs: it would
 * later remove only what that has. What it runs therefore gets another checksum, so that it applies it once more, even if it
 * starts again before it asks.
 */
async function saveRolledBack(
  deps: OpenwispDeps,
  agent: AgentRequest,
  known: AgentRecord,
): Promise<AgentRecord> {
  const { stores, env } = deps;
  const { deviceId } = agent;
  const next = { ...known, ...withRolledBack(known) };
  const { running, edition } = next;
  if (!running || edition === known.edition) return saveAgent(deps, agent, next);
  const sealed = await stores.openwispDevices.archive(agent, 'running', running.checksum);
  if (!sealed) throw new AppError('overloaded');
  const again = inEdition(openArchive(env.encryptionKeys, deviceId, sealed), edition);
  const reissued = { ...next, ...withReissued(next, checksumOf(again)) };
  return saveAgent(deps, agent, reissued, { running: sealArchive(env.encryptionKeys, deviceId, again) });
}
