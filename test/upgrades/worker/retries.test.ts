import { expect } from 'chai';
import { recordHeartbeats } from '../../../shared/heartbeats/operations/record-heartbeats.js';
import { TrackedUpgrade } from '../../fixtures/records/tracked-upgrade.js';
import { TestService } from '../../fixtures/records/test-service.js';

describe('upgrades, downloads that fail', () => {
  let service: TestService;
  before(async () => {
    service = await TestService.open({ UPGRADE_MAX_ATTEMPTS: '8' });
  });
  after(() => service.close());
  afterEach(() => {
    service.chance = 0;
  });

  /** Fails the download and returns the delay before the next try, in seconds. */
  async function failAndWait(tracked: TrackedUpgrade): Promise<number> {
    expect(await tracked.report('failure'), 'the answer to a failure').to.equal(null);
    const { status, nextAttemptAt } = await tracked.now();
    expect(status).to.equal('Queued');
    const wait = ((nextAttemptAt?.getTime() ?? 0) - service.clock.now().getTime()) / 1000;
    service.clock.advance(wait - 1);
    expect(await tracked.heartbeat(), 'a second before the next try').to.equal(null);
    service.clock.advance(1);
    expect(await tracked.heartbeat(), 'at the next try').to.include({ id: tracked.id });
    await tracked.report('downloading');
    return wait;
  }

  async function waits(tracked: TrackedUpgrade): Promise<number[]> {
    const seconds: number[] = [];
    for (let tried = 1; tried < 8; tried += 1) {
      expect((await tracked.now()).attempts).to.equal(tried);
      seconds.push(await failAndWait(tracked));
    }
    return seconds;
  }

  it('are tried again after 60 s, doubled with every try up to a limit', async () => {
    const tracked = await TrackedUpgrade.at(service, 'Downloading');
    expect(await waits(tracked)).to.deep.equal([60, 120, 240, 480, 500, 500, 500]);
  });

  it('add at most a fifth of jitter to the delay, which never exceeds 600 s', async () => {
    service.chance = 0.999_999;
    const tracked = await TrackedUpgrade.at(service, 'Downloading');
    const rounded = (await waits(tracked)).map(Math.round);
    expect(rounded).to.deep.equal([72, 144, 288, 576, 600, 600, 600]);
  });

  it('are Failed with the message of the device after the last try, and not offered again', async () => {
    const tracked = await TrackedUpgrade.at(service, 'Downloading');
    await waits(tracked);
    expect(await tracked.report('failure', { message: 'disk full' })).to.equal(null);
    expect(await tracked.now()).to.include({
      status: 'Failed',
      attempts: 8,
      message: 'Download failed (try 8 of 8): disk full',
    });
    service.clock.advance(3600);
    expect(await tracked.heartbeat()).to.equal(null);
  });

  it('count as a try when the device fails before it reports that it has begun', async () => {
    const tracked = await TrackedUpgrade.at(service, 'offered');
    expect(await failAndWait(tracked)).to.equal(60);
    expect(await tracked.now()).to.include({ status: 'Downloading', attempts: 2 });
  });

  it('count once when the failure is reported twice', async () => {
    const tracked = await TrackedUpgrade.at(service, 'Downloading');
    await tracked.report('failure');
    const before = await tracked.now();
    service.clock.advance(1);
    await tracked.report('failure');
    expect(await tracked.now()).to.deep.equal(before);
  });

  it('count once when two reports of the failure are recorded concurrently', async () => {
    const tracked = await TrackedUpgrade.at(service, 'Downloading');
    let second: Promise<unknown> | undefined;
    service.failpoint = async (step) => {
      if (step !== 'heartbeats-read') return;
      service.failpoint = () => undefined;
      // Bypasses the group commit, which would hold back this device's second heartbeat.
      second = recordHeartbeats(
        {
          ...service.deps,
          runningRollouts: () => Promise.resolve(new Set<number>()),
        },
        [
          {
            macId: tracked.device.macId,
            ref: { organisationId: tracked.device.organisationId, deviceId: tracked.device._id },
            at: service.clock.now(),
            publicIp: '192.0.2.1',
            firmwareVersion: tracked.device.firmwareVersion,
            uptimeS: null,
            ports: null,
            report: { id: tracked.id, state: 'failure' },
          },
        ],
      );
      await second;
    };
    await tracked.report('failure');
    await second;
    expect(await tracked.now()).to.include({ status: 'Queued', attempts: 1 });
  });
});
