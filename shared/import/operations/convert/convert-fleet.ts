import { showMeanings } from '../../../configuration/operations/load-meanings.js';
import { BadFleet } from '../../domain/faults.js';
import type { PeerFleet } from '../../domain/peers/peer-fleet.js';
import { knownReferences } from '../../sections/known.js';
import { checkFleet } from '../check-fleet.js';
import { addDevices } from './add-devices.js';
import { addNetworks } from './add-networks.js';
import { addServers, addSsids } from './add-ssids.js';
import { addTags } from './add-tags.js';
import type { Conversion, ConvertDeps } from './conversion.js';
import { ConvertedFleet } from './converted-fleet.js';

/**
 * Makes a fleet of what an export describes, in an organisation. Networks, tags, RADIUS servers and SSIDs are matched with
 * stored ones by name, devices by MAC, and keep their ids; for the others, ids are reserved. It is checked as an import
 * checks it.
 * @throws BadFleet naming the faults, each with its place in the export
 */
export async function convertFleet(
  deps: ConvertDeps,
  peer: PeerFleet,
  { organisationId, firstId, report }: Omit<Conversion, 'fleet'>,
): Promise<ConvertedFleet> {
  const fleet = new ConvertedFleet();
  const conversion = { organisationId, firstId, report, fleet };
  const networks = await addNetworks(deps, conversion, peer.networks);
  const tags = await addTags(deps, conversion, peer);
  await addDevices(deps, conversion, peer.devices, { networks, tags });
  const servers = await addServers(deps, conversion, peer.ssids);
  const meanings = await showMeanings(deps);
  await addSsids(deps, conversion, peer.ssids, { networks, tags, servers, meanings });
  try {
    await checkFleet(deps, knownReferences(deps.stores.fleetLookup), fleet.source());
  } catch (error) {
    if (!(error instanceof BadFleet)) throw error;
    throw new BadFleet(error.faults.map((fault) => fleet.explain(fault)));
  }
  return fleet;
}
