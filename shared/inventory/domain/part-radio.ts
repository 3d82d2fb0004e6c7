import type { Band } from '../../configuration/records/domain/radio-channels.js';

/** What a radio speaks, from the oldest to the newest; each also has the widths of those before it. */
export const RADIO_STANDARDS = ['ht', 'vht', 'he', 'eht'] as const;
export type RadioStandard = (typeof RADIO_STANDARDS)[number];

/** A radio of a hardware part, by the name that its software gives it. */
export interface PartRadio {
  readonly name: string;
  readonly band: Band;
  readonly standard: RadioStandard;
}

/** The most radios of a hardware part. */
export const MAX_PART_RADIOS = 8;

/** The name of a section of UCI, such as radio0. */
export const RADIO_NAME = /^[A-Za-z0-9_]{1,32}$/;
