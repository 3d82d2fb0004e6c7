import { expect } from 'chai';
import { Journey } from '../../fixtures/records/upgrade-journey.js';
import { UpgradeStage } from '../../fixtures/records/upgrade-stage.js';

describe('upgrades, downloads that fail', () => {
  let stage: UpgradeStage;
  before(async () => {
    stage = await UpgradeStage.open({ UPGRADE_MAX_ATTEMPTS: '8' });
  });
  after(() => stage.close());
  afterEach(() => {
    stage.chance = 0;
  });

  /** Lets the download fail and gives how long the device then waits for the next try, in seconds. */
  async function failAndWait(journey: Journey): Promise<number> {
    expect(await journey.reports('failure'), 'the answer to a failure').to.equal(null);
    const { status, nextAttemptAt } = await journey.now();
    expect(status).to.equal('Queued');
    const wait = ((nextAttemptAt?.getTime() ?? 0) - stage.clock.now().getTime()) / 1000;
    stage.clock.advance(wait - 1);
    expect(await journey.says(), 'a second before the next try').to.equal(null);
    stage.clock.advance(1);
    expect(await journey.says(), 'at the next try').to.include({ id: journey.id });
    await journey.reports('downloading');
    return wait;
  }

  async function waits(journey: Journey): Promise<number[]> {
    const seconds: number[] = [];
    for (let tried = 1; tried < 8; tried += 1) {
      expect((await journey.now()).attempts).to.equal(tried);
      seconds.push(await failAndWait(journey));
    }
    return seconds;
  }

  it('are tried again after 60 s, doubling, up to a bound', async () => {
    const journey = await Journey.at(stage, 'Downloading');
    expect(await waits(journey)).to.deep.equal([60, 120, 240, 480, 500, 500, 500]);
  });

  it('wait at most a fifth longer by chance, and never more than 600 s', async () => {
    stage.chance = 0.999_999;
    const journey = await Journey.at(stage, 'Downloading');
    const rounded = (await waits(journey)).map(Math.round);
    expect(rounded).to.deep.equal([72, 144, 288, 576, 600, 600, 600]);
  });

  it('end in Failed with the device’s own words when the last try fails, and are never told again', async () => {
    const journey = await Journey.at(stage, 'Downloading');
    await waits(journey);
    expect(await journey.reports('failure', { message: 'disk full' })).to.equal(null);
    expect(await journey.now()).to.include({
      status: 'Failed',
      attempts: 8,
      message: 'Download failed (try 8 of 8): disk full',
    });
    stage.clock.advance(3600);
    expect(await journey.says()).to.equal(null);
  });

  it('count when the device fails before it reports that it has begun', async () => {
    const journey = await Journey.at(stage, 'told');
    expect(await failAndWait(journey)).to.equal(60);
    expect(await journey.now()).to.include({ status: 'Downloading', attempts: 2 });
  });

  it('count once when the report of the failure comes twice', async () => {
    const journey = await Journey.at(stage, 'Downloading');
    await journey.reports('failure');
    const before = await journey.now();
    stage.clock.advance(1);
    await journey.reports('failure');
    expect(await journey.now()).to.deep.equal(before);
  });

  it('count once when two reports of the failure come at the same moment by two ways', async () => {
    const journey = await Journey.at(stage, 'Downloading');
    let second: Promise<unknown> | undefined;
    stage.reach = async (step) => {
      if (step !== 'heartbeats-read') return;
      stage.reach = () => undefined;
      // The other way into the database: not through the group that holds this device's heartbeat back.
      const { recordHeartbeats } =
        await import('../../../shared/upgrades/operations/report/record-heartbeats.js');
      second = recordHeartbeats(stage.deps, [
        {
          macId: journey.device.macId,
          ref: { organisationId: journey.device.organisationId, deviceId: journey.device._id },
          at: stage.clock.now(),
          publicIp: '192.0.2.1',
          firmwareVersion: journey.device.firmwareVersion,
          uptimeS: null,
          ports: null,
          report: { id: journey.id, state: 'failure' },
        },
      ]);
      await second;
    };
    await journey.reports('failure');
    await second;
    expect(await journey.now()).to.include({ status: 'Queued', attempts: 1 });
  });
});
