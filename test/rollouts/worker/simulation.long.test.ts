import { expect } from 'chai';
import type { HeartbeatDeps } from '../../../shared/heartbeats/deps.js';
import { recordHeartbeats } from '../../../shared/heartbeats/operations/record-heartbeats.js';
import { SimulatedRun } from '../../../dev/rollout-simulation/run.js';
import { settingsOf, type Scenario } from '../../../dev/rollout-simulation/scenario.js';
import type { SimulatedDevice } from '../../../dev/rollout-simulation/simulated-device.js';
import { SimulatedFleet } from '../../../dev/rollout-simulation/simulated-fleet.js';
import { simulateMinute, type SimulatedService } from '../../../dev/rollout-simulation/simulated-rollout.js';
import type { RolloutDeps } from '../../../shared/rollouts/deps.js';
import type { RolloutRecord } from '../../../shared/rollouts/models/rollout.js';
import { TestClock } from '../../fixtures/clock.js';
import { makeDevices, type TestDevice } from '../../fixtures/records/device.js';
import { NEW, OLD, RolloutRunFixture } from '../rollout-run-fixture.js';

const START = '2026-03-02T00:00:00Z';
const STAGES = [{ canary_per_part: 2, soak_minutes: 5 }, { count: 20, soak_minutes: 30 }, { percent: 100 }];
const SETTINGS = {
  version: NEW,
  seed: 'same',
  stages: STAGES,
  max_in_flight: 12,
  network: { max_percent: 100 },
  gates: { failure_percent: 100, hold_out_percent: 10, watch_minutes: 60 },
};

describe('the model of the stores that simulations use', function () {
  this.timeout(1_800_000);
  let fixture: RolloutRunFixture;
  beforeEach(async () => {
    fixture = await RolloutRunFixture.open({ UPGRADE_SOAK_S: '300' }, new TestClock(START));
  });
  afterEach(() => fixture.close());

  /** The devices of the fixture, some of which fail or are silent. @param sickAfter when two of three get sick */
  function fleetOf(devicesOfFixture: readonly TestDevice[], sickAfter: number | null): SimulatedFleet {
    const devices = devicesOfFixture.map(({ _id: id, macId }, at): SimulatedDevice => {
      const kind = (['down', 'down', 'down', 'restarts', 'reverts'] as const)[at % 5] ?? 'down';
      return {
        id,
        macId,
        part: fixture.organisation.part._id,
        networkId: fixture.organisation.network._id,
        phase: at % 50,
        reaction: {
          fails: at % 17 === 3 ? (at % 2 === 0 ? 'download' : 'install') : null,
          sickness: sickAfter !== null && at % 3 > 0 ? { kind, after: sickAfter + 10 * at } : null,
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
    const { service, organisation } = fixture;
    const start = service.clock.now().getTime();
    const dateOf = (seconds: number): Date => new Date(start + Math.round(seconds * 1000));
    const runningRollouts = async (): Promise<Set<number>> =>
      new Set((await fixture.rollout(id)).state === 'Running' ? [id] : []);
    const deps: HeartbeatDeps & RolloutDeps = {
      ...service.deps,
      runningRollouts,
    };
    return {
      deps,
      organisationId: organisation.org,
      rollout: () => fixture.rollout(id),
      setTime: (now) => {
        service.clock.set(dateOf(now));
      },
      dateOf,
      beating: () => Promise.resolve(fleet.devices),
    };
  }

  /** Stores what each device has sent before the start, so that a later restart is recognised. */
  async function sendEarlier(
    { deps, organisationId, dateOf }: SimulatedService,
    fleet: SimulatedFleet,
  ): Promise<void> {
    const beats = fleet.devices.map((device) => {
      const beat = fleet.lastBeat(device, 0) ?? 0;
      return {
        macId: device.macId,
        ref: { organisationId, deviceId: device.id },
        at: dateOf(beat),
        publicIp: '192.0.2.1',
        firmwareVersion: OLD,
        uptimeS: Math.floor(beat - fleet.restartsBy(device, beat).last),
        ports: null,
        report: null,
      };
    });
    await recordHeartbeats(deps, beats);
  }

  const shown = ({ state, stages, finished, judged }: RolloutRecord): unknown => ({
    state,
    finished,
    judged,
    stages: stages.map(({ state: stage, bound, ended, soakUntil, offline }) => {
      return { stage, bound, ended, soakUntil, offline };
    }),
  });

  for (const [what, count, sickAfter, end] of [
    ['until the health gate pauses it', 100, 600, 'Paused'],
    ['to its end', 50, null, 'Completed'],
  ] as const) {
    it(`gives what the real stores give, minute by minute, for a rollout ${what}`, async () => {
      const devices = await makeDevices(fixture.service.deps, fixture.organisation.org, count, () => ({
        part: fixture.organisation.part,
        network: fixture.organisation.network,
        firmwareVersion: OLD,
      }));
      const [realFleet, fleet] = [fleetOf(devices, sickAfter), fleetOf(devices, sickAfter)];
      const { _id: id } = await fixture.started(SETTINGS);
      const real = realService(id, realFleet);
      await sendEarlier(real, realFleet);
      const settings = settingsOf(SETTINGS);
      const scenario: Scenario = { seed: 1, fleet, settings, deaths: 0 };
      const model = new SimulatedRun(scenario, settings, SETTINGS.seed);
      // Without jitter of retries, as in the service of the test.
      const deps = { ...model.service.deps, random: () => 0 };
      const service = { ...model.service, deps };
      let state = 'Running';
      for (let minute = 1; minute <= 600 && state === 'Running'; minute += 1) {
        const inReal = await simulateMinute(real, realFleet, minute * 60);
        const inModel = await simulateMinute(service, fleet, minute * 60);
        expect(shown(inModel), `minute ${minute}`).to.deep.equal(shown(inReal));
        state = inReal.state;
      }
      expect(state).to.equal(end);
      const { stateReason } = await fixture.rollout(id);
      const { stateReason: ofModel } = await model.service.rollout();
      expect(stateReason?.['gate']).to.equal(end === 'Paused' ? 'health_gate' : undefined);
      expect(ofModel?.['counts']).to.deep.equal(stateReason?.['counts']);
      const looks = (events: readonly { action: string; after: unknown }[]): unknown[] =>
        events
          .filter(({ action }) => action === 'rollout.health_look')
          .map(({ after }) => ({ ...(after as object), examples: [] }));
      expect(looks(model.memory.events)).to.deep.equal(looks(await fixture.log(id)));
    });
  }
});
