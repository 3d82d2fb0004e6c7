import { isDeepStrictEqual } from 'node:util';
import Joi from 'joi';
import { batchesOf } from '../../platform/mongo/batches.js';
import type { Ssid } from '../../ssids/domain/ssid-fields.js';
import { shownExtras } from '../../ssids/domain/ssid-extras.js';
import { freePositions, SSIDS_PER_NETWORK } from '../../ssids/domain/ssid-positions.js';
import { deriveSsid } from '../../ssids/domain/ssid-search.js';
import { GENERAL, isGeneral, variantOf } from '../../ssids/domain/ssid-variants.js';
import { encryptWpaKey } from '../../ssids/domain/wpa-key.js';
import type { NetworkSsidRecord } from '../../ssids/models/network-ssid.js';
import { decryptSsid } from '../../ssids/operations/reveal-ssid.js';
import { parseTargets, targetIds } from '../../upgrades/domain/upgrade-targets.js';
import { id } from '../domain/fields.js';
import { valuesOf, type CheckContext, type Located } from './check-context.js';
import { pages, type ExportContext } from './export-context.js';
import type { FleetSection } from './section.js';
import { judgeSsidEntry, wpaKeyContext, type JudgedSsid, type SsidEntry } from './ssid-entry.js';
import { upsert, type WriteContext } from './write-context.js';

export const networkSsids: FleetSection<SsidEntry> = {
  schema: Joi.object({ id: id.required(), network_id: id.required() }).unknown(true),
  sequence: 'networkSsids',

  async check(context, located) {
    const judged = await judge(context, located);
    const networkIds = [...new Set(judged.map(({ networkId }) => networkId))];
    const organisationIds = [...new Set(judged.map(({ organisationId }) => organisationId))];
    const neighbours = await context.deps.stores.fleetLookup.ssidsOf(organisationIds, networkIds);
    for (const one of judged) checkNetwork(context, one, neighbours);
    await checkTargets(context, judged);
  },

  async write(context, entries) {
    const { deps, known } = context;
    const networkIds = [...new Set(entries.map((entry) => entry.network_id))];
    await known.networks.load(networkIds);
    const organisationIds = new Set(
      networkIds.flatMap((one) => known.networks.get(one)?.organisationId ?? []),
    );
    const stored = await deps.stores.fleetLookup.ssidsOf([...organisationIds], networkIds);
    const taken = new Map<number, number[]>(networkIds.map((networkId) => [networkId, []]));
    for (const { networkId, position } of stored) taken.get(networkId)?.push(position);
    const write = upsert(
      'networkSsids',
      (entry: SsidEntry) => entry.id,
      (entry, existing) => {
        const { stored: before, ssid } = judgeSsidEntry(deps, entry, existing);
        if (existing && before) return changedRecord(context, existing, before, ssid as Ssid);
        return newRecord(context, entry, takePosition(taken, entry.network_id), ssid as Ssid);
      },
    );
    return write(context, entries);
  },

  async *export(context) {
    for await (const records of pages(context, 'networkSsids')) yield await ssidEntries(context, records);
  },
};

interface Judged {
  readonly path: string;
  readonly id: number | undefined;
  readonly networkId: number;
  readonly organisationId: number;
  readonly judged: JudgedSsid;
}

/** Judges each SSID by itself. Gives those whose network exists. */
async function judge(context: CheckContext, located: readonly Located<SsidEntry>[]): Promise<Judged[]> {
  const { deps, faults, known } = context;
  await known.networks.load(valuesOf(located, (entry) => entry.network_id));
  const stored = await deps.stores.fleetWrites.read(
    'networkSsids',
    valuesOf(located, (entry) => entry.id),
  );
  return located.flatMap(({ path, entry }) => {
    const { id: ssidId, network_id: networkId } = entry;
    context.addId('network_ssids', path, ssidId);
    const record = ssidId === undefined ? null : (stored.get(ssidId) ?? null);
    const judged = judgeSsidEntry(deps, entry, record);
    for (const problem of judged.problems.values()) {
      // Starts with the field, and the index of what is in it.
      const end = problem.indexOf(' ');
      faults.add(`${path}.${problem.slice(0, end)}`, problem.slice(end + 1));
    }
    if (networkId === undefined) return [];
    if (record && record.networkId !== networkId) {
      faults.add(`${path}.id`, `${record._id} is the id of an SSID of another network`);
    }
    const network = known.networks.get(networkId);
    if (!network) faults.add(`${path}.network_id`, `there is no network ${networkId}`);
    return network ? [{ path, id: ssidId, networkId, judged, organisationId: network.organisationId }] : [];
  });
}

function checkNetwork(
  context: CheckContext,
  { path, id: ssidId, networkId, judged }: Judged,
  neighbours: readonly Pick<NetworkSsidRecord, '_id' | 'networkId' | 'ssidName' | 'variant'>[],
): void {
  const stored = neighbours.filter((ssid) => ssid.networkId === networkId);
  const name = judged.ssid.ssid_name;
  const isTaken = stored.some(
    (ssid) => ssid._id !== ssidId && ssid.ssidName === name && ssid.variant === GENERAL,
  );
  if (
    isGeneral(judged.ssid) &&
    name !== undefined &&
    (!context.addKey(`ssid of ${networkId}`, name) || isTaken)
  ) {
    context.faults.add(`${path}.ssid_name`, 'is the name of another SSID of the network');
  }
  if (judged.stored) return;
  const added = (context.addedSsids.get(networkId) ?? 0) + 1;
  context.addedSsids.set(networkId, added);
  if (stored.length + added === SSIDS_PER_NETWORK + 1) {
    context.faults.add(path, `network ${networkId} has ${SSIDS_PER_NETWORK} SSIDs, which is the most`);
  }
}

/** Targets of the stored SSID are not checked again: their device may have been removed since. */
async function checkTargets(context: CheckContext, judged: readonly Judged[]): Promise<void> {
  const { tags } = context.known;
  const named = judged.flatMap(({ path, organisationId, judged: { ssid, stored } }) => {
    const held = new Set(stored?.associated_aps_and_tags);
    const added = (ssid.associated_aps_and_tags ?? []).filter((target) => !held.has(target));
    const parsed = parseTargets(added);
    if (!parsed.ok) return [];
    const at = { path: `${path}.associated_aps_and_tags`, organisationId };
    return [{ at, ...targetIds(parsed.segments) }];
  });
  const devices = await context.find(
    'devices',
    named.flatMap(({ deviceIds }) => deviceIds),
  );
  await tags.load(named.flatMap(({ tagIds }) => tagIds));
  for (const { at, deviceIds, tagIds } of named) {
    for (const one of deviceIds) context.reference('device', { ...at, id: one }, devices.get(one));
    for (const one of tagIds) context.reference('tag', { ...at, id: one }, tags.get(one));
  }
}

function takePosition(taken: ReadonlyMap<number, number[]>, networkId: number): number {
  const positions = taken.get(networkId) ?? [];
  const [position] = freePositions(positions);
  if (position === undefined) throw new Error(`Network ${networkId} was filled with SSIDs during the import`);
  positions.push(position);
  return position;
}

function newRecord(
  { deps, known, at }: WriteContext,
  { id: _id, network_id: networkId }: SsidEntry,
  position: number,
  { ssid_name: ssidName, wpa_key: key, ...settings }: Ssid,
): NetworkSsidRecord {
  return {
    _id,
    organisationId: known.networks.get(networkId)?.organisationId ?? 0,
    networkId,
    position,
    ssidName,
    variant: variantOf(_id, settings),
    ...deriveSsid(ssidName),
    settings,
    wpaKey: encryptWpaKey(deps.env.encryptionKeys, _id, key),
    revision: 0,
    createdAt: at,
    updatedAt: at,
  };
}

/** An SSID that stays the same keeps its date, and a key that stays the same its encryption. */
function changedRecord(
  { deps, at }: WriteContext,
  record: NetworkSsidRecord,
  before: Ssid,
  after: Ssid,
): NetworkSsidRecord {
  if (isDeepStrictEqual(before, after)) return record;
  const { ssid_name: ssidName, wpa_key: key, ...settings } = after;
  const isSameKey = key === before.wpa_key;
  const wpaKey = isSameKey ? record.wpaKey : encryptWpaKey(deps.env.encryptionKeys, record._id, key);
  const variant = variantOf(record._id, settings);
  return { ...record, ssidName, variant, ...deriveSsid(ssidName), settings, wpaKey, updatedAt: at };
}

/** Keys are encrypted with the passphrase, or left out without one; so are targets that no longer exist. */
async function ssidEntries(
  { deps, encrypt, onLeftOut }: ExportContext,
  records: readonly NetworkSsidRecord[],
): Promise<SsidEntry[]> {
  const ssids = records.map((record) => ({ record, ssid: decryptSsid(deps, record) }));
  const stored = await storedTargets(
    deps.stores,
    ssids.flatMap(({ ssid }) => ssid.associated_aps_and_tags),
  );
  return ssids.map(({ record, ssid: { wpa_key: key, extras: all, ...fields } }) => {
    const extras = shownExtras(all);
    const targets = fields.associated_aps_and_tags.filter((target) => stored.has(target));
    const encrypted = key !== null && encrypt?.(wpaKeyContext(record._id), key);
    if (key !== null && !encrypted) onLeftOut('ssid');
    return {
      id: record._id,
      network_id: record.networkId,
      ...fields,
      associated_aps_and_tags: targets,
      ...(extras ? { extras } : {}),
      ...(encrypted ? { encrypted_wpa_key: encrypted } : {}),
    };
  });
}

async function storedTargets(
  { fleetLookup }: ExportContext['deps']['stores'],
  targets: readonly string[],
): Promise<Set<string>> {
  const stored = new Set<string>();
  const parsed = parseTargets([...new Set(targets)]);
  if (!parsed.ok) return stored;
  const { deviceIds, tagIds } = targetIds(parsed.segments);
  for (const batch of batchesOf(deviceIds)) {
    for (const one of (await fleetLookup.owners('devices', batch)).keys()) stored.add(`AP:${one}`);
  }
  for (const batch of batchesOf(tagIds)) {
    for (const one of (await fleetLookup.owners('tags', batch)).keys()) stored.add(`tag:${one}`);
  }
  return stored;
}
