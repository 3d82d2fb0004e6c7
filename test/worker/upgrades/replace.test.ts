import { expect } from 'chai';
import { releaseSchedule } from '../../../shared/operations/release/release-schedule.js';
import { UpgradeStage } from '../../support/upgrade-stage.js';

describe('an upgrade that falls due while the device has another', () => {
  let stage: UpgradeStage;
  before(async () => {
    stage = await UpgradeStage.open();
  });
  after(() => stage.close());

  it('takes the place of an earlier one that is still Queued, which is Cancelled as replaced', async () => {
    const world = await stage.world();
    const device = await world.device();
    await world.post({ aps: [`AP:${device._id}`] });
    await stage.release();
    await world.post({ aps: [`AP:${device._id}`], version: '1.9.0', upgrade_type: 'manual' });
    await stage.release();
    const [first, second] = await stage.upgrades(device);
    expect(first).to.include({
      status: 'Cancelled',
      released: false,
      message: `Replaced by upgrade ${second?._id}`,
    });
    expect(second).to.include({ status: 'Queued', released: true });
    expect((await stage.beat(device))?.id).to.equal(second?._id);
  });

  it('is never cancelled as replaced by itself, when two workers release it at once', async () => {
    const world = await stage.world();
    const device = await world.device();
    await world.post({ aps: [`AP:${device._id}`] });
    await stage.release();
    await world.post({ aps: [`AP:${device._id}`], version: '1.9.0', upgrade_type: 'manual' });
    const { _id } = await stage.schedule();
    let other = false;
    stage.reach = async (step) => {
      if (step !== 'due-batch-written' || other) return;
      other = true;
      await releaseSchedule(stage.deps, _id);
    };
    await releaseSchedule(stage.deps, _id);
    stage.reach = () => undefined;
    expect((await stage.upgrades(device)).map((upgrade) => upgrade.status)).to.deep.equal([
      'Cancelled',
      'Queued',
    ]);
  });
});
