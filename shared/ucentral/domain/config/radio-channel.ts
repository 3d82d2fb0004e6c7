import type { Band } from '../../../configuration/records/domain/radio-channels.js';

/** The first channels of the groups that a wider transmission takes in 5 GHz: devices accept only these as its channel. */
const GROUPS: Readonly<Record<number, readonly number[]>> = {
  40: [36, 44, 52, 60, 100, 108, 116, 124, 132, 140, 149, 157, 165],
  80: [36, 52, 100, 116, 132, 149],
  160: [36, 100],
};
const SEARCHED_MHZ = 5;

/**
 * The channel and width that are nearest to the wanted ones; null when the radio has no such channel.
 * @param widths those to choose from, the widest first
 * @param isOffered whether the radio may send on a channel
 */
export function fitChannel(
  band: Band,
  wanted: number,
  widths: readonly number[],
  isOffered: (channel: number) => boolean,
): { readonly channel: number; readonly width: number } | null {
  for (const width of widths) {
    const channel = band === '5g' && width > 20 ? groupOf(wanted, width) : wanted;
    if (channel !== null && isOffered(channel)) return { channel, width };
  }
  return null;
}

/** The first channel of the group of a width that has the channel; null when none has. */
function groupOf(channel: number, width: number): number | null {
  const first = (GROUPS[width] ?? []).findLast((start) => start <= channel);
  return first !== undefined && channel < first + width / SEARCHED_MHZ ? first : null;
}
