import { batchesOf } from '../../platform/mongo/batches.js';
import type { FleetEntries } from '../domain/entries.js';
import { wpaKeyPlace } from '../domain/passphrase-seal.js';
import { parseTargets, targetIds } from '../../upgrades/domain/upgrade-targets.js';
import type { NetworkSsidRecord } from '../../ssids/models/network-ssid.js';
import { decryptSsid } from '../../ssids/operations/reveal-ssid.js';
import type { Exporting } from './exporting.js';

/**
 * SSIDs with their key sealed by the passphrase, or without it when there is none. Targets that are gone since, which
 * name nothing any more, are left out. Two round trips for each 1,000 targets.
 */
export async function ssidEntries(
  { deps, seal, keysLeftOut }: Exporting,
  records: readonly NetworkSsidRecord[],
): Promise<FleetEntries['network_ssids'][]> {
  const ssids = records.map((record) => decryptSsid(deps, record));
  const present = await presentTargets(
    deps.stores,
    ssids.flatMap((ssid) => ssid.associated_aps_and_tags),
  );
  return records.map((record, index) => {
    const { _id: id, networkId: network_id } = record;
    const { wpa_key, ...fields } = ssids[index] ?? { wpa_key: null, associated_aps_and_tags: [] };
    const associated_aps_and_tags = fields.associated_aps_and_tags.filter((entry) => present.has(entry));
    if (wpa_key !== null && !seal) keysLeftOut();
    const key = wpa_key !== null && seal ? { sealed_wpa_key: seal(wpaKeyPlace(id), wpa_key) } : {};
    return { id, network_id, ...fields, associated_aps_and_tags, ...key };
  });
}

async function presentTargets(
  { fleetLookup }: Exporting['deps']['stores'],
  targets: readonly string[],
): Promise<Set<string>> {
  const present = new Set<string>();
  const parsed = parseTargets([...new Set(targets)]);
  if (!parsed.ok) return present;
  const { deviceIds, tagIds } = targetIds(parsed.segments);
  for (const batch of batchesOf(deviceIds)) {
    for (const id of (await fleetLookup.devices(batch)).keys()) present.add(`AP:${id}`);
  }
  for (const batch of batchesOf(tagIds)) {
    for (const id of (await fleetLookup.tags(batch)).keys()) present.add(`tag:${id}`);
  }
  return present;
}
