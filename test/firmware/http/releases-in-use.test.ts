import { expect } from 'chai';
import type { Reply } from '../../fixtures/api.js';
import { makePart } from '../../fixtures/records/device.js';
import { makeUser, type TestUser } from '../../fixtures/records/organisation.js';
import { rolloutFixture, type RolloutFixture } from '../../fixtures/records/rollout-fixture.js';

const VERSION = '1.10.0';

describe('a firmware release that is in use', () => {
  let fixture: RolloutFixture;
  let superAdmin: TestUser;
  let id: number;
  let file: { part_number: string; url: string; sha256?: string; size?: number };
  beforeEach(async () => {
    fixture = await rolloutFixture();
    superAdmin = await makeUser(fixture.api.deps, fixture.org, { role: 'super_admin' });
    const { firmwareReleases } = fixture.api.deps.mongo.models;
    const release = await firmwareReleases.findOne({ organisationId: fixture.org, version: VERSION }).lean();
    id = release?._id ?? 0;
    const [stored] = release?.urls ?? [];
    file = { part_number: stored?.partNumber ?? '', url: stored?.url ?? '' };
  });

  const patch = (body: object): Promise<Reply> =>
    fixture.call('PATCH', `/v1/firmware_releases/${id}`, { token: superAdmin.token, body });

  async function expectInUse(use: { rollouts: number[]; upgrades: number }): Promise<void> {
    const changed = [
      [{ ...file, url: `${file.url}?2` }],
      [{ ...file, sha256: 'a'.repeat(64) }],
      [{ ...file, size: 9 }],
      [{ ...file, part_number: (await makePart(fixture.api.deps))._id }],
    ];
    for (const urls of changed) {
      const reply = await patch({ urls });
      expect(reply.status, reply.text).to.equal(409);
      expect(reply.body).to.deep.include({ error_code: 1125, ...use });
    }
  }

  // docs/administration.md#update_firmware_release-3
  // docs/reliability.md#file-exchanged
  it('by an upgrade keeps its files until that has ended, and takes other parts', async () => {
    const device = await fixture.device();
    await fixture.post({ aps: [`AP:${device._id}`], version: VERSION, upgrade_type: 'manual' });
    await expectInUse({ rollouts: [], upgrades: 1 });
    const added = { ...file, part_number: (await makePart(fixture.api.deps))._id };
    expect((await patch({ urls: [file, added], notes: 'x' })).status).to.equal(200);
    const { models } = fixture.api.deps.mongo;
    await models.upgrades.deleteMany({ organisationId: fixture.org });
    expect((await patch({ urls: [added] })).status).to.equal(200);
  });

  // docs/administration.md#update_firmware_release-3
  it('by a rollout keeps its files while that is open', async () => {
    const rollout = await fixture.started({ version: VERSION });
    await expectInUse({ rollouts: [rollout.id], upgrades: 0 });
    await fixture.act(rollout.id, 'pause');
    await expectInUse({ rollouts: [rollout.id], upgrades: 0 });
    await fixture.act(rollout.id, 'cancel');
    expect((await patch({ urls: [{ ...file, size: 9 }] })).status).to.equal(200);
  });

  // docs/administration.md#update_firmware_release-1
  // docs/reliability.md#release-withdrawn
  it('pauses its running rollouts when it is withdrawn, and says how many plain upgrades go on', async () => {
    const device = await fixture.device();
    await fixture.post({ aps: [`AP:${device._id}`], version: VERSION, upgrade_type: 'manual' });
    const running = await fixture.started({ version: VERSION });
    const other = await fixture.started({ version: '1.9.0' });
    const mine = await fixture.started({ version: VERSION });
    await fixture.act(mine.id, 'pause', { body: { reason: 'mine' } });
    const reply = await patch({ is_released: false });
    expect(reply.status, reply.text).to.equal(200);
    expect(reply.body).to.include({ plain_pending: 1 });
    const { state, stateReason } = await fixture.stored(running.id);
    expect(state).to.equal('Paused');
    expect(stateReason).to.include({ reason: 'release_withdrawn', by: superAdmin.user._id });
    expect(await fixture.stored(other.id)).to.include({ state: 'Running' });
    expect((await fixture.stored(mine.id)).stateReason).to.include({ reason: 'mine' });
    const { auditEntries } = fixture.api.deps.mongo.models;
    const paused = { subject: `rollout:${running.id}`, action: 'rollout.paused' };
    expect(await auditEntries.findOne(paused).lean()).to.include({ reason: 'release_withdrawn' });
    expect((await fixture.act(running.id, 'resume')).status).to.equal(200);
  });
});
