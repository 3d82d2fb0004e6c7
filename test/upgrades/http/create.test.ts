import { expect } from 'chai';
import { makePart } from '../../fixtures/records/device.js';
import { makeRelease } from '../../fixtures/records/firmware.js';
import { makeOrganisation, makeUser } from '../../fixtures/records/organisation.js';
import { tomorrow, upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

const CREATED = { message: 'Successfully created Upgrade!', status: 200 };
const UPDATED = { message: 'Successfully updated Upgrade!', status: 200 };

describe('upgrades create', () => {
  let fixture: UpgradeFixture;
  before(async () => {
    fixture = await upgradeFixture();
  });

  // docs/interface.md#upgrades-create-1
  it('answers 422 {message, status} without any firmware release data', async () => {
    const { deps } = fixture.api;
    const { _id: org } = await makeOrganisation(deps);
    const { token } = await makeUser(deps, org);
    const reply = await fixture.post({ aps: ['AP:1'] }, { token });
    expect(reply.status).to.equal(422);
    expect(reply.body).to.deep.equal({ message: 'No firmware release data found', status: 422 });
  });

  // docs/interface.md#upgrades-create-2
  it('takes the latest released version by natural order when automatic, and ignores the sent version', async () => {
    const device = await fixture.device();
    await fixture.post({ aps: [`AP:${device._id}`], upgrade_type: 'automatic', version: '1.9.0' });
    expect(await fixture.pending(device)).to.include({ version: '1.10.0', upgradeType: 'automatic' });
  });

  // docs/interface.md#version-order
  it('does not take a candidate of a release when automatic, however its maker writes it', async () => {
    const other = await upgradeFixture();
    const { api, org, part } = other;
    for (const candidate of [
      '31.1~rc1',
      '31.1rc2',
      'v31.1-rc3',
      '31.1 RC',
      '31.1 (beta)',
      '31.1_rc2',
      '31.1b5',
      '31.1',
    ])
      await makeRelease(api.deps, org, candidate, [part._id]);
    const device = await other.device();
    await other.post({ aps: [`AP:${device._id}`], upgrade_type: 'automatic' });
    expect(await other.pending(device)).to.include({ version: '31.1' });
  });

  // docs/interface.md#upgrades-create-2
  it('takes the sent version when manual', async () => {
    const device = await fixture.device();
    await fixture.post({ aps: [`AP:${device._id}`], upgrade_type: 'manual', version: '1.9.0' });
    expect(await fixture.pending(device)).to.include({ version: '1.9.0', upgradeType: 'manual' });
  });

  // docs/interface.md#upgrades-create-2
  it('answers 422 for a manual version that has no visible release', async () => {
    const device = await fixture.device();
    const reply = await fixture.post({ aps: [`AP:${device._id}`], upgrade_type: 'manual', version: '3.0.0' });
    expect(reply.status).to.equal(422);
    expect(reply.body).to.have.property('status', 422);
    expect(await fixture.pending(device)).to.equal(null);
  });

  // docs/interface.md#upgrades-create-2
  it('takes an unreleased version for a caller that may see unreleased firmware', async () => {
    const device = await fixture.device();
    const { token } = await makeUser(fixture.api.deps, fixture.org, { seesUnreleased: true });
    await fixture.post({ aps: [`AP:${device._id}`] }, { token });
    expect(await fixture.pending(device)).to.include({ version: '3.0.0' });
  });

  // docs/interface.md#upgrades-create-3
  // docs/interface.md#upgrades-create-5
  it('names the version and the devices that the release has no url for, and upgrades the others', async () => {
    const fits = await fixture.device();
    const lacks = await fixture.device({ part: await makePart(fixture.api.deps) });
    const reply = await fixture.post({ aps: [`AP:${fits._id}`, `AP:${lacks._id}`] });
    expect(reply.status).to.equal(422);
    const { message, status } = reply.body as { message: string; status: number };
    expect(status).to.equal(422);
    expect(message).to.include('1.10.0').and.include(lacks.macId).and.not.include(fits.macId);
    expect(await fixture.pending(fits)).to.not.equal(null);
    expect(await fixture.pending(lacks)).to.equal(null);
  });

  // docs/interface.md#upgrades-create-4
  it('creates an upgrade for a device without a pending one', async () => {
    const device = await fixture.device();
    const reply = await fixture.post({ aps: [`AP:${device._id}`], save_prev_config: '1' });
    expect(reply.status).to.equal(200);
    expect(reply.body).to.deep.equal(CREATED);
    expect(await fixture.pending(device)).to.include({
      savePrevConfig: true,
      scheduleType: 'now',
      attempts: 0,
    });
  });

  // docs/interface.md#upgrades-create-4
  it('changes the pending upgrade of a device instead of creating another', async () => {
    const device = await fixture.device();
    const aps = [`AP:${device._id}`];
    await fixture.post({ aps, schedule_type: 'later', schedule_at: tomorrow(), time_zone: 'UTC' });
    const first = await fixture.pending(device);
    const reply = await fixture.post({
      aps,
      schedule_type: 'later',
      schedule_at: tomorrow(),
      upgrade_type: 'manual',
      version: '1.9.0',
    });
    expect(reply.body).to.deep.equal(UPDATED);
    expect(await fixture.pending(device)).to.include({
      _id: first?._id,
      version: '1.9.0',
      upgradeType: 'manual',
    });
  });

  // docs/interface.md#upgrades-create-4
  it('takes its message from the last device when some upgrades are created and others changed', async () => {
    const [has, has2] = [await fixture.device(), await fixture.device()];
    const [lacks, lacks2] = [await fixture.device(), await fixture.device()];
    const later = { schedule_type: 'later', schedule_at: tomorrow() };
    await fixture.post({ aps: [`AP:${has._id}`, `AP:${has2._id}`], ...later });
    const created = await fixture.post({ aps: [`AP:${has._id}`, `AP:${lacks._id}`], ...later });
    const updated = await fixture.post({ aps: [`AP:${lacks2._id}`, `AP:${has2._id}`], ...later });
    expect(created.body).to.deep.equal(CREATED);
    expect(updated.body).to.deep.equal(UPDATED);
  });

  // docs/interface.md#upgrades-create-4
  it('changes the pending upgrade whose id the request has, as an update does', async () => {
    const device = await fixture.device();
    const aps = [`AP:${device._id}`];
    await fixture.post({ aps, schedule_type: 'later', schedule_at: tomorrow() });
    const before = await fixture.pending(device);
    const reply = await fixture.call('POST', '/upgrades.json', {
      body: { id: before?._id, upgrade: { aps, save_prev_config: true } },
    });
    expect(reply.body).to.deep.equal(UPDATED);
    const { _id, dueAt } = before ?? {};
    expect(await fixture.pending(device)).to.deep.include({ _id, dueAt, savePrevConfig: true });
  });

  // docs/interface.md#upgrades-create-9
  it('refuses an id that is no pending upgrade of the organisation as an update does, and creates nothing', async () => {
    const [device, ended] = [await fixture.device(), await fixture.device()];
    await fixture.post({ aps: [`AP:${ended._id}`], schedule_type: 'later', schedule_at: tomorrow() });
    const endedId = (await fixture.pending(ended))?._id ?? 0;
    await fixture.set(endedId, { status: 'Success' });
    const other = await upgradeFixture(fixture.api);
    const foreign = await other.device();
    await other.post({ aps: [`AP:${foreign._id}`], schedule_type: 'later', schedule_at: tomorrow() });
    const foreignId = (await other.pending(foreign))?._id ?? 0;
    for (const [id, status] of [
      [999_999_999, 404],
      ['x', 404],
      [foreignId, 404],
      [endedId, 422],
    ] as const) {
      const body = { id, upgrade: { aps: [`AP:${device._id}`] } };
      const created = await fixture.call('POST', '/upgrades', { body });
      const updated = await fixture.call('PUT', `/upgrades/${id}`, { body });
      expect([created.status, created.body]).to.deep.equal([status, updated.body]);
      expect(await fixture.pending(device)).to.equal(null);
    }
  });

  // docs/interface.md#upgrades-create-8
  it('refuses schedule_at without schedule_type, instead of upgrading now', async () => {
    const device = await fixture.device();
    const reply = await fixture.post({ aps: [`AP:${device._id}`], schedule_at: tomorrow() });
    expect([reply.status, reply.body]).to.deep.equal([
      422,
      { message: 'schedule_at needs schedule_type later', status: 422 },
    ]);
    expect(await fixture.pending(device)).to.equal(null);
  });

  // docs/interface.md#upgrades-create-6
  it('answers with the HTTP status of its body, also to a form body', async () => {
    const device = await fixture.device();
    const form = new URLSearchParams([['upgrade[aps][]', `AP:${device._id}`]]);
    const ok = await fixture.call('POST', '/upgrades', { body: form });
    expect(ok.status)
      .to.equal((ok.body as { status: number }).status)
      .and.to.equal(200);
    const bad = await fixture.post({ aps: ['AP:0'] });
    expect(bad.status)
      .to.equal((bad.body as { status: number }).status)
      .and.to.equal(422);
  });

  it('answers the documented message for an invalid flag and for blank aps', async () => {
    const device = await fixture.device();
    const flag = await fixture.post({ aps: [`AP:${device._id}`], save_prev_config: 'perhaps' });
    expect(flag.body).to.deep.equal({
      message: 'upgrade.save_prev_config must be true or false',
      status: 422,
    });
    for (const aps of [null, '']) {
      const blank = await fixture.post({ aps });
      expect(blank.body).to.deep.equal({ message: 'aps names no device, network or tag', status: 422 });
    }
  });

  it('answers 422 with the name of the field of a wrong type', async () => {
    for (const [field, upgrade] of [
      ['upgrade.aps', { aps: { $ne: 1 } }],
      ['upgrade.aps', { aps: [1, { a: 1 }] }],
      ['upgrade.version', { aps: ['AP:1'], version: { $gt: '' } }],
      ['upgrade', 'x'],
      ['upgrade', null],
      ['upgrade', []],
    ] as const) {
      const reply = await fixture.call('POST', '/upgrades', { body: { upgrade } });
      expect(reply.status, JSON.stringify(upgrade)).to.equal(422);
      expect(reply.body).to.have.property('status', 422);
      expect(reply.body)
        .to.have.property('message')
        .that.matches(new RegExp(`^${field.replace('.', '\\.')}\\b`));
    }
  });

  it('creates one pending upgrade for thirty simultaneous requests for one device', async () => {
    const device = await fixture.device();
    const replies = await Promise.all(
      Array.from({ length: 30 }, () =>
        fixture.post({ aps: [`AP:${device._id}`], schedule_type: 'later', schedule_at: tomorrow() }),
      ),
    );
    expect(new Set(replies.map((reply) => reply.status))).to.deep.equal(new Set([200]));
    const count = await fixture.api.deps.mongo.models.upgrades.countDocuments({
      routerInventoryId: device._id,
    });
    expect(count).to.equal(1);
  });
});
