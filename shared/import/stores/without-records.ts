import type { FleetLookupStore } from './lookup-store.js';
import type { ImportStores } from '../deps.js';

const nothing = <Key, Value>(): Promise<Map<Key, Value>> => Promise.resolve(new Map<Key, Value>());

const EMPTY_LOOKUP: FleetLookupStore = {
  find: nothing,
  owners: nothing,
  idsByEmail: nothing,
  idsByIdentity: nothing,
  releases: () => Promise.resolve([]),
  ssidsOf: () => Promise.resolve([]),
  radiusServersOf: () => Promise.resolve([]),
  openUpgrades: () => Promise.resolve([]),
  deviceCounts: nothing,
};

/** The same stores for the check of a fleet, as if the database was empty. */
export function withoutRecords(stores: ImportStores): ImportStores {
  return {
    ...stores,
    fleetLookup: EMPTY_LOOKUP,
    fleetWrites: { ...stores.fleetWrites, read: nothing },
  };
}
