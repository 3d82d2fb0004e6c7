import type { paths } from '../api/schema';
import { numberIn } from '../components/form';
import { clockTime, OWN_ZONE } from '../components/time-zone';
import type { Windows } from '../windows/hours-fields';
import type { Rollout } from './rollout';

export type Settings = paths['/v1/rollouts']['post']['requestBody'] extends (infer Body) | undefined
  ? NonNullable<Body> extends { content: { 'application/json': infer Content } }
    ? Content
    : never
  : never;

export const STAGE_KINDS = ['canary_per_part', 'count', 'percent', 'targets'] as const;

/** A stage as the form holds it: numbers are texts until they are sent. */
export interface StageValues {
  readonly kind: (typeof STAGE_KINDS)[number];
  readonly amount: string;
  readonly targets: readonly string[];
  readonly soak: string;
  readonly approval: boolean;
}

/** The settings of a rollout as the form holds them. */
export interface RolloutValues {
  readonly name: string;
  readonly version: string;
  readonly targets: readonly string[];
  readonly exclude: readonly string[];
  readonly stages: readonly StageValues[];
  readonly perMinute: string;
  readonly maxInFlight: string;
  readonly networkPercent: string;
  readonly switchesLast: boolean;
  readonly failurePercent: string;
  readonly minFinished: string;
  readonly deliveryPercent: string;
  readonly secondOpinion: boolean;
  readonly health: boolean;
  readonly holdOutPercent: string;
  readonly watchMinutes: string;
  readonly action: string;
  readonly timeZone: string;
  readonly windows: Windows;
  readonly startAt: string;
  readonly savePrevConfig: boolean;
}

/** The names of the fields. */
export const LABELS: Readonly<Record<keyof RolloutValues, string>> = {
  name: 'Name',
  version: 'Version',
  savePrevConfig: 'Devices keep their previous configuration',
  targets: 'Targets',
  exclude: 'Exclude',
  stages: 'Stages',
  perMinute: 'New upgrades per minute',
  maxInFlight: 'Devices upgraded at once, at most',
  networkPercent: 'Share of a network upgraded at once, in percent',
  failurePercent: 'Failure gate: pause above this percentage of failures',
  minFinished: 'Failure gate: judge after this many upgrades have finished',
  deliveryPercent: 'Delivery gate: pause when this percentage does not get the firmware',
  secondOpinion: 'Second opinion about a bad canary',
  action: 'When a gate trips',
  health: 'Health gate',
  holdOutPercent: 'Devices that are upgraded last, in percent',
  watchMinutes: 'Watch before these are upgraded, in minutes',
  switchesLast: 'Switches after the access points of their network',
  timeZone: 'Time zone',
  startAt: 'Start',
  windows: 'Maintenance windows',
};

const SOAK = '30';
const stage = (kind: StageValues['kind'], amount: string): StageValues => {
  return { kind, amount, targets: [], soak: SOAK, approval: false };
};

export const NEW_STAGE = stage('percent', '100');

/** What the service would choose, written out so that it can be seen. */
export const DEFAULTS: RolloutValues = {
  name: '',
  version: '',
  targets: [],
  exclude: [],
  stages: [stage('canary_per_part', '1'), ...['10', '50', '100'].map((amount) => stage('percent', amount))],
  perMinute: '',
  maxInFlight: '500',
  networkPercent: '25',
  switchesLast: true,
  failurePercent: '5',
  minFinished: '10',
  deliveryPercent: '50',
  secondOpinion: true,
  health: true,
  holdOutPercent: '2',
  watchMinutes: '1440',
  action: 'pause',
  timeZone: OWN_ZONE,
  windows: [],
  startAt: '',
  savePrevConfig: false,
};

/** The request that sends the form; without a version, with the latest release. */
export function settingsOf(values: RolloutValues, latest: string): Settings {
  return {
    name: values.name,
    version: values.version || latest,
    targets: [...values.targets],
    exclude: [...values.exclude],
    stages: values.stages.map(stageOf),
    rate: { per_minute: numberIn(values.perMinute) as number },
    max_in_flight: numberIn(values.maxInFlight) as number,
    network: { max_percent: numberIn(values.networkPercent) as number, switches_last: values.switchesLast },
    gates: {
      failure_percent: numberIn(values.failurePercent) as number,
      min_finished: numberIn(values.minFinished) as number,
      delivery_percent: numberIn(values.deliveryPercent) as number,
      second_opinion: values.secondOpinion,
      health: values.health,
      hold_out_percent: numberIn(values.holdOutPercent) as number,
      watch_minutes: numberIn(values.watchMinutes) as number,
      action: values.action as Rollout['gates']['action'],
    },
    time_zone: values.timeZone,
    windows: values.windows,
    // Without an offset, the service reads it in the time zone of the rollout.
    start_at: (values.startAt === '' ? null : values.startAt) as string,
    save_prev_config: values.savePrevConfig,
  };
}

function stageOf({ kind, amount, targets, soak, approval }: StageValues) {
  const covers = kind === 'targets' ? { targets: [...targets] } : { [kind]: numberIn(amount) as number };
  return { ...covers, soak_minutes: numberIn(soak) as number, approval };
}

/** The form of a draft. */
export function valuesOf(rollout: Rollout): RolloutValues {
  const { gates, network, rate } = rollout;
  return {
    name: rollout.name,
    version: rollout.version,
    targets: rollout.targets,
    exclude: rollout.exclude,
    stages: rollout.stages.map((each) => {
      const kind = STAGE_KINDS.find((name) => each[name] !== undefined) ?? 'percent';
      const amount = kind === 'targets' ? '' : String(each[kind] ?? '');
      return {
        kind,
        amount,
        targets: each.targets ?? [],
        soak: String(each.soak_minutes),
        approval: each.approval,
      };
    }),
    perMinute: rate.per_minute === null ? '' : String(rate.per_minute),
    maxInFlight: String(rollout.max_in_flight),
    networkPercent: String(network.max_percent),
    switchesLast: network.switches_last,
    failurePercent: String(gates.failure_percent),
    minFinished: String(gates.min_finished),
    deliveryPercent: String(gates.delivery_percent),
    secondOpinion: gates.second_opinion,
    health: gates.health,
    holdOutPercent: String(gates.hold_out_percent),
    watchMinutes: String(gates.watch_minutes),
    action: gates.action,
    timeZone: rollout.time_zone,
    windows: rollout.windows,
    startAt: rollout.start_at === null ? '' : clockTime(rollout.start_at, rollout.time_zone),
    savePrevConfig: rollout.save_prev_config,
  };
}
