import { isDeepStrictEqual } from 'node:util';
import { readScope, writeScope, type Caller } from '../../access/domain/access.js';
import type { Ssid, SsidFields } from '../domain/ssid-fields.js';
import { judgeSsid } from '../domain/ssid-rules.js';
import { variantOf } from '../domain/ssid-variants.js';
import { deriveSsid } from '../domain/ssid-search.js';
import { encryptWpaKey } from '../domain/wpa-key.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { NetworkSsidRecord } from '../models/network-ssid.js';
import type { SsidChange } from '../stores/ssid-store.js';
import type { SsidDeps } from '../deps.js';
import { findSsidToChange } from './find-ssid.js';
import { ssidEntry } from './ssid-entry.js';
import { decryptSsid } from './reveal-ssid.js';
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

/** A try fails only when another update of this SSID was written. */
const MAX_TRIES = 64;

export interface UpdateSsidRequest {
  readonly id: number | undefined;
  readonly input: SsidInput | undefined;
}

/**
 * Changes the fields that are sent and leaves the others. Checks in this order: the caller sees the SSID and may change
 * it, the request is complete, the fields are valid. The write is conditional on the revision that was read; after a
 * conflict the SSID is read again, so that two updates never mix. A request that changes nothing writes nothing. Whether
 * another SSID has the name for all devices is left to the unique index: names are read only to say what else an update lacks.
 * @param requires checks what else the request must have; throws its refusal
 * @throws AppError ssidUpdateInvalid, ssidNotFound, forbidden; overloaded when all tries fail
 */
export async function updateSsid(
  deps: SsidDeps,
  caller: Caller,
  { id, input }: UpdateSsidRequest,
  requires: (input: SsidInput) => void = () => undefined,
): Promise<SsidReceipt> {
  if (id === undefined && !input) throw missingSsid('ssidUpdateInvalid');
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const record = await findSsidToChange(deps, caller, id);
    if (!input) throw missingSsid('ssidUpdateInvalid');
    requires(input);
    const stored = decryptSsid(deps, record);
    const ssid = await checkUpdate(deps, caller, { record, stored, input, isAgain: tries > 0 });
    const receipt = { id: record._id, ssidName: ssid.ssid_name };
    if (isDeepStrictEqual(ssid, stored)) return receipt;
    const change = toChange(deps, record, stored, ssid);
    const changed = { id: record._id, networkId: record.networkId, at: change.updatedAt };
    const entry = ssidEntry(caller, 'ssid.updated', changed, stored, ssid);
    if (await deps.stores.ssids.update(writeScope(caller), record, change, entry)) return receipt;
  }
  throw new AppError('overloaded');
}

interface Update {
  readonly record: NetworkSsidRecord;
  readonly stored: Ssid;
  readonly input: SsidInput;
  /** Whether a write has failed before: the name may be taken. */
  readonly isAgain: boolean;
}

/** The SSID after the update. @throws AppError ssidUpdateInvalid with all problems, forbidden */
async function checkUpdate(
  deps: SsidDeps,
  caller: Caller,
  { record, stored, input, isAgain }: Update,
): Promise<Ssid> {
  const judged = judgeSsid(stored, input, 'update');
  requireOptionsRight(caller, stored, judged);
  const { ssid, problems: ofFields } = judged;
  const problems = new Map([...deviceProblems(deps, stored, ssid), ...ofFields]);
  const targets = ssid.associated_aps_and_tags ?? [];
  const unknown = await referenceProblems(deps, caller, targets, stored.associated_aps_and_tags);
  const isRefused = isAgain || unknown.size > 0 || problems.size > 0;
  const taken = isRefused ? await nameProblems(deps, caller, record, ssid) : [];
  const all = new Map([...taken, ...unknown, ...problems]);
  if (all.size > 0) throw invalidSsid('ssidUpdateInvalid', all);
  return ssid as Ssid;
}

async function nameProblems(
  { stores }: SsidDeps,
  caller: Caller,
  { _id, networkId, ssidName, variant }: NetworkSsidRecord,
  ssid: SsidFields,
) {
  const wanted = { ssidName: ssid.ssid_name, variant: variantOf(_id, ssid) };
  if (wanted.ssidName === ssidName && wanted.variant === variant) return [];
  const all = await stores.ssids.neighbours(readScope(caller), networkId);
  const others = all.filter((other) => other._id !== _id);
  return neighbourProblems(others, wanted, false);
}

/** An unchanged key keeps its stored encryption. */
function toChange({ env, now }: SsidDeps, record: NetworkSsidRecord, stored: Ssid, ssid: Ssid): SsidChange {
  const { ssid_name, wpa_key, ...settings } = ssid;
  return {
    ssidName: ssid_name,
    variant: variantOf(record._id, settings),
    ...deriveSsid(ssid_name),
    settings,
    wpaKey:
      wpa_key === stored.wpa_key ? record.wpaKey : encryptWpaKey(env.encryptionKeys, record._id, wpa_key),
    updatedAt: now(),
  };
}
