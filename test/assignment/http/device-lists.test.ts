import { expect } from 'chai';
import { moveDevicesEndpoint } from '../../../api/assignment/move-devices.js';
import { releaseDevicesEndpoint } from '../../../api/assignment/release-devices.js';
import { removeDevicesEndpoint } from '../../../api/assignment/remove-devices.js';
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
        it(`may be ${kind} as ${as}: ${name}`, async () => {
          const macs = [(await fixture.device()).macId, (await fixture.device()).macId];
          const input = { devices: write(macs), existing_network_id: fixture.other._id };
          const reply = await fixture.ask(endpoint, input, { as });
          expect(reply.status, reply.text).to.equal(200);
          expect(reply.text).to.include(macs[0]).and.include(macs[1]);
        });
      }
    }

    // docs/http.md#requests-3
    it(`is read on each path: ${name}`, async () => {
      for (const [route] of endpoint.routes.entries()) {
        const input = { devices: (await fixture.device()).macId, existing_network_id: fixture.other._id };
        expect((await fixture.ask(endpoint, input, { route })).status).to.equal(200);
      }
    });

    for (const devices of [{ $ne: null }, true, [{ $gt: '' }], [[1]], 5]) {
      it(`is refused with 422 and 1103 when it is ${JSON.stringify(devices)}: ${name}`, async () => {
        const input = { devices, existing_network_id: fixture.other._id };
        const reply = await fixture.ask(endpoint, input);
        expect(reply.status).to.equal(422);
        expect(reply.body).to.include({ error_code: 1103 });
      });
    }

    it(`names its faulty entries: ${name}`, async () => {
      const devices = [(await fixture.device()).macId, {}];
      for (const [sent, msg] of [
        [devices, 'devices[1] must be a text or a whole number'],
        [{}, 'devices must be a list, or a text with commas between the entries'],
      ] as const) {
        const input = { devices: sent, existing_network_id: fixture.other._id };
        const reply = await fixture.ask(endpoint, input, { as: 'json' });
        expect(reply.body).to.deep.equal({ msg, error_code: 1103 });
      }
    });

    // docs/http.md#requests-7
    it(`may hold at most 10,000 entries: ${name}`, async () => {
      const devices = Array.from({ length: 10_001 }, (_, index) => String(index));
      const reply = await fixture.ask(endpoint, { devices, existing_network_id: fixture.other._id });
      expect(reply.status).to.equal(422);
      expect(reply.body).to.include({ error_code: 1103 });
    });

    it(`may hold 1,500 entries in a form: ${name}`, async () => {
      const [first, last] = [(await fixture.device()).macId, (await fixture.device()).macId];
      const devices = [...Array<string>(1499).fill(first), last];
      const input = { devices, existing_network_id: fixture.other._id };
      const reply = await fixture.ask(endpoint, input, { as: 'form' });
      expect(reply.status, reply.text.slice(0, 200)).to.equal(200);
      expect(reply.text).to.include(first).and.include(last);
    });
  }
});
