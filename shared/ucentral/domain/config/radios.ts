import type { RadioEntry } from '../../../configuration/domain/document.js';
import type { DeviceLeftOut } from '../../../configuration/records/domain/device-configuration.js';
import { BANDS, type Band } from '../../../configuration/records/domain/radio-channels.js';
import type { Capabilities, Phy } from './capabilities.js';
import { lacking } from './left-out.js';
import { fitChannel } from './radio-channel.js';
import { modeOf, USUAL_WIDTH, widthsUpTo, type RadioMode } from './radio-mode.js';
import type { RadioBand, RadioConfig } from './ucentral-config.js';

export interface MappedRadios {
  readonly radios: readonly RadioConfig[];
  /** The bands on which SSIDs can be. */
  readonly bands: ReadonlySet<Band>;
  readonly leftOut: readonly DeviceLeftOut[];
}

/** The radios that one entry of a configuration sets. */
interface Group {
  readonly band: RadioBand;
  readonly phys: readonly Phy[];
}

const LAST_LOWER_CHANNEL = 68;
const FIRST_UPPER_CHANNEL = 96;

/** The radios of the device as the document sets them, each as near as the device can. */
export function radiosOf(
  entries: readonly RadioEntry[],
  capabilities: Capabilities,
  country: string | null,
): MappedRadios {
  const radios: RadioConfig[] = [];
  const bands = new Set<Band>();
  const leftOut: DeviceLeftOut[] = [];
  for (const band of BANDS) {
    const entry = entries.find((one) => one.band === band);
    const groups = country === null ? [] : groupsOf(band, capabilities.phys);
    const mapped = groups.flatMap((group) => {
      const mode = modeOf(group.phys, band);
      return mode ? [mapGroup(group, mode, band, entry, capabilities)] : [];
    });
    if (country === null || mapped.length === 0) {
      if (entry?.enabled === true) leftOut.push(lacking(0, 'radio', band, 'no radio of this band'));
      continue;
    }
    bands.add(band);
    radios.push(...mapped.map(({ radio }) => ({ ...radio, country })));
    if (entry) leftOut.push(...lacksOf(band, entry, mapped));
  }
  return { radios, bands, leftOut };
}

/** The radios of a band: two of 5 GHz that share no channel are set apart. */
function groupsOf(band: Band, all: readonly Phy[]): Group[] {
  const phys = all.filter(({ bands }) => bands.includes(band));
  if (phys.length === 0) return [];
  if (band === '2g') return [{ band: '2G', phys }];
  if (band === '6g') return [{ band: '6G', phys }];
  const lower = phys.filter(({ channels }) => channels.every((channel) => channel <= LAST_LOWER_CHANNEL));
  const upper = phys.filter(({ channels }) => channels.every((channel) => channel >= FIRST_UPPER_CHANNEL));
  const isApart = lower.length > 0 && upper.length > 0 && lower.length + upper.length === phys.length;
  if (!isApart) return [{ band: '5G', phys }];
  return [
    { band: '5G-lower', phys: lower },
    { band: '5G-upper', phys: upper },
  ];
}

type MappedRadio = Omit<RadioConfig, 'country'>;

interface MappedGroup {
  readonly radio: MappedRadio;
  /** The channels of the setting that the radios have; null when it names none. */
  readonly among: readonly number[] | null;
}

function mapGroup(
  { band: name, phys }: Group,
  mode: RadioMode,
  band: Band,
  entry: RadioEntry | undefined,
  { mayUseDfs }: Capabilities,
): MappedGroup {
  const isOffered = (channel: number): boolean =>
    phys.every(
      ({ channels, dfsChannels }) =>
        channels.includes(channel) && (mayUseDfs || !dfsChannels.includes(channel)),
    );
  const widths = widthsUpTo(mode, entry?.width_mhz ?? USUAL_WIDTH[band]);
  const wanted = typeof entry?.channel === 'number' ? entry.channel : null;
  const fitted = wanted === null ? null : fitChannel(band, wanted, widths, isOffered);
  const among = entry?.channels?.filter(isOffered) ?? null;
  const { enabled = null, power_dbm: power = null, legacy_rates: legacyRates = null } = entry ?? {};
  const radio: MappedRadio = {
    band: name,
    channel: fitted?.channel ?? 'auto',
    'channel-mode': mode.mode,
    'channel-width': fitted?.width ?? widths[0] ?? USUAL_WIDTH[band],
    ...(among && among.length > 0 ? { 'valid-channels': among } : {}),
    // Without this, the device warns of each radio of 5 GHz.
    ...(band === '5g' && !mayUseDfs ? { 'allow-dfs': false as const } : {}),
    ...(enabled === null ? {} : { enable: enabled }),
    ...(typeof power === 'number' ? { 'tx-power': power } : {}),
    ...(legacyRates === null ? {} : { 'legacy-rates': legacyRates }),
  };
  return { radio, among };
}

/** What none of the radios of a band has as it is set. */
function lacksOf(band: Band, entry: RadioEntry, mapped: readonly MappedGroup[]): DeviceLeftOut[] {
  const lacks: DeviceLeftOut[] = [];
  const radios = mapped.map(({ radio }) => radio);
  const { channel, channels, width_mhz: width, options } = entry;
  if (typeof channel === 'number' && !radios.some((radio) => radio.channel === channel)) {
    const nearest = radios.find((radio) => radio.channel !== 'auto')?.channel ?? 'auto';
    lacks.push(lacking(0, 'channel', band, `${nearest} instead of ${channel}`));
  }
  if (channels && channels.length > 0 && mapped.every(({ among }) => among?.length === 0))
    lacks.push(lacking(0, 'channel', band, 'none of the channels'));
  if (width !== null && !radios.some((radio) => radio['channel-width'] === width)) {
    const [widest = 0] = radios.map((radio) => radio['channel-width']).sort((one, other) => other - one);
    lacks.push(lacking(0, 'width', band, `${widest} MHz instead of ${width}`));
  }
  if (options.hostapd.length + options.uci.length > 0) lacks.push(lacking(0, 'options', band));
  return lacks;
}
