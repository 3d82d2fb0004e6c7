import { expect } from 'chai';
import { startTestApi, type Reply } from '../../fixtures/api.js';
import { ssidFixture, type SsidFixture } from '../../fixtures/records/ssid.js';

describe('SSID destroy', () => {
  let fixture: SsidFixture;
  before(async () => {
    fixture = await ssidFixture();
  });

  function destroy(id: number | string, token = fixture.admin.token, on = fixture.api): Promise<Reply> {
    return on.call('DELETE', `/v1/network_ssids/${id}`, { token });
  }

  // docs/interface.md#ssid-destroy-1
  it('answers 200 with msg, id and ssid_name and deletes the SSID', async () => {
    const id = await fixture.make({ ssid_name: 'Old' });
    const reply = await destroy(id);
    expect(reply.status).to.equal(200);
    expect(reply.body).to.deep.equal({ msg: 'Successfully deleted SSID', data: { id, ssid_name: 'Old' } });
    expect(await fixture.stored(id)).to.equal(null);
    expect((await destroy(id)).status).to.equal(404);
  });

  // docs/interface.md#ssid-destroy-1
  it('allows a restricted caller with full access to the network', async () => {
    const id = await fixture.make();
    const { token } = await fixture.restricted('full', [fixture.network]);
    expect((await destroy(id, token)).status).to.equal(200);
  });

  // docs/interface.md#ssid-destroy-2
  it('answers 404 with 1021 for an unknown, foreign or hidden SSID', async () => {
    const id = await fixture.make();
    const foreign = await ssidFixture();
    const other = await fixture.addNetwork();
    const { token } = await fixture.restricted('full', [other]);
    const replies = [
      await destroy(999_999_999),
      await destroy('abc'),
      await destroy(id, foreign.admin.token),
      await destroy(id, token),
    ];
    for (const reply of replies) {
      expect(reply.status).to.equal(404);
      expect(reply.body).to.include({ error_code: 1021 });
      expect(reply.body)
        .to.have.property('msg')
        .that.matches(/^SSID not found/);
    }
    expect(await fixture.stored(id)).to.include({ _id: id });
  });

  // docs/interface.md#ssid-destroy-2
  it('answers 404 for an SSID that is shown to the caller but whose network it may only read', async () => {
    const id = await fixture.make();
    const { token } = await fixture.restricted('read', [fixture.network]);
    expect((await fixture.call('GET', `/v1/network_ssids/${id}`, { token })).status).to.equal(200);
    const reply = await destroy(id, token);
    expect(reply.status).to.equal(404);
    expect(reply.body).to.include({ error_code: 1021 });
    expect(await fixture.stored(id)).to.include({ _id: id });
  });

  // docs/interface.md#ssid-destroy-3
  it('answers 422 with 1025 when the SSID disappears before the deletion', async () => {
    const racing = await startTestApi();
    try {
      const { ssids } = racing.deps.stores;
      const find = ssids.find.bind(ssids);
      // Another caller deletes the SSID between this caller’s lookup and its deletion.
      Object.assign(ssids, {
        find: async (...asked: Parameters<typeof find>) => {
          const found = await find(...asked);
          await racing.deps.mongo.models.networkSsids.deleteOne({ _id: asked[1] });
          return found;
        },
      });
      const reply = await destroy(await fixture.make(), fixture.admin.token, racing);
      expect(reply.status).to.equal(422);
      expect(reply.body).to.deep.equal({ msg: 'The SSID could not be deleted', error_code: 1025 });
    } finally {
      await racing.close();
    }
  });

  it('succeeds for one of ten concurrent deletions', async () => {
    const id = await fixture.make();
    const replies = await Promise.all(Array.from({ length: 10 }, () => destroy(id)));
    expect(replies.filter(({ status }) => status === 200)).to.have.lengthOf(1);
    for (const { status } of replies) expect(status).to.be.oneOf([200, 404, 422]);
  });

  // docs/interface.md#ssid-destroy-4
  it('refuses a viewer with 403 and 1102', async () => {
    const id = await fixture.make();
    const { token } = await fixture.user({ role: 'viewer' });
    const reply = await destroy(id, token);
    expect(reply.status).to.equal(403);
    expect(reply.body).to.include({ error_code: 1102 });
    expect(await fixture.stored(id)).to.include({ _id: id });
  });
});
