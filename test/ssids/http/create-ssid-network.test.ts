import { expect } from 'chai';
import { ssidFixture, type SsidFixture } from '../../fixtures/records/ssid.js';

describe('network of SSID create', () => {
  let fixture: SsidFixture;
  beforeEach(async () => {
    fixture = await ssidFixture();
  });

  // docs/interface.md#ssid-create-3
  it('answers 404 with 1001 for an unknown network when no SSID id identifies one', async () => {
    const foreign = await ssidFixture();
    const foreignSsid = await foreign.make();
    for (const body of [
      { network_ssid: { ssid_name: 'x' } },
      { network_id: '', network_ssid: { ssid_name: '' } },
      { network_id: 999_999_999, network_ssid: { ssid_name: 'x', id: 999_999_999 } },
      { network_id: foreign.network._id, network_ssid: { ssid_name: 'x', id: foreignSsid } },
      { network_id: 0, network_ssid: { ssid_name: 'x', id: 'no id' } },
    ]) {
      const reply = await fixture.post(body);
      expect(reply.status, JSON.stringify(body)).to.equal(404);
      expect(reply.body).to.include({ error_code: 1001 });
      expect(reply.body)
        .to.have.property('msg')
        .that.matches(/^Network not found/);
    }
  });

  // docs/interface.md#ssid-create-4
  it('uses the network of the SSID id when network_id matches nothing', async () => {
    const sibling = await fixture.make();
    for (const given of [{}, { network_id: 999_999_999 }, { network_id: '' }]) {
      const ssid_name = `beside ${JSON.stringify(given)}`.slice(0, 32);
      const reply = await fixture.post({ ...given, network_ssid: { id: sibling, ssid_name } });
      expect(reply.status, reply.text).to.equal(200);
      const { data } = reply.body as { data: { id: number } };
      expect(data.id).not.to.equal(sibling);
      expect(await fixture.shown(data.id)).to.include({ network_id: fixture.network._id });
    }
  });

  // docs/interface.md#ssid-create-4
  it('prefers a matching network_id to the SSID id', async () => {
    const other = await fixture.addNetwork();
    const sibling = await fixture.make();
    const reply = await fixture.post({
      network_id: other._id,
      network_ssid: { id: sibling, ssid_name: 'x' },
    });
    const { data } = reply.body as { data: { id: number } };
    expect(await fixture.shown(data.id)).to.include({ network_id: other._id });
  });

  it('uses the network of the SSID id when network_id is not a number', async () => {
    const id = await fixture.make();
    for (const network_id of ['abc', '9007199254740993', 2 ** 60, -1]) {
      const ssid_name = `beside ${network_id}`;
      const reply = await fixture.post({ network_id, id, network_ssid: { ssid_name } });
      expect(reply.status, reply.text).to.equal(200);
      const { data } = reply.body as { data: { id: number } };
      const shown = await fixture.shown(data.id);
      expect(shown).to.include({ ssid_name, network_id: fixture.network._id });
    }
    const alone = await fixture.post({ network_id: 'abc', network_ssid: { ssid_name: 'alone' } });
    expect(alone.status).to.equal(404);
    expect(alone.body).to.include({ error_code: 1001 });
  });

  // docs/interface.md#ssid-create-5
  it('answers 403 with 1102 without full access to the network, before it checks the fields', async () => {
    const readers = [
      await fixture.restricted('read', [fixture.network]),
      await fixture.user({ role: 'viewer' }),
    ];
    for (const { token } of readers) {
      const reply = await fixture.create({ ssid_name: '' }, token);
      expect(reply.status).to.equal(403);
      expect(reply.body).to.include({ error_code: 1102 });
    }
    const writer = await fixture.restricted('full', [fixture.network]);
    expect((await fixture.create({ ssid_name: 'x' }, writer.token)).status).to.equal(200);
  });

  it('answers 404 for a network outside the caller’s scope', async () => {
    const other = await fixture.addNetwork();
    const { token } = await fixture.restricted('full', [other]);
    expect((await fixture.create({ ssid_name: 'x' }, token)).status).to.equal(404);
  });
});
