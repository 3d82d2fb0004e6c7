import type { Band } from '../../../configuration/records/domain/radio-channels.js';
import type { Phy } from './capabilities.js';
import type { ChannelMode } from './ucentral-config.js';

/** The modes of each band, the newest first. A mode that the radio does not have would be answered with a warning. */
const MODES: Readonly<Record<Band, readonly ChannelMode[]>> = {
  '2g': ['EHT', 'HE', 'HT'],
  '5g': ['EHT', 'HE', 'VHT', 'HT'],
  '6g': ['EHT', 'HE'],
};

/** The width without a setting, where the radio has it, in MHz. */
export const USUAL_WIDTH: Readonly<Record<Band, number>> = { '2g': 20, '5g': 80, '6g': 80 };

export interface RadioMode {
  readonly mode: ChannelMode;
  /** The widths of the mode, in MHz, the widest first; at least one. */
  readonly widths: readonly number[];
}

/** The newest mode that all radios have, with the widths that all of them have; null when there is none. */
export function modeOf(phys: readonly Pick<Phy, 'modes'>[], band: Band): RadioMode | null {
  const [first, ...others] = phys;
  if (!first) return null;
  const common = first.modes.filter((mode) => others.every(({ modes }) => modes.includes(mode)));
  for (const mode of MODES[band]) {
    const widths = common.flatMap((name) => {
      const [, prefix, width] = /^([A-Z]+)(\d+)$/.exec(name) ?? [];
      return prefix === mode ? [Number(width)] : [];
    });
    if (widths.length > 0) return { mode, widths: [...new Set(widths)].sort((one, other) => other - one) };
  }
  return null;
}

/** The widths of a mode that are at most the wanted one, the widest first; the narrowest when there is none. */
export function widthsUpTo({ widths }: RadioMode, wanted: number): readonly number[] {
  const fitting = widths.filter((width) => width <= wanted);
  return fitting.length > 0 ? fitting : widths.slice(-1);
}
