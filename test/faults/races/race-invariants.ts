import { expect } from 'chai';
import { listInventoryEndpoint } from '../../../api/search/list-inventory.js';
import { ask } from '../../fixtures/asking.js';
import { expectExactCounts } from '../../fixtures/exact-counts.js';
import type { RaceFixture } from './race-fixture.js';

/** Checks what must hold whenever no action is running. */
export async function expectInvariants(fixture: RaceFixture, ids: IssuedIds): Promise<void> {
  const { service, organisations, machines } = fixture;
  const { models } = service.deps.mongo;
  for (const { org } of organisations) await expectExactCounts({ api: service.api, org });

  const devices = await models.devices.find({ macId: { $in: machines.map(({ macId }) => macId) } }).lean();
  expectOnce(
    'devices of a MAC',
    devices.map((device) => device.macId),
  );
  for (const { _id, macId } of devices) ids.note('device', _id, macId);

  const orgs = organisations.map(({ org }) => org);
  const upgrades = await models.upgrades.find({ organisationId: { $in: orgs } }).lean();
  for (const { _id, routerInventoryId } of upgrades) ids.note('upgrade', _id, `device ${routerInventoryId}`);
  const pending = upgrades.filter(({ status }) => status === '');
  const inFlight = upgrades.filter((upgrade) => upgrade.inFlight);
  expectOnce(
    'pending upgrades of a device',
    pending.map((upgrade) => upgrade.routerInventoryId),
  );
  expectOnce(
    'upgrades in flight of a device',
    inFlight.map((upgrade) => upgrade.routerInventoryId),
  );

  const places = new Map(devices.map((device) => [device._id, device.locationNetworkId]));
  for (const { _id, routerInventoryId, locationNetworkId } of [...pending, ...inFlight]) {
    expect(places.get(routerInventoryId), `the network of upgrade ${_id}’s device`).to.equal(
      locationNetworkId,
    );
  }
  const seen = await Promise.all(
    organisations.flatMap(({ networks }) => networks.map((network) => watched(fixture, network.watcher))),
  );
  const assigned = devices.filter((device) => device.locationNetworkId !== null).map(({ _id }) => _id);
  expect(seen.flat().sort(), 'devices visible to users of one network').to.deep.equal(assigned.sort());
}

/** The ids of the devices that the token's user sees. */
async function watched({ service }: RaceFixture, token: string): Promise<number[]> {
  const reply = await ask(service.api, listInventoryEndpoint, {}, { token });
  expect(reply.status, reply.text).to.equal(200);
  const { data } = reply.body as { data: { devices: { id: number }[] } };
  return data.devices.map(({ id }) => id);
}

function expectOnce(what: string, keys: readonly (string | number)[]): void {
  expect(
    keys.filter((key, index) => keys.indexOf(key) !== index),
    what,
  ).to.deep.equal([]);
}

/** The owner of each id: no id is ever given to a second one. */
export class IssuedIds {
  private readonly owners = new Map<string, string>();

  note(kind: 'device' | 'upgrade', id: number, owner: string): void {
    const key = `${kind} ${id}`;
    const known = this.owners.get(key) ?? owner;
    expect(known, `whose ${key} is`).to.equal(owner);
    this.owners.set(key, owner);
  }
}
