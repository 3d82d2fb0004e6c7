import { expect } from 'chai';
import fc from 'fast-check';
import { FleetModel } from '../fleet-model.js';

const index = fc.nat({ max: 4 });
/** Few, so that an edit often returns to what devices run. */
const content: fc.Arbitrary<string> = fc.constantFrom('red', 'green', 'blue');
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('beat' as const), index }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('lose' as const), index }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('break' as const), index }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('edit' as const), content }) },
  fc.record({ do: fc.constant('own change' as const), index }),
  fc.record({ do: fc.constant('retry device' as const), index }),
  fc.record({ do: fc.constant('retry network' as const) }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('sweep' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('clock' as const), s: fc.integer({ min: -90, max: 600 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function take(model: FleetModel, one: Step): void {
  const device = 'index' in one ? model.devices[one.index] : undefined;
  if (one.do === 'edit') model.edit(one.content);
  else if (one.do === 'retry network') model.retryNetwork();
  else if (one.do === 'sweep') model.sweep();
  else if (one.do === 'clock') model.tick(one.s);
  else if (!device) throw new Error('There is no such device');
  else if (one.do === 'break') device.isBroken = true;
  else if (one.do === 'own change') model.ownChange(device);
  else if (one.do === 'retry device') model.retryDevice(device);
  else model.beat(device, one.do === 'lose');
}

/** All devices run the first settings, and work. */
function startedFleet(): FleetModel {
  const model = new FleetModel();
  for (const device of model.devices) for (let beats = 0; beats < 2; beats += 1) model.beat(device);
  return model;
}

/** The devices work, operators retry what is held or refused, and time passes. */
function settle(model: FleetModel): void {
  for (let round = 0; round < 15; round += 1) {
    model.tick(120);
    for (const device of model.devices) {
      device.isBroken = false;
      model.retryDevice(device);
      model.beat(device);
    }
    model.sweep();
    if (model.network.held) model.retryNetwork();
  }
}

describe('a fleet of two hardware parts', () => {
  const steps = fc.array(step, { maxLength: 60, size: 'max' });

  // docs/configuration.md#hold
  it('has no device that comes to a held change, whatever happens', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const model = startedFleet();
        for (const one of taken) {
          const before = model.devices.map((device) => model.contentOf(device));
          const { held, seq } = model.network;
          take(model, one);
          if (!held || model.network.held !== held || model.network.seq !== seq) continue;
          model.devices.forEach((device, at) => {
            const now = model.contentOf(device);
            if (now !== before[at]) expect(now).to.equal(model.baseContent);
          });
        }
      }),
      { numRuns: 500 },
    );
  });

  // docs/configuration.md#canary-claim
  it('has at most as many devices of a part on a change that has not passed as had the place of its canary', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const model = startedFleet();
        let edits = 0;
        // Each edit has a content of its own, so that the devices that run it have got it since; a retry has not.
        for (const one of taken.filter((each) => each.do !== 'retry network')) {
          take(model, one.do === 'edit' ? { ...one, content: `edit ${(edits += 1)}` } : one);
          if (model.baseContent === null) continue;
          for (const part of ['MR-110', 'MR-330']) {
            const entry = model.network.parts.find((each) => each.part === part);
            const run = model.devices.filter(
              (device) => device.partNumber === part && model.contentOf(device) === model.content,
            );
            if (!entry?.passedAt) expect(run.length).to.be.at.most(entry?.tries ?? 0);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  // docs/configuration.md#states
  it('ends in_sync with the last edit when its devices work and operators retry', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const model = startedFleet();
        for (const one of taken) take(model, one);
        settle(model);
        for (const device of model.devices) {
          expect(model.stateOf(device)).to.equal('in_sync');
          expect(model.contentOf(device)).to.equal(model.content);
        }
      }),
      { numRuns: 500 },
    );
  });
});
