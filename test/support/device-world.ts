import type { Endpoint } from '../../api/endpoint.js';
import type { DeviceRecord } from '../../shared/models/device.js';
import type { HardwarePartRecord } from '../../shared/models/hardware-part.js';
import type { MasterDeviceRecord } from '../../shared/models/master-device.js';
import type { NetworkRecord } from '../../shared/models/network.js';
import type { OrganisationRecord } from '../../shared/models/organisation.js';
import type { UserRecord } from '../../shared/models/user.js';
import { sharedApi, type Reply, type TestApi } from './api.js';
import { ask, type Asking } from './asking.js';
import {
  makeDevice,
  makeMasterDevices,
  makePart,
  type DeviceFields,
  type TestDevice,
} from './factories/device.js';
import { makeNetwork, makeOrganisation, makeUser, type TestUser } from './factories/organisation.js';
import { makeUpgrade } from './factories/upgrade.js';

/** A device as responses show it, as far as tests look at it. */
export interface ShownDevice {
  readonly id: number;
  readonly name: string;
  readonly mac_id: string;
  readonly network_name: string | null;
  readonly location_network_id: number | null;
}

/** An organisation with two networks, an administrator and a hardware part, for tests of device changes. */
export interface DeviceWorld {
  readonly api: TestApi;
  readonly org: number;
  readonly admin: TestUser;
  readonly network: NetworkRecord;
  readonly other: NetworkRecord;
  readonly part: HardwarePartRecord;
  /** As the administrator unless a token is given. */
  ask(endpoint: Endpoint, input: Readonly<Record<string, unknown>>, asking?: Asking): Promise<Reply>;
  device(fields?: DeviceFields): Promise<TestDevice>;
  /** A device that an upgrade is being written to right now. */
  busyDevice(fields?: DeviceFields): Promise<TestDevice>;
  /** MACs that are built and unclaimed. */
  built(count: number): Promise<string[]>;
  user(fields: Partial<UserRecord>): Promise<TestUser>;
  /** The device as it is stored now; null when it is gone. */
  stored(macId: string): Promise<DeviceRecord | null>;
  master(macId: string): Promise<MasterDeviceRecord | null>;
  organisation(): Promise<OrganisationRecord | null>;
}

/** Makes one; everything in it belongs to the test that asked. */
export async function deviceWorld(fields: Partial<OrganisationRecord> = {}): Promise<DeviceWorld> {
  const api = await sharedApi();
  const { deps } = api;
  const { models } = deps.mongo;
  const { _id: org } = await makeOrganisation(deps, fields);
  const [admin, network, other, part] = await Promise.all([
    makeUser(deps, org),
    makeNetwork(deps, org),
    makeNetwork(deps, org),
    makePart(deps),
  ]);
  const device = (given: DeviceFields = {}): Promise<TestDevice> =>
    makeDevice(deps, org, { part, network, ...given });
  return {
    api,
    org,
    admin,
    network,
    other,
    part,
    ask: (endpoint, input, asking = {}) => ask(api, endpoint, input, { token: admin.token, ...asking }),
    device,
    async busyDevice(given) {
      const made = await device(given);
      await makeUpgrade(deps, made, 'Installing');
      return made;
    },
    built: async (count) => (await makeMasterDevices(deps, part, count)).map((master) => master._id),
    user: (given) => makeUser(deps, org, given),
    stored: (macId) => models.devices.findOne({ organisationId: org, macId }).lean(),
    master: (macId) => models.masterInventory.findOne({ _id: macId }).lean(),
    organisation: () => models.organisations.findOne({ _id: org }).lean(),
  };
}
