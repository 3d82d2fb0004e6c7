import { expect } from 'chai';
import { moveDevicesEndpoint } from '../../../api/assignment/move-devices.js';
import { releaseDevicesEndpoint } from '../../../api/assignment/release-devices.js';
import { removeDevicesEndpoint } from '../../../api/assignment/remove-devices.js';
import { makeDevices } from '../../fixtures/records/device.js';
import { deviceFixture, type DeviceFixture } from '../../fixtures/records/device-fixture.js';

const ENDPOINTS = [releaseDevicesEndpoint, removeDevicesEndpoint, moveDevicesEndpoint];

describe('the devices parameter', () => {
  let fixture: DeviceFixture;

  before(async () => {
    fixture = await deviceFixture({ noOfAps: 10_000 });
  });

  for (const endpoint of ENDPOINTS) {
    const name = endpoint.operation;

    for (const as of ['json', 'form', 'query'] as const) {
      for (const [kind, write] of [
        ['a list', (macs: string[]) => macs],
        ['comma-separated text', (macs: string[]) => macs.join(', ')],
      ] as const) {
        it(`${name} takes ${kind} as ${as}`, async () => {
          const macs = [(await fixture.device()).macId, (await fixture.device()).macId];
          const input = { devices: write(macs), existing_network_id: fixture.other._id };
          const reply = await fixture.ask(endpoint, input, { as });
          expect(reply.status, reply.text).to.equal(200);
          expect(reply.text).to.include(macs[0]).and.include(macs[1]);
        });
      }
    }

    // docs/interface.md#requests-3
    it(`${name} answers on every one of its paths`, async () => {
      for (const [route] of endpoint.routes.entries()) {
        const input = { devices: (await fixture.device()).macId, existing_network_id: fixture.other._id };
        expect((await fixture.ask(endpoint, input, { route })).status).to.equal(200);
      }
    });

    for (const devices of [{ $ne: null }, true, [{ $gt: '' }], [[1]], 5]) {
      it(`${name} answers ${JSON.stringify(devices)} with 422 and 1103`, async () => {
        const input = { devices, existing_network_id: fixture.other._id };
        const reply = await fixture.ask(endpoint, input);
        expect(reply.status).to.equal(422);
        expect(reply.body).to.include({ error_code: 1103 });
      });
    }

    // docs/interface.md#requests-7
    it(`${name} takes no more than 10,000 entries`, async () => {
      const devices = Array.from({ length: 10_001 }, (_, index) => String(index));
      const reply = await fixture.ask(endpoint, { devices, existing_network_id: fixture.other._id });
      expect(reply.status).to.equal(422);
      expect(reply.body).to.include({ error_code: 1103 });
    });

    it(`${name} takes 1,500 entries as a form`, async () => {
      const made = await makeDevices(fixture.api.deps, fixture.org, 1500, () => ({
        network: fixture.network,
        part: fixture.part,
      }));
      const input = { devices: made.map((device) => device.macId), existing_network_id: fixture.other._id };
      const reply = await fixture.ask(endpoint, input, { as: 'form' });
      expect(reply.status, reply.text.slice(0, 200)).to.equal(200);
    });
  }
});
