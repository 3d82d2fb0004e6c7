import Joi from 'joi';
import type { FirmwareReleaseRecord, FirmwareUrl } from '../../firmware/models/firmware-release.js';
import type { FleetLookupStore } from '../stores/lookup-store.js';
import {
  fileSize,
  firmwareUrl,
  MAX_FILES,
  partNumber as partText,
  releaseNotes,
  sha256,
  signature,
} from '../../firmware/domain/firmware-file.js';
import { changesFiles } from '../../firmware/domain/changed-files.js';
import { describeUse, isUsed, pauseRunning } from '../../rollouts/operations/used-releases.js';
import { versionText } from '../../platform/values/texts.js';
import { flag, id } from '../domain/fields.js';
import { valuesOf, type CheckContext } from './check-context.js';
import { each } from './export-context.js';
import type { FleetSection } from './section.js';
import { upsert, type WriteContext } from './write-context.js';

export interface FirmwareReleaseEntry {
  /** Of a release that is added, unless another one has it. */
  id?: number;
  version: string;
  /** By hardware part, like the three fields that describe the file behind each url. */
  url: Record<string, string>;
  sha256?: Record<string, string>;
  size?: Record<string, number>;
  signature?: Record<string, string>;
  organisation_id: number | null;
  is_released: boolean;
  notes?: string | null;
}

const FILE_FIELDS = ['sha256', 'size', 'signature'] as const;

/** A value for each hardware part. */
const byParts = (value: Joi.Schema) => Joi.object().pattern(partText, value);

/** Identifies a release; without an organisation it is for all of them. */
export const releaseKey = (organisationId: number | null, version: string): string =>
  `${organisationId ?? ''} ${version}`;

interface Named {
  readonly organisation_id: number | null;
  readonly version: string;
}

/** The ids of stored releases by {@link releaseKey}: those of the organisations and of all. */
export async function storedReleases(
  lookup: FleetLookupStore,
  named: readonly Named[],
): Promise<Map<string, number>> {
  const stored = await lookup.releases(
    [...new Set(named.map(({ version }) => version))],
    [...new Set(named.map(({ organisation_id: organisationId }) => organisationId))],
  );
  return new Map(stored.map((one) => [releaseKey(one.organisationId, one.version), one._id]));
}

/** Of two releases of a version, an organisation gets its own. */
export function releaseFor(
  stored: ReadonlyMap<string, number>,
  { organisation_id: organisationId, version }: Named,
): number | undefined {
  return stored.get(releaseKey(organisationId, version)) ?? stored.get(releaseKey(null, version));
}

export const firmwareReleases: FleetSection<FirmwareReleaseEntry> = {
  schema: Joi.object({
    id,
    version: versionText.required(),
    url: byParts(firmwareUrl).max(MAX_FILES).required(),
    sha256: byParts(sha256),
    size: byParts(fileSize),
    signature: byParts(signature),
    organisation_id: id.allow(null).default(null),
    is_released: flag.required(),
    notes: releaseNotes.allow(null),
  }),

  sequence: 'firmwareReleases',

  async check(context, located) {
    const { organisations, parts } = context.known;
    await organisations.load(valuesOf(located, (entry) => entry.organisation_id));
    await parts.load(valuesOf(located, (entry) => Object.keys(entry.url ?? {})));
    const keyed: UsedCheck[] = [];
    for (const { path, entry } of located) {
      const { organisation_id: organisationId, version, url: urls = {} } = entry;
      context.addId('firmware_releases', path, entry.id);
      const isKeyed = organisationId !== undefined && version !== undefined;
      if (isKeyed && !context.addKey('release', releaseKey(organisationId, version))) {
        context.faults.add(`${path}.version`, `${version} occurs twice in firmware_releases`);
      }
      if (typeof organisationId === 'number') context.organisation(path, organisationId);
      for (const partNumber of Object.keys(urls)) context.part(`${path}.url.${partNumber}`, partNumber);
      if (entry.url === undefined) continue;
      if (isKeyed)
        keyed.push({ path, entry: { ...entry, organisation_id: organisationId, version, url: entry.url } });
      for (const field of FILE_FIELDS) {
        for (const partNumber of Object.keys(entry[field] ?? {})) {
          if (Object.hasOwn(urls, partNumber)) continue;
          context.faults.add(`${path}.${field}.${partNumber}`, `the release has no url for ${partNumber}`);
        }
      }
    }
    await checkUsed(context, keyed);
  },

  // The organisation and the version identify a release: stored ones keep their ids.
  async write(context, entries) {
    const { fleetLookup, fleetWrites, ids } = context.deps.stores;
    const stored = await storedReleases(fleetLookup, entries);
    await pauseWithdrawn(context, entries, stored);
    const idOf = (entry: FirmwareReleaseEntry) => stored.get(keyOf(entry));
    const added = entries.filter((entry) => idOf(entry) === undefined);
    const wanted = added.flatMap((entry) => entry.id ?? []);
    const taken = await fleetWrites.read('firmwareReleases', wanted);
    const hasOwn = ({ id: own }: FirmwareReleaseEntry) => own !== undefined && !taken.has(own);
    const others = added.filter((entry) => !hasOwn(entry));
    const first = others.length === 0 ? 0 : await ids.reserve('firmwareReleases', others.length);
    for (const entry of added) if (hasOwn(entry)) stored.set(keyOf(entry), entry.id ?? 0);
    others.forEach((entry, index) => stored.set(keyOf(entry), first + index));
    const write = upsert(
      'firmwareReleases',
      (entry: FirmwareReleaseEntry) => idOf(entry) ?? 0,
      (entry, existing) => ({
        _id: idOf(entry) ?? 0,
        version: entry.version,
        urls: Object.keys(entry.url).map((partNumber) => fileOf(entry, partNumber, existing)),
        organisationId: entry.organisation_id,
        isReleased: entry.is_released,
        ...(entry.notes === undefined ? {} : { notes: entry.notes }),
      }),
    );
    return write(context, entries);
  },

  export: each('firmwareReleases', ({ _id, version, urls, organisationId, isReleased, notes }) => ({
    id: _id,
    version,
    url: byPart(urls, (file) => file.url) ?? {},
    ...present(
      'sha256',
      byPart(urls, (file) => file.sha256),
    ),
    ...present(
      'size',
      byPart(urls, (file) => file.size),
    ),
    ...present(
      'signature',
      byPart(urls, (file) => file.signature),
    ),
    organisation_id: organisationId,
    is_released: isReleased,
    ...(notes ? { notes } : {}),
  })),
};

/** A valid entry of a release, with its path. */
interface UsedCheck {
  readonly path: string;
  readonly entry: FileEntry & Named;
}

interface FileEntry extends Pick<FirmwareReleaseEntry, 'url'> {
  readonly sha256?: Record<string, string> | undefined;
  readonly size?: Record<string, number> | undefined;
  readonly signature?: Record<string, string> | undefined;
}

/** A fault for each release whose files would change while open upgrades or rollouts use them. */
async function checkUsed({ deps, faults }: CheckContext, keyed: readonly UsedCheck[]): Promise<void> {
  const { fleetLookup, firmware, releaseUse } = deps.stores;
  const ids = await storedReleases(
    fleetLookup,
    keyed.map(({ entry }) => entry),
  );
  const stored = await firmware.byIds([...ids.values()]);
  for (const { path, entry } of keyed) {
    const release = stored.get(ids.get(releaseKey(entry.organisation_id, entry.version)) ?? 0);
    if (!release) continue;
    const files = Object.keys(entry.url).map((partNumber) => fileOf(entry, partNumber, release));
    if (!changesFiles(release.urls, files)) continue;
    const use = await releaseUse.of(release);
    if (isUsed(use)) faults.add(`${path}.url`, `the release is in use: ${describeUse(use)}`);
  }
}

/** Pauses the running rollouts of releases that the entries withdraw. */
async function pauseWithdrawn(
  { deps }: WriteContext,
  entries: readonly FirmwareReleaseEntry[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const withdrawn = entries
    .filter((entry) => !entry.is_released)
    .flatMap((entry) => ids.get(keyOf(entry)) ?? []);
  if (withdrawn.length === 0) return;
  for (const { _id, isReleased } of (await deps.stores.firmware.byIds(withdrawn)).values())
    if (isReleased) await pauseRunning(deps, _id);
}

function keyOf({ organisation_id: organisationId, version }: FirmwareReleaseEntry): string {
  return releaseKey(organisationId, version);
}

/** The file for a hardware part. A field that the entry leaves out stays while the url does. */
function fileOf(entry: FileEntry, partNumber: string, existing: FirmwareReleaseRecord | null): FirmwareUrl {
  const address = entry.url[partNumber] ?? '';
  const stored = existing?.urls.find((file) => file.partNumber === partNumber && file.url === address);
  return {
    partNumber,
    url: address,
    ...present('sha256', entry.sha256 ? ownValue(entry.sha256, partNumber) : stored?.sha256),
    ...present('size', entry.size ? ownValue(entry.size, partNumber) : stored?.size),
    ...present('signature', entry.signature ? ownValue(entry.signature, partNumber) : stored?.signature),
  };
}

/** Undefined when no file has the value. */
function byPart<Value>(
  urls: readonly FirmwareUrl[],
  read: (file: FirmwareUrl) => Value | undefined,
): Record<string, Value> | undefined {
  const values = urls.flatMap((file): [string, Value][] => {
    const value = read(file);
    return value === undefined ? [] : [[file.partNumber, value]];
  });
  return values.length === 0 ? undefined : Object.fromEntries(values);
}

function present<Name extends string, Value>(name: Name, value: Value | undefined): { [N in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [N in Name]: Value });
}

/** A part may be named as a property that every object has. */
function ownValue<Value>(values: Record<string, Value>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
