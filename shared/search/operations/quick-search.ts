import { managedRoles, readScope, type Caller, type Scope } from '../../access/domain/access.js';
import type { UserRecord } from '../../access/models/user.js';
import { fold, matchesWords, searchWords } from '../../inventory/domain/device-search.js';
import type { ShownDevice } from '../../inventory/stores/device-store.js';
import type { NamedRollout } from '../../rollouts/stores/rollout-store.js';
import type { FoundSsid } from '../../ssids/stores/ssid-store.js';
import { nameWords } from './search-targets.js';
import type { NamedNetwork } from '../../upgrades/stores/target-name-store.js';
import type { SearchDeps } from '../deps.js';

const MAX_EACH = 8;
/** Older rollouts are not found. */
const MAX_ROLLOUTS = 1000;

export interface NamedSsid extends FoundSsid {
  /** Empty when the network was deleted meanwhile. */
  readonly networkName: string;
}

export interface QuickHits {
  readonly devices: readonly ShownDevice[];
  readonly networks: readonly NamedNetwork[];
  readonly ssids: readonly NamedSsid[];
  readonly rollouts: readonly NamedRollout[];
  readonly users: readonly Pick<UserRecord, '_id' | 'email' | 'role'>[];
}

/**
 * The records that the caller sees and whose name contains every word of the search, at most 8 of each kind
 * (docs/console-api.md#quick_search). Devices are matched by all fields of the inventory search, users by their email, and
 * rollouts are the newest ones. Users are those whom the caller manages.
 */
export async function quickSearch(deps: SearchDeps, caller: Caller, search: string): Promise<QuickHits> {
  const { stores } = deps;
  const words = searchWords(search);
  // A single character occurs in most records.
  if (words.every((word) => word.length < 2))
    return { devices: [], networks: [], ssids: [], rollouts: [], users: [] };
  const scope = readScope(caller);
  const byName = { words, order: { column: 'name', descending: false } } as const;
  const [hits, networks, ssids, rollouts, users] = await Promise.all([
    stores.deviceSearch.page(scope, byName, { offset: 0 }, MAX_EACH),
    stores.targetNames.networks(scope, nameWords(search), MAX_EACH),
    findSsids(deps, scope, words),
    findRollouts(deps, caller, words),
    findUsers(deps, caller, nameWords(search.toLowerCase())),
  ]);
  return { devices: hits.map(({ device }) => device), networks, ssids, rollouts, users };
}

async function findSsids(
  { stores }: SearchDeps,
  scope: Scope,
  words: readonly string[],
): Promise<NamedSsid[]> {
  const found = await stores.ssids.search(scope, words, MAX_EACH);
  const names = await stores.networks.namesOf(scope, [...new Set(found.map(({ networkId }) => networkId))]);
  return found
    .map((ssid) => ({ ...ssid, networkName: names.get(ssid.networkId) ?? '' }))
    .sort((one, other) => one.ssidName.localeCompare(other.ssidName, 'en') || one._id - other._id);
}

async function findRollouts(
  { stores }: SearchDeps,
  caller: Caller,
  words: readonly string[],
): Promise<NamedRollout[]> {
  const newest = await stores.rollouts.names(caller, MAX_ROLLOUTS);
  return newest.filter(({ name }) => matchesWords(fold(name), words)).slice(0, MAX_EACH);
}

async function findUsers({ stores }: SearchDeps, caller: Caller, words: readonly string[]) {
  const roles = managedRoles(caller);
  return roles.length === 0
    ? []
    : stores.users.search({ organisationId: caller.organisationId, roles }, words, MAX_EACH);
}
