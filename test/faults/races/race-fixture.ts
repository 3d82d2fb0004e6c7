import { makeMasterDevice, makePart } from '../../fixtures/records/device.js';
import { makeRelease } from '../../fixtures/records/firmware.js';
import { makeNetwork, makeOrganisation, makeUser } from '../../fixtures/records/organisation.js';
import type { Order, TestService } from '../../fixtures/records/test-service.js';

/** An organisation with an administrator, and one user for each network that sees only that network. */
export interface Organisation {
  readonly org: number;
  readonly token: string;
  readonly networks: readonly { readonly id: number; readonly watcher: string }[];
}

/** A device as the manufacturer built it, and the last order it received. */
export interface Machine {
  readonly macId: string;
  readonly deviceKey: string;
  readonly firmwareVersion: string;
  order: Order | null;
}

/** Two organisations that compete for the same few machines and have room for some of them. */
export interface RaceFixture {
  readonly service: TestService;
  readonly organisations: readonly Organisation[];
  readonly machines: readonly Machine[];
}

export const MACHINES = 5;
export const NETWORKS = 2;
const ROOM = [3, 4];

/** Creates a fixture. A service may have several. */
export async function raceFixture(service: TestService): Promise<RaceFixture> {
  const { deps } = service;
  const part = await makePart(deps);
  const organisations: Organisation[] = [];
  for (const noOfAps of ROOM) {
    const { _id: org } = await makeOrganisation(deps, { noOfAps });
    for (const version of ['1.9.0', '1.10.0']) await makeRelease(deps, org, version, [part._id]);
    const networks: { id: number; watcher: string }[] = [];
    for (let made = 0; made < NETWORKS; made += 1) {
      const { _id: id } = await makeNetwork(deps, org);
      const grants = { networks: [{ id, access: 'read' as const }], manageInventory: false };
      networks.push({ id, watcher: (await makeUser(deps, org, grants)).token });
    }
    organisations.push({ org, token: (await makeUser(deps, org)).token, networks });
  }
  const machines: Machine[] = [];
  for (let made = 0; made < MACHINES; made += 1) {
    const { _id: macId, deviceKey } = await makeMasterDevice(deps, { partNumber: part._id });
    machines.push({ macId, deviceKey, firmwareVersion: '1.0.0', order: null });
  }
  return { service, organisations, machines };
}
