import { expect } from 'chai';
import { startApi } from '../../../api/start-api.js';
import { readEnv } from '../../../shared/platform/env/env.js';
import { createLogger } from '../../../shared/platform/observability/logger.js';
import { sharedApi, type TestApi } from '../../fixtures/api.js';
import { makeMasterDevice, uniqueMac } from '../../fixtures/records/device.js';
import { upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';
import { expectNoSecretLogged } from '../../fixtures/log-watch.js';
import { askController, OpenwispAgent, registration, type AgentReply } from '../openwisp-agent.js';

function expectText({ status, headers, text }: AgentReply, expected: number): void {
  expect(status, text).to.equal(expected);
  expect(headers.get('X-Openwisp-Controller')).to.equal('true');
  if (expected < 400) return;
  expect(headers.get('Content-Type')).to.match(/^text\/plain/);
  expect(text).to.match(/^error: .+\n$/);
}

// docs/openwisp.md#refusals
describe('the refusals of OpenWISP’s protocol', () => {
  let api: TestApi;
  let fixture: UpgradeFixture;
  before(async () => {
    api = await sharedApi();
    fixture = await upgradeFixture();
  });

  it('have the header and a text, unknown paths and other methods included', async () => {
    const ask = (method: string, path: string, form?: Record<string, string>) =>
      askController(api.url, method, path, form);
    expectText(await ask('GET', '/controller/'), 404);
    expectText(await ask('GET', '/controller/device/vpn/checksum/1/'), 404);
    expectText(await ask('GET', '/controller/register/'), 405);
    expectText(await ask('POST', '/controller/register/', {}), 422);
    expectText(await ask('POST', '/controller/register/', { secret: 'x'.repeat(70_000) }), 413);
    const other = await fetch(new URL('/controllers/', api.url));
    expect(other.headers.get('X-Openwisp-Controller')).to.equal(null);
  });

  it('do not tell an unknown device from a wrong key, and are no 404', async () => {
    const { macId } = await fixture.device();
    const replies = [
      await new OpenwispAgent(api, macId, 'a-key-that-is-wrong').poll(),
      await new OpenwispAgent(api, uniqueMac(), 'a-key-that-is-wrong').poll(),
      await askController(api.url, 'GET', '/controller/checksum/3fa85f64-5717-4562-b3fc-2c963f66afa6/?key=x'),
    ];
    for (const reply of replies) {
      expectText(reply, 401);
      expect(reply.text).to.equal(replies[0]?.text);
    }
    const { uuid } = new OpenwispAgent(api, macId, 'a-key-that-is-wrong');
    expectText(await askController(api.url, 'GET', `/controller/checksum/${uuid}/`), 401);
  });

  it('let a device wait that is in no inventory: it may return', async () => {
    const device = await makeMasterDevice(api.deps);
    const agent = new OpenwispAgent(api, device._id, device.deviceKey);
    expectText(await agent.poll(), 409);
    expectText(await agent.download(), 409);
    const body = { mac_id: device._id, network_id: fixture.network._id };
    const claimed = await fixture.call('POST', '/v1/access_points/provisioning', { body });
    expect(claimed.status, claimed.text).to.equal(200);
    expectText(await agent.poll(), 200);
  });

  it('come after 15 requests of a device in a minute', async () => {
    const device = await fixture.device({ network: fixture.network });
    const agent = new OpenwispAgent(api, device.macId, device.deviceKey);
    const statuses = [];
    for (let asked = 0; asked < 14; asked += 1) statuses.push((await agent.poll()).status);
    statuses.push((await agent.updateInfo('OpenWrt 23.05.3')).status);
    expect(new Set(statuses)).to.deep.equal(new Set([200]));
    const refused = await agent.poll();
    expectText(refused, 429);
    expect(Number(refused.headers.get('Retry-After'))).to.be.within(1, 60);
    const other = await fixture.device({ network: fixture.network });
    expectText(await new OpenwispAgent(api, other.macId, other.deviceKey).poll(), 200);
  });

  it('are 503 while the stores are away', async () => {
    const { macId, deviceKey } = await fixture.device();
    const nowhere = { PORT: '0', NODE_ENV: 'test', MONGODB_URI: 'mongodb://127.0.0.1:1/nowhere' };
    const lost = await startApi(readEnv({ ...process.env, ...nowhere }), createLogger('silent', 'test'));
    try {
      const agent = new OpenwispAgent(lost, macId, deviceKey);
      const form = registration('a-secret-of-a-token', macId, 'model');
      const replies = [
        await agent.poll(),
        await agent.download(),
        await agent.report('applied'),
        await agent.updateInfo('OpenWrt'),
        await askController(lost.url, 'POST', '/controller/register/', form),
      ];
      for (const reply of replies) {
        expectText(reply, 503);
        expect(Number(reply.headers.get('Retry-After'))).to.be.above(0);
      }
    } finally {
      await lost.close();
    }
  });

  it('are no reason to log a key', async () => {
    const { macId, deviceKey } = await fixture.device({ network: fixture.network });
    const agent = new OpenwispAgent(api, macId, deviceKey);
    await agent.cycle();
    expectText(await agent.report('nothing'), 422);
    expectNoSecretLogged();
  });
});
