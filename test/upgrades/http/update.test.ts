import { expect } from 'chai';
import { makeUser } from '../../fixtures/records/organisation.js';
import { makePart, type TestDevice } from '../../fixtures/records/device.js';
import type { Reply } from '../../fixtures/api.js';
import { tomorrow, upgradeFixture, type UpgradeFixture } from '../../fixtures/records/upgrade-fixture.js';

const UPDATED = { message: 'Successfully updated Upgrade!', status: 200 };

describe('upgrades update', () => {
  let fixture: UpgradeFixture;
  before(async () => {
    fixture = await upgradeFixture();
  });

  async function scheduled(): Promise<{ device: TestDevice; id: number; scheduleId: number }> {
    const device = await fixture.device();
    await fixture.post({
      aps: [`AP:${device._id}`],
      schedule_type: 'later',
      schedule_at: tomorrow(),
      time_zone: 'UTC',
    });
    const upgrade = await fixture.pending(device);
    return { device, id: upgrade?._id ?? 0, scheduleId: upgrade?.scheduleId ?? 0 };
  }

  const change = (method: string, id: number, upgrade: Record<string, unknown>): Promise<Reply> =>
    fixture.call(method, `/upgrades/${id}`, { body: { upgrade } });

  // docs/interface.md#upgrades-update-2
  it('changes the sent fields and keeps the others', async () => {
    const { device, id } = await scheduled();
    const before = await fixture.pending(device);
    for (const [method, fields] of [
      ['PATCH', { save_prev_config: true }],
      ['PUT', { upgrade_type: 'manual', version: '1.9.0' }],
    ] as const) {
      const reply = await change(method, id, fields);
      expect(reply.status).to.equal(200);
      expect(reply.body).to.deep.equal(UPDATED);
    }
    const after = await fixture.pending(device);
    expect(after).to.include({ _id: id, savePrevConfig: true, version: '1.9.0', scheduleType: 'later' });
    expect(after?.dueAt).to.deep.equal(before?.dueAt);
  });

  // docs/interface.md#upgrades-update-2
  it('moves the job to a new time, and cancels the old schedule with its job', async () => {
    const { id, device, scheduleId } = await scheduled();
    const { jobs, mongo } = fixture.api.deps;
    const old = await mongo.models.schedules.findById(scheduleId).lean();
    const [queue] = jobs.queues;
    expect(await queue?.getJob(`schedule-${scheduleId}-${old?.dueAt.getTime()}`)).to.not.equal(undefined);
    await change('PUT', id, {
      schedule_type: 'later',
      schedule_at: `${tomorrow()}:30`.replace(' ', 'T') + 'Z',
    });
    const moved = await fixture.pending(device);
    expect(await queue?.getJob(`schedule-${scheduleId}-${old?.dueAt.getTime()}`)).to.equal(undefined);
    expect(await queue?.getJob(`schedule-${moved?.scheduleId}-${moved?.dueAt.getTime()}`)).to.not.equal(
      undefined,
    );
    expect(await mongo.models.schedules.findById(scheduleId).lean()).to.include({ state: 'cancelled' });
  });

  // docs/interface.md#upgrades-update-3
  it('applies a change with aps to every device, also to one without a pending upgrade', async () => {
    const { id, device } = await scheduled();
    const other = await fixture.device();
    const aps = [`AP:${device._id}`, `AP:${other._id}`];
    const reply = await change('PUT', id, { aps, upgrade_type: 'manual', version: '1.9.0' });
    expect(reply.body).to.deep.equal(UPDATED);
    expect(await fixture.pending(device)).to.include({ _id: id, version: '1.9.0' });
    expect(await fixture.pending(other)).to.include({ version: '1.9.0' });
  });

  // docs/interface.md#upgrades-update-1
  it('answers 404 for an unknown id, with or without an upgrade in the request, and 422 for a known id without one', async () => {
    const { id } = await scheduled();
    for (const body of [{ upgrade: {} }, {}]) {
      const reply = await fixture.call('PUT', '/upgrades/999999999', { body });
      expect(reply.status).to.equal(404);
      expect(reply.body).to.deep.equal({ message: 'Upgrade not found: 999999999', status: 404 });
    }
    const reply = await fixture.call('PUT', `/upgrades/${id}`, { body: {} });
    expect([reply.status, reply.body]).to.deep.equal([422, { message: 'upgrade is required', status: 422 }]);
  });

  // docs/http.md#requests-11
  it('finds fields of the wrong type after an unknown id, a missing right and a status other than Pending', async () => {
    const { id } = await scheduled();
    const { token } = await makeUser(fixture.api.deps, fixture.org, { role: 'viewer' });
    const ended = (await scheduled()).id;
    await fixture.set(ended, { status: 'Success' });
    for (const upgrade of ['x', { aps: {} }, { version: [] }, { schedule_type: 'soon' }, null, {}]) {
      const body = { upgrade };
      const post = (named: number) => fixture.call('POST', '/upgrades', { body: { id: named, upgrade } });
      expect((await fixture.call('PUT', '/upgrades/999999999', { body })).status).to.equal(404);
      expect((await post(999_999_999)).status).to.equal(404);
      expect((await fixture.call('PUT', `/upgrades/${id}`, { body, token })).status).to.equal(403);
      const notPending = await fixture.call('PUT', `/upgrades/${ended}`, { body });
      const message = 'Only a pending upgrade can be changed or deleted';
      expect(notPending.body).to.deep.equal({ message, status: 422 });
      expect((await post(ended)).body).to.deep.equal({ message, status: 422 });
    }
    const absent = await fixture.call('PUT', `/upgrades/${id}`, { body: { upgrade: null } });
    expect(absent.body).to.deep.equal({ message: 'upgrade is required', status: 422 });
  });

  // docs/interface.md#upgrades-update-4
  it('keeps the wall time and moves the instant when only time_zone is sent', async () => {
    const { device, id } = await scheduled();
    const before = await fixture.pending(device);
    expect((await change('PATCH', id, { time_zone: 'Etc/GMT-5' })).body).to.deep.equal(UPDATED);
    const after = await fixture.pending(device);
    expect(after?.timeZone).to.equal('Etc/GMT-5');
    expect((before?.dueAt.getTime() ?? 0) - (after?.dueAt.getTime() ?? 0)).to.equal(5 * 3_600_000);
  });

  // docs/interface.md#upgrades-update-4
  it('changes an upgrade that is pending past its time, and refuses a past schedule_at', async () => {
    const { device, id, scheduleId } = await scheduled();
    const dueAt = new Date(Date.now() - 3_600_000);
    await fixture.set(id, { dueAt });
    expect((await change('PATCH', id, { save_prev_config: true })).body).to.deep.equal(UPDATED);
    expect(await fixture.pending(device)).to.deep.include({ savePrevConfig: true, dueAt, scheduleId });
    const past = await change('PATCH', id, { schedule_at: '2020-01-01 00:00' });
    expect([past.status, past.body]).to.deep.equal([
      422,
      { message: 'schedule_at is in the past', status: 422 },
    ]);
  });

  // docs/interface.md#upgrades-update-4
  it('refuses schedule_at for an upgrade without a time, unless schedule_type is sent', async () => {
    const { device, id } = await scheduled();
    await change('PATCH', id, { schedule_type: 'now' });
    const refused = await change('PATCH', id, { schedule_at: tomorrow() });
    expect([refused.status, refused.body]).to.deep.equal([
      422,
      { message: 'schedule_at needs schedule_type later', status: 422 },
    ]);
    const later = await change('PATCH', id, { schedule_type: 'later', schedule_at: tomorrow() });
    expect(later.body).to.deep.equal(UPDATED);
    expect(await fixture.pending(device)).to.include({ scheduleType: 'later' });
  });

  // docs/interface.md#upgrades-update-5
  it('keeps a release that was withdrawn or that the caller does not see, unless another one is chosen', async () => {
    const unseen = await fixture.device();
    const { token } = await makeUser(fixture.api.deps, fixture.org, { seesUnreleased: true });
    const later = { schedule_type: 'later', schedule_at: tomorrow(), time_zone: 'UTC' };
    for (const sent of [{ upgrade_type: 'manual', version: '3.0.0' }, {}]) {
      await fixture.post({ ...later, ...sent, aps: [`AP:${unseen._id}`] }, { token });
      const before = await fixture.pending(unseen);
      expect(before).to.include({ version: '3.0.0' });
      const id = before?._id ?? 0;
      const moved = await change('PATCH', id, { schedule_at: tomorrow().replace(/..$/, '59') });
      expect(moved.body, moved.text).to.deep.equal(UPDATED);
      expect(await fixture.pending(unseen)).to.include({ version: '3.0.0', releaseId: before?.releaseId });
      const chosen = await change('PATCH', id, { upgrade_type: 'manual', version: '2.9.0' });
      expect(chosen.body).to.deep.equal({ message: 'There is no firmware release 2.9.0', status: 422 });
    }
    const { _id: id } = (await fixture.pending(unseen)) ?? {};
    await change('PATCH', id ?? 0, { upgrade_type: 'automatic' });
    expect(await fixture.pending(unseen)).to.include({ version: '1.10.0' });
  });

  it('changes only this upgrade when aps is null', async () => {
    const { device, id } = await scheduled();
    expect((await change('PATCH', id, { aps: null, save_prev_config: true })).body).to.deep.equal(UPDATED);
    expect(await fixture.pending(device)).to.include({ _id: id, savePrevConfig: true });
  });

  it('answers 422 and changes nothing when the release has no url for the hardware of the device', async () => {
    const { device, id } = await scheduled();
    const part = await makePart(fixture.api.deps);
    await fixture.api.deps.mongo.models.devices.updateOne(
      { _id: device._id },
      { $set: { partNumber: part._id } },
    );
    const reply = await change('PATCH', id, { save_prev_config: true });
    expect([reply.status, reply.body]).to.deep.equal([
      422,
      { message: `Firmware 1.10.0 is not available for: ${device.macId}`, status: 422 },
    ]);
    expect(await fixture.pending(device)).to.include({ savePrevConfig: false });
  });

  // docs/interface.md#upgrades-update-1
  it('answers 422 for an upgrade that is not pending', async () => {
    const { id } = await scheduled();
    await fixture.set(id, { status: 'Success' });
    const reply = await change('PATCH', id, { save_prev_config: true });
    expect(reply.status).to.equal(422);
    expect(reply.body).to.have.property('status', 422);
  });

  // docs/http.md#callers-4
  it('refuses a caller that may see the upgrade but not change it', async () => {
    const { id } = await scheduled();
    const { token } = await makeUser(fixture.api.deps, fixture.org, { manageInventory: false });
    const reply = await fixture.call('PUT', `/upgrades/${id}`, { token, body: { upgrade: {} } });
    expect(reply.status).to.equal(403);
  });
});
