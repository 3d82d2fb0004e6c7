import { Answers, type Answer } from '../fixtures/answers.js';
import { Callers, LISTS, type Outage } from '../fixtures/callers.js';
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

/** What became of schedules and requests. */
export interface OutageResult {
  /** How many upgrades succeeded, by the MAC of each device of a due schedule. */
  readonly successes: Readonly<Record<string, number>>;
  /** The kinds of requests that got 200 during the outage, and 503. */
  readonly served: ReadonlySet<string>;
  readonly refused: ReadonlySet<string>;
  /** Requests, also before and after it, that neither succeeded nor were refused as documented. */
  readonly broken: readonly string[];
}

/** The kinds of requests that callers send throughout. */
export const KINDS = [...LISTS.map((path) => `GET ${path}`), 'PUT /upgrades/:id'];

/**
 * Runs a fleet and its callers through an outage: one schedule is due during the outage, requests are sent throughout and
 * answered as the outage allows, and further schedules are due after it. Expects that nothing acknowledged is lost.
 */
export async function leadThrough(service: ServiceProcesses, harm: Harm): Promise<OutageResult> {
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
  const due = [...scheduled, ...late];
  let meanwhile: readonly Answer[] = [];
  try {
    await harm.begin?.();
    const begun = new Date();
    // Every request is answered before the store is back: none waits for it.
    const upgraded = await callers.goOn(harm, single, pending);
    if (harm.requests === 'served')
      await eventually('each device has an answer during the outage', () =>
        [...scheduled, ...single, ...late].every((device) => (simulated.acknowledgedOf(device) ?? 0) > begun),
      );
    meanwhile = answers.all.filter(({ sentAt }) => sentAt >= begun);
    await harm.end();
    await eventually('every process is ready, after the store’s return', () => service.isReady());
    await callers.insist(() => ({ aps: late.map(({ _id }) => `AP:${_id}`) }));
    due.push(...upgraded);
    await expectNothingLost(service.inside, fixture.org, simulated, due);
  } finally {
    await simulated.stop();
  }
  simulated.expectNoRepeatedOffer();
  const kinds = (status: number): Set<string> =>
    new Set(
      meanwhile
        .filter((answer) => answer.status === status)
        .map(({ what }) => what.replace(/\/\d+$/, '/:id')),
    );
  return {
    successes: await successesOf(service, due),
    served: kinds(200),
    refused: kinds(503),
    broken: answers.broken(),
  };
}

async function successesOf(
  { inside }: ServiceProcesses,
  devices: readonly TestDevice[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const device of devices) {
    const upgrades = await inside.upgrades(device);
    counts[device.macId] = upgrades.filter(({ status }) => status === 'Success').length;
  }
  return counts;
}

function dueAfter(ms: number): { schedule_type: string; schedule_at: string } {
  return { schedule_type: 'later', schedule_at: new Date(Date.now() + ms).toISOString() };
}
