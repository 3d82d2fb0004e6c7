import { expect } from 'chai';
import fc from 'fast-check';
import { TestClock } from '../../fixtures/clock.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import { makeNetwork } from '../../fixtures/records/organisation.js';
import { sampleOf } from '../../fixtures/seed.js';
import { anyCommands, type Command } from '../play/commands.js';
import { expectExact, Play, slotsOf } from '../play/play.js';
import { OLD, RolloutRunFixture } from '../rollout-run-fixture.js';

/** `PLAYS=20` plays more of them. */
const RUNS = Number(process.env['PLAYS'] ?? 1);
const PER_NETWORK = 3;
const MAX_IN_FLIGHT = 4;
const WINDOWS = [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '02:30', to: '05:00' }];
const LEAD_MINUTES = 15;

/** When the window is open by the clocks of two zones, less its lead, in a night in which both clocks change. */
const NIGHTS = [
  {
    change: 'forward',
    from: '2027-03-28T00:30:00Z',
    // 02:30 does not exist in Berlin.
    'Europe/Berlin': ['2027-03-28T01:00:00Z', '2027-03-28T02:45:00Z'],
    'Europe/London': ['2027-03-28T01:30:00Z', '2027-03-28T03:45:00Z'],
  },
  {
    change: 'back',
    from: '2027-10-31T00:00:00Z',
    // 02:30 occurs twice in Berlin.
    'Europe/Berlin': ['2027-10-31T00:30:00Z', '2027-10-31T03:45:00Z'],
    'Europe/London': ['2027-10-31T02:30:00Z', '2027-10-31T04:45:00Z'],
  },
] as const;

/** No step leads to the window of the next night. */
const ALPHABET = {
  devices: 3 * PER_NETWORK,
  seconds: [-20, 61, 600, 900, 1800],
  edits: [
    { max_in_flight: 1 },
    { max_in_flight: MAX_IN_FLIGHT },
    { rate: { per_minute: 60 } },
    { gates: null },
  ],
};

/** A rollout in three networks: with the zone of the rollout, with its own zone, and always open. */
class NightPlay {
  /** How many upgrades got a slot. */
  dispatched = 0;
  private slots: ReadonlyMap<number, number | null> = new Map();

  private constructor(
    private readonly fixture: RolloutRunFixture,
    readonly id: number,
    private readonly play: Play,
    private readonly openings: ReadonlyMap<number, readonly string[] | null>,
  ) {}

  static async open(fixture: RolloutRunFixture, night: (typeof NIGHTS)[number]): Promise<NightPlay> {
    const { organisation, service } = fixture;
    const [london, always] = [
      await makeNetwork(service.deps, organisation.org),
      await makeNetwork(service.deps, organisation.org),
    ];
    const hours = [
      [london, { time_zone: 'Europe/London' }],
      [always, { windows: [] }],
    ] as const;
    for (const [{ _id }, body] of hours)
      expect((await organisation.call('PATCH', `/v1/networks/${_id}`, { body })).status).to.equal(200);
    const devices: TestDevice[] = [];
    for (let index = 0; index < PER_NETWORK; index += 1)
      for (const network of [organisation.network, london, always])
        devices.push(await organisation.device({ firmwareVersion: OLD, network }));
    for (const device of devices) await fixture.beat(device);
    const { _id: id } = await fixture.started({
      max_in_flight: MAX_IN_FLIGHT,
      windows: WINDOWS,
      time_zone: 'Europe/Berlin',
      lead_minutes: LEAD_MINUTES,
      network: { max_percent: 50 },
      gates: { failure_percent: 100 },
      stages: [
        { percent: 50, soak_minutes: 0 },
        { percent: 100, soak_minutes: 0 },
      ],
    });
    const openings = new Map<number, readonly string[] | null>([
      [organisation.network._id, night['Europe/Berlin']],
      [london._id, night['Europe/London']],
      [always._id, null],
    ]);
    return new NightPlay(fixture, id, new Play(fixture, id, devices), openings);
  }

  /** Runs a command. What it dispatches is in an open network, which has no more in flight than its limit. */
  async run(command: Command): Promise<void> {
    const { fixture, id } = this;
    await this.play.run(command);
    await fixture.progress(id);
    const slots = await slotsOf(fixture, id);
    expect(slots.size, 'slots').to.be.at.most(MAX_IN_FLIGHT);
    const added = [...slots].filter(([upgrade]) => !this.slots.has(upgrade)).map(([, network]) => network);
    this.slots = slots;
    this.dispatched += added.length;
    const now = fixture.service.clock.now().getTime();
    for (const network of new Set(added)) {
      if (network === null) throw new Error('Every device has a network');
      const opening = this.openings.get(network);
      if (opening) expect(now, `network ${network}`).to.be.within(...range(opening));
      const { devices, busy } = await this.loadOf(network);
      expect(busy, `network ${network}`).to.be.at.most(Math.max(1, Math.floor(devices / 2)));
    }
  }

  /** The devices of a network, and its upgrades that hold a slot, have begun or have failed. */
  private async loadOf(network: number): Promise<{ devices: number; busy: number }> {
    const { models } = this.fixture.service.deps.mongo;
    const found = await models.networks.findOne({ _id: network }).lean();
    const upgrades = await models.upgrades.find({ locationNetworkId: network }).lean();
    const busy = upgrades.filter(({ status, inFlight, inRollout, hasSlot }) =>
      inFlight ? status !== 'Queued' || hasSlot : status === 'Failed' && inRollout,
    );
    return { devices: found?.deviceCount ?? 0, busy: busy.length };
  }
}

function range([from = '', to = '']: readonly string[]): [number, number] {
  return [Date.parse(from), Date.parse(to) - 1];
}

describe('a rollout with windows, in a night in which the clocks change', function () {
  this.timeout(1_800_000);

  for (const night of sampleOf(NIGHTS, 0, 2))
    // docs/rollouts.md#windows-1
    // docs/rollouts.md#network_limit-1
    it(`${night.change}, dispatches in open windows alone and within the limit of each network, whatever happens`, async () => {
      await fc.assert(
        fc.asyncProperty(anyCommands(ALPHABET), async (played) => {
          const settings = { UPGRADE_STEP_TIMEOUT_S: '60', DOWN_AFTER_S: '7200' };
          const fixture = await RolloutRunFixture.open(settings, new TestClock(night.from));
          try {
            const play = await NightPlay.open(fixture, night);
            for (const command of played) await play.run(command);
            // Devices that are heard while the windows are open.
            await play.run({ do: 'resume' });
            for (const seconds of [1800, 1800, 1800, 1800, 1800]) {
              await play.run({ do: 'advance', seconds });
              await play.run({ do: 'beat all' });
              for (let ticks = 0; ticks < 3; ticks += 1) await play.run({ do: 'tick' });
            }
            expect(play.dispatched, 'dispatched upgrades').to.be.above(0);
            await expectExact(fixture, play.id);
          } finally {
            await fixture.close();
          }
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
    });
});
