import { isoSeconds } from '../../../platform/values/iso-time.js';
import { NEVER_DEAF, type Deafness } from '../../../deaf-periods/domain/deafness.js';
import type { StageSettings } from '../settings.js';
import type { RolloutRecord, StateReason } from '../../models/rollout.js';
import type { FailedExample, FinishedPart } from '../../models/rollout-stage.js';
import type { PartLook, SignTest } from '../health/judge-part.js';

/** A look at the hardware parts of a rollout. */
export interface StageLook {
  /** The number of the look, from 1. */
  readonly number: number;
  /** The current stage, from 1; the last one after its end. */
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
/** After so long looks are hourly. */
const WEEK_MS = 7 * 86_400_000;
const HOUR_MS = 3_600_000;

type Looked = Pick<RolloutRecord, 'state' | 'settings' | 'stages' | 'lookedAt' | 'startedAt'>;

/**
 * Whether a look is due: every ten minutes, hourly after a week, unless a stage is about to begin; and when the soak of a
 * stage is over. Without the health gate, only canary stages are looked at, at their end. None while the service is deaf,
 * or was a moment ago.
 * @param index of the current stage, from 0; after the last, the number of stages
 */
export function isLookDue(
  { state, settings, stages, lookedAt, startedAt }: Looked,
  index: number,
  now: Date,
  deafness: Deafness = NEVER_DEAF,
): boolean {
  const [stage, given] = [stages[index], settings.stages[index]];
  if (state !== 'Running' || deafness.mustWait(now)) return false;
  if (stage && given && isEnding(stage, given, now, deafness))
    return settings.gates.health || 'canary_per_part' in given;
  const isBound = stage?.state !== 'Waiting' && stage?.state !== 'Binding';
  const age = now.getTime() - (startedAt?.getTime() ?? 0);
  const every = startedAt !== null && age > WEEK_MS ? HOUR_MS : LOOK_EVERY_MS;
  const isTime = lookedAt === null || lookedAt.getTime() + every <= now.getTime();
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

/** The reason for a pause when the gate has tripped, with the part that is least explained by chance. */
export function healthReason(look: StageLook): StateReason | null {
  const [worst] = look.parts
    .filter(({ verdict }) => verdict === 'tripped')
    .sort((a, b) => (a.p ?? 1) - (b.p ?? 1));
  if (!worst) return null;
  const test = worst.tests.find(({ sign }) => sign === worst.sign);
  return {
    gate: 'health_gate',
    stage: look.stage,
    part: worst.part,
    sign: worst.sign,
    counts: test ? countsOf(test, worst) : {},
    ...(worst.effect === null ? {} : { effect: shownP(worst.effect) }),
    p: shownP(worst.p ?? 0),
    limit: shownP(worst.limit ?? 0),
    randomised: look.randomised,
    examples: worst.examples,
    at: isoSeconds(look.at),
  };
}

/** The numbers of a test, under the names of the API. */
export function countsOf({ sign, treated, control }: SignTest, part: PartLook): Record<string, number> {
  if (!treated || !control) return { treated: part.treated.devices, control: part.control.devices };
  const [ours, theirs] = sign === 'restarts' ? ['restarts', 'control_restarts'] : ['sick', 'control_sick'];
  return {
    [ours]: treated.sick,
    treated: treated.devices,
    [theirs]: control.sick,
    control: control.devices,
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
