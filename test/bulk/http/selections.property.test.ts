import { expect } from 'chai';
import fc from 'fast-check';
import { makePart } from '../../fixtures/records/device.js';
import { makeNetwork, makeTag, makeUser } from '../../fixtures/records/organisation.js';
import { bulkFixture, type BulkFixture } from '../bulk-fixture.js';

const HOUR_MS = 3_600_000;
const NAMES = ['Kitchen 1', 'kitchen 2', 'Straße', 'STRASSE 7', 'roof'] as const;
const VERSIONS = ['1.9.0', '1.10.0'] as const;
/** Whole hours since the last heartbeat; null: never heard. */
const HEARD = [null, 0, 5, 50] as const;

/** What a device is like; networks, tags and parts by their index, where -1 is none. */
interface Shape {
  readonly name: (typeof NAMES)[number];
  readonly network: number;
  readonly tag: number;
  readonly part: number;
  readonly version: (typeof VERSIONS)[number];
  readonly heard: (typeof HEARD)[number];
}

const pick = <T>(items: readonly T[], at: number): T => items[at % items.length] as T;

/** Twelve devices among which every condition finds some and leaves others out, alone and beside most others. */
const BASE = Array.from({ length: 12 }, (_, at): Shape => {
  const networks = [0, 1, -1];
  const at2 = Math.floor(at / 2);
  return {
    name: pick(NAMES, at),
    network: pick(networks, at),
    tag: pick([0, 1, -1, 0, -1], at2),
    part: at2 % 2,
    version: pick(VERSIONS, Math.floor(at / 4) + at),
    heard: pick(HEARD, at + at2),
  };
});

const shape: fc.Arbitrary<Shape> = fc.record({
  name: fc.constantFrom(...NAMES),
  network: fc.constantFrom(0, 1, -1),
  tag: fc.constantFrom(0, 1, -1),
  part: fc.nat({ max: 1 }),
  version: fc.constantFrom(...VERSIONS),
  heard: fc.constantFrom(...HEARD),
});

/** Values of every condition of a filter, as indexes where they name records. */
const CONDITIONS = {
  search: fc.constantFrom('kitch', 'strasse', 'roof 1.10', 'ROOF'),
  state: fc.constantFrom('up', 'down', 'never_heard'),
  network_id: fc.constantFrom(0, 1, -1),
  tag_id: fc.nat({ max: 1 }),
  part_number: fc.nat({ max: 1 }),
  version: fc.constantFrom(...VERSIONS),
  last_heard_before: fc.constantFrom(1, 20),
} as const;
type Condition = keyof typeof CONDITIONS;
type Filter = Readonly<Partial<Record<Condition, string | number>>>;
const NAMED = Object.keys(CONDITIONS) as Condition[];

const filterOf = (names: readonly Condition[]): fc.Arbitrary<Filter> =>
  fc.record(
    Object.fromEntries(names.map((name) => [name, CONDITIONS[name] as fc.Arbitrary<string | number>])),
  );

/** Every condition alone, no condition, and three pairs: three conditions at once would find next to nothing. */
const filters = fc
  .tuple(
    fc.tuple(...NAMED.map((name) => filterOf([name]))),
    fc.array(fc.subarray(NAMED, { minLength: 2, maxLength: 2 }).chain(filterOf), {
      minLength: 3,
      maxLength: 3,
    }),
  )
  .map(([alone, pairs]): Filter[] => [{}, ...alone, ...pairs]);

class Fleet {
  readonly ids: number[] = [];

  private constructor(
    private readonly fixture: BulkFixture,
    /** A user of the first network. */
    readonly restricted: string,
    private readonly records: {
      readonly networks: number[];
      readonly tags: number[];
      readonly parts: string[];
    },
  ) {}

  static async open(shapes: readonly Shape[]): Promise<Fleet> {
    const fixture = await bulkFixture();
    const { org } = fixture;
    const { deps } = fixture.api;
    const networks = [fixture.network, await makeNetwork(deps, org)];
    const tags = [await makeTag(deps, org), await makeTag(deps, org)];
    const parts = [fixture.part, await makePart(deps)];
    const own = [{ id: fixture.network._id, access: 'full' as const }];
    const fields = { role: 'operator' as const, networks: own, manageInventory: false };
    const { token } = await makeUser(deps, org, fields);
    const fleet = new Fleet(fixture, token, {
      networks: networks.map(({ _id }) => _id),
      tags: tags.map(({ _id }) => _id),
      parts: parts.map(({ _id }) => _id),
    });
    for (const { name, network, tag, part, version, heard } of shapes) {
      const { _id } = await fixture.device({
        name,
        network: networks[network] ?? null,
        tags: tags.filter((_, index) => index === tag),
        part: parts[part] ?? fixture.part,
        firmwareVersion: version,
        ...(heard === null ? {} : { state: { lastHeartbeatAt: new Date(Date.now() - heard * HOUR_MS) } }),
      });
      fleet.ids.push(_id);
    }
    return fleet;
  }

  /** The filter as a request has it. */
  query(filter: Filter): Record<string, string | number> {
    const { networks, tags, parts } = this.records;
    const given: Partial<Record<Condition, (value: number) => string | number>> = {
      network_id: (at) => networks[at] ?? 0,
      tag_id: (at) => tags[at] ?? 0,
      part_number: (at) => parts[at] ?? '',
      last_heard_before: (hours) => new Date(Date.now() - hours * HOUR_MS).toISOString(),
    };
    const entries = Object.entries(filter) as [Condition, string | number][];
    return Object.fromEntries(entries.map(([name, value]) => [name, given[name]?.(Number(value)) ?? value]));
  }

  async listed(query: Record<string, string | number>, token: string): Promise<number[]> {
    const { status, text, body } = await this.fixture.call('GET', '/v1/devices', { query, token });
    expect(status, text).to.equal(200);
    return (body as { data: { devices: { id: number }[] } }).data.devices.map(({ id }) => id);
  }

  /** The devices that an operation on a selection of the filter changes, which must be as many as the selection counts. */
  async changed(filter: object, except: readonly number[], token: string): Promise<number[]> {
    const { fixture } = this;
    const { deps } = fixture.api;
    const created = await fixture.call('POST', '/v1/selections', { body: { filter, except }, token });
    expect(created.status, created.text).to.equal(201);
    const { selection, count } = (created.body as { data: { selection: number; count: number } }).data;
    const mark = await makeTag(deps, fixture.org);
    const params = { tag_ids: [mark._id] };
    const ended = await fixture.run({ selection, action: 'tag', params }, { token });
    const tagged = await deps.mongo.models.devices
      .find({ organisationId: fixture.org, tagIds: mark._id }, { _id: 1 })
      .lean();
    expect(ended).to.include({ state: 'completed', total: count, done: tagged.length, failed_count: 0 });
    return tagged.map(({ _id }) => _id);
  }

  get admin(): string {
    return this.fixture.admin.token;
  }
}

describe('selections', () => {
  // docs/administration.md#create_selection-1
  // docs/administration.md#create_selection-3
  it('have the devices that the list shows their user with the same filter, without the exceptions', async () => {
    const separating = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(shape, { maxLength: 6 }),
        filters,
        fc.nat({ max: 2 }),
        async (more, all, left) => {
          const fleet = await Fleet.open([...BASE, ...more]);
          for (const [at, filter] of all.entries()) {
            const names = Object.keys(filter);
            // An administrator sees devices that each condition alone leaves out.
            const token = names.length === 1 || at % 2 === left % 2 ? fleet.admin : fleet.restricted;
            const query = fleet.query(filter);
            const shown = await fleet.listed(query, token);
            const except = shown.slice(0, left);
            const found = await fleet.changed(query, except, token);
            const what = `${token === fleet.admin ? 'administrator' : 'operator'} ${JSON.stringify(query)}`;
            expect(found, what).to.have.members(shown.filter((id) => !except.includes(id)));
            const isSome = shown.length > 0 && shown.length < fleet.ids.length;
            if (isSome && names.length === 1) separating.add(String(names));
          }
        },
      ),
      { numRuns: 3 },
    );
    expect([...separating], 'conditions that found some devices').to.have.members(NAMED);
  });
});
