import { Answers } from '../fixtures/answers.js';
import { Callers, type Outage } from '../fixtures/callers.js';
import { SimulatedDevices } from '../fixtures/records/simulated-devices.js';
import { eventually } from '../fixtures/eventually.js';
import { expectNothingLost } from './expect-nothing-lost.js';
import { makeDevices, type TestDevice } from '../fixtures/records/device.js';
import { makeNetwork } from '../fixtures/records/organisation.js';
import type { ServiceProcesses } from './service-processes.js';

const SCHEDULED = 12;
const SINGLE = 16;
/** The schedule is due this long after it is requested; when the request takes longer, the next attempt has more time. */
const DUE_AFTER_MS = 1000;

/** A fault of a store: how it begins and ends. */
export interface Harm extends Outage {
  /** Runs before the devices and callers start. */
  prepare?(): Promise<void>;
  begin?(): Promise<void>;
  end(): Promise<void>;
}

/**
 * Runs a fleet and its callers through an outage and checks the guarantees: one schedule is due during the outage,
 * requests are sent throughout and answered as the outage allows, and further schedules are due after it.
 */
export async function leadThrough(service: ServiceProcesses, harm: Harm): Promise<void> {
  const fixture = await service.inside.fixture();
  const { deps } = service.inside;
  const network = await makeNetwork(deps, fixture.org);
  const make = (count: number, fields = {}): Promise<TestDevice[]> =>
    makeDevices(deps, fixture.org, count, () => ({ part: fixture.part, ...fields }));
  const scheduled = await make(SCHEDULED, { network });
  const [single, late, waiting] = [await make(SINGLE), await make(1), await fixture.device()];
  await eventually('ready', () => service.isReady());

  const answers = new Answers();
  const callers = new Callers(service.url, fixture.admin.token, answers);
  await callers.insist(() => ({ aps: [`AP:${waiting._id}`], ...dueAfter(86_400_000) }));
  const { _id: pending } = await service.inside.latest(waiting);
  await callers.insist((attempt) => ({
    aps: [`network:${network._id}`],
    ...dueAfter(attempt * DUE_AFTER_MS),
  }));
  await harm.prepare?.();
  const simulated = new SimulatedDevices(service.url, [...scheduled, ...single, ...late], answers);
  try {
    await harm.begin?.();
    const begun = new Date();
    // Every request is answered before the store is back: none waits for it.
    const upgraded = await callers.goOn(harm, single, pending);
    if (harm.requests === 'served')
      await eventually('each device has an answer during the outage', () =>
        [...scheduled, ...single, ...late].every((device) => (simulated.acknowledgedOf(device) ?? 0) > begun),
      );
    await harm.end();
    await eventually('every process is ready, after the store’s return', () => service.isReady());
    await callers.insist(() => ({ aps: late.map(({ _id }) => `AP:${_id}`) }));
    const due = [...scheduled, ...upgraded, ...late];
    await expectNothingLost(service.inside, fixture.org, simulated, due);
  } finally {
    await simulated.stop();
  }
  simulated.expectNoRepeatedOffer();
  answers.expectPromised();
}

function dueAfter(ms: number): { schedule_type: string; schedule_at: string } {
  return { schedule_type: 'later', schedule_at: new Date(Date.now() + ms).toISOString() };
}
