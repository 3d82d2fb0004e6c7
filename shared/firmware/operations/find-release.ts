import pLimit from 'p-limit';
import { readScope, seesUnreleasedFirmware, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { SortedPage, SortedPageRequest } from '../../platform/mongo/sorted-page.js';
import { compareVersions } from '../../platform/values/firmware-version.js';
import type { FirmwareDeps } from '../deps.js';
import type { FirmwareReleaseRecord } from '../models/firmware-release.js';

/** More devices are not counted. */
const MAX_COUNTED = 10_000;
const COUNTS_AT_ONCE = 4;

/** A release with the number of devices that the caller sees and that run its version. */
export interface ReleaseView {
  readonly release: FirmwareReleaseRecord;
  readonly runningOn: number;
  /** False when there are more. */
  readonly isExact: boolean;
}

/** A release that the caller may use. @throws AppError firmwareReleaseNotFound */
export async function findRelease(
  { stores }: FirmwareDeps,
  caller: Caller,
  id: number,
): Promise<FirmwareReleaseRecord> {
  const release = (await stores.firmware.byIds([id])).get(id);
  const isOwn = release?.organisationId === caller.organisationId || release?.organisationId === null;
  const isVisible = release?.isReleased === true || seesUnreleasedFirmware(caller);
  if (!release || !isOwn || !isVisible) throw new AppError('firmwareReleaseNotFound', { details: { id } });
  return release;
}

/** One page of the releases that the caller may use, sorted by id or by the order of versions. */
export async function listFirmwareReleases(
  { stores }: FirmwareDeps,
  caller: Caller,
  { field, descending, after, limit }: SortedPageRequest,
): Promise<SortedPage<FirmwareReleaseRecord>> {
  const visible = await stores.firmware.visible(caller.organisationId, seesUnreleasedFirmware(caller));
  const compare = (a: SortedRelease, b: SortedRelease): number => {
    const order = (field === '_id' ? 0 : compareVersions(a.version, b.version)) || a._id - b._id;
    return descending ? -order : order;
  };
  const from = after && { version: String(after.value), _id: Number(after.id) };
  const rest = visible.filter((release) => from === null || compare(release, from) > 0).sort(compare);
  const items = rest.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    next: rest.length > limit && last ? { value: last.version, id: last._id } : null,
    total: { count: visible.length, isExact: true },
  };
}

type SortedRelease = Pick<FirmwareReleaseRecord, '_id' | 'version'>;

/** Adds to releases on how many devices they run. */
export function withRunning(
  { stores }: FirmwareDeps,
  caller: Caller,
  releases: readonly FirmwareReleaseRecord[],
): Promise<ReleaseView[]> {
  return pLimit(COUNTS_AT_ONCE).map([...releases], async (release) => {
    const counted = await stores.firmware.countRunning(readScope(caller), release.version, MAX_COUNTED + 1);
    return { release, runningOn: Math.min(counted, MAX_COUNTED), isExact: counted <= MAX_COUNTED };
  });
}
