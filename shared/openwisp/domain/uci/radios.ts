import type { RadioEntry } from '../../../configuration/domain/document.js';
import { WIDTHS } from '../../../configuration/records/domain/radio-channels.js';
import type { DeviceLeftOut } from '../../../configuration/records/domain/device-configuration.js';
import type { PartRadio, RadioStandard } from '../../../inventory/domain/part-radio.js';
import { lacking } from '../../../ucentral/domain/config/left-out.js';
import type { UciSection, UciValue } from './uci-file.js';

export interface RadioSections {
  /** The radios on which SSIDs can be. One that the document does not set is as the device has it. */
  readonly usable: readonly PartRadio[];
  readonly sections: readonly UciSection[];
  readonly leftOut: readonly DeviceLeftOut[];
}

const WIDEST: Readonly<Record<RadioStandard, number>> = { ht: 40, vht: 160, he: 160, eht: 320 };

/** Options of the device's own wifi-device sections, which it has named and of which the hardware part says the band. */
export function radioSections(entries: readonly RadioEntry[], radios: readonly PartRadio[]): RadioSections {
  const usable: PartRadio[] = [];
  const sections: UciSection[] = [];
  const leftOut: DeviceLeftOut[] = [];
  for (const radio of radios) {
    const entry = entries.find(({ band }) => band === radio.band);
    if (entry?.enabled !== false) usable.push(radio);
    if (!entry) continue;
    const isFirst = radios.find(({ band }) => band === radio.band) === radio;
    const { options, lacks } = optionsOf(entry, radio, isFirst);
    leftOut.push(...lacks);
    const isSet = Object.values(options).some((value) => value !== null);
    if (isSet) sections.push({ file: 'wireless', type: 'wifi-device', name: radio.name, options });
  }
  for (const { band, enabled } of entries) {
    const isThere = radios.some((radio) => radio.band === band);
    if (enabled === true && !isThere && radios.length > 0)
      leftOut.push(lacking(0, 'radio', band, 'no radio of this band'));
  }
  return { usable, sections, leftOut };
}

/** Of several radios of a band the first takes the channel, and the others choose theirs. */
function optionsOf(entry: RadioEntry, radio: PartRadio, isFirst: boolean) {
  const { enabled, country, channel, channels, width_mhz: width, power_dbm: power } = entry;
  const takesChannel = typeof channel === 'number' && isFirst;
  const { htmode, lacks } = modeOf(radio, width);
  const options: Record<string, UciValue> = {
    disabled: enabled === null ? null : Number(!enabled),
    country,
    channel: channel === null || takesChannel ? channel : 'auto',
    channels: channel === 'auto' && channels !== null && channels.length > 0 ? channels.map(String) : null,
    htmode,
    txpower: typeof power === 'number' ? power : null,
    legacy_rates: radio.band === '2g' && entry.legacy_rates !== null ? Number(entry.legacy_rates) : null,
    ...Object.fromEntries(entry.options.uci.map(pairOf)),
  };
  return { options, lacks };
}

/** The widest mode of the radio's standard up to the width. */
function modeOf(
  { name, band, standard }: PartRadio,
  width: number | null,
): { readonly htmode: string | null; readonly lacks: readonly DeviceLeftOut[] } {
  if (width === null) return { htmode: null, lacks: [] };
  const mhz = Math.max(20, ...WIDTHS[band].filter((one) => one <= Math.min(width, WIDEST[standard])));
  // 2.4 GHz has no VHT.
  const named = standard === 'vht' && band === '2g' ? 'ht' : standard;
  const lacks = mhz === width ? [] : [lacking(0, 'width', name, `${mhz} MHz instead of ${width}`)];
  return { htmode: `${named.toUpperCase()}${mhz}`, lacks };
}

/** The name and the value of a line `name=value`. */
export function pairOf(line: string): [name: string, value: string] {
  const at = line.indexOf('=');
  return [line.slice(0, at), line.slice(at + 1)];
}
