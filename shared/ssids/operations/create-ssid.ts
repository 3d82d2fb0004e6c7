import { inScope, readScope, writeScope, type Caller } from '../../access/domain/access.js';
import { defaultSsid, type Ssid } from '../domain/ssid-fields.js';
import { deriveSsid } from '../domain/ssid-search.js';
import { variantOf } from '../domain/ssid-variants.js';
import { judgeSsid } from '../domain/ssid-rules.js';
import { freePositions } from '../domain/ssid-positions.js';
import { encryptWpaKey } from '../domain/wpa-key.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { SsidDeps } from '../deps.js';
import { ssidEntry } from './ssid-entry.js';
import {
  deviceProblems,
  invalidSsid,
  missingSsid,
  neighbourProblems,
  referenceProblems,
  requireOptionsRight,
  type SsidInput,
  type SsidReceipt,
} from './ssid-request.js';

/** A try fails when another writer fills a position. There are 16 positions, so more tries fail only with deletions in between. */
const MAX_TRIES = 32;
/** Of an SSID that has no id yet. */
const NEW_ID = -1;

export interface CreateSsidRequest {
  readonly networkId: number | undefined;
  /** An SSID whose network is used when network_id matches nothing. */
  readonly ssidId: number | undefined;
  readonly input: SsidInput | undefined;
}

/**
 * Adds an SSID to a network (docs/interface.md#ssid-create). Checks in this order: the network exists, the caller
 * may change it, the object is present, the fields are valid. Name and position are unique in the network by index, so that
 * concurrent requests create at most 16 SSIDs, one of each name for all devices.
 * @throws AppError ssidCreateInvalid, networkNotFound, forbidden; overloaded when all tries fail
 */
export async function createSsid(
  deps: SsidDeps,
  caller: Caller,
  request: CreateSsidRequest,
): Promise<SsidReceipt> {
  const { stores, random } = deps;
  const { input } = request;
  const namesNothing = request.networkId === undefined && request.ssidId === undefined;
  if (namesNothing && !input) throw missingSsid('ssidCreateInvalid');
  const networkId = await findNetworkToFill(deps, caller, request);
  if (!input) throw missingSsid('ssidCreateInvalid');

  const judged = judgeSsid(defaultSsid(), input, 'create');
  requireOptionsRight(caller, defaultSsid(), judged);
  const { ssid, problems: ofFields } = judged;
  const problems = new Map([...deviceProblems(deps, defaultSsid(), ssid), ...ofFields]);
  const unknown = await referenceProblems(deps, caller, ssid.associated_aps_and_tags ?? [], []);
  const wanted = { ssidName: ssid.ssid_name, variant: variantOf(NEW_ID, ssid) };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const others = await stores.ssids.neighbours(writeScope(caller), networkId);
    const all = new Map([...neighbourProblems(others, wanted, true), ...unknown, ...problems]);
    if (all.size > 0) throw invalidSsid('ssidCreateInvalid', all);
    const positions = freePositions(others.map((other) => other.position));
    const position = positions[Math.floor(random() * positions.length)] ?? 0;
    const id = await stores.ids.reserve('networkSsids');
    const record = newRecord(deps, caller, { id, networkId, position }, ssid as Ssid);
    const at = record.createdAt;
    const entry = ssidEntry(caller, 'ssid.created', { id, networkId, at }, null, ssid as Ssid);
    if (await stores.ssids.insert(record, entry)) {
      return { id, ssidName: (ssid as Ssid).ssid_name };
    }
  }
  throw new AppError('overloaded');
}

/** The network of a new SSID, if the caller may change it. @throws AppError networkNotFound, forbidden */
export async function findNetworkToFill(
  deps: SsidDeps,
  caller: Caller,
  request: Omit<CreateSsidRequest, 'input'>,
): Promise<number> {
  const networkId = await findNetworkId(deps, caller, request);
  if (networkId === null) throw new AppError('networkNotFound');
  if (!inScope(writeScope(caller), networkId)) throw new AppError('forbidden');
  return networkId;
}

/** The network of network_id, or the network of the SSID (docs/interface.md#ssid-create). */
async function findNetworkId(
  { stores }: SsidDeps,
  caller: Caller,
  { networkId, ssidId }: Omit<CreateSsidRequest, 'input'>,
): Promise<number | null> {
  const scope = readScope(caller);
  const network = networkId === undefined ? null : await stores.networks.find(scope, networkId);
  if (network) return network._id;
  const ssid = ssidId === undefined ? null : await stores.ssids.find(scope, ssidId);
  return ssid?.networkId ?? null;
}

function newRecord(
  { env, now }: SsidDeps,
  { organisationId }: Caller,
  { id, networkId, position }: { id: number; networkId: number; position: number },
  { ssid_name, wpa_key, ...settings }: Ssid,
) {
  const at = now();
  return {
    _id: id,
    organisationId,
    networkId,
    position,
    ssidName: ssid_name,
    variant: variantOf(id, settings),
    ...deriveSsid(ssid_name),
    settings,
    wpaKey: encryptWpaKey(env.encryptionKeys, id, wpa_key),
    revision: 0,
    createdAt: at,
    updatedAt: at,
  };
}
