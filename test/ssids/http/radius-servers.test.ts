import { expect } from 'chai';
import { decryptRadiusSecret } from '../../../shared/ssids/domain/radius-secret.js';
import { makeRadiusServer, RADIUS_SECRET, shownRadiusServer } from '../../fixtures/records/radius-server.js';
import { makeSsid } from '../../fixtures/records/ssid.js';
import { upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

const PATH = '/v1/radius_servers';

describe('RADIUS servers', () => {
  let fixture: UpgradeFixture;

  beforeEach(async () => {
    fixture = await upgradeFixture();
  });

  async function storedSecret(id: number): Promise<string | null> {
    const { mongo, env } = fixture.api.deps;
    const { secret } = await mongo.models.radiusServers.findById(id).lean().orFail();
    return secret && decryptRadiusSecret(env.encryptionKeys, id, secret);
  }

  async function page(
    query: Record<string, string | number>,
  ): Promise<{ ids: number[]; cursor: string | null }> {
    const { body } = await fixture.call('GET', PATH, { query });
    const { data, meta } = body as {
      data: { radius_servers: { id: number }[] };
      meta: { next_cursor: string | null };
    };
    return { ids: data.radius_servers.map(({ id }) => id), cursor: meta.next_cursor };
  }

  // docs/radius.md#create_radius_server-1
  it('are created with the ports of the protocol unless others are given', async () => {
    const made = await makeRadiusServer(fixture);
    expect(made).to.deep.include({ auth_port: 1812, acct_port: 1813, nas_identifier: null, revision: 1 });
    const other = { auth_port: 18_120, acct_port: 18_130, host: '2001:db8::1', nas_identifier: 'lobby' };
    expect(await makeRadiusServer(fixture, other)).to.deep.include(other);
    const reply = await fixture.call('GET', `${PATH}/${made.id}`);
    expect(shownRadiusServer(reply)).to.deep.equal(made);
    expect(reply.headers.get('etag')).to.equal('"1"');
  });

  // docs/radius.md#secret
  it('hide their secret, and keep it under a request with ***', async () => {
    const { id, secret } = await makeRadiusServer(fixture);
    expect(secret).to.equal('***');
    const body = { name: 'Branch', secret: '***' };
    const kept = shownRadiusServer(await fixture.call('PATCH', `${PATH}/${id}`, { body }));
    expect(kept).to.deep.include({ name: 'Branch', secret: '***' });
    expect(await storedSecret(id)).to.equal(RADIUS_SECRET);
    const answers = [
      await fixture.call('PATCH', `${PATH}/${id}`, { body: { secret: 'another secret' } }),
      await fixture.call('GET', PATH),
      await fixture.call('GET', '/v1/audit_log', { query: { subject: `radius_server:${id}` } }),
    ];
    expect(await storedSecret(id)).to.equal('another secret');
    for (const { status, text } of answers) {
      expect(status, text).to.equal(200);
      expect(text).to.include('radius_server');
      expect(text).not.to.include(RADIUS_SECRET).and.not.to.include('another secret');
    }
    expect(answers[2]?.text).to.include('"secret_changed":true');
    const mark = { name: 'x', host: '192.0.2.1', secret: '***' };
    expect((await fixture.call('POST', PATH, { body: mark })).status).to.equal(422);
  });

  // docs/radius.md#fields
  for (const [field, value] of [
    ['host', 'radius.example.org'],
    ['host', '192.0.2.256'],
    ['auth_port', 0],
    ['acct_port', 65_536],
    ['secret', ''],
    ['secret', ' padded '],
    ['secret', 'two\nlines'],
    ['secret', 'x'.repeat(129)],
    ['nas_identifier', 'x'.repeat(49)],
    ['name', ''],
  ] as const)
    it(`are refused with ${field} ${JSON.stringify(value).slice(0, 20)}`, async () => {
      const body = { name: 'Head office', host: '192.0.2.1', secret: RADIUS_SECRET, [field]: value };
      const reply = await fixture.call('POST', PATH, { body });
      expect([reply.status, reply.body], reply.text).to.deep.include(422);
      const { errors, error_code: code } = reply.body as { errors: { path: string }[]; error_code: number };
      expect([code, errors.map(({ path }) => path)]).to.deep.equal([1109, [field]]);
    });

  // docs/radius.md#create_radius_server-2
  it('are at most 100 in an organisation', async () => {
    const { models } = fixture.api.deps.mongo;
    const { id } = await makeRadiusServer(fixture);
    const stored = await models.radiusServers.findById(id).lean().orFail();
    const first = await fixture.api.deps.stores.ids.reserve('radiusServers', 98);
    const more = Array.from({ length: 98 }, (_, index) => ({ ...stored, _id: first + index }));
    await models.radiusServers.insertMany(more);
    const body = { name: 'One more', host: '192.0.2.1', secret: RADIUS_SECRET };
    const replies = await Promise.all(Array.from({ length: 4 }, () => fixture.call('POST', PATH, { body })));
    const codes = replies.map(({ status, body: answer }) => [
      status,
      (answer as { error_code?: number }).error_code,
    ]);
    expect(codes.sort()).to.deep.equal([[201, undefined], ...Array.from({ length: 3 }, () => [409, 1115])]);
    const first60 = await page({ per_page: 60 });
    const rest = await page({ per_page: 60, cursor: String(first60.cursor) });
    const ids = [...first60.ids, ...rest.ids];
    expect([ids.length, rest.cursor]).to.deep.equal([100, null]);
    expect(ids).to.deep.equal([...ids].sort((a, b) => a - b));
  });

  // docs/radius.md#delete_radius_server-1
  it('are not deleted while an SSID names them, and the refusal names the SSID', async () => {
    const { id } = await makeRadiusServer(fixture);
    const { network } = fixture;
    for (const field of ['auth_radius_id', 'acc_radius_id']) {
      const input = { ssid_name: `By ${field}`, [field]: id };
      const made = await fixture.call('POST', '/v1/network_ssids', {
        body: { network_id: network._id, network_ssid: input },
      });
      const { id: ssidId } = (made.body as { data: { id: number } }).data;
      const refused = await fixture.call('DELETE', `${PATH}/${id}`);
      expect([refused.status, refused.body]).to.deep.equal([
        409,
        {
          msg: 'SSIDs name the server',
          errors: [{ path: `ssid:${ssidId}`, msg: `By ${field} of network ${network._id} names the server` }],
          error_code: 1129,
        },
      ]);
      const body = { network_ssid: { [field]: null } };
      expect((await fixture.call('PUT', `/v1/network_ssids/${ssidId}`, { body })).status).to.equal(200);
    }
    expect((await fixture.call('DELETE', `${PATH}/${id}`)).status).to.equal(200);
    expect((await fixture.call('GET', `${PATH}/${id}`)).status).to.equal(404);
  });

  // docs/radius.md#edit
  it('are written in the transaction of an SSID that comes to name them, which thus conflicts with their changes', async () => {
    const { id } = await makeRadiusServer(fixture);
    const named = async () => (await fixture.api.deps.mongo.models.radiusServers.findById(id).lean())?.named;
    const ssid = await makeSsid(fixture.api, fixture, { auth_radius_id: id });
    expect(await named()).to.equal(1);
    const update = (network_ssid: object) =>
      fixture.call('PUT', `/v1/network_ssids/${ssid}`, { body: { network_ssid } });
    expect((await update({ is_hidden: true, acc_radius_id: id })).status).to.equal(200);
    expect(await named(), 'named already').to.equal(1);
    expect((await update({ auth_radius_id: null, acc_radius_id: null })).status).to.equal(200);
    expect((await update({ acc_radius_id: id })).status).to.equal(200);
    expect(await named()).to.equal(2);
  });

  // docs/http.md#revisions-1
  it('are changed and deleted only at the revision of If-Match', async () => {
    const { id } = await makeRadiusServer(fixture);
    const headers = { 'If-Match': '"9"' };
    const change = await fixture.call('PATCH', `${PATH}/${id}`, { body: { name: 'x' }, headers });
    expect([
      change.status,
      (await fixture.call('DELETE', `${PATH}/${id}`, { headers })).status,
    ]).to.deep.equal([412, 412]);
  });
});
