import { AppError } from '../../platform/errors/app-error.js';
import type { OpenwispDeps } from '../deps.js';
import { withApplied, withRolledBack } from '../domain/agent-track.js';
import type { AgentRecord } from '../stores/openwisp-device-store.js';
import { knownAgent, recordAgent, saveAgent, serveAgent, type AgentRequest } from './hear-agent.js';

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

async function saveOutcome(
  deps: OpenwispDeps,
  agent: AgentRequest,
  known: AgentRecord,
  status: AgentStatus,
): Promise<AgentRecord> {
  const next = { ...known, ...(status === 'applied' ? withApplied(known) : withRolledBack(known)) };
  const { running } = next;
  if (!running || running.checksum === known.running?.checksum) return saveAgent(deps, agent, next);
  // What was offered runs now.
  const archive = await deps.stores.openwispDevices.archive(agent, 'offered', running.checksum);
  if (!archive) throw new AppError('overloaded');
  return saveAgent(deps, agent, next, { running: archive });
}
