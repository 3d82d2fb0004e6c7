import type { Schema } from '../api/answer';
import { numberIn } from '../components/form';
import { optionsIn, optionsToText } from '../components/option-rows';

export type Radio = Schema<'RadioSettings'>;
export type RadioPatch = NonNullable<Schema<'RadioSettingsInput'>>;
export type Band = keyof Radio['bands'];

export const BANDS = { '2g': '2.4 GHz', '5g': '5 GHz', '6g': '6 GHz' } as const satisfies Record<
  Band,
  string
>;
export const BAND_NAMES = Object.keys(BANDS) as Band[];

export const WIDTHS: Readonly<Record<Band, readonly string[]>> = {
  '2g': ['20', '40'],
  '5g': ['20', '40', '80', '160'],
  '6g': ['20', '40', '80', '160', '320'],
};

/** What a form holds of a band. An empty text: not set. */
export interface BandValues {
  readonly enabled: string;
  readonly channel: string;
  readonly channels: string;
  readonly width: string;
  readonly power: string;
  readonly legacyRates: string;
  /** Rows as a text. */
  readonly options: string;
}

export interface RadioValues extends Readonly<Record<Band, BandValues>> {
  readonly country: string;
}

export const RADIO_LABELS = { country: 'Country', ...BANDS } as const;

const NO_BAND = {
  enabled: '',
  channel: '',
  channels: '',
  width: '',
  power: '',
  legacyRates: '',
  options: '',
};
export const NO_RADIO: RadioValues = { country: '', '2g': NO_BAND, '5g': NO_BAND, '6g': NO_BAND };

/** The form of the settings that are set. */
export function radioValuesOf({ country, bands }: Radio): RadioValues {
  return {
    country: country ?? '',
    '2g': bandValuesOf(bands['2g']),
    '5g': bandValuesOf(bands['5g']),
    '6g': bandValuesOf(bands['6g']),
  };
}

function bandValuesOf(band: Radio['bands'][Band]): BandValues {
  return {
    enabled: textOf(band.enabled),
    channel: textOf(band.channel),
    channels: band.channels?.join(', ') ?? '',
    width: textOf(band.width_mhz),
    power: textOf(band.power_dbm),
    legacyRates: textOf(band.legacy_rates),
    options: optionsToText(band.options),
  };
}

function textOf(value: boolean | number | string | null): string {
  return value === null ? '' : String(value);
}

/** All settings of the form; null where a field is empty. A text that is no value is refused at its field. */
export function radioPatchOf(values: RadioValues): RadioPatch {
  const bands = Object.fromEntries(BAND_NAMES.map((band) => [band, bandPatchOf(values[band])]));
  return { country: values.country.trim().toUpperCase() || null, bands };
}

/** The settings that the form has a value for. */
export function setMembersOf(values: RadioValues): Pick<RadioPatch, 'country' | 'bands'> | null {
  const { country, bands } = radioPatchOf(values);
  const set = Object.entries(bands ?? {}).flatMap(([band, settings]) => {
    const members = Object.entries(settings ?? {}).filter(([, value]) => value !== null);
    return members.length === 0 ? [] : [[band, Object.fromEntries(members)] as const];
  });
  if (!country && set.length === 0) return null;
  return { ...(country ? { country } : {}), ...(set.length > 0 ? { bands: Object.fromEntries(set) } : {}) };
}

function bandPatchOf({ enabled, channel, channels, width, power, legacyRates, options }: BandValues) {
  const among = channels.split(/[\s,;]+/).filter((entry) => entry !== '');
  return {
    enabled: enabled === '' ? null : enabled === 'true',
    channel: numberIn(channel),
    channels: among.length === 0 ? null : among.map(numberIn),
    width_mhz: numberIn(width),
    power_dbm: numberIn(power),
    legacy_rates: legacyRates === '' ? null : legacyRates === 'true',
    options: optionsIn(options),
  };
}
