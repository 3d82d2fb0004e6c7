import { isDeepStrictEqual } from 'node:util';
import { readOptions, type DeviceOptions } from './device-options.js';
import { BANDS, hasWidth, type Band } from './radio-channels.js';

/** What callers set of the radios of a band, under the names of the API and of documents. */
export interface BandSettings {
  readonly enabled: boolean;
  /** The primary channel; `auto`: the device chooses. */
  readonly channel: number | 'auto';
  /** The primary channels among which the device chooses. */
  readonly channels: readonly number[];
  readonly width_mhz: number;
  readonly power_dbm: number | 'auto';
  /** Whether 2.4 GHz has the rates of 802.11b. */
  readonly legacy_rates: boolean;
  /** Replaced as a whole. */
  readonly options: DeviceOptions;
}

type BandMember = keyof BandSettings;
const BAND_MEMBERS = [
  'enabled',
  'channel',
  'channels',
  'width_mhz',
  'power_dbm',
  'legacy_rates',
  'options',
] as const satisfies readonly BandMember[];

/** The radio settings of a network or of a device as they are stored: only what is set, in a fixed order. */
export interface RadioSettings {
  /** ISO 3166-1 alpha-2. */
  readonly country?: string;
  readonly bands?: { readonly [Name in Band]?: Partial<BandSettings> };
}

/** The members of a type, each of which may be null. */
export type OrNull<T> = { readonly [Name in keyof T]: T[Name] | null };

/** A JSON Merge Patch: null removes a member, or a band, or all. */
export type RadioPatch = {
  readonly country?: string | null;
  readonly bands?: { readonly [Name in Band]?: Partial<OrNull<BandSettings>> | null } | null;
} | null;

/** The settings of a band as answers and documents show them; null: not set. */
export type ShownBand = OrNull<BandSettings>;

/** The radio settings with every member. */
export interface ShownRadio {
  readonly country: string | null;
  readonly bands: Readonly<Record<Band, ShownBand>>;
}

/** The settings after a patch; null when none is set. */
export function patchRadio(stored: RadioSettings | null, patch: RadioPatch): RadioSettings | null {
  if (patch === null) return null;
  const country = patch.country === undefined ? stored?.country : patch.country;
  const bands: Partial<Record<Band, Partial<BandSettings>>> = {};
  for (const band of BANDS) {
    const change = patch.bands === null ? null : patch.bands?.[band];
    const settings =
      change === null ? {} : withoutNulls({ ...stored?.bands?.[band], ...change, ...optionsIn(change) });
    if (Object.keys(settings).length > 0) bands[band] = settings;
  }
  const hasBands = Object.keys(bands).length > 0;
  if (!country && !hasBands) return null;
  return { ...(country ? { country } : {}), ...(hasBands ? { bands } : {}) };
}

/** Options of a patch as they are stored. */
function optionsIn(
  change: Partial<OrNull<BandSettings>> | undefined,
): Pick<Partial<OrNull<BandSettings>>, 'options'> {
  return change?.options ? { options: readOptions(change.options).options } : {};
}

function withoutNulls(settings: Partial<OrNull<BandSettings>>): Partial<BandSettings> {
  return Object.fromEntries(
    BAND_MEMBERS.flatMap((name) => {
      const value = settings[name];
      if (value === undefined || value === null) return [];
      return [[name, Array.isArray(value) ? value.toSorted((a, b) => a - b) : value]];
    }),
  );
}

/** The settings with every member; null: not set. */
export function presentRadio(stored: RadioSettings | null | undefined): ShownRadio {
  return {
    country: stored?.country ?? null,
    bands: { '2g': shownBand(stored, '2g'), '5g': shownBand(stored, '5g'), '6g': shownBand(stored, '6g') },
  };
}

function shownBand(stored: RadioSettings | null | undefined, band: Band): ShownBand {
  const {
    enabled = null,
    channel = null,
    channels = null,
    width_mhz = null,
    power_dbm = null,
    legacy_rates = null,
    options = null,
  } = stored?.bands?.[band] ?? {};
  return { enabled, channel, channels, width_mhz, power_dbm, legacy_rates, options };
}

/** Whether the options of any band differ. */
export function differInOptions(one: RadioSettings | null, other: RadioSettings | null): boolean {
  return BANDS.some((band) => !isDeepStrictEqual(one?.bands?.[band]?.options, other?.bands?.[band]?.options));
}

/** A setting that contradicts another one, by its path in the settings. */
export interface RadioFault {
  readonly path: string;
  readonly msg: string;
}

/**
 * What no device can do although each member alone is possible (docs/configuration.md#radio-refused).
 * @param patch only bands that it names are judged; absent: all
 */
export function radioFaults(settings: RadioSettings | null, patch?: RadioPatch): RadioFault[] {
  return BANDS.flatMap((band) => {
    const change = patch?.bands?.[band];
    const now = settings?.bands?.[band];
    if (patch !== undefined && !change) return [];
    return [...(now ? bandFaults(band, now, change ?? now) : []), ...optionFaults(band, change?.options)];
  });
}

function bandFaults(
  band: Band,
  { channel, channels, width_mhz: width }: Partial<BandSettings>,
  named: object,
): RadioFault[] {
  const faults: RadioFault[] = [];
  const fault = (member: BandMember, msg: string): void => {
    faults.push({ path: `bands.${band}.${member}`, msg });
  };
  if (channels && channel !== 'auto')
    fault('channels', 'need channel auto, which chooses among them; null removes them');
  if (width === undefined) return faults;
  const isWidthNamed = 'width_mhz' in named;
  const refuse = (member: BandMember, one: number): void => {
    if (isWidthNamed) fault('width_mhz', `channel ${one} of ${band} has no width of ${width} MHz`);
    else fault(member, `channel ${one} of ${band} has no width of ${width} MHz`);
  };
  if (typeof channel === 'number') {
    if (!hasWidth(band, channel, width)) refuse('channel', channel);
    return faults;
  }
  const narrow = channels?.find((one) => !hasWidth(band, one, width));
  if (narrow !== undefined) refuse('channels', narrow);
  return faults;
}

function optionFaults(band: Band, options: DeviceOptions | null = null): RadioFault[] {
  if (options === null) return [];
  return [...readOptions(options).problems].map(([path, problem]) => ({
    path: `bands.${band}.options${path}`,
    msg: problem.trimStart(),
  }));
}

/** Whether a patch names options of a band. */
export function setsOptions(patch: RadioPatch): boolean {
  return BANDS.some((band) => patch?.bands?.[band]?.options !== undefined);
}

/** What contradicts itself in a patch, whatever the settings are that it changes. */
export function patchFaults(patch: RadioPatch): RadioFault[] {
  const auto = { channel: 'auto' } as const;
  return radioFaults(patchRadio({ bands: { '2g': auto, '5g': auto, '6g': auto } }, patch), patch);
}
