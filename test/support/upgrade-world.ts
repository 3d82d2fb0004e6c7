import { sharedApi, type CallOptions, type Reply, type TestApi } from './api.js';
import { makeDevice, makePart, type DeviceFields, type TestDevice } from './factories/device.js';
import { makeRelease } from './factories/firmware.js';
import { makeNetwork, makeOrganisation, makeTag, makeUser, type TestUser } from './factories/organisation.js';
import type { HardwarePartRecord } from '../../shared/models/hardware-part.js';
import type { NetworkRecord } from '../../shared/models/network.js';
import type { TagRecord } from '../../shared/models/tag.js';
import type { UpgradeRecord } from '../../shared/models/upgrade.js';

/** An organisation with a network, a tag, a hardware part and releases 1.9.0, 1.10.0 and unreleased 3.0.0, for upgrade tests. */
export interface UpgradeWorld {
  readonly api: TestApi;
  readonly org: number;
  readonly admin: TestUser;
  readonly network: NetworkRecord;
  readonly tag: TagRecord;
  readonly part: HardwarePartRecord;
  device(fields?: DeviceFields): Promise<TestDevice>;
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  /** POST /upgrades with these fields. */
  post(upgrade: Record<string, unknown>, options?: CallOptions): Promise<Reply>;
  /** The device's pending upgrade. */
  pending(device: TestDevice): Promise<UpgradeRecord | null>;
  set(id: number, fields: Partial<UpgradeRecord>): Promise<void>;
}

/** Makes one; everything in it belongs to the test that asked. */
export async function upgradeWorld(given?: TestApi): Promise<UpgradeWorld> {
  const api = given ?? (await sharedApi());
  const { deps } = api;
  const { models } = deps.mongo;
  const { _id: org } = await makeOrganisation(deps);
  const [admin, network, tag, part] = await Promise.all([
    makeUser(deps, org),
    makeNetwork(deps, org),
    makeTag(deps, org),
    makePart(deps),
  ]);
  await makeRelease(deps, org, '1.9.0', [part._id]);
  await makeRelease(deps, org, '1.10.0', [part._id]);
  await makeRelease(deps, org, '3.0.0', [part._id], { isReleased: false });
  const call = (method: string, path: string, options: CallOptions = {}): Promise<Reply> =>
    api.call(method, path, { token: admin.token, ...options });
  return {
    api,
    org,
    admin,
    network,
    tag,
    part,
    device: (fields = {}) => makeDevice(deps, org, { part, ...fields }),
    call,
    post: (upgrade, options = {}) => call('POST', '/upgrades', { body: { upgrade }, ...options }),
    pending: (device) => models.upgrades.findOne({ routerInventoryId: device._id, status: '' }).lean(),
    async set(id, fields) {
      await models.upgrades.updateOne({ _id: id }, { $set: fields });
    },
  };
}

/** An instant a day from now, as a `later` schedule wants it in UTC. */
export function tomorrow(): string {
  return new Date(Date.now() + 86_400_000).toISOString().slice(0, 16).replace('T', ' ');
}
