import { defaultSsid, type Ssid, type SsidFields } from '../../ssids/domain/ssid-fields.js';
import { judgeSsid, type SsidProblems } from '../../ssids/domain/ssid-rules.js';
import type { NetworkSsidRecord } from '../../ssids/models/network-ssid.js';
import { decryptSsid } from '../../ssids/operations/reveal-ssid.js';
import type { FleetDeps } from '../deps.js';
import type { PartialEntry } from '../domain/entry.js';
import { decryptSecret } from '../domain/encrypted-secret.js';

/** All fields but the ids are those of POST /v1/network_ssids, and encrypted_wpa_key of a backup. */
export interface SsidEntry {
  id: number;
  network_id: number;
  [field: string]: unknown;
}

export interface JudgedSsid {
  /** The stored SSID with its key in clear text; null for a new one. */
  readonly stored: Ssid | null;
  /** The SSID to store; complete when there are no problems. */
  readonly ssid: SsidFields;
  readonly problems: SsidProblems;
}

/** The context to which the encryption of a key is bound. */
export function wpaKeyContext(ssidId: number): string {
  return `network_ssids:${ssidId}:wpa_key`;
}

/** Applies the rules for creating an SSID, or for updating the stored one. */
export function judgeSsidEntry(
  deps: FleetDeps,
  entry: PartialEntry<SsidEntry>,
  record: NetworkSsidRecord | null,
): JudgedSsid {
  const problems = new Map<string, string>();
  const { id, network_id: _networkId, encrypted_wpa_key: encrypted, ...rest } = entry;
  const input: Record<string, unknown> = rest;
  if (encrypted !== undefined && id !== undefined) {
    const key = decryptSecret(deps.env.exportPassphrase, wpaKeyContext(id), encrypted);
    if ('problem' in key) problems.set('encrypted_wpa_key', `encrypted_wpa_key ${key.problem}`);
    else input.wpa_key = key.text;
  }
  const stored = record && decryptSsid(deps, record);
  const judged = judgeSsid(stored ?? defaultSsid(), input, stored ? 'update' : 'create');
  return { stored, ssid: judged.ssid, problems: new Map([...judged.problems, ...problems]) };
}
