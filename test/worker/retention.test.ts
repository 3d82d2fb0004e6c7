import { expect } from 'chai';
import { CLI, INSTALLATION, type AuditEntry } from '../../shared/audit/domain/audit-entry.js';
import { sweep } from '../../shared/upgrades/operations/sweep/sweep.js';
import { NO_DEADLINE } from '../../shared/upgrades/domain/upgrade-change.js';
import type { UpgradeStatus } from '../../shared/upgrades/domain/upgrade-status.js';
import type { UpgradeRecord } from '../../shared/upgrades/models/upgrade.js';
import type { TestDevice } from '../fixtures/records/device.js';
import { makeNetwork } from '../fixtures/records/organisation.js';
import { makeTemplate, makeUplink } from '../fixtures/records/uplink.js';
import { makeUpgrade } from '../fixtures/records/upgrade.js';
import { TestService } from '../fixtures/records/test-service.js';
import type { UpgradeFixture } from '../fixtures/records/upgrade-fixture.js';

const DAY_S = 86_400;
const ENDS = ['Success', 'Failed', 'Skipped', 'Cancelled', 'Expired'] as const;

describe('retention', () => {
  let service: TestService;
  let fixture: UpgradeFixture;
  let device: TestDevice;

  async function open(env: Record<string, string> = {}): Promise<void> {
    service = await TestService.open(env);
    fixture = await service.fixture();
    device = await fixture.device();
  }
  afterEach(() => service.close());

  const daysAgo = (days: number): Date => new Date(service.clock.now().getTime() - days * DAY_S * 1000);

  /** An upgrade of a new device that has had its status for this many days. */
  async function since(days: number, status: UpgradeStatus, fields: Partial<UpgradeRecord> = {}) {
    const at = daysAgo(days);
    const times = { statusSince: at, dueAt: at, createdAt: at, updatedAt: at };
    return makeUpgrade(service.deps, await fixture.device(), status, { ...times, ...fields });
  }

  async function upgradeIds(): Promise<number[]> {
    const found = await service.deps.mongo.models.upgrades.find({}, { _id: 1 }).sort({ _id: 1 }).lean();
    return found.map(({ _id }) => _id);
  }

  it('deletes upgrades that ended more than 400 days ago with any status, and no others', async () => {
    await open();
    const kept: number[] = [];
    for (const status of ENDS) {
      await since(401, status);
      kept.push((await since(399, status))._id);
    }
    const deadlineAt = new Date(service.clock.now().getTime() + DAY_S * 1000);
    for (const status of ['Queued', 'Verifying'] as const)
      kept.push((await since(401, status, { deadlineAt }))._id);
    kept.push((await since(401, 'Pending', { dueAt: deadlineAt }))._id);

    expect(await service.sweep()).to.include({ expired: ENDS.length });
    expect(await upgradeIds()).to.deep.equal(kept);
    expect(await service.sweep()).to.include({ expired: 0 });
  });

  it('uses the days of UPGRADE_RETENTION_DAYS and UPLINK_RETENTION_DAYS', async () => {
    await open({ UPGRADE_RETENTION_DAYS: '3', UPLINK_RETENTION_DAYS: '5' });
    const { uplinks } = service.deps.mongo.models;
    const { _id } = await makeUplink(service.deps, device);
    await uplinks.updateOne({ _id }, { $set: { isDeleted: true, deletedAt: daysAgo(4) } });
    await since(4, 'Success');
    const { _id: younger } = await since(2, 'Success');
    await service.sweep();
    expect(await upgradeIds()).to.deep.equal([younger]);
    expect(await uplinks.countDocuments()).to.equal(1);
    service.clock.advance(DAY_S + 1);
    await service.sweep();
    expect(await uplinks.countDocuments()).to.equal(0);
  });

  it('deletes entries of the audit log after AUDIT_RETENTION_DAYS', async () => {
    await open({ AUDIT_RETENTION_DAYS: '3' });
    const { audit } = service.deps.stores;
    const entry = (id: string, days: number, organisationId: number): AuditEntry => {
      const fields = { before: null, after: null, reason: null, action: 'tested', subject: 'test:1' };
      return { id, organisationId, at: daysAgo(days), ...CLI, ...fields };
    };
    const own = fixture.org;
    await audit.write([entry('old', 4, own), entry('other', 4, INSTALLATION), entry('young', 2, own)]);
    expect(await service.sweep()).to.include({ expired: 2 });
    const { auditEntries } = service.deps.mongo.models;
    expect(await auditEntries.distinct('_id', { action: 'tested' })).to.deep.equal(['young']);
  });

  it('counts from the due time for an upgrade that ended before it', async () => {
    await open();
    const { _id } = await since(401, 'Cancelled', { dueAt: daysAgo(10) });
    await service.sweep();
    expect(await upgradeIds()).to.deep.equal([_id]);
    service.clock.advance(391 * DAY_S);
    await service.sweep();
    expect(await upgradeIds()).to.deep.equal([]);
  });

  it('deletes an upgrade of a rollout that ended before a tick gave it a due time', async () => {
    await open();
    await since(401, 'Cancelled', { dueAt: NO_DEADLINE });
    const { _id } = await since(399, 'Cancelled', { dueAt: NO_DEADLINE });
    await service.sweep();
    expect(await upgradeIds()).to.deep.equal([_id]);
  });

  it('keeps a schedule while one of its upgrades is open, and deletes it within a day of the end', async () => {
    await open({ UPGRADE_RETENTION_DAYS: '1', UPGRADE_WINDOW_S: String(10 * DAY_S) });
    const { schedules } = service.deps.mongo.models;
    await fixture.post({ aps: [`AP:${device._id}`] });
    await service.dispatch();
    for (let days = 0; days < 9; days += 1) {
      service.clock.advance(DAY_S);
      await service.sweep();
      expect(await schedules.countDocuments(), `after ${days + 1} days`).to.equal(1);
    }
    service.clock.advance(DAY_S);
    await service.sweep();
    expect((await service.latest(device)).status).to.equal('Expired');
    service.clock.advance(DAY_S + 1);
    await service.sweep();
    expect(await schedules.countDocuments()).to.equal(0);
    expect(await upgradeIds()).to.deep.equal([]);
  });

  it('deletes schedules some days after they were cancelled, but no pending one', async () => {
    await open({ UPGRADE_RETENTION_DAYS: '1' });
    const { schedules } = service.deps.mongo.models;
    const later = { schedule_type: 'later', schedule_at: '2027-06-01 12:00', time_zone: 'Etc/UTC' };
    await fixture.post({ aps: [`AP:${device._id}`], ...later });
    const waiting = await service.schedule();
    const second = await fixture.device();
    await fixture.post({ aps: [`AP:${second._id}`], ...later });
    const { _id: id, scheduleId } = await service.latest(second);
    const scheduleIds = () => schedules.distinct('_id');
    service.clock.advance(2 * DAY_S);
    expect((await fixture.call('DELETE', `/upgrades/${id}`)).status).to.equal(200);
    await service.sweep();
    expect(await scheduleIds()).to.have.members([waiting._id, scheduleId]);
    service.clock.advance(2 * DAY_S);
    await service.sweep();
    expect(await scheduleIds()).to.deep.equal([waiting._id]);
    expect((await service.latest(device)).status).to.equal('');
  });

  it('deletes an upgrade that another schedule took over, without a new upgrade from its first schedule', async () => {
    await open({ UPGRADE_RETENTION_DAYS: '1' });
    device = await fixture.device({ network: fixture.network });
    const later = { schedule_type: 'later', schedule_at: '2026-06-25 12:00', time_zone: 'Etc/UTC' };
    await fixture.post({ aps: [`network:${fixture.network._id}`], version: '1.9.0', ...later });
    await fixture.post({ aps: [`AP:${device._id}`] });
    await service.dispatch();
    const [upgrade, ...more] = await service.upgrades(device);
    expect(more).to.deep.equal([]);
    await fixture.set(upgrade?._id ?? 0, { status: 'Success', inFlight: false, deadlineAt: null });
    service.clock.advance(2 * DAY_S);
    await service.sweep();
    expect(await service.upgrades(device)).to.deep.equal([]);
    const { _id: elsewhere } = await makeNetwork(service.deps, fixture.org);
    for (const existing_network_id of [elsewhere, fixture.network._id]) {
      const body = { devices: [device.macId], existing_network_id };
      expect((await fixture.call('PUT', '/v1/access_points/move_devices', { body })).status).to.equal(200);
    }
    service.clock.set('2026-06-25T12:00:01Z');
    await service.dispatch();
    expect((await service.deps.mongo.models.schedules.find().lean()).map(({ state }) => state)).to.deep.equal(
      ['dispatched'],
    );
    expect(await service.upgrades(device)).to.deep.equal([]);
  });

  it('deletes uplinks 400 days after apply_configuration replaced them', async () => {
    await open();
    const { uplinks } = service.deps.mongo.models;
    const { name } = await makeTemplate(service.deps, fixture.org, ['1']);
    const apply = () =>
      fixture.call('PUT', '/v1/access_points/apply_configuration', {
        body: { mac_ids: device.macId, init_template_name: name },
      });
    await apply();
    await apply();
    const current = await uplinks.findOne({ isDeleted: false }).lean();
    service.clock.advance(400 * DAY_S);
    await service.sweep();
    expect(await uplinks.countDocuments()).to.equal(2);
    service.clock.advance(1);
    await service.sweep();
    expect((await uplinks.find().lean()).map(({ _id }) => _id)).to.deep.equal([current?._id]);
  });

  it('deletes at most 5,000 upgrades a sweep, and each once when two sweeps run at once', async () => {
    await open();
    const { upgrades } = service.deps.mongo.models;
    const model = await since(500, 'Success');
    const copies = Array.from({ length: 6000 }, (_, index) => ({
      ...model,
      _id: 1_000_000 + index,
      scheduleId: 1_000_000 + index,
      statusSince: daysAgo(401 + (index % 100)),
    }));
    await upgrades.insertMany(copies, { lean: true });
    await service.sweep();
    expect(await upgrades.countDocuments()).to.equal(1001);
    const both = await Promise.all([sweep(service.deps), sweep(service.deps)]);
    expect(both.flatMap(({ failures }) => failures)).to.deep.equal([]);
    expect(both[0].findings.expired + both[1].findings.expired).to.equal(1001);
    expect(await upgrades.countDocuments()).to.equal(0);
  });

  it('returns 404 for a deleted upgrade', async () => {
    await open();
    const { _id } = await since(401, 'Success');
    const path = `/upgrades/${_id}.json`;
    expect((await fixture.call('GET', path)).status).to.equal(200);
    await service.sweep();
    expect((await fixture.call('GET', path)).status).to.equal(404);
  });
});
