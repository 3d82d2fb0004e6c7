import { isoSeconds } from '../../../platform/values/iso-time.js';
import { NEVER_DEAF, type Deafness } from '../../../deaf-periods/domain/deafness.js';
import { isUp } from '../../../status/domain/heartbeat-time.js';
import { isEnd, type UpgradeStatus } from '../../../upgrades/domain/upgrade-status.js';
import type { StageSettings } from '../settings.js';
import type { FailedExample, FinishedPart, RolloutRecord, StateReason } from '../../models/rollout.js';
import type { Observed } from './fisher.js';
import { lookAtHealth, MAX_P, type HealthLook } from './gates.js';

/** Why a device is sick. */
export type Sign = 'down' | 'restarted' | 'other_version';

/** The state of a device, as its last heartbeat left it. */
export interface DeviceHealth {
  readonly at: Date | null;
  readonly firmwareVersion: string | null;
  /** How many times its uptime has fallen. */
  readonly restarts: number;
}

/** An upgrade of a treated group and the health of its device. */
export interface TreatedUpgrade {
  readonly id: number;
  readonly macId: string;
  readonly part: string;
  readonly status: UpgradeStatus;
  readonly sign: Sign | null;
}

/** What one look at a hardware part of a stage found. */
export interface PartLook {
  readonly part: string;
  readonly treated: Observed;
  readonly control: Observed;
  readonly verdict: HealthLook['verdict'];
  /** Null without a control group. */
  readonly p: number | null;
  /** The sick upgrades that have not failed, by whether they have ended. */
  readonly sick: { readonly ended: number; readonly open: number };
  /** The first sick devices. */
  readonly examples: readonly { readonly upgrade_id: number; readonly mac_id: string; readonly sign: Sign }[];
}

/** A look at the parts of a stage whose devices run the new version. */
export interface StageLook {
  /** From 1. */
  readonly stage: number;
  readonly at: Date;
  /** Whether the soak of the stage is over. */
  readonly isEnd: boolean;
  /** Whether chance decided which devices are upgraded first; false for a stage of `targets`. */
  readonly randomised: boolean;
  readonly parts: readonly PartLook[];
}

const MINUTE_MS = 60_000;
const LOOK_EVERY_MS = 600_000;
const MAX_EXAMPLES = 10;
const MAX_RESTARTS = 2;

/** The sign of a sick device; null when it is healthy. @param since how many restarts it had before */
export function signOf(
  health: DeviceHealth,
  since: number,
  version: string | null,
  now: Date,
  downAfterS: number,
): Sign | null {
  if (isUp(health.at, now, downAfterS) !== true) return 'down';
  if (health.restarts - since >= MAX_RESTARTS) return 'restarted';
  return version !== null && health.firmwareVersion !== version ? 'other_version' : null;
}

type Looked = Pick<RolloutRecord, 'state' | 'settings' | 'stages' | 'lookedAt'>;

/**
 * Whether a look at a stage is due: every ten minutes while it is bound and not Done, and when its soak is over. Without
 * the health gate, only canary stages are looked at, at their end. None while the service is deaf, or was a moment ago.
 * @param index from 0
 */
export function isLookDue(
  { state, settings, stages, lookedAt }: Looked,
  index: number,
  now: Date,
  deafness: Deafness = NEVER_DEAF,
): boolean {
  const [stage, given] = [stages[index], settings.stages[index]];
  if (state !== 'Running' || !stage || !given || deafness.mustWait(now)) return false;
  if (isEnding(stage, given, now, deafness)) return settings.gates.health || 'canary_per_part' in given;
  const isBound = stage.state !== 'Waiting' && stage.state !== 'Binding' && stage.state !== 'Done';
  const isTime = lookedAt === null || lookedAt.getTime() + LOOK_EVERY_MS <= now.getTime();
  return settings.gates.health && isBound && isTime;
}

/** Whether the soak of a stage is over. Times in which the service was deaf do not count. */
export function isEnding(
  { state, soakUntil }: Pick<RolloutRecord['stages'][number], 'state' | 'soakUntil'>,
  { soak_minutes: minutes }: Pick<StageSettings, 'soak_minutes'>,
  now: Date,
  deafness: Deafness,
): boolean {
  if (state !== 'Soaking' || soakUntil === null || deafness.mustWait(now)) return false;
  const begun = new Date(soakUntil.getTime() - minutes * MINUTE_MS);
  return deafness.silenceAfter(begun, soakUntil) <= deafness.judgedTo(now);
}

/** Compares the treated devices of each part with the control group of the part. */
export function lookAtParts(
  treated: readonly TreatedUpgrade[],
  controlOf: (part: string) => Observed,
  { gates }: Pick<RolloutRecord['settings'], 'gates'>,
): PartLook[] {
  const byPart = new Map<string, TreatedUpgrade[]>();
  for (const upgrade of treated) {
    const others = byPart.get(upgrade.part);
    if (others) others.push(upgrade);
    else byPart.set(upgrade.part, [upgrade]);
  }
  return [...byPart].map(([part, upgrades]) => {
    const sick = upgrades.flatMap(({ sign, ...upgrade }) => (sign === null ? [] : [{ ...upgrade, sign }]));
    const observed = { sick: sick.length, devices: upgrades.length };
    const control = controlOf(part);
    const limits = { excessPercent: gates.excess_percent, minSick: gates.min_sick };
    const look = lookAtHealth(observed, control, limits);
    const unfailed = sick.filter(({ status }) => status !== 'Failed');
    const ended = unfailed.filter(({ status }) => isEnd(status)).length;
    return {
      part,
      treated: observed,
      control,
      verdict: look.verdict,
      p: 'p' in look ? look.p : null,
      sick: { ended, open: unfailed.length - ended },
      examples: sick
        .slice(0, MAX_EXAMPLES)
        .map(({ id, macId, sign }) => ({ upgrade_id: id, mac_id: macId, sign })),
    };
  });
}

/** The reason for a pause when the gate has tripped, with the part that is least explained by chance. */
export function healthReason(look: StageLook): StateReason | null {
  const [worst] = look.parts
    .filter(({ verdict }) => verdict === 'tripped')
    .sort((a, b) => (a.p ?? 1) - (b.p ?? 1));
  if (!worst) return null;
  const { part, treated, control, p, examples } = worst;
  return {
    gate: 'health_gate',
    stage: look.stage,
    part,
    counts: {
      sick: treated.sick,
      treated: treated.devices,
      control_sick: control.sick,
      control: control.devices,
    },
    p: shownP(p ?? 0),
    limit: MAX_P,
    randomised: look.randomised,
    examples,
    at: isoSeconds(look.at),
  };
}

/** A p-value as it is shown: with three significant digits. */
export function shownP(p: number): number {
  return Number(p.toPrecision(3));
}

/**
 * The counts of the failure gate at a stage's end: the sick devices of parts without a control group have failed.
 */
export function withSick(
  { judged, failures }: { readonly judged: FinishedPart[]; readonly failures: FailedExample[] },
  { stage, parts }: StageLook,
): { judged: FinishedPart[]; failures: FailedExample[] } {
  const failing = parts.filter(({ verdict }) => verdict === 'no_control');
  return {
    judged: [
      ...judged,
      ...failing.map(({ part, sick: { ended, open } }) => {
        const sick = ended + open;
        // The ended ones are counted as Successes, and the open ones as Verifying.
        return { stage, part, success: -sick, failed: sick, counted: sick, undelivered: 0 };
      }),
    ],
    failures: [
      ...failures,
      ...failing.flatMap(({ part, examples }) =>
        examples.map((example) => ({ ...example, cause: null, stage, part })),
      ),
    ],
  };
}
