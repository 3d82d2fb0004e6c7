import type { MeaningField, Meanings } from '../../../configuration/domain/meanings.js';
import type { PeerServer, PeerSsid } from '../../domain/peers/peer-fleet.js';
import type { RadiusServerEntry } from '../../sections/radius-servers.js';
import type { SsidEntry } from '../../sections/ssid-entry.js';
import { assignIds, type Ids } from './assign-ids.js';
import type { Conversion, ConvertDeps } from './conversion.js';
import { findSsids, nameKey, ssidKey } from './find-stored.js';

/** The RADIUS servers that SSIDs name. @returns their ids by name */
export async function addServers(
  deps: ConvertDeps,
  { organisationId, firstId, fleet }: Conversion,
  ssids: readonly PeerSsid[],
): Promise<Ids> {
  const servers = new Map<string, PeerServer>();
  for (const server of ssids.flatMap(({ auth, acct }) => [auth, acct]))
    if (server) servers.set(server.name, server);
  const found = await deps.stores.fleetLookup.radiusServersOf(organisationId);
  const stored = new Map(found.toReversed().map((server) => [nameKey(server.name), server]));
  const known = new Map([...stored].map(([name, { _id }]) => [name, _id]));
  const ids = await assignIds(deps, 'radiusServers', servers.keys(), known, firstId);
  for (const { from, name, host, authPort, acctPort, secret } of servers.values()) {
    const entry: RadiusServerEntry = {
      id: ids.get(name) ?? 0,
      organisation_id: organisationId,
      name,
      host,
      auth_port: authPort,
      acct_port: acctPort,
      nas_identifier: stored.get(name)?.nasIdentifier ?? null,
      ...(secret === null ? {} : { secret }),
    };
    fleet.add('radius_servers', entry, from);
  }
  return ids;
}

interface SsidReferences {
  readonly networks: Ids;
  readonly tags: Ids;
  readonly servers: Ids;
  readonly meanings: Meanings;
}

export async function addSsids(
  deps: ConvertDeps,
  conversion: Conversion,
  ssids: readonly PeerSsid[],
  { networks, tags, servers, meanings }: SsidReferences,
): Promise<void> {
  const { organisationId, firstId, fleet } = conversion;
  const placed = ssids.map((ssid) => {
    const networkId =
      networks.get(ssid.network) ?? ssid.from.refuse('is of a network that the files do not have');
    const targets = ssid.tags.map((tag) => `tag:${tags.get(nameKey(tag)) ?? 0}`);
    const name = ssid.values.ssid_name;
    return {
      ssid,
      networkId,
      targets,
      key: ssidKey(networkId, typeof name === 'string' ? name : '', targets),
    };
  });
  const stored = await findSsids(deps, organisationId, [
    ...new Set(placed.map(({ networkId }) => networkId)),
  ]);
  const ids = await assignIds(
    deps,
    'networkSsids',
    placed.map(({ key }) => key),
    stored,
    firstId,
  );
  for (const { ssid, networkId, targets, key } of placed) {
    const { auth, acct, values, from } = ssid;
    const numbers = numbersOf(ssid, meanings, conversion);
    const entry: SsidEntry = {
      id: ids.get(key) ?? 0,
      network_id: networkId,
      ...values,
      ...numbers,
      auth_radius_id: auth && (servers.get(auth.name) ?? null),
      acc_radius_id: acct && (servers.get(acct.name) ?? null),
      associated_aps_and_tags: targets,
      // One without a security mode is left out of configurations; it is off where people see it, too.
      ...(numbers.security_mode === undefined ? { is_enabled: false } : {}),
    };
    fleet.add('network_ssids', entry, from);
  }
}

/** The numbers that this installation has for the words. */
function numbersOf(
  { words, from }: PeerSsid,
  meanings: Meanings,
  { report }: Conversion,
): Record<string, string> {
  const numbers: Record<string, string> = {};
  for (const [field, word] of Object.entries(words)) {
    const number = Object.entries(meanings[field as MeaningField]).find(
      ([, meaning]) => meaning === word,
    )?.[0];
    if (number === undefined) report.add(from, `cannot be ${word}: no number of ${field} means it`);
    else numbers[field] = number;
  }
  return numbers;
}
