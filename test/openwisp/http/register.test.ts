import { expect } from 'chai';
import { expectNoSecretLogged, watchSecret } from '../../fixtures/log-watch.js';
import { uniqueMac } from '../../fixtures/records/device.js';
import { makeEnrolmentToken, type TestEnrolmentToken } from '../../fixtures/records/enrolment.js';
import { upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';
import {
  askController,
  OpenwispAgent,
  registeredIn,
  registration,
  type AgentReply,
} from '../openwisp-agent.js';

describe('a registration by openwisp-config', () => {
  let fixture: UpgradeFixture;
  let model: string;
  let mac: string;

  beforeEach(async () => {
    fixture = await upgradeFixture();
    model = `model ${fixture.org}`;
    mac = uniqueMac();
    const { hardwareParts } = fixture.api.deps.mongo.models;
    await hardwareParts.updateOne({ _id: fixture.part._id }, { $set: { boards: [model] } });
  });

  const makeToken = (fields: Partial<TestEnrolmentToken> = {}) =>
    makeEnrolmentToken(fixture.api.deps, fixture.org, fields);

  function register(
    { secret }: Pick<TestEnrolmentToken, 'secret'>,
    more: Record<string, string> = {},
    base = '/controller',
  ): Promise<AgentReply> {
    watchSecret(secret);
    const form = { ...registration(secret, mac, model), ...more };
    return askController(fixture.api.url, 'POST', `${base}/register/`, form);
  }

  async function registered(token: TestEnrolmentToken, more: Record<string, string> = {}) {
    const reply = await register(token, more);
    expect(reply.status, reply.text).to.equal(201);
    const { uuid, key, isNew } = registeredIn(reply.text);
    return { agent: new OpenwispAgent(fixture.api, mac, key), uuid, key, isNew };
  }

  function expectRefused({ status, headers, text }: AgentReply, expected: number): void {
    expect(status, text).to.equal(expected);
    expect(headers.get('X-Openwisp-Controller')).to.equal('true');
    expect(headers.get('Content-Type')).to.match(/^text\/plain/);
    expect(text).to.match(/^error: .+\n$/);
  }

  // docs/openwisp.md#openwisp_register-1
  it('enrols the device with the network of the token, under both paths', async () => {
    const token = await makeToken({ networkId: fixture.network._id });
    for (const base of ['/controller', '/controller/device']) {
      mac = uniqueMac();
      const reply = await register(token, {}, base);
      expect(reply.status, reply.text).to.equal(201);
      expect(reply.headers.get('X-Openwisp-Controller')).to.equal('true');
      expect(reply.headers.get('Content-Type')).to.equal('text/plain; charset=utf-8');
      const { uuid, key, isNew } = registeredIn(reply.text);
      const agent = new OpenwispAgent(fixture.api, mac, key, base);
      expect([uuid, isNew]).to.deep.equal([agent.uuid, '1']);
      await agent.told();
      const device = await fixture.api.deps.mongo.models.devices.findOne({ macId: mac }).lean().orFail();
      expect(device).to.include({ locationNetworkId: fixture.network._id, isOpenwisp: true });
    }
  });

  // docs/openwisp.md#openwisp_register-2
  it('gives a random key, whatever the agent proposes', async () => {
    const token = await makeToken();
    const proposed = registration(token.secret, mac, model)['key'] ?? '';
    const { key, agent } = await registered(token);
    expect(key)
      .to.match(/^[\w-]{43}$/)
      .and.not.equal(proposed);
    expectRefused(await new OpenwispAgent(fixture.api, mac, proposed).poll(), 401);
    await agent.told();
    expectNoSecretLogged();
  });

  // docs/openwisp.md#openwisp_register-3
  it('is repeated after a lost answer, until the device is heard', async () => {
    const token = await makeToken({ maxDevices: 1 });
    const first = await registered(token);
    const second = await registered(token);
    expect(second.key).not.to.equal(first.key);
    expectRefused(await first.agent.poll(), 401);
    await second.agent.told();
    expectRefused(await register(token), 409);
    await second.agent.told();
  });

  // docs/openwisp.md#openwisp_register-4
  it('is answered 404 while the device waits for a person, never 403', async () => {
    const token = await makeToken();
    expectRefused(await register(token, { model: 'unheard of' }), 404);
    expectRefused(await register(token, { model: 'unheard of' }), 404);
    const { body } = await fixture.call('GET', '/v1/enrolments');
    const { enrolments } = (body as { data: { enrolments: { id: number; mac_id: string; board: string }[] } })
      .data;
    expect(enrolments).to.have.length(1);
    expect(enrolments[0]).to.include({ mac_id: mac, board: 'unheard of' });
    const approved = await fixture.call('POST', `/v1/enrolments/${enrolments[0]?.id ?? 0}/approve`, {
      body: { part_number: fixture.part._id },
    });
    expect(approved.status, approved.text).to.equal(200);
    const { agent } = await registered(token, { model: 'unheard of' });
    await agent.told();
  });

  // docs/openwisp.md#openwisp_register-4
  it('is answered 404 with an unknown token', async () => {
    expectRefused(await register({ secret: 'unknown' }), 404);
    expectRefused(await register(await makeToken({ expiresAt: new Date(0) })), 409);
  });

  // docs/openwisp.md#openwisp_register-5
  it('of a MAC that exists is answered 409, unless the token replaces keys of silent devices', async () => {
    const old = new Date(Date.now() - 25 * 3_600_000);
    const [silent, heard] = [
      await fixture.device({ state: { lastHeartbeatAt: old }, activatedOn: old }),
      await fixture.device({ state: { lastHeartbeatAt: new Date() } }),
    ];
    const [plain, replacing] = [await makeToken(), await makeToken({ replace: true })];
    mac = silent.macId;
    expectRefused(await register(plain), 409);
    mac = heard.macId;
    expectRefused(await register(replacing), 409);
    mac = silent.macId;
    const { agent, isNew } = await registered(replacing);
    expect(isNew).to.equal('0');
    await agent.told();
    expectRefused(await new OpenwispAgent(fixture.api, mac, silent.deviceKey).poll(), 401);
    // Silent again for a day: the same token replaces the key of a device that was reset.
    const { deviceStates } = fixture.api.deps.mongo.models;
    await deviceStates.updateOne({ _id: silent._id }, { $set: { lastHeartbeatAt: old } });
    const again = await registered(replacing);
    await again.agent.told();
  });

  it('is refused without a secret, a MAC or a place', async () => {
    const token = await makeToken();
    expectRefused(await register(token, { mac_address: 'FF:FF:FF:FF:FF:FF' }), 422);
    expectRefused(await register(token, { secret: '' }), 422);
    const { organisations } = fixture.api.deps.mongo.models;
    await organisations.updateOne({ _id: fixture.org }, { $set: { noOfAps: 0 } });
    expectRefused(await register(token), 422);
  });
});
