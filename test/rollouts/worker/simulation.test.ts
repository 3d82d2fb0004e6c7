import { expect } from 'chai';
import type { HeartbeatDeps } from '../../../shared/upgrades/deps.js';
import { SimulatedRun } from '../../../dev/rollout-simulation/run.js';
import { settingsOf, type Scenario } from '../../../dev/rollout-simulation/scenario.js';
import { SimulatedFleet, type SimulatedDevice } from '../../../dev/rollout-simulation/simulated-fleet.js';
import { simulateMinute, type SimulatedService } from '../../../dev/rollout-simulation/simulated-rollout.js';
import type { RolloutDeps } from '../../../shared/rollouts/deps.js';
import type { RolloutRecord } from '../../../shared/rollouts/models/rollout.js';
import { TestClock } from '../../fixtures/clock.js';
import { makeDevices } from '../../fixtures/records/device.js';
import { NEW, OLD, RolloutBed } from '../rollout-bed.js';

const DEVICES = 70;
const START = '2026-03-02T00:00:00Z';
const STAGES = [{ canary_per_part: 2, soak_minutes: 5 }, { count: 10, soak_minutes: 20 }, { percent: 100 }];
const SETTINGS = { version: NEW, seed: 'same', stages: STAGES, max_in_flight: 6 };

describe('the model of the stores that simulations use', function () {
  this.timeout(240_000);
  let bed: RolloutBed;
  beforeEach(async () => {
    bed = await RolloutBed.open({ UPGRADE_SOAK_S: '300' }, new TestClock(START));
  });
  afterEach(() => bed.close());

  /** The devices of the bed: most are well, and some fail, are silent, or get sick. */
  function fleetOf(ids: readonly { readonly _id: number; readonly macId: string }[]): SimulatedFleet {
    const devices = ids.map(({ _id: id, macId }, at): SimulatedDevice => {
      const kind = (['down', 'restarts', 'reverts'] as const)[at % 3] ?? 'down';
      return {
        id,
        macId,
        part: bed.fixture.part._id,
        networkId: bed.fixture.network._id,
        phase: at % 50,
        reaction: {
          fails: at % 17 === 3 ? (at % 2 === 0 ? 'download' : 'install') : null,
          sickness: at % 4 === 1 ? { kind, after: 400 + at } : null,
        },
        silences: at % 9 === 2 ? [{ from: -100, to: 600 + 20 * at, restarts: true }] : [],
        restarts: at % 5 === 0 ? [300 + at, 900 + at] : [],
        version: OLD,
        program: 'idle',
        upgradeId: null,
        startsAt: null,
      };
    });
    return new SimulatedFleet(devices, NEW, 86_400);
  }

  /** The real stores, to which every device sends its heartbeats. */
  function realService(id: number, fleet: SimulatedFleet): SimulatedService {
    const { service, fixture } = bed;
    const start = service.clock.now().getTime();
    const dateOf = (seconds: number): Date => new Date(start + Math.round(seconds * 1000));
    const runningRollouts = async (): Promise<Set<number>> =>
      new Set((await bed.rollout(id)).state === 'Running' ? [id] : []);
    const deps: HeartbeatDeps & RolloutDeps = { ...service.deps, runningRollouts };
    return {
      deps,
      organisationId: fixture.org,
      rollout: () => bed.rollout(id),
      setTime: (now) => {
        service.clock.set(dateOf(now));
      },
      dateOf,
      beating: () => Promise.resolve(fleet.devices),
    };
  }

  const shown = ({ state, stages, finished, judged }: RolloutRecord): unknown => ({
    state,
    finished,
    judged,
    stages: stages.map(({ state: stage, bound, ended, soakUntil, offline }) => {
      return { stage, bound, ended, soakUntil, offline };
    }),
  });

  it('gives what the real stores give, minute by minute', async () => {
    const devices = await makeDevices(bed.service.deps, bed.fixture.org, DEVICES, () => ({
      part: bed.fixture.part,
      network: bed.fixture.network,
      firmwareVersion: OLD,
    }));
    const [realFleet, modelFleet] = [fleetOf(devices), fleetOf(devices)];
    const { _id: id } = await bed.started({ ...SETTINGS, network: { max_percent: 100 } });
    const real = realService(id, realFleet);
    const scenario: Scenario = {
      seed: 1,
      kind: 'sick',
      share: 0.25,
      fleet: modelFleet,
      settings: settingsOf({ ...SETTINGS, network: { max_percent: 100 } }),
      deaths: 0,
    };
    const model = new SimulatedRun(scenario, scenario.settings, 'same');
    let state = 'Running';
    for (let minute = 1; minute <= 120 && state === 'Running'; minute += 1) {
      const [inReal, inModel] = [
        await simulateMinute(real, realFleet, minute * 60),
        await simulateMinute(model.service, modelFleet, minute * 60),
      ];
      expect(shown(inModel), `minute ${minute}`).to.deep.equal(shown(inReal));
      state = inReal.state;
    }
    expect(state).to.equal('Paused');
    const [{ stateReason: inReal }, { stateReason: inModel }] = [
      await bed.rollout(id),
      await model.service.rollout(),
    ];
    expect({ ...inModel, examples: [] }).to.deep.equal({ ...inReal, examples: [] });
  });
});
