import { isDeepStrictEqual } from 'node:util';
import type { Ssid } from '../../ssids/domain/ssid-fields.js';
import { freeSlots } from '../../ssids/domain/ssid-slots.js';
import type { FleetEntries } from '../domain/entries.js';
import { encryptWpaKey } from '../../ssids/domain/wpa-key.js';
import type { NetworkSsidRecord } from '../../ssids/models/network-ssid.js';
import { judgeSsidEntry } from '../operations/judge-ssid-entry.js';
import { byKey, countsOf, type WriteSection, type Writing } from './write.js';

/** At most four round trips, one more for networks not known yet. */
export const writeNetworkSsids: WriteSection<'network_ssids'> = async (writing, entries) => {
  const { deps, known } = writing;
  const networkIds = [...new Set(entries.map(({ network_id }) => network_id))];
  await known.networks.load(networkIds);
  const organisationIds = new Set(networkIds.flatMap((id) => known.networks.get(id)?.organisationId ?? []));
  const stored = await deps.stores.fleetLookup.ssidsOf([...organisationIds], networkIds);
  const taken = new Map<number, number[]>(networkIds.map((id) => [id, []]));
  for (const { networkId, slot } of stored) taken.get(networkId)?.push(slot);
  const entryOf = byKey(entries, ({ id }) => id);
  const ids = entries.map(({ id }) => id);
  const written = await deps.stores.fleetWrites.upsert('networkSsids', ids, (id, existing) => {
    const entry = entryOf(id);
    const { stored: before, ssid } = judgeSsidEntry(deps, entry, existing);
    if (existing && before) return changedRecord(writing, existing, before, ssid as Ssid);
    return newRecord(writing, entry, takeSlot(taken, entry.network_id), ssid as Ssid);
  });
  return countsOf(written);
};

function takeSlot(taken: ReadonlyMap<number, number[]>, networkId: number): number {
  const slots = taken.get(networkId) ?? [];
  const [slot] = freeSlots(slots);
  if (slot === undefined) throw new Error(`Network ${networkId} was filled with SSIDs during the import`);
  slots.push(slot);
  return slot;
}

function newRecord(
  { deps, known, at }: Writing,
  { id: _id, network_id: networkId }: FleetEntries['network_ssids'],
  slot: number,
  { ssid_name: ssidName, wpa_key: key, ...settings }: Ssid,
): NetworkSsidRecord {
  return {
    _id,
    organisationId: known.networks.get(networkId)?.organisationId ?? 0,
    networkId,
    slot,
    ssidName,
    settings,
    wpaKey: encryptWpaKey(deps.env.encryptionKeys, _id, key),
    revision: 0,
    createdAt: at,
    updatedAt: at,
  };
}

/** What stays the same is not sealed anew, and not dated anew. */
function changedRecord(
  { deps, at }: Writing,
  record: NetworkSsidRecord,
  before: Ssid,
  after: Ssid,
): NetworkSsidRecord {
  if (isDeepStrictEqual(before, after)) return record;
  const { ssid_name: ssidName, wpa_key: key, ...settings } = after;
  const wpaKey =
    key === before.wpa_key ? record.wpaKey : encryptWpaKey(deps.env.encryptionKeys, record._id, key);
  return { ...record, ssidName, settings, wpaKey, updatedAt: at };
}
