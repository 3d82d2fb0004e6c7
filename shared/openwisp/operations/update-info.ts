import type { OpenwispDeps } from '../deps.js';
import { knownAgent, recordAgent, saveAgent, serveAgent, type AgentRequest } from './hear-agent.js';

/**
 * Records in a heartbeat what the agent says of its system: it does so when the device starts.
 * @param version empty: nothing
 * @throws AppError deviceNotFound, overloaded
 */
export function updateInfo(deps: OpenwispDeps, agent: AgentRequest, version: string): Promise<void> {
  return serveAgent(() => updateOnce(deps, agent, version));
}

async function updateOnce(deps: OpenwispDeps, agent: AgentRequest, version: string): Promise<void> {
  const known = await knownAgent(deps, agent);
  const isNew = version !== '' && version !== known.version;
  const record = isNew ? await saveAgent(deps, agent, { ...known, version }) : known;
  await recordAgent(deps, agent, record);
}
