import { expect } from 'chai';
import { defaultSsid } from '../../../shared/ssids/domain/ssid-fields.js';
import { startTestApi, type Reply, type TestApi } from '../../fixtures/api.js';
import { eventually } from '../../fixtures/eventually.js';
import { countRoundTrips } from '../../fixtures/queries/round-trips.js';
import { ssidFixture, type SsidFixture } from '../../fixtures/records/ssid.js';

const NETWORKS = 150;
const PER_NETWORK = 15;

/** More SSIDs than fit into two batches. */
async function makeMany({ deps }: TestApi, { organisation }: SsidFixture): Promise<number[]> {
  const { wpa_key: _key, ...settings } = defaultSsid();
  const firstNetwork = await deps.stores.ids.reserve('networks', NETWORKS);
  const first = await deps.stores.ids.reserve('networkSsids', NETWORKS * PER_NETWORK);
  const networks = Array.from({ length: NETWORKS }, (_, at) => ({
    _id: firstNetwork + at,
    organisationId: organisation._id,
    networkName: `Branch ${at}`,
    deviceCount: 0,
  }));
  const now = deps.now();
  const ssids = Array.from({ length: NETWORKS * PER_NETWORK }, (_, at) => ({
    _id: first + at,
    organisationId: organisation._id,
    networkId: firstNetwork + (at % NETWORKS),
    position: Math.floor(at / NETWORKS),
    ssidName: `SSID ${at}`,
    variant: 0,
    settings,
    wpaKey: null,
    revision: 0,
    createdAt: now,
    updatedAt: now,
  }));
  await deps.mongo.models.networks.insertMany(networks);
  await deps.mongo.models.networkSsids.insertMany(ssids);
  return ssids.map(({ _id }) => _id);
}

describe('list_network_ssids over many networks', () => {
  let api: TestApi;
  let fixture: SsidFixture;
  let ids: number[];
  before(async () => {
    api = await startTestApi();
    fixture = await ssidFixture(api);
    ids = await makeMany(api, fixture);
  });
  after(async () => {
    await api.close();
  });
  const list = (): Promise<Reply> => fixture.call('GET', '/v1/list_network_ssids');
  const idsOf = ({ body }: Reply): number[] =>
    (body as { data: { network_ssids: { id: number }[] } }).data.network_ssids.map(({ id }) => id);

  // docs/interface.md#list_network_ssids-1
  it('returns thousands of SSIDs, each once, in batches', async () => {
    const { result, commands } = await countRoundTrips(api.deps, list);
    expect(idsOf(result)).to.deep.equal(ids);
    const reads = commands.filter((command) => /networks|network_ssids/.test(command));
    const pages = Math.ceil((ids.length + 1) / 16);
    const byCollection = (name: string): number => reads.filter((read) => read === `find ${name}`).length;
    expect(byCollection('network_ssids')).to.equal(pages);
    expect(byCollection('networks')).to.equal(Math.ceil(NETWORKS / 16));
  });

  it('returns the SSIDs of a restricted caller’s networks, each once, in one batch a network', async () => {
    const { models } = api.deps.mongo;
    const networks = await models.networks.find({ organisationId: fixture.organisation._id }).lean();
    const granted = networks.filter(({ networkName }) => /^Branch 1?\d?[0-7]$/.test(networkName));
    const { token } = await fixture.restricted('read', [...granted, ...granted]);
    const { result, commands } = await countRoundTrips(api.deps, () =>
      api.call('GET', '/v1/network_ssids', { token }),
    );
    const own = new Set(granted.map(({ _id }) => _id));
    const ssids = await models.networkSsids.find({ networkId: { $in: [...own] } }, { _id: 1 }).lean();
    expect(idsOf(result).sort((a, b) => a - b)).to.deep.equal(
      ssids.map(({ _id }) => _id).sort((a, b) => a - b),
    );
    const reads = commands.filter((command) => /networks|network_ssids/.test(command));
    expect(reads).to.have.lengthOf(2 * own.size);
    expect(own.size).to.be.above(62);
  });

  it('returns each SSID at most once while others are created and deleted', async () => {
    const [replies] = await Promise.all([
      Promise.all([list(), list(), list()]),
      (async () => {
        for (let round = 0; round < 8; round += 1) {
          const id = await fixture.make();
          await api.call('DELETE', `/v1/network_ssids/${id}`, { token: fixture.admin.token });
        }
      })(),
    ]);
    for (const reply of replies) {
      const given = idsOf(reply);
      expect(new Set(given).size).to.equal(given.length);
      expect(given).to.include.members(ids);
    }
  });

  it('breaks the connection instead of ending the list when the store fails halfway', async () => {
    const { ssids } = api.deps.stores;
    const after = ssids.after.bind(ssids);
    Object.assign(ssids, {
      after: (...asked: Parameters<typeof after>) =>
        asked[1] < (ids[1000] ?? 0) ? after(...asked) : Promise.reject(new Error('the store went away')),
    });
    try {
      const outcome = await list().then(
        () => 'answered',
        () => 'cut off',
      );
      expect(outcome).to.equal('cut off');
    } finally {
      Object.assign(ssids, { after });
    }
  });

  it('answers an error when the store fails before the first batch', async () => {
    const { ssids } = api.deps.stores;
    const after = ssids.after.bind(ssids);
    Object.assign(ssids, { after: () => Promise.reject(new Error('the store went away')) });
    try {
      const reply = await list();
      expect(reply.status).to.equal(500);
      expect(reply.body).to.include({ error_code: 1100 });
    } finally {
      Object.assign(ssids, { after });
    }
  });

  it('allows an organisation three long lists at once, and refuses a fourth until one ends', async () => {
    const long = async (): Promise<Response> =>
      fetch(`${api.url}/v1/list_network_ssids`, {
        headers: { Authorization: `Bearer ${fixture.admin.token}` },
      });
    const { models } = api.deps.mongo;
    const text = 'x'.repeat(60_000);
    // 24 MB, more than the buffers of a connection hold.
    const first = { organisationId: fixture.organisation._id, _id: { $in: ids.slice(0, 400) } };
    await models.networkSsids.updateMany(first, { $set: { 'settings.splash_url': text } });
    const unread = [await long(), await long(), await long()];
    expect(unread.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    const refused = await long();
    expect(refused.status).to.equal(503);
    expect(Number(refused.headers.get('Retry-After'))).to.be.above(0);
    const other = await ssidFixture(api);
    expect((await api.call('GET', '/v1/list_network_ssids', { token: other.admin.token })).status).to.equal(
      200,
    );
    await unread[0]?.body?.cancel();
    await eventually('there is a place again', async () => {
      const again = await long();
      await again.body?.cancel();
      return again.status === 200;
    });
    await Promise.all([unread[1]?.body?.cancel(), unread[2]?.body?.cancel()]);
  });
});
