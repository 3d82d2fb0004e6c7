import { expect } from 'chai';
import { provisioningEndpoint } from '../../../api/assignment/provisioning.js';
import { startTestApi, type Reply } from '../../fixtures/api.js';
import { ask } from '../../fixtures/asking.js';
import { deviceFixture } from '../../fixtures/records/device-fixture.js';
import { expectExactCounts } from '../../fixtures/exact-counts.js';

const codesOf = (replies: readonly Reply[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status, body } of replies) {
    const { error_code: code } = body as { error_code?: number };
    const key = code === undefined ? String(status) : `${status}/${code}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
};

describe('concurrent provisioning', () => {
  // docs/interface.md#provisioning-5
  // docs/http.md#limits-inventory-size
  it('ends with exactly no_of_aps devices after fifty requests at the limit, at two processes', async () => {
    const fixture = await deviceFixture({ noOfAps: 30 });
    const second = await startTestApi();
    try {
      const macs = await fixture.built(50);
      const replies = await Promise.all(
        macs.map((mac_id, index) =>
          ask(
            index % 2 === 0 ? fixture.api : second,
            provisioningEndpoint,
            { mac_id, network_id: fixture.network._id },
            { token: fixture.admin.token },
          ),
        ),
      );
      expect(codesOf(replies)).to.deep.equal({ '200': 30, '422/1005': 20 });
      expect(await fixture.organisation()).to.include({ deviceCount: 30 });
      await expectExactCounts(fixture);
    } finally {
      await second.close();
    }
  });

  it('assigns a MAC that two organisations request to one of them', async () => {
    const [one, two] = [await deviceFixture(), await deviceFixture()];
    const macs = await one.built(10);
    const both = await Promise.all(
      macs.map(async (mac_id) => {
        const replies = await Promise.all(
          [one, two].map((fixture) =>
            fixture.ask(provisioningEndpoint, { mac_id, network_id: fixture.network._id }),
          ),
        );
        return codesOf(replies);
      }),
    );
    for (const codes of both) expect(codes).to.deep.equal({ '200': 1, '422/1006': 1 });
    for (const mac of macs) {
      const owners = await Promise.all([one.stored(mac), two.stored(mac)]);
      const owner = owners.find((device) => device !== null);
      expect(owners.filter((device) => device !== null)).to.have.length(1);
      expect(await one.master(mac)).to.include({
        organisationId: owner?.organisationId,
        deviceId: owner?._id,
      });
    }
    await expectExactCounts(one);
    await expectExactCounts(two);
  });

  it('creates one device for a MAC that one organisation requests twice', async () => {
    const fixture = await deviceFixture();
    const [mac_id = ''] = await fixture.built(1);
    const input = { mac_id, network_id: fixture.network._id };
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => fixture.ask(provisioningEndpoint, input)),
    );
    expect(codesOf(replies)).to.deep.equal({ '200': 1, '422/1006': 7 });
    await expectExactCounts(fixture);
  });

  it('adds every device answered with 200 to the inventory, with exact counts, when lists overlap', async () => {
    const fixture = await deviceFixture({ noOfAps: 25 });
    const macs = await fixture.built(30);
    const lists = Array.from({ length: 12 }, (_, index) => macs.slice(index * 2, index * 2 + 6));
    const replies = await Promise.all(
      lists.map((list) =>
        fixture.ask(provisioningEndpoint, { mac_id: list.join(','), network_id: fixture.network._id }),
      ),
    );
    const given = replies.flatMap(({ status, body }) =>
      status === 200
        ? (body as { devices: { mac_id: string }[] }).devices.map((device) => device.mac_id)
        : [],
    );
    expect(new Set(given).size).to.equal(given.length);
    expect(await fixture.organisation()).to.include({ deviceCount: given.length });
    await expectExactCounts(fixture);
  });
});
