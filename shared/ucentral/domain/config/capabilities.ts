import { createHash } from 'node:crypto';
import { canonicalForm } from '../../../configuration/domain/revision.js';
import { BANDS, type Band } from '../../../configuration/records/domain/radio-channels.js';
import { isObject, type JsonObject } from '../frame.js';

/** A radio as a device describes it. */
export interface Phy {
  readonly bands: readonly Band[];
  readonly channels: readonly number[];
  readonly dfsChannels: readonly number[];
  /** Such as `HE80`. */
  readonly modes: readonly string[];
}

/** What the mapping uses of the capabilities of an access point. */
export interface Capabilities {
  readonly phys: readonly Phy[];
  /** The country that the device has of its own. */
  readonly country: string | null;
  /** The only countries in which the device may send; null: any. */
  readonly countries: readonly string[] | null;
  readonly mayUseDfs: boolean;
}

/** Grows when the mapping gives other configurations for the same documents and capabilities. */
const MAPPING_VERSION = 1;

const MAX_PHYS = 16;
const MAX_LISTED = 256;
const MODE = /^(?:HT|VHT|HE|EHT)\d{2,3}$/;
const COUNTRY = /^[A-Z]{2}$/;

export function readCapabilities(capabilities: JsonObject): Capabilities {
  const restrictions = isObject(capabilities['restrictions']) ? capabilities['restrictions'] : {};
  const { country: allowed, dfs } = restrictions;
  const countries = typeof allowed === 'string' ? [allowed] : textsOf(allowed);
  const { country, wifi } = capabilities;
  return {
    phys: isObject(wifi) ? physOf(wifi) : [],
    country: typeof country === 'string' && COUNTRY.test(country) ? country : null,
    countries: countries.length > 0 ? countries : null,
    mayUseDfs: dfs !== true,
  };
}

/**
 * Represents the mapping of a device in the key of what it is to run: a number that changes with the mapping's version and
 * with the capabilities.
 */
export function mappingOf(capabilities: Capabilities): number {
  const form = canonicalForm([MAPPING_VERSION, capabilities]);
  return createHash('sha256').update(form).digest().readUInt32BE(0) >>> 1;
}

/** The radios in the order of their paths. */
function physOf(wifi: JsonObject): Phy[] {
  return Object.keys(wifi)
    .sort()
    .slice(0, MAX_PHYS)
    .flatMap((path) => {
      const phy = wifi[path];
      if (!isObject(phy)) return [];
      const named = textsOf(phy['band']).map((band) => band.toLowerCase());
      const bands = BANDS.filter((band) => named.includes(band));
      const modes = textsOf(phy['htmode']).filter((mode) => MODE.test(mode));
      const channels = numbersOf(phy['channels']);
      return channels.length === 0
        ? []
        : [{ bands, modes, channels, dfsChannels: numbersOf(phy['dfs_channels']) }];
    });
}

function textsOf(value: unknown): string[] {
  return listOf(value).filter((entry) => typeof entry === 'string');
}

function numbersOf(value: unknown): number[] {
  return listOf(value).filter((entry): entry is number => Number.isSafeInteger(entry));
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, MAX_LISTED) : [];
}
