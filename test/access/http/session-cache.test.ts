import { expect } from 'chai';
import { startTestApi, type TestApi } from '../../fixtures/api.js';
import { eventually } from '../../fixtures/eventually.js';
import { makeNetwork, makeOrganisation, makeUser } from '../../fixtures/records/organisation.js';
import { OwnRedis } from '../../processes/own-redis.js';
import { redisRelay, type Relay } from '../../processes/relay.js';
import { countRoundTrips } from '../../fixtures/queries/round-trips.js';
import { makeUserWithPassword, postForm, signInAs } from '../../browser/web-session.js';

const LIST = '/v1/network_ssids';

describe('session cache', () => {
  let relay: Relay;
  let here: TestApi;
  let there: TestApi;
  let org: number;

  before(async () => {
    relay = await (await redisRelay()).up();
    here = await startTestApi({ env: { REDIS_URL: relay.url } });
    there = await startTestApi();
    await eventually('Redis is connected', () => here.deps.redis.status === 'ready');
    org = (await makeOrganisation(here.deps))._id;
  });
  after(async () => {
    await Promise.all([here.close(), there.close()]);
    await relay.down();
  });

  const newToken = async (): Promise<string> => (await makeUser(here.deps, org)).token;
  const statusAt = async (api: TestApi, token: string): Promise<number> =>
    (await api.call('GET', LIST, { token })).status;
  const identifiedBy = async (token: string): Promise<boolean> => {
    const { commands } = await countRoundTrips(here.deps, () => here.call('GET', LIST, { token }));
    return commands.includes('find users');
  };

  it('looks a token up once', async () => {
    const token = await newToken();
    expect(await identifiedBy(token)).to.equal(true);
    // An entry lives for two seconds, less than a busy machine may take between two requests.
    await eventually('the token is cached', async () => !(await identifiedBy(token)));
  });

  // docs/interface.md#revoke_access_token-1
  it('refuses a revoked token at once in every process', async () => {
    for (const [one, other] of [
      [here, there],
      [there, here],
    ] as const) {
      const token = await newToken();
      expect([await statusAt(one, token), await statusAt(other, token)]).to.deep.equal([200, 200]);
      expect((await one.call('DELETE', '/v1/access_tokens', { token })).status).to.equal(204);
      expect([await statusAt(other, token), await statusAt(one, token)]).to.deep.equal([401, 401]);
    }
  });

  it('applies rights changed by an import within two seconds', async () => {
    const { token, user } = await makeUser(here.deps, org);
    const network = await makeNetwork(here.deps, org);
    const body = { network_id: network._id, network_ssid: { ssid_name: '' } };
    const create = async (): Promise<number> => (await here.call('POST', LIST, { token, body })).status;
    expect(await create()).to.equal(422);
    await here.deps.mongo.models.users.updateOne({ _id: user._id }, { $set: { role: 'viewer' } });
    await eventually('the right is gone', async () => (await create()) === 403);
  });

  it('keeps its entries when a sign-out revokes nothing', async () => {
    const token = await newToken();
    const { email } = (await makeUserWithPassword(here, org)).user;
    const Cookie = await signInAs(here, email);
    const signOut = async (): Promise<number> => (await postForm(here, '/sign_out', {}, { Cookie })).status;
    expect(await signOut()).to.equal(303);
    await eventually('the token is still cached', async () => {
      expect(await statusAt(here, token)).to.equal(200);
      expect(await signOut()).to.equal(303);
      return !(await identifiedBy(token));
    });
  });

  it('caches nothing while Redis is unreachable', async () => {
    const token = await newToken();
    expect(await statusAt(here, token)).to.equal(200);
    await relay.down();
    try {
      expect(await identifiedBy(token)).to.equal(true);
      expect(await identifiedBy(token)).to.equal(true);
      expect((await there.call('DELETE', '/v1/access_tokens', { token })).status).to.equal(204);
      expect(await statusAt(here, token)).to.equal(401);
    } finally {
      await relay.up();
    }
  });

  it('refuses a revoked token at once when Redis accepts no more writes', async () => {
    const redis = await OwnRedis.start();
    const env = { REDIS_URL: redis.url };
    const [one, other] = [await startTestApi({ env }), await startTestApi({ env })];
    try {
      for (const { deps } of [one, other])
        await eventually('Redis is connected', () => deps.redis.status === 'ready');
      const token = await newToken();
      for (const api of [one, other, other]) expect(await statusAt(api, token)).to.equal(200);
      await redis.refuseWrites();
      expect((await one.call('DELETE', '/v1/access_tokens', { token })).status).to.equal(204);
      expect(await statusAt(other, token)).to.equal(401);
    } finally {
      await Promise.all([one.close(), other.close()]);
      await redis.close();
    }
  });
});
