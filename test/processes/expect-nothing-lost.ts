import { expect } from 'chai';
import type { SimulatedDevices } from '../fixtures/records/simulated-devices.js';
import { eventually } from '../fixtures/eventually.js';
import type { TestDevice } from '../fixtures/records/device.js';
import type { TestService } from '../fixtures/records/test-service.js';

/**
 * Waits until these devices have their offers and every due upgrade of the organisation has ended. Then expects that
 * each device was offered exactly its own upgrade, that the upgrade succeeded in one attempt, and that every
 * acknowledged heartbeat was kept.
 */
export async function expectNothingLost(
  service: TestService,
  organisationId: number,
  simulated: SimulatedDevices,
  due: readonly TestDevice[],
): Promise<void> {
  const { upgrades, schedules, deviceStates } = service.deps.mongo.models;
  await eventually('every device has its offer', () =>
    due.every((one) => simulated.offersOf(one).length > 0),
  );
  await eventually('no upgrade is stuck', async () => {
    const isDue = { organisationId, dueAt: { $lte: new Date() } };
    const open = await upgrades.countDocuments({ ...isDue, $or: [{ inFlight: true }, { status: '' }] });
    const states = ['writing', 'waiting', 'dispatching'] as const;
    return open + (await schedules.countDocuments({ ...isDue, state: { $in: [...states] } })) === 0;
  });
  for (const device of due) {
    const [upgrade, ...more] = await service.upgrades(device);
    expect(upgrade, `an upgrade of ${device.macId}`).to.include({ status: 'Success', attempts: 1 });
    expect(more, `more upgrades of ${device.macId}`).to.deep.equal([]);
    expect(simulated.offersOf(device), `the offers to ${device.macId}`).to.deep.equal([upgrade?._id]);
    const acknowledged = simulated.acknowledgedOf(device);
    const state = await deviceStates.findById(device._id).lean();
    expect(state?.lastHeartbeatAt, 'the last heartbeat').to.be.at.least(acknowledged ?? 0);
  }
}
