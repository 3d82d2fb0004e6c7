import { rounded } from '../benchmark.js';
import { isInTime } from './in-time.js';
import type { MeasureCase } from './measure-case.js';

const INTERVAL_S = 5;
/** An interval is up to a tenth longer, and the heartbeat at its end takes a moment. */
const CLOSED_S = 1.2 * INTERVAL_S;
const SETTINGS = { HEARTBEAT_INTERVAL_S: String(INTERVAL_S) };
const PACE = { state: 2000, download: 1000, reconnect: 5000 };
const CLOSED_WITHIN_MS = 60_000;
/** Each connection replaces the other within an interval and the time after which it is tried again. */
const ALERT_WITHIN_MS = 120_000;

/** Connects two devices with one certificate to two gateways. */
export const measureCloned: MeasureCase = async (site) => {
  await site.program('programs/worker.js', { ...SETTINGS, WORKER_PORT: '0' });
  const [first, second] = [await site.gateway(SETTINGS), await site.gateway(SETTINGS)];
  const device = await site.simulator([first], 1, { pace: PACE, address: '127.2.0.1' });
  const clone = await site.simulator([second], 1, { pace: PACE, address: '127.3.0.1' });
  const begun = new Date();
  await device.start(1);
  await site.heard(1, begun);
  await clone.start(1);
  await isInTime(CLOSED_WITHIN_MS, async () => (await clone.report()).open === 1);
  const clonedAt = performance.now();
  const isClosed = await isInTime(CLOSED_WITHIN_MS, async () => (await device.report()).open === 0);
  const closedAfter = rounded((performance.now() - clonedAt) / 1000);

  const subjectId = site.speaking[0]?._id ?? 0;
  const { alerts, ucentralDevices } = site.fleet.mongo.models;
  const isOpen = {
    organisationId: site.fleet.whole.id,
    kind: 'identity_conflict',
    subjectId,
    state: 'open',
  } as const;
  const isAlerted = await isInTime(ALERT_WITHIN_MS, async () => (await alerts.countDocuments(isOpen)) > 0);
  const alertAfter = rounded((performance.now() - clonedAt) / 1000);
  const connections = (await ucentralDevices.findOne({ _id: subjectId }, { session: 1 }).lean())?.session;
  return {
    seconds: { closed: isClosed ? closedAfter : null, alert: isAlerted ? alertAfter : null },
    connections,
    toReach: { closed: CLOSED_S, alert: ALERT_WITHIN_MS / 1000 },
    reached: isClosed && closedAfter <= CLOSED_S && isAlerted,
  };
};
