import { expect } from 'chai';
import fc from 'fast-check';
import type { Failpoint } from '../../../shared/platform/failpoints.js';
import type { TestDevice } from '../../fixtures/records/device.js';
import { NEW, OLD, RolloutBed } from '../rollout-bed.js';

const DEVICES = 5;
const MAX_IN_FLIGHT = 2;
const FAILPOINTS: readonly Failpoint[] = [
  'control-kept',
  'stage-planned',
  'stage-batch-bound',
  'stage-bound',
  'health-looked',
  'waiting-scanned',
  'waiting-ended',
  'tick-decided',
  'tick-written',
  'tick-logged',
  'tick-settled',
  'tick-dispatched',
];

type Command =
  | { readonly do: 'tick' | 'pause' | 'resume' | 'sweep' }
  | { readonly do: 'advance'; readonly seconds: number }
  | { readonly do: 'die'; readonly failpoint: Failpoint }
  | { readonly do: 'beat' | 'download' | 'install' | 'fail' | 'delete' | 'request'; readonly device: number };

const device = fc.nat(DEVICES - 1);
const commands = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('tick' as const) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('pause', 'resume', 'sweep' as const) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('advance' as const),
        seconds: fc.constantFrom(1, 30, 61, 200, 2000),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('die' as const), failpoint: fc.constantFrom(...FAILPOINTS) }),
    },
    {
      weight: 9,
      arbitrary: fc.record({ do: fc.constantFrom('beat', 'download', 'install', 'fail' as const), device }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('delete', 'request' as const), device }) },
  ),
  { minLength: 20, maxLength: 40 },
) as fc.Arbitrary<Command[]>;

/** Devices that obey, and what each runs. */
class Play {
  private readonly versions: string[] = Array<string>(DEVICES).fill(OLD);

  constructor(
    private readonly bed: RolloutBed,
    private readonly id: number,
    private readonly devices: readonly TestDevice[],
  ) {}

  async run(command: Command): Promise<void> {
    const { bed, id } = this;
    const { service } = bed;
    switch (command.do) {
      case 'tick':
        return bed.tick();
      case 'sweep':
        await service.sweep();
        return;
      case 'advance':
        service.clock.advance(command.seconds);
        return;
      case 'die':
        service.failpoint = (failpoint) => {
          if (failpoint === command.failpoint) throw new Error('The worker died');
        };
        await bed.tick();
        service.failpoint = () => undefined;
        return;
      case 'pause':
      case 'resume':
        await bed.fixture.call('POST', `/v1/rollouts/${id}/${command.do}`);
        return;
      default:
        return this.runOn(command.do, command.device);
    }
  }

  private async runOn(
    what: 'beat' | 'download' | 'install' | 'fail' | 'delete' | 'request',
    index: number,
  ): Promise<void> {
    const { bed } = this;
    const target = this.devices[index];
    if (!target) return;
    const upgrade = (await bed.service.upgrades(target)).at(-1);
    switch (what) {
      case 'delete':
        if (upgrade) await bed.fixture.call('DELETE', `/upgrades/${upgrade._id}.json`);
        return;
      case 'request':
        await bed.fixture.post({ aps: [`AP:${target._id}`], version: NEW, upgrade_type: 'manual' });
        return;
      default: {
        const states = {
          beat: null,
          download: 'downloading',
          install: 'installing',
          fail: 'failure',
        } as const;
        const state = states[what];
        if (upgrade?.status === 'Installing' && what === 'beat') this.versions[index] = NEW;
        const report = state && upgrade?.released ? { upgrade: { id: upgrade._id, state } } : {};
        const order = await bed.beat(target, { firmware_version: this.versions[index] ?? OLD, ...report });
        // A pause takes up to two seconds to reach every API, so only the slot is checked here.
        if (order?.id === upgrade?._id && upgrade?.status === 'Queued' && upgrade.rollout)
          expect(upgrade.rollout.slot, 'an offer needs a slot').to.equal(true);
      }
    }
  }
}

describe('a rollout, whatever happens', function () {
  this.timeout(300_000);

  // docs/rollouts.md#slots
  it('never holds more slots than allowed, gives a device one upgrade, and counts every upgrade once', async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (played) => {
        const bed = await RolloutBed.open({ UPGRADE_STEP_TIMEOUT_S: '60' });
        try {
          const devices = await bed.devices(DEVICES);
          const { _id: id } = await bed.started({
            max_in_flight: MAX_IN_FLIGHT,
            retry: { step_timeout_minutes: 1 },
            gates: { failure_percent: 100 },
            stages: [
              { percent: 40, soak_minutes: 0 },
              { percent: 100, soak_minutes: 0 },
            ],
          });
          const play = new Play(bed, id, devices);
          for (const command of played) {
            await play.run(command);
            await expectInvariants(bed, id);
          }
        } finally {
          await bed.close();
        }
      }),
      { numRuns: 5, endOnFailure: true },
    );
  });
});

async function expectInvariants(bed: RolloutBed, id: number): Promise<void> {
  // Compares the progress with a full count.
  await bed.progress(id);
  // Replays the log.
  await bed.log(id);
  const upgrades = await bed.upgradesOf(id);
  const slots = upgrades.filter(({ released, rollout }) => released && rollout?.slot);
  expect(slots.length, 'slots').to.be.at.most(MAX_IN_FLIGHT);
  const devices = upgrades.map(({ routerInventoryId }) => routerInventoryId);
  expect(new Set(devices).size, 'one upgrade a device').to.equal(devices.length);
}
