import type { PartialEntry } from '../../domain/fleet/read-entry.js';
import { defaultSsid, type Ssid, type SsidFields } from '../../domain/ssid-fields.js';
import { judgeSsid, type SsidProblems } from '../../domain/ssid-rules.js';
import type { NetworkSsidRecord } from '../../models/network-ssid.js';
import { openSsid } from '../ssids/reveal-ssid.js';
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
  const { id: _id, network_id: _networkId, ...input } = entry;
  const stored = record && openSsid(deps, record);
  const judged = judgeSsid(stored ?? defaultSsid(), input, stored ? 'update' : 'create');
  return { stored, ...judged };
}
