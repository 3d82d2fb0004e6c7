import { expect } from 'chai';
import { sharedApi, type Reply, type TestApi } from '../fixtures/api.js';
import { makeUser, type TestUser } from '../fixtures/records/organisation.js';
import { sendHeartbeat } from '../fixtures/records/test-service.js';
import { upgradeFixture, type UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';

const BROKEN = ['bell \u0007', 'next\u0085line', 'half \ud800'];

describe('texts of requests', () => {
  let api: TestApi;
  let fixture: UpgradeFixture;
  let superAdmin: TestUser;
  before(async () => {
    api = await sharedApi();
    fixture = await upgradeFixture(api);
    superAdmin = await makeUser(api.deps, fixture.org, { role: 'super_admin' });
  });

  const send = (method: string, path: string, body: object): Promise<Reply> =>
    api.call(method, path, { token: superAdmin.token, body });

  /** The faults of a refused request, or the text of one without paths. */
  function problemsOf({ status, body, text }: Reply): string[] {
    expect(status, text).to.equal(422);
    const { errors, msg } = body as { errors?: { path: string; msg: string }[]; msg: string };
    return errors?.map((fault) => `${fault.path} ${fault.msg}`) ?? [msg];
  }

  const file = (url: string, fields: object = {}) => ({
    version: '5.0',
    urls: [{ part_number: fixture.part._id, url, ...fields }],
  });

  // docs/http.md#requests-8
  it('are refused by name when they have control characters or broken ones', async () => {
    const device = await fixture.device({ network: fixture.network });
    const url = 'https://fw.example.test/5.0';
    const problem = 'must not have control characters or broken characters';
    for (const text of BROKEN) {
      const requests = [
        ['network_name', await send('POST', '/v1/networks', { network_name: text })],
        ['network_name', await send('PATCH', `/v1/networks/${fixture.network._id}`, { network_name: text })],
        ['name', await send('POST', '/v1/tags', { name: text })],
        ['name', await send('PATCH', `/v1/tags/${fixture.tag._id}`, { name: text })],
        ['name', await send('PATCH', `/v1/devices/${device._id}`, { name: text })],
        ['name', await send('POST', '/v1/access_tokens', { name: text })],
        ['version', await send('POST', '/v1/firmware_releases', { ...file(url), version: text })],
        ['notes', await send('POST', '/v1/firmware_releases', { ...file(url), notes: text })],
      ] as const;
      for (const [field, reply] of requests)
        expect(problemsOf(reply), `field: ${field}`).to.deep.equal([`${field} ${problem}`]);
    }
    const notes = await send('POST', '/v1/firmware_releases', { ...file(url), notes: 'one\n\ttwo' });
    expect(notes.status, notes.text).to.equal(201);
  });

  it('have an e-mail address of at most 254 characters', async () => {
    const address = (length: number): string => `${'x'.repeat(length - 7)}@a.test`;
    const problem = 'email must be an e-mail address of at most 254 characters';
    for (const email of [address(255), 'be\u0007l@a.test', `${'İ'.repeat(247)}@a.test`]) {
      expect(problemsOf(await send('POST', '/v1/users', { email, role: 'viewer' }))).to.deep.equal([problem]);
    }
    const made = await send('POST', '/v1/users', { email: ` ${address(254).toUpperCase()}`, role: 'viewer' });
    expect(made.status, made.text).to.equal(201);
    expect((made.body as { data: { user: { email: string } } }).data.user.email).to.equal(address(254));
  });

  // docs/administration.md#create_firmware_release-3
  it('have a firmware url without characters that a shell reads, and a size within bounds', async () => {
    const path = 'urls[0].url';
    const refused = [
      ['https://fw.example.test/$(reboot)', '"$"'],
      ['https://fw.example.test/`id`', '"`"'],
      ["https://fw.example.test/a'b", '"\'"'],
      ['https://fw.example.test/a;b', '";"'],
      ['https://fw.example.test/a b', 'U+0020'],
      ['https://bücher.example/a', '"ü"'],
      ['https://fw.example.test/[a]', '"["'],
    ] as const;
    for (const [url, character] of refused) {
      expect(problemsOf(await send('POST', '/v1/firmware_releases', file(url))), `url: ${url}`).to.deep.equal(
        [`${path} must not have the character ${character}`],
      );
    }
    const good = 'https://[2001:db8::1]:8443/a-b_c~d/e.bin?x=1&y=%20+@,#z';
    expect(
      problemsOf(await send('POST', '/v1/firmware_releases', file(good, { size: 2 ** 41 }))),
    ).to.deep.equal([`urls[0].size must be less than or equal to ${2 ** 40}`]);
    const made = await send('POST', '/v1/firmware_releases', { ...file(good), version: '5.1' });
    expect(made.status, made.text).to.equal(201);
  });

  // docs/interface.md#heartbeat-5
  it('of a heartbeat are stored with U+FFFD for control characters and broken ones', async () => {
    const device = await fixture.device({ network: fixture.network });
    const ports = [{ number: 0, status: 'UP', speed: '1\u0000G', duplex: 'full\u001b' }];
    const body = { firmware_version: '1.0\u0007\ud800-x\n', ports } as object;
    expect((await sendHeartbeat(api, device, body)).status).to.equal(200);
    const { models } = api.deps.mongo;
    const stored = await models.devices.findOne({ _id: device._id }).lean();
    expect(stored?.firmwareVersion).to.equal('1.0\ufffd\ufffd-x');
    const state = await models.deviceStates.findOne({ _id: device._id }).lean();
    expect(state?.ports?.[0]).to.include({ speed: '1\ufffdG', duplex: 'full\ufffd' });
  });
});
