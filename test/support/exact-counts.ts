import { expect } from 'chai';
import type { ApiDeps } from '../../api/deps.js';
import { BLOCK } from '../../shared/domain/device-blocks.js';

/** Fails unless an organisation's counts, and those of its networks, equal its records, and every claim has its device. */
export async function expectExactCounts({
  api,
  org,
}: {
  readonly api: { readonly deps: ApiDeps };
  readonly org: number;
}): Promise<void> {
  const { models } = api.deps.mongo;
  const devices = await models.devices
    .find({ organisationId: org }, { macId: 1, locationNetworkId: 1 })
    .lean();
  const organisation = await models.organisations.findById(org).lean();
  const inNetwork = (id: number | null): number =>
    devices.filter((device) => device.locationNetworkId === id).length;
  expect(organisation).to.include({ deviceCount: devices.length, unassignedCount: inNetwork(null) });
  const blocks = new Map<string, number>();
  for (const { _id } of devices) {
    const block = String(Math.floor(_id / BLOCK));
    blocks.set(block, (blocks.get(block) ?? 0) + 1);
  }
  const counted = Object.entries(organisation?.deviceBlocks ?? {}).filter(([, count]) => count !== 0);
  expect(new Map(counted), 'blocks of ids').to.deep.equal(blocks);
  expect(devices.length).to.be.at.most(organisation?.noOfAps ?? 0);
  for (const network of await models.networks.find({ organisationId: org }).lean()) {
    expect(network.deviceCount, network.networkName).to.equal(inNetwork(network._id));
  }
  const claims = await models.masterInventory.find({ organisationId: org }).lean();
  const pairs = (of: readonly (readonly [string, number | null])[]): string[] =>
    of.map(([mac, id]) => `${mac} ${id ?? 'none'}`).sort();
  expect(pairs(claims.map((claim) => [claim._id, claim.deviceId]))).to.deep.equal(
    pairs(devices.map((device) => [device.macId, device._id])),
  );
  const states = await models.deviceStates.find({ organisationId: org }, { _id: 1 }).lean();
  expect(states.map((state) => state._id).sort()).to.deep.equal(devices.map((device) => device._id).sort());
}
