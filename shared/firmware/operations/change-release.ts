import { isDeepStrictEqual } from 'node:util';
import type { ClientSession } from 'mongoose';
import { newEntry } from '../../audit/domain/audit-entry.js';
import { authorOf, type Caller } from '../../access/domain/access.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Fault } from '../../platform/errors/faults.js';
import type { Accompany } from '../../platform/mongo/transaction.js';
import { requireRevision } from '../../platform/values/revision.js';
import type { FirmwareDeps } from '../deps.js';
import { changesFiles } from '../domain/changed-files.js';
import type { FirmwareReleaseRecord, FirmwareUrl } from '../models/firmware-release.js';
import type { ReleaseChange } from '../stores/firmware-store.js';
import { findRelease } from './find-release.js';

const MAX_TRIES = 10;

/** A release that a caller publishes. */
export type NewRelease = Required<Pick<FirmwareReleaseRecord, 'version' | 'urls' | 'isReleased' | 'notes'>>;

/** Publishes a release of the organisation. @throws AppError forbidden, settingsInvalid */
export async function createRelease(
  { stores, now }: FirmwareDeps,
  caller: Caller,
  fields: NewRelease,
  accompany: Accompany<FirmwareReleaseRecord>,
): Promise<FirmwareReleaseRecord> {
  requirePublisher(caller);
  await requireKnownParts({ stores }, fields.urls);
  const { organisationId } = caller;
  const _id = await stores.ids.reserve('firmwareReleases');
  const release: FirmwareReleaseRecord = { ...fields, _id, organisationId, revision: 1 };
  const entry = releaseEntry(caller, 'firmware.put', now(), null, release);
  await stores.transact(organisationId, async (session) => {
    await stores.firmware.create(release, session);
    await stores.audit.write([entry], session);
    await accompany(release, session);
  });
  return release;
}

/** A change of a release; absent fields stay as they are. */
export interface ReleasePatch extends ReleaseChange {
  readonly id: number;
  readonly revisions: readonly number[] | null;
}

/** What families that use releases make of a change. */
export interface ReleaseUsers {
  /** Before a change of files. @throws AppError releaseInUse */
  beforeFilesChange(release: FirmwareReleaseRecord): Promise<void>;
  /** In the transaction that withdraws the release. */
  afterWithdrawal(release: FirmwareReleaseRecord, session: ClientSession): Promise<void>;
}

/**
 * Changes a release of the organisation, releases it or withdraws it. Upgrades that are scheduled keep a release that is
 * withdrawn.
 * @throws AppError forbidden, firmwareReleaseNotFound, settingsInvalid, revisionChanged; overloaded when all tries fail;
 *   errors of `users`
 */
export async function updateRelease(
  deps: FirmwareDeps,
  caller: Caller,
  { id, revisions, ...patch }: ReleasePatch,
  accompany: Accompany<FirmwareReleaseRecord>,
  users: ReleaseUsers,
): Promise<FirmwareReleaseRecord> {
  const { stores, now } = deps;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const read = await findReleaseToChange(deps, caller, id);
    requireRevision(read, revisions);
    if (patch.urls) await requireKnownParts(deps, patch.urls);
    const before = { urls: read.urls, isReleased: read.isReleased, notes: read.notes ?? null };
    const after = { ...before, ...patch, urls: withSignatures(patch.urls ?? read.urls, read.urls) };
    if (isDeepStrictEqual(before, after)) return read;
    if (changesFiles(before.urls, after.urls)) await users.beforeFilesChange(read);
    const entry = releaseEntry(caller, actionOf(before, after), now(), read, { ...read, ...after });
    const changed = await stores.transact(caller.organisationId, async (session) => {
      const written = await stores.firmware.change(read, after, session);
      if (!written) return null;
      await stores.audit.write([entry], session);
      if (before.isReleased && !after.isReleased) await users.afterWithdrawal(written, session);
      await accompany(written, session);
      return written;
    });
    if (changed) return changed;
  }
  throw new AppError('overloaded');
}

/** A release that the caller may change. @throws AppError firmwareReleaseNotFound, forbidden */
export async function findReleaseToChange(
  deps: FirmwareDeps,
  caller: Caller,
  id: number,
): Promise<FirmwareReleaseRecord> {
  const release = await findRelease(deps, caller, id);
  requirePublisher(caller);
  // Those of the installation are changed on its command line.
  if (release.organisationId !== caller.organisationId) throw new AppError('forbidden');
  return release;
}

export function requirePublisher({ role }: Caller): void {
  if (role !== 'super_admin') throw new AppError('forbidden');
}

/** @throws AppError settingsInvalid for a part that the installation does not have */
async function requireKnownParts(
  { stores }: Pick<FirmwareDeps, 'stores'>,
  urls: readonly FirmwareUrl[],
): Promise<void> {
  const known = await stores.parts.byNumbers(urls.map(({ partNumber }) => partNumber));
  const faults = urls.flatMap(({ partNumber }, index) =>
    known.has(partNumber) ? [] : [{ path: `urls[${index}].part_number`, msg: 'is no hardware part' }],
  );
  if (faults.length > 0) throw invalid(faults);
}

/** A file that stays keeps its signature, which only the command line sets. */
function withSignatures(urls: readonly FirmwareUrl[], before: readonly FirmwareUrl[]): FirmwareUrl[] {
  return urls.map((file) => {
    const same = before.find(({ partNumber, url }) => partNumber === file.partNumber && url === file.url);
    return same?.signature === undefined ? file : { ...file, signature: same.signature };
  });
}

function actionOf(before: ReleaseChange, after: ReleaseChange): string {
  if (before.isReleased === after.isReleased) return 'firmware.updated';
  return after.isReleased === true ? 'firmware.released' : 'firmware.withdrawn';
}

function releaseEntry(
  caller: Caller,
  action: string,
  at: Date,
  before: FirmwareReleaseRecord | null,
  after: FirmwareReleaseRecord,
) {
  const fields = (release: FirmwareReleaseRecord) => ({
    urls: release.urls,
    is_released: release.isReleased,
    notes: release.notes ?? null,
  });
  const { organisationId } = caller;
  const subject = `firmware:${after.version}`;
  return newEntry(
    { organisationId, at, action, subject, before: before && fields(before), after: fields(after) },
    authorOf(caller),
  );
}

function invalid(errors: readonly Fault[]): AppError {
  return new AppError('settingsInvalid', { details: { errors } });
}
