/** Why a device that a stage covers gets no upgrade. */
export type Ineligible = 'onVersion' | 'noFirmware' | 'releaseGone';

/** A device that gets no upgrade, and why. */
export interface IneligibleDevice {
  readonly deviceId: number;
  readonly reason: Ineligible;
}

/** How many devices get no upgrade, by reason. */
export type IneligibleCounts = Readonly<Record<Ineligible, number>>;

export const NONE_INELIGIBLE: IneligibleCounts = { onVersion: 0, noFirmware: 0, releaseGone: 0 };
