import { expect } from 'chai';
import type { Crowd } from '../fixtures/records/crowd.js';
import { eventually } from '../fixtures/eventually.js';
import type { TestDevice } from '../fixtures/records/device.js';
import type { UpgradeStage } from '../fixtures/records/upgrade-stage.js';

const ENDS_MS = 30_000;

/**
 * Waits until these devices are told and every upgrade of the organisation that is due has ended, then expects that each of these devices was
 * told of one upgrade, its own, which was tried once and is a Success; and that every heartbeat that was acknowledged
 * was kept.
 */
export async function expectNothingLost(
  stage: UpgradeStage,
  organisationId: number,
  crowd: Crowd,
  due: readonly TestDevice[],
): Promise<void> {
  const { upgrades, schedules, deviceStates } = stage.deps.mongo.models;
  await eventually('every device is told', () => due.every((one) => crowd.toldOf(one).length > 0), ENDS_MS);
  await eventually(
    'no upgrade is stuck',
    async () => {
      const isDue = { organisationId, dueAt: { $lte: new Date() } };
      const open = await upgrades.countDocuments({ ...isDue, $or: [{ released: true }, { status: '' }] });
      const states = ['writing', 'waiting', 'releasing'] as const;
      return open + (await schedules.countDocuments({ ...isDue, state: { $in: [...states] } })) === 0;
    },
    ENDS_MS,
  );
  for (const device of due) {
    const [upgrade, ...more] = await stage.upgrades(device);
    expect(upgrade, `an upgrade of ${device.macId}`).to.include({ status: 'Success', attempts: 1 });
    expect(more, `more upgrades of ${device.macId}`).to.deep.equal([]);
    expect(crowd.toldOf(device), `what ${device.macId} was told of`).to.deep.equal([upgrade?._id]);
    const acknowledged = crowd.acknowledgedOf(device);
    const state = await deviceStates.findById(device._id).lean();
    expect(state?.lastHeartbeatAt, 'the last heartbeat').to.be.at.least(acknowledged ?? 0);
  }
}
