import { ianaZone } from '../../../platform/values/time-zone.js';
import type { PeerNetwork } from '../../domain/peers/peer-fleet.js';
import type { NetworkEntry } from '../../sections/networks.js';
import { assignIds, type Ids } from './assign-ids.js';
import type { Conversion, ConvertDeps } from './conversion.js';
import { findNetworks, nameKey } from './find-stored.js';

/** @returns the ids of the networks by the key that the export refers to them by */
export async function addNetworks(
  deps: ConvertDeps,
  { organisationId, firstId, fleet, report }: Conversion,
  networks: readonly PeerNetwork[],
): Promise<Ids> {
  const keys = new Map<string, string>();
  const names = new Set<string>();
  for (const { from, key, name } of networks) {
    if (names.has(nameKey(name))) return from.refuse('has the name of another network');
    names.add(nameKey(name));
    keys.set(key, nameKey(name));
  }
  const stored = await findNetworks(deps, organisationId, [...names]);
  const ids = await assignIds(deps, 'networks', names, stored, firstId);
  for (const { from, name, timeZone, place } of networks) {
    const isKnown = timeZone !== '' && ianaZone(timeZone) !== null;
    if (timeZone !== '' && !isKnown) report.add(from, 'has a time zone that is not known');
    const entry: NetworkEntry = {
      id: ids.get(nameKey(name)) ?? 0,
      organisation_id: organisationId,
      network_name: nameKey(name),
      ...(isKnown ? { time_zone: timeZone } : {}),
      ...place,
    };
    fleet.add('networks', entry, from);
  }
  return new Map([...keys].map(([key, name]) => [key, ids.get(name) ?? 0]));
}
