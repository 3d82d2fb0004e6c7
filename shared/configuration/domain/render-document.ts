import type { RadioSettings } from '../records/domain/radio-settings.js';
import {
  MAX_DOCUMENT_BYTES,
  SCHEMA,
  type ConfigurationDocument,
  type LeftOut,
  type UplinkEntry,
  type WirelessEntry,
} from './document.js';
import { wordOf, type Meanings } from './meanings.js';
import { plainText } from './plain-text.js';
import { formedRadios } from './render-radios.js';
import { renderSsid, type SsidSource } from './render-ssid.js';
import { chooseSsids } from './choose-ssids.js';
import { canonicalForm, formOfRest, writeDocument, type WrittenDocument } from './revision.js';

/** Grows when the renderer gives other documents for the same records. */
export const RENDERER_VERSION = 3;

export interface DeviceSource {
  readonly id: number;
  readonly macId: string;
  readonly name: string;
  readonly partNumber: string;
  readonly isSwitch: boolean;
  readonly networkId: number | null;
  readonly tagIds: readonly number[];
  /** Null: those of the network. */
  readonly radio: RadioSettings | null;
}

/** All that the document of a device is made of. Lists may be in any order. */
export interface DocumentSources {
  readonly meanings: Meanings;
  readonly salt: string;
  readonly heartbeatIntervalS: number;
  readonly confirmWithinS: number;
  readonly device: DeviceSource;
  readonly timeZone: string | null;
  /** The radio settings of the device's network; null: none. */
  readonly radio: RadioSettings | null;
  /** The SSIDs of the device's network. */
  readonly ssids: readonly SsidSource[];
  readonly uplinks: readonly {
    readonly id: number;
    readonly uplinkType: string;
    /** With its secrets in clear text; null when these cannot be decrypted. */
    readonly details: Readonly<Record<string, unknown>> | null;
  }[];
  readonly ports: readonly { readonly number: number; readonly name: string }[];
}

export interface Rendered extends WrittenDocument {
  readonly document: ConfigurationDocument;
  readonly leftOut: readonly LeftOut[];
}

/** The document of a device and its revision. The same sources always give the same document. */
export function renderDocument(sources: DocumentSources): Rendered {
  const { device } = sources;
  const { uplinks, leftOut: uplinksLeftOut } = renderUplinks(sources);
  const rest = {
    schema: SCHEMA,
    salt: sources.salt,
    device: {
      id: device.id,
      mac_id: device.macId,
      name: plainText(device.name),
      part_number: plainText(device.partNumber),
    },
    time_zone: sources.timeZone ?? 'UTC',
    heartbeat_interval_s: sources.heartbeatIntervalS,
    confirm_within_s: sources.confirmWithinS,
    uplinks,
    ports: byKey(sources.ports, ({ number }) => number).map(({ number, name }) => ({
      number,
      name: plainText(name),
    })),
  } as const satisfies Omit<ConfigurationDocument, 'radios' | 'wireless'>;
  const radios = device.isSwitch ? NO_RADIOS : formedRadios(sources.radio, device.radio);
  const form = formOfRest(rest, radios.form);
  const maxBytes = MAX_DOCUMENT_BYTES - Buffer.byteLength(form.before + form.after) - FIXED_BYTES;
  const { wireless, forms, leftOut } = renderWireless(sources, maxBytes);
  return {
    ...writeDocument(form, forms),
    document: { ...rest, radios: radios.entries, wireless },
    leftOut: [...leftOut, ...uplinksLeftOut],
  };
}

const NO_RADIOS = { entries: [], form: '[]' } as const;

/** `{`, `,"revision":"…",` and `,"wireless":[]}` */
const FIXED_BYTES = 95;

function byKey<T>(list: readonly T[], keyOf: (entry: T) => number): T[] {
  return [...list].sort((a, b) => keyOf(a) - keyOf(b));
}

/** The SSIDs that the device has, by id. The first that exceeds the size is left out with all after it. */
function renderWireless({ device, meanings, ssids }: DocumentSources, maxBytes: number) {
  const { chosen, shadowed } = chooseSsids(
    byKey(ssids, ({ id }) => id),
    device,
  );
  const wireless: WirelessEntry[] = [];
  const forms: string[] = [];
  const leftOut = shadowed.map(({ id, ssid }): LeftOut => ({
    ssid_id: id,
    field: 'ssid_name',
    value: plainText(ssid.ssid_name),
    reason: 'shadowed',
  }));
  let bytes = 0;
  let isFull = false;
  for (const source of chosen) {
    const rendered = renderOnce(meanings, source);
    if ('leftOut' in rendered) {
      leftOut.push(rendered.leftOut);
      continue;
    }
    bytes += rendered.bytes + 1;
    isFull ||= bytes > maxBytes;
    if (isFull) leftOut.push({ ssid_id: source.id, field: null, value: null, reason: 'too_large' });
    else {
      wireless.push(rendered.entry);
      forms.push(rendered.form);
    }
  }
  return { wireless, forms, leftOut };
}

type RenderedOnce =
  | { readonly leftOut: LeftOut }
  | { readonly entry: WirelessEntry; readonly form: string; readonly bytes: number };

/** What SSIDs are in the meanings of an installation, as long as both are in use. */
const known = new WeakMap<Meanings, WeakMap<SsidSource, RenderedOnce>>();

/** The entry of an SSID, which is the same for all devices that are rendered from the same object. */
function renderOnce(meanings: Meanings, source: SsidSource): RenderedOnce {
  const ofMeanings = known.get(meanings) ?? new WeakMap<SsidSource, RenderedOnce>();
  known.set(meanings, ofMeanings);
  const before = ofMeanings.get(source);
  if (before) return before;
  const rendered = renderSsid(meanings, source);
  const made = 'leftOut' in rendered ? rendered : withForm(rendered.entry);
  ofMeanings.set(source, made);
  return made;
}

function withForm(entry: WirelessEntry): RenderedOnce {
  const form = canonicalForm(entry);
  return { entry, form, bytes: Buffer.byteLength(form) };
}

/** The settings of an uplink that a document shows; other fields of a template's entry are its own. */
const UPLINK_SETTINGS = [
  'protocol',
  'priority',
  'address',
  'netmask',
  'gateway',
  'dns',
  'vlan_id',
  'mtu',
  'ssid',
  'key',
  'apn',
  'username',
  'password',
] as const;

function renderUplinks({ meanings, uplinks }: DocumentSources) {
  const entries: UplinkEntry[] = [];
  const leftOut: LeftOut[] = [];
  for (const { uplinkType, details } of byKey(uplinks, ({ id }) => id)) {
    const type = wordOf(meanings, 'uplink_type', uplinkType);
    if (details === null) leftOut.push({ ssid_id: null, field: 'key', value: null, reason: 'key_missing' });
    else if (type !== undefined) entries.push({ type, settings: settingsOf(details) });
    else
      leftOut.push({
        ssid_id: null,
        field: 'uplink_type',
        value: plainText(uplinkType).slice(0, 64),
        reason: 'unknown_number',
      });
  }
  return { uplinks: entries, leftOut };
}

/** Texts and safe integers; anything else is not shown. */
function settingsOf(details: Readonly<Record<string, unknown>>): Record<string, string | number> {
  const settings: Record<string, string | number> = {};
  for (const name of UPLINK_SETTINGS) {
    const value = Object.hasOwn(details, name) ? details[name] : undefined;
    if (typeof value === 'string') settings[name] = plainText(value);
    else if (Number.isSafeInteger(value)) settings[name] = value as number;
  }
  return settings;
}
