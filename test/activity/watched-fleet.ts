import { expect } from 'chai';
import { timeSortKey } from '../../shared/inventory/domain/device-search.js';
import type { CallOptions } from '../fixtures/api.js';
import { TestClock } from '../fixtures/clock.js';
import { makeDevices, makePart, type TestDevice } from '../fixtures/records/device.js';
import { makeNetwork, makeOrganisation, makeUser } from '../fixtures/records/organisation.js';
import { TestService } from '../fixtures/records/test-service.js';
import { observe } from '../../dev/run-loop.js';

export const DOWN_AFTER_S = 180;
/** Where the clock begins in tests of activity. */
export const NOW = new Date('2026-11-30T12:00:00.000Z');

export interface ShownOverview {
  readonly devices: { total: number; up: number; down: number; never_heard: number };
  readonly versions: { part_number: string; version: string; count: number }[];
  readonly attention: { kind: string; count: number; filter: Record<string, string | number> }[];
  readonly counted_at: string | null;
  readonly clients: number | null;
  readonly busiest: { network_id: number; network_name: string; clients: number }[];
}

export interface ShownEvent {
  readonly id: string;
  readonly kind: string;
  readonly at: string;
  readonly planned: boolean | null;
  readonly before: unknown;
  readonly after: unknown;
}

export interface ShownPoint {
  readonly at: string;
  readonly up: number;
  readonly down: number;
}

/** An organisation with devices that were never heard, and what the API shows of their activity. */
export interface WatchedFleet {
  readonly org: number;
  /** Of an administrator, and of a viewer of the first network. */
  readonly token: string;
  readonly viewer: string;
  readonly networks: readonly number[];
  readonly part: string;
  /** Two in each of two networks and two without; the first has firmware 2.0.0, the others 1.0.0. */
  readonly devices: readonly TestDevice[];
  idOf(index: number): number;
  /** Observes every device, as the worker does. */
  look(): Promise<boolean>;
  /** Stores heartbeats of these devices at the time of the clock. */
  hear(...indexes: readonly number[]): Promise<void>;
  overview(token?: string): Promise<ShownOverview>;
  events(index: number, token?: string): Promise<ShownEvent[]>;
  series(query?: CallOptions['query'], token?: string): Promise<{ step: number; points: ShownPoint[] }>;
}

interface Watched {
  /** One for all tests. */
  service: TestService;
  /** The test's own. */
  fleet: WatchedFleet;
}

/** Opens a service for the tests of a suite, and makes a fleet for each test. A test clock is set to {@link NOW} before each. */
export function useWatchedFleet(clock = new TestClock(NOW)): Watched {
  const watched = {} as Watched;
  before(async () => {
    watched.service = await TestService.open({ DOWN_AFTER_S: String(DOWN_AFTER_S) }, clock);
  });
  beforeEach(async () => {
    clock.set(NOW);
    watched.fleet = await watchedFleet(watched.service);
  });
  after(() => watched.service.close());
  return watched;
}

export async function watchedFleet({ api, clock }: TestService, count = 6): Promise<WatchedFleet> {
  const { deps } = api;
  const { models } = deps.mongo;
  const org = (await makeOrganisation(deps, { noOfAps: count }))._id;
  const { token } = await makeUser(deps, org);
  const made = [await makeNetwork(deps, org), await makeNetwork(deps, org)];
  const networks = made.map(({ _id }) => _id);
  const grants = [{ id: networks[0] ?? 0, access: 'read' as const }];
  const viewer = await makeUser(deps, org, { role: 'viewer', networks: grants, manageInventory: false });
  const part = await makePart(deps);
  const devices = await makeDevices(deps, org, count, (index) => ({
    part,
    network: made[Math.floor((index * 3) / count)] ?? null,
    firmwareVersion: index === 0 ? '2.0.0' : '1.0.0',
  }));
  const idOf = (index: number): number => devices[index]?._id ?? 0;
  async function get<Data>(path: string, as: string, query: CallOptions['query'] = {}): Promise<Data> {
    const reply = await api.call('GET', path, { token: as, query });
    expect(reply.status, reply.text).to.equal(200);
    return (reply.body as { data: Data }).data;
  }
  return {
    org,
    token,
    viewer: viewer.token,
    networks,
    part: part._id,
    devices,
    idOf,
    look: () => observe(deps),
    async hear(...indexes) {
      const at = clock.now();
      await models.deviceStates.bulkWrite(
        indexes.map(idOf).map((_id) => ({
          updateOne: {
            filter: { _id, organisationId: org },
            update: { $set: { lastHeartbeatAt: at, sortKey: timeSortKey(at, _id) } },
          },
        })),
      );
    },
    overview: async (as = token) => (await get<{ overview: ShownOverview }>('/v1/overview', as)).overview,
    events: async (index, as = token) =>
      (await get<{ events: ShownEvent[] }>(`/v1/devices/${idOf(index)}/events`, as)).events,
    series: async (query, as = token) =>
      (await get<{ series: { step: number; points: ShownPoint[] } }>('/v1/series/online', as, query)).series,
  };
}
