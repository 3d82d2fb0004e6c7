import Joi from 'joi';
import { openSealed, wpaKeyPlace, type PassphraseSealed } from '../domain/passphrase-seal.js';
import type { PartialEntry } from '../domain/read-entry.js';
import { defaultSsid, type Ssid, type SsidFields } from '../../ssids/domain/ssid-fields.js';
import { judgeSsid, type SsidProblems } from '../../ssids/domain/ssid-rules.js';
import type { NetworkSsidRecord } from '../../ssids/models/network-ssid.js';
import { decryptSsid } from '../../ssids/operations/reveal-ssid.js';
import type { FleetDeps } from './fleet-deps.js';

export interface JudgedSsid {
  /** As it is stored, with its key in clear text; null for a new one. */
  readonly stored: Ssid | null;
  /** As it is to be; whole when there are no problems. */
  readonly ssid: SsidFields;
  readonly problems: SsidProblems;
}

/** Reads an SSID of a fleet by the rules of create or, over what is stored, of update. No round trip. */
export function judgeSsidEntry(
  deps: FleetDeps,
  entry: PartialEntry<'network_ssids'>,
  record: NetworkSsidRecord | null,
): JudgedSsid {
  const problems = new Map<string, string>();
  const { id, network_id: _networkId, sealed_wpa_key: sealed, ...rest } = entry;
  const input: Record<string, unknown> = rest;
  if (sealed !== undefined && id !== undefined) {
    const key = openKey(deps, id, sealed);
    if (!key.ok) problems.set('sealed_wpa_key', `sealed_wpa_key ${key.problem}`);
    else input.wpa_key = key.text;
  }
  const stored = record && decryptSsid(deps, record);
  const judged = judgeSsid(stored ?? defaultSsid(), input, stored ? 'update' : 'create');
  return { stored, ssid: judged.ssid, problems: new Map([...judged.problems, ...problems]) };
}

const SEALED = Joi.object<PassphraseSealed, true>({
  salt: Joi.string().base64().required(),
  iv: Joi.string().base64().required(),
  tag: Joi.string().base64().required(),
  data: Joi.string().base64().required(),
});

type OpenedKey =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: string };

function openKey({ exportPassphrase }: FleetDeps, id: number, sealed: unknown): OpenedKey {
  const checked = SEALED.validate(sealed, { convert: false });
  if (checked.error) return { ok: false, problem: 'must be an object with salt and iv and tag and data' };
  if (exportPassphrase === undefined) return { ok: false, problem: 'needs AIRFLEET_EXPORT_PASSPHRASE' };
  const text = openSealed(exportPassphrase, wpaKeyPlace(id), checked.value);
  if (text === null) return { ok: false, problem: 'does not open with this AIRFLEET_EXPORT_PASSPHRASE' };
  return { ok: true, text };
}
