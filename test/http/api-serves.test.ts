import { expect } from 'chai';
import { startTestApi, type TestApi } from '../fixtures/api.js';
import { sendHeartbeat } from '../fixtures/records/test-service.js';
import { makeDevice } from '../fixtures/records/device.js';
import { makeOrganisation, makeUser } from '../fixtures/records/organisation.js';

const FOR_DEVICES = [
  ['POST', '/device/v1/heartbeat'],
  ['GET', '/device/v1/configuration'],
  ['POST', '/device/v1/enrol'],
  ['POST', '/controller/register/'],
  ['GET', '/controller/checksum/x/'],
] as const;
const FOR_PEOPLE = [
  ['GET', '/v1/devices'],
  ['GET', '/v1/access_points/rout_inventory_list'],
  ['POST', '/upgrades.json'],
] as const;

// docs/scaling.md#apis-of-their-own
describe('API_SERVES', () => {
  let api: TestApi;
  afterEach(() => api.close());

  const statusesOf = (requests: readonly (readonly [method: string, path: string])[]) =>
    Promise.all(
      requests.map(async ([method, path]) => {
        const { status } = await api.call(method, path, method === 'GET' ? {} : { body: {} });
        return [path, status];
      }),
    );
  const misdirected = (requests: readonly (readonly [method: string, path: string])[]) =>
    requests.map(([, path]) => [path, 421]);

  it('lets an API serve devices only, with probes', async () => {
    api = await startTestApi({ env: { API_SERVES: 'devices' } });
    const { _id: org } = await makeOrganisation(api.deps);
    const device = await makeDevice(api.deps, org);
    expect((await sendHeartbeat(api, device, {})).status).to.equal(200);
    expect(await statusesOf(FOR_PEOPLE)).to.deep.equal(misdirected(FOR_PEOPLE));
    const pages = ['/sign_in', '/console', '/openapi.json', '/admin/queues'];
    const statuses = await Promise.all(pages.map(async (path) => (await api.call('GET', path)).status));
    expect(statuses).to.deep.equal([404, 404, 404, 404]);
    expect((await api.call('GET', '/livez')).status).to.equal(200);
  });

  it('lets an API serve people and their programs only', async () => {
    api = await startTestApi({ env: { API_SERVES: 'people' } });
    const { _id: org } = await makeOrganisation(api.deps);
    const { token } = await makeUser(api.deps, org);
    expect((await api.call('GET', '/v1/devices', { token })).status).to.equal(200);
    expect((await api.call('GET', '/sign_in', { headers: { Accept: 'text/html' } })).status).to.equal(200);
    expect(await statusesOf(FOR_DEVICES)).to.deep.equal(misdirected(FOR_DEVICES));
  });
});
