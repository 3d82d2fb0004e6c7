import { DeviceMemory } from '../../shared/heartbeats/domain/device-memory.js';
import { createKnownSequences } from '../../shared/configuration/operations/known-sequences.js';
import { NEVER_DEAF } from '../../shared/deaf-periods/domain/deafness.js';
import { readEnv } from '../../shared/platform/env/env.js';
import { ignoreFailpoints, type Failpoint } from '../../shared/platform/failpoints.js';
import { createLogger } from '../../shared/platform/observability/logger.js';
import { createMetrics } from '../../shared/platform/observability/metrics.js';
import { emptyBucket } from '../../shared/rollouts/domain/rate.js';
import type { RolloutSettings } from '../../shared/rollouts/domain/settings.js';
import type { RolloutRecord } from '../../shared/rollouts/models/rollout.js';
import { draftOf } from '../../shared/rollouts/operations/insert-draft.js';
import { endAfter } from '../../shared/rollouts/operations/rollout-settings.js';
import { ORGANISATION } from './memory-records.js';
import type { VirtualClock } from './memory-states.js';
import { MemoryStores } from './memory-stores.js';
import { Random } from './random.js';
import type { Scenario } from './scenario.js';
import { scenarioOf, type ScenarioName } from './scenarios.js';
import { simulateMinute, WorkerKilled, type SimulatedService } from './simulated-rollout.js';
import { Thresholds, type Verdict } from './thresholds.js';

/** A run, under each rule that was asked for. */
export interface RunResult {
  readonly seed: number;
  readonly scenario: ScenarioName;
  readonly devices: number;
  readonly looks: number;
  readonly rules: Readonly<Partial<Record<Rule, Verdict>> & { gates: Verdict }>;
}

/**
 * `gates`: the gates of the service, with their defaults. `reported failures`: more than 5 % of at least ten ended upgrades
 * failed as devices report it, which is what hawkBit and AWS IoT Jobs see. `sick share`: more than 5 % of at least ten
 * upgraded devices are sick, without a control group.
 */
export const RULES = ['gates', 'reported failures', 'sick share'] as const;
export type Rule = (typeof RULES)[number];

const START = new Date('2026-03-02T00:00:00Z').getTime();
const MINUTE_S = 60;
const IDLE_S = 600;
const LONGEST_S = 3 * 86_400;

/** A rollout over a simulated fleet, on the model of the stores. */
export class SimulatedRun {
  readonly memory: MemoryStores;
  readonly service: SimulatedService;
  now = 0;
  private readonly clock: VirtualClock = {
    now: 0,
    heardTo: 0,
    dateOf: (seconds) => new Date(START + Math.round(seconds * 1000)),
  };

  constructor(
    readonly scenario: Scenario,
    settings: RolloutSettings,
    order = String(scenario.seed),
  ) {
    const { fleet, seed, deaths } = scenario;
    const { clock } = this;
    const random = new Random(seed, 1);
    const rollout = startedRollout(settings, order, clock.dateOf(0));
    this.memory = new MemoryStores(fleet, clock, { rollout });
    const die = (failpoint: Failpoint): void => {
      if (failpoint !== 'overdue-read' && random.chance(deaths)) throw new WorkerKilled(failpoint);
    };
    let mayDie = false;
    const { memory } = this;
    const base = {
      env: readEnv({ MONGODB_URI: 'mongodb://simulated', REDIS_URL: 'redis://simulated' }),
      log: LOG,
      now: () => clock.dateOf(clock.now),
      stores: memory.stores,
    };
    this.service = {
      deps: {
        ...base,
        metrics: METRICS,
        random: () => random.next(),
        // No device of a simulation reports a configuration, so that these are never read.
        knownSequences: createKnownSequences(base),
        deviceMemory: new DeviceMemory(0, () => clock.now),
        deafness: () => Promise.resolve({ of: () => NEVER_DEAF }),
        failpoint: (failpoint) => {
          if (mayDie) die(failpoint);
          return ignoreFailpoints(failpoint);
        },
        runningRollouts: () =>
          Promise.resolve(new Set(memory.holder.rollout.state === 'Running' ? [rollout._id] : [])),
      },
      organisationId: ORGANISATION,
      rollout: () => {
        mayDie = deaths > 0;
        return Promise.resolve(memory.holder.rollout);
      },
      setTime: (now, heardTo) => {
        mayDie = false;
        clock.now = now;
        clock.heardTo = heardTo;
      },
      dateOf: (seconds) => clock.dateOf(seconds),
      // Heartbeats of other devices change nothing but their last time, which is computed.
      beating: () =>
        Promise.resolve(
          [...memory.upgrades.inFlight].flatMap(
            ({ routerInventoryId }) => fleet.byId.get(routerInventoryId) ?? [],
          ),
        ),
    };
  }

  /** Advances by a minute, or by more while nothing is in flight. */
  async step(): Promise<RolloutRecord> {
    const isIdle = this.memory.upgrades.inFlight.size === 0;
    this.now += isIdle && this.now > IDLE_S ? IDLE_S : MINUTE_S;
    return simulateMinute(this.service, this.scenario.fleet, this.now);
  }

  /**
   * Runs until the rollout is paused or all that are up are upgraded, or `until` says so.
   * @param isOpen whether the gates pause nothing
   */
  async run(until: () => boolean = () => false, isOpen = false): Promise<RolloutRecord> {
    let idleS = 0;
    for (;;) {
      const before = this.now;
      const rollout = await this.step();
      if (isOpen && rollout.state === 'Paused')
        this.memory.holder.rollout = { ...rollout, state: 'Running', stateReason: null };
      const { watch, stages } = rollout;
      const isThrough =
        stages.every(({ state }) => state === 'Done') && (watch?.state ?? 'hold_out') === 'hold_out';
      idleS = isThrough && this.memory.upgrades.inFlight.size === 0 ? idleS + this.now - before : 0;
      if ((rollout.state !== 'Running' && !isOpen) || idleS > IDLE_S) return rollout;
      if (rollout.state === 'Completed' || this.now > LONGEST_S || until()) return rollout;
    }
  }

  verdict(by: string | null): Verdict {
    const { fleet } = this.scenario;
    const offered = [...this.memory.upgrades.all.values()].filter(({ offeredAt }) => offeredAt !== null);
    const sickened = offered.flatMap(({ routerInventoryId }) => {
      const device = fleet.byId.get(routerInventoryId);
      return device?.reaction.sickness && device.startsAt !== null ? [device.startsAt] : [];
    });
    const minutes = by === null || sickened.length === 0 ? null : (this.now - Math.min(...sickened)) / 60;
    return { by, minutes, offered: offered.length, harmed: sickened.length };
  }
}

const LOG = createLogger('silent', 'simulation');
const METRICS = createMetrics();

/** A rollout that has started, with a seed of its own. */
function startedRollout(settings: RolloutSettings, seed: string, at: Date): RolloutRecord {
  return {
    ...draftOf(1, { ...settings, seed, version: settings.version, end_at: endAfter(at) }, at),
    organisationId: ORGANISATION,
    createdBy: 1,
    networkIds: null,
    includesUnassigned: true,
    derivedFrom: null,
    state: 'Running',
    scheduleId: 1,
    releaseId: 1,
    startedAt: at,
    tickAt: at,
    bucket: emptyBucket(at),
  };
}

/** Runs a scenario under the gates and, to compare them, under plain thresholds: the same happens to the same devices. */
export async function runScenario(
  seed: number,
  name: ScenarioName,
  withThresholds = false,
): Promise<RunResult> {
  const scenario = scenarioOf(seed, name);
  const run = new SimulatedRun(scenario, scenario.settings);
  const thresholds = new Thresholds();
  const { state, stateReason } = await run.run(() => withThresholds && thresholds.judge(run));
  const gates = run.verdict(state === 'Paused' ? String(stateReason?.['gate']) : null);
  const looks = run.memory.events.filter(({ action }) => action === 'rollout.health_look').length;
  const found = { seed, scenario: name, devices: scenario.fleet.devices.length, looks };
  if (!withThresholds) return { ...found, rules: { gates } };
  // What the thresholds would have done if the gates had not paused the rollout.
  const isOver = gates.by === null || thresholds.isDecided;
  const rest = isOver ? run : await runOpen(scenarioOf(seed, name), thresholds);
  return { ...found, rules: { gates, ...thresholds.verdicts(rest) } };
}

/** Runs a scenario without gates until the thresholds have tripped. */
async function runOpen(scenario: Scenario, thresholds: Thresholds): Promise<SimulatedRun> {
  const run = new SimulatedRun(scenario, scenario.settings);
  await run.run(() => {
    thresholds.judge(run);
    return thresholds.isDecided;
  }, true);
  return run;
}
