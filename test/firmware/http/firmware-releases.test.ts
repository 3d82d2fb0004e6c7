import { expect } from 'chai';
import type { Reply } from '../../fixtures/api.js';
import { makeRelease } from '../../fixtures/records/firmware.js';
import { makeUser, type TestUser } from '../../fixtures/records/organisation.js';
import { faultsIn, refused } from '../../fixtures/records/rollout-fixture.js';
import { upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

interface ShownRelease {
  readonly id: number;
  readonly organisation_id: number | null;
  readonly version: string;
  readonly is_released: boolean;
  readonly running_on: number;
  readonly revision: number;
}

function shown(reply: Reply, status = 200): ShownRelease {
  expect(reply.status, reply.text).to.equal(status);
  return (reply.body as { data: { firmware_release: ShownRelease } }).data.firmware_release;
}

describe('firmware releases', () => {
  let fixture: UpgradeFixture;
  let superAdmin: TestUser;
  beforeEach(async () => {
    fixture = await upgradeFixture();
    superAdmin = await makeUser(fixture.api.deps, fixture.org, { role: 'super_admin' });
  });

  const files = () => [{ part_number: fixture.part._id, url: 'https://firmware.example.test/4', size: 7 }];
  const create = (body: object = {}, { token } = superAdmin): Promise<Reply> =>
    fixture.call('POST', '/v1/firmware_releases', {
      token,
      body: { version: '4.0.0', urls: files(), ...body },
    });
  const patch = (id: number, body: object, { token } = superAdmin, headers = {}): Promise<Reply> =>
    fixture.call('PATCH', `/v1/firmware_releases/${id}`, { token, body, headers });
  const versions = async ({ token }: TestUser, sort = 'version'): Promise<string[]> => {
    const { body } = await fixture.call('GET', '/v1/firmware_releases', {
      token,
      query: { sort, per_page: 200 },
    });
    const { firmware_releases: releases } = (body as { data: { firmware_releases: ShownRelease[] } }).data;
    return releases.filter((release) => release.organisation_id !== null).map(({ version }) => version);
  };

  // docs/administration.md#list_firmware_releases-1
  // docs/administration.md#list_firmware_releases-2
  it('are listed in the order of versions, with the devices that run them', async () => {
    await fixture.device({ network: fixture.network, firmwareVersion: '1.9.0' });
    await fixture.device({ network: null, firmwareVersion: '1.9.0' });
    await fixture.device({ network: null, firmwareVersion: '1.9.0x' });
    expect(await versions(fixture.admin)).to.deep.equal(['1.9.0', '1.10.0']);
    expect(await versions(superAdmin, '-version')).to.deep.equal(['3.0.0', '1.10.0', '1.9.0']);
    const query = { sort: 'version', per_page: 2 };
    const page = await fixture.call('GET', '/v1/firmware_releases', { query, token: superAdmin.token });
    const { firmware_releases: releases } = (page.body as { data: { firmware_releases: ShownRelease[] } })
      .data;
    expect(releases.find(({ version }) => version === '1.9.0')).to.include({ running_on: 2 });
    const { next_cursor: cursor } = (page.body as { meta: { next_cursor: string } }).meta;
    const next = await fixture.call('GET', '/v1/firmware_releases', {
      query: { ...query, cursor },
      token: superAdmin.token,
    });
    const rest = (next.body as { data: { firmware_releases: ShownRelease[] } }).data.firmware_releases;
    expect(rest).not.to.deep.equal([]);
    for (const { id } of rest) expect(releases.map((release) => release.id)).not.to.include(id);
  });

  // docs/administration.md#create_firmware_release-1
  // docs/administration.md#update_firmware_release-1
  it('are published unreleased, released, and withdrawn', async () => {
    const release = shown(await create({ notes: 'Fixes' }), 201);
    expect(release).to.deep.include({
      organisation_id: fixture.org,
      version: '4.0.0',
      urls: [{ ...files()[0], sha256: null }],
      is_released: false,
      notes: 'Fixes',
      running_on: 0,
      revision: 1,
    });
    const { id } = release;
    const visible = () => fixture.call('GET', `/v1/firmware_releases/${id}`);
    expect(refused(await visible())).to.deep.equal([404, 1124]);
    expect(shown(await patch(id, { is_released: true })).is_released).to.equal(true);
    expect(shown(await visible()).revision).to.equal(2);
    const device = await fixture.device();
    const aps = [`AP:${device._id}`];
    expect((await fixture.post({ aps, version: '4.0.0', upgrade_type: 'manual' })).status).to.equal(200);
    expect(shown(await patch(id, { is_released: false })).is_released).to.equal(false);
    expect((await fixture.post({ aps, version: '4.0.0', upgrade_type: 'manual' })).status).to.equal(422);
    expect(await fixture.pending(device)).to.include({ version: '4.0.0' });
    const late = await patch(id, { notes: 'x' }, superAdmin, { 'If-Match': '"1"' });
    expect(refused(late)).to.deep.equal([412, 1112]);
    const entries = await fixture.api.deps.mongo.models.auditEntries
      .find({ organisationId: fixture.org, subject: 'firmware:4.0.0' })
      .sort({ at: 1 })
      .lean();
    expect(entries.map(({ action }) => action)).to.deep.equal([
      'firmware.put',
      'firmware.released',
      'firmware.withdrawn',
    ]);
    expect(refused(await create())).to.deep.equal([422, 1109]);
    const unknown = await create({ version: '5.0.0', urls: [{ part_number: 'none', url: 'ftp://x' }] });
    expect(faultsIn(unknown).map((fault) => fault.split(':')[0])).to.deep.equal(['urls[0].url']);
    const part = await create({ version: '5.0.0', urls: [{ ...files()[0], part_number: 'none' }] });
    expect(faultsIn(part).map((fault) => fault.split(':')[0])).to.deep.equal(['urls[0].part_number']);
  });

  // docs/http.md#requests-6
  it('take the spellings of the flag, and forms', async () => {
    const { id } = shown(await create({ is_released: '1' }), 201);
    const form = (is_released: string) =>
      fixture.call('PATCH', `/v1/firmware_releases/${id}`, {
        token: superAdmin.token,
        body: new URLSearchParams({ is_released }),
      });
    expect(shown(await form('false')).is_released).to.equal(false);
    const bad = await form('maybe');
    expect(refused(bad)).to.deep.equal([422, 1109]);
    expect(faultsIn(bad)).to.deep.equal(['is_released: must be true or false']);
  });

  it('keep the signature of a file whose URL stays, and lose it with the URL', async () => {
    const { id } = shown(await create(), 201);
    const { firmwareReleases } = fixture.api.deps.mongo.models;
    await firmwareReleases.updateOne({ _id: id }, { $set: { 'urls.0.signature': 'c2lnbmVk' } });
    const signature = async () => (await firmwareReleases.findById(id).lean())?.urls[0]?.signature;
    shown(await patch(id, { urls: [{ ...files()[0], size: 8 }] }));
    expect(await signature()).to.equal('c2lnbmVk');
    shown(await patch(id, { urls: [{ ...files()[0], url: 'https://firmware.example.test/5' }] }));
    expect(await signature()).to.equal(undefined);
  });

  // docs/administration.md#create_firmware_release-2
  // docs/administration.md#update_firmware_release-2
  it('of the organisation are for super admins to change, and those of the installation are not', async () => {
    expect(refused(await create({}, fixture.admin))).to.deep.equal([403, 1102]);
    const own = shown(await create({ is_released: true }), 201);
    expect(refused(await patch(own.id, { notes: 'x' }, fixture.admin))).to.deep.equal([403, 1102]);
    const version = `0.0.${fixture.org}`;
    const shared = await makeRelease(fixture.api.deps, fixture.org, version, [fixture.part._id]);
    const { firmwareReleases } = fixture.api.deps.mongo.models;
    await firmwareReleases.updateOne({ _id: shared._id }, { $set: { organisationId: null } });
    const refusal = await patch(shared._id, { notes: 'x' });
    // Other tests see the releases of the installation.
    await firmwareReleases.deleteOne({ _id: shared._id });
    expect(refused(refusal)).to.deep.equal([403, 1102]);
    const stranger = await upgradeFixture();
    expect(refused(await stranger.call('GET', `/v1/firmware_releases/${own.id}`))).to.deep.equal([404, 1124]);
  });
});
