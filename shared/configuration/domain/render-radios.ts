import { optionLines } from '../records/domain/device-options.js';
import { BANDS, type Band } from '../records/domain/radio-channels.js';
import type { BandSettings, OrNull, RadioSettings } from '../records/domain/radio-settings.js';
import type { RadioEntry } from './document.js';
import { canonicalForm } from './revision.js';

export interface FormedRadios {
  readonly entries: readonly RadioEntry[];
  readonly form: string;
}

/** What the settings of networks are as entries, as long as the settings are in use. */
const known = new WeakMap<RadioSettings, FormedRadios>();
const NOTHING_SET = formed(null, null);

/** The entries of an access point and their canonical form, which many devices of a network have in common. */
export function formedRadios(ofNetwork: RadioSettings | null, ofDevice: RadioSettings | null): FormedRadios {
  if (ofDevice) return formed(ofNetwork, ofDevice);
  if (!ofNetwork) return NOTHING_SET;
  const before = known.get(ofNetwork);
  if (before) return before;
  const made = formed(ofNetwork, null);
  known.set(ofNetwork, made);
  return made;
}

function formed(ofNetwork: RadioSettings | null, ofDevice: RadioSettings | null): FormedRadios {
  const country = ofDevice?.country ?? ofNetwork?.country ?? null;
  const entries = BANDS.map((band) =>
    renderBand(band, country, { ...ofNetwork?.bands?.[band], ...ofDevice?.bands?.[band] }),
  );
  return { entries, form: canonicalForm(entries) };
}

function renderBand(
  band: Band,
  country: string | null,
  {
    enabled = null,
    channel = null,
    channels = null,
    width_mhz = null,
    power_dbm = null,
    legacy_rates = null,
    options = null,
  }: Partial<OrNull<BandSettings>>,
): RadioEntry {
  // Those of the network mean nothing where the device sets a channel.
  const among = channel === 'auto' ? channels : null;
  return {
    band,
    enabled,
    country,
    channel,
    channels: among,
    width_mhz,
    power_dbm,
    legacy_rates,
    options: optionLines(options),
  };
}
