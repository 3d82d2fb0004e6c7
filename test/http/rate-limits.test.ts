import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { newToken } from '../../shared/platform/values/secrets.js';
import { startTestApi, type Reply, type TestApi } from '../fixtures/api.js';
import { eventually } from '../fixtures/eventually.js';
import { makeOrganisation, makeUser } from '../fixtures/records/organisation.js';
import { redisRelay } from '../processes/relay.js';
import { makeUserWithPassword, ownOriginJson, PASSWORD, postForm } from '../browser/web-session.js';

const LIST = '/v1/network_ssids';
const TOKENS = '/v1/access_tokens';
const OFF = {
  RATE_LIMIT_PER_MINUTE: '0',
  RATE_LIMIT_ADDRESS_PER_MINUTE: '0',
  RATE_LIMIT_USER_PER_MINUTE: '0',
  RATE_LIMIT_ORGANISATION_PER_MINUTE: '0',
};

describe('rate limits', () => {
  const apis: TestApi[] = [];
  const start = async (env: Record<string, string>): Promise<TestApi> => {
    const api = await startTestApi({ env: { ...OFF, ...env } });
    apis.push(api);
    return api;
  };
  afterEach(async () => {
    await Promise.all(apis.splice(0).map((api) => api.close()));
  });

  const newOrganisation = async (api: TestApi): Promise<number> => (await makeOrganisation(api.deps))._id;
  const list = (api: TestApi, token?: string, headers = {}): Promise<Reply> =>
    api.call('GET', LIST, { token, headers });
  const signIn = (api: TestApi, email: string, password: string): Promise<Reply> =>
    api.call('POST', TOKENS, { body: { email, password } });
  const statuses = (replies: readonly Reply[]): number[] => replies.map(({ status }) => status).sort();

  /** The header of an address, by default in a network that no other test uses. */
  const newNetwork = (): string => {
    const [a, b, c] = [randomBytes(1), randomBytes(2), randomBytes(2)].map((bytes) => bytes.toString('hex'));
    return `fd${a}:${b}:${c}`;
  };
  const fromAddress = (address: string) => ({ 'X-Forwarded-For': address });

  /** An API that counts by address, and the header of an address that no other test uses. */
  const startBehindProxy = async (perMinute: string): Promise<[TestApi, Record<string, string>]> => {
    const api = await start({ RATE_LIMIT_ADDRESS_PER_MINUTE: perMinute, TRUST_PROXY: '1' });
    return [api, fromAddress(`${newNetwork()}::1`)];
  };

  it('refuse a token above its limit until the window ends, and show the quota', async () => {
    const api = await start({ RATE_LIMIT_PER_MINUTE: '2' });
    const { token } = await makeUser(api.deps, await newOrganisation(api));
    const first = await list(api, token);
    expect(first.status).to.equal(200);
    expect(first.headers.get('RateLimit-Policy')).to.equal('"token";q=2;w=60');
    expect(first.headers.get('RateLimit')).to.match(/^"token";r=1;t=\d+$/);
    expect((await list(api, token)).status).to.equal(200);
    const refused = await list(api, token);
    expect(refused.status).to.equal(429);
    expect(refused.body).to.include({ error_code: 1105 });
    expect(refused.headers.get('RateLimit-Policy')).to.equal('"token";q=2;w=60');
    expect(refused.headers.get('RateLimit')).to.match(/^"token";r=0;t=\d+$/);
    expect(Number(refused.headers.get('Retry-After'))).to.be.within(1, 60);
  });

  it('are shared by the tokens of one user', async () => {
    const api = await start({ RATE_LIMIT_USER_PER_MINUTE: '3' });
    const { email } = (await makeUserWithPassword(api, await newOrganisation(api))).user;
    const tokens: string[] = [];
    for (let made = 0; made < 4; made += 1) {
      const { body } = await signIn(api, email, PASSWORD);
      tokens.push((body as { access_token: string }).access_token);
    }
    const replies = [];
    for (const token of tokens) replies.push(await list(api, token));
    expect(replies.map(({ status }) => status)).to.deep.equal([200, 200, 200, 429]);
    expect(replies[3]?.headers.get('RateLimit-Policy')).to.equal('"user";q=3;w=60');
  });

  it('are shared by the users of one organisation, across processes', async () => {
    const env = { RATE_LIMIT_ORGANISATION_PER_MINUTE: '3' };
    const [api, other] = [await start(env), await start(env)];
    const organisation = await newOrganisation(api);
    const replies = [];
    for (const at of [api, other, api, other]) {
      replies.push(await list(at, (await makeUser(api.deps, organisation)).token));
    }
    expect(replies.map(({ status }) => status)).to.deep.equal([200, 200, 200, 429]);
    const foreign = await makeUser(api.deps, await newOrganisation(api));
    expect((await list(api, foreign.token)).status).to.equal(200);
  });

  it('count requests refused by the limit of a token against no other limit', async () => {
    const api = await start({
      RATE_LIMIT_PER_MINUTE: '1',
      RATE_LIMIT_USER_PER_MINUTE: '2',
      RATE_LIMIT_ORGANISATION_PER_MINUTE: '2',
    });
    const organisation = await newOrganisation(api);
    const { token } = await makeUser(api.deps, organisation);
    const replies = [];
    for (let sent = 0; sent < 5; sent += 1) replies.push(await list(api, token));
    expect(replies.map(({ status }) => status)).to.deep.equal([200, 429, 429, 429, 429]);
    expect((await list(api, (await makeUser(api.deps, organisation)).token)).status).to.equal(200);
  });

  it('count sign-ins by address, even with a bearer token', async () => {
    const [api, from] = await startBehindProxy('3');
    const { token } = await makeUser(api.deps, await newOrganisation(api));
    const replies = [];
    for (const bearer of [newToken(), newToken(), token, newToken(), token]) {
      const body = { email: `${newToken()}@example.test`, password: 'wrong' };
      replies.push(await api.call('POST', TOKENS, { body, token: bearer, headers: from }));
    }
    expect(replies.map(({ status }) => status)).to.deep.equal([401, 401, 401, 429, 429]);
    const form = await postForm(api, '/sign_in', { email: 'a@example.test', password: 'wrong' }, from);
    expect(form.status).to.equal(429);
    expect((await list(api, token, from)).status).to.equal(200);
  });

  it('count requests without a valid token by address', async () => {
    const [api, from] = await startBehindProxy('2');
    const replies = [];
    for (const token of [newToken(), undefined, newToken()]) replies.push(await list(api, token, from));
    expect(replies.map(({ status }) => status)).to.deep.equal([401, 401, 429]);
    expect(replies[2]?.headers.get('RateLimit')).to.match(/^"address";r=0;/);
  });

  const heartbeat = (api: TestApi, headers: Record<string, string>): Promise<Reply> =>
    api.call('POST', '/device/v1/heartbeat', {
      token: newToken(),
      headers,
      body: { mac_id: '02:00:5E:10:00:01', firmware_version: '1.0.0' },
    });
  // Without a password, so that none is checked.
  const counted: Readonly<Record<string, (api: TestApi, headers: Record<string, string>) => Promise<Reply>>> =
    {
      'requests without a token': (api, headers) => list(api, undefined, headers),
      'requests with an invalid token': (api, headers) => list(api, newToken(), headers),
      'heartbeats with an unknown key': heartbeat,
      'sign-ins for a token': (api, headers) => api.call('POST', TOKENS, { body: {}, headers }),
      'sign-ins of a browser': (api, headers) =>
        api.call('POST', '/v1/session', { body: {}, headers: { ...ownOriginJson(api), ...headers } }),
      'sign-ins on the page': (api, headers) =>
        postForm(api, '/sign_in', { email: `${newToken()}@example.test`, password: 'wrong' }, headers),
    };
  for (const [what, send] of Object.entries(counted)) {
    // docs/http.md#limits-requests
    it(`count ${what} by the /64 of an IPv6 address`, async () => {
      const api = await start({
        RATE_LIMIT_PER_MINUTE: '2',
        RATE_LIMIT_ADDRESS_PER_MINUTE: '2',
        TRUST_PROXY: '1',
      });
      const network = newNetwork();
      const statusesOf: number[] = [];
      for (let host = 1; host <= 4; host += 1)
        statusesOf.push((await send(api, fromAddress(`${network}:0:${host}::${host}`))).status);
      expect(statusesOf.map((status) => status === 429)).to.deep.equal([false, false, true, true]);
      expect((await send(api, fromAddress(`${network}:1::1`))).status, 'another /64').not.to.equal(429);
    });
  }

  // docs/http.md#limits-requests
  it('allow a /48 as much as sixteen /64', async () => {
    const api = await start({
      RATE_LIMIT_PER_MINUTE: '1',
      RATE_LIMIT_ADDRESS_PER_MINUTE: '1',
      TRUST_PROXY: '1',
    });
    for (const send of [
      (headers: Record<string, string>) => list(api, undefined, headers),
      (headers: Record<string, string>) => heartbeat(api, headers),
    ]) {
      const network = newNetwork();
      const replies: Reply[] = [];
      for (let subnet = 1; subnet <= 18; subnet += 1)
        replies.push(await send(fromAddress(`${network}:${subnet.toString(16)}::1`)));
      expect(statuses(replies)).to.deep.equal([...Array<number>(16).fill(401), 429, 429]);
      expect(replies.at(-1)?.headers.get('RateLimit')).to.match(/network";r=0;t=\d+$/);
      expect((await send(fromAddress(`${newNetwork()}::1`))).status, 'another /48').to.equal(401);
    }
  });

  // docs/http.md#limits-requests
  it('count an IPv4 address in any notation as one', async () => {
    const [api] = await startBehindProxy('4');
    const [high, low] = [randomBytes(1)[0] ?? 0, randomBytes(1)[0] ?? 0];
    const [dotted, hex] = [`10.77.${high}.${low}`, `a4d:${((high << 8) | low).toString(16)}`];
    const replies: Reply[] = [];
    for (const address of [dotted, `::ffff:${dotted}`, `::FFFF:${hex}`, `0:0:0:0:0:ffff:${hex}`, dotted])
      replies.push(await list(api, undefined, fromAddress(address)));
    expect(replies.map(({ status }) => status)).to.deep.equal([401, 401, 401, 401, 429]);
  });

  it('show the quota of invalid tokens and device keys of an address', async () => {
    const api = await start({ RATE_LIMIT_PER_MINUTE: '2' });
    expect(statuses([await list(api, newToken()), await list(api, newToken())])).to.deep.equal([401, 401]);
    for (const refused of [await list(api, newToken()), await heartbeat(api, {})]) {
      expect(refused.status).to.equal(429);
      expect(refused.headers.get('RateLimit-Policy')).to.equal('"invalid-secret";q=2;w=60');
      const retryAfter = refused.headers.get('Retry-After');
      expect(Number(retryAfter)).to.be.within(1, 60);
      expect(refused.headers.get('RateLimit')).to.equal(`"invalid-secret";r=0;t=${retryAfter}`);
    }
  });

  it('check exactly ten of a burst of sign-ins with a wrong password, across processes', async () => {
    const [api, other] = [await start({}), await start({})];
    const { email } = (await makeUserWithPassword(api, await newOrganisation(api))).user;
    const replies = await Promise.all(
      Array.from({ length: 26 }, (_, index) => signIn(index % 2 === 0 ? api : other, email, 'wrong')),
    );
    expect(statuses(replies)).to.deep.equal([...Array<number>(10).fill(401), ...Array<number>(16).fill(429)]);
    const locked = await signIn(api, email, PASSWORD);
    expect(locked.status).to.equal(429);
    expect(locked.headers.get('RateLimit-Policy')).to.equal('"sign-in";q=10;w=900');
    expect(locked.headers.get('RateLimit')).to.match(/^"sign-in";r=0;t=\d+$/);
  });

  it('do not count successful sign-ins towards the lock', async () => {
    const api = await start({});
    const { email } = (await makeUserWithPassword(api, await newOrganisation(api))).user;
    for (let failed = 0; failed < 9; failed += 1) await signIn(api, email, 'wrong');
    for (let signedIn = 0; signedIn < 3; signedIn += 1) {
      expect((await signIn(api, email, PASSWORD)).status).to.equal(201);
    }
    expect(statuses([await signIn(api, email, 'wrong'), await signIn(api, email, PASSWORD)])).to.deep.equal([
      401, 429,
    ]);
  });

  // docs/interface.md#create_access_token-2
  it('lock an account after ten failed sign-ins while Redis is unreachable', async () => {
    const relay = await (await redisRelay()).up();
    const api = await start({ REDIS_URL: relay.url });
    try {
      await eventually('Redis is connected', () => api.deps.redis.status === 'ready');
      const { email } = (await makeUserWithPassword(api, await newOrganisation(api))).user;
      await relay.down();
      await eventually('Redis is gone', () => api.deps.redis.status !== 'ready');
      const replies = [];
      for (let sent = 0; sent < 12; sent += 1) replies.push(await signIn(api, email, 'wrong'));
      expect(statuses(replies)).to.deep.equal([...Array<number>(10).fill(401), 429, 429]);
    } finally {
      await api.close();
      apis.splice(0);
      await relay.down();
    }
  });
});
