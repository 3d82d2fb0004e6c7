import { AppError } from '../../platform/errors/app-error.js';
import type { OpenwispDeps } from '../deps.js';
import { dueArchive, withDownload } from '../domain/agent-track.js';
import type { AgentRef } from '../stores/openwisp-device-store.js';
import { knownAgent, saveAgent, serveAgent } from './hear-agent.js';
import { dueChecksum } from './poll-checksum.js';
import { openArchive } from './sealed-archive.js';

/**
 * The archive whose checksum the device was sent last. What it downloads is recorded first: it does not name what it
 * applies.
 * @throws AppError configurationRefused when there is none; overloaded
 */
export function downloadArchive(deps: OpenwispDeps, agent: AgentRef): Promise<Buffer> {
  return serveAgent(() => downloadOnce(deps, agent));
}

async function downloadOnce(deps: OpenwispDeps, agent: AgentRef): Promise<Buffer> {
  const { stores, env } = deps;
  const record = await knownAgent(deps, agent);
  const checksum = dueChecksum(record);
  const due = dueArchive(record) ?? 'running';
  if (record.downloaded !== due) await saveAgent(deps, agent, { ...record, ...withDownload(record, due) });
  const sealed = await stores.openwispDevices.archive(agent, due, checksum);
  if (!sealed) throw new AppError('overloaded');
  return openArchive(env.encryptionKeys, agent.deviceId, sealed);
}
