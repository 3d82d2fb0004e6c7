import { expect } from 'chai';
import type { DeviceState } from '../../../shared/status/domain/heartbeat-time.js';
import { timeSortKey } from '../../../shared/inventory/domain/device-search.js';
import { startTestApi, type CallOptions, type TestApi } from '../../fixtures/api.js';
import { atEnd } from '../../fixtures/at-end.js';
import { TestClock } from '../../fixtures/clock.js';
import { makeDevices, makePart, type TestDevice } from '../../fixtures/records/device.js';
import { makeNetwork, makeOrganisation, makeTag, makeUser } from '../../fixtures/records/organisation.js';

export interface Shown {
  readonly id: number;
  readonly name: string;
  readonly state: DeviceState;
  readonly last_heard_at: string | null;
}

export interface List {
  readonly data: { readonly devices: Shown[] };
  readonly meta: {
    readonly next_cursor: string | null;
    readonly has_more: boolean;
    readonly total: number | null;
    readonly total_is_exact: boolean;
  };
}

type Query = Readonly<Record<string, string | number>>;

/** More than are sampled, so that pages are planned, and more of the frequent states than are read together. */
export const DEVICES = 6000;
export const NOW = new Date('2026-11-30T12:00:00.000Z');
/** Orders, by their names in `sort`. */
export const SORTS = ['id', 'name', 'last_heard_at'] as const;
export const MINUTE = 60_000;
const BATCH = 1000;
const DOWN_AFTER_S = 180;

/** A fleet of {@link DEVICES} in two networks and without one, and the lists of an API at {@link NOW}. */
export interface ListedFleet {
  readonly api: TestApi;
  readonly org: number;
  /** Of an administrator. */
  readonly token: string;
  readonly devices: readonly TestDevice[];
  readonly networks: readonly number[];
  readonly tagId: number;
  readonly rareTagId: number;
  readonly parts: readonly string[];
  /** When a device was last heard. */
  readonly heardAt: (device: TestDevice) => Date | null;
  readonly stateOf: (device: TestDevice) => DeviceState;
  /** What orders the devices. */
  readonly keys: Readonly<Record<(typeof SORTS)[number], (device: TestDevice) => string | number>>;
  readonly list: (query?: CallOptions['query'], as?: string) => Promise<List>;
  /** All pages of a list, up to `most` devices. */
  readonly all: (query: Query, most: number, as?: string) => Promise<Shown[]>;
}

let shared: Promise<ListedFleet> | undefined;

/** The fleet that the tests of a run share, because it takes a dozen seconds to make. A test sets back what it changes. */
export function listedFleet(): Promise<ListedFleet> {
  shared ??= openListedFleet().then((fleet) => {
    atEnd(() => fleet.api.close());
    return fleet;
  });
  return shared;
}

async function openListedFleet(): Promise<ListedFleet> {
  const api = await startTestApi({
    now: new TestClock(NOW).now,
    env: { DOWN_AFTER_S: String(DOWN_AFTER_S) },
  });
  const { deps } = api;
  const org = (await makeOrganisation(deps, { noOfAps: 10_000 }))._id;
  const { token } = await makeUser(deps, org);
  const made = [await makeNetwork(deps, org), await makeNetwork(deps, org)];
  const [tag, rare] = [await makeTag(deps, org, 'roof'), await makeTag(deps, org, 'attic')];
  const [part, rarePart] = [await makePart(deps), await makePart(deps)];
  const heardAtIndex = (index: number): Date | null =>
    index % 7 === 6 ? null : new Date(NOW.getTime() - (index % 5) * MINUTE - index);
  const devices: TestDevice[] = [];
  for (let first = 0; first < DEVICES; first += BATCH) {
    const some = await makeDevices(deps, org, BATCH, (offset) => {
      const index = first + offset;
      return {
        name: `${['Lobby', 'Kitchen', 'Hall'][index % 3] ?? ''} ${(index * 7919) % DEVICES}`,
        network: made[index % 3] ?? null,
        tags: [...(index % 2 === 0 ? [tag] : []), ...(index % 1000 === 3 ? [rare] : [])],
        part: index % 10 === 0 ? rarePart : part,
        firmwareVersion: index % 4 === 0 ? '2.0.0' : '1.0.0',
        state: { lastHeartbeatAt: heardAtIndex(index) },
      };
    });
    devices.push(...some);
  }
  const heard = new Map(devices.map(({ _id }, index) => [_id, heardAtIndex(index)]));
  const heardAt = ({ _id }: TestDevice): Date | null => heard.get(_id) ?? null;

  const list: ListedFleet['list'] = async (query = {}, as = token) => {
    const reply = await api.call('GET', '/v1/devices', { token: as, query });
    expect(reply.status, reply.text).to.equal(200);
    return reply.body;
  };

  return {
    api,
    org,
    token,
    devices,
    networks: made.map(({ _id }) => _id),
    tagId: tag._id,
    rareTagId: rare._id,
    parts: [part._id, rarePart._id],
    heardAt,
    stateOf(device) {
      const at = heardAt(device);
      if (at === null) return 'never_heard';
      return NOW.getTime() - at.getTime() <= DOWN_AFTER_S * 1000 ? 'up' : 'down';
    },
    keys: {
      id: ({ _id }) => _id,
      name: ({ sort }) => sort.name,
      last_heard_at: (device) => timeSortKey(heardAt(device), device._id),
    },
    list,
    async all(query, most, as = token) {
      const found: Shown[] = [];
      let cursor: string | null = null;
      do {
        const page = { ...query, per_page: 200, ...(cursor === null ? {} : { cursor }) };
        const { data, meta } = await list(page, as);
        found.push(...data.devices);
        cursor = meta.next_cursor;
      } while (cursor !== null && found.length < most);
      return found.slice(0, most);
    },
  };
}
