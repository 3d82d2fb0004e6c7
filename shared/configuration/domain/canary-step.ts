import { missingSsids, type ConfigurationState } from '../records/domain/device-configuration.js';
import type { CanaryPart, Hold, HoldCode } from '../records/domain/network-configuration.js';
import { partOf, type NetworkCanary } from './network-canary.js';
import { isLive, runningKey, variantOf, type Target } from './target-of.js';

/** A change of the canary of one part: the next write of the network's record. */
export type CanaryStep = {
  readonly part: string;
  readonly variant?: string | undefined;
  readonly deviceId: number;
  readonly at: Date;
} & (
  | { readonly kind: 'claim'; readonly tries: number }
  /** @property isPassed the device runs the change already: the document is the one that it has */
  | { readonly kind: 'fetch'; readonly isPassed: boolean }
  | { readonly kind: 'apply'; readonly isPassed: boolean }
  | { readonly kind: 'pass' }
  /** @property until when the radios of the canary are expected to be up */
  | { readonly kind: 'wait'; readonly until: Date }
  /** @property ssidId the SSID that the canary had on the air before, and leaves out */
  | { readonly kind: 'refuse'; readonly code: HoldCode | null; readonly ssidId?: number }
  /** @property hold the hold that ends */
  | { readonly kind: 'lift'; readonly hold: Hold }
);

/** So long after its fetch a canary may wait for its radios: twice the longest time that one listens for radar, and more. */
export const MAX_WAITING_S = 1800;
/** What the expected end must differ by to be written again: heartbeats take their time. */
const WAITING_CHANGE_MS = 5000;

/** A heartbeat of a managed device. */
export interface CanaryBeat {
  readonly device: { readonly _id: number; readonly partNumber: string };
  readonly state: ConfigurationState;
  readonly target: Target;
  readonly at: Date;
  /** Whether the device has an upgrade that has not ended. */
  readonly isUpgrading: boolean;
}

/** What a heartbeat means for the canary of the device's part; null: nothing. */
export function stepOfBeat(
  network: NetworkCanary,
  { device: { _id: deviceId, partNumber: part }, state, target, at, isUpgrading }: CanaryBeat,
): CanaryStep | null {
  const { held, baseSeq, settings } = network;
  if (baseSeq === null || !state.report) return null;
  const variant = variantOf(target.live);
  const step = { part, deviceId, at, ...(variant === undefined ? {} : { variant }) };
  const isApplied = isLive(runningKey(state), target.live);
  if (held) {
    const isBack = held.reason === 'canary_lost' && held.deviceId === deviceId && held.part === part;
    return isBack && isApplied ? { ...step, kind: 'lift', hold: held } : null;
  }
  const entry = partOf(network, part, variant);
  if (!entry || entry.deviceId === null)
    return isUpgrading ? null : { ...step, kind: 'claim', tries: (entry?.tries ?? 0) + 1 };
  if (entry.deviceId !== deviceId || entry.passedAt !== null) return null;
  const { rendered, refused } = state;
  if (rendered && isLive(rendered.key, target.live) && refused?.revision === rendered.revision)
    return { ...step, kind: 'refuse', code: refused.code };
  const { waitingS } = state.report;
  if (typeof waitingS === 'number') return waitOf(entry, step, waitingS);
  if (!isApplied) return null;
  const ssidId = lostSsid(state);
  if (ssidId !== undefined) return { ...step, kind: 'refuse', code: 'left_out', ssidId };
  if (entry.appliedAt === null) return { ...step, kind: 'apply', isPassed: settings.soakS === 0 };
  const isSoaked = at.getTime() - entry.appliedAt.getTime() >= settings.soakS * 1000;
  return isSoaked ? { ...step, kind: 'pass' } : null;
}

function waitOf(
  { fetchedAt, waitingUntil }: CanaryPart,
  step: Pick<CanaryStep, 'part' | 'variant' | 'deviceId' | 'at'>,
  waitingS: number,
): CanaryStep | null {
  if (fetchedAt === null) return null;
  const latest = fetchedAt.getTime() + MAX_WAITING_S * 1000;
  const until = Math.min(step.at.getTime() + waitingS * 1000, latest);
  const isKnown = until - (waitingUntil?.getTime() ?? 0) < WAITING_CHANGE_MS;
  return isKnown ? null : { ...step, kind: 'wait', until: new Date(until) };
}

/** The first SSID that the device had on the air before the change, and does not have with it, although the document does. */
export function lostSsid({ report, previous, rendered }: ConfigurationState): number | undefined {
  if (!report) return undefined;
  return missingSsids(report).find(
    (id) => previous?.applied.includes(id) && rendered?.ssids?.includes(id) !== false,
  );
}

/**
 * What a fetch of the live document means for the canary of the device's part; null: nothing.
 * @param isSame whether the device has the document already
 */
export function stepOfFetch(
  network: NetworkCanary,
  { _id: deviceId, partNumber: part }: CanaryBeat['device'],
  {
    at,
    isSame,
    variant,
  }: { readonly at: Date; readonly isSame: boolean; readonly variant?: string | undefined },
): CanaryStep | null {
  const entry = partOf(network, part, variant);
  if (network.baseSeq === null || network.held || entry?.deviceId !== deviceId || entry.passedAt !== null)
    return null;
  if (entry.fetchedAt !== null && !isSame) return null;
  const step = { part, deviceId, at, ...(variant === undefined ? {} : { variant }) };
  return { ...step, kind: 'fetch', isPassed: isSame };
}

/** The state of a network's canaries after a step. */
export function afterStep(network: NetworkCanary, step: CanaryStep): NetworkCanary {
  const { part, variant } = step;
  const isOf = (entry: CanaryPart): boolean => entry.part === part && entry.variant === variant;
  if (step.kind === 'claim')
    return { ...network, parts: [...network.parts.filter((entry) => !isOf(entry)), claimOf(step)] };
  if (step.kind === 'refuse') return { ...network, held: refusalOf(step) };
  const change = changeOf(step);
  const parts = network.parts.map((entry) => (isOf(entry) ? { ...entry, ...change } : entry));
  return { ...network, parts, held: step.kind === 'lift' ? null : network.held };
}

/** The entry of a canary that has the place of its part. */
export function claimOf({
  part,
  variant,
  deviceId,
  tries,
  at: claimedAt,
}: Extract<CanaryStep, { readonly kind: 'claim' }>): CanaryPart {
  const claimed = { deviceId, tries, claimedAt, fetchedAt: null, appliedAt: null, passedAt: null };
  return { part, ...(variant === undefined ? {} : { variant }), ...claimed };
}

/** The fields of a part's entry that a step sets. */
export function changeOf(
  step: Exclude<CanaryStep, { readonly kind: 'claim' | 'refuse' }>,
): Partial<CanaryPart> {
  const { at } = step;
  if (step.kind === 'pass') return { passedAt: at };
  if (step.kind === 'wait') return { waitingUntil: step.until };
  if (step.kind === 'lift') return { appliedAt: at, liftedAt: at };
  const passed = step.isPassed ? { passedAt: at } : {};
  return step.kind === 'fetch' ? { fetchedAt: at, ...passed } : { appliedAt: at, ...passed };
}

/** The hold that a canary's refusal begins. */
export function refusalOf({
  part,
  deviceId,
  at,
  code,
  ssidId,
}: Extract<CanaryStep, { readonly kind: 'refuse' }>): Hold {
  return { reason: 'canary', part, deviceId, code, ...(ssidId === undefined ? {} : { ssidId }), at };
}
