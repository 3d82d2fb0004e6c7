import { expect } from 'chai';
import fc from 'fast-check';
import { ConfigWorld, type Behaviour } from '../config-world.js';

type Action = { readonly kind: string; act(world: ConfigWorld): void };

const BEHAVIOURS: readonly Behaviour[] = [
  'applies',
  'partly',
  'refuses',
  'no_space',
  'unreadable',
  'silent',
  'goes_back',
  'cut_off',
];

const actions: fc.Arbitrary<Action> = fc.oneof(
  fc.constant<Action>({ kind: 'edit', act: (world) => (world.wanted += 1) }),
  fc.constantFrom(...BEHAVIOURS).map<Action>((behaviour) => ({
    kind: behaviour,
    act: (world) => (world.behaviour = behaviour),
  })),
  fc.constantFrom(1, 10, 20, 60, 95, 300).map<Action>((seconds) => ({
    kind: `wait ${seconds}`,
    act(world) {
      world.wait(seconds * 1000);
    },
  })),
  fc.constantFrom('socket', 'boot', 'recovery').map<Action>((reason) => ({
    kind: `connect ${reason}`,
    act(world) {
      world.connect(reason);
    },
  })),
  fc.constantFrom<Action>(
    { kind: 'disconnect', act: (world) => world.disconnect() },
    { kind: 'restart', act: (world) => world.restart() },
    { kind: 'deliver', act: (world) => world.deliver() },
    { kind: 'deliver again', act: (world) => world.deliver(true) },
    { kind: 'lose a result', act: (world) => void world.device.results.shift() },
    { kind: 'state', act: (world) => world.session && world.say('state') },
    { kind: 'ping', act: (world) => world.session && world.say('ping') },
    { kind: 'die before save', act: (world) => (world.dies = 'before_save') },
    { kind: 'die before send', act: (world) => (world.dies = 'before_send') },
    {
      kind: 'factory reset',
      act(world) {
        world.disconnect();
        world.device.reset();
      },
    },
  ),
);

// docs/ucentral.md#trial
describe('the configuration of a device', () => {
  it('ends as it is wanted, or as it was, whatever happens on the way', () => {
    fc.assert(
      fc.property(fc.array(actions, { maxLength: 30 }), (all) => {
        const world = new ConfigWorld();
        world.connect('boot');
        for (const { act } of all) act(world);
        world.settle();
        const report = world.report();
        const { device } = world;
        expect(report?.revision !== null || world.isRefused()).to.equal(true);
        if (!world.isRefused()) expect(report?.revision).to.equal(world.revision);
        // What is reported is what runs, and the device would not try another one at its next start.
        if (report?.revision) expect(device.active).to.equal(world.hashOf(report.revision));
        expect(device.newestUuid).to.equal(device.activeUuid);
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
