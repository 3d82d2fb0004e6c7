import { isEnd, type UpgradeCause, type UpgradeStatus } from '../../../upgrades/domain/upgrade-status.js';
import type { RolloutSettings } from '../settings.js';
import { binomialPValue, type Exposed } from './binomial.js';
import { exceedsBy, fisherPValue, type Observed } from './fisher.js';
import { lookLimit } from './look-limit.js';
import { isTreated, type LookRow, type PartState } from './look-rows.js';
import { DEVICE_SIGNS, SIGNS, signOf, type Sign, type SignContext } from './signs.js';
import { vanElteren, type Stratum } from './van-elteren.js';

/** What a test is about: signs of devices, or a quantity of all of them. */
export const TESTS = [
  'down',
  'restarted',
  'restarts',
  'radio',
  'deserted',
  'configuration',
  'clients',
  'throughput',
  'refused',
  'memory',
] as const;
export type TestName = (typeof TESTS)[number];

/** The quantities that are compared by ranks. The values of a network are lower where a device fares worse. */
export const RANKED = ['clients', 'throughput', 'refused', 'memory'] as const;
export type RankedName = (typeof RANKED)[number];

/** One test of a look. */
export interface SignTest {
  readonly sign: TestName;
  readonly p: number;
  /** The sick devices of both groups, or the events; null of a quantity. */
  readonly treated: Observed | null;
  readonly control: Observed | null;
  /** By which share a quantity is worse. */
  readonly effect: number | null;
  /** Whether the difference is large enough to matter, however certain it is. */
  readonly matters: boolean;
}

/** An upgrade of a sick device. */
export interface SickUpgrade {
  readonly id: number;
  readonly macId: string;
  readonly stage: number;
  readonly status: UpgradeStatus;
  readonly cause: UpgradeCause | null;
}

/** How many devices a look has found sick, by whether their upgrade is a Success or in flight. */
export interface SickDevices {
  readonly success: number;
  readonly inFlight: number;
}

/** What one look at a hardware part found. */
export interface PartLook {
  readonly part: string;
  readonly verdict: 'no_control' | 'passed' | 'tripped';
  /** All treated and control devices, and how many of them have a sign. */
  readonly treated: Observed;
  readonly control: Observed;
  /** The test that chance explains least in proportion to its limit; null when none was made. */
  readonly sign: TestName | null;
  readonly p: number | null;
  readonly limit: number | null;
  readonly effect: number | null;
  readonly tests: readonly SignTest[];
  /** The sick upgrades of the current stage that the failure gate does not count, by whether they have ended. */
  readonly sick: { readonly ended: number; readonly open: number };
  /** The sick devices of all stages whose upgrade has not failed. */
  readonly sickNow: SickDevices;
  /** The first sick devices. */
  readonly examples: readonly { readonly upgrade_id: number; readonly mac_id: string; readonly sign: Sign }[];
}

export interface JudgedPart {
  readonly state: PartState;
  /** How many parts the rollout has. */
  readonly parts: number;
  /** The current stage, from 1, and whether its devices are canaries. */
  readonly stage: number;
  readonly isCanary: boolean;
  readonly gates: RolloutSettings['gates'];
  readonly context: SignContext;
  /** Whether a network counts: no upgrade of a switch is in flight there. */
  readonly isCalm: (networkId: number) => boolean;
  /** Upgrades of sick devices; one that is missing is not treated any more. */
  readonly upgrades: ReadonlyMap<number, SickUpgrade>;
  /** Whether another device of its network was heard after this one fell silent. */
  readonly isSiteAlive: (row: LookRow) => boolean;
  /** The quantities that devices send, by network. */
  readonly ranked: ReadonlyMap<RankedName, readonly Stratum[]>;
}

/** With fewer devices in the cohort a look judges nothing. */
export const MIN_CONTROL = 5;
const MAX_EXAMPLES = 10;
const MIN_EVENTS = 3;
const MIN_EFFECT = 0.2;
/** Without a control group: reboots of a whole fleet at night are no sign. */
const MAX_RESTARTS_ALONE = 3;

/** The signs of each test that counts devices. */
const COUNTED: Readonly<Partial<Record<TestName, readonly Sign[]>>> = {
  down: ['down', 'other_version'],
  restarted: ['restarted'],
  radio: ['radio'],
  deserted: ['deserted'],
  configuration: ['configuration'],
};

/** Tests of what not every device sends: the devices that do. */
const SENT: Readonly<Partial<Record<TestName, (row: LookRow) => boolean>>> = {
  radio: ({ radios }) => radios > 0,
  deserted: ({ clientsBefore }) => clientsBefore >= 0,
  configuration: ({ confirmed }) => confirmed >= 0,
};

/** The devices of a look that are compared: those that have begun, in networks that count. */
export function comparedRows({ rows }: PartState, isCalm: JudgedPart['isCalm']): LookRow[] {
  return rows.filter((row) => row.began > 0 && row.outcome > 0 && isCalm(row.networkId));
}

/** The treated devices that have any sign. */
export function sickRows(rows: readonly LookRow[], context: SignContext): { row: LookRow; sign: Sign }[] {
  const sick: { row: LookRow; sign: Sign }[] = [];
  for (const row of rows) {
    const sign = isTreated(row) ? signOf(row, DEVICE_SIGNS, context) : null;
    if (sign !== null) sick.push({ row, sign });
  }
  return sick;
}

/** Compares the treated devices of a part with its cohort. */
export function judgePart(judged: JudgedPart): PartLook {
  const { state, gates, context, upgrades } = judged;
  const rows = comparedRows(state, judged.isCalm);
  const found = sickRows(rows, context);
  const sick = found.filter(({ row }) => upgrades.has(row.upgradeId));
  const gone = new Set(found.map(({ row }) => row.upgradeId).filter((id) => !upgrades.has(id)));
  const treated = rows.filter((row) => isTreated(row) && !gone.has(row.upgradeId));
  const control = rows.filter((row) => !isTreated(row));
  const cohort = state.rows.filter((row) => !isTreated(row)).length;
  const hasControl = gates.health && cohort >= MIN_CONTROL;
  const tests = hasControl && treated.length > 0 ? testsOf(judged, treated, control) : [];
  const limit = tests.length === 0 ? null : lookLimit(state.tested + 1, judged.parts, tests.length);
  const [worst] = [...tests].sort((a, b) => Number(b.matters) - Number(a.matters) || a.p - b.p);
  const trips = worst?.matters === true && limit !== null && worst.p <= limit;
  const ofStage = sick.filter(
    ({ row, sign }) => row.stage === judged.stage && (hasControl || judged.isCanary || counts(row, sign)),
  );
  const unfailed = ofStage.flatMap(({ row }) => upgrades.get(row.upgradeId) ?? []).filter(isUncounted);
  const ended = unfailed.filter(({ status }) => isEnd(status)).length;
  return {
    part: state.part,
    verdict: hasControl ? (trips ? 'tripped' : 'passed') : 'no_control',
    treated: { sick: sick.length, devices: treated.length },
    control: {
      sick: control.filter((row) => signOf(row, DEVICE_SIGNS, context) !== null).length,
      devices: control.length,
    },
    sign: worst?.sign ?? null,
    p: worst?.p ?? null,
    limit,
    effect: worst?.effect ?? null,
    tests,
    sick: { ended, open: unfailed.length - ended },
    sickNow: sickNow(sick, upgrades),
    examples: examplesOf(sick, worst?.sign ?? null, upgrades),
  };

  /** Whether the failure gate does not count the upgrade: where there is a control group, it leaves silence to looks. */
  function isUncounted({ status, cause }: SickUpgrade): boolean {
    return status !== 'Failed' || (hasControl && (cause === 'silent' || cause === 'went_silent'));
  }

  /** Whether a sick device counts without a control group: what a site or a whole fleet does at a time is no sign. */
  function counts(row: LookRow, sign: Sign): boolean {
    if (sign === 'down') return judged.isSiteAlive(row);
    return sign !== 'restarted' || row.restarts - row.restartsBefore >= MAX_RESTARTS_ALONE;
  }
}

function sickNow(sick: readonly { readonly row: LookRow }[], upgrades: JudgedPart['upgrades']): SickDevices {
  const statuses = sick.flatMap(({ row }) => upgrades.get(row.upgradeId)?.status ?? []);
  return {
    success: statuses.filter((status) => status === 'Success').length,
    inFlight: statuses.filter((status) => !isEnd(status)).length,
  };
}

function examplesOf(
  sick: readonly { readonly row: LookRow; readonly sign: Sign }[],
  worst: TestName | null,
  upgrades: JudgedPart['upgrades'],
): PartLook['examples'] {
  const first = worst === null ? undefined : COUNTED[worst];
  const rank = (sign: Sign): number => (first?.includes(sign) === true ? 0 : 1);
  return [...sick]
    .sort((a, b) => rank(a.sign) - rank(b.sign))
    .flatMap(({ row, sign }) => {
      const upgrade = upgrades.get(row.upgradeId);
      return upgrade ? [{ upgrade_id: upgrade.id, mac_id: upgrade.macId, sign }] : [];
    })
    .slice(0, MAX_EXAMPLES);
}

const NONE: Observed = { sick: 0, devices: 0 };

function testsOf(judged: JudgedPart, treated: readonly LookRow[], control: readonly LookRow[]): SignTest[] {
  const { gates, context } = judged;
  const counted = (Object.entries(COUNTED) as [TestName, readonly Sign[]][]).flatMap(([sign, signs]) => {
    const sent = SENT[sign];
    const groups = [treated, control].map((rows) => (sent ? rows.filter(sent) : rows));
    if (sent && groups.some((rows) => rows.length === 0)) return [];
    const [ours = NONE, theirs = NONE] = groups.map((rows) => ({
      sick: rows.filter((row) => signs.some((each) => SIGNS[each](row, context))).length,
      devices: rows.length,
    }));
    const matters = ours.sick >= gates.min_sick && exceedsBy(ours, theirs, gates.excess_percent);
    return [{ sign, p: fisherPValue(ours, theirs), treated: ours, control: theirs, effect: null, matters }];
  });
  const ranked = [...judged.ranked].flatMap(([sign, strata]) => {
    const found = vanElteren(strata);
    if (!found) return [];
    const effect = sign === 'memory' ? -found.shift : lossOf(sign, found.shift);
    return [{ sign, p: found.p, treated: null, control: null, effect, matters: effect >= MIN_EFFECT }];
  });
  return [...counted, restartsTest(treated, control, context.now), ...ranked];
}

/** The share by which a quantity is worse, from the shift of its logarithm; refusals are worse when there are more. */
function lossOf(sign: RankedName, shift: number): number {
  return sign === 'refused' ? Math.exp(-shift) - 1 : 1 - Math.exp(shift);
}

function restartsTest(treated: readonly LookRow[], control: readonly LookRow[], now: number): SignTest {
  const exposed = (rows: readonly LookRow[]): Exposed => ({
    events: rows.reduce((sum, { events }) => sum + events, 0),
    exposure: rows.reduce((sum, { beganAt }) => sum + Math.max(0, now - beganAt), 0),
  });
  const [ours, theirs] = [exposed(treated), exposed(control)];
  const isDoubled = ours.events * theirs.exposure >= 2 * theirs.events * ours.exposure;
  return {
    sign: 'restarts',
    p: binomialPValue(ours, theirs),
    treated: { sick: ours.events, devices: treated.length },
    control: { sick: theirs.events, devices: control.length },
    effect: null,
    matters: ours.events >= MIN_EVENTS && isDoubled,
  };
}
