import { SSIDS_PER_NETWORK } from '../../ssids/domain/ssid-slots.js';
import type { SsidProblems } from '../../ssids/domain/ssid-rules.js';
import { parseTargets, targetIds } from '../../upgrades/domain/upgrade-targets.js';
import type { SsidInNetwork } from '../stores/lookup-store.js';
import { judgeSsidEntry, type JudgedSsid } from '../operations/judge-ssid-entry.js';
import { valuesOf, type Check, type CheckSection, type Located } from './check.js';
import { addId } from './check-keys.js';
import { checkReference } from './check-reference.js';
import { findDevices } from './find-devices.js';

interface Judged {
  readonly path: string;
  readonly id: number | undefined;
  readonly networkId: number;
  readonly organisationId: number;
  readonly judged: JudgedSsid;
}

/**
 * SSIDs by the rules of docs/decisions.md#ssids. Two round trips for each batch, and up to three for networks, devices and
 * tags not known yet.
 */
export function createSsidCheck(): CheckSection<'network_ssids'> {
  const added = new Map<number, number>();
  return async (check, located) => {
    const judged = await judge(check, located);
    const networkIds = [...new Set(judged.map(({ networkId }) => networkId))];
    const organisationIds = [...new Set(judged.map(({ organisationId }) => organisationId))];
    const neighbours = await check.deps.stores.fleetLookup.ssidsOf(organisationIds, networkIds);
    for (const one of judged) checkNetwork(check, one, neighbours, added);
    await checkTargets(check, judged);
  };
}

/** Those whose network exists, after what is wrong with any of them by itself. */
async function judge(check: Check, located: readonly Located<'network_ssids'>[]): Promise<Judged[]> {
  const { deps, faults, known } = check;
  await known.networks.load(valuesOf(located, (entry) => entry.network_id));
  const stored = await deps.stores.fleetLookup.ssids(valuesOf(located, (entry) => entry.id));
  return located.flatMap(({ path, entry }) => {
    const { id, network_id: networkId } = entry;
    addId(check, 'network_ssids', path, id);
    const record = id === undefined ? null : (stored.get(id) ?? null);
    const judged = judgeSsidEntry(deps, entry, record);
    addProblems(check, path, judged.problems);
    if (networkId === undefined) return [];
    if (record && record.networkId !== networkId) {
      faults.add(`${path}.id`, `${record._id} is the id of an SSID of another network`);
    }
    const network = known.networks.get(networkId);
    if (!network) faults.add(`${path}.network_id`, `there is no network ${networkId}`);
    return network ? [{ path, id, networkId, judged, organisationId: network.organisationId }] : [];
  });
}

/** A problem begins with the name of its field, and an index when it is inside it. */
function addProblems({ faults }: Check, path: string, problems: SsidProblems): void {
  for (const problem of problems.values()) {
    const end = problem.indexOf(' ');
    faults.add(`${path}.${problem.slice(0, end)}`, problem.slice(end + 1));
  }
}

function checkNetwork(
  check: Check,
  { path, id, networkId, judged }: Judged,
  neighbours: readonly SsidInNetwork[],
  added: Map<number, number>,
): void {
  const stored = neighbours.filter((ssid) => ssid.networkId === networkId);
  const name = judged.ssid.ssid_name;
  const isTaken = stored.some((ssid) => ssid._id !== id && ssid.ssidName === name);
  if (name !== undefined && (!check.addKey(`ssid of ${networkId}`, name) || isTaken)) {
    check.faults.add(`${path}.ssid_name`, 'is the name of another SSID of the network');
  }
  if (judged.stored) return;
  const more = (added.get(networkId) ?? 0) + 1;
  added.set(networkId, more);
  if (stored.length + more === SSIDS_PER_NETWORK + 1) {
    check.faults.add(path, `network ${networkId} has ${SSIDS_PER_NETWORK} SSIDs, which is the most`);
  }
}

/** Targets that stand in the stored SSID already are not asked about again: their device may have left since. */
async function checkTargets(check: Check, judged: readonly Judged[]): Promise<void> {
  const { tags } = check.known;
  const named = judged.flatMap(({ path, organisationId, judged: { ssid, stored } }) => {
    const held = new Set(stored?.associated_aps_and_tags);
    const fresh = (ssid.associated_aps_and_tags ?? []).filter((entry) => !held.has(entry));
    const parsed = parseTargets(fresh);
    if (!parsed.ok) return [];
    return [{ at: `${path}.associated_aps_and_tags`, organisationId, ids: targetIds(parsed.segments) }];
  });
  const deviceIds = named.flatMap(({ ids }) => ids.deviceIds);
  const devices = await findDevices(check, deviceIds);
  await tags.load(named.flatMap(({ ids }) => ids.tagIds));
  for (const { at, organisationId, ids } of named) {
    for (const id of ids.deviceIds) checkReference(check, at, 'device', id, organisationId, devices.get(id));
    for (const id of ids.tagIds) checkReference(check, at, 'tag', id, organisationId, tags.get(id));
  }
}
