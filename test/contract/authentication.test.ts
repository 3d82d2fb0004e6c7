import { expect } from 'chai';
import { hashToken, newToken } from '../../shared/platform/values/secrets.js';
import { sharedApi, type Reply, type TestApi } from '../fixtures/api.js';
import { makeUser } from '../fixtures/records/organisation.js';
import { makeSsid, makeSsidHome, type SsidHome } from '../fixtures/records/ssid.js';
import { upgradeFixture } from '../fixtures/records/upgrade-fixture.js';

const LIST = '/v1/network_ssids';

describe('authentication', () => {
  let api: TestApi;
  let home: SsidHome;
  before(async () => {
    api = await sharedApi();
    home = await makeSsidHome(api);
  });

  function expectRefused(reply: Reply): void {
    expect(reply.status).to.equal(401);
    expect(reply.headers.get('WWW-Authenticate')).to.equal('Bearer');
    expect(reply.body).to.have.all.keys('msg', 'error_code').and.include({ error_code: 1101 });
  }

  // docs/http.md#callers-3
  it("a token authenticates its user and shows only the data of the user's organisation", async () => {
    const foreign = await makeSsidHome(api);
    const id = await makeSsid(api, home);
    const idsFor = async (token: string): Promise<number[]> => {
      const { body } = await api.call('GET', LIST, { token });
      return (body as { data: { network_ssids: { id: number }[] } }).data.network_ssids.map(
        (ssid) => ssid.id,
      );
    };
    expect(await idsFor(home.admin.token)).to.include(id);
    expect(await idsFor(foreign.admin.token)).to.deep.equal([]);
  });

  // docs/http.md#callers-1
  it('a token is accepted as a bearer, and as access_token in the query, form and JSON', async () => {
    const { token: access_token } = home.admin;
    const network_ssid = (at: string) => ({ ssid_name: `by ${at}` });
    const { _id: network_id } = home.network;
    const form = new URLSearchParams({
      access_token,
      network_id: String(network_id),
      'network_ssid[ssid_name]': 'by form',
    });
    const replies = [
      await api.call('GET', LIST, { headers: { Authorization: `bearer ${access_token}` } }),
      await api.call('GET', LIST, { query: { access_token } }),
      await api.call('POST', LIST, { body: form }),
      await api.call('POST', LIST, {
        body: { access_token, network_id, network_ssid: network_ssid('JSON') },
      }),
    ];
    expect(replies.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200]);
  });

  // docs/http.md#callers-2
  it('without a token, or with an unknown, expired or revoked one, the response is 401 with 1101', async () => {
    const { token: expired } = await makeUser(api.deps, home.organisation._id);
    await api.deps.mongo.models.accessTokens.updateOne(
      { _id: hashToken(expired) },
      { $set: { expiresAt: new Date(Date.now() - 1000) } },
    );
    const { token: revoked } = await makeUser(api.deps, home.organisation._id);
    expect((await api.call('DELETE', '/v1/access_tokens', { token: revoked })).status).to.equal(204);
    for (const token of [undefined, newToken(), expired, revoked]) {
      expectRefused(await api.call('GET', LIST, { token }));
    }
    for (const query of [{ 'access_token[$ne]': 'x' }, { access_token: '' }]) {
      expectRefused(await api.call('GET', LIST, { query: query as unknown as Record<string, string> }));
    }
  });

  // docs/http.md#callers-5
  it('only super administrators and users with upgrade visibility get unreleased firmware', async () => {
    const fixture = await upgradeFixture();
    const versionFor = async (fields: Parameters<typeof makeUser>[2]): Promise<unknown> => {
      const { token } = await makeUser(fixture.api.deps, fixture.org, fields);
      const device = await fixture.device({ network: fixture.network });
      const reply = await fixture.post({ aps: [`AP:${device._id}`] }, { token });
      expect(reply.status, reply.text).to.equal(200);
      return (await fixture.pending(device))?.version;
    };
    expect(await versionFor({ role: 'admin' })).to.equal('1.10.0');
    expect(await versionFor({ role: 'operator' })).to.equal('1.10.0');
    expect(await versionFor({ role: 'operator', seesUnreleased: true })).to.equal('3.0.0');
    expect(await versionFor({ role: 'super_admin' })).to.equal('3.0.0');
  });
});
