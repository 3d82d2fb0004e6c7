import { expect } from 'chai';
import type { SimulatedDevices } from '../fixtures/records/simulated-devices.js';
import { eventually } from '../fixtures/eventually.js';
import type { TestDevice } from '../fixtures/records/device.js';
import type { TestService } from '../fixtures/records/test-service.js';

const ENDS_MS = 30_000;

/**
 * Waits until these devices are told and every upgrade of the organisation that is due has ended, then expects that each of these devices was
 * told of one upgrade, its own, which was tried once and is a Success; and that every heartbeat that was acknowledged
 * was kept.
 */
export async function expectNothingLost(
  service: TestService,
  organisationId: number,
  simulated: SimulatedDevices,
  due: readonly TestDevice[],
): Promise<void> {
  const { upgrades, schedules, deviceStates } = service.deps.mongo.models;
  await eventually(
    'every device has its offer',
    () => due.every((one) => simulated.toldOf(one).length > 0),
    ENDS_MS,
  );
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
    const [upgrade, ...more] = await service.upgrades(device);
    expect(upgrade, `an upgrade of ${device.macId}`).to.include({ status: 'Success', attempts: 1 });
    expect(more, `more upgrades of ${device.macId}`).to.deep.equal([]);
    expect(simulated.toldOf(device), `what ${device.macId} was told of`).to.deep.equal([upgrade?._id]);
    const acknowledged = simulated.acknowledgedOf(device);
    const state = await deviceStates.findById(device._id).lean();
    expect(state?.lastHeartbeatAt, 'the last heartbeat').to.be.at.least(acknowledged ?? 0);
  }
}
