import { expect } from 'chai';
import type { Failpoint } from '../../../shared/platform/failpoints.js';
import { TestService, type HeartbeatFields } from '../../fixtures/records/test-service.js';
import { NEW, TrackedUpgrade } from '../../fixtures/records/tracked-upgrade.js';

const DOWN_AFTER_S = 180;
const REPEATED_AFTER_S = 10;

// docs/reliability.md#heartbeat-interrupted
describe('a heartbeat whose API ends before it answers', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.open();
  });
  afterEach(() => {
    service.failpoint = () => undefined;
  });
  after(() => service.close());

  /** Sends a heartbeat to an API that ends there, and repeats it. */
  async function repeat(
    tracked: TrackedUpgrade,
    failpoint: Failpoint,
    { uptime_s: uptime, ...fields }: HeartbeatFields,
  ): Promise<void> {
    const upFor = (seconds: number): HeartbeatFields =>
      uptime === undefined ? fields : { ...fields, uptime_s: uptime + seconds };
    service.failpoint = (at) =>
      at === failpoint ? Promise.reject(new Error('The API ends here')) : undefined;
    const { status } = await service.heartbeat(tracked.device, upFor(0));
    expect(status).to.equal(500);
    service.failpoint = () => undefined;
    service.clock.advance(REPEATED_AFTER_S);
    expect(await tracked.heartbeat(upFor(REPEATED_AFTER_S))).to.equal(null);
  }

  async function events(tracked: TrackedUpgrade): Promise<string[]> {
    return (await tracked.history()).map(({ event }) => event);
  }

  for (const failpoint of ['heartbeats-read', 'upgrades-advanced', 'heartbeats-written'] as const)
    describe(`at ${failpoint}`, () => {
      // docs/interface.md#upgrade-5
      it('ends the try of a device that has restarted, once', async () => {
        const tracked = await TrackedUpgrade.at(service, 'Downloading');
        await tracked.heartbeat({ uptime_s: 9000, upgrade: { id: tracked.id, state: 'downloading' } });
        service.clock.advance(60);
        await repeat(tracked, failpoint, { uptime_s: 20 });
        expect(await tracked.now()).to.include({
          status: 'Queued',
          attempts: 1,
          message: 'Download failed (try 1 of 4): the device has restarted',
        });
        expect(await events(tracked)).to.deep.equal(['due', 'reportedDownloading', 'downloadFailed']);
        service.clock.advance(601);
        expect(await tracked.heartbeat({ uptime_s: 640 })).to.include({ id: tracked.id });
      });

      it('fails the soak of a device that was silent', async () => {
        const tracked = await TrackedUpgrade.at(service, 'Verifying');
        service.clock.advance(DOWN_AFTER_S + 1);
        await repeat(tracked, failpoint, { firmware_version: NEW });
        expect(await tracked.now()).to.include({ status: 'Failed', cause: 'went_silent' });
        expect((await events(tracked)).at(-1)).to.equal('soakBroken');
      });

      // docs/device-makers.md#recall
      for (const [isRecalled, status, event] of [
        [true, 'Cancelled', 'recalled'],
        [false, '', 'aborted'],
      ] as const)
        it(`takes the try of a download that was stopped back once, and leads to ${event}`, async () => {
          const tracked = await TrackedUpgrade.at(service, 'Downloading');
          await tracked.fixture.set(tracked.id, { isRecalled });
          await repeat(tracked, failpoint, { upgrade: { id: tracked.id, state: 'aborted' } });
          expect(await tracked.now()).to.include({ status, attempts: 0 });
          expect(await events(tracked)).to.deep.equal(['due', 'reportedDownloading', event]);
        });
    });
});
