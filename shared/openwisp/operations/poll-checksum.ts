import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../platform/errors/app-error.js';
import { ERRORS } from '../../platform/errors/catalogue.js';
import type { OpenwispDeps } from '../deps.js';
import { dueArchive, nextEdition, withOffer, withoutOffer } from '../domain/agent-track.js';
import { toUci, type UciDocument } from '../domain/to-uci.js';
import type { AgentRecord, SealedArchives } from '../stores/openwisp-device-store.js';
import { knownAgent, recordAgent, saveAgent, serveAgent, type AgentRequest } from './hear-agent.js';
import { sealArchive } from './sealed-archive.js';
import { checksumOf, writeArchive } from './write-archive.js';

const NOTHING_DUE = 'There is no configuration for the device now: it keeps what it has';

/**
 * The checksum of the archive that the device is to have. A poll is a heartbeat: a change of the configuration reaches the
 * device by another checksum, and one that is held, or tested on another device, by the one of what it runs.
 * @throws AppError deviceNotFound, overloaded; configurationRefused when there is none
 */
export function pollChecksum(deps: OpenwispDeps, agent: AgentRequest): Promise<string> {
  return serveAgent(() => pollOnce(deps, agent));
}

async function pollOnce(deps: OpenwispDeps, agent: AgentRequest): Promise<string> {
  const known = await knownAgent(deps, agent);
  const isFetchDue = await recordAgent(deps, agent, known);
  const record = isFetchDue || dueArchive(known) === 'offered' ? await offerNext(deps, agent, known) : known;
  // The device runs the document already, under another revision.
  if (record.attempt !== known.attempt) await recordAgent(deps, agent, record);
  return dueChecksum(record);
}

/** @throws AppError configurationRefused when the device is to have no archive of this service */
export function dueChecksum(record: AgentRecord): string {
  const due = dueArchive(record);
  const archive = due && record[due];
  if (!archive) throw new AppError('configurationRefused', { text: NOTHING_DUE });
  return archive.checksum;
}

/** Fetches the document of the device, as a device does by HTTP, and offers the device its archive. */
async function offerNext(deps: OpenwispDeps, agent: AgentRequest, known: AgentRecord): Promise<AgentRecord> {
  const { stores, env, now, metrics } = deps;
  const { macId, organisationId, deviceId } = agent;
  const has = (revision: string): boolean => known.running?.revision === revision;
  const found = await deps.configurationFetches.add(macId, { organisationId, deviceId, has });
  if ('refused' in found) {
    metrics.configurationFetches.inc({ status: ERRORS[found.refused.refusal].status });
    if (found.refused.refusal !== 'configurationRefused') throw found.refused;
    return saveIfChanged(deps, agent, known, { ...known, ...withoutOffer(known) });
  }
  metrics.configurationFetches.inc({ status: has(found.revision) ? 304 : 200 });
  const document = JSON.parse(found.body) as UciDocument;
  const { part_number: partNumber } = document.device;
  const part = (await stores.parts.byNumbers([partNumber])).get(partNumber);
  const { files, leftOut } = toUci(document, part?.radios ?? []);
  const edition = nextEdition(known, now());
  const archive = writeArchive(files, edition);
  const served = { revision: found.revision, checksum: checksumOf(archive), leftOut };
  const next = { ...known, ...withOffer(known, served, edition, now()) };
  const isNew = next.offered !== null && next.offered.checksum !== known.offered?.checksum;
  const archives = isNew ? { offered: sealArchive(env.encryptionKeys, deviceId, archive) } : {};
  return saveIfChanged(deps, agent, known, next, archives);
}

async function saveIfChanged(
  deps: OpenwispDeps,
  agent: AgentRequest,
  known: AgentRecord,
  next: AgentRecord,
  archives: SealedArchives = {},
): Promise<AgentRecord> {
  return isDeepStrictEqual(next, known) ? known : saveAgent(deps, agent, next, archives);
}
