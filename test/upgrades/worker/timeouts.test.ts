import { expect } from 'chai';
import { TrackedUpgrade, NEW, OLD } from '../../fixtures/records/tracked-upgrade.js';
import { TestService } from '../../fixtures/records/test-service.js';

const WINDOW_S = 86_400;
const STEP_S = 1800;
const SOAK_S = 300;
const DOWN_AFTER_S = 180;

describe('upgrades, timeouts of each status', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.open();
  });
  after(() => service.close());

  /** Sweeps one second before `seconds` have passed, when nothing may change, and again when they have. */
  async function afterExactly(tracked: TrackedUpgrade, seconds: number): Promise<void> {
    const before = await tracked.now();
    service.clock.advance(seconds - 1);
    await service.sweep();
    expect(await tracked.now(), `after ${seconds - 1} s`).to.deep.equal(before);
    service.clock.advance(1);
    await service.sweep();
  }

  describe('Queued', () => {
    it('waits the whole window for an offline device and is then Expired', async () => {
      const tracked = await TrackedUpgrade.at(service, 'Queued');
      await afterExactly(tracked, WINDOW_S);
      const { status, message } = await tracked.now();
      expect({ status, message }).to.deep.equal({
        status: 'Expired',
        message: 'The device did not ask for it within 24 h',
      });
    });

    it('is offered in the last second of the window', async () => {
      const tracked = await TrackedUpgrade.at(service, 'Queued');
      service.clock.advance(WINDOW_S - 1);
      expect(await tracked.heartbeat()).to.include({ id: tracked.id });
    });

    it('is Expired, and not offered, by a heartbeat after the window and before the sweep', async () => {
      const tracked = await TrackedUpgrade.at(service, 'Queued');
      service.clock.advance(WINDOW_S);
      expect(await tracked.heartbeat()).to.equal(null);
      expect((await tracked.now()).status).to.equal('Expired');
    });
  });

  describe('Downloading', () => {
    it('is Queued for another try after the step timeout without a report', async () => {
      const tracked = await TrackedUpgrade.at(service, 'Downloading');
      await afterExactly(tracked, STEP_S);
      const upgrade = await tracked.now();
      expect(upgrade).to.include({ status: 'Queued', attempts: 1, progress: null });
      expect(upgrade.message).to.equal('Download failed (try 1 of 4): no report for 30 min');
    });

    it('continues as long as the device sends reports', async () => {
      const tracked = await TrackedUpgrade.at(service, 'Downloading');
      for (const progress of [10, 20, 30]) {
        service.clock.advance(STEP_S - 1);
        await tracked.report('downloading', { progress });
        await service.sweep();
        expect(await tracked.now()).to.include({ status: 'Downloading', progress, attempts: 1 });
      }
    });

    // docs/interface.md#upgrade-4
    it('times out when progress does not grow', async () => {
      const tracked = await TrackedUpgrade.at(service, 'Downloading');
      await tracked.report('downloading', { progress: 20 });
      await tracked.heartbeatsFor(STEP_S - 60, {
        upgrade: { id: tracked.id, state: 'downloading', progress: 20 },
      });
      await afterExactly(tracked, 60);
      expect((await tracked.now()).message).to.equal('Download failed (try 1 of 4): no progress for 30 min');
    });

    // docs/interface.md#upgrade-5
    // docs/reliability.md#download-restarts
    it('ends its try at once when the device restarts and does not report it', async () => {
      const tracked = await TrackedUpgrade.at(service, 'Downloading');
      const resumed = { id: tracked.id, state: 'downloading', progress: 50 };
      await tracked.heartbeat({ uptime_s: 9000, upgrade: resumed });
      service.clock.advance(60);
      await tracked.heartbeat({ uptime_s: 20, upgrade: resumed });
      expect(await tracked.now()).to.include({ status: 'Downloading', attempts: 1 });
      service.clock.advance(60);
      expect(await tracked.heartbeat({ uptime_s: 10 })).to.equal(null);
      const { status, message } = await tracked.now();
      expect(status).to.equal('Queued');
      expect(message).to.equal('Download failed (try 1 of 4): the device has restarted');
      service.clock.advance(601);
      expect(await tracked.heartbeat({ uptime_s: 611 })).to.include({ id: tracked.id });
    });

    it('times out when heartbeats do not report on the upgrade', async () => {
      const tracked = await TrackedUpgrade.at(service, 'Downloading');
      await tracked.heartbeatsFor(STEP_S);
      await service.sweep();
      expect((await tracked.now()).status).to.equal('Queued');
    });

    it('is Failed when the last try times out', async () => {
      const tracked = await TrackedUpgrade.at(service, 'Downloading');
      await tracked.fixture.set(tracked.id, { attempts: 4 });
      await afterExactly(tracked, STEP_S);
      const { status, message } = await tracked.now();
      expect(status).to.equal('Failed');
      expect(message).to.equal('Download failed (try 4 of 4): no report for 30 min');
    });

    // docs/reliability.md#report-beside-deadline
    it('is not set back to Queued by a sweep that read it before a report arrived', async () => {
      const tracked = await TrackedUpgrade.at(service, 'Downloading');
      service.clock.advance(STEP_S);
      service.failpoint = async (step) => {
        if (step !== 'overdue-read') return;
        service.failpoint = () => undefined;
        await tracked.report('downloading', { progress: 80 });
      };
      await service.sweep();
      expect(await tracked.now()).to.include({ status: 'Downloading', progress: 80, attempts: 1 });
    });
  });

  describe('Installing', () => {
    it('is Failed without another try after the step timeout without a heartbeat', async () => {
      const tracked = await TrackedUpgrade.at(service, 'Installing');
      await afterExactly(tracked, STEP_S);
      const { status, message } = await tracked.now();
      expect(status).to.equal('Failed');
      expect(message).to.equal('Not heard of for 30 min while installing 1.10.0');
      service.clock.advance(3600);
      expect(await tracked.heartbeat()).to.equal(null);
    });

    // docs/interface.md#upgrade-4
    it('goes on while progress grows, for two step timeouts in all', async () => {
      const tracked = await TrackedUpgrade.at(service, 'Installing');
      service.clock.advance(STEP_S - 1);
      await tracked.report('installing', { progress: 50 });
      await tracked.heartbeatsFor(STEP_S, { upgrade: { id: tracked.id, state: 'installing', progress: 60 } });
      await service.sweep();
      expect((await tracked.now()).status).to.equal('Installing');
      service.clock.advance(1);
      await service.sweep();
      expect(await tracked.now()).to.include({ status: 'Failed', cause: 'stalled' });
    });

    // docs/interface.md#upgrade-4
    // docs/reliability.md#step-without-progress
    it('is Failed as stalled when the device sends heartbeats without progress', async () => {
      const tracked = await TrackedUpgrade.at(service, 'Installing');
      await tracked.heartbeatsFor(STEP_S - 60, { upgrade: { id: tracked.id, state: 'installing' } });
      await afterExactly(tracked, 60);
      expect(await tracked.now()).to.include({ status: 'Failed', cause: 'stalled' });
    });

    it('is Failed as silent when the device was not heard for DOWN_AFTER_S before the end of the step', async () => {
      const tracked = await TrackedUpgrade.at(service, 'Installing');
      service.clock.advance(STEP_S - DOWN_AFTER_S - 1);
      await tracked.report('installing');
      await afterExactly(tracked, DOWN_AFTER_S + 1);
      expect(await tracked.now()).to.include({ status: 'Failed', cause: 'silent' });
    });

    it('is Failed when the device returns on another version', async () => {
      const tracked = await TrackedUpgrade.at(service, 'Installing');
      service.clock.advance(90);
      expect(await tracked.heartbeat({ firmware_version: OLD, uptime_s: 20 })).to.equal(null);
      const { status, message } = await tracked.now();
      expect(status).to.equal('Failed');
      expect(message).to.equal('Came back on 1.0.0 instead of 1.10.0');
    });
  });

  describe('Verifying', () => {
    it('is a Success at the end of the soak, not before, when the device is up on the version', async () => {
      const tracked = await TrackedUpgrade.at(service, 'Verifying');
      await tracked.heartbeatsFor(SOAK_S - 60, { firmware_version: NEW });
      await afterExactly(tracked, 60);
      expect(await tracked.now()).to.include({ status: 'Success', progress: 100, message: null });
    });

    it('is a Success by a heartbeat at the end of the soak', async () => {
      const tracked = await TrackedUpgrade.at(service, 'Verifying');
      await tracked.heartbeatsFor(SOAK_S, { firmware_version: NEW });
      expect((await tracked.now()).status).to.equal('Success');
    });

    it('is a Success when the sweep runs long after the soak and the device has since gone offline', async () => {
      const tracked = await TrackedUpgrade.at(service, 'Verifying');
      await tracked.heartbeatsFor(SOAK_S - 60, { firmware_version: NEW });
      service.clock.advance(7200);
      await service.sweep();
      expect((await tracked.now()).status).to.equal('Success');
    });

    it('is Failed when the device was silent at the end of the soak', async () => {
      const tracked = await TrackedUpgrade.at(service, 'Verifying');
      service.clock.advance(SOAK_S - DOWN_AFTER_S - 1);
      await tracked.heartbeat({ firmware_version: NEW });
      service.clock.advance(DOWN_AFTER_S + 1);
      await service.sweep();
      const { status, message } = await tracked.now();
      expect({ status, message }).to.deep.equal({
        status: 'Failed',
        message: 'Went silent after it had started 1.10.0',
      });
    });

    it('is Failed when the device was silent during the soak, though it is back', async () => {
      const tracked = await TrackedUpgrade.at(service, 'Verifying');
      service.clock.advance(DOWN_AFTER_S + 1);
      await tracked.heartbeat({ firmware_version: NEW });
      expect((await tracked.now()).status).to.equal('Failed');
    });

    it('is Failed when the device goes back to another version', async () => {
      const tracked = await TrackedUpgrade.at(service, 'Verifying');
      service.clock.advance(60);
      await tracked.heartbeat({ firmware_version: OLD, uptime_s: 5 });
      const { status, message } = await tracked.now();
      expect({ status, message }).to.deep.equal({
        status: 'Failed',
        message: 'Went back to 1.0.0 from 1.10.0',
      });
    });
  });
});
