import type { ReportedWifi } from './reported-wifi.js';

/** Why a device started. */
export const BOOT_REASONS = ['power', 'watchdog', 'panic', 'upgrade', 'user', 'unknown'] as const;
export type BootReason = (typeof BOOT_REASONS)[number];

/** Any other word is unknown. */
export function bootReason(word: string): BootReason {
  return BOOT_REASONS.find((reason) => reason === word) ?? 'unknown';
}

/** What a heartbeat reports of the device itself and its radios; null: not reported. */
export interface Measurements {
  readonly wifi: ReportedWifi | null;
  readonly memFreeKb: number | null;
  readonly loadPercent: number | null;
  readonly boot: BootReason | null;
}

/** Bytes a second since a heartbeat with `wifi` before, the last one that the process has heard; null without one. */
export interface TrafficRate {
  readonly rxRate: number | null;
  readonly txRate: number | null;
}

/** What the state of a device keeps of measurements; each is absent before it was first sent. */
export interface MeasuredState {
  wifi?: ReportedWifi & TrafficRate;
  /** When `wifi` was sent. */
  wifiAt?: Date;
  /** Whether a radio that its configuration switches on is not on the air. */
  radioDown?: boolean;
  memFreeKb?: number;
  loadPercent?: number;
  boot?: BootReason;
}

/** The counters of the last heartbeat with `wifi`. */
export type LastTraffic = Pick<ReportedWifi, 'rxBytes' | 'txBytes'> & { readonly at: Date };

/** The fields that a heartbeat writes: what it does not report stays as it is. */
export function measuredFields(
  measured: Measurements | null | undefined,
  at: Date,
  last: LastTraffic | undefined,
): MeasuredState {
  if (!measured) return {};
  const { wifi, memFreeKb, loadPercent, boot } = measured;
  return {
    ...(wifi ? wifiFields(wifi, at, last) : {}),
    ...(memFreeKb === null ? {} : { memFreeKb }),
    ...(loadPercent === null ? {} : { loadPercent }),
    ...(boot === null ? {} : { boot }),
  };
}

function wifiFields(wifi: ReportedWifi, at: Date, last: LastTraffic | undefined): MeasuredState {
  const radioDown = wifi.radios.some(({ on, up }) => on === true && up === false);
  return { wifi: { ...wifi, ...rateOf(wifi, at, last) }, wifiAt: at, radioDown };
}

/** How much a counter has grown; one that is smaller than before has begun anew. */
export function grownBy(before: number | null, now: number | null): number | null {
  if (before === null || now === null) return null;
  return now < before ? now : now - before;
}

function rateOf({ rxBytes, txBytes }: ReportedWifi, at: Date, last: LastTraffic | undefined): TrafficRate {
  const seconds = last ? (at.getTime() - last.at.getTime()) / 1000 : 0;
  const rate = (before: number | null | undefined, now: number | null): number | null => {
    const grown = seconds > 0 ? grownBy(before ?? null, now) : null;
    return grown === null ? null : Math.round(grown / seconds);
  };
  return { rxRate: rate(last?.rxBytes, rxBytes), txRate: rate(last?.txBytes, txBytes) };
}
