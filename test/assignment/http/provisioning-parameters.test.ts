import { expect } from 'chai';
import { provisioningEndpoint } from '../../../api/assignment/provisioning.js';
import { deviceFixture, type DeviceFixture } from '../../fixtures/records/device-fixture.js';

describe('provisioning parameters and order of checks', () => {
  let fixture: DeviceFixture;

  before(async () => {
    fixture = await deviceFixture();
  });

  for (const as of ['json', 'form', 'query'] as const) {
    // docs/http.md#requests-2
    it(`are accepted as ${as}`, async () => {
      const macs = await fixture.built(2);
      const input = { mac_id: macs.join(', '), network_id: String(fixture.network._id) };
      const reply = await fixture.ask(provisioningEndpoint, input, { as });
      expect(reply.status).to.equal(200);
    });
  }

  for (const networkId of [undefined, '', '  ', null]) {
    // docs/interface.md#provisioning-7
    it(`answer 422 with 1103 for network_id ${JSON.stringify(networkId)}, before mac_id is checked`, async () => {
      const reply = await fixture.ask(provisioningEndpoint, { network_id: networkId });
      expect(reply.status).to.equal(422);
      expect(reply.body).to.include({ error_code: 1103 });
    });
  }

  for (const networkId of ['abc', '0', '-1', '1.5', 2 ** 31, '99999999999999999999']) {
    // docs/interface.md#provisioning-7
    it(`answer 404 with 1001 for network_id ${JSON.stringify(networkId)}, before mac_id is checked`, async () => {
      const reply = await fixture.ask(provisioningEndpoint, { network_id: networkId });
      expect(reply.status).to.equal(404);
      expect(reply.body).to.include({ error_code: 1001 });
    });
  }

  // docs/interface.md#provisioning-7
  it('answer 404 for a network of another organisation', async () => {
    const elsewhere = await deviceFixture();
    const [mac = ''] = await fixture.built(1);
    const reply = await fixture.ask(provisioningEndpoint, { mac_id: mac, network_id: elsewhere.network._id });
    expect(reply.status).to.equal(404);
    expect(reply.body).to.include({ error_code: 1001 });
    expect(await fixture.stored(mac)).to.equal(null);
  });

  it('report a blank mac_id before a viewer is refused', async () => {
    const { token } = await fixture.user({ role: 'viewer' });
    const reply = await fixture.ask(provisioningEndpoint, { network_id: fixture.network._id }, { token });
    expect(reply.body).to.include({ error_code: 1012 });
  });

  for (const [what, input] of [
    ['a list', { mac_id: ['02:00:00:00:00:01'] }],
    ['an operator', { mac_id: { $ne: '' } }],
    ['a number', { mac_id: 5 }],
    ['an operator as network_id', { network_id: { $gt: 0 } }],
    ['a list as network_id', { network_id: [1] }],
  ] as const) {
    it(`answer 422 with 1103 for ${what}`, async () => {
      const reply = await fixture.ask(provisioningEndpoint, { network_id: fixture.network._id, ...input });
      expect(reply.status).to.equal(422);
      expect(reply.body).to.include({ error_code: 1103 });
    });
  }

  it('hold at most 10,000 MACs', async () => {
    const mac_id = Array.from({ length: 10_001 }, (_, index) => index.toString(16).padStart(12, '0')).join(
      ',',
    );
    const reply = await fixture.ask(provisioningEndpoint, { mac_id, network_id: fixture.network._id });
    expect(reply.status).to.equal(422);
    expect(reply.body).to.include({ error_code: 1103 });
  });

  it('answer 401 without a token', async () => {
    const reply = await fixture.ask(provisioningEndpoint, {}, { token: undefined });
    expect(reply.status).to.equal(401);
  });
});
