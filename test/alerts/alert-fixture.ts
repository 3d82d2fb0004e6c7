import { expect } from 'chai';
import { runLoop } from '../../dev/run-loop.js';
import type { AlertRecord } from '../../shared/alerts/models/alert.js';
import { NOW, watchedFleet, type WatchedFleet } from '../activity/watched-fleet.js';
import { TestClock } from '../fixtures/clock.js';
import { TestService } from '../fixtures/records/test-service.js';

export interface ShownAlert {
  readonly id: number;
  readonly kind: string;
  readonly subject: { readonly type: string; readonly id: number };
  readonly opened_at: string;
  readonly closed_at: string | null;
  readonly acknowledged_by: number | null;
  readonly folded: readonly number[];
  readonly count: number;
  readonly text: string;
}

/** Four devices in each of two networks, and four without one, which have just been heard. */
export interface AlertFleet {
  readonly fleet: WatchedFleet;
  /** Passes of the worker over alerts. */
  look(): Promise<void>;
  /** The worker's pass over paused rollouts, disabled webhooks and so on. */
  lookAtSources(): Promise<void>;
  announce(): Promise<void>;
  list(query?: Record<string, string>, token?: string): Promise<ShownAlert[]>;
  /** Lets minutes pass, at whose end these devices are heard and the worker looks. */
  pass(minutes: number, heard: readonly number[]): Promise<void>;
  records(): Promise<AlertRecord[]>;
}

export const ALL = Array.from({ length: 12 }, (_, index) => index);
export const without = (...silent: readonly number[]): number[] =>
  ALL.filter((index) => !silent.includes(index));

interface Alerts {
  service: TestService;
  alerts: AlertFleet;
}

/** Opens a service for the tests of a suite, and makes a fleet for each test. */
export function useAlerts(): Alerts {
  const used = {} as Alerts;
  const clock = new TestClock(NOW);
  before(async () => {
    used.service = await TestService.open({}, clock);
  });
  beforeEach(async () => {
    used.service.failpoint = () => undefined;
    clock.set(NOW);
    used.alerts = await alertFleet(used.service);
  });
  after(() => used.service.close());
  return used;
}

export async function alertFleet({ api, clock }: TestService): Promise<AlertFleet> {
  const { deps } = api;
  const fleet = await watchedFleet({ api, clock } as TestService, ALL.length);
  const look = async (): Promise<void> => {
    await runLoop('alerts', deps);
  };
  await fleet.hear(...ALL);
  await look();
  return {
    fleet,
    look,
    async lookAtSources() {
      await runLoop('alertSources', deps);
    },
    async announce() {
      await runLoop('alertNotices', deps);
    },
    async list(query = {}, token = fleet.token) {
      const reply = await api.call('GET', '/v1/alerts', { token, query });
      expect(reply.status, reply.text).to.equal(200);
      return (reply.body as { data: { alerts: ShownAlert[] } }).data.alerts;
    },
    async pass(minutes, heard) {
      clock.advance(60 * minutes);
      if (heard.length > 0) await fleet.hear(...heard);
      await look();
    },
    records: () => deps.mongo.models.alerts.find({ organisationId: fleet.org }).sort({ _id: 1 }).lean(),
  };
}
