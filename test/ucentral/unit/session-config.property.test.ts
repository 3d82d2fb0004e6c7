import { expect } from 'chai';
import fc from 'fast-check';
import { ConfigWorld, type Behaviour } from '../config-world.js';

/** What happens to a device, its gateways and its service. */
const HAPPENINGS = {
  edit(world) {
    world.wanted += 1;
  },
  disconnect(world) {
    world.disconnect();
  },
  restart(world) {
    world.restart();
  },
  deliver(world) {
    world.deliver();
  },
  deliverAgain(world) {
    world.deliver(true);
  },
  loseResult(world) {
    world.device.results.shift();
  },
  state(world) {
    if (world.session) world.say('state');
  },
  ping(world) {
    if (world.session) world.say('ping');
  },
  dieBeforeSave(world) {
    world.dies = 'before_save';
  },
  dieBeforeSend(world) {
    world.dies = 'before_send';
  },
  reset(world) {
    world.disconnect();
    world.device.reset();
  },
} as const satisfies Record<string, (world: ConfigWorld) => void>;

type Action =
  | { readonly happens: keyof typeof HAPPENINGS }
  | { readonly device: Behaviour }
  | { readonly waitS: number }
  | { readonly connects: string };

const BEHAVIOURS: readonly Behaviour[] = [
  'applies',
  'partly',
  'refuses',
  'no_space',
  'unreadable',
  'silent',
  'deaf',
  'goes_back',
  'cut_off',
];

const happenings = Object.keys(HAPPENINGS) as (keyof typeof HAPPENINGS)[];
const actions: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ happens: fc.constantFrom(...happenings) }) },
  fc.record({ device: fc.constantFrom(...BEHAVIOURS) }),
  fc.record({ waitS: fc.constantFrom(1, 10, 20, 60, 95, 300) }),
  fc.record({ connects: fc.constantFrom('socket', 'boot', 'recovery') }),
);

function act(world: ConfigWorld, action: Action): void {
  if ('happens' in action) HAPPENINGS[action.happens](world);
  else if ('device' in action) world.behaviour = action.device;
  else if ('waitS' in action) world.wait(action.waitS * 1000);
  else world.connect(action.connects);
}

// docs/ucentral.md#trial
describe('the configuration of a device', () => {
  it('ends as it is wanted, or as it was, whatever happens on the way', () => {
    fc.assert(
      fc.property(fc.array(actions, { maxLength: 30 }), (all) => {
        const world = new ConfigWorld();
        world.connect('boot');
        for (const action of all) act(world, action);
        world.settle();
        const report = world.report();
        const { device } = world;
        expect(report?.revision !== null || world.isRefused()).to.equal(true);
        if (!world.isRefused()) expect(report?.revision).to.equal(world.revision);
        // What is reported is what runs, and the device would not try another one at its next start but what ran before.
        if (report?.revision) expect(device.active).to.equal(world.hashOf(report.revision));
        const restored = world.sent.flatMap((sent) =>
          sent.kind === 'configure' && typeof sent.config === 'string' ? [sent.uuid] : [],
        );
        expect([device.activeUuid, ...restored]).to.include(device.newestUuid);
        const ids = world.sent.map(({ id }) => id);
        expect(new Set(ids).size).to.equal(ids.length);
        const uuids = world.sent.flatMap((sent) => (sent.kind === 'configure' ? [sent.uuid] : []));
        expect(uuids).to.deep.equal([...new Set(uuids)].sort((one, other) => one - other));
        for (const uuid of uuids) expect(uuid).to.be.within(1_000_000_000, 2 ** 31 - 1);
      }),
      { numRuns: 150 },
    );
  });
});
