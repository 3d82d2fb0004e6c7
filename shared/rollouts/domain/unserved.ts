/** Why a device that a stage covers gets no upgrade. */
export type Unserved = 'onVersion' | 'noFirmware' | 'releaseGone';

/** A device that gets no upgrade, and why. */
export interface UnservedDevice {
  readonly deviceId: number;
  readonly reason: Unserved;
}

/** How many devices get no upgrade, by reason. */
export type UnservedCounts = Readonly<Record<Unserved, number>>;

export const NONE_UNSERVED: UnservedCounts = { onVersion: 0, noFirmware: 0, releaseGone: 0 };
