import type { OnlineSeriesRecord } from '../models/online-series.js';
import type { TallyKey } from './tally-keys.js';

/** A resolution of the series: the distance of its points, how many are in one record, and how long they are kept. */
export interface Resolution {
  readonly stepS: number;
  readonly steps: number;
  readonly keptS: number;
}

const DAY_S = 86_400;

/** Finest first. */
export const RESOLUTIONS: readonly Resolution[] = [
  { stepS: 60, steps: 60, keptS: 2 * DAY_S },
  { stepS: 900, steps: 96, keptS: 35 * DAY_S },
  { stepS: 7200, steps: 120, keptS: 400 * DAY_S },
];

/** Where the point of the step that a time belongs to is stored. */
export function stepAt({ stepS, steps }: Resolution, at: Date): { from: Date; step: number } {
  const from = chunkOf({ stepS, steps }, at);
  return { from, step: Math.floor((at.getTime() - from.getTime()) / (stepS * 1000)) };
}

/** The resolutions in which a time belongs to a later step than the last time with points; all of them without one. */
export function newSteps(at: Date, last: Date | null): Resolution[] {
  const stepOf = (time: Date, stepS: number): number => Math.floor(time.getTime() / (stepS * 1000));
  return RESOLUTIONS.filter(({ stepS }) => last === null || stepOf(last, stepS) < stepOf(at, stepS));
}

/** The first time of the record that a time belongs to. */
export function chunkOf({ stepS, steps }: Pick<Resolution, 'stepS' | 'steps'>, at: Date): Date {
  const lengthMs = stepS * steps * 1000;
  return new Date(Math.floor(at.getTime() / lengthMs) * lengthMs);
}

/** The record of a tally's points from a time on, without its organisation and its points. */
export function recordFrom(
  organisationId: number,
  tallyKey: TallyKey,
  { stepS, steps, keptS }: Resolution,
  from: Date,
): Omit<OnlineSeriesRecord, 'organisationId' | 'points'> {
  const _id = `${organisationId}:${tallyKey ?? 'all'}:${stepS}:${from.getTime()}`;
  return { _id, tallyKey, stepS, from, expiresAt: new Date(from.getTime() + (stepS * steps + keptS) * 1000) };
}

/** The coarsest resolution that has a point in every step, among those that still have the beginning. */
export function resolutionFor(from: Date, stepS: number, now: Date): Resolution {
  const ageS = (now.getTime() - from.getTime()) / 1000;
  const [finest] = RESOLUTIONS.filter(({ keptS }) => keptS >= ageS);
  const fitting = RESOLUTIONS.filter((one) => one.stepS <= stepS && one.keptS >= ageS).at(-1);
  return fitting ?? finest ?? (RESOLUTIONS.at(-1) as Resolution);
}
