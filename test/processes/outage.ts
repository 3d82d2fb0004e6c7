import { Answers } from '../fixtures/answers.js';
import { Callers } from '../fixtures/callers.js';
import { SimulatedDevices } from '../fixtures/records/simulated-devices.js';
import { eventually } from '../fixtures/eventually.js';
import { expectNothingLost } from './expect-nothing-lost.js';
import { makeDevices, type TestDevice } from '../fixtures/records/device.js';
import { makeNetwork } from '../fixtures/records/organisation.js';
import type { ServiceProcesses } from './service-processes.js';

const SCHEDULED = 12;
const SINGLE = 16;
/** The schedule is due this long after the outage begins. */
const DUE_AFTER_MS = 1000;
/** The time within which processes are ready once the store is back, and within which devices then have their offers. */
const RECOVERS_MS = 10_000;

/** A fault of a store: how it begins and ends. */
export interface Harm {
  /** Runs before the devices and callers start. */
  prepare?(): Promise<void>;
  begin?(): Promise<void>;
  end(): Promise<void>;
  readonly lastsMs: number;
}

/**
 * Runs a fleet and its callers through an outage and checks the guarantees: one schedule is due during the outage,
 * requests are sent throughout, and further schedules are due after it. Returns the responses.
 */
export async function leadThrough(service: ServiceProcesses, harm: Harm): Promise<Answers> {
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
  await callers.insist(() => ({ aps: [`network:${network._id}`], ...dueAfter(DUE_AFTER_MS) }));
  await harm.prepare?.();
  const simulated = new SimulatedDevices(service.url, [...scheduled, ...single, ...late], answers);
  try {
    await harm.begin?.();
    const upgraded = await callers.goOn(harm.lastsMs, single, pending);
    await harm.end();
    const soon = (what: string, ask: () => boolean | Promise<boolean>): Promise<true> =>
      eventually(`${what}, after the store’s return`, ask, RECOVERS_MS + answers.slownessMs);
    await soon('every process is ready', () => service.isReady());
    await callers.insist(() => ({ aps: late.map(({ _id }) => `AP:${_id}`) }));
    const due = [...scheduled, ...upgraded, ...late];
    await soon('every device has its offer', () =>
      due.every((device) => simulated.offersOf(device).length > 0),
    );
    await expectNothingLost(service.inside, fixture.org, simulated, due);
  } finally {
    await simulated.stop();
  }
  simulated.expectNoRepeatedOffer();
  answers.expectPromised();
  return answers;
}

function dueAfter(ms: number): { schedule_type: string; schedule_at: string } {
  return { schedule_type: 'later', schedule_at: new Date(Date.now() + ms).toISOString() };
}
